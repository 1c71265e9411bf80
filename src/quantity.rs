//! The typed numbers of rules text: `2"`, `606mm x 703mm`, `4+`, `2AP`, `D3+3`, `7-10`, `3/4`.
//!
//! A [`Quantity`] stores the printed text with its value: pages show the text, and comparisons use
//! the value.

use serde::Serialize;

mod dice;
mod grammar;
mod value;

pub use dice::{Dice, Distribution};
pub use grammar::{all, at};
pub use value::{Currency, Length, Unit, Value, comparison};

/// A typed value and its printed text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Quantity {
    /// The printed text. [`Quantity::find`] keeps the words around the value, as in
    /// `At least 2" higher`.
    pub text: String,
    /// The value, such as a distance of 2 inches.
    pub value: Value,
}

impl Quantity {
    fn of(text: &str, parse: impl FnOnce(&str) -> Option<Value>) -> Option<Self> {
        let text = text.trim();
        parse(text).map(|value| Self {
            text: text.to_owned(),
            value,
        })
    }

    /// Parses a text that is one quantity and nothing else: `2"`, but not `within 2"`.
    pub fn parse(text: &str) -> Option<Self> {
        Self::of(text, grammar::whole)
    }

    /// Finds the first quantity in a text that may contain other words, and keeps the whole text as
    /// printed: `At least 2" higher`, `1AP (minimum)`. A bare number (`10`) or modifier (`+1`)
    /// counts only at the start of the text.
    pub fn find(text: &str) -> Option<Self> {
        Self::of(text, |text| {
            grammar::whole(text).or_else(|| grammar::first(text))
        })
    }

    /// Parses a cell of a damage column: `3/4` is normal and critical damage. Any other text is
    /// parsed as in [`Quantity::parse`].
    pub fn damage(text: &str) -> Option<Self> {
        Self::of(text, |text| {
            grammar::damage(text).or_else(|| grammar::whole(text))
        })
    }

    /// Parses a key of a dice table: `7`, `2-3`, `12+` and `2 or less` are ranges of results.
    pub fn dice_key(text: &str) -> Option<Self> {
        Self::of(text, grammar::dice_key)
    }
}

#[cfg(test)]
mod tests;
