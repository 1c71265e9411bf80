//! Documents of which a player reads one or the other, such as the rules of two teams: their terms stay apart.

use super::graph::LinkGraph;
use crate::rules::{Document, SectionRef};

/// What the type or folder of such documents speaks of.
const SIDES: [&str; 8] = [
    "army", "armies", "crew", "faction", "fleet", "gang", "team", "warband",
];

/// The kind of documents that a document is one of, if these are siblings: its `document_type`, else the name of its folder.
pub(super) fn family(document: &Document) -> Option<&str> {
    let folder = document.source.file.rsplit('/').nth(1);
    let kind = document.front_matter.document_type.as_deref().or(folder)?;
    let lower = kind.to_lowercase();
    SIDES
        .iter()
        .any(|side| lower.contains(side))
        .then_some(kind)
}

impl LinkGraph {
    /// Whether two sections are in documents of the same family and not from the same source.
    pub(super) fn are_siblings(&self, one: SectionRef, other: SectionRef) -> bool {
        let (one, other) = (self.book.document_of(one), self.book.document_of(other));
        let source = &one.front_matter.source;
        one.id != other.id
            && family(one).is_some_and(|kind| family(other) == Some(kind))
            && (source.is_none() || *source != other.front_matter.source)
    }
}
