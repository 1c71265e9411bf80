//! The typed numbers of rules text: `2"`, `606mm x 703mm`, `4+`, `2AP`, `D3+3`, `7-10`, `3/4`.
//!
//! A [`Quantity`] keeps the printed text beside its value: the text is shown, the value is compared.

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
    /// The text as printed, with the words around the value.
    pub text: String,
    /// Its value.
    pub value: Value,
}

impl Quantity {
    fn of(text: &str, value: Option<Value>) -> Option<Self> {
        let text = text.trim().to_owned();
        value.map(|value| Self { text, value })
    }

    /// Parses a whole text as a quantity: `2"`, not `within 2"`.
    pub fn parse(text: &str) -> Option<Self> {
        Self::of(text, grammar::whole(text.trim()))
    }

    /// The first quantity in a text with words around it: `At least 2" higher`, `1AP (minimum)`. The whole text is kept as
    /// printed. A bare number counts only at the start of the text.
    pub fn find(text: &str) -> Option<Self> {
        Self::of(
            text,
            grammar::whole(text.trim()).or_else(|| grammar::first(text)),
        )
    }

    /// Every quantity of a running text, in order, each with only its own words as text, without bare numbers.
    pub fn all(text: &str) -> impl Iterator<Item = Self> {
        Self::places(text).map(|(range, value)| Self {
            text: text[range].to_owned(),
            value,
        })
    }

    /// The byte ranges and values of the quantities of a running text.
    pub fn places(text: &str) -> impl Iterator<Item = (Range<usize>, Value)> {
        grammar::all(text)
    }

    /// Parses a cell of a damage column, where `3/4` is normal and critical damage.
    pub fn damage(text: &str) -> Option<Self> {
        let text = text.trim();
        Self::of(text, grammar::damage(text).or_else(|| grammar::whole(text)))
    }

    /// Parses a key of a dice table, where `7`, `2-3` and `12+` are ranges of the roll.
    pub fn dice_key(text: &str) -> Option<Self> {
        Self::of(text, grammar::dice_key(text.trim()))
    }
}

#[cfg(test)]
mod tests;
