//! Splits a text into tokens.
//!
//! A value is one token: `4+`, `2"`, `1ap`, `2d6`, `d3+3`, `7-10`, `606mm`. The numbers and units of a
//! value are further tokens at the same position: a bare `606` also finds `606mm`.
//!
//! The parts of a hyphenated compound are tokens of their own, except after a prefix that is no word:
//! `re-roll` is the token `reroll`. A text without spaces between words is divided into pairs of
//! characters that overlap, and each character is a further token.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::compose;

use super::forms::{exact, is_mark};
use super::language::Language;
use super::numbers::{fraction, grouped, grouped_by_points};
use super::scripts::{is_ignorable, is_unspaced};
use crate::quantity::{self, Value};

/// A word of a text, a part of a value, or a pair of characters.
#[derive(Debug)]
pub struct Token<'a> {
    /// The exact form (see [`exact`]); of a value, its normal spelling.
    pub exact: Cow<'a, str>,
    /// The position of the word at which the token starts, counted in words from 0. Several tokens
    /// may start at the same word.
    pub position: u32,
    /// The byte offset of the token in the text.
    pub start: usize,
    /// The byte offset after the token.
    pub end: usize,
    /// Whether the token is a part of the token before it: the `2` of `2"`, one character of a pair.
    pub is_part: bool,
}

/// The maximum length, in bytes, of a roll such as `2D3+3`.
const MAX_ROLL_LENGTH: usize = 16;

/// The maximum length of a word in bytes. Longer words are cut.
const MAX_WORD_LENGTH: usize = 48;

/// Prefixes that are not words by themselves.
const PREFIXES: [&str; 3] = ["re", "un", "non"];

/// Splits a text in a language into tokens, in the order of their positions.
pub fn tokenize(text: &str, language: Language) -> Vec<Token<'_>> {
    let mut tokenizer = Tokenizer {
        text,
        language,
        at: 0,
        position: 0,
        tokens: Vec::with_capacity(text.len() / 5),
    };
    while let Some(first) = text[tokenizer.at..].chars().next() {
        if first.is_ascii_lowercase() && first != 'd' {
            tokenizer.word();
        } else if is_unspaced(first) {
            tokenizer.pairs();
        } else if tokenizer.number(first) || tokenizer.value() {
        } else if first.is_alphanumeric() {
            tokenizer.word();
        } else {
            tokenizer.at += first.len_utf8();
        }
    }
    tokenizer.tokens
}

struct Tokenizer<'a> {
    text: &'a str,
    language: Language,
    at: usize,
    position: u32,
    tokens: Vec<Token<'a>>,
}

impl<'a> Tokenizer<'a> {
    fn push(&mut self, exact: Cow<'a, str>, start: usize, is_part: bool) {
        if !exact.is_empty() {
            self.tokens.push(Token {
                exact,
                position: self.position,
                start,
                end: self.at,
                is_part,
            });
        }
    }

    fn push_with_parts(&mut self, whole: String, parts: Vec<String>, start: usize) {
        let parts: Vec<_> = parts.into_iter().filter(|part| *part != whole).collect();
        self.push(whole.into(), start, false);
        for part in parts {
            self.push(part.into(), start, true);
        }
        self.position += 1;
    }

    /// Whether the current position is inside a word.
    fn is_inside(&self) -> bool {
        self.text[..self.at].ends_with(char::is_alphanumeric)
    }

    /// Reads a number whose digits are grouped (`1,000`) or that ends with a fraction (`1½"`), with
    /// its unit. Returns `false` if the rest of the text starts with no such number.
    fn number(&mut self, first: char) -> bool {
        if !first.is_numeric() || self.is_inside() {
            return false;
        }
        let rest = &self.text[self.at..];
        let Some((number, length)) = fraction(rest).or_else(|| grouped(rest)) else {
            return false;
        };
        let start = self.at;
        let unit: String = rest[length..].chars().take(MAX_ROLL_LENGTH).collect();
        let written = format!("{number}{unit}");
        if let Some((range, value)) = quantity::at(&written, 0) {
            self.at += length + range.end - number.len();
            let (whole, parts) = value_forms(&written[range], value);
            self.push_with_parts(whole, parts, start);
        } else {
            self.at += length;
            self.push_with_parts(number, Vec::new(), start);
        }
        true
    }

    /// Reads a value and its parts. Returns `false` if the rest of the text starts with no value.
    fn value(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let may_start = |c: char| c.is_ascii_digit() || "dD+-".contains(c);
        if !rest.starts_with(may_start) || self.is_inside() {
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
        let (whole, mut parts) = value_forms(&self.text[range], value);
        parts.extend(grouped_by_points(&whole));
        self.push_with_parts(whole, parts, start);
        true
    }

    /// Reads one word. It may contain digits, apostrophes, decimal points, invisible characters and
    /// any letters of scripts with spaces.
    fn word(&mut self) {
        let (start, rest) = (self.at, &self.text[self.at..]);
        let plain = rest.bytes().take_while(u8::is_ascii_lowercase).count();
        let ends =
            |next: &u8| next.is_ascii() && !next.is_ascii_alphanumeric() && !b"'-.".contains(next);
        let length = if rest.as_bytes().get(plain).is_none_or(ends) {
            plain
        } else {
            self.word_length(rest)
        };
        let word = &rest[..length];
        self.at += length;
        let form = exact(word);
        if form.len() <= MAX_WORD_LENGTH {
            self.push(form, start, false);
        } else {
            let mut end = MAX_WORD_LENGTH;
            while !form.is_char_boundary(end) {
                end -= 1;
            }
            self.push(form[..end].to_owned().into(), start, false);
        }
        self.position += 1;
    }

    fn word_length(&self, rest: &str) -> usize {
        let is_inside = |(offset, letter): &(usize, char)| {
            let after = &rest[offset + letter.len_utf8()..];
            match letter {
                '\'' | '’' | '‘' | 'ʼ' => {
                    !self.language.elides() && after.starts_with(char::is_alphanumeric)
                }
                '-' | '\u{2010}' | '\u{2011}' => {
                    let is_prefix = |prefix: &&str| rest[..*offset].eq_ignore_ascii_case(prefix);
                    PREFIXES.iter().any(is_prefix) && after.starts_with(char::is_alphabetic)
                }
                '.' => after.starts_with(|c: char| c.is_ascii_digit()),
                _ => {
                    letter.is_alphanumeric() && !is_unspaced(*letter)
                        || is_ignorable(*letter)
                        || is_mark(*letter)
                }
            }
        };
        let letters = rest.char_indices().take_while(is_inside);
        letters
            .last()
            .map_or(0, |(at, letter)| at + letter.len_utf8())
    }

    /// Reads characters of a script without spaces, as overlapping pairs. A single character is a
    /// token by itself.
    fn pairs(&mut self) {
        let mut characters: Vec<(char, usize, usize)> = Vec::new();
        for (offset, c) in self.text[self.at..].char_indices() {
            if !is_unspaced(c) && !is_ignorable(c) {
                break;
            }
            let start = self.at + offset;
            let end = start + c.len_utf8();
            for c in std::iter::once(c).filter(|c| !is_ignorable(*c)).nfkc() {
                match characters.last_mut() {
                    Some(last) if is_mark(c) => {
                        last.0 = compose(last.0, c).unwrap_or(last.0);
                        last.2 = end;
                    }
                    _ => characters.push((c, start, end)),
                }
            }
        }
        let end = characters.last().map_or(self.at, |last| last.2);
        for (at, &(c, start, own_end)) in characters.iter().enumerate() {
            let next = characters.get(at + 1);
            self.at = next.map_or(own_end, |next| next.2);
            if let Some((next, ..)) = next {
                self.push(String::from_iter([c, *next]).into(), start, false);
            }
            self.at = own_end;
            self.push(c.to_string().into(), start, characters.len() > 1);
            self.position += 1;
        }
        self.at = end.max(self.at);
    }
}

/// Returns the normal spelling of a value, and its parts: `606mm` and `606`.
fn value_forms(printed: &str, value: Value) -> (String, Vec<String>) {
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
