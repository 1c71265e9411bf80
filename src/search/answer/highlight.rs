//! Marks the matches of a query in a text.

use std::ops::{Range, RangeInclusive};

use rustc_hash::FxHashMap;

use crate::search::query::Terms;
use crate::search::tokenizer::{Form, tokenize};

/// What to mark in a text: the expansions, phrases and numbers of a query.
#[derive(Clone, Debug, Default)]
pub struct Highlight {
    /// The expansions of the query's words. Each is `true` if it is the typed word or one of its
    /// forms, and `false` if it is only a synonym or another indirect expansion.
    /// [`Highlight::literal_marks`] leaves out the latter.
    words: FxHashMap<String, bool>,
    phrases: Vec<Vec<String>>,
    /// Numbers in the query. A range in the text that includes one of these numbers is also marked:
    /// `11-15` for 12.
    numbers: Vec<u32>,
}

/// The minimum quality of an expansion that is marked.
const MIN_QUALITY: f32 = 0.5;

impl Highlight {
    pub(crate) fn new(terms: &Terms<'_>, phrases: &[Vec<String>]) -> Self {
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
            phrases: phrases.to_vec(),
            numbers: numbers.collect(),
        }
    }

    /// Whether there is nothing to mark.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty() && self.phrases.is_empty() && self.numbers.is_empty()
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
        let tokens = tokenize(text);
        let words = tokens
            .iter()
            .filter(|token| is_marked(&token.text) || self.is_in_range(&token.text));
        let mut marks: Vec<_> = words.map(|token| token.start..token.end).collect();
        let whole = tokens.iter().filter(|token| token.form == Form::Whole);
        let whole: Vec<_> = whole.collect();
        for phrase in &self.phrases {
            let runs = whole.windows(phrase.len());
            let runs = runs.filter(|run| run.iter().map(|token| &*token.text).eq(phrase));
            marks.extend(runs.map(|run| run[0].start..run[run.len() - 1].end));
        }
        merge(marks)
    }

    /// Whether a word is a range that includes a number of the query: `11-15` includes 12.
    fn is_in_range(&self, word: &str) -> bool {
        let range = word.split_once('-').and_then(|(low, high)| {
            let range: RangeInclusive<u32> = low.parse().ok()?..=high.parse().ok()?;
            Some(range)
        });
        let includes =
            |range: RangeInclusive<u32>| self.numbers.iter().any(|at| range.contains(at));
        !self.numbers.is_empty() && range.is_some_and(includes)
    }
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
