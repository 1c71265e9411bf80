//! A short soak: random events through the browser's own loop, and what they leave in memory. `examples/soak.rs` goes on
//! for as long as one likes.

mod harness;

use harness::Browser;
use harness::soak::{Soak, resident};

/// Events before memory is looked at for the first time: the caches have filled by then.
const WARM: u64 = 5_000;

/// Events after that.
const EVENTS: u64 = 10_000;

/// What an event may leave in memory, in bytes: the smallest thing kept for each of them would be more.
const MOST_LEFT: u64 = 200;

#[test]
fn memory_stays_flat_under_random_events() {
    let mut soak = Soak::new(Browser::bundled(80, 24), 7);
    soak.run(WARM);
    let before = resident();
    soak.run(EVENTS);
    assert!(soak.frames > EVENTS / 8, "{} frames", soak.frames);
    if let (Some(before), Some(after)) = (before, resident()) {
        let left = after.saturating_sub(before) * 1024;
        assert!(left < EVENTS * MOST_LEFT, "{left} bytes are left of {EVENTS} events");
    }
}
