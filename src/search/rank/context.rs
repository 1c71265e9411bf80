//! The query and the rules that every section is scored with.

use crate::rules::Rulebook;
use crate::search::query::{MAX_WORDS, SynonymMatch, Terms};
use crate::search::tokenizer::{Form, Token};
use crate::search::weights::Weights;

/// The query and the rules that every section is scored with.
pub(crate) struct ScoringContext<'a> {
    pub book: &'a Rulebook,
    pub terms: &'a Terms<'a>,
    pub weights: &'a Weights,
    pub synonyms: &'a [SynonymMatch],
}

/// The best quality of a match for each term, 0 to 1.
pub(crate) type Answers = [f32; MAX_WORDS];

/// No term is answered.
pub(crate) const NO_ANSWERS: Answers = [0.0; MAX_WORDS];

/// A word of a text that answers a term.
#[derive(Clone, Copy)]
pub(crate) struct TermMatch {
    pub term: usize,
    pub quality: f32,
    pub closeness: f32,
    pub position: u32,
    /// How many positions it fills: a compound fills those of its parts.
    pub parts: u32,
}

impl ScoringContext<'_> {
    /// The words of a text that answer terms, in their order.
    pub(crate) fn matches(&self, tokens: &[Token<'_>]) -> Vec<TermMatch> {
        let mut matches = Vec::new();
        for token in tokens {
            let parts = match token.form {
                Form::Joined(parts) => parts,
                _ => 1,
            };
            for answer in self.terms.answered_by(&token.text) {
                matches.push(TermMatch {
                    term: answer.term,
                    quality: answer.quality,
                    closeness: answer.closeness,
                    position: token.position,
                    parts,
                });
            }
        }
        matches
    }

    /// The sum of a quality over the terms, each by its share in the query.
    pub(crate) fn sum(&self, quality: impl Fn(usize) -> f32) -> f32 {
        (0..self.terms.all.len())
            .map(|term| self.terms.share(term) * quality(term))
            .sum()
    }

    /// The terms for which something holds, as bits.
    pub(crate) fn bits(&self, holds: impl Fn(usize) -> bool) -> u64 {
        (0..self.terms.all.len())
            .filter(|term| holds(*term))
            .fold(0, |bits, term| bits | 1 << term)
    }
}

/// The best quality with which each term is answered.
pub(crate) fn answers(matches: &[TermMatch]) -> Answers {
    let mut answers = NO_ANSWERS;
    for found in matches {
        answers[found.term] = answers[found.term].max(found.quality);
    }
    answers
}

/// The terms that words of a name answer one after another, from its first word and this term on, as bits, and the position
/// behind them. Function words between them do not count: `operate a hatch`.
pub(crate) fn run_from_start(
    terms: &Terms<'_>,
    matches: &[TermMatch],
    first: usize,
    least: f32,
) -> (u64, u32) {
    let (mut run, mut position, mut term) = (0_u64, 0, first);
    loop {
        let mut sure = matches.iter().filter(|found| found.quality >= least);
        if let Some(found) = sure.find(|found| found.position == position && found.term == term) {
            run |= 1 << term;
            position += found.parts;
        } else if run == 0 || !terms.is_function_word(term) {
            return (run, position);
        }
        term += 1;
    }
}
