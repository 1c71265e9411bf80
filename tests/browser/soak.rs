//! A short soak: random events through the browser's own loop, and their effect on memory. `examples/soak.rs` runs
//! longer.

use std::process::Command;

use crate::harness::Browser;
use crate::harness::soak::{Soak, resident};

/// Events before memory is first measured, so that the caches are full.
const WARM: u64 = 5_000;

/// Events of each soak after that.
const EVENTS: u64 = 7_000;

/// The bytes of memory that an event may leave: less than the smallest thing that could be stored for each.
const MOST_LEFT: u64 = 200;

/// The soak runs in its own process, since all tests of a program share their memory.
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
    stays_flat(Browser::bundled(80, 24));
}

fn stays_flat(browser: Browser) {
    let mut soak = Soak::new(browser, 7);
    soak.run(WARM);
    let before = resident();
    soak.run(EVENTS);
    assert!(soak.frames > EVENTS / 8, "{} frames", soak.frames);
    if let (Some(before), Some(after)) = (before, resident()) {
        let left = after.saturating_sub(before) * 1024;
        assert!(
            left < EVENTS * MOST_LEFT,
            "{left} bytes are left of {EVENTS} events"
        );
    }
}
