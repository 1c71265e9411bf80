//! The contents pane: showing, entering and leaving it.

use super::state::App;
use crate::tui::contents::Contents;
use crate::tui::effect::Effect;
use crate::tui::environment::Environment;
use crate::tui::layout::CONTENTS_FROM;

impl App {
    /// Has the contents do something, and carries out what they ask for.
    pub(super) fn with_contents(
        &mut self,
        act: impl FnOnce(&mut Contents, &Environment<'_>) -> Vec<Effect>,
    ) {
        let area = self.reading().contents.unwrap_or_default();
        let mut contents = std::mem::take(&mut self.contents);
        let effects = act(&mut contents, &self.environment(area));
        self.contents = contents;
        self.carry_out(effects);
        self.fit();
    }

    /// Shows the contents and gives them the focus.
    pub(super) fn enter_contents(&mut self) {
        self.side.focused = false;
        self.contents.shown = true;
        self.contents.focused = true;
        self.contents.reveal(&self.library.book, self.reader.focus);
        self.fit();
    }

    /// Scrolls the contents so that the selected row is in sight.
    pub fn show_contents_cursor(&mut self) {
        let area = self.reading().contents.unwrap_or_default();
        self.contents.keep_in_sight(usize::from(area.height));
    }

    /// Gives the focus back to the page. The contents are hidden only where they cover it, or if they are asked to; where a
    /// pinned section takes their room, they come back with it.
    pub(super) fn leave_contents(&mut self, hide: bool) {
        let (covers, is_narrow) = (self.contents_cover_page(), self.size.0 < CONTENTS_FROM);
        self.contents.focused = false;
        self.contents.shown &= !((hide || covers) && (is_narrow || !covers));
        self.fit();
        self.follow_focus();
    }
}
