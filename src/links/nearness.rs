//! Where sections stand to each other: which of several sections of one name a reader means, and what they belong to.

use std::iter::successors;

use crate::rules::{Rulebook, SectionKind, SectionRef};

/// How far `to` is from a reader of `from`; the least is the best. A heading that defines nothing comes after every
/// definition; then it counts how many sections one has to go up from the reader until the target is inside, and another
/// document is farthest.
pub(super) fn distance(book: &Rulebook, from: Option<SectionRef>, to: SectionRef) -> (bool, u32) {
    let parent = |at: &SectionRef| book.section(*at).parent;
    let mut up = (0_u32..).zip(successors(from, parent));
    let steps = up
        .find(|(_, at)| contains(book, *at, to))
        .map_or(u32::MAX, |(steps, _)| steps);
    (is_mere_heading(&book.section(to).kind), steps)
}

/// Puts targets in order, the nearest first, each of them once.
pub(super) fn sort(book: &Rulebook, from: Option<SectionRef>, targets: &mut Vec<SectionRef>) {
    if targets.len() > 1 {
        targets.sort_by_cached_key(|to| (distance(book, from, *to), *to));
        targets.dedup();
    }
}

/// Whether `inner` is `outer` or lies in it.
pub(super) fn contains(book: &Rulebook, outer: SectionRef, inner: SectionRef) -> bool {
    outer <= inner && inner < book.section(outer).end
}

/// The mission, datacard or card that a section is a part of.
pub(super) fn owner(book: &Rulebook, at: SectionRef) -> Option<SectionRef> {
    let parent = |at: &SectionRef| book.section(*at).parent;
    successors(parent(&at), parent).find(|at| {
        matches!(
            book.section(*at).kind,
            SectionKind::Mission | SectionKind::Datacard | SectionKind::EventCard { .. }
        )
    })
}

/// Whether sections of a kind define nothing.
pub(super) fn is_mere_heading(kind: &SectionKind) -> bool {
    matches!(
        kind,
        SectionKind::Document
            | SectionKind::Group
            | SectionKind::Step { .. }
            | SectionKind::Question
            | SectionKind::KeyNumbers
    )
}
