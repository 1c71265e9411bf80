//! Documents of which a player reads one or the other, such as the rules of two teams: their terms stay apart.

use super::graph::LinkGraph;
use crate::rules::slug::slug;
use crate::rules::{Document, Rulebook, SectionRef};

/// What the type or folder of such documents speaks of.
const SIDES: [&str; 18] = [
    "adventure",
    "adventures",
    "army",
    "armies",
    "crew",
    "crews",
    "faction",
    "factions",
    "fleet",
    "fleets",
    "gang",
    "gangs",
    "scenario",
    "scenarios",
    "team",
    "teams",
    "warband",
    "warbands",
];

/// A longer type or name of a folder is not looked at.
const LONGEST_KIND: usize = 60;

/// The kind of documents that a document is one of, if these are siblings: its `document_type`, else the name of one of its
/// folders. The folder of a game (`Kill Team`) is that of all its documents.
pub(super) fn family<'a>(book: &'a Rulebook, document: &'a Document) -> Option<&'a str> {
    let names_sides = |kind: &&str| {
        let mut words = kind.split(|c: char| !c.is_alphanumeric());
        kind.len() <= LONGEST_KIND
            && words.any(|word| SIDES.iter().any(|side| word.eq_ignore_ascii_case(side)))
    };
    if let Some(kind) = document.front_matter.document_type.as_deref() {
        return Some(kind).filter(names_sides);
    }
    let game = &book.game(document.game).name;
    let (folders, _) = document.source.file.rsplit_once('/')?;
    let mut folders = folders.split('/');
    folders.find(|folder| names_sides(folder) && slug(folder) != slug(game))
}

impl LinkGraph {
    /// Whether two sections are in documents of the same family and not from the same source.
    pub(super) fn are_siblings(&self, one: SectionRef, other: SectionRef) -> bool {
        let book = &self.book;
        let (one, other) = (book.document_of(one), book.document_of(other));
        let source = &one.front_matter.source;
        one.id != other.id
            && family(book, one).is_some_and(|kind| family(book, other) == Some(kind))
            && (source.is_none() || *source != other.front_matter.source)
    }
}
