//! The mouse: the wheel scrolls the pane under it; a click follows a link, selects a row, or opens the selected row.

use std::time::{Duration, Instant};

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::events::PaneInput;
use super::state::App;
use crate::tui::hints::HintPane;
use crate::tui::keymap::Context;

/// The longest time between the clicks of a double click.
const DOUBLE_CLICK: Duration = Duration::from_millis(400);

/// The lines that a notch of the wheel scrolls.
const NOTCH: isize = 3;

impl App {
    pub(super) fn mouse(&mut self, event: MouseEvent) {
        let at = Position {
            x: event.column,
            y: event.row,
        };
        match event.kind {
            MouseEventKind::ScrollDown => self.wheel(at, NOTCH),
            MouseEventKind::ScrollUp => self.wheel(at, -NOTCH),
            MouseEventKind::Down(button) => {
                self.hints = None;
                match button {
                    MouseButton::Left => self.click(at),
                    MouseButton::Right => self.look_up_at(at),
                    MouseButton::Middle => {}
                }
            }
            _ => {}
        }
    }

    fn wheel(&mut self, at: Position, lines: isize) {
        self.hints = None;
        match self.context() {
            Context::Page | Context::Contents | Context::Side => self.wheel_reading(at, lines),
            context => self.route(context, PaneInput::Wheel(at, lines)),
        }
    }

    /// Scrolls the pane under the wheel, whichever has the focus.
    fn wheel_reading(&mut self, at: Position, lines: isize) {
        let areas = self.reading();
        if let Some(area) = areas.contents.filter(|area| area.contains(at)) {
            self.contents.scroll_by(lines, usize::from(area.height));
        } else if areas.side.is_some_and(|area| area.contains(at)) {
            self.side.sheet.scroll_by(lines);
        } else {
            self.reader.scroll_by(lines);
        }
    }

    fn click(&mut self, at: Position) {
        self.start_input();
        self.pending.clear();
        self.shared.choosing = true;
        match self.context() {
            Context::Page | Context::Contents | Context::Side => self.click_reading(at),
            // A comparison covers all but the header and the footer.
            Context::Compare if !self.reading().body.contains(at) => drop(self.overlays.pop()),
            context => self.route(context, PaneInput::Click(at)),
        }
    }

    fn click_reading(&mut self, at: Position) {
        let areas = self.reading();
        if areas.contents.is_some_and(|area| area.contains(at)) {
            self.route(Context::Contents, PaneInput::Click(at));
        } else if areas.side.is_some_and(|area| area.contains(at)) {
            self.contents.focused = false;
            self.route(Context::Side, PaneInput::Click(at));
        } else if areas.page.contains(at) {
            self.contents.focused = false;
            self.side.focused = false;
            self.click_page(at);
        }
    }

    /// Follows the clicked link; looks up the double-clicked word.
    fn click_page(&mut self, at: Position) {
        let area = self.reading().page;
        let target = self.reader.sheet.click(area, at);
        if let Some(target) = target {
            return self.go(target);
        }
        let before = self.clicked.take();
        if before.is_some_and(|(place, when)| place == at && when.elapsed() < DOUBLE_CLICK) {
            self.look_up_at(at);
        } else {
            self.clicked = Some((at, Instant::now()));
        }
    }

    /// Looks up the word of the page at a place of the screen.
    fn look_up_at(&mut self, at: Position) {
        let reading = [Context::Page, Context::Contents, Context::Side];
        if !reading.contains(&self.context()) || self.contents_cover_page() {
            return;
        }
        let sheet = &self.reader.sheet;
        let Some((line, column)) = sheet.place_at(self.reading().page, at) else {
            return;
        };
        if !sheet.uncovered().contains(&line) {
            return;
        }
        let mut words = self.words_of(HintPane::Page, line).into_iter();
        if let Some(word) = words.find(|word| word.columns.contains(&column)) {
            self.contents.focused = false;
            self.side.focused = false;
            self.look_up(HintPane::Page, &word);
        }
    }
}
