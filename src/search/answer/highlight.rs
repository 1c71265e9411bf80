//! Marks the matches of a query in a text.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::search::query::Terms;
use crate::search::tokenizer::tokenize;

/// What to mark in a text: the expansions and the numbers of a query.
#[derive(Clone, Debug, Default)]
pub struct Highlight {
    /// The expansions of the query's words. Each is `true` if it is the typed word or one of its
    /// forms, and `false` if it is only a synonym or another indirect expansion.
    /// [`Highlight::literal_marks`] leaves out the latter.
    words: FxHashMap<String, bool>,
    /// The numbers in the query. A range in the text that includes one of them is also marked:
    /// `11-15` for 12.
    numbers: Vec<u32>,
}

/// The minimum quality of an expansion that is marked.
const MIN_QUALITY: f32 = 0.5;

impl Highlight {
    pub(crate) fn new(terms: &Terms<'_>) -> Self {
        let mut words = FxHashMap::default();
        for expansion in terms.content().flat_map(|term| &term.expansions) {
            if expansion.quality >= MIN_QUALITY {
                *words.entry(expansion.word.text.to_string()).or_default() |=
                    !expansion.is_indirect;
            }
        }
        let numbers = terms.all.iter().filter_map(|term| term.text.parse().ok());
        Self {
            words,
            numbers: numbers.collect(),
        }
    }

    /// Whether there is nothing to mark.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty() && self.numbers.is_empty()
    }

    /// Whether a word is a range that includes a number of the query: `11-15` includes 12.
    fn is_in_range(&self, word: &str) -> bool {
        let range = word
            .split_once('-')
            .and_then(|(low, high)| Some(low.parse().ok()?..=high.parse().ok()?));
        range.is_some_and(|range| self.numbers.iter().any(|number| range.contains(number)))
    }

    /// Returns the byte ranges of a text that match, in order and without overlaps.
    pub fn marks(&self, text: &str) -> Vec<Range<usize>> {
        self.marks_where(text, |word| self.words.contains_key(word))
    }

    /// Returns the ranges of [`Self::marks`], but without synonyms and other indirect expansions.
    pub fn literal_marks(&self, text: &str) -> Vec<Range<usize>> {
        self.marks_where(text, |word| self.words.get(word) == Some(&true))
    }

    fn marks_where(&self, text: &str, is_marked: impl Fn(&str) -> bool) -> Vec<Range<usize>> {
        if self.is_empty() {
            return Vec::new();
        }
        let mut marks: Vec<Range<usize>> = Vec::new();
        let is_marked = |word: &str| is_marked(word) || self.is_in_range(word);
        for token in tokenize(text).iter().filter(|token| is_marked(&token.text)) {
            match marks.last_mut() {
                Some(last) if token.start <= last.end => last.end = last.end.max(token.end),
                _ => marks.push(token.start..token.end),
            }
        }
        marks
    }
}
