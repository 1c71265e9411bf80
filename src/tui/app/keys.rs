//! Events, and the way of a key: hints, then a binding of the pane with the focus, then text where one types.

use crossterm::event::{Event as Input, KeyEvent, KeyEventKind};

use super::state::{App, Redraw};
use crate::theme::Theme;
use crate::tui::action::Action;
use crate::tui::event::Event;
use crate::tui::keymap::{Context, Key, Match};
use crate::tui::layout::CONTENTS_FROM;

impl App {
    /// Takes an event in.
    pub fn handle(&mut self, event: Event) {
        // What is kept is mostly what is shown already.
        self.requests.frame |= !matches!(event, Event::Kept { .. });
        match event {
            Event::Input(Input::Key(key)) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Input(Input::Mouse(mouse)) => self.mouse(mouse),
            Event::Input(Input::Resize(columns, rows)) => self.resize((columns, rows)),
            Event::Input(Input::Paste(text)) => self.paste(&text),
            // Who comes back may have edited the rules meanwhile.
            Event::Input(Input::FocusGained) => self.requests.check = true,
            Event::Input(_) | Event::Backlinks => {}
            Event::Suspend => self.requests.suspend = true,
            Event::Continued => self.requests.redraw = Redraw::Retaken,
            Event::Rules(library) => self.replace(library),
            Event::Indexed(library) => self.indexed(library),
            Event::Progress(progress) => self.progress = Some(progress),
            Event::Status(message) => self.status = Some(message),
            Event::Hint(message) => {
                self.status.get_or_insert(message);
            }
            Event::Failed(message) => {
                self.search_failed = true;
                self.progress = None;
                self.status = Some(message);
            }
            Event::Kept { count, kept } => self.kept(count, kept),
            Event::NotKept(why) => {
                self.status = Some(format!("bookmarks and places are not kept: {why}"));
            }
            Event::Background(light) => self.suit(light),
            Event::KeyNumbers => self.refresh_overlays(),
            Event::End => self.requests.quit = true,
        }
        self.settle();
    }

    fn key(&mut self, key: KeyEvent) {
        self.status = None;
        // Who has begun to read is not moved elsewhere.
        self.restore = false;
        self.end_greeting();
        if self.type_hint(key) {
            return;
        }
        let mut keys = std::mem::take(&mut self.pending);
        keys.push(Key::pressed(key));
        match self.keymap.find(self.context(), &keys) {
            Match::Action(action) => {
                let choosing = self.chooses(action);
                self.perform(action);
                self.choosing = choosing;
            }
            Match::Prefix => self.pending = keys,
            // What does not go on from the keys before is taken by itself; Esc only lets go of them.
            Match::None if keys.len() > 1 && keys.last() == Some(&Key::ESCAPE) => {}
            Match::None if keys.len() > 1 => self.key(key),
            Match::None => {
                self.choosing = false;
                self.type_into(key);
            }
        }
    }

    /// Takes a key that no action has: text, where one types.
    fn type_into(&mut self, key: KeyEvent) {
        match self.context() {
            Context::Search => self.with_finder(|finder, env| {
                finder.type_key(key, env);
                Vec::new()
            }),
            context if context.is_typed() => {
                self.with_overlay(|overlay, env| overlay.type_key(key, env));
            }
            _ => {}
        }
    }

    /// Whether one chooses among rows after an action, or types.
    fn chooses(&self, action: Action) -> bool {
        let first = self.context() == Context::Search
            && self
                .finder
                .as_ref()
                .is_some_and(|finder| finder.list.chosen() == 0);
        match action {
            // Above the first result is what is typed.
            Action::Up if first => false,
            Action::Down
            | Action::Up
            | Action::PageDown
            | Action::PageUp
            | Action::Sort
            | Action::Remove => true,
            Action::Search
            | Action::Places
            | Action::KeyNumbers
            | Action::Bookmark
            | Action::Complete => false,
            _ => self.choosing,
        }
    }

    /// Suits the usual colours, which are made for a dark background, to a light one.
    fn suit(&mut self, light: bool) {
        self.knows_background = true;
        if light {
            self.styles = self.styles.in_theme(Theme::on_light());
        }
    }

    fn resize(&mut self, size: (u16, u16)) {
        self.hints = None;
        let wide = |width| width >= CONTENTS_FROM;
        // The pane comes and goes with the room for it; what the reader did with it within one kind of width stays.
        if wide(size.0) != wide(self.size.0) {
            self.contents.shown = wide(size.0);
            self.contents.focused = false;
        }
        self.size = size;
        // Away and back again before a frame was drawn, no size has changed; what was on the screen may still be gone.
        self.requests.redraw = self.requests.redraw.max(Redraw::Everything);
        self.fit();
        self.follow_focus();
    }

    fn paste(&mut self, text: &str) {
        self.choosing = false;
        match self.context() {
            Context::Search => self.with_finder(|finder, env| {
                finder.paste(text, env);
                Vec::new()
            }),
            context if context.is_typed() => {
                self.with_overlay(|overlay, env| overlay.paste(text, env));
            }
            _ => {}
        }
    }
}
