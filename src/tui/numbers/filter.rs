//! The filter of the key numbers: words, and figures such as `2"` or `<3"`.

use std::cmp::Ordering;

use crate::links::KeyNumber;
use crate::quantity::{Quantity, Value};
use crate::rules::slug::fold;

/// A part of the filter.
pub(super) enum Condition {
    /// A word that is in the sentence, the path, the figure or its kind.
    Word(String),
    /// A figure, and how the value may compare with it.
    Figure(&'static [Ordering], Value),
}

impl Condition {
    /// The condition that a typed word means.
    pub(super) fn parse(word: &str) -> Self {
        use Ordering::{Equal, Greater, Less};
        const SIGNS: [(&str, &[Ordering]); 5] = [
            ("<=", &[Less, Equal]),
            (">=", &[Greater, Equal]),
            ("<", &[Less]),
            (">", &[Greater]),
            ("=", &[Equal]),
        ];
        let signed = SIGNS
            .iter()
            .find_map(|(sign, orders)| Some((*orders, word.strip_prefix(sign)?)));
        let (orders, figure) = signed.unwrap_or((&[Equal], word));
        match Quantity::parse(figure).map(|quantity| quantity.value) {
            // A bare number without a sign may be a part of anything.
            Some(Value::Number(_)) if signed.is_none() => Self::Word(fold(word)),
            Some(value) => Self::Figure(orders, value),
            None => Self::Word(fold(word)),
        }
    }

    /// Whether a figure meets the condition.
    pub(super) fn holds(&self, number: &KeyNumber) -> bool {
        match self {
            Self::Word(word) => number.folded.contains(word) || kind(number.value).contains(word),
            Self::Figure(orders, value) => number
                .value
                .compare(*value)
                .is_some_and(|order| orders.contains(&order)),
        }
    }
}

/// What kind of figure a value is, in a word.
pub(super) fn kind(value: Value) -> &'static str {
    match value {
        Value::Distance(_) => "distance",
        Value::Area(..) => "area",
        Value::Grid(..) => "grid",
        Value::RollTarget(_) => "roll",
        Value::Cost(_, currency) => currency.symbol(),
        Value::Dice(_) => "dice",
        Value::Range(..) => "range",
        Value::Damage(..) => "damage",
        Value::Count(_) => "count",
        Value::Modifier(_) => "modifier",
        Value::Factor(_) => "factor",
        Value::Percent(_) => "percent",
        Value::Number(_) => "number",
    }
}

/// The order by value: kind by kind, each from the least value on.
pub(super) fn by_value(a: Value, b: Value) -> Ordering {
    kind(a)
        .cmp(kind(b))
        .then_with(|| a.compare(b).unwrap_or(Ordering::Equal))
}
