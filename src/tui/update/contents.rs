//! Actions in the contents.

use crate::tui::action::Action;
use crate::tui::app::App;
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

    fn leave_contents(&mut self, hide: bool) {
        // Where only a pinned section takes their room they come back with it, without being asked for.
        let hide = hide && (self.size.0 < CONTENTS_FROM || !self.contents_cover_page());
        self.contents.focused = false;
        self.contents.shown &= !hide;
        self.fit();
        self.follow_focus();
    }
}
