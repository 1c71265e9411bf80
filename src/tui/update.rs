//! What happens when something happens: keys become actions, actions change the state.

use crossterm::event::{Event as Input, KeyEvent, KeyEventKind};

use super::action::Action;
use super::app::{App, Redraw};
use super::event::Event;
use super::keymap::{Context, Key, Match};
use super::layout::CONTENTS_FROM;
use crate::theme::Theme;

mod compare;
mod contents;
mod copy;
mod finder;
mod help;
mod letters;
mod marks;
mod mouse;
mod numbers;
mod overlays;
mod page;
mod rules;
mod side;
mod words;

pub use letters::Pane;
pub use rules::Lost;
pub use words::Word;

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
                self.status = Some(format!("bookmarks and places are not kept: {why}"))
            }
            Event::Background(light) => self.suit(light),
            Event::KeyNumbers => self.refresh_numbers(),
            Event::End => self.requests.quit = true,
        }
        self.settle();
    }

    fn key(&mut self, key: KeyEvent) {
        self.status = None;
        // Who has begun to read is not moved elsewhere.
        self.restore = false;
        self.end_greeting();
        if self.letters.is_some() && self.letter(key) {
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
            Context::Search => self.type_key(key),
            context if context.is_typed() => self.type_into_overlay(key),
            _ => {}
        }
    }

    /// Whether one chooses among rows after an action, or types.
    fn chooses(&self, action: Action) -> bool {
        let first = self.context() == Context::Search
            && self
                .finder
                .as_ref()
                .is_some_and(|finder| finder.chosen == 0);
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

    /// Whether the first row is only entered now: a listener has not heard of it while he typed.
    pub(super) fn enters_rows(&self) -> bool {
        self.is_linear() && !self.choosing
    }

    /// Carries an action out, where it is meant for.
    pub fn perform(&mut self, action: Action) {
        match (action, self.context()) {
            (Action::Quit, _) => self.requests.quit = true,
            (Action::Suspend, _) => self.requests.suspend = true,
            (Action::Help, _) => self.open_help(),
            (action, Context::Help | Context::HelpFilter) => self.on_help(action),
            (Action::Search, _) => self.open_finder(),
            (_, Context::Page) => self.on_page(action),
            (_, Context::Contents) => self.on_contents(action),
            (_, Context::Search) => self.on_finder(action),
            (_, Context::Peek) => self.on_peek(action),
            (_, Context::List) => self.on_list(action),
            (_, Context::Places) => {
                self.with_overlay(|overlay, env| overlay.perform(action, env));
            }
            (_, Context::Numbers) => self.on_numbers(action),
            (_, Context::Prompt) => self.on_prompt(action),
            (_, Context::Side) => self.on_side(action),
            (_, Context::Compare) => self.on_compare(action),
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
        self.hide_letters();
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
            Context::Search => self.type_text(text),
            context if context.is_typed() => self.paste_into_overlay(text),
            _ => {}
        }
    }
}
