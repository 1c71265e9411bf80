//! What is stored: bookmarks, recent places, the place being read.

use super::state::App;
use crate::rules::SectionRef;
use crate::state::{Change, Kept, Place};
use crate::tui::history;

impl App {
    /// Takes in what is kept by now.
    pub(super) fn kept(&mut self, kept: Kept) {
        self.marks.stored(kept.state);
        self.marks.greeting |= kept.first;
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
        true
    }

    /// The place being read, to be kept.
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

    /// The first key or click closes the hint of the first run.
    pub(super) fn end_greeting(&mut self) {
        if std::mem::take(&mut self.marks.greeting) {
            self.marks.note(Change::Greeted);
        }
    }
}
