//! Sends random events to the browser, and fails if something breaks or memory grows:
//! `cargo run --release --example soak -- [EVENTS [SEED]] [FOLDER]`. The default is a million
//! events on the bundled rules.
//!
//! After every frame, selections and scroll positions must be valid. After each tenth of the
//! events, the memory in use is compared with its size after the first tenth, if the system reports
//! memory in `/proc`.

#[path = "../tests/browser/harness/mod.rs"]
#[expect(dead_code, reason = "the tests use all of it")]
mod harness;

use std::time::Instant;

use harness::Browser;
use harness::soak::{Soak, resident};
use tableside::library;
use tableside::loader::{self, Origin};
use tableside::rules::Rulebook;

/// The number of events by default.
const EVENTS: u64 = 1_000_000;

/// The allowed growth of memory after the first tenth of the events, in kilobytes. Some caches are
/// not full yet by then, and the allocator keeps some freed memory.
const MAX_GROWTH: u64 = 32 * 1024;

fn main() {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let numbers: Vec<u64> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let folder = words.iter().find(|word| word.parse::<u64>().is_err());
    let (events, seed) = (
        numbers.first().copied().unwrap_or(EVENTS),
        numbers.get(1).copied().unwrap_or(1),
    );
    let browser = match folder {
        Some(folder) => Browser::over(read(folder), 80, 24),
        None => Browser::game(80, 24),
    };
    let start = Instant::now();
    let mut soak = Soak::new(browser, seed);
    let mut early = None;
    for tenth in 1..=10 {
        soak.run(events / 10);
        let memory = resident();
        early = early.or(memory);
        let shown = memory.map_or_else(|| "unknown".to_owned(), |memory| format!("{memory} KB"));
        println!(
            "{} events, {} frames, {:.0?}, slowest frame {:.0?}, resident {shown}",
            soak.events,
            soak.frames,
            start.elapsed(),
            soak.slowest
        );
        if let Some((time, event)) = soak.slowest_events.first() {
            println!("    slowest so far: {time:.0?} of processor time: {event}");
        }
        if let (Some(early), Some(memory)) = (early, memory) {
            assert!(
                memory <= early + MAX_GROWTH,
                "after {tenth} tenths, memory has grown by {} KB",
                memory - early
            );
        }
    }
    for (time, event) in &soak.slowest_events {
        println!("{time:.0?} of processor time: {event}");
    }
}

fn read(folder: &str) -> Rulebook {
    let listing = loader::find(&[Origin::Path(folder.into())]).expect("a folder of rules");
    library::load(listing).book
}
