//! How a section's text matches a query: its best passage.

use super::context::{Answers, NO_ANSWERS, ScoringContext, TermMatch, answers};
use super::name::Naming;
use crate::search::index::{SectionText, StoredPassage};
use crate::search::tokenizer::tokenize;

/// How a text matches.
pub(crate) struct TextMatch {
    pub answers: Answers,
    /// The terms that the first cell of a row answers, as bits: a row is named by it.
    pub row_naming: u64,
    /// The largest share of the query in one passage.
    pub together: f32,
    /// How much of the query the best passage has, together with the titles above it, squared.
    pub answer: f32,
    /// The longest run of words as typed, as a share of the query.
    pub phrase: f32,
    /// How well the best passage answers together with the titles above it.
    shown: f32,
    /// The best passage.
    pub passage: Option<usize>,
}

/// What a number counts if only the range of a row holds it, compared with a number in the row itself: `threat 3` means
/// grade 3.
const IN_RANGE: f32 = 0.9;

impl TextMatch {
    /// Matches all passages of a section.
    pub(crate) fn of(context: &ScoringContext<'_>, text: &SectionText, naming: &Naming) -> Self {
        let mut all = Self {
            answers: NO_ANSWERS,
            row_naming: 0,
            together: 0.0,
            answer: 0.0,
            phrase: 0.0,
            shown: 0.0,
            passage: None,
        };
        for (number, passage) in text.passages.iter().enumerate() {
            all.passage(context, number, passage, naming);
        }
        // Words are in a row in a title too.
        all.phrase = all.phrase.max(run(context, &naming.title.matches));
        all
    }

    fn passage(
        &mut self,
        context: &ScoringContext<'_>,
        number: usize,
        passage: &StoredPassage,
        naming: &Naming,
    ) {
        let tokens = tokenize(&passage.text);
        let mut matches = context.matches(&tokens);
        let first_cell = matches.partition_point(|found| found.position < passage.first_cell);
        self.row_naming |= row_naming(context, &matches[..first_cell], passage.first_cell);
        let mut chosen = 0.0;
        if !passage.hidden.is_empty() {
            let behind = tokens.last().map_or(0, |last| last.position) + 2;
            let hidden = context.matches(&tokenize(&passage.hidden));
            let (printed, held) = (answers(&matches), answers(&hidden));
            chosen = context.sum(|term| {
                if context.terms.all[term].is_number() {
                    printed[term].max(IN_RANGE * held[term])
                } else {
                    0.0
                }
            });
            matches.extend(hidden.into_iter().map(|found| TermMatch {
                position: behind + found.position,
                ..found
            }));
        }
        if matches.is_empty() {
            return;
        }
        let own = answers(&matches);
        for (all, own) in self.answers.iter_mut().zip(own) {
            *all = all.max(own);
        }
        let with_title = context.sum(|term| {
            own[term]
                .max(0.7 * naming.title.answers[term])
                .max(0.7 * naming.path[term])
        });
        // The passage to show adds to what the titles say; the row that a number chooses says the most about it.
        let shown = with_title + chosen;
        if shown > self.shown {
            (self.shown, self.passage) = (shown, Some(number));
        }
        self.answer = self.answer.max(with_title * with_title);
        self.phrase = self.phrase.max(run(context, &matches));
        self.together = self.together.max(context.sum(|term| own[term]));
    }
}

/// The terms that the first cell of a row answers, as bits. It names nothing if only a small part of it was typed as one word.
fn row_naming(context: &ScoringContext<'_>, matches: &[TermMatch], words: u32) -> u64 {
    let mut sure: Vec<_> = matches
        .iter()
        .filter(|found| found.quality >= 0.5 && context.terms.share(found.term) > 0.05)
        .collect();
    let named = sure.iter().fold(0, |terms, found| terms | 1 << found.term);
    sure.dedup_by_key(|found| found.position);
    let is_small_part = 2 * sure.len() < words as usize;
    if context.terms.all.len() == 1 && is_small_part {
        0
    } else {
        named
    }
}

/// The longest run of words as typed, as a share of the query; one word is no run.
#[expect(
    clippy::cast_precision_loss,
    reason = "counts of words are far below 2^24"
)]
fn run(context: &ScoringContext<'_>, matches: &[TermMatch]) -> f32 {
    let terms = context.terms.all.len();
    let mut longest = 1;
    for (start, first) in matches.iter().enumerate() {
        let mut last = first;
        let mut length = 1;
        for found in &matches[start + 1..] {
            // A run is never longer than the query, however long the passage is.
            if found.position > last.position + 1 || length == terms {
                break;
            }
            if found.position == last.position + 1 && found.term == last.term + 1 {
                last = found;
                length += 1;
            }
        }
        longest = longest.max(length);
    }
    if longest > 1 {
        longest as f32 / terms as f32
    } else {
        0.0
    }
}
