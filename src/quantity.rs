//! The typed numbers of rules text: `2"`, `606mm x 703mm`, `4+`, `2AP`, `D3+3`, `7-10`, `3/4`.
//!
//! A [`Quantity`] stores the printed text with its value: pages show the text, and comparisons use
//! the value.

use std::ops::Range;

use serde::Serialize;

mod dice;
mod grammar;
mod value;

pub use dice::Dice;
pub use value::{Currency, Length, Unit, Value};

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
    fn of(text: &str, value: Option<Value>) -> Option<Self> {
        let text = text.trim().to_owned();
        value.map(|value| Self { text, value })
    }

    /// Parses a text that is one quantity and nothing else: `2"`, but not `within 2"`.
    pub fn parse(text: &str) -> Option<Self> {
        Self::of(text, grammar::whole(text.trim()))
    }

    /// Finds the first quantity in a text that may contain other words, and keeps the whole text as
    /// printed: `At least 2" higher`, `1AP (minimum)`. A bare number (`10`) or modifier (`+1`)
    /// counts only at the start of the text.
    pub fn find(text: &str) -> Option<Self> {
        Self::of(
            text,
            grammar::whole(text.trim()).or_else(|| grammar::first(text)),
        )
    }

    /// Finds every quantity in running text, in order, without the words around each quantity: `2"`
    /// for `within 2"`. Bare numbers are skipped.
    pub fn all(text: &str) -> impl Iterator<Item = Self> {
        Self::find_ranges(text).map(|(range, value)| Self {
            text: text[range].to_owned(),
            value,
        })
    }

    /// Finds the byte range and value of every quantity in running text, in order. Bare numbers are
    /// skipped.
    pub fn find_ranges(text: &str) -> impl Iterator<Item = (Range<usize>, Value)> {
        grammar::all(text)
    }

    /// Parses a cell of a damage column: `3/4` is normal and critical damage. Any other text is
    /// parsed as in [`Quantity::parse`].
    pub fn damage(text: &str) -> Option<Self> {
        let text = text.trim();
        Self::of(text, grammar::damage(text).or_else(|| grammar::whole(text)))
    }

    /// Parses a key of a dice table: `7`, `2-3`, `12+` and `2 or less` are ranges of results.
    pub fn dice_key(text: &str) -> Option<Self> {
        Self::of(text, grammar::dice_key(text.trim()))
    }
}

#[cfg(test)]
mod tests;
