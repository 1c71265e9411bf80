//! Handles events. A key is offered first to the hints, then to the key bindings of the focused
//! pane, and last to the pane's input line. The wheel scrolls the pane under the pointer. A click
//! follows a link, selects a row, or opens the selected row.

use crossterm::event::{
    Event as Input, KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;

use super::state::{App, Request};
use crate::library::Library;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::event::{BackgroundCommand, Event};
use crate::tui::finder::Finder;
use crate::tui::header;
use crate::tui::hints::words_of_line;
use crate::tui::keymap::{Context, Key, Match};
use crate::tui::list::steps;
use crate::tui::openers;
use crate::tui::side::SideKind;
use crate::tui::typing::{self, Edit};

/// The number of lines that one notch of the wheel scrolls.
const NOTCH: isize = 3;

/// Input for a pane.
#[derive(Clone, Copy)]
enum PaneInput<'a> {
    Action(Action),
    Edit(Edit<'a>),
    Click(Position),
    /// A turn of the wheel: the position of the pointer, and the number of lines to scroll down. A
    /// negative number scrolls up.
    Wheel(Position, isize),
}

impl App {
    /// Handles an event: changes the state, queues requests to the event loop, and lays out the
    /// screen again.
    pub fn handle(&mut self, event: Event) {
        match event {
            Event::Input(Input::Key(key)) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Input(Input::Mouse(mouse)) => self.mouse(mouse),
            Event::Input(Input::Resize(columns, rows)) => self.resize((columns, rows)),
            Event::Input(Input::Paste(text)) => self.edit(&|input| typing::paste(input, &text)),
            Event::Suspend => self.requests.push(Request::Suspend),
            Event::Continued => self.requests.push(Request::SetUp),
            Event::Rules(library) => self.replace(library),
            Event::Indexed(library) => self.indexed(library),
            Event::LinksReady => self.add_links(),
            Event::PageLinksReady(book, document) => self.add_links_of(&book, document),
            Event::Prepared => self.show_prepared(),
            Event::Progress(progress) => self.shared.messages.progress = Some(progress),
            Event::Status(message) => self.say(message),
            Event::Failed(message) => {
                if self.shared.library.placeholder.is_some() {
                    let advice =
                        "Change the files, and they are read again; `tableside check` tells more.";
                    self.replace(Library::placeholder(&format!("{message}. {advice}")));
                }
                self.shared.messages.progress = Some("search is unavailable".to_owned());
                self.say(message);
            }
            Event::StateStored(stored) => self.load_state(stored),
            Event::StateFailed(why) => {
                self.say(format!("bookmarks and places cannot be saved: {why}"));
            }
            Event::KeyNumbersReady => self.refresh_overlays(),
            Event::End => self.requests.push(Request::Quit),
            Event::Input(_) | Event::ChangesReady => {}
        }
        self.fit();
    }

    fn key(&mut self, key: KeyEvent) {
        self.start_input();
        if self.type_hint(key) {
            return;
        }
        let mut keys = std::mem::take(&mut self.pending);
        keys.push(Key::pressed(key));
        if let Some(action) = self.travels_on(&keys) {
            return self.perform(action);
        }
        match self.shared.keymap.find(self.context(), &keys) {
            Match::Action(action) => {
                // From the first result or entry, Up moves the cursor to the input line.
                let is_up =
                    action == Action::Up && self.finder.as_ref().is_some_and(Finder::is_at_first);
                self.shared.slot = self.shared.keymap.slot(self.context(), &keys);
                self.perform(action);
                self.shared.on_row = steps(action, 1).is_some() && !is_up;
            }
            Match::Prefix => self.pending = keys,
            // A key that does not continue the sequence starts a new one.
            Match::None if keys.len() > 1 => self.key(key),
            Match::None => self.edit(&|input| typing::key(input, key)),
        }
    }

    /// Returns the action of a key that goes on moving through the history: after going back to a
    /// search, Back and Forward have the keys that they have on a page, until the query is edited.
    fn travels_on(&self, keys: &[Key]) -> Option<Action> {
        let finder = self.finder.as_ref().filter(|_| self.overlays.is_empty())?;
        match self.shared.keymap.find(Context::Page, keys) {
            Match::Action(action @ (Action::Back | Action::Forward)) if finder.is_revisited => {
                Some(action)
            }
            _ => None,
        }
    }

    /// Edits the input line of the focused pane, if it has one.
    fn edit(&mut self, edit: Edit<'_>) {
        self.shared.on_row = false;
        self.route(self.context(), PaneInput::Edit(edit));
    }

    fn resize(&mut self, size: (u16, u16)) {
        self.hints = None;
        self.shared.size = size;
        // A resize can damage the text on the screen, even if the screen returns to its old size
        // before the next frame.
        self.requests.push(Request::Redraw);
        self.fit();
        self.refresh_overlays();
        self.show_contents_cursor();
    }

    /// Performs an action that concerns the whole browser, or passes it to the focused pane.
    pub fn perform(&mut self, action: Action) {
        let context = self.context();
        match action {
            Action::Quit => self.requests.push(Request::Quit),
            Action::Suspend => self.requests.push(Request::Suspend),
            Action::Reload => {
                let check = Request::Background(BackgroundCommand::CheckNow);
                self.requests.push(check);
            }
            Action::Search => self.open_finder(Finder::default()),
            Action::LinkHints => self.show_hints(false),
            Action::WordHints => self.show_hints(true),
            Action::Back => self.travel(false),
            Action::Forward => self.travel(true),
            Action::Contents | Action::Close if context == Context::Contents => {
                self.leave_contents(action == Action::Contents);
            }
            Action::Contents => self.enter_contents(),
            Action::OtherPane if context == Context::Page => self.enter_side(),
            Action::Backlinks => self.list_mentions(SideKind::Links),
            Action::Exceptions => self.list_mentions(SideKind::Changes),
            Action::LinkLevel => self.change_link_level(),
            Action::Bookmark => self.ask_for_bookmark(),
            Action::Roll if context != Context::Roll => self.roll_here(),
            Action::Slot if context != Context::Roll => self.show_pin(self.shared.slot),
            Action::AddPin => self.add_pin(),
            Action::Table => self.enter_table(),
            _ => match openers::opened_by(action, context) {
                Some(pane) => self.open(pane),
                None => self.route(context, PaneInput::Action(action)),
            },
        }
    }

    /// Passes input to the pane of a context, and carries out the effect that the pane returns.
    fn route(&mut self, context: Context, input: PaneInput<'_>) {
        let is_overlay = !self.overlays.is_empty();
        let Some((pane, env)) = self.pane_mut(context) else {
            return;
        };
        let effect = match input {
            PaneInput::Action(Action::Close) if is_overlay => Some(Effect::Close),
            PaneInput::Click(at) if is_overlay && !env.area.contains(at) => Some(Effect::Close),
            PaneInput::Action(action) => pane.perform(action, &env),
            PaneInput::Edit(edit) => pane.edit(edit, &env),
            PaneInput::Click(at) => pane.click(at, &env),
            PaneInput::Wheel(at, lines) => pane.wheel(at, lines, &env),
        };
        self.carry_out(effect);
    }

    fn mouse(&mut self, event: MouseEvent) {
        let at = Position::new(event.column, event.row);
        match event.kind {
            MouseEventKind::ScrollDown => self.wheel(at, NOTCH),
            MouseEventKind::ScrollUp => self.wheel(at, -NOTCH),
            MouseEventKind::Down(MouseButton::Left) => self.click(at),
            MouseEventKind::Down(MouseButton::Right) => self.look_up_at(at),
            _ => {}
        }
    }

    fn wheel(&mut self, at: Position, lines: isize) {
        self.hints = None;
        let pane = self.pane_at(at).unwrap_or(Context::Page);
        self.route(pane, PaneInput::Wheel(at, lines));
    }

    fn click(&mut self, at: Position) {
        // Look up the clicked key before `start_input` removes the message: while a message covers
        // the keys, a click must not trigger them, unless it repeats the one before.
        let context = self.context();
        let is_covered = self.shared.messages.status.is_some();
        let last = self
            .clicked
            .take()
            .filter(|last| (last.0, last.1) == (at, context));
        let repeated = last.filter(|_| is_covered).map(|(.., action)| action);
        let footer = self.footer_action(at).or(repeated);
        self.clicked = footer.map(|action| (at, context, action));
        self.start_input();
        self.hints = None;
        self.pending.clear();
        if let Some(action) = footer {
            return self.perform(action);
        }
        self.shared.on_row = true;
        match self.pane_at(at) {
            None => self.click_header(at),
            Some(context) => {
                let is_side = matches!(context, Context::Side | Context::Table);
                self.contents.focused &= context != Context::Page && !is_side;
                self.side.focused &= context != Context::Page;
                self.route(context, PaneInput::Click(at));
            }
        }
    }

    /// Returns the action of the key at a position in the footer.
    fn footer_action(&self, at: Position) -> Option<Action> {
        let area = self.reading().footer;
        let is_shown = !self.is_linear() && self.context() != Context::Prompt;
        if !is_shown || !area.contains(at) {
            return None;
        }
        self.footer()
            .action_at(at.x - area.x, &self.environment(area))
    }

    fn click_header(&mut self, at: Position) {
        let area = self.reading().header;
        if area.contains(at) && !self.is_linear() {
            let can_go_back = self.history.depth() > 0;
            let effect = header::click(at.x, can_go_back, &self.environment(area));
            self.carry_out(effect);
        }
    }

    /// Looks up the word of the page at a position on the screen.
    fn look_up_at(&mut self, at: Position) {
        self.hints = None;
        let place = self.reader.sheet.position_at(self.reading().page, at);
        let (Some(Context::Page), Some((line, column))) = (self.pane_at(at), place) else {
            return;
        };
        let page = &self.reader.sheet.page;
        let words = words_of_line(page, line);
        if let Some(word) = words.iter().find(|word| word.columns.contains(&column)) {
            self.uncover_page();
            self.look_up(word);
        }
    }
}
