//! New rules under the reader's hands: everything that points into the old ones is found again by its id.

use std::mem;
use std::sync::Arc;

use super::state::{App, Lost};
use crate::rules::{Document, GameRef, Rulebook, SectionRef};
use crate::state;
use crate::tui::event::BackgroundCommand;
use crate::tui::history::{Aside, Place};
use crate::tui::library::Library;
use crate::tui::overlay::Overlay;
use crate::tui::page::Reader;

impl App {
    /// Takes new rules in. The place stays, as far as it still is one, and so does what is open over it.
    pub(super) fn replace(&mut self, library: Library) {
        if library.book.documents.is_empty() {
            return;
        }
        (self.progress, self.search_failed) = (None, false);
        let (was, before) = (self.kept_place(), self.reader.place());
        let as_opened = self.is_as_opened();
        let finder = self.finder.as_ref();
        let choice = finder.and_then(|finder| finder.current_choice(&self.library.book));
        let library = Library {
            symbols: self.library.symbols,
            ..library
        };
        let replaced = mem::replace(&mut self.library, library);
        let (old, was_placeholder) = (replaced.book, replaced.is_placeholder);
        let new = self.library.book.clone();
        let start = self.library.start;
        let moved = |section: SectionRef| moved(&old, &new, section).unwrap_or(start);
        let aside = self.aside().map(|aside| aside.map(moved));
        self.history.map(|place| {
            let aside = place.aside.map(|aside| aside.map(moved));
            Place {
                focus: moved(place.focus),
                top: moved(place.top),
                aside,
                ..place
            }
        });
        let pin = self.side.pin.map(moved);
        self.side.forget();
        self.side.pin = pin;
        self.contents.map(moved);
        self.hints = None;
        let place = Place {
            focus: moved(before.focus),
            top: moved(before.top),
            ..before.clone()
        };
        self.read_on(&place);
        if !was_placeholder {
            self.mind_what_is_lost(was, &before);
        }
        self.move_overlays(&old);
        self.search_again(choice);
        // What was compared has been moved already.
        if self.overlays.is_empty() && matches!(aside, Some(Aside::Side(..))) {
            self.restore_aside(aside);
        }
        self.contents.reveal(&self.library.book, self.reader.focus);
        self.fit();
        self.refresh_overlays();
        self.opened = as_opened.then(|| self.reader.place());
        if mem::take(&mut self.restore) {
            self.restore_kept();
        }
    }

    /// Reads the new rules at a place, as the old ones were read.
    fn read_on(&mut self, place: &Place) {
        let page = self.reading().page;
        let (highlight, hide_notes) = (self.reader.highlight.take(), self.reader.hide_notes);
        self.reader = Reader::new(&self.library, place.focus, (page.width, page.height));
        if hide_notes {
            self.reader.toggle_notes(&self.library);
        }
        self.reader.mark(&self.library, highlight);
        self.reader.restore(&self.library, place);
    }

    /// A file may be gone for a moment, while an editor or a synchronisation writes it anew: who has not read on meanwhile
    /// comes back to where he was.
    fn mind_what_is_lost(&mut self, was: state::Place, before: &Place) {
        let missed = match self.lost.take() {
            Some(lost) if lost.put == *before => Some(lost.was),
            _ => Some(was).filter(|was| self.library.book.by_id(&was.section).is_none()),
        };
        let Some(was) = missed else { return };
        if self.library.book.by_id(&was.section).is_some() {
            self.go_to_kept(&was);
        } else {
            self.lost = Some(Lost {
                was,
                put: self.reader.place(),
            });
        }
    }

    /// Peeks and lists stay, with what of them is still there; a peek at nothing goes, and what lies over it.
    fn move_overlays(&mut self, old: &Rulebook) {
        let new = &self.library.book;
        let same = |section: &SectionRef| new.by_id(&old.section(*section).id);
        let mut kept = 0;
        for overlay in &mut self.overlays {
            match overlay {
                Overlay::Peek(peek) => {
                    let shown = peek.section();
                    let targets: Vec<_> = peek
                        .subject
                        .targets
                        .iter()
                        .filter_map(|target| Some((*target, same(target)?)))
                        .collect();
                    if targets.is_empty() {
                        break;
                    }
                    peek.chosen = targets
                        .iter()
                        .position(|(before, _)| *before == shown)
                        .unwrap_or(0);
                    peek.subject.targets = targets.into_iter().map(|(_, target)| target).collect();
                }
                Overlay::Mentions(mentions) => {
                    if !mentions.keep(|section| same(&section)) {
                        break;
                    }
                }
                Overlay::Compare(compare) => match (same(&compare.left), same(&compare.right)) {
                    (Some(left), Some(right)) => {
                        let width = compare.sheet.page.width;
                        compare.renew(&self.library, [left, right], width);
                    }
                    _ => break,
                },
                Overlay::Places(_)
                | Overlay::Numbers(_)
                | Overlay::Prompt(_)
                | Overlay::Help(_) => {}
            }
            kept += 1;
        }
        self.overlays.truncate(kept);
    }

    /// Has the background find what links into a game.
    pub(super) fn find_backlinks(&mut self, game: GameRef) {
        let command = BackgroundCommand::Backlinks(self.library.clone(), game);
        self.requests.commands.push(command);
    }

    /// Takes indexes of the same rules in: what was asked before they were there is answered now. Those of rules that were
    /// read before are of no use any more.
    pub(super) fn indexed(&mut self, library: Library) {
        if !Arc::ptr_eq(&library.book, &self.library.book) {
            return;
        }
        self.progress = None;
        let first = self.library.index.is_none();
        self.library = Library {
            symbols: self.library.symbols,
            ..library
        };
        if first && self.library.index.is_some() {
            self.refresh_overlays();
            let choice = self.finder.as_mut().and_then(|finder| finder.choice.take());
            self.search_again(choice);
        }
    }
}

/// The section with the same id in the same file, else the one that took its place, else the nearest one above that still has
/// its own.
fn moved(old: &Rulebook, new: &Rulebook, section: SectionRef) -> Option<SectionRef> {
    let same = |at: SectionRef| same(old, new, at);
    let above = || old.upwards(section).find_map(same);
    same(section)
        .or_else(|| renamed(old, new, section))
        .or_else(above)
}

/// The section with the same id. A document may be of another game now, or its id may be that of another document: what its
/// file is made of goes before.
fn same(old: &Rulebook, new: &Rulebook, section: SectionRef) -> Option<SectionRef> {
    let (before, id) = (old.document_of(section), &old.section(section).id);
    let file = |document: &&Document| document.source.path == before.source.path;
    let found = new.by_id(id);
    if found.is_some_and(|found| file(&new.document_of(found))) {
        return found;
    }
    let there = new.documents.iter().find(file);
    let moved = there.and_then(|document| {
        new.by_id(&format!("{}{}", document.id, id.strip_prefix(&before.id)?))
    });
    moved.or(found.filter(|_| there.is_none()))
}

/// The section that stands where another stood, under the same one, if it has a name that nothing had before: a heading
/// that is being edited.
fn renamed(old: &Rulebook, new: &Rulebook, section: SectionRef) -> Option<SectionRef> {
    let above = old.section(section).parent?;
    let child = old.children(above).position(|child| child == section)?;
    let above = new.by_id(&old.section(above).id)?;
    let candidate = new.children(above).nth(child)?;
    old.by_id(&new.section(candidate).id)
        .is_none()
        .then_some(candidate)
}
