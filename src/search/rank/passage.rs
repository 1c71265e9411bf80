//! How well a section's text matches a query, and which passage matches best.

use super::context::{NO_MATCH, ScoringContext, TermMatch, TermQualities, best_qualities};
use super::name::Naming;
use crate::search::index::{BETWEEN_CELLS, SectionText, StoredPassage};
use crate::search::query::ratio;
use crate::search::tokenizer::tokenize;

pub struct TextMatch {
    pub qualities: TermQualities,
    /// The query terms that match the first cell of a table row, as a bit set. The first cell names
    /// the row.
    pub row_naming: u64,
    /// The largest share of the query that one passage matches.
    pub together: f32,
    /// The largest share of the query that one passage and the titles above it match together.
    pub answer: f32,
    /// The longest run of words in the typed order, as a share of the query.
    pub phrase: f32,
    /// The score of the best passage.
    shown: f32,
    /// The index of the best passage.
    pub passage: Option<usize>,
}

impl TextMatch {
    pub fn of(context: &ScoringContext<'_>, text: &SectionText, naming: &Naming) -> Self {
        let mut all = Self {
            qualities: NO_MATCH,
            row_naming: 0,
            together: 0.0,
            answer: 0.0,
            shown: 0.0,
            phrase: 0.0,
            passage: None,
        };
        for (number, passage) in text.passages.iter().enumerate() {
            all.passage(context, number, passage, naming);
        }
        // The longest run of words from the query may be in the title instead of a passage.
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
        let text = format!("{}{}", passage.text, passage.hidden);
        let matches = context.matches(&tokenize(&text));
        if matches.is_empty() {
            return;
        }
        if let Some((cell, _)) = passage.text.split_once(BETWEEN_CELLS) {
            self.row_naming |= row_naming(context, cell);
        }
        let own = best_qualities(&matches);
        for (all, own) in self.qualities.iter_mut().zip(own) {
            *all = all.max(own);
        }
        let answer = context.sum(|term| {
            own[term]
                .max(0.7 * naming.title.qualities[term])
                .max(0.7 * naming.path[term])
        });
        // A row that a number selects counts extra.
        let selects = |term: usize| {
            !passage.hidden.is_empty() && context.terms.all[term].text.parse::<u32>().is_ok()
        };
        let shown = answer + context.sum(|term| f32::from(selects(term)) * own[term]);
        if shown > self.shown {
            (self.shown, self.passage) = (shown, Some(number));
        }
        self.answer = self.answer.max(answer);
        self.together = self.together.max(context.sum(|term| own[term]));
        self.phrase = self.phrase.max(run(context, &matches));
    }
}

/// Returns the query terms that match the first cell of a table row, as a bit set. Returns 0 if the
/// query has a single content word and the cell has more than two words.
fn row_naming(context: &ScoringContext<'_>, cell: &str) -> u64 {
    let words = tokenize(cell);
    let is_long = words.last().is_some_and(|last| last.position > 1);
    if is_long && context.terms.content().count() == 1 {
        return 0;
    }
    let qualities = best_qualities(&context.matches(&words));
    context.bits(|term| qualities[term] >= 0.5 && context.terms.share(term) > 0.05)
}

/// Returns the longest run of words in the typed order, as a share of the query. A single word is
/// not a run.
fn run(context: &ScoringContext<'_>, matches: &[TermMatch]) -> f32 {
    let terms = context.terms.all.len();
    let mut longest = 1;
    for (start, first) in matches.iter().enumerate() {
        let mut last = first;
        let mut length = 1;
        for found in &matches[start + 1..] {
            // A run cannot be longer than the query, so stop early in a long passage.
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
        ratio(longest, terms)
    } else {
        0.0
    }
}
