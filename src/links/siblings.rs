//! Sibling documents, such as the rules of different teams. A player uses only one of them, so a
//! term of one sibling is not a term in another. The side of a document is the team, army or
//! scenario that the document is about. Several documents may be parts of one side.

use super::graph::LinkGraph;
use super::words::Phrase;
use crate::rules::slug::slug;
use crate::rules::{Document, Rulebook, SectionRef};

/// The stems of words in the document types or folder names of sibling documents.
const SIDES: [&str; 9] = [
    "adventure",
    "army",
    "crew",
    "faction",
    "fleet",
    "gang",
    "scenario",
    "team",
    "warband",
];

/// The maximum number of documents that are parts of one side.
const MAX_PARTS: usize = 3;

/// The maximum length in bytes of a document type or folder name. Longer names are not examined.
const MAX_KIND_LENGTH: usize = 60;

/// Returns the family of a document, such as `teams`: its `document_type` or, if it has none, the
/// outermost folder around it whose name contains a word of [`SIDES`]. A `document_type` must
/// contain such a word too. A folder with the name of the game (`Kill Team`) does not count,
/// because it contains all documents of the game.
pub fn family<'a>(book: &'a Rulebook, document: &'a Document) -> Option<&'a str> {
    let names_sides = |kind: &&str| {
        let is_side = |word| SIDES.contains(&word);
        kind.len() <= MAX_KIND_LENGTH && Phrase::new(kind).all().split(' ').any(is_side)
    };
    if let Some(kind) = document.front_matter.get("document_type") {
        return Some(kind).filter(names_sides);
    }
    let game = &book.game(document.game).name;
    let mut folders = document.source.folders().split('/');
    folders.find(|folder| names_sides(folder) && slug(folder) != slug(game))
}

impl LinkGraph {
    /// Whether two sections are in sibling documents: different documents of one family that are
    /// not parts of the same side. The parts of a side name the same source. A source that many
    /// documents name does not count, because all teams of a game may come from one book.
    pub(super) fn are_siblings(&self, one: SectionRef, other: SectionRef) -> bool {
        let book = &self.book;
        let (one, other) = (book.document_of(one), book.document_of(other));
        let source = one.front_matter.get("source");
        let names_source = |document: &&Document| document.front_matter.get("source") == source;
        let mut parts = book.documents.iter().filter(names_source);
        one.id != other.id
            && family(book, one).is_some_and(|kind| family(book, other) == Some(kind))
            && (source.is_none() || !names_source(&other) || parts.nth(MAX_PARTS).is_some())
    }
}
