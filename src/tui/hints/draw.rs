//! Hints on the screen, and in linear mode.

use ratatui::layout::Rect;

use super::state::{HintPane, Hints};
use crate::render::wrap;
use crate::theme::Role;
use crate::tui::draw::{Canvas, LinearScreen, text_line};
use crate::tui::environment::Environment;

impl Hints {
    /// Draws the hints of a pane over its text; `scroll` is the first visible line.
    pub fn draw(&self, pane: HintPane, area: Rect, scroll: usize, canvas: &mut Canvas<'_>) {
        let styles = canvas.styles;
        let style = styles.role(Role::Chip).patch(styles.selected());
        for hint in self.remaining().filter(|hint| hint.pane == pane) {
            let row = hint.word.line.checked_sub(scroll);
            if let Some(row) = row.and_then(|row| area.rows().nth(row)) {
                let column = u16::try_from(hint.word.columns.start).unwrap_or(u16::MAX);
                canvas.row(row).skip(column).put_styled(&hint.name, style);
            }
        }
    }

    /// The hints in linear mode: each before what it stands on, so that no text is covered.
    #[must_use]
    pub fn linear(&self, env: &Environment<'_>) -> LinearScreen<'static> {
        let listed = self
            .remaining()
            .map(|hint| format!("{} {}", hint.name, hint.word.text));
        let all = listed.collect::<Vec<_>>().join(", ");
        let width = usize::from(env.size.0.max(1));
        let lines = wrap::wrap(&all, width, width).into_iter();
        LinearScreen {
            name: format!("Letters of {} {}s", self.hints.len(), self.noun()),
            lines: lines
                .map(|line| text_line(&all[line], Role::Text, env.styles.symbols()))
                .collect(),
            cursor: Some((0, 0)),
            selected: self.prompt(),
            ..LinearScreen::default()
        }
    }
}
