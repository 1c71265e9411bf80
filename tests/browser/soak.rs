//! A short soak: random events on the browser's own event loop must not make memory grow.
//! `examples/soak.rs` runs longer.

use std::process::Command;

use crate::harness::Browser;
use crate::harness::soak::{Soak, resident};

/// The number of events that fill the caches, before memory is first measured.
const WARM: u64 = 5_000;

/// The number of events between the first and the last measurement of memory.
const EVENTS: u64 = 7_000;

/// The maximum average growth of memory per event, in bytes. Storing a page or a frame for each
/// event would take more.
const MAX_GROWTH: u64 = 200;

/// The soak runs in a separate process, because all tests of a binary share their memory.
#[test]
fn memory_stays_flat_under_random_events() {
    let program = std::env::current_exe().expect("the test program has a path");
    let soak = Command::new(program)
        .args(["--exact", "soak::in_its_own_process", "--ignored"])
        .output()
        .expect("the test program starts");
    let said = String::from_utf8_lossy(&soak.stdout);
    assert!(soak.status.success(), "{said}");
    assert!(said.contains("1 passed"), "{said}");
}

#[test]
#[ignore = "memory_stays_flat_under_random_events runs it in its own process"]
fn in_its_own_process() {
    stays_flat(Browser::random_game(80, 24));
}

fn stays_flat(browser: Browser) {
    let mut soak = Soak::new(browser, 7);
    soak.run(WARM);
    let before = resident();
    soak.run(EVENTS);
    assert!(soak.frames > EVENTS / 8, "{} frames", soak.frames);
    if let (Some(before), Some(after)) = (before, resident()) {
        let growth = after.saturating_sub(before) * 1024;
        assert!(
            growth < EVENTS * MAX_GROWTH,
            "{growth} bytes are left of {EVENTS} events"
        );
    }
}
