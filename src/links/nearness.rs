//! Which of several sections of one name is meant.

use crate::rules::{Rulebook, SectionKind, SectionRef};

/// How good a target is; the least is the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Nearness {
    /// A heading that defines nothing comes after every definition.
    heading: bool,
    /// How many sections up from the reader one has to go until the target is inside; another document is farthest.
    steps: u32,
}

/// How near `to` is to a reader of `from`.
pub(super) fn nearness(book: &Rulebook, from: Option<SectionRef>, to: SectionRef) -> Nearness {
    let parent = |at: &SectionRef| book.section(*at).parent;
    let mut up = (0_u32..).zip(std::iter::successors(from, parent));
    let steps = up
        .find(|(_, at)| contains(book, *at, to))
        .map_or(u32::MAX, |(steps, _)| steps);
    Nearness {
        heading: is_mere_heading(&book.section(to).kind),
        steps,
    }
}

/// Puts targets in order, the best first, each of them once.
pub(super) fn sort(book: &Rulebook, from: Option<SectionRef>, targets: &mut Vec<SectionRef>) {
    if targets.len() > 1 {
        targets.sort_by_cached_key(|to| (nearness(book, from, *to), *to));
        targets.dedup();
    }
}

/// Whether `inner` is `outer` or stands in it.
pub(super) fn contains(book: &Rulebook, outer: SectionRef, inner: SectionRef) -> bool {
    outer <= inner && inner < book.section(outer).end
}

fn is_mere_heading(kind: &SectionKind) -> bool {
    matches!(
        kind,
        SectionKind::Document
            | SectionKind::Group
            | SectionKind::Step { .. }
            | SectionKind::Question
            | SectionKind::KeyNumbers
    )
}
