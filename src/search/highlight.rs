//! Where in a text a query matches.

use std::collections::HashSet;
use std::ops::Range;

use super::terms::Terms;
use super::tokenizer::{Token, tokenize};
use super::vocabulary::Vocabulary;
use crate::order;

/// The words of a query, as they stand in the rules: marks them in any text.
#[derive(Clone, Debug, Default)]
pub struct Highlight {
    words: HashSet<Box<str>>,
    phrases: Vec<Vec<String>>,
    /// How what is marked begins; nothing where that does not tell, as with a value.
    heads: Option<Vec<Box<[u8]>>>,
    /// Their first letters, a bit each.
    firsts: u32,
}

/// This many bytes of a word are looked for before a text is cut into its words.
const HEAD: usize = 4;

/// Words that are less surely meant are not marked.
const SURE: f32 = 0.5;

impl Highlight {
    pub(crate) fn new(terms: &Terms, vocabulary: &Vocabulary, phrases: &[Vec<String>]) -> Self {
        let choices = terms
            .content()
            .flat_map(|group| &group.choices)
            .filter(|choice| choice.quality >= SURE);
        let words = choices
            .filter_map(|choice| vocabulary.word(choice.word))
            .map(|word| word.text.into())
            .collect();
        Self::of(
            words,
            phrases
                .iter()
                .filter(|phrase| phrase.len() > 1)
                .cloned()
                .collect(),
        )
    }

    pub(crate) fn of(words: HashSet<Box<str>>, phrases: Vec<Vec<String>>) -> Self {
        let firsts = phrases
            .iter()
            .filter_map(|phrase| phrase.first())
            .map(String::as_str);
        let heads: Option<Vec<_>> = words
            .iter()
            .map(AsRef::as_ref)
            .chain(firsts)
            .map(head)
            .collect();
        let firsts = heads
            .iter()
            .flatten()
            .filter_map(|head| head.first())
            .fold(0, |bits, first| bits | bit(*first));
        Self {
            words,
            phrases,
            heads,
            firsts,
        }
    }

    /// Whether nothing is ever marked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty() && self.phrases.is_empty()
    }

    /// The byte ranges of a text that match, in order and apart from one another.
    #[must_use]
    pub fn marks(&self, text: &str) -> Vec<Range<usize>> {
        if self.is_empty() || !self.may_match(text) {
            return Vec::new();
        }
        let tokens = tokenize(text);
        let words = tokens
            .iter()
            .filter(|token| self.words.contains(token.text.as_str()));
        let mut marks: Vec<_> = words.map(|token| token.start..token.end).collect();
        for phrase in &self.phrases {
            marks.extend(occurrences(&tokens, phrase));
        }
        merge(marks)
    }
}

impl Highlight {
    /// Whether anything in a text begins as what is marked does: of most texts this tells at once that nothing is.
    fn may_match(&self, text: &str) -> bool {
        let Some(heads) = &self.heads else {
            return true;
        };
        let bytes = text.as_bytes();
        let (mut in_word, mut in_value) = (false, false);
        bytes.iter().enumerate().any(|(at, byte)| {
            if !byte.is_ascii() {
                (in_word, in_value) = (false, false);
                return is_foreign(&bytes[at..]);
            }
            let letter = byte.is_ascii_alphabetic();
            // Letters behind a figure may be its unit, or a word of their own.
            in_value = byte.is_ascii_digit() || in_value && letter;
            let goes_on = std::mem::replace(&mut in_word, letter && !in_value);
            letter
                && !goes_on
                && self.firsts & bit(*byte) != 0
                && heads.iter().any(|head| begins(&bytes[at..], head))
        })
    }
}

/// The bit of an ASCII letter, small or capital.
fn bit(letter: u8) -> u32 {
    1 << (letter & 31)
}

/// Whether a letter outside of ASCII stands here whose small letter is one of ASCII: the I with a dot, or the sign of Kelvin.
fn is_foreign(text: &[u8]) -> bool {
    text.starts_with("\u{130}".as_bytes()) || text.starts_with("\u{212a}".as_bytes())
}

/// Whether a text begins with these letters, or may do so: apostrophes and hyphens in a word are no letters of it.
fn begins(text: &[u8], head: &[u8]) -> bool {
    let here = &text[..head.len().min(text.len())];
    here.eq_ignore_ascii_case(head)
        || here
            .iter()
            .any(|byte| !byte.is_ascii() || matches!(byte, b'\'' | b'-'))
}

/// The first letters of a word; `None` of a value, or of one with other letters than those of ASCII among them.
fn head(word: &str) -> Option<Box<[u8]>> {
    let head = &word.as_bytes()[..word.len().min(HEAD)];
    head.iter()
        .all(u8::is_ascii_alphabetic)
        .then(|| head.into())
}

/// The places of a run of words.
fn occurrences<'a>(
    tokens: &'a [Token],
    phrase: &'a [String],
) -> impl Iterator<Item = Range<usize>> + 'a {
    let starts = tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| phrase.first() == Some(&token.text));
    starts.filter_map(move |(at, first)| {
        let mut end = first.end;
        for (position, word) in (first.position..).zip(phrase) {
            let mut here = tokens[at..]
                .iter()
                .filter(|token| token.position == position);
            end = here.find(|token| token.text == *word)?.end;
        }
        Some(first.start..end)
    })
}

fn merge(mut marks: Vec<Range<usize>>) -> Vec<Range<usize>> {
    order::by_number(&mut marks, |mark| mark.start as u64);
    let mut merged: Vec<Range<usize>> = Vec::with_capacity(marks.len());
    for mark in marks {
        match merged.last_mut() {
            Some(last) if mark.start <= last.end => last.end = last.end.max(mark.end),
            _ => merged.push(mark),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_look_at_how_words_begin_misses_no_match(
            text in "([Ff]ire|FIRING|[fi]|re-roll|3|x|2D6|AP|'|’|É|\u{212a}|\u{130}|[ .-]|\\PC){0,12}",
            words in prop::sample::subsequence(vec!["fire", "firing", "reroll", "roll", "ap", "f", "k", "ifire"], 0..8),
            phrase in prop::sample::select(vec!["", "fire ap", "x fire"]),
        ) {
            let phrase: Vec<_> = phrase.split_whitespace().map(str::to_owned).collect();
            let phrases = if phrase.is_empty() { Vec::new() } else { vec![phrase] };
            let quick = Highlight::of(words.into_iter().map(Into::into).collect(), phrases);
            let thorough = Highlight { heads: None, ..quick.clone() };
            prop_assert_eq!(quick.marks(&text), thorough.marks(&text));
        }
    }

    #[test]
    fn a_text_without_such_a_beginning_is_not_cut_into_words() {
        let highlight = Highlight::of(HashSet::from(["fire".into(), "firing".into()]), Vec::new());
        assert!(
            highlight.may_match("Open Fire")
                && !highlight.may_match("The first of the misfires, finally")
        );
        assert!(
            Highlight::of(HashSet::from(["fire".into(), "2\"".into()]), Vec::new())
                .may_match("anything")
        );
    }
}
