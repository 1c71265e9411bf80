//! The tokens of a section's passages as stored in the index, so that ranking splits no text.
//!
//! They are stored as a string, because tantivy reads bytes one by one: each number of 32 bits is five
//! characters of seven bits, the lowest bits first.

use crate::analyzer::{Language, Token};
use crate::search::text::hash;
use crate::search::words::is_function_word;

/// A token of a text: the [`hash`] of its exact form, and two bits that say what kind of token it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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

/// The number of characters of a number.
const CHARACTERS: usize = 5;
/// The bits of each character.
const BITS: usize = 7;

/// Writes the tokens of passages: for each passage the number of its tokens, the number of those in
/// the first cell with a bit for [`PassageTokens::is_keyed`], and the tokens.
pub fn encode(passages: &[PassageTokens]) -> String {
    let mut text = String::new();
    let mut add = |number: u32| {
        let bits = (0..CHARACTERS).map(|at| number >> (at * BITS) & 0x7f);
        text.extend(bits.filter_map(char::from_u32));
    };
    for passage in passages {
        add(u32::try_from(passage.tokens.len()).unwrap_or(u32::MAX));
        add(passage.cell << 1 | u32::from(passage.is_keyed));
        passage.tokens.iter().for_each(|token| add(token.0));
    }
    text
}

/// Reads what [`encode`] wrote.
pub fn decode(text: &str) -> Vec<PassageTokens> {
    let (numbers, _) = text.as_bytes().as_chunks::<CHARACTERS>();
    let mut numbers = numbers.iter().map(|characters| {
        let characters = characters.iter().enumerate();
        characters.fold(0, |number, (at, bits)| {
            number | u32::from(*bits) << (at * BITS)
        })
    });
    let mut passages = Vec::new();
    while let (Some(count), Some(cell)) = (numbers.next(), numbers.next()) {
        passages.push(PassageTokens {
            tokens: numbers
                .by_ref()
                .take(count as usize)
                .map(StoredToken)
                .collect(),
            cell: cell >> 1,
            is_keyed: cell & 1 == 1,
        });
    }
    passages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_read_as_they_were_written() {
        let passages = [
            PassageTokens {
                tokens: vec![StoredToken(u32::MAX), StoredToken(0), StoredToken(1 << 31)],
                cell: 2,
                is_keyed: true,
            },
            PassageTokens::default(),
        ];
        assert_eq!(decode(&encode(&passages)), passages);
        assert_eq!(decode("").len(), 0);
    }
}
