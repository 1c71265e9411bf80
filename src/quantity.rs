//! The typed numbers of rules text: `2"`, `606mm x 703mm`, `4+`, `2AP`, `D3+3`, `7-10`, `3/4`.
//!
//! A [`Quantity`] keeps the printed text beside its value: the text is shown, the value is compared and computed. The
//! module is pure and knows nothing of documents.

use std::ops::Range;

use serde::Serialize;

mod dice;
mod grammar;
mod value;

pub use dice::Dice;
pub use value::{Currency, Length, Unit, Value};

/// A typed value together with the text it was printed as.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Quantity {
    /// The text as printed, words round the value included.
    pub text: String,
    /// What it means.
    pub value: Value,
}

impl Quantity {
    fn of(text: &str, value: Option<Value>) -> Option<Self> {
        let text = text.trim().to_owned();
        value.map(|value| Self { text, value })
    }

    /// The quantity that a whole text is, if it is one: `2"`, not `within 2"`.
    pub fn parse(text: &str) -> Option<Self> {
        Self::of(text, grammar::whole(text.trim()))
    }

    /// The first quantity in a text that may have words round it: `At least 2" higher`, `1AP (minimum)`. The printed
    /// text is kept whole. A bare number among words counts only where the text starts with it.
    pub fn find(text: &str) -> Option<Self> {
        Self::of(
            text,
            grammar::whole(text.trim()).or_else(|| grammar::first(text)),
        )
    }

    /// Every quantity of a running text, in order, each with only its own words as text. Bare numbers do not count there.
    pub fn all(text: &str) -> impl Iterator<Item = Self> {
        Self::places(text).map(|(range, value)| Self {
            text: text[range].to_owned(),
            value,
        })
    }

    /// Where the quantities of a running text stand in it, in bytes, and what they mean.
    pub fn places(text: &str) -> impl Iterator<Item = (Range<usize>, Value)> {
        grammar::all(text)
    }

    /// A cell under a damage heading: `3/4` is normal and critical damage there, and only there.
    pub fn damage(text: &str) -> Option<Self> {
        let text = text.trim();
        Self::of(text, grammar::damage(text).or_else(|| grammar::whole(text)))
    }

    /// A key of a dice table: `7`, `2-3`, `12+` are ranges of the roll there.
    pub fn dice_key(text: &str) -> Option<Self> {
        Self::of(text, grammar::dice_key(text.trim()))
    }
}

#[cfg(test)]
mod tests;
