//! Which section of a document introduces what a question is about.

use std::collections::HashMap;

use super::super::terms::Terms;
use super::Verdict;
use crate::rules::{DocumentRef, Rulebook, SectionKind, SectionRef};

/// How much farther below a question of the rules the section may stand where the subject is all that is typed: who does
/// not ask wants no question.
const ALONE: f32 = 4.0;

/// What a document has on the subject of a question.
#[derive(Default)]
struct OnSubject {
    /// Its best score.
    best: f32,
    /// How far below that the section that introduces the subject may stand.
    most: f32,
    /// Whether a heading names the subject: then that section is about it.
    named: bool,
    /// The first section that speaks of it.
    first: Option<SectionRef>,
}

/// Puts the first section of a document that speaks of a subject before its others, where none is named by it and the best
/// of them is better by no more than so much.
pub(crate) fn introduce(
    book: &Rulebook,
    terms: &Terms,
    most: f32,
    ranked: &mut [(SectionRef, Verdict)],
) {
    let Some(subject) = terms
        .subject()
        .filter(|_| terms.asked || terms.groups.len() == 1)
    else {
        return;
    };
    let mut documents: HashMap<DocumentRef, OnSubject> = HashMap::new();
    for (at, verdict) in ranked.iter() {
        let section = book.section(*at);
        let of = documents.entry(section.document).or_default();
        // A question has it in its heading and answers something about it.
        let rule = section.kind != SectionKind::Question;
        if verdict.score > of.best {
            of.best = verdict.score;
            of.most = if terms.asked {
                most
            } else if rule {
                0.0
            } else {
                ALONE * most
            };
        }
        of.named |= rule && verdict.naming >> subject & 1 == 1;
        if rule && verdict.holding >> subject & 1 == 1 {
            of.first = Some(of.first.map_or(*at, |first| first.min(*at)));
        }
    }
    for (at, verdict) in ranked {
        let of = documents
            .get(&book.section(*at).document)
            .filter(|of| !of.named && of.first == Some(*at));
        if let Some(of) = of.filter(|of| (0.0..=of.most).contains(&(of.best - verdict.score))) {
            verdict.score = of.best.next_up();
        }
    }
}
