//! Random events through the browser's own loop until something breaks or memory grows:
//! `cargo run --release --example soak -- [EVENTS [SEED]]`, a million without a number.
//!
//! After every draw all that is chosen and scrolled has to lie within what there is. Memory is looked at where the system
//! tells it (`/proc`), from a tenth of the events on.

#[path = "../tests/browser/harness/mod.rs"]
#[expect(dead_code, reason = "the tests use all of it")]
mod harness;

use std::time::Instant;

use harness::Browser;
use harness::soak::{Soak, resident};

/// How many events without a number.
const EVENTS: u64 = 1_000_000;

/// By how much memory may grow after the first tenth: caches fill, and the allocator keeps some of what it gets back.
const MOST_GROWTH: u64 = 32 * 1024;

fn main() {
    let numbers: Vec<u64> = std::env::args()
        .skip(1)
        .filter_map(|argument| argument.parse().ok())
        .collect();
    let (events, seed) = (
        numbers.first().copied().unwrap_or(EVENTS),
        numbers.get(1).copied().unwrap_or(1),
    );
    let start = Instant::now();
    let mut soak = Soak::new(Browser::bundled(80, 24), seed);
    let mut early = None;
    for tenth in 1..=10 {
        soak.run(events / 10);
        let memory = resident();
        early = early.or(memory);
        let shown = memory.map_or_else(|| "unknown".to_owned(), |memory| format!("{memory} KB"));
        println!(
            "{} events, {} frames, {:.0?}, resident {shown}",
            soak.events,
            soak.frames,
            start.elapsed()
        );
        if let (Some(early), Some(memory)) = (early, memory) {
            assert!(
                memory <= early + MOST_GROWTH,
                "after {tenth} tenths, memory has grown by {} KB",
                memory - early
            );
        }
    }
}
