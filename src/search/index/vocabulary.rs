//! The words of the loaded rules in alphabetical order, and the ways from a typed word to them.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, DocSet, Searcher, SegmentReader, TERMINATED};

use super::places::Places;
use super::schema::Fields;
use crate::search::edits::{Distance, allowed_edits};
use crate::search::words::stem;

/// A word in a [`Vocabulary`].
pub(crate) type WordId = usize;

/// A word of the rules, or a player's word for one.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Word {
    pub text: String,
    /// How many sections have it: none, if only players use it.
    pub sections: u32,
    pub places: Places,
}

/// All words of the loaded rules, sorted.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Vocabulary {
    words: Vec<Word>,
}

/// A stem is this many letters shorter than its longest form, at most: `drop`, `droppings`.
const LONGEST_ENDING: usize = 8;

impl Vocabulary {
    /// Reads the words of an index.
    pub(crate) fn of(searcher: &Searcher, fields: &Fields) -> tantivy::Result<Self> {
        let mut words: HashMap<String, Word> = HashMap::new();
        for segment in searcher.segment_readers() {
            for (text, (mut docs, places)) in postings(segment, fields)? {
                docs.sort_unstable();
                docs.dedup();
                let word = words.entry(text).or_default();
                word.sections += u32::try_from(docs.len()).unwrap_or(u32::MAX);
                word.places.add(places);
            }
        }
        let words = words.into_iter().map(|(text, word)| Word { text, ..word });
        let mut vocabulary = Self {
            words: words.collect(),
        };
        vocabulary.sort();
        Ok(vocabulary)
    }

    /// Adds players' words, unless the rules have them.
    pub(crate) fn extend(&mut self, texts: impl Iterator<Item = String>) {
        let mut new: Vec<_> = texts.filter(|text| self.get(text).is_none()).collect();
        new.sort_unstable();
        new.dedup();
        self.words.extend(new.into_iter().map(|text| Word {
            text,
            ..Word::default()
        }));
        self.sort();
    }

    fn sort(&mut self) {
        self.words.sort_unstable_by(|a, b| a.text.cmp(&b.text));
    }

    pub(crate) fn word(&self, id: WordId) -> &Word {
        &self.words[id]
    }

    pub(crate) fn get(&self, text: &str) -> Option<WordId> {
        self.words
            .binary_search_by(|word| word.text.as_str().cmp(text))
            .ok()
    }

    /// The words that start with a text, itself among them.
    fn starting(&self, text: &str) -> Range<WordId> {
        let first = self.words.partition_point(|word| word.text.as_str() < text);
        let count = self.words[first..].partition_point(|word| word.text.starts_with(text));
        first..first + count
    }

    /// The other forms of a word: those that share its stem.
    pub(crate) fn forms<'a>(&'a self, text: &'a str) -> impl Iterator<Item = WordId> + 'a {
        let shared = stem(text);
        self.starting(shared).filter(move |id| {
            let word = self.word(*id).text.as_str();
            word.len() <= shared.len() + LONGEST_ENDING && word != text && stem(word) == shared
        })
    }

    /// A word, or else a form of it, that a section has.
    pub(crate) fn printed(&self, text: &str) -> Option<WordId> {
        let printed = |id: &WordId| self.word(*id).sections > 0;
        self.get(text)
            .filter(printed)
            .or_else(|| self.forms(text).find(printed))
    }

    /// The words that a text is the start of, itself left out.
    pub(crate) fn completions(&self, prefix: &str) -> Range<WordId> {
        let mut words = self.starting(prefix);
        if words
            .clone()
            .next()
            .is_some_and(|first| self.word(first).text == prefix)
        {
            words.start += 1;
        }
        words
    }

    /// Words of titles that print a word wrong: one edit away, with the same first letter.
    pub(crate) fn misprinted_titles(&self, word: &str) -> Vec<WordId> {
        let letters: Vec<_> = word.chars().collect();
        let mut distance = Distance::default();
        let initial = letters.first().map_or(0, |first| first.len_utf8());
        let mut is_near = |id: &WordId| {
            let other = self.word(*id);
            other.places.has(Places::TITLE)
                && distance.within(&letters, &other.text, 1, false).is_some()
        };
        self.starting(&word[..initial])
            .filter(|id| is_near(id))
            .collect()
    }

    /// The words that a mistyped one may mean, nearest first, with the number of edits. With `prefix`, also words that it may
    /// be the start of.
    pub(crate) fn similar(&self, typed: &str, prefix: bool) -> Vec<(WordId, usize)> {
        let letters: Vec<_> = typed.chars().collect();
        let most = allowed_edits(letters.len());
        if most == 0 || !letters.iter().all(|letter| letter.is_alphabetic()) {
            return Vec::new();
        }
        let mut distance = Distance::default();
        let mut found = Vec::new();
        for (id, word) in self.words.iter().enumerate() {
            if word.text.len() <= 2 {
                continue;
            }
            let whole = distance.within(&letters, &word.text, most, false);
            let edits = whole.or_else(|| {
                distance
                    .within(&letters, &word.text, most, true)
                    .filter(|_| prefix)
            });
            found.extend(edits.map(|edits| (id, edits)));
        }
        found.sort_by_key(|(id, edits)| {
            let word = &self.word(*id).text;
            let same_initial = word.chars().next() == letters.first().copied();
            (
                *edits,
                Reverse(same_initial),
                word.len().abs_diff(typed.len()),
            )
        });
        found
    }
}

/// The words of a segment, each with the documents that have it, some of them repeatedly, and all its places.
fn postings(
    segment: &SegmentReader,
    fields: &Fields,
) -> tantivy::Result<HashMap<String, (Vec<DocId>, Places)>> {
    let mut words: HashMap<String, (Vec<DocId>, Places)> = HashMap::new();
    for (field, place) in fields.places() {
        let inverted = segment.inverted_index(field)?;
        let mut terms = inverted.terms().stream()?;
        while terms.advance() {
            let option = IndexRecordOption::Basic;
            let mut postings = inverted.read_postings_from_terminfo(terms.value(), option)?;
            let mut docs = Vec::new();
            while postings.doc() != TERMINATED {
                docs.push(postings.doc());
                postings.advance();
            }
            docs.retain(|doc| !segment.is_deleted(*doc));
            if docs.is_empty() {
                continue;
            }
            let text = String::from_utf8_lossy(terms.key()).into_owned();
            let word = words.entry(text).or_default();
            word.0.extend(docs);
            word.1.add(place);
        }
    }
    Ok(words)
}
