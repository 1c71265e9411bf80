//! Parses arbitrary text as a quantity. A quantity must keep its text and equal itself, and a
//! quantity found in running text must occur there.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tableside::quantity::{self, Quantity, Value};

fuzz_target!(|text: &str| {
    let ways = [Quantity::parse(text), Quantity::find(text), Quantity::damage(text), Quantity::dice_key(text)];
    for quantity in ways.into_iter().flatten() {
        assert_eq!(quantity.text, text.trim());
        assert_eq_itself(quantity.value);
    }
    for (range, value) in quantity::all(text) {
        assert_eq!(Quantity::parse(&text[range]).map(|whole| whole.value), Some(value));
    }
});

fn assert_eq_itself(value: Value) {
    assert!(value.compare(value).is_none_or(std::cmp::Ordering::is_eq));
    if let Value::Dice(dice) = value
        && let Some(odds) = dice.odds(0, None)
    {
        assert!(odds < 100.1);
    }
}
