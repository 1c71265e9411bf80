//! A line that is being typed, with what stands before and after it.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tui_input::Input;

use super::put;
use crate::render::wrap;
use crate::theme::{Role, Styles};

/// Draws a label, the typed text, and at the right edge what is said about it, where there is room; gives the cursor's place.
pub(super) fn draw(
    (label, input, aside): (&str, &Input, &str),
    area: Rect,
    styles: &Styles,
    buffer: &mut Buffer,
) -> Option<Position> {
    if area.is_empty() {
        return None;
    }
    let prompt = put(
        buffer,
        area.x,
        area.y,
        area.width,
        label,
        styles.role(Role::Heading),
    );
    let wide = u16::try_from(wrap::width(aside)).unwrap_or(u16::MAX);
    let shown = wide.saturating_add(12) < area.width - prompt;
    let room = area.width - prompt - if shown { wide + 2 } else { 0 };
    let scroll = input.visual_scroll(usize::from(room.saturating_sub(1)));
    put(
        buffer,
        area.x + prompt,
        area.y,
        room,
        skip_columns(input.value(), scroll),
        styles.role(Role::Text),
    );
    if shown {
        put(
            buffer,
            area.right() - wide - 1,
            area.y,
            wide,
            aside,
            styles.role(Role::Dim),
        );
    }
    let column = u16::try_from(input.visual_cursor().saturating_sub(scroll)).unwrap_or(0);
    Some(Position {
        x: (area.x + prompt + column).min(area.right() - 1),
        y: area.y,
    })
}

fn skip_columns(text: &str, columns: usize) -> &str {
    let mut skipped = 0;
    let mut letters = text.char_indices();
    while skipped < columns {
        let Some((at, letter)) = letters.next() else {
            return "";
        };
        skipped += wrap::width(&text[at..at + letter.len_utf8()]);
    }
    letters.as_str()
}
