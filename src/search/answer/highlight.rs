//! Marks the matches of a query in a text.

use std::ops::Range;

use rustc_hash::FxHashSet;

use crate::search::query::Terms;
use crate::search::tokenizer::{Token, tokenize};

/// What to mark in a text: the expansions, phrases and numbers of a query.
#[derive(Clone, Debug, Default)]
pub struct Highlight {
    words: FxHashSet<String>,
    /// Synonyms and other indirect expansions of the query's words. [`Highlight::marks`] includes
    /// these words; [`Highlight::literal_marks`] does not.
    synonyms: FxHashSet<String>,
    phrases: Vec<Vec<String>>,
    /// Numbers in the query. A range in the text that includes one of these numbers is also marked:
    /// `11-15` for 12.
    numbers: Vec<u32>,
}

/// The minimum quality of an expansion that is marked.
const MIN_QUALITY: f32 = 0.5;

impl Highlight {
    pub(crate) fn new(terms: &Terms<'_>, phrases: &[Vec<String>]) -> Self {
        let sure = |is_indirect| {
            let expansions = terms.content().flat_map(|term| &term.expansions);
            let sure = expansions.filter(move |expansion| {
                expansion.quality >= MIN_QUALITY && expansion.is_indirect == is_indirect
            });
            sure.map(|expansion| expansion.word.text.to_string())
                .collect()
        };
        let runs = phrases.iter().filter(|phrase| phrase.len() > 1);
        Self {
            words: sure(false),
            synonyms: sure(true),
            phrases: runs.cloned().collect(),
            numbers: terms
                .all
                .iter()
                .filter_map(|term| term.text.parse().ok())
                .collect(),
        }
    }

    /// Whether there is nothing to mark.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
            && self.synonyms.is_empty()
            && self.phrases.is_empty()
            && self.numbers.is_empty()
    }

    /// Returns the byte ranges of a text that match, in order and without overlaps.
    pub fn marks(&self, text: &str) -> Vec<Range<usize>> {
        self.marks_where(text, |word| {
            self.words.contains(word) || self.synonyms.contains(word)
        })
    }

    /// Returns the ranges of [`Self::marks`], but without synonyms and other indirect expansions.
    pub fn literal_marks(&self, text: &str) -> Vec<Range<usize>> {
        self.marks_where(text, |word| self.words.contains(word))
    }

    fn marks_where(&self, text: &str, is_marked: impl Fn(&str) -> bool) -> Vec<Range<usize>> {
        if self.is_empty() {
            return Vec::new();
        }
        let tokens = tokenize(text);
        let words = tokens
            .iter()
            .filter(|token| is_marked(&token.text) || self.is_in_range(&token.text));
        let mut marks: Vec<_> = words.map(|token| token.start..token.end).collect();
        for phrase in &self.phrases {
            marks.extend(occurrences(&tokens, phrase));
        }
        merge(marks)
    }

    /// Whether a word is a range that includes a number of the query: `11-15` includes 12.
    fn is_in_range(&self, word: &str) -> bool {
        let holds = |number: &u32| {
            let (low, high) = word.split_once('-')?;
            Some((low.parse().ok()?..=high.parse().ok()?).contains(number))
        };
        self.numbers
            .iter()
            .any(|number| holds(number) == Some(true))
    }
}

fn occurrences<'a>(
    tokens: &'a [Token<'a>],
    phrase: &'a [String],
) -> impl Iterator<Item = Range<usize>> + 'a {
    let starts = tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| phrase.first().is_some_and(|first| *first == token.text));
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
    marks.sort_by_key(|mark| mark.start);
    let mut merged: Vec<Range<usize>> = Vec::with_capacity(marks.len());
    for mark in marks {
        match merged.last_mut() {
            Some(last) if mark.start <= last.end => last.end = last.end.max(mark.end),
            _ => merged.push(mark),
        }
    }
    merged
}
