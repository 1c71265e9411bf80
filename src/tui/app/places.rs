//! Moves back and forward in the history, and keeps the reading position for the next session.

use super::state::{App, LeftPanes};
use crate::render::Page;
use crate::rules::SectionRef;
use crate::state::{Change, ReadingPosition, StoredState};
use crate::tui::effect::Effect;
use crate::tui::finder::Finder;
use crate::tui::history::{Place, SavedSearch};
use crate::tui::keymap::Context;
use crate::tui::side::SideKind;

/// The maximum number of places whose panes are kept for the way back.
const MAX_LEFT: usize = 8;

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
        // A list of what links here or of a phase, and the table, stand before the page that they
        // cover or are beside.
        let is_list = matches!(
            self.side.list,
            Some(SideKind::When | SideKind::Links | SideKind::Changes)
        );
        let is_before = match self.context() {
            Context::Side => is_list,
            context => context == Context::Table,
        };
        if !forward && is_before {
            let is_phase =
                self.context() == Context::Side && self.side.list == Some(SideKind::When);
            self.side.focused = is_phase;
            if is_phase {
                // A phase is opened from the table.
                self.side.enter(Some(SideKind::Table));
            }
            return;
        }
        self.store_place();
        let here = self.place();
        match self.history.travel(here, forward) {
            Some(place) => self.return_to(&place, forward),
            None if forward => self.say("nothing to go forward to"),
            None => self.open_finder(Finder {
                is_revisited: true,
                ..Finder::default()
            }),
        }
    }

    /// Keeps the panes from which a section is opened, for the way back to `place`.
    pub(super) fn keep_panes(&mut self, place: &Place) {
        let list = self.side.list.filter(|_| self.side.focused);
        let is_kept = self
            .overlays
            .first()
            .is_some_and(|pane| pane.is_revisited());
        if is_kept || list.is_some() {
            let mut overlays = std::mem::take(&mut self.overlays);
            // They are laid out again when they are shown again.
            for sheet in overlays.iter_mut().filter_map(|pane| pane.sheet_mut()) {
                if sheet.page.lacks_links {
                    // The page tells which link is selected.
                    sheet.page.width = 0;
                } else {
                    sheet.page = Page::default();
                }
            }
            let place = place.clone();
            let link = self.side.sheet.link;
            self.left.push(LeftPanes {
                place,
                overlays,
                list,
                link,
            });
            let surplus = self.left.len().saturating_sub(MAX_LEFT);
            self.left.drain(..surplus);
        }
    }

    /// Shows a place, and if the reader goes back to it, the panes again from which the section before
    /// was opened.
    fn return_to(&mut self, place: &Place, forward: bool) {
        let left = (self.left).pop_if(|left| !forward && left.place == *place);
        // The list comes first, because the width of the page depends on it.
        self.uncover_page();
        if let Some(list) = left.as_ref().and_then(|left| left.list) {
            self.side.enter(Some(list));
        }
        self.restore_page(place);
        self.restore_search(place);
        if let Some(left) = left {
            self.restore_panes(left);
        }
    }

    /// Shows the panes again from which a section was opened, beside the page of their place.
    fn restore_panes(&mut self, left: LeftPanes) {
        self.overlays = left.overlays;
        self.refresh_overlays();
        self.fit();
        if left.list.is_some() && left.link < Some(self.side.sheet.page.links.len()) {
            self.side.sheet.link = left.link;
        }
    }

    /// Shows a place on the page.
    pub(super) fn restore_page(&mut self, place: &Place) {
        self.turn_to(place.focus);
        self.reader.restore(place);
    }

    /// Opens the search of a place again, or closes the open one.
    fn restore_search(&mut self, place: &Place) {
        let search = place.search.as_ref();
        self.finder = search.map(|search| Finder {
            any_game: search.any_game,
            is_revisited: true,
            ..Finder::with_text(&search.text)
        });
        self.search(search.and_then(|search| search.chosen.clone()));
    }

    /// Notes which games are loaded, because only their rules can be played.
    pub(super) fn note_loaded(&mut self) {
        let games = self.shared.library.book.games.iter();
        self.shared.state.loaded = games.map(|game| game.id.clone()).collect();
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
        self.note_loaded();
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
            let page = &self.reader.sheet.page;
            let line = page.line_after(top, position.letters);
            if let Some(line) = line.filter(|_| position.letters > 0 && position.line > 1) {
                self.reader.sheet.scroll_to(line);
            }
        }
    }

    /// Returns the current place with section ids, for the state file.
    pub fn reading_position(&self) -> ReadingPosition {
        let (place, page) = (self.reader.place(), &self.reader.sheet.page);
        let id = |section: SectionRef| self.shared.library.book.section(section).id.clone();
        ReadingPosition {
            section: id(place.focus),
            top: id(place.top),
            line: place.offset,
            letters: page.letters_before(place.top, self.reader.sheet.scroll),
        }
    }

    /// Whether the reader has not moved since the browser chose the current place.
    pub(super) fn is_unread(&self) -> bool {
        self.shared.library.placeholder.is_some()
            || (self.unread.as_ref()).is_some_and(|unread| *unread == self.reading_position())
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
