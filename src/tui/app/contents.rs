//! Actions in the contents.

use ratatui::layout::Position;

use super::state::App;
use crate::tui::action::Action;
use crate::tui::layout::CONTENTS_FROM;

impl App {
    pub(super) fn on_contents(&mut self, action: Action) {
        let height = self
            .reading()
            .contents
            .map_or(1, |area| isize::try_from(area.height).unwrap_or(1));
        match action {
            Action::Down => self.contents.move_by(1),
            Action::Up => self.contents.move_by(-1),
            Action::PageDown => self.contents.move_by(height),
            Action::PageUp => self.contents.move_by(-height),
            Action::Top => self.contents.move_by(isize::MIN),
            Action::Bottom => self.contents.move_by(isize::MAX),
            Action::Expand => self.contents.expand(&self.library.book),
            Action::Collapse => self.contents.collapse(&self.library.book),
            Action::Follow => {
                if let Some(section) = self.contents.chosen() {
                    self.go(section);
                    self.fit();
                }
            }
            Action::Contents => self.leave_contents(true),
            Action::Close => self.leave_contents(self.contents_cover_page()),
            _ => {}
        }
        self.show_contents_cursor();
    }

    /// Shows the contents and gives them the focus.
    pub(super) fn enter_contents(&mut self) {
        self.side.focused = false;
        self.contents.shown = true;
        self.contents.focused = true;
        self.contents.reveal(&self.library.book, self.reader.focus);
        self.fit();
    }

    /// Opens the clicked row.
    pub(super) fn click_contents(&mut self, at: Position) {
        let area = self.reading().contents.unwrap_or_default();
        let row = self.contents.scroll + usize::from(at.y.saturating_sub(area.y));
        self.contents.cursor = row.min(self.contents.rows.len().saturating_sub(1));
        if let Some(section) = self.contents.chosen() {
            self.go(section);
            self.fit();
        }
    }

    /// Scrolls the contents so that the selected row is in sight.
    pub fn show_contents_cursor(&mut self) {
        let area = self.reading().contents.unwrap_or_default();
        let height = usize::from(area.height).max(1);
        self.contents.keep_in_sight(self.contents.cursor, height);
    }

    fn leave_contents(&mut self, hide: bool) {
        // Where only a pinned section takes their room they come back with it, without being asked for.
        let hide = hide && (self.size.0 < CONTENTS_FROM || !self.contents_cover_page());
        self.contents.focused = false;
        self.contents.shown &= !hide;
        self.fit();
        self.follow_focus();
    }
}
