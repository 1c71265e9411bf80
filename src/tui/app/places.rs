//! Moves back and forward in the history, and keeps the reading position for the next session.

use super::state::App;
use crate::rules::SectionRef;
use crate::state::{Change, ReadingPosition, StoredState};
use crate::tui::effect::Effect;
use crate::tui::finder::Finder;
use crate::tui::history::{Place, SideFocus};
use crate::tui::keymap::{Context, Key};
use crate::tui::overlay::Overlay;

impl App {
    /// Returns the current place, with the open search and the side pane or comparison that has the
    /// focus.
    pub fn place(&self) -> Place {
        let book = &self.shared.library.book;
        Place {
            search: self.finder.as_ref().map(|finder| finder.saved_search(book)),
            side: self.side_focus(),
            ..self.reader.place()
        }
    }

    /// Goes back in the history, or forward if `forward`. If there is nothing to go back to, opens
    /// the home screen. Shows a message if the home screen is already open, or if there is nothing
    /// to go forward to.
    pub(super) fn travel(&mut self, forward: bool) {
        let here = self.place();
        match self.history.travel(here, forward) {
            Some(place) => self.restore_place(&place),
            None if forward => self.say("nothing to go forward to"),
            None if self.context() == Context::Home => self.say("nothing to go back to"),
            None => {
                self.open_finder(Finder {
                    is_returned: true,
                    ..Finder::default()
                });
            }
        }
    }

    /// Whether `key`, which is bound to Back or Forward, moves through the history on the search
    /// screen instead of being typed. It does so only if the reader has come back to this search
    /// and has not typed since. On the home screen, it must also be a key that types no character.
    pub(super) fn is_history_key(&self, key: Key) -> bool {
        let finder = self.finder.as_ref();
        finder.is_some_and(|finder| finder.is_returned)
            && match self.context() {
                Context::Home => key.typed().is_none(),
                context => context == Context::Search,
            }
    }

    /// Shows a place on the page.
    pub(super) fn restore_page(&mut self, place: &Place) {
        self.turn_to(place.focus);
        self.reader.restore(place);
    }

    fn restore_place(&mut self, place: &Place) {
        self.restore_page(place);
        self.finder = None;
        if let Some(search) = &place.search {
            self.finder = Some(Finder {
                unfolded: search.unfolded,
                any_game: search.any_game,
                is_returned: true,
                ..Finder::with_text(&search.text)
            });
            self.search(search.chosen.clone());
        }
        self.restore_side_focus(place.side);
    }

    /// Returns the open comparison or, without one, the focused side pane. `None` if there is
    /// neither.
    pub(super) fn side_focus(&self) -> Option<SideFocus> {
        if let Some(compare) = self.comparison() {
            let sections = [compare.left, compare.right];
            let sheet = &compare.sheet;
            return Some(SideFocus::Compare(sections, sheet.scroll, sheet.link));
        }
        let sheet = &self.side.sheet;
        let has_focus = self.side.focused && self.finder.is_none();
        let content = self.side.content().filter(|_| has_focus)?;
        Some(SideFocus::Side(content, sheet.scroll, sheet.link))
    }

    /// Restores what [`Self::side_focus`] returned: focuses the side pane if its content is still
    /// the same, or opens the comparison again. With `None`, the side pane loses the focus.
    pub(super) fn restore_side_focus(&mut self, focus: Option<SideFocus>) {
        self.side.focused = false;
        match focus {
            Some(SideFocus::Side(content, scroll, link))
                if self.side_content() == Some(content) =>
            {
                self.side.focused = true;
                self.fit();
                self.side.sheet.return_to(scroll, link);
            }
            Some(SideFocus::Compare(pair, scroll, link)) => {
                self.compare(pair);
                self.fit();
                if let Some(sheet) = self.overlays.last_mut().and_then(Overlay::sheet_mut) {
                    sheet.return_to(scroll, link);
                }
            }
            _ => {}
        }
    }

    /// Applies the contents of the state file.
    pub(super) fn load_state(&mut self, stored: StoredState) {
        self.shared.state = stored.state;
        if let Some(notice) = stored.notice {
            self.say(notice);
        }
        if self.restore_position {
            self.restore_position();
        }
        self.refresh_overlays();
        if self.context() == Context::Home {
            self.search(None);
        }
    }

    /// Returns the section that the entry `Continue` of the home screen opens, with the effect that
    /// opens it: the page or, if nothing has been read in this session, the position where the last
    /// session ended.
    pub(super) fn resume(&self) -> Option<(SectionRef, Effect)> {
        if self.fallback().is_none_or(Option::is_some) {
            return Some((self.reader.focus, Effect::CloseSearch));
        }
        let position = self.shared.state.position.clone()?;
        let section = self.shared.library.book.by_id(&position.section)?;
        Some((section, Effect::Resume(position)))
    }

    /// Opens the stored reading position, if its section is in the loaded rules.
    pub(super) fn restore_position(&mut self) {
        if let Some(position) = self.shared.state.position.clone()
            && self.go_to_position(&position)
        {
            self.fallback = None;
        }
    }

    /// Goes to a reading position. Returns whether its section is in the loaded rules.
    pub(super) fn go_to_position(&mut self, position: &ReadingPosition) -> bool {
        let find = |id: &str| self.shared.library.book.by_id(id);
        let Some(focus) = find(&position.section) else {
            return false;
        };
        let place = Place {
            focus,
            top: find(&position.top).unwrap_or(focus),
            offset: position.line,
            ..Place::default()
        };
        self.restore_page(&place);
        true
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

    /// Records that the browser, not the reader, chose the current place. If the section being read
    /// has disappeared, `missing` is the old reading position. For the start page, `missing` is
    /// `None`.
    pub(super) fn fall_back(&mut self, missing: Option<ReadingPosition>) {
        self.fallback = Some((self.reading_position(), missing));
    }

    /// Returns what [`Self::fall_back`] recorded, if the reader has not moved since.
    pub(super) fn fallback(&self) -> Option<&Option<ReadingPosition>> {
        let (place, missing) = self.fallback.as_ref()?;
        (*place == self.reading_position()).then_some(missing)
    }

    /// Stores the reading position before the reader leaves it. Does not store the start page,
    /// because the reader did not choose it. If the section being read has disappeared, stores the
    /// old position, because the file of the section may come back soon.
    pub fn store_place(&mut self) {
        let position = match self.fallback() {
            Some(missing) => missing.clone(),
            None => Some(self.reading_position()),
        };
        if let Some(position) = position.filter(|_| !self.shared.library.is_placeholder) {
            self.store(Change::Visit(position.section.clone()));
            self.store(Change::Position(position));
        }
    }

    /// Removes the status message before a key or a click is handled. From then on, the stored
    /// reading position is not opened when the rules or the state are loaded.
    pub(super) fn start_input(&mut self) {
        self.messages.status = None;
        self.restore_position = false;
    }
}
