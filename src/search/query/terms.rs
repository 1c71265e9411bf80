//! The terms of a query, and the way back from a word of the rules to them.

use rustc_hash::FxHashMap;

use crate::search::index::Word;
use crate::search::words::is_function_word;

/// A word of the rules that a typed word may mean.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expansion<'a> {
    pub word: &'a Word,
    /// How likely it is meant: 1 for the word itself.
    pub quality: f32,
    /// How much of it was typed: 1 for the word itself.
    pub closeness: f32,
    /// Whether it is another word of the same meaning.
    pub is_synonym: bool,
}

/// Expansions of equal quality and closeness.
pub(crate) fn equally<'a>(
    words: impl IntoIterator<Item = &'a Word>,
    (quality, closeness): (f32, f32),
) -> impl Iterator<Item = Expansion<'a>> {
    words.into_iter().map(move |word| Expansion {
        word,
        quality,
        closeness,
        is_synonym: false,
    })
}

/// A typed word and its expansions.
#[derive(Clone, Debug)]
pub(crate) struct QueryTerm<'a> {
    pub text: String,
    /// Its weight in the query: a rare word counts for more.
    pub weight: f32,
    pub expansions: Vec<Expansion<'a>>,
    /// Its stem; that of the nearest known word, if it is mistyped.
    pub stem: String,
    pub known: Known,
    /// Whether it comes from something that only looks like a filter.
    pub aside: bool,
    /// Whether it is a synonym of a word that the rules use but that names no section.
    pub players: bool,
}

impl<'a> QueryTerm<'a> {
    /// Adds expansions to other words of the same meaning.
    pub(crate) fn expand(&mut self, expansions: impl Iterator<Item = Expansion<'a>>) {
        for new in expansions {
            let is_known = |known: &Expansion<'_>| known.word.text == new.word.text;
            if !self.expansions.iter().any(is_known) {
                self.expansions.push(Expansion {
                    is_synonym: true,
                    ..new
                });
            }
        }
    }

    /// Whether it is a number without a unit.
    pub(crate) fn is_number(&self) -> bool {
        self.text.bytes().all(|byte| byte.is_ascii_digit())
    }

    /// Whether it is a single letter.
    pub(crate) fn is_letter(&self) -> bool {
        let mut letters = self.text.chars();
        letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none()
    }
}

/// How a typed word is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// The rules have the word or a form of it.
    Word,
    /// The rules have words that begin with it.
    Start,
    /// The rules have a similar word: it may be mistyped.
    Nearly,
    /// The rules have nothing like it.
    Unknown,
}

/// How well a word answers a term.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer {
    /// The number of the term.
    pub term: usize,
    pub quality: f32,
    pub closeness: f32,
}

/// The terms of a query.
#[derive(Debug, Default)]
pub(crate) struct Terms<'a> {
    pub all: Vec<QueryTerm<'a>>,
    /// Whether it is a sentence: a question, or too many words for a name.
    pub asked: bool,
    /// Whether it compares rules, which then come first.
    pub compares: bool,
    /// The sum of the weights, never 0.
    total: f32,
    /// What each word of the rules answers.
    answers: FxHashMap<&'a str, Vec<Answer>>,
}

/// Other forms of a typed word.
pub(crate) const FORM: (f32, f32) = (0.92, 0.9);

impl<'a> Terms<'a> {
    pub(crate) fn new(terms: Vec<QueryTerm<'a>>, asked: bool) -> Self {
        let mut terms = Self {
            all: terms,
            asked,
            ..Self::default()
        };
        terms.prepare();
        terms
    }

    /// Prepares the look-ups, once all terms have their expansions.
    pub(crate) fn prepare(&mut self) {
        self.answers.clear();
        for (number, term) in self.all.iter().enumerate() {
            for expansion in &term.expansions {
                let answer = Answer {
                    term: number,
                    quality: expansion.quality,
                    closeness: expansion.closeness,
                };
                let answers = self.answers.entry(&expansion.word.text).or_default();
                match answers.iter_mut().find(|known| known.term == number) {
                    Some(known) if known.quality < answer.quality => *known = answer,
                    Some(_) => {}
                    None => answers.push(answer),
                }
            }
        }
        let weights = self.all.iter().map(|term| term.weight);
        self.total = weights.sum::<f32>().max(f32::MIN_POSITIVE);
    }

    /// The terms that a word answers.
    pub(crate) fn answered_by(&self, word: &str) -> &[Answer] {
        self.answers.get(word).map_or(&[], Vec::as_slice)
    }

    /// Whether a term is a function word.
    pub(crate) fn is_function_word(&self, term: usize) -> bool {
        let term = self.all.get(term);
        term.is_some_and(|term| is_function_word(&term.text))
    }

    /// The share of a term in the query.
    pub(crate) fn share(&self, term: usize) -> f32 {
        self.all
            .get(term)
            .map_or(0.0, |term| term.weight / self.total)
    }

    /// The terms that say something; all of them, if none does.
    pub(crate) fn content(&self) -> impl Iterator<Item = &QueryTerm<'a>> {
        let all = self.all.iter().all(|term| is_function_word(&term.text));
        self.all
            .iter()
            .filter(move |term| all || !is_function_word(&term.text))
    }
}

/// The weight of a word by the number of sections that have it.
#[expect(
    clippy::cast_precision_loss,
    reason = "counts of sections are far below 2^24"
)]
pub(crate) fn rarity(sections: u32, of: usize) -> f32 {
    (1.0 + of as f32 / (sections as f32 + 1.0)).ln()
}
