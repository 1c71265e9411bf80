//! Stems: words without the inflection of their language, by the algorithms of Snowball.

use std::fmt;

use rustc_hash::FxHashMap;

use super::forms::fold;
use super::language::Language;

/// Stems the words of one language, and keeps the stems of the words that it has seen, because the
/// words of a text repeat.
pub struct Stemmer {
    language: Language,
    algorithm: snowball_stemmers_rs::Stemmer,
    known: FxHashMap<Box<str>, Box<str>>,
}

impl fmt::Debug for Stemmer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Stemmer").field(&self.language).finish()
    }
}

/// The number of words that are kept.
const MAX_KNOWN: usize = 100_000;

impl Stemmer {
    /// A stemmer for the words of a language.
    pub fn new(language: Language) -> Self {
        Self {
            language,
            algorithm: snowball_stemmers_rs::Stemmer::create(language.algorithm()),
            known: FxHashMap::default(),
        }
    }

    /// The language whose words are stemmed.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Returns the stem of a word in its exact form (see [`exact`](super::exact)), without accents.
    /// A stem need not be a word: `activ` for `activate`.
    pub fn stem(&mut self, exact: &str) -> &str {
        if !self.known.contains_key(exact) {
            if self.known.len() >= MAX_KNOWN {
                self.known.clear();
            }
            let stem = self.compute(exact).into_boxed_str();
            self.known.insert(exact.into(), stem);
        }
        &self.known[exact]
    }

    /// Returns the stems by which a word is found: that of its exact form, and if it differs, that of
    /// its folded form, because a reader may type a word without its accents.
    pub fn stems(&mut self, exact: &str) -> Vec<String> {
        let mut stems = vec![self.stem(exact).to_owned()];
        let folded = fold(exact);
        if folded != exact {
            let other = self.stem(&folded).to_owned();
            if other != stems[0] {
                stems.push(other);
            }
        }
        stems
    }

    fn compute(&self, exact: &str) -> String {
        // Numbers, values and pairs of characters have no inflection.
        if exact.chars().any(|c| c.is_numeric() || c == '.') || exact.chars().nth(1).is_none() {
            return fold(exact).into_owned();
        }
        fold(&self.algorithm.stem(exact)).into_owned()
    }
}
