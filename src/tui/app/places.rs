//! Moves back and forward in the history, and keeps the reading position for the next session.

use super::state::App;
use crate::rules::SectionRef;
use crate::state::{Change, ReadingPosition, StoredState};
use crate::tui::effect::Effect;
use crate::tui::finder::Finder;
use crate::tui::history::{Place, SavedSearch};
use crate::tui::keymap::Context;

impl App {
    /// Returns the current place, with the open search.
    pub fn place(&self) -> Place {
        let book = &self.shared.library.book;
        Place {
            search: self.finder.as_ref().map(|finder| SavedSearch {
                text: finder.input.value().to_owned(),
                chosen: finder.current_choice(book),
                any_game: finder.any_game,
            }),
            ..self.reader.place()
        }
    }

    /// Goes back in the history, or forward if `forward`. If there is nothing to go back to, opens
    /// the home screen. Shows a message if there is nothing to go forward to.
    pub(super) fn travel(&mut self, forward: bool) {
        let here = self.place();
        match self.history.travel(here, forward) {
            Some(place) => self.restore_place(&place),
            None if forward => self.say("nothing to go forward to"),
            None => self.open_finder(Finder {
                is_revisited: true,
                ..Finder::default()
            }),
        }
    }

    /// Shows a place on the page.
    pub(super) fn restore_page(&mut self, place: &Place) {
        self.turn_to(place.focus);
        self.reader.restore(place);
    }

    fn restore_place(&mut self, place: &Place) {
        self.restore_page(place);
        self.uncover_page();
        let search = place.search.as_ref();
        self.finder = search.map(|search| Finder {
            any_game: search.any_game,
            is_revisited: true,
            ..Finder::with_text(&search.text)
        });
        self.search(search.and_then(|search| search.chosen.clone()));
    }

    /// Applies the contents of the state file.
    pub(super) fn load_state(&mut self, stored: StoredState) {
        let known = stored.written.saturating_sub(self.shared.written);
        self.shared.written = stored.written;
        let unwritten = &mut self.shared.unwritten;
        unwritten.drain(..known.min(unwritten.len()));
        self.shared.state = stored.state;
        for change in &*unwritten {
            self.shared.state.apply(change);
        }
        self.update_table();
        if let Some(notice) = stored.notice {
            self.say(notice);
        }
        self.restore_position();
        self.refresh_overlays();
        if self.context() == Context::Home {
            self.search(None);
        }
    }

    /// Returns the section that the entry `Continue` of the home screen opens, with the effect that
    /// opens it: the page or, if nothing has been read in this session, the position where the last
    /// session ended.
    pub(super) fn resume(&self) -> Option<(SectionRef, Effect)> {
        if !self.is_unread() {
            return Some((self.reader.focus, Effect::Close));
        }
        let position = self.shared.state.position.clone()?;
        let section = self.shared.library.book.by_id(&position.section)?;
        Some((section, Effect::Resume(position)))
    }

    /// Opens the stored reading position if this is wanted and its section is in the loaded rules.
    pub(super) fn restore_position(&mut self) {
        if self.restore_position
            && let Some(position) = self.shared.state.position.clone()
        {
            self.go_to_position(&position);
        }
    }

    /// Goes to a reading position, if its section is in the loaded rules.
    pub(super) fn go_to_position(&mut self, position: &ReadingPosition) {
        let find = |id: &str| self.shared.library.book.by_id(id);
        if let Some(focus) = find(&position.section) {
            let top = find(&position.top).unwrap_or(focus);
            self.restore_page(&Place {
                focus,
                top,
                offset: position.line,
                ..Place::default()
            });
        }
    }

    /// Returns the current place with section ids, for the state file.
    pub fn reading_position(&self) -> ReadingPosition {
        let place = self.reader.place();
        let id = |section: SectionRef| self.shared.library.book.section(section).id.clone();
        ReadingPosition {
            section: id(place.focus),
            top: id(place.top),
            line: place.offset,
        }
    }

    /// Whether the reader has not moved since the browser chose the current place.
    pub(super) fn is_unread(&self) -> bool {
        self.shared.library.is_placeholder || self.unread.as_ref() == Some(&self.reading_position())
    }

    /// Stores the reading position before the reader leaves it, unless the browser chose it.
    pub fn store_place(&mut self) {
        if !self.is_unread() {
            let position = self.reading_position();
            self.store(Change::Visit(position.section.clone()));
            self.store(Change::Position(position));
        }
    }

    /// Removes the status message before a key or a click is handled. From then on, the stored
    /// reading position is not opened when the rules or the state are loaded.
    pub(super) fn start_input(&mut self) {
        self.shared.messages.status = None;
        self.restore_position = false;
    }
}
