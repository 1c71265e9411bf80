//! After a reload, replaces the rules and all references to old sections.

use std::mem;
use std::sync::Arc;

use super::state::App;
use crate::rules::{Document, Rulebook, SectionRef};
use crate::tui::history::{Place, SideFocus};
use crate::tui::library::Library;
use crate::tui::overlay::Overlay;

impl App {
    /// Replaces the rules. Everything that is open stays at its section. If a section is missing,
    /// the page and the side pane show its nearest remaining ancestor. Overlays that need a missing
    /// or renamed section are closed. Rules without a document are ignored.
    pub(super) fn replace(&mut self, library: Library) {
        if library.book.documents.is_empty() {
            return;
        }
        self.messages.progress = None;
        self.messages.search_failed = false;
        let (position, before) = (self.reading_position(), self.reader.place());
        let fallback = self.fallback().map(|fallback| fallback.missing.clone());
        self.fallback = None;
        let choice = self
            .finder
            .as_ref()
            .and_then(|finder| finder.current_choice(&self.shared.library.book));
        let side_focus = self.side_focus();
        let Library {
            book: old,
            is_placeholder: was_placeholder,
            ..
        } = self.adopt(library);
        let (new, start) = (self.shared.library.book.clone(), self.shared.library.start);
        let to_new = |section: SectionRef| {
            successor(&old, &new, section)
                .or_else(|| old.upwards(section).find_map(|at| same(&old, &new, at)))
                .unwrap_or(start)
        };
        self.history.map(|place| Place {
            focus: to_new(place.focus),
            top: to_new(place.top),
            side: place.side.map(|side| side.map(to_new)),
            ..place
        });
        let pin = self.side.pin.map(to_new);
        self.side.clear();
        self.side.pin = pin;
        self.contents.map(to_new);
        self.hints = None;
        let place = Place {
            focus: to_new(before.focus),
            top: to_new(before.top),
            ..before
        };
        self.reader.reload(&self.shared.library, &place);
        match fallback {
            Some(None) => self.fall_back(None),
            // Keep the position in a missing section. Its file may be gone only for a moment, while
            // an editor or a file synchronizer replaces it.
            Some(Some(missing)) if !self.go_to_position(&missing) => self.fall_back(Some(missing)),
            None if !was_placeholder && successor(&old, &new, before.focus).is_none() => {
                self.fall_back(Some(position));
            }
            _ => {}
        }
        self.reload_overlays(&old);
        self.search_again(choice);
        // Restore only the side pane, because `reload_overlays` has already updated an open
        // comparison.
        if self.overlays.is_empty()
            && let Some(side @ SideFocus::Side(..)) = side_focus
        {
            self.restore_side_focus(Some(side.map(to_new)));
        }
        self.contents.reveal(&new, self.reader.focus);
        self.show_contents_cursor();
        self.refresh_overlays();
        if mem::take(&mut self.restore_position) {
            self.restore_position();
        }
    }

    /// Replaces the loaded rules, and returns the old ones.
    fn adopt(&mut self, library: Library) -> Library {
        let symbols = self.shared.library.symbols;
        mem::replace(&mut self.shared.library, Library { symbols, ..library })
    }

    /// Moves the overlays to the new rules. An overlay that needs a missing or renamed section is
    /// closed, with all overlays above it.
    fn reload_overlays(&mut self, old: &Rulebook) {
        let library = &self.shared.library;
        let to_new = |section: SectionRef| same(old, &library.book, section);
        let kept = self.overlays.iter_mut().map(|overlay| match overlay {
            Overlay::Peek(peek) => peek.reload(library, to_new),
            Overlay::Mentions(mentions) => match mentions.content() {
                Some(content) if let Some(section) = to_new(content.section()) => {
                    mentions.reload(library, content.map(|_| section))
                }
                _ => false,
            },
            Overlay::Compare(compare) => match (to_new(compare.left), to_new(compare.right)) {
                (Some(left), Some(right)) => {
                    let width = compare.sheet.page.width;
                    compare.rebuild(library, [left, right], width);
                    true
                }
                _ => false,
            },
            _ => true,
        });
        let kept = kept.take_while(|is_kept| *is_kept).count();
        self.overlays.truncate(kept);
    }

    /// Adopts the search index of the loaded rules, and answers a query that waits for the index.
    /// Ignores an index of older rules.
    pub(super) fn indexed(&mut self, library: Library) {
        if !Arc::ptr_eq(&library.book, &self.shared.library.book) {
            return;
        }
        self.messages.progress = None;
        if self.adopt(library).index.is_none() && self.shared.library.index.is_some() {
            self.refresh_overlays();
            let choice = self.finder.as_mut().and_then(|finder| finder.choice.take());
            self.search_again(choice);
        }
    }
}

/// Finds an old section in the new rules, even if its heading was edited.
fn successor(old: &Rulebook, new: &Rulebook, section: SectionRef) -> Option<SectionRef> {
    same(old, new, section).or_else(|| renamed(old, new, section))
}

/// Finds the section with the same slug in the same file. Its new id differs from the old one if
/// the file now belongs to another game. If the file is gone, finds the section with the same id.
fn same(old: &Rulebook, new: &Rulebook, section: SectionRef) -> Option<SectionRef> {
    let (before, id) = (old.document_of(section), &old.section(section).id);
    let is_same = |document: &&Document| document.source.path == before.source.path;
    match new.documents.iter().find(is_same) {
        Some(document) => {
            let slug = id.strip_prefix(&before.id)?;
            new.by_id(&format!("{}{slug}", document.id))
        }
        None => new.by_id(id),
    }
}

/// Finds the new section for an old one whose heading was edited: the section at the same position
/// under the same parent. Returns `None` if the old rules already contain the id of that section.
fn renamed(old: &Rulebook, new: &Rulebook, section: SectionRef) -> Option<SectionRef> {
    let parent = old.section(section).parent?;
    let index = old.children(parent).position(|child| child == section)?;
    let parent = new.by_id(&old.section(parent).id)?;
    let candidate = new.children(parent).nth(index)?;
    let is_new = old.by_id(&new.section(candidate).id).is_none();
    is_new.then_some(candidate)
}
