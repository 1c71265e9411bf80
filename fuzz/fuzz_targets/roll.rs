//! Parses arbitrary text as a roll. A roll prints as text that is the same roll, and its
//! probabilities add up to one.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tableside::table::Expression;

fuzz_target!(|text: &str| {
    let Ok(roll) = Expression::parse(text) else {
        return;
    };
    assert_eq!(Expression::parse(&roll.to_string()), Ok(roll));
    if let Some(odds) = roll.distribution() {
        let sum: f64 = odds.into_iter().map(|(_, odds)| odds).sum();
        assert!((sum - 1.0).abs() < 1e-6, "{roll}: {sum}");
    }
});
