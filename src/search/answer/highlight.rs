//! Marks the matches of a query in a text.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::search::query::Terms;
use crate::search::tokenizer::tokenize;

/// The words to mark in a text: the expansions of a query.
#[derive(Clone, Debug, Default)]
pub struct Highlight {
    /// The expansions of the query's words. Each is `true` if it is the typed word or one of its
    /// forms, and `false` if it is only a synonym or another indirect expansion.
    /// [`Highlight::literal_marks`] leaves out the latter.
    words: FxHashMap<String, bool>,
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
        Self { words }
    }

    /// Whether there is nothing to mark.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
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
        for token in tokenize(text).iter().filter(|token| is_marked(&token.text)) {
            match marks.last_mut() {
                Some(last) if token.start <= last.end => last.end = last.end.max(token.end),
                _ => marks.push(token.start..token.end),
            }
        }
        marks
    }
}
