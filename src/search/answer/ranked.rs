//! The scored sections of a search, and their order.

use crate::rules::{Rulebook, SectionRef};
use crate::search::rank::Score;

pub struct Ranked {
    pub at: SectionRef,
    pub score: Score,
    /// The section that contains the words (see [`Found`](crate::search::query::Found)).
    pub words_in: SectionRef,
}

/// The place of what the query means as a synonym: between headings and run-in rules of this name.
const MEANT: u8 = 2;

/// Returns the place of a section among those of the same name: documents, then headings, then run-in
/// rules.
pub fn place(book: &Rulebook, at: SectionRef) -> u8 {
    match book.section(at) {
        section if section.run_in => MEANT + 1,
        section => u8::from(book.document(section.document).root != at),
    }
}

/// Sorts sections by score, best first. Sections whose title or alias is the query come before all
/// others: first the documents, then the headings, then what a synonym means, then the run-in rules.
pub fn sort(book: &Rulebook, ranked: &mut [Ranked]) {
    let place = |hit: &Ranked| {
        let exact = hit.score.exact.then(|| place(book, hit.at));
        let meant = hit.score.meant.then_some(MEANT);
        exact.or(meant).unwrap_or(u8::MAX)
    };
    ranked.sort_by(|a, b| {
        place(a)
            .cmp(&place(b))
            .then(b.score.total.total_cmp(&a.score.total))
            .then(a.at.cmp(&b.at))
    });
}
