//! Screens of linear mode: the name of the focused pane, its lines, and a line that describes the
//! selected item.

use ratatui::layout::Position;
use tui_input::Input;

use super::canvas::Canvas;
use crate::render::Line;
use crate::theme::{Role, Symbols};
use crate::tui::layout::{Reading, clamped, linear_reading, lines};

/// The content of the screen in linear mode.
#[derive(Default)]
pub struct LinearScreen<'a> {
    /// The name of the focused pane, on the first line.
    pub name: String,
    /// The input line with its label, above `lines`.
    pub input: Option<(&'static str, &'a Input)>,
    /// The visible lines.
    pub lines: Vec<Line>,
    /// The line and column of the cursor within `lines`. If `None`, the cursor is in the input
    /// line.
    pub cursor: Option<(usize, usize)>,
    /// A description of the selected item. It is shown on the last line, unless there is a message.
    pub selected: String,
}

impl LinearScreen<'_> {
    /// Draws the screen. If there is a `status`, it replaces the description of the selected item.
    /// Returns the cursor position.
    pub fn draw(
        &self,
        size: (u16, u16),
        status: Option<&str>,
        canvas: &mut Canvas<'_>,
    ) -> Option<Position> {
        let Reading {
            header,
            body,
            footer,
            ..
        } = linear_reading(size);
        canvas.row(header).cut(&self.name, Role::Heading);
        let status = status.unwrap_or(&self.selected);
        canvas.row(footer).cut(status, Role::Text);
        let (mut rest, mut cursor) = (body, None);
        if let Some((label, input)) = self.input {
            cursor = canvas.input(lines(body, 0, 1), label, input, "");
            rest = lines(body, 1, u16::MAX);
        }
        for (at, line) in rest.rows().zip(&self.lines) {
            let mut row = canvas.row(at);
            for piece in &line.pieces {
                // Sentences from tables contain the Unicode separator between cells.
                let gap = row.styles.symbols.gap;
                let text = piece.text.replace(Symbols::UNICODE.gap, gap);
                row.cut(&text, piece.face);
            }
        }
        let within = |step: usize, size: u16| clamped(step).min(size.saturating_sub(1));
        let inside = |(line, column)| Position {
            x: rest.x + within(column, rest.width),
            y: rest.y + within(line, rest.height),
        };
        let selected = self.cursor.filter(|_| !rest.is_empty()).map(inside);
        selected.or(cursor).or(Some(body.as_position()))
    }
}
