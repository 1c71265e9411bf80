//! The mouse: the wheel scrolls what is under it; a click follows a link or a row of the contents, and chooses a row of
//! a list, which a second one opens.

use std::time::{Duration, Instant};

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

use crate::tui::action::Action;
use crate::tui::app::App;
use crate::tui::keymap::Context;
use crate::tui::overlay::Overlay;
use crate::tui::popup::tab_at;
use crate::tui::sheet::Sheet;

/// Two clicks at one place within this time are one.
const DOUBLE_CLICK: Duration = Duration::from_millis(400);

/// Lines a notch of the wheel moves.
const NOTCH: isize = 3;

impl App {
    pub(super) fn mouse(&mut self, event: MouseEvent) {
        let at = Position {
            x: event.column,
            y: event.row,
        };
        if matches!(
            event.kind,
            MouseEventKind::ScrollDown | MouseEventKind::ScrollUp | MouseEventKind::Down(_)
        ) {
            self.hide_letters();
        }
        match event.kind {
            MouseEventKind::ScrollDown => self.wheel(at, NOTCH),
            MouseEventKind::ScrollUp => self.wheel(at, -NOTCH),
            MouseEventKind::Down(MouseButton::Left) => self.click(at),
            MouseEventKind::Down(MouseButton::Right) => self.look_up(at),
            _ => {}
        }
    }

    fn wheel(&mut self, at: Position, lines: isize) {
        match self.context() {
            Context::Search => {
                let places = self.searching();
                if places.preview.contains(at) {
                    self.scroll_preview(lines)
                } else {
                    self.choose(lines.signum())
                }
            }
            Context::Page | Context::Contents | Context::Side => self.wheel_reading(at, lines),
            Context::Prompt => {}
            Context::Peek
            | Context::List
            | Context::Places
            | Context::Numbers
            | Context::Compare
            | Context::Help
            | Context::HelpFilter => {
                let action = if lines > 0 { Action::Down } else { Action::Up };
                (0..lines.abs()).for_each(|_| self.perform(action));
            }
        }
    }

    /// The wheel scrolls the pane that it is over, wherever the keys go.
    fn wheel_reading(&mut self, at: Position, lines: isize) {
        let places = self.reading();
        if let Some(area) = places.contents.filter(|area| area.contains(at)) {
            let last = self
                .contents
                .rows
                .len()
                .saturating_sub(usize::from(area.height));
            self.contents.scroll = self.contents.scroll.saturating_add_signed(lines).min(last);
        } else if places.side.is_some_and(|area| area.contains(at)) {
            self.side
                .sheet
                .scroll_by(lines, usize::from(places.side_text().height));
        } else {
            self.scroll(lines);
        }
    }

    fn click(&mut self, at: Position) {
        self.status = None;
        self.restore = false;
        self.pending.clear();
        self.choosing = true;
        self.end_greeting();
        match self.context() {
            Context::Search => self.click_result(at),
            Context::Page | Context::Contents | Context::Side => self.click_reading(at),
            Context::Compare => self.click_comparison(at),
            Context::Peek => {
                let area = self.peek_area(self.peeks().count().saturating_sub(1));
                if area.contains(at) {
                    self.click_peek(at, area)
                } else {
                    drop(self.overlays.pop())
                }
            }
            Context::List => self.click_list(at),
            Context::Places => self.with_overlay(|overlay, env| overlay.click(at, env)),
            Context::Numbers => self.click_number(at),
            Context::Prompt | Context::Help | Context::HelpFilter => drop(self.overlays.pop()),
        }
    }

    fn click_reading(&mut self, at: Position) {
        let places = self.reading();
        if let Some(area) = places.contents.filter(|area| area.contains(at)) {
            self.contents.cursor = (self.contents.scroll + row_in(area, at))
                .min(self.contents.rows.len().saturating_sub(1));
            if let Some(section) = self.contents.chosen() {
                self.go(section);
                self.fit();
            }
        } else if places.side.is_some_and(|area| area.contains(at)) {
            self.click_side(at);
        } else if places.page.contains(at) {
            self.contents.focused = false;
            self.side.focused = false;
            let line = self.reader.scroll + row_in(places.page, at);
            if !self.reader.uncovered().contains(&line) {
                return;
            }
            let link = self
                .reader
                .page
                .link_at(line, usize::from(at.x - places.page.x));
            let target =
                link.and_then(|link| self.reader.page.links.get(link)?.targets.first().copied());
            if let Some(target) = target {
                self.reader.link = link;
                self.go(target);
            } else if self
                .clicked
                .take()
                .is_some_and(|(place, when)| place == at && when.elapsed() < DOUBLE_CLICK)
            {
                self.look_up(at);
            } else {
                self.clicked = Some((at, Instant::now()));
            }
        }
    }

    /// Peeks at the word at a place of the page.
    fn look_up(&mut self, at: Position) {
        let area = self.reading().page;
        if !matches!(
            self.context(),
            Context::Page | Context::Contents | Context::Side
        ) || !area.contains(at)
        {
            return;
        }
        let line = self.reader.scroll + row_in(area, at);
        let visible = self.reader.uncovered().contains(&line) && !self.contents_cover_page();
        let word = self
            .word_at(line, usize::from(at.x - area.x))
            .filter(|_| visible);
        if let Some(word) = word {
            (self.contents.focused, self.side.focused) = (false, false);
            self.peek_at_word(&word);
        }
    }

    /// A click in the side pane follows a link, or gives it the keys.
    fn click_side(&mut self, at: Position) {
        let area = self.reading().side_text();
        let sheet = &mut self.side.sheet;
        let link = area
            .contains(at)
            .then(|| link_at(sheet, area, at))
            .flatten();
        let target = link.and_then(|link| sheet.page.links.get(link)?.targets.first().copied());
        self.contents.focused = false;
        match target {
            Some(target) => {
                sheet.link = link;
                self.go(target);
            }
            None => self.side.focused = true,
        }
    }

    /// A click in a comparison follows a link; beside it, it closes.
    fn click_comparison(&mut self, at: Position) {
        let places = self.reading();
        if !places.body.contains(at) {
            self.overlays.pop();
            return;
        }
        let area = places.compared();
        let Some(sheet) = self
            .comparison_mut()
            .map(|compare| &mut compare.sheet)
            .filter(|_| area.contains(at))
        else {
            return;
        };
        let link = link_at(sheet, area, at);
        if let Some(target) =
            link.and_then(|link| sheet.page.links.get(link)?.targets.first().copied())
        {
            sheet.link = link;
            self.go(target);
        }
    }

    fn click_peek(&mut self, at: Position, area: Rect) {
        // In linear mode there is no border, and one definition is named, not all of them.
        let (linear, border) = (self.is_linear(), u16::from(!self.is_linear()));
        let Some(Overlay::Peek(peek)) = self.overlays.last_mut() else {
            return;
        };
        let Some(mut row) = row_in(area, at).checked_sub(1) else {
            return;
        };
        if peek.has_tabs() {
            if row == 0 && linear {
                return peek.next(&self.library);
            }
            if row == 0 {
                let column = usize::from(at.x.saturating_sub(area.x + 1));
                if let Some(tab) = tab_at(&peek.tabs(&self.library), peek.chosen, column) {
                    peek.choose(&self.library, tab);
                }
                return;
            }
            row -= 1;
        }
        let column = usize::from((at.x - area.x).saturating_sub(border));
        peek.link = peek.page.link_at(peek.scroll + row, column);
        if peek.link.is_some() {
            self.perform(Action::Peek);
        }
    }

    /// A row of a list: the first click chooses it, the second goes there; beside the list it closes.
    fn click_list(&mut self, at: Position) {
        let area = self.list_area();
        let inner = Rect {
            y: area.y + 1,
            height: area.height.saturating_sub(2),
            ..area
        };
        let height = self.list_lines();
        let Some(Overlay::List(list)) = self.overlays.last_mut() else {
            return;
        };
        if !area.contains(at) {
            self.overlays.pop();
            return;
        }
        let Some(row) = list
            .row_at(row_in(inner, at))
            .filter(|_| inner.contains(at))
        else {
            return;
        };
        if row == list.cursor {
            self.perform(Action::Follow);
        } else {
            let by = isize::try_from(row).unwrap_or(0) - isize::try_from(list.cursor).unwrap_or(0);
            list.move_by(by, height);
        }
    }

    /// As in [`App::click_list`]; the first row is the filter.
    fn click_number(&mut self, at: Position) {
        let area = self.list_area();
        let inner = Rect {
            y: area.y + 2,
            height: area.height.saturating_sub(3),
            ..area
        };
        let height = self.place_rows();
        let Some(Overlay::Numbers(numbers)) = self.overlays.last_mut() else {
            return;
        };
        if !area.contains(at) {
            self.overlays.pop();
            return;
        }
        let row = numbers.scroll + row_in(inner, at);
        if !inner.contains(at) || row >= numbers.rows.len() {
            return;
        }
        if row == numbers.cursor {
            self.perform(Action::Follow);
        } else {
            let by =
                isize::try_from(row).unwrap_or(0) - isize::try_from(numbers.cursor).unwrap_or(0);
            numbers.move_by(by, height);
        }
    }

    fn click_result(&mut self, at: Position) {
        let area = self.searching().results;
        if !area.contains(at) {
            return;
        }
        let row = row_in(area, at);
        let clicked = self
            .finder
            .as_ref()
            .and_then(|finder| finder.result_at(row));
        if let (Some(clicked), Some(finder)) = (clicked, &self.finder) {
            let by =
                isize::try_from(clicked).unwrap_or(0) - isize::try_from(finder.chosen).unwrap_or(0);
            self.choose(by);
            if by == 0 {
                self.open_chosen();
            }
        }
    }
}

fn link_at(sheet: &Sheet, area: Rect, at: Position) -> Option<usize> {
    sheet
        .page
        .link_at(sheet.scroll + row_in(area, at), usize::from(at.x - area.x))
}

fn row_in(area: Rect, at: Position) -> usize {
    usize::from(at.y.saturating_sub(area.y))
}
