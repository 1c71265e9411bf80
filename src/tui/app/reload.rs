//! After a reload, replaces the rules and all references to old sections.

use std::mem;
use std::sync::Arc;

use super::state::App;
use crate::library::{Library, Missing};
use crate::render::Page;
use crate::rules::{Document, DocumentRef, Rulebook, SectionRef};
use crate::state::ReadingPosition;
use crate::tui::history::Place;
use crate::tui::pane::Pane;

impl App {
    /// Replaces the rules. Everything that is open stays at its section. If a section is missing,
    /// the page and the side pane show its nearest remaining ancestor. Overlays that need a missing
    /// or renamed section are closed. Rules without a document are ignored.
    pub(super) fn replace(&mut self, library: Library) {
        if library.book.documents.is_empty() {
            return;
        }
        self.shared.messages.progress = None;
        let (before, was_unread) = (self.reader.place(), self.is_unread());
        let is_missing =
            successor(&self.shared.library.book, &library.book, before.focus).is_none();
        if is_missing {
            // The file may be gone only for a moment, while an editor or a file synchronizer
            // replaces it.
            self.store_place();
        }
        let finder = self.finder.as_ref();
        let choice = finder.and_then(|finder| finder.current_choice(&self.shared.library.book));
        let old = self.adopt(library);
        let (was_placeholder, old) = (old.placeholder.is_some(), old.book);
        self.update_table();
        let (new, start) = (self.shared.library.book.clone(), self.shared.library.start);
        let to_new = |section: SectionRef| {
            successor(&old, &new, section)
                .or_else(|| old.upwards(section).find_map(|at| same(&old, &new, at)))
                .unwrap_or(start)
        };
        let moved = |place: Place| Place {
            focus: to_new(place.focus),
            top: to_new(place.top),
            ..place
        };
        self.history.map(moved);
        for left in &mut self.left {
            left.place = moved(std::mem::take(&mut left.place));
        }
        let kept = |pane: &mut Box<dyn Pane>| pane.reload(&|at| same(&old, &new, at)).is_some();
        self.left
            .retain_mut(|left| left.overlays.iter_mut().all(kept));
        self.side.reload(&|at| Some(to_new(at)));
        self.contents.reload(&|at| Some(to_new(at)));
        self.hints = None;
        self.awaited_links.clear();
        self.reader.sheet.page = Page::default();
        self.reader.forget_dice();
        self.restore_page(&moved(before));
        self.unread = (was_unread || is_missing).then(|| self.reading_position());
        // If a missing section has come back, the reader returns to it.
        let stored = self.shared.state.position.clone();
        let is_back = |at: &ReadingPosition| !was_placeholder && old.by_id(&at.section).is_none();
        if let Some(position) = stored.filter(is_back).filter(|_| was_unread) {
            self.go_to_position(&position);
        }
        // Close an overlay that needs a missing or renamed section, with all overlays above it.
        let mut overlays = self.overlays.iter_mut();
        let closed = overlays.position(|pane| pane.reload(&|at| same(&old, &new, at)).is_none());
        self.overlays.truncate(closed.unwrap_or(usize::MAX));
        self.search_again(choice);
        self.contents.reveal(&new, self.reader.focus);
        self.show_contents_cursor();
        self.refresh_overlays();
        self.restore_position();
        self.restore_position = false;
    }

    /// Replaces the loaded rules, and returns the old ones.
    fn adopt(&mut self, library: Library) -> Library {
        let symbols = self.shared.library.symbols;
        library.links.set_level(self.shared.library.links.level());
        let table = self.shared.library.table.clone();
        let is_same = Arc::ptr_eq(&library.book, &self.shared.library.book);
        let table = if is_same { table } else { Arc::default() };
        let library = Library {
            table,
            symbols,
            ..library
        };
        let old = mem::replace(&mut self.shared.library, library);
        self.note_loaded();
        old
    }

    /// Lays out everything again, with the links that can be found now.
    pub(super) fn add_links(&mut self) {
        self.hints = None;
        self.reader.sheet.page.width = 0;
        self.side.reload(&Some);
        for overlay in &mut self.overlays {
            if let Some(sheet) = overlay.sheet_mut() {
                sheet.page.width = 0;
            }
        }
    }

    /// Notes that the links of a document are known. Panes that lack them are then laid out again.
    pub(super) fn add_links_of(&mut self, book: &Arc<Rulebook>, document: DocumentRef) {
        if Arc::ptr_eq(book, &self.shared.library.book) {
            self.awaited_links.retain(|awaited| *awaited != document);
        }
    }

    /// Turns more mentions into links, or after the highest level only the most probable ones.
    pub(super) fn change_link_level(&mut self) {
        let library = &mut self.shared.library;
        let level = library.links.level().next();
        library.links.set_level(level);
        library.forget_backlinks();
        self.add_links();
        self.shared.messages.status = Some(format!("links: {}", level.name()));
    }

    /// Repeats a search whose list was not complete. An incomplete preview is laid out by itself.
    pub(super) fn show_prepared(&mut self) {
        let book = &self.shared.library.book;
        if let Some(finder) = &mut self.finder {
            finder.asked_for = Missing::default();
        }
        let finder = self.finder.as_ref();
        let finder = finder.filter(|finder| !finder.missing.versions.is_empty());
        if let Some(choice) = finder.map(|finder| finder.current_choice(book)) {
            self.search_again(choice);
        }
    }

    /// Adopts the search index of the loaded rules, and answers a query that waits for the index.
    /// Ignores an index of older rules.
    pub(super) fn indexed(&mut self, library: Library) {
        if !Arc::ptr_eq(&library.book, &self.shared.library.book) {
            return;
        }
        self.shared.messages.progress = None;
        if self.adopt(library).index.is_none() {
            self.update_table();
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
            let same = new.by_id(&format!("{}{slug}", document.id));
            same.or_else(|| of_this_title(old, new, section, document.root))
        }
        None => new.by_id(id),
    }
}

/// Finds the section with the same title in the document with a root, after as many others of this title:
/// an id changes when the title appears again.
fn of_this_title(
    old: &Rulebook,
    new: &Rulebook,
    section: SectionRef,
    root: SectionRef,
) -> Option<SectionRef> {
    let title = &old.section(section).title;
    let before = old.subtree(old.document_of(section).root);
    let before = before.take_while(|at| *at != section);
    let index = before.filter(|at| old.section(*at).title == *title).count();
    let mut same = new
        .subtree(root)
        .filter(|at| new.section(*at).title == *title);
    same.nth(index)
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
