//! The tokens of a section's passages as stored in the index, so that ranking splits no text.

use serde::{Deserialize, Serialize};

use crate::analyzer::{Language, Token};
use crate::search::text::hash;
use crate::search::words::is_function_word;

/// A token of a text: the [`hash`] of its exact form, and two bits that say what kind of token it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredToken(u32);

impl StoredToken {
    const PART: u32 = 1;
    const FUNCTION_WORD: u32 = 2;

    pub fn of(token: &Token<'_>, language: Language) -> Self {
        let part = Self::PART * u32::from(token.is_part);
        let function = u32::from(is_function_word(&token.exact, language));
        Self(hash(&token.exact) | part | (Self::FUNCTION_WORD * function))
    }

    pub const fn hash(self) -> u32 {
        self.0 & !(Self::PART | Self::FUNCTION_WORD)
    }

    /// Whether the token is a part of the token before it (see [`Token::is_part`]).
    pub const fn is_part(self) -> bool {
        self.0 & Self::PART != 0
    }

    pub const fn is_function_word(self) -> bool {
        self.0 & Self::FUNCTION_WORD != 0
    }
}

/// The tokens of a passage.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassageTokens {
    /// The tokens of the text, then those of the hidden words.
    pub tokens: Vec<StoredToken>,
    /// How many of them are in the first cell, if the passage is a table row.
    pub cell: u32,
    /// Whether the passage has hidden words: dice results that select it.
    pub is_keyed: bool,
}

impl PassageTokens {
    /// Returns the tokens of the first cell; none if the passage is no table row.
    pub fn first_cell(&self) -> &[StoredToken] {
        self.tokens.get(..self.cell as usize).unwrap_or_default()
    }
}
