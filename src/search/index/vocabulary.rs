//! The vocabulary of the loaded rules, and the lookup of typed words.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};
use tantivy::Searcher;

use super::schema::{Fields, Places};
use crate::rules::edits::{Distance, allowed_edits};
use crate::search::words::stem;

/// A word of the rules or of a synonym.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Word {
    pub text: Box<str>,
    /// The number of sections that contain the word, counted in the field where the word is most
    /// common; 0 if only synonyms contain the word.
    pub sections: u32,
    pub places: Places,
}

/// All words of the loaded rules and of synonyms, sorted.
#[derive(Debug, Serialize, Deserialize)]
pub struct IndexVocabulary {
    words: Vec<Word>,
}

/// The maximum number of letters that a form of a word has after the stem: `droppings` has five
/// after `drop`.
const MAX_ENDING_LENGTH: usize = 8;

impl IndexVocabulary {
    pub fn of(searcher: &Searcher, fields: &Fields) -> tantivy::Result<Self> {
        let mut words: Vec<Word> = Vec::new();
        for segment in searcher.segment_readers() {
            for (field, places) in fields.places() {
                let inverted = segment.inverted_index(field)?;
                let mut terms = inverted.terms().stream()?;
                while terms.advance() {
                    words.push(Word {
                        text: String::from_utf8_lossy(terms.key()).into(),
                        sections: terms.value().doc_freq,
                        places,
                    });
                }
            }
        }
        words.sort_unstable_by(|a, b| a.text.cmp(&b.text));
        words.dedup_by(|next, word| {
            let is_same = next.text == word.text;
            if is_same {
                word.places.add(next.places);
                word.sections = word.sections.max(next.sections);
            }
            is_same
        });
        words.shrink_to_fit();
        Ok(Self { words })
    }

    /// Adds the words of synonyms, except for words that also occur in the rules.
    pub fn extend(&mut self, texts: impl Iterator<Item = String>) {
        let mut new: Vec<_> = texts.filter(|text| self.get(text).is_none()).collect();
        new.sort_unstable();
        new.dedup();
        self.words.extend(new.into_iter().map(|text| Word {
            text: text.into(),
            ..Word::default()
        }));
        self.words.sort_unstable_by(|a, b| a.text.cmp(&b.text));
    }

    pub fn get(&self, text: &str) -> Option<&Word> {
        let found = self.words.binary_search_by(|word| (*word.text).cmp(text));
        found.ok().map(|at| &self.words[at])
    }

    /// Returns the words that start with `text`, including `text` itself if it is a word.
    fn starting(&self, text: &str) -> &[Word] {
        let first = self.words.partition_point(|word| &*word.text < text);
        let count = self.words[first..].partition_point(|word| word.text.starts_with(text));
        &self.words[first..first + count]
    }

    /// Returns a word and its other forms, as far as the vocabulary contains them.
    pub fn with_forms<'a>(&'a self, text: &str) -> impl Iterator<Item = &'a Word> + use<'a> {
        self.get(text).into_iter().chain(self.forms(text))
    }

    /// Returns the other forms of a word: the words with the same stem.
    pub fn forms<'a>(&'a self, text: &str) -> impl Iterator<Item = &'a Word> + use<'a> {
        let text = text.to_owned();
        self.starting(stem(&text)).iter().filter(move |word| {
            let shared = stem(&text);
            let word = &*word.text;
            word.len() <= shared.len() + MAX_ENDING_LENGTH && word != text && stem(word) == shared
        })
    }

    /// Returns the words that start with `prefix`, except `prefix` itself if it is a word.
    pub fn completions(&self, prefix: &str) -> &[Word] {
        match self.starting(prefix) {
            [first, rest @ ..] if *first.text == *prefix => rest,
            words => words,
        }
    }

    /// Returns the words that a mistyped word may mean, nearest first, each with the number of
    /// edits. If `prefix` is true, the mistyped text may also be the start of a longer word.
    pub fn similar(&self, typed: &str, prefix: bool) -> Vec<(&Word, usize)> {
        let letters: Vec<_> = typed.chars().collect();
        let most = allowed_edits(letters.len());
        if most == 0 || !letters.iter().all(|letter| letter.is_alphabetic()) {
            return Vec::new();
        }
        let mut distance = Distance::default();
        let mut found = Vec::new();
        for word in self.words.iter().filter(|word| word.text.len() > 2) {
            let mut edits = |prefix| distance.within(&letters, &word.text, most, prefix);
            let edits = edits(false).or_else(|| if prefix { edits(true) } else { None });
            found.extend(edits.map(|edits| (word, edits)));
        }
        found.sort_by_key(|(word, edits)| {
            let same_initial = word.text.starts_with(letters[0]);
            (
                *edits,
                Reverse(same_initial),
                word.text.len().abs_diff(typed.len()),
            )
        });
        found
    }
}
