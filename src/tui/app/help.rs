//! Actions in the help, and the hint of the first run.

use ratatui::layout::Rect;

use super::state::App;
use crate::state::Change;
use crate::tui::action::Action;
use crate::tui::help::Help;
use crate::tui::layout;
use crate::tui::overlay::Overlay;

impl App {
    /// Shows all keys, those of where one is first.
    pub(super) fn open_help(&mut self) {
        let help = Help::new(self.context());
        self.overlays.push(Overlay::Help(help));
    }

    pub(super) fn on_help(&mut self, action: Action) {
        let Some(Overlay::Help(help)) = self.overlays.last_mut() else {
            return;
        };
        let page = isize::try_from(usize::from(self.size.1) / 2).unwrap_or(1);
        match (action, help.typing) {
            (Action::Search, _) => help.typing = true,
            (Action::Down, _) => self.scroll_help(1),
            (Action::Up, _) => self.scroll_help(-1),
            (Action::PageDown, _) => self.scroll_help(page),
            (Action::PageUp, _) => self.scroll_help(-page),
            (Action::Follow, true) => help.typing = false,
            (Action::Close, true) => {
                help.typing = false;
                help.filter.reset();
                help.scroll = 0;
            }
            (Action::Close, false) => drop(self.overlays.pop()),
            _ => {}
        }
    }

    /// Scrolls the help by lines.
    pub(super) fn scroll_help(&mut self, by: isize) {
        let Some(Overlay::Help(help)) = self.overlays.last() else {
            return;
        };
        let lines = help
            .page(&self.keymap, self.help_width(), self.styles.symbols())
            .lines
            .len();
        let height = usize::from(self.help_area().height.saturating_sub(2))
            - usize::from(self.help_has_filter(help));
        let Some(Overlay::Help(help)) = self.overlays.last_mut() else {
            return;
        };
        help.scroll = help
            .scroll
            .saturating_add_signed(by)
            .min(lines.saturating_sub(height));
    }

    /// Where the help lies: over everything but the footer.
    #[must_use]
    pub fn help_area(&self) -> Rect {
        let (width, height) = self.size;
        if self.is_linear() {
            return layout::linear::over(self.size);
        }
        Rect {
            x: 0,
            y: 0,
            width,
            height: height - u16::from(height >= 5),
        }
    }

    /// Columns for the lines of the help.
    #[must_use]
    pub fn help_width(&self) -> usize {
        // Line by line, no keys stand beside others.
        if self.is_linear() {
            0
        } else {
            usize::from(self.size.0.saturating_sub(2))
        }
    }

    /// Whether the help's filter takes a line: it is typed in, or it leaves something out.
    #[must_use]
    pub fn help_has_filter(&self, help: &Help) -> bool {
        (help.typing || !help.filter.value().is_empty()) && self.help_area().height > 3
    }

    /// The first key of the first run: who has pressed it needs the hint no more.
    pub(super) fn end_greeting(&mut self) {
        self.marks.begun = true;
        if std::mem::take(&mut self.marks.greeting) {
            self.marks.note(Change::Greeted);
        }
    }
}
