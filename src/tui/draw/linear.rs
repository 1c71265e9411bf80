//! Screens of linear mode: a line that names what has the focus, its lines, and a line that says what is selected.

use ratatui::layout::Position;
use tui_input::Input;

use super::canvas::Canvas;
use crate::render::{Line, wrap};
use crate::theme::{Role, Symbols};
use crate::tui::layout::{Reading, linear_reading, lines};

/// What fills the screen in linear mode.
#[derive(Default)]
pub struct LinearScreen<'a> {
    /// What it is.
    pub name: String,
    /// A line that is being typed, with its label; it comes first.
    pub input: Option<(&'static str, &'a Input)>,
    /// The visible lines.
    pub lines: Vec<Line>,
    /// The cursor's line and column among them; without it the cursor is in the line being typed.
    pub cursor: Option<(usize, usize)>,
    /// What is selected; shown where there is nothing else to say.
    pub selected: String,
}

impl LinearScreen<'_> {
    /// Draws the screen, `status` in place of what is selected; gives the cursor's place.
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
        canvas.plain_lines(rest, &self.lines);
        let ellipsis = canvas.styles.symbols().ellipsis;
        let wide = wrap::columns(ellipsis);
        for (at, line) in rest.rows().zip(&self.lines) {
            if line.width() > usize::from(rest.width) && rest.width > wide {
                canvas
                    .row(at)
                    .skip(rest.width - wide)
                    .put(ellipsis, Role::Text);
            }
        }
        let inside = |(line, column): (usize, usize)| {
            let after =
                |start: u16, steps| start.saturating_add(u16::try_from(steps).unwrap_or(u16::MAX));
            Position {
                x: after(rest.x, column).min(rest.right().saturating_sub(1)),
                y: after(rest.y, line).min(rest.bottom().saturating_sub(1)),
            }
        };
        self.cursor
            .filter(|_| !rest.is_empty())
            .map(inside)
            .or(cursor)
            .or(Some(body.as_position()))
    }
}

/// A line of text in one role.
pub fn text_line(text: &str, role: Role, symbols: &Symbols) -> Line {
    // Sentences from tables have a mark between their cells.
    let text = text.replace(Symbols::UNICODE.gap, symbols.gap);
    Line::of(&symbols.text(&text), role)
}

/// `3 of 12`; `nothing` without any.
pub fn position(at: usize, of: usize) -> String {
    if of == 0 {
        "nothing".to_owned()
    } else {
        format!("{} of {of}", at + 1)
    }
}
