//! Going through the documents one after the other.

use super::model::body::Blocks;
use super::model::section::{DocumentRef, GameRef, Section, SectionRef};
use super::rulebook::Rulebook;

/// Goes through documents in their order.
#[derive(Debug)]
pub struct Reading<'a> {
    book: &'a Rulebook,
    game: Option<GameRef>,
    next: u32,
}

/// A document that is being read.
#[derive(Clone, Copy, Debug)]
pub struct Opened<'a> {
    /// The rules.
    pub book: &'a Rulebook,
    /// The document.
    pub document: DocumentRef,
}

impl Rulebook {
    /// Goes through the documents of a game, or of all.
    #[must_use]
    pub fn reading(&self, game: Option<GameRef>) -> Reading<'_> {
        Reading {
            book: self,
            game,
            next: 0,
        }
    }
}

impl Reading<'_> {
    /// Opens the next document.
    pub fn turn(&mut self) -> Option<Opened<'_>> {
        let left = self.book.documents.get(self.next as usize..)?;
        let skipped = left
            .iter()
            .position(|document| self.game.is_none_or(|game| game == document.game))?;
        let document = DocumentRef(self.next + u32::try_from(skipped).ok()?);
        self.next = document.0 + 1;
        Some(Opened {
            book: self.book,
            document,
        })
    }
}

impl<'a> Opened<'a> {
    /// Its sections with their texts, in reading order.
    pub fn sections(self) -> impl Iterator<Item = (SectionRef, &'a Section, Blocks)> {
        self.book.walk_document(self.document)
    }

    /// Its sections alone: no text is read.
    pub fn headings(self) -> impl Iterator<Item = (SectionRef, &'a Section)> {
        let root = self.book.document(self.document).root.0;
        (root..)
            .map(SectionRef)
            .zip(self.book.sections_of(self.document))
    }
}
