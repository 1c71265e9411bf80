//! Sends arbitrary keys, clicks, pastes and sizes to a browser with the fixture games or with
//! unusual documents. Every frame must be drawn, and selections and scroll positions must be valid.
#![no_main]

#[path = "../../tests/browser/harness/mod.rs"]
#[expect(dead_code, reason = "the tests use all of it")]
mod harness;

use harness::Browser;
use harness::events::{Step, fault};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (bool, Vec<u64>)| {
    let (games, steps) = input;
    let mut browser = if games { Browser::random_game(80, 24) } else { Browser::hostile(80, 24) };
    for bits in steps {
        let step = Step::of(bits);
        step.take(&mut browser);
        assert_eq!(browser.drawn(), browser.app.shared.size);
        assert_eq!(fault(&browser.app), None, "after {step:?}");
    }
});
