//! The tokenizer for indexing, queries and highlighting.
//!
//! A value is one token: `4+`, `2"`, `1ap`, `2d6`, `d3+3`, `7-10`, `606mm`. The numbers and units of a
//! value are further tokens at the same position: a bare `606` also finds `606mm`.
//!
//! The parts of a hyphenated compound are tokens of their own, except after a prefix that is no word:
//! `re-roll` is the token `reroll`.

use std::borrow::Cow;

use crate::quantity::{self, Value};

/// A word of a text, a part of a value, or a joined compound.
#[derive(Debug)]
pub struct Token<'a> {
    /// The token in lower case, without apostrophes.
    pub text: Cow<'a, str>,
    /// The position of the word at which the token starts, counted in words from 0. Several tokens
    /// may start at the same word.
    pub position: u32,
    /// The byte offset of the token in the source text.
    pub start: usize,
    pub end: usize,
    /// Whether the token is a part of a value: the `2` of `2"`.
    pub is_part: bool,
}

/// The maximum length, in bytes, of a roll such as `2D3+3`.
const MAX_ROLL_LENGTH: usize = 16;

/// The maximum length of a word in bytes. Longer words are cut.
const MAX_WORD_LENGTH: usize = 48;

/// Prefixes that are not words by themselves.
const PREFIXES: [&str; 3] = ["re", "un", "non"];

/// Splits a text into tokens, in the order of their positions.
pub fn tokenize(text: &str) -> Vec<Token<'_>> {
    let mut tokenizer = Tokenizer {
        text,
        at: 0,
        position: 0,
        tokens: Vec::with_capacity(text.len() / 5),
    };
    while let Some(first) = text[tokenizer.at..].chars().next() {
        if tokenizer.value() {
        } else if first.is_alphanumeric() {
            tokenizer.word();
        } else {
            tokenizer.at += first.len_utf8();
        }
    }
    tokenizer.tokens
}

/// Returns the whole words of a text in lower case, without parts of values.
pub fn whole_words(text: &str) -> impl Iterator<Item = Cow<'_, str>> {
    tokenize(text)
        .into_iter()
        .filter(|token| !token.is_part)
        .map(|token| token.text)
}

struct Tokenizer<'a> {
    text: &'a str,
    at: usize,
    position: u32,
    tokens: Vec<Token<'a>>,
}

impl<'a> Tokenizer<'a> {
    fn push(&mut self, text: Cow<'a, str>, start: usize, is_part: bool) {
        self.tokens.push(Token {
            text,
            position: self.position,
            start,
            end: self.at,
            is_part,
        });
    }

    /// Reads a value and its parts. Returns `false` if the rest of the text starts with no value.
    fn value(&mut self) -> bool {
        let (before, rest) = self.text.split_at(self.at);
        let is_inside = before.ends_with(char::is_alphanumeric);
        let may_start = |c: char| c.is_ascii_digit() || "dD+-".contains(c);
        if is_inside || !rest.starts_with(may_start) {
            return false;
        }
        // The unit of a roll is no part of it: `D3+3"`.
        let is_roll = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-".contains(byte);
        let length = rest
            .bytes()
            .take(MAX_ROLL_LENGTH)
            .take_while(is_roll)
            .count();
        let roll = &self.text[..self.at + length];
        let has_unit = rest[length..].starts_with('"');
        let in_roll = || quantity::at(roll, self.at).filter(|_| has_unit);
        let value = quantity::at(self.text, self.at).or_else(in_roll);
        let Some((range, value)) = value else {
            return false;
        };
        let start = self.at;
        self.at = range.end;
        let (whole, parts) = words(&self.text[range], value);
        self.push(whole.clone().into(), start, false);
        for part in parts {
            if !part.is_empty() && part != whole {
                self.push(part.into(), start, true);
            }
        }
        self.position += 1;
        true
    }

    /// Reads one word. It may contain digits, apostrophes, decimal
    /// points and any letters.
    fn word(&mut self) {
        let (start, rest) = (self.at, &self.text[self.at..]);
        let is_inside = |(offset, letter): &(usize, char)| {
            let after = &rest[offset + letter.len_utf8()..];
            match letter {
                '\'' | '’' | '‘' => after.starts_with(char::is_alphanumeric),
                '-' | '\u{2010}' | '\u{2011}' => {
                    let is_prefix = |prefix: &&str| rest[..*offset].eq_ignore_ascii_case(prefix);
                    PREFIXES.iter().any(is_prefix) && after.starts_with(char::is_alphabetic)
                }
                '.' => after.starts_with(|c: char| c.is_ascii_digit()),
                _ => letter.is_alphanumeric(),
            }
        };
        let letters = rest.char_indices().take_while(is_inside);
        let length = letters
            .last()
            .map_or(0, |(at, letter)| at + letter.len_utf8());
        let word = &rest[..length];
        self.at += length;
        let is_plain = word.bytes().all(|byte| byte.is_ascii_lowercase());
        let lower = if is_plain && length <= MAX_WORD_LENGTH {
            word.into()
        } else {
            let letters = word
                .chars()
                .filter(|letter| letter.is_alphanumeric() || *letter == '.');
            let mut lower = String::new();
            for letter in letters.flat_map(char::to_lowercase) {
                if lower.len() < MAX_WORD_LENGTH {
                    lower.push(letter);
                }
            }
            lower.into()
        };
        self.push(lower, start, false);
        self.position += 1;
    }
}

/// Returns the normalised spelling of a value, and its parts: `606mm` and `606`.
fn words(printed: &str, value: Value) -> (String, Vec<String>) {
    match value {
        Value::Distance(length) => (length.to_string(), vec![length.number.to_string()]),
        Value::Area(width, height) => {
            let parts = [width, height]
                .into_iter()
                .flat_map(|side| [side.to_string(), side.number.to_string()]);
            (
                format!("{}x{}", width.number, height.number),
                parts.collect(),
            )
        }
        _ => {
            let printed = printed.to_lowercase();
            let printed = printed.replace('–', "-").replace('×', "x");
            let whole: String = printed.split_whitespace().collect();
            let parts: Vec<_> = match value {
                Value::Dice(_) => whole.split(['+', '-']).take(1).collect(),
                Value::Cost(..) => <[&str; 2]>::from(whole.split_at(whole.len() - 2)).to_vec(),
                _ => whole
                    .split(|c: char| !c.is_ascii_digit() && c != '.')
                    .collect(),
            };
            let parts = parts.into_iter().map(str::to_owned).collect();
            (whole, parts)
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    /// Formats the tokens of a text, with `|` between tokens at the same position.
    fn words(text: &str) -> String {
        let mut shown = String::new();
        let mut last = None;
        for token in tokenize(text) {
            let between = if last == Some(token.position) {
                "|"
            } else {
                " "
            };
            shown += if last.is_none() { "" } else { between };
            shown += &token.text;
            last = Some(token.position);
        }
        shown
    }

    #[rstest]
    #[case("Operative’s operative's IT'S", "operatives operatives its")]
    #[case("re-roll Close-Quarter", "reroll close quarter")]
    #[case("4+ 12+", "4+|4 12+|12")]
    #[case("2\" 2” 2'' 2 inch 2 inches", "2\"|2 2\"|2 2\"|2 2\"|2 2\"|2")]
    #[case("1AP 1 AP (2 SP)", "1ap|1|ap 1ap|1|ap 2sp|2|sp")]
    #[case("2D6 D3+3\" 2d6+1 D6", "2d6 d3+3|d3 2d6+1|2d6 d6")]
    #[case("3/4", "3 4")]
    #[case("7-10 7–10", "7-10|7|10 7-10|7|10")]
    #[case("606mm", "606mm|606")]
    #[case("30\" x 22\"", "30x22|30\"|30|22\"|22")]
    #[case(
        "30x22 606mm x 703mm 6×7",
        "30x22|30|22 606x703|606mm|606|703mm|703 6x7|6|7"
    )]
    #[case("+1 hit, -2 moves", "+1|1 hit -2|2 moves")]
    #[case("x2 Mk7c 16x", "x2 mk7c 16x|16")]
    #[case("702.19b 702.10 3rd", "702.19b 702.10 3rd")]
    #[case("", "")]
    #[case(" - \" ' ", "")]
    fn values_and_compounds_are_words(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(words(text), expected);
    }

    proptest! {
        #[test]
        fn tokens_lie_on_character_borders_in_order(text in "\\PC{0,60}") {
            let mut before = (0, 0);
            for token in tokenize(&text) {
                prop_assert!(!token.text.is_empty());
                prop_assert!(text.get(token.start..token.end).is_some_and(|printed| !printed.is_empty()));
                prop_assert!((token.position, token.start) >= before);
                before = (token.position, token.start);
            }
        }

        #[test]
        fn values_in_any_order_never_panic(text in "[0-9dDx+\"'/,. APm#-]{0,30}") {
            tokenize(&text);
        }
    }
}
