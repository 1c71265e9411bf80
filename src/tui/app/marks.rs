//! Bookmarks: setting, naming, removing; the list of them and of recent places; what is kept of it all.

use crossterm::event::KeyEvent;
use tui_input::Input;

use super::state::App;
use crate::rules::SectionRef;
use crate::source::clean;
use crate::state::{Bookmark, Change, Kept, Place};
use crate::tui::action::Action;
use crate::tui::history;
use crate::tui::overlay::Overlay;
use crate::tui::places::Places;
use crate::tui::popup::Prompt;
use crate::tui::typing;

impl App {
    /// Asks what to call the bookmark of the section being read; one that it has already can be named anew.
    pub(super) fn ask_for_bookmark(&mut self) {
        if self.library.is_placeholder {
            self.status = Some("the rules are still being read".to_owned());
            return;
        }
        let section = self.library.book.section(self.reader.focus);
        let known = self.marks.state.bookmark(&section.id);
        let name = known.map_or_else(|| section.full_title(), |bookmark| bookmark.name.clone());
        let prompt = Prompt {
            id: section.id.clone(),
            input: Input::new(name),
            known: known.is_some(),
        };
        self.overlays.push(Overlay::Prompt(prompt));
    }

    pub(super) fn on_prompt(&mut self, action: Action) {
        match action {
            Action::Follow => {
                if let Some(Overlay::Prompt(prompt)) = self.overlays.pop() {
                    self.keep_bookmark(prompt);
                }
            }
            Action::Close => drop(self.overlays.pop()),
            _ => {}
        }
    }

    fn keep_bookmark(&mut self, prompt: Prompt) {
        let name = clean(prompt.input.value()).trim().to_owned();
        if !name.is_empty() {
            self.status = Some(format!("bookmark: {name}"));
            self.marks.note(Change::Bookmark(Bookmark {
                id: prompt.id,
                name,
            }));
        } else if prompt.known {
            self.forget_bookmark(&prompt.id);
        }
    }

    fn forget_bookmark(&mut self, id: &str) {
        let name = self
            .marks
            .state
            .bookmark(id)
            .map_or(id, |bookmark| &bookmark.name);
        self.status = Some(format!("the bookmark {name} is removed"));
        self.marks.note(Change::Forget(id.to_owned()));
    }

    /// Lists bookmarks and recent places.
    pub(super) fn list_places(&mut self) {
        let places = Places::new(&self.environment(self.list_area()));
        self.overlays.push(Overlay::Places(places));
    }

    /// A key that is text for the open prompt or filter.
    pub(super) fn type_into_overlay(&mut self, key: KeyEvent) {
        let Some(input) = self.overlay_input() else {
            return;
        };
        if typing::key(input, key) {
            self.filter_changed();
        }
    }

    /// Pasted text for the open prompt or filter.
    pub(super) fn paste_into_overlay(&mut self, text: &str) {
        let Some(input) = self.overlay_input() else {
            return;
        };
        typing::paste(input, text);
        self.filter_changed();
    }

    fn overlay_input(&mut self) -> Option<&mut Input> {
        match self.overlays.last_mut()? {
            Overlay::Prompt(prompt) => Some(&mut prompt.input),
            Overlay::Places(places) => Some(&mut places.filter),
            Overlay::Numbers(numbers) => Some(&mut numbers.filter),
            Overlay::Help(help) => Some(&mut help.filter),
            _ => None,
        }
    }

    fn filter_changed(&mut self) {
        match self.overlays.last_mut() {
            Some(Overlay::Places(_)) => self.with_overlay(Overlay::filter_changed),
            Some(Overlay::Numbers(numbers)) => {
                (numbers.cursor, numbers.typing) = (0, true);
                self.refresh_numbers();
            }
            Some(Overlay::Help(help)) => help.scroll = 0,
            _ => {}
        }
    }

    /// Rows of places that fit on the screen, below the filter.
    #[must_use]
    pub fn place_rows(&self) -> usize {
        usize::from(self.list_area().height.saturating_sub(3)).max(1)
    }

    /// Takes in what is kept by now.
    pub(super) fn kept(&mut self, count: usize, kept: Kept) {
        let before = (
            self.marks.greeting,
            std::mem::take(&mut self.marks.state.bookmarks),
        );
        self.marks.kept(count, kept.state);
        self.marks.greeting = kept.first && !self.marks.begun;
        let same = before.0 == self.marks.greeting && before.1 == self.marks.state.bookmarks;
        self.requests.frame |=
            !same || kept.notice.is_some() || self.restore || !self.overlays.is_empty();
        if kept.notice.is_some() {
            self.status = kept.notice;
        }
        if self.restore {
            self.restore_kept();
        }
        self.refresh_overlays();
    }

    /// Opens the place where the reader stopped the last time, as soon as the rules have it and unless he has gone on.
    pub(super) fn restore_kept(&mut self) {
        if let Some(place) = self.marks.state.place.clone()
            && self.go_to_kept(&place)
        {
            self.opened = None;
        }
    }

    /// Goes to a place by the ids of its sections; whether the rules have them.
    pub(super) fn go_to_kept(&mut self, place: &Place) -> bool {
        let find = |id: &str| self.library.book.by_id(id);
        let Some(focus) = find(&place.section) else {
            return false;
        };
        let top = find(&place.top).unwrap_or(focus);
        let place = history::Place {
            focus,
            top,
            offset: place.line,
            link: None,
            search: None,
            aside: None,
        };
        self.reader.restore(&self.library, &place);
        self.follow_focus();
        true
    }

    /// The place being read, to be kept.
    #[must_use]
    pub fn kept_place(&self) -> Place {
        let place = self.reader.place();
        let id = |section: SectionRef| self.library.book.section(section).id.clone();
        Place {
            section: id(place.focus),
            top: id(place.top),
            line: place.offset,
        }
    }

    /// Whether the reader is where the browser opened by itself.
    pub(super) fn is_as_opened(&self) -> bool {
        let place = self.reader.place();
        let same = |opened: &history::Place| {
            (opened.focus, opened.top, opened.offset) == (place.focus, place.top, place.offset)
        };
        self.opened.as_ref().is_some_and(same)
    }

    /// Notes where the reader is: he is about to leave. Where he was put because his rules are gone, that is where they were: a
    /// file may be back in a moment.
    pub fn note_place(&mut self) {
        if self.library.is_placeholder {
            return;
        }
        let here = self.reader.place();
        let lost = self
            .lost
            .as_ref()
            .filter(|lost| lost.put == here)
            .map(|lost| lost.was.clone());
        let place = lost.unwrap_or_else(|| self.kept_place());
        self.marks.note(Change::Visit(place.section.clone()));
        self.marks.note(Change::Place(place));
    }

    /// Notes where the reader stops. Who has gone nowhere stops where he did the last time: that may not have been opened yet, or
    /// not been wanted.
    pub fn note_end(&mut self) {
        if !self.is_as_opened() {
            self.note_place();
        }
    }
}
