//! Going through all rules without keeping what was read.
//!
//! A rulebook keeps the sections that somebody has asked for: references to them stay true as long as it is there. Who goes
//! through thousands of documents would leave all of them behind; so he works on a copy, which shares what is packed with
//! the rulebook and forgets what it has unpacked when that has become much.

use std::sync::Arc;

use super::outline::KEPT;
use super::{Blocks, DocumentRef, GameRef, Rulebook, Section, SectionRef};

/// Goes through documents in their order.
#[derive(Debug)]
pub struct Reading<'a> {
    of: &'a Rulebook,
    /// None for few sections, which are not worth forgetting: there one works on the rules themselves.
    copy: Option<Rulebook>,
    game: Option<GameRef>,
    next: u32,
}

/// A document that is being read.
#[derive(Clone, Copy, Debug)]
pub struct Opened<'a> {
    /// The rules to be asked while it is read: they have the same sections in the same places as those that are gone through.
    pub book: &'a Rulebook,
    /// The document.
    pub document: DocumentRef,
}

impl Rulebook {
    /// Goes through the documents of a game, or of all.
    #[must_use]
    pub fn reading(&self, game: Option<GameRef>) -> Reading<'_> {
        let copy = (self.sections_in(game) > KEPT).then(|| self.copy());
        Reading {
            of: self,
            copy,
            game,
            next: 0,
        }
    }

    /// How many sections a game has, or all of them.
    fn sections_in(&self, game: Option<GameRef>) -> usize {
        let Some(game) = game else {
            return self.section_count();
        };
        let documents = (0..)
            .map(DocumentRef)
            .zip(&self.documents)
            .filter(|(_, document)| document.game == game);
        documents
            .map(|(at, _)| self.outline.range(at))
            .map(|(root, end)| (end.0 - root.0) as usize)
            .sum()
    }

    /// The same rules with all that is packed, and nothing of what has been unpacked. What one has parsed or found to be
    /// outdated the other knows.
    #[must_use]
    pub fn copy(&self) -> Self {
        Self {
            games: self.games.clone(),
            documents: self.documents.clone(),
            outline: self.outline.copy(),
            by_id: self.by_id.clone(),
            bodies: Arc::clone(&self.bodies),
            diagnostics: Vec::new(),
        }
    }

    /// Whether so many sections have been unpacked that a [`Rulebook::copy`] should take its place.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.outline.is_full()
    }
}

impl Reading<'_> {
    /// Opens the next document.
    pub fn turn(&mut self) -> Option<Opened<'_>> {
        if let Some(copy) = self.copy.as_mut().filter(|copy| copy.is_full()) {
            copy.outline = self.of.outline.copy();
        }
        let left = self.of.documents.get(self.next as usize..)?;
        let skipped = left
            .iter()
            .position(|document| self.game.is_none_or(|game| game == document.game))?;
        let document = DocumentRef(self.next + u32::try_from(skipped).ok()?);
        self.next = document.0 + 1;
        Some(Opened {
            book: self.copy.as_ref().unwrap_or(self.of),
            document,
        })
    }
}

impl<'a> Opened<'a> {
    /// Its sections with what stands under them, in reading order.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    /// Rules of so many sections.
    fn book(documents: usize, sections: usize) -> Rulebook {
        let part = |number| format!("## Part {number} {}AP\n\ntext\n\n", number % 5);
        let text = (0..sections).map(part).collect::<Vec<_>>().concat();
        let sources = (0..documents).map(|number| {
            Source::in_memory(
                &format!("{number}.md"),
                &format!("---\ngame: {}\n---\n{text}", number % 2),
            )
        });
        Rulebook::load(sources.collect(), Vec::new())
    }

    fn unpacked(book: &Rulebook) -> usize {
        (0..)
            .map(DocumentRef)
            .take(book.documents.len())
            .filter(|at| book.outline.is_read(*at))
            .count()
    }

    #[test]
    fn reading_gives_what_walking_gives_and_leaves_nothing_unpacked() {
        let book = book(24, 1000);
        let before = unpacked(&book);
        let (mut found, mut most) = (Vec::new(), 0);
        let mut reading = book.reading(None);
        while let Some(open) = reading.turn() {
            found.extend(
                open.sections()
                    .map(|(at, section, blocks)| (at, section.clone(), blocks.to_vec())),
            );
            most = most.max(unpacked(open.book));
        }
        assert!(
            most > 12 && most < 20,
            "{most} documents were unpacked at once"
        );
        assert_eq!(unpacked(&book), before);
        let walked = book
            .walk()
            .map(|(at, section, blocks)| (at, section.clone(), blocks.to_vec()));
        assert!(walked.eq(found));
        assert_eq!((unpacked(&book), book.is_full()), (24, true));
        assert_eq!((unpacked(&book.copy()), book.copy().is_full()), (0, false));
    }

    #[test]
    fn reading_a_game_opens_its_documents_only() {
        let book = book(5, 1);
        let mut reading = book.reading(Some(GameRef(1)));
        let mut opened = Vec::new();
        while let Some(open) = reading.turn() {
            opened.push(open.document.0);
        }
        let of_game: Vec<_> = (0..5)
            .filter(|at| book.document(DocumentRef(*at)).game == GameRef(1))
            .collect();
        assert_eq!(opened, of_game);
    }

    #[test]
    fn a_game_of_few_sections_is_read_in_the_rules_themselves_however_many_others_there_are() {
        let book = book(5, 1000);
        assert!(std::ptr::eq(
            book.reading(Some(GameRef(1))).turn().unwrap().book,
            &raw const book
        ));
        assert!(!std::ptr::eq(
            book.reading(None).turn().unwrap().book,
            &raw const book
        ));
    }

    #[test]
    fn small_rules_stay_unpacked() {
        let book = book(3, 9);
        assert_eq!(unpacked(&book), 3);
        let mut reading = book.reading(None);
        while let Some(open) = reading.turn() {
            assert_eq!(unpacked(open.book), 3);
        }
    }
}
