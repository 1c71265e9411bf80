//! Marks the matches of a query in a text.

use std::ops::Range;

use rustc_hash::FxHashSet;

use crate::analyzer::{Language, tokenize};
use crate::search::query::Terms;

/// What to mark in a text: the expansions and the numbers of a query.
#[derive(Clone, Debug, Default)]
pub struct Highlight {
    /// The expansions of the query's words, without synonyms.
    words: FxHashSet<String>,
    /// The numbers in the query. A range in the text that includes one of them is also marked:
    /// `11-15` for 12.
    numbers: Vec<u32>,
    /// The language of most documents.
    language: Language,
}

/// The minimum quality of an expansion that is marked. The quality of synonyms is lower:
/// they find a rule, but a reader looks for the typed words.
const MIN_QUALITY: f32 = 0.6;

impl Highlight {
    pub(crate) fn new(terms: &Terms<'_>, language: Language) -> Self {
        let expansions = terms.content().flat_map(|term| &term.expansions);
        let words = expansions
            .filter(|expansion| expansion.quality >= MIN_QUALITY)
            .map(|expansion| expansion.word.text.to_string());
        let numbers = terms.all.iter().filter_map(|term| term.text.parse().ok());
        Self {
            words: words.collect(),
            numbers: numbers.collect(),
            language,
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
        if self.is_empty() {
            return Vec::new();
        }
        let mut marks: Vec<Range<usize>> = Vec::new();
        let is_marked = |word: &str| self.words.contains(word) || self.is_in_range(word);
        let tokens = tokenize(text, self.language);
        for token in tokens.iter().filter(|token| is_marked(&token.exact)) {
            match marks.last_mut() {
                Some(last) if token.start <= last.end => last.end = last.end.max(token.end),
                _ => marks.push(token.start..token.end),
            }
        }
        marks
    }
}
