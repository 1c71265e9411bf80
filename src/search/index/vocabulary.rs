//! The vocabulary of the loaded rules, and the lookup of typed words.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use tantivy::Searcher;

use super::schema::{Fields, Places};
use super::strings::Strings;
use crate::analyzer::{Language, Stemmer, fold};
use crate::rules::edits::{Distance, allowed_edits};

/// A word of the rules or of a synonym.
#[derive(Clone, Copy, Debug)]
pub struct Word<'a> {
    /// The index of the word in its vocabulary.
    pub id: usize,
    /// The exact form (see [`exact`](crate::analyzer::exact)).
    pub text: &'a str,
    /// The form without accents.
    pub folded: &'a str,
    /// The number of sections that contain the word, counted in the field where the word is most
    /// common; 0 if only synonyms contain the word.
    pub sections: u32,
    pub places: Places,
}

/// All words of the loaded rules and of synonyms.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct IndexVocabulary {
    /// The folded form of each word, sorted. Where the exact form differs, it follows after a NUL.
    words: Strings,
    sections: Vec<u32>,
    places: Vec<Places>,
    /// All stems, sorted, and the end of each stem's words in `stem_words`.
    stems: Strings,
    stem_ends: Vec<u32>,
    stem_words: Vec<u32>,
    /// The languages of the rules, the most frequent first.
    languages: Vec<Language>,
    /// The letters of each word, as [`letters_of`] packs them, from when they are first needed.
    #[serde(skip)]
    letters: OnceLock<Vec<u32>>,
}

/// The maximum number of languages in which a typed word is stemmed.
const MAX_LANGUAGES: usize = 4;

fn key(exact: &str) -> String {
    let folded = fold(exact);
    if folded == exact {
        folded.into_owned()
    } else {
        format!("{folded}\0{exact}")
    }
}

impl IndexVocabulary {
    /// Reads the words of an index. `more` are words of synonyms, and `languages` those of all
    /// documents.
    pub fn of(
        searcher: &Searcher,
        fields: &Fields,
        more: impl Iterator<Item = String>,
        languages: impl Iterator<Item = Language>,
    ) -> tantivy::Result<Self> {
        // A text of random characters has millions of words, so they share one allocation.
        let mut found = Strings::default();
        let mut counts: Vec<(u32, Places)> = Vec::new();
        for segment in searcher.segment_readers() {
            for (field, place) in fields.places() {
                let inverted = segment.inverted_index(field)?;
                let mut terms = inverted.terms().stream()?;
                while terms.advance() {
                    found.push(&key(&String::from_utf8_lossy(terms.key())));
                    let mut places = Places::default();
                    places.add(place);
                    counts.push((terms.value().doc_freq, places));
                }
            }
        }
        for word in more {
            found.push(&key(&word));
            counts.push((0, Places::default()));
        }
        let mut vocabulary = Self {
            languages: most_frequent(languages),
            ..Self::default()
        };
        for at in found.order() {
            vocabulary.add(found.get(at as usize), counts[at as usize]);
        }
        drop((found, counts));
        vocabulary.add_stems();
        Ok(vocabulary)
    }

    /// Adds a word that is not before the last one.
    fn add(&mut self, key: &str, (sections, places): (u32, Places)) {
        let last = self.words.len().checked_sub(1);
        if let Some(last) = last.filter(|last| self.words.get(*last) == key) {
            self.sections[last] = self.sections[last].max(sections);
            self.places[last].add(places);
        } else {
            self.words.push(key);
            self.sections.push(sections);
            self.places.push(places);
        }
    }

    fn add_stems(&mut self) {
        let (mut found, mut words) = (Strings::default(), Vec::new());
        let stemmers = self
            .languages
            .iter()
            .map(|language| Stemmer::new(*language));
        let mut stemmers: Vec<_> = stemmers.collect();
        for (word, id) in self.all().zip(0_u32..) {
            for stem in stemmers.iter_mut().flat_map(|by| by.stems(word.text)) {
                found.push(&stem);
                words.push(id);
            }
        }
        for at in found.order() {
            let (stem, word) = (found.get(at as usize), words[at as usize]);
            if self.stems.len() == 0 || self.stems.get(self.stems.len() - 1) != stem {
                self.stems.push(stem);
                self.stem_ends.push(0);
            } else if self.stem_words.last() == Some(&word) {
                continue;
            }
            self.stem_words.push(word);
            if let Some(end) = self.stem_ends.last_mut() {
                *end = u32::try_from(self.stem_words.len()).unwrap_or(u32::MAX);
            }
        }
    }

    /// The language of most documents.
    pub fn language(&self) -> Language {
        self.languages.first().copied().unwrap_or_default()
    }

    /// Returns the stems of a typed word in the languages of the rules.
    pub fn stems_of(&self, exact: &str) -> Vec<String> {
        let languages = self.languages.iter();
        let mut stems: Vec<_> = languages
            .flat_map(|language| Stemmer::new(*language).stems(exact))
            .collect();
        stems.dedup();
        stems
    }

    fn word(&self, id: usize) -> Word<'_> {
        let key = self.words.get(id);
        let (folded, text) = key.split_once('\0').unwrap_or((key, key));
        Word {
            id,
            text,
            folded,
            sections: self.sections[id],
            places: self.places[id],
        }
    }

    fn all(&self) -> impl Iterator<Item = Word<'_>> {
        (0..self.words.len()).map(|id| self.word(id))
    }

    pub fn get(&self, exact: &str) -> Option<Word<'_>> {
        let key = key(exact);
        let at = self.words.partition_point(|word| word < key.as_str());
        (at < self.words.len() && self.words.get(at) == key).then(|| self.word(at))
    }

    /// Returns a word and its other forms, as far as the vocabulary contains them.
    pub fn with_forms<'a>(&'a self, exact: &str) -> impl Iterator<Item = Word<'a>> + use<'a> {
        self.get(exact).into_iter().chain(self.forms(exact))
    }

    /// Returns the other forms of a word: the words with the same stem.
    pub fn forms(&self, exact: &str) -> Vec<Word<'_>> {
        let mut ids: Vec<u32> = Vec::new();
        for stem in self.stems_of(exact) {
            let at = self.stems.partition_point(|known| known < stem.as_str());
            if at < self.stem_ends.len() && self.stems.get(at) == stem {
                let start = at.checked_sub(1).map_or(0, |before| self.stem_ends[before]);
                let end = self.stem_ends[at];
                ids.extend(&self.stem_words[start as usize..end as usize]);
            }
        }
        ids.sort_unstable();
        ids.dedup();
        let words = ids.into_iter().map(|id| self.word(id as usize));
        words.filter(|word| word.text != exact).collect()
    }

    /// Returns the words that start with `prefix`, except `prefix` itself if it is a word.
    pub fn completions<'a>(&'a self, prefix: &str) -> impl Iterator<Item = Word<'a>> + use<'a> {
        let prefix = fold(prefix).into_owned();
        let first = self.words.partition_point(|word| word < prefix.as_str());
        (first..self.words.len())
            .map(|id| self.word(id))
            .skip_while({
                let prefix = prefix.clone();
                move |word| word.folded == prefix
            })
            .take_while(move |word| word.folded.starts_with(&prefix))
    }

    /// Returns the words that a mistyped word may mean, nearest first, each with the number of
    /// edits. If `prefix` is true, the mistyped text may also be the start of a longer word.
    pub fn similar(&self, typed: &str, prefix: bool) -> Vec<(Word<'_>, usize)> {
        let typed = fold(typed);
        let letters: Vec<_> = typed.chars().collect();
        let most = allowed_edits(letters.len());
        if most == 0 || !letters.iter().all(|letter| letter.is_alphabetic()) {
            return Vec::new();
        }
        let mut distance = Distance::default();
        let mut found = Vec::new();
        let of_words = self.letters.get_or_init(|| {
            let words = self.all();
            words.map(|word| letters_of(word.folded)).collect()
        });
        // Each letter that a word lacks costs an edit.
        let typed_letters = letters_of(&typed);
        let lacking = |letters: u32| (typed_letters & !letters).count_ones() as usize;
        let near = (0..self.words.len()).filter(|id| lacking(of_words[*id]) <= most);
        let near = near.map(|id| self.word(id));
        for word in near.filter(|word| word.folded.len() > 2) {
            let mut edits = |prefix| distance.within(&letters, word.folded, most, prefix);
            let edits = edits(false).or_else(|| if prefix { edits(true) } else { None });
            found.extend(edits.map(|edits| (word, edits)));
        }
        found.sort_by_key(|(word, edits)| {
            let same_initial = word.folded.starts_with(letters[0]);
            (
                *edits,
                Reverse(same_initial),
                word.folded.len().abs_diff(typed.len()),
            )
        });
        found
    }
}

/// Packs the letters of a word into a bit set. Letters that share a bit make words look nearer than
/// they are, never farther.
fn letters_of(word: &str) -> u32 {
    word.chars()
        .fold(0, |letters, letter| letters | 1 << (u32::from(letter) % 32))
}

fn most_frequent(languages: impl Iterator<Item = Language>) -> Vec<Language> {
    let mut counts: BTreeMap<Language, usize> = BTreeMap::new();
    for language in languages {
        *counts.entry(language).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(language, count)| (Reverse(*count), *language));
    let mut languages: Vec<_> = counts.into_iter().map(|(language, _)| language).collect();
    languages.truncate(MAX_LANGUAGES);
    if languages.is_empty() {
        languages.push(Language::ENGLISH);
    }
    languages
}
