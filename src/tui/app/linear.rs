//! Linear mode, for screen readers and braille displays: the pane with the focus fills the screen alone.
//!
//! The first line names the pane, the last one shows a message or says what is selected, and the terminal's cursor is at
//! what is selected. Selecting something else moves the cursor and rewrites the last line, and nothing else.

use ratatui::layout::Position;

use super::state::App;
use crate::tui::draw::{Canvas, LinearScreen};
use crate::tui::footer::{KeyLabel, following};
use crate::tui::greeting;
use crate::tui::overlay::Overlay;

impl App {
    /// Draws the screen; gives the cursor's place.
    pub(super) fn draw_linear(&self, canvas: &mut Canvas<'_>) -> Option<Position> {
        self.linear_screen()
            .draw(self.size, self.message().as_deref(), canvas)
    }

    fn linear_screen(&self) -> LinearScreen<'_> {
        let env = self.environment(self.overlay_area(self.overlays.len().wrapping_sub(1)));
        if let Some(hints) = &self.hints {
            return hints.linear(&env);
        }
        let waiting = self.waiting();
        match (self.overlays.last(), &self.finder) {
            (Some(Overlay::Peek(peek)), _) => peek.linear(&env),
            (Some(Overlay::Compare(compare)), _) => compare.linear(&env),
            (Some(Overlay::Mentions(mentions)), _) => mentions.linear(&env),
            (Some(Overlay::Places(places)), _) => places.linear(&env),
            (Some(Overlay::Numbers(numbers)), _) => numbers.linear(&env),
            (Some(Overlay::Prompt(prompt)), _) => prompt.linear(&env),
            (Some(Overlay::Help(help)), _) => help.linear(&env),
            (None, Some(finder)) => finder.linear(&waiting, &env),
            (None, None) if self.contents.focused => self.contents.linear(&env),
            (None, None) if self.side.focused => self.side.linear(&env),
            (None, None) => self.reader.linear(&env),
        }
    }

    /// The message of the last line; without one the line says what is selected.
    fn message(&self) -> Option<String> {
        let list = |keys: Vec<KeyLabel>| {
            let keys = keys
                .into_iter()
                .map(|(key, label)| format!("{key} {label}"));
            keys.collect::<Vec<_>>().join(", ")
        };
        if self.status.is_some() || self.hints.is_some() {
            return self.status.clone();
        }
        if !self.pending.is_empty() {
            let env = self.environment(self.footer_area());
            return Some(list(following(&self.pending, &env)));
        }
        let is_first = self.marks.greeting && self.overlays.is_empty() && self.finder.is_none();
        is_first.then(|| list(greeting::first_keys(&self.environment(self.footer_area()))))
    }
}
