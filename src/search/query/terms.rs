//! The terms of a query, and the lookup of the terms that a word of the rules matches.

use rustc_hash::FxHashMap;

use crate::search::index::Word;
use crate::search::text::hash;

/// A word of the rules that a typed word may mean.
#[derive(Clone, Copy, Debug)]
pub struct Expansion<'a> {
    pub word: Word<'a>,
    /// How likely it is that the player means this word: 1 for the typed word itself.
    pub quality: f32,
    /// The share of the word that counts as typed: 1 for the typed word itself.
    pub closeness: f32,
}

pub fn build_expansions<'a>(
    words: impl IntoIterator<Item = Word<'a>>,
    (quality, closeness): (f32, f32),
) -> impl Iterator<Item = Expansion<'a>> {
    words.into_iter().map(move |word| Expansion {
        word,
        quality,
        closeness,
    })
}

/// A typed word and its expansions.
#[derive(Debug, Default)]
pub struct QueryTerm<'a> {
    /// The exact form of the typed word.
    pub text: String,
    /// Whether the word is a function word of the language of most documents.
    pub is_function_word: bool,
    /// The weight of the term in the query: rare words weigh more.
    pub weight: f32,
    pub expansions: Vec<Expansion<'a>>,
    pub known: Known,
    /// How certain it is that the expansions are meant, from 0 to 1.
    pub certainty: f32,
    /// Whether the typed word belongs to a synonym whose meaning occurs in the rules but names no
    /// section.
    pub is_synonym_without_section: bool,
}

impl<'a> QueryTerm<'a> {
    /// Adds the expansions that the term does not have yet.
    pub fn expand(&mut self, expansions: impl Iterator<Item = Expansion<'a>>) {
        for new in expansions {
            let is_known = |known: &Expansion<'_>| known.word.id == new.word.id;
            if !self.expansions.iter().any(is_known) {
                self.expansions.push(new);
            }
        }
    }
}

/// Whether the vocabulary contains a typed word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Known {
    /// The vocabulary contains the word or another form of it.
    Word,
    /// The vocabulary contains words that start with the typed text.
    Start,
    /// The vocabulary contains a similar word, so the typed word may be a spelling mistake.
    Nearly,
    /// The vocabulary contains nothing similar.
    #[default]
    Unknown,
}

#[derive(Debug, Default)]
pub struct Terms<'a> {
    pub all: Vec<QueryTerm<'a>>,
    /// Whether the query counts as a question: it begins with a function word and at least two more
    /// words follow, it asks to compare rules, or it has at least five words, one of them a function word.
    pub is_question: bool,
    /// Whether the query asks to compare rules.
    pub compares: bool,
    /// The sum of all weights; never 0.
    pub total: f32,
    /// The expansions to each word of the rules, with the indexes of their terms.
    pub matches: FxHashMap<&'a str, Vec<(usize, Expansion<'a>)>>,
    /// The indexes of the terms that each word of the rules matches, with their qualities, by the
    /// [`hash`] of the word.
    pub by_hash: FxHashMap<u32, Vec<(usize, f32)>>,
}

/// The quality and closeness of another form of a typed word.
pub const FORM: (f32, f32) = (0.88, 0.9);

/// The quality and closeness of the words nearest to a mistyped word.
pub const NEAREST: (f32, f32) = (0.8, 0.9);

impl<'a> Terms<'a> {
    /// Prepares the lookup by word and the sum of all weights, when all expansions are known.
    pub fn prepare(&mut self) {
        for (number, term) in self.all.iter().enumerate() {
            for expansion in &term.expansions {
                let matches = self.matches.entry(expansion.word.text).or_default();
                matches.push((number, *expansion));
                let by_hash = self.by_hash.entry(hash(expansion.word.text)).or_default();
                by_hash.push((number, expansion.quality));
            }
        }
        let weights = self.all.iter().map(|term| term.weight);
        self.total = weights.sum::<f32>().max(f32::MIN_POSITIVE);
    }

    /// Returns the content words that no text contains in any form, and that mean no other word.
    pub fn unknown(&self) -> Vec<String> {
        let terms = self.all.iter().filter(|term| {
            let is_value = term.text.contains(|c: char| c.is_ascii_digit());
            let is_unknown = term.known == Known::Unknown && term.expansions.is_empty();
            is_unknown && !is_value && !term.is_function_word
        });
        terms.map(|term| term.text.clone()).collect()
    }

    pub fn is_function_word(&self, term: usize) -> bool {
        let term = self.all.get(term);
        term.is_some_and(|term| term.is_function_word)
    }

    /// Returns the share of a term in the weight of the query, from 0 to 1.
    pub fn share(&self, term: usize) -> f32 {
        self.all[term].weight / self.total
    }

    /// Returns the terms that are not function words, or all terms if every one is a function word,
    /// with their indexes.
    pub fn numbered(&self) -> impl Iterator<Item = (usize, &QueryTerm<'a>)> {
        let all = self.all.iter().all(|term| term.is_function_word);
        let terms = self.all.iter().enumerate();
        terms.filter(move |(_, term)| all || !term.is_function_word)
    }

    /// Returns the terms that are not function words, or all terms if every one is a function word.
    pub fn content(&self) -> impl Iterator<Item = &QueryTerm<'a>> {
        self.numbered().map(|(_, term)| term)
    }
}

/// Returns the inverse document frequency of BM25: the weight of a word that `found` of `all`
/// sections contain.
#[expect(
    clippy::cast_precision_loss,
    reason = "counts of sections are far below 2^24"
)]
pub fn idf(found: usize, all: usize) -> f32 {
    let found = found.min(all) as f32;
    (1.0 + (all as f32 - found + 0.5) / (found + 0.5)).ln()
}
