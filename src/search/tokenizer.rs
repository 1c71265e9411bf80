//! The tokenizer for indexing, queries and highlighting.
//!
//! A value is one token: `4+`, `2"`, `1AP`, `2D6`, `D3+3`, `3/4`, `7-10`, `606mm`, `30" x 22"` (as
//! `30x22`). The parts of a value are further tokens at the same position: a bare `606` also finds
//! `606mm`.
//!
//! The parts of a hyphenated compound are tokens at consecutive positions. The joined form is a
//! further token at the first of these positions: `reroll` also finds `re-roll`.

use std::borrow::Cow;

use super::number::{self, Number};

/// A word of a text, a part of a value, or a joined compound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// The token in lower case, without apostrophes.
    pub text: Cow<'a, str>,
    /// The position of the word at which the token starts, counted in words from 0. Several tokens
    /// may start at the same word.
    pub position: u32,
    /// The byte offset of the token in the source text.
    pub start: usize,
    pub end: usize,
    pub form: Form,
}

/// How a token relates to the word in the source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Whole,
    /// A part of a value: the `2` of `2"`.
    Part,
    /// A compound without its hyphens, such as `reroll` for `re-roll`, and the number of its parts.
    Joined(u32),
}

/// The maximum length of a word in bytes. Longer words are cut, and longer compounds are not
/// joined.
const MAX_WORD_LENGTH: usize = 48;

/// Splits a text into tokens, in the order of their positions.
pub fn tokenize(text: &str) -> Vec<Token<'_>> {
    let mut tokenizer = Tokenizer {
        text,
        at: 0,
        position: 0,
        tokens: Vec::with_capacity(text.len() / 5),
    };
    while let Some(first) = tokenizer.peek() {
        if first.is_ascii_digit() || number::is_signed(text, tokenizer.at) {
            tokenizer.number();
        } else if first.is_alphanumeric() {
            tokenizer.compound();
        } else {
            tokenizer.at += first.len_utf8();
        }
    }
    tokenizer.tokens
}

/// Returns the whole words of a text in lower case, without parts of values or joined compounds.
pub fn whole_words(text: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let tokens = tokenize(text).into_iter();
    tokens
        .filter(|token| token.form == Form::Whole)
        .map(|token| token.text)
}

struct Tokenizer<'a> {
    text: &'a str,
    at: usize,
    position: u32,
    tokens: Vec<Token<'a>>,
}

impl<'a> Tokenizer<'a> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn push(&mut self, text: Cow<'a, str>, start: usize, form: Form) {
        self.tokens.push(Token {
            text,
            position: self.position,
            start,
            end: self.at,
            form,
        });
    }

    fn number(&mut self) {
        let start = self.at;
        let Number { whole, parts, end } = number::read(self.text, start);
        self.at = end;
        self.push(whole.into(), start, Form::Whole);
        for part in parts {
            self.push(part.into(), start, Form::Part);
        }
        self.position += 1;
    }

    /// Reads a word, or several words joined by hyphens.
    fn compound(&mut self) {
        let (start, first, first_token) = (self.at, self.position, self.tokens.len());
        self.word();
        let mut joined = String::new();
        while let Some(next) = self.after_hyphen() {
            if joined.is_empty() {
                joined.push_str(self.last());
            }
            self.at = next;
            self.word();
            joined.push_str(self.last());
        }
        let parts = self.position - first;
        if parts > 1 && joined.len() <= MAX_WORD_LENGTH {
            let token = Token {
                text: joined.into(),
                position: first,
                start,
                end: self.at,
                form: Form::Joined(parts),
            };
            self.tokens.insert(first_token + 1, token);
        }
    }

    /// Returns the word that was read last, without a dice bonus.
    fn last(&self) -> &str {
        self.tokens.last().map_or("", |token| &token.text)
    }

    /// Returns the offset just after a hyphen, if the rest of the text starts with a hyphen and a
    /// letter.
    fn after_hyphen(&self) -> Option<usize> {
        let mut rest = self.text[self.at..].char_indices();
        let (_, hyphen) = rest.next()?;
        let (offset, letter) = rest.next()?;
        (matches!(hyphen, '-' | '\u{2010}' | '\u{2011}') && letter.is_alphabetic())
            .then_some(self.at + offset)
    }

    /// Reads one word, which ends before a hyphen. After a dice roll, also reads the bonus: `d3+3`.
    fn word(&mut self) {
        let start = self.at;
        let (word, end) = self.plain_word();
        self.at = end;
        let bonus = number::dice_bonus(&word, &self.text[end..]);
        if bonus.is_empty() {
            self.push(word, start, Form::Whole);
        } else {
            self.at += bonus.len();
            self.push(format!("{word}{bonus}").into(), start, Form::Whole);
            self.push(word, start, Form::Part);
        }
        self.position += 1;
    }

    /// Returns the next word and its end offset. The word may contain digits, apostrophes and any
    /// letters.
    fn plain_word(&self) -> (Cow<'a, str>, usize) {
        let rest = &self.text[self.at..];
        let is_inside = |(offset, letter): &(usize, char)| match letter {
            '\'' | '’' | '‘' => {
                rest[offset + letter.len_utf8()..].starts_with(char::is_alphanumeric)
            }
            '0'..='9' => *offset <= 2 || !number::is_cost(&rest[*offset..]),
            _ => letter.is_alphanumeric(),
        };
        let letters = rest.char_indices().take_while(is_inside);
        let length = letters
            .last()
            .map_or(0, |(at, letter)| at + letter.len_utf8());
        let word = &rest[..length];
        let is_plain = word.bytes().all(|byte| byte.is_ascii_lowercase());
        let lower = if is_plain && length <= MAX_WORD_LENGTH {
            word.into()
        } else {
            let letters = word.chars().filter(|letter| letter.is_alphanumeric());
            let mut lower = String::new();
            for letter in letters.flat_map(char::to_lowercase) {
                if lower.len() < MAX_WORD_LENGTH {
                    lower.push(letter);
                }
            }
            lower.into()
        };
        (lower, self.at + length)
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
    #[case("re-roll Close-Quarter", "re|reroll roll close|closequarter quarter")]
    #[case("4+ 12+", "4+|4 12+|12")]
    #[case("2\" 2” 2'' 2 inch 2 inches", "2\"|2 2\"|2 2\"|2 2\"|2 2\"|2")]
    #[case("1AP 1 AP (2 SP)", "1ap|1|ap 1ap|1|ap 2sp|2|sp")]
    #[case("Dash1AP", "dash 1ap|1|ap")]
    #[case("2D6 D3+3 2d6+1 D6", "2d6 d3+3|d3 2d6+1|2d6 d6")]
    #[case("3/4", "3/4|3|4")]
    #[case("7-10 7–10", "7-10|7|10 7-10|7|10")]
    #[case("606mm", "606mm|606")]
    #[case("30\" x 22\"", "30x22|30\"|30|22\"|22")]
    #[case(
        "30x22 606mm x 703mm 6×7",
        "30x22|30|22 606x703|606mm|606|703mm|703 6x7|6|7"
    )]
    #[case("+1 hit, -2 moves", "+1|1 hit -2|2 moves")]
    #[case("x2 Mk7c 16x", "x2 mk7c 16x|16")]
    #[case("1,000 points", "1000 points")]
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
