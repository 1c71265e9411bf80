//! All keys, from the keymap itself.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{boxed, put, put_cut};
use crate::theme::Role;
use crate::theme::Symbols;
use crate::tui::app::App;
use crate::tui::keymap::{Context, Keymap, Keys};

/// Columns for the keys.
const KEYS: u16 = 18;

/// From this width on the help has two columns.
const TWO_COLUMNS: usize = 84;

/// What stands for the keys of an action that has none.
const NO_KEY: &str = "-";

enum HelpLine {
    Context(&'static str),
    Key(String, &'static str),
    Blank,
}

fn lines(keymap: &Keymap, symbols: &Symbols) -> Vec<HelpLine> {
    let mut lines = Vec::new();
    for context in Context::ALL {
        if !lines.is_empty() {
            lines.push(HelpLine::Blank);
        }
        lines.push(HelpLine::Context(context.name()));
        for binding in keymap.bindings(context) {
            lines.push(HelpLine::Key(shown(&binding.keys, symbols), binding.help));
        }
    }
    lines
}

/// The keys of an action.
fn shown(keys: &[Keys], symbols: &Symbols) -> String {
    // Where keys follow one another, blanks alone would not tell them from keys of which each will do.
    let between = if keys.iter().any(|keys| keys.0.len() > 1) { ", " } else { " " };
    let keys: Vec<_> = keys.iter().map(|keys| keys.shown(symbols)).collect();
    if keys.is_empty() { NO_KEY.to_owned() } else { keys.join(between) }
}

/// The line where the second column begins: the context nearest to the middle.
fn second_column(lines: &[HelpLine]) -> usize {
    let contexts = lines.iter().enumerate().filter(|(_, line)| matches!(line, HelpLine::Context(_))).map(|(at, _)| at);
    contexts.min_by_key(|at| at.abs_diff(lines.len() / 2)).unwrap_or(0)
}

/// The columns of the help at a width.
fn columns(lines: &[HelpLine], width: usize) -> Vec<&[HelpLine]> {
    if width < TWO_COLUMNS {
        return vec![lines];
    }
    let (left, right) = lines.split_at(second_column(lines));
    vec![left, right]
}

/// How many rows the help takes at a width.
#[must_use]
pub fn help_lines(app: &App, width: usize) -> usize {
    columns(&lines(&app.keymap, app.styles.symbols()), width).iter().map(|column| column.len()).max().unwrap_or(0)
}

pub(super) fn draw(app: &App, scroll: usize, buffer: &mut Buffer) {
    let (width, height) = app.size;
    let footer = u16::from(height >= 5);
    let area = Rect { x: 0, y: 0, width, height: height - footer };
    let inner = boxed(area, "Keys", "Ctrl-C always quits, Ctrl-Z stops for now", &app.styles, buffer);
    let lines = lines(&app.keymap, app.styles.symbols());
    let columns = columns(&lines, usize::from(width));
    let wide = inner.width / u16::try_from(columns.len()).unwrap_or(1).max(1);
    for (place, column) in (0..).zip(columns) {
        let x = inner.x + 1 + place * wide;
        for (y, line) in (inner.top()..inner.bottom()).zip(column.iter().skip(scroll)) {
            self::line(app, line, x, y, wide.saturating_sub(2), buffer);
        }
    }
}

fn line(app: &App, line: &HelpLine, x: u16, y: u16, room: u16, buffer: &mut Buffer) {
    let symbols = app.styles.symbols();
    match line {
        HelpLine::Context(name) => {
            put(buffer, x, y, room, name, app.styles.role(Role::Chip));
        }
        HelpLine::Key(keys, help) => {
            put_cut(buffer, x, y, room.min(KEYS), keys, app.styles.role(Role::Heading), symbols);
            let used = room.min(KEYS);
            put_cut(buffer, x + used, y, room - used, help, app.styles.role(Role::Text), symbols);
        }
        HelpLine::Blank => {}
    }
}
