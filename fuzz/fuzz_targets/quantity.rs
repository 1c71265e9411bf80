//! Any text as a quantity: what is found keeps its printed text, and compares with itself as equal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tableside::quantity::{Quantity, Value};

fuzz_target!(|text: &str| {
    let ways = [Quantity::parse(text), Quantity::find(text), Quantity::damage(text), Quantity::dice_key(text)];
    for quantity in ways.into_iter().flatten() {
        assert_eq!(quantity.text, text.trim());
        let order = quantity.value.compare(quantity.value);
        assert!(order.is_none_or(std::cmp::Ordering::is_eq));
        if let Value::Dice(dice) = quantity.value
            && let Some(odds) = dice.odds(0, None)
        {
            assert!(odds.ways <= odds.of);
        }
    }
});
