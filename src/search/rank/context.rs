//! The context of scoring: the rules, the query and the weights, which are the same for all
//! sections of a search.

use crate::analyzer::{Language, Token, tokenize};
use crate::rules::{Rulebook, SectionRef};
use crate::search::query::{MAX_WORDS, SynonymMatch, Terms};
use crate::search::weights::Weights;

pub struct ScoringContext<'a> {
    pub book: &'a Rulebook,
    pub terms: &'a Terms<'a>,
    pub weights: &'a Weights,
    pub synonyms: &'a [SynonymMatch<'a>],
    /// The inverse document frequency of each term.
    pub idf: &'a [f32],
    /// How well the labels of each section match each term; an empty list if none do.
    pub labels: &'a [Vec<f32>],
    /// The best BM25F score. Other scores of BM25 are told as shares of it.
    pub best: f32,
}

/// For each query term, the quality of its best match, from 0 to 1.
pub type TermQualities = [f32; MAX_WORDS];

pub const NO_MATCH: TermQualities = [0.0; MAX_WORDS];

/// A word of a text that matches a query term.
pub struct TermMatch {
    pub term: usize,
    pub quality: f32,
    pub closeness: f32,
    pub position: u32,
}

impl ScoringContext<'_> {
    pub fn language(&self, at: SectionRef) -> Language {
        self.book.document_of(at).language
    }

    /// Returns the words of a text that match query terms, in the order of the text.
    pub fn matches(&self, tokens: &[Token<'_>]) -> Vec<TermMatch> {
        let matches = tokens.iter().flat_map(|token| {
            let found = self.terms.matches.get(&*token.exact).into_iter().flatten();
            found.map(move |(term, expansion)| TermMatch {
                term: *term,
                quality: expansion.quality,
                closeness: expansion.closeness,
                position: token.position,
            })
        });
        matches.collect()
    }

    /// Returns how well the words of a text match the query terms.
    pub fn qualities(&self, text: &str, language: Language) -> TermQualities {
        best_qualities(&self.matches(&tokenize(text, language)))
    }

    /// Returns how well the labels of a section match the query terms.
    pub fn label_qualities(&self, at: SectionRef) -> TermQualities {
        let mut qualities = NO_MATCH;
        for (quality, of_sections) in qualities.iter_mut().zip(self.labels) {
            *quality = of_sections.get(at.0 as usize).copied().unwrap_or(0.0);
        }
        qualities
    }

    /// Whether the query is, word by word, a synonym that was written for these rules and means this
    /// section first.
    pub fn is_meant(&self, at: SectionRef) -> bool {
        let is_whole = |used: &SynonymMatch<'_>| {
            let content = self.terms.content().map(|term| &term.text);
            used.synonym.is_own && content.eq(&used.synonym.words)
        };
        self.synonyms.iter().any(|used| {
            let mut targets = used.targets.iter();
            targets.any(|target| *target == (at, 1.0)) && is_whole(used)
        })
    }

    /// Adds up the qualities of all query terms, each multiplied by the term's share in the query.
    pub fn sum(&self, quality: impl Fn(usize) -> f32) -> f32 {
        (0..self.terms.all.len())
            .map(|term| self.terms.share(term) * quality(term))
            .sum()
    }

    /// Returns the query terms that `holds` accepts, as a bit set.
    pub fn bits(&self, holds: impl Fn(usize) -> bool) -> u64 {
        (0..self.terms.all.len())
            .filter(|term| holds(*term))
            .fold(0, |bits, term| bits | 1 << term)
    }
}

pub fn best_qualities(matches: &[TermMatch]) -> TermQualities {
    let mut qualities = NO_MATCH;
    for found in matches {
        qualities[found.term] = qualities[found.term].max(found.quality);
    }
    qualities
}

/// Matches a name, word by word from its start, with the query terms from `first` on. Stops at the
/// first term that does not match the next word with at least the quality `least`. After the first
/// match, function words in the query are skipped: `operate a hatch` matches Operate Hatch. Returns
/// the matched terms as a bit set, and the position in the name after the last match.
pub fn run_from_start(
    terms: &Terms<'_>,
    matches: &[TermMatch],
    first: usize,
    least: f32,
) -> (u64, u32) {
    let (mut run, mut position, mut term) = (0_u64, 0, first);
    loop {
        let mut sure = matches.iter().filter(|found| found.quality >= least);
        if sure.any(|found| found.position == position && found.term == term) {
            run |= 1 << term;
            position += 1;
        } else if run == 0 || !terms.is_function_word(term) {
            return (run, position);
        }
        term += 1;
    }
}
