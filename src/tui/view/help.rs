//! All keys, from the keymap itself.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{boxed, put, put_cut};
use crate::theme::Role;
use crate::tui::app::App;
use crate::tui::keymap::{BINDINGS, Context, shown};

/// Columns for the keys.
const KEYS: u16 = 18;

/// From this width on the help has two columns.
const TWO_COLUMNS: usize = 84;

enum HelpLine {
    Context(&'static str),
    Key(String, &'static str),
    Blank,
}

fn lines() -> Vec<HelpLine> {
    let mut lines = Vec::new();
    for context in Context::ALL {
        if !lines.is_empty() {
            lines.push(HelpLine::Blank);
        }
        lines.push(HelpLine::Context(context.name()));
        for binding in BINDINGS.iter().filter(|binding| binding.context == context) {
            let keys: Vec<_> = binding.keys.iter().map(|key| shown(key)).collect();
            lines.push(HelpLine::Key(keys.join(" "), binding.help));
        }
    }
    lines
}

/// How many rows the help takes at a width.
#[must_use]
pub fn help_lines(width: usize) -> usize {
    let count = lines().len();
    if width >= TWO_COLUMNS { count.div_ceil(2) } else { count }
}

pub(super) fn draw(app: &App, scroll: usize, buffer: &mut Buffer) {
    let (width, height) = app.size;
    let footer = u16::from(height >= 5);
    let area = Rect { x: 0, y: 0, width, height: height - footer };
    let inner = boxed(area, "Keys", "Ctrl-C always quits", &app.styles, buffer);
    let lines = lines();
    let rows = help_lines(usize::from(width));
    let columns = if rows < lines.len() { 2 } else { 1 };
    let column = inner.width / columns;
    for (at, line) in lines.iter().enumerate() {
        let (row, place) = (at % rows, u16::try_from(at / rows).unwrap_or(0));
        let Some(y) = row.checked_sub(scroll).and_then(|row| u16::try_from(row).ok()).filter(|row| *row < inner.height)
        else {
            continue;
        };
        let x = inner.x + 1 + place * column;
        self::line(app, line, x, inner.y + y, column.saturating_sub(2), buffer);
    }
}

fn line(app: &App, line: &HelpLine, x: u16, y: u16, room: u16, buffer: &mut Buffer) {
    match line {
        HelpLine::Context(name) => {
            put(buffer, x, y, room, name, app.styles.role(Role::Chip));
        }
        HelpLine::Key(keys, help) => {
            put_cut(buffer, x, y, room.min(KEYS), keys, app.styles.role(Role::Heading));
            let used = room.min(KEYS);
            put_cut(buffer, x + used, y, room - used, help, app.styles.role(Role::Text));
        }
        HelpLine::Blank => {}
    }
}
