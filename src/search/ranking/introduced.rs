//! Which section of a document introduces what a question is about.

use std::collections::HashMap;

use super::super::terms::Terms;
use super::Verdict;
use crate::rules::{DocumentRef, Rulebook, SectionKind, SectionRef};

/// What a document has on the subject of a question.
#[derive(Default)]
struct OnSubject {
    /// Its best score.
    best: f32,
    /// Whether a heading names the subject: then that section is about it.
    named: bool,
    /// The first section that speaks of it.
    first: Option<SectionRef>,
}

/// Puts the first section of a document that speaks of a subject before its others, where none is named by it and the best
/// of them is better by no more than so much.
pub(crate) fn introduce(book: &Rulebook, terms: &Terms, most: f32, ranked: &mut [(SectionRef, Verdict)]) {
    let Some(subject) = terms.subject() else { return };
    let mut documents: HashMap<DocumentRef, OnSubject> = HashMap::new();
    for (at, verdict) in ranked.iter() {
        let section = book.section(*at);
        let of = documents.entry(section.document).or_default();
        of.best = of.best.max(verdict.score);
        // A question has it in its heading and answers something about it.
        let rule = section.kind != SectionKind::Question;
        of.named |= rule && verdict.naming >> subject & 1 == 1;
        if rule && verdict.holding >> subject & 1 == 1 {
            of.first = Some(of.first.map_or(*at, |first| first.min(*at)));
        }
    }
    for (at, verdict) in ranked {
        let of = documents.get(&book.section(*at).document).filter(|of| !of.named && of.first == Some(*at));
        if let Some(best) = of.map(|of| of.best).filter(|best| (0.0..=most).contains(&(best - verdict.score))) {
            verdict.score = best.next_up();
        }
    }
}
