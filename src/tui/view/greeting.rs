//! The hint of the first run: five keys to begin with, which the first key closes.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{boxed, put_cut};
use crate::render::wrap;
use crate::theme::Role;
use crate::tui::action::Action;
use crate::tui::app::App;
use crate::tui::keymap::Context;

/// What a player needs in the first minute.
const FIRST: [Action; 5] = [
    Action::Search,
    Action::NextLink,
    Action::Peek,
    Action::Back,
    Action::Help,
];

/// Columns for the keys.
const KEYS: u16 = 10;

/// The keys to begin with, and what they do.
pub(in crate::tui) fn first_keys(app: &App) -> Vec<(String, &'static str)> {
    let symbols = app.styles.symbols();
    let bound = |action: &Action| {
        app.keymap
            .bindings(Context::Page)
            .find(|binding| binding.action == *action)
    };
    let first = FIRST.iter().filter_map(bound);
    first
        .filter_map(|binding| Some((binding.keys.first()?.shown(symbols), binding.help)))
        .collect()
}

pub(in crate::tui) fn draw(app: &App, buffer: &mut Buffer) {
    let symbols = app.styles.symbols();
    let rows = first_keys(app);
    let widest = rows
        .iter()
        .map(|(_, help)| wrap::width(help))
        .max()
        .unwrap_or(0);
    let page = app.reading().page;
    let width = u16::try_from(widest)
        .unwrap_or(u16::MAX)
        .saturating_add(KEYS + 4)
        .max(34);
    let height = u16::try_from(rows.len()).unwrap_or(0) + 2;
    // On a small screen the page is worth more than the hint: the footer names keys too.
    if width + 2 > page.width || height + 3 > page.height {
        return;
    }
    let area = Rect {
        x: page.right() - width - 1,
        y: page.bottom() - height,
        width,
        height,
    };
    let inner = boxed(
        area,
        "Five keys to begin with",
        "the first key closes this",
        &app.styles,
        buffer,
    );
    for (y, (key, help)) in (inner.top()..inner.bottom()).zip(rows) {
        put_cut(
            buffer,
            inner.x + 1,
            y,
            KEYS,
            &key,
            app.styles.role(Role::Heading),
            symbols,
        );
        let room = inner.width.saturating_sub(KEYS + 1);
        put_cut(
            buffer,
            inner.x + 1 + KEYS,
            y,
            room,
            help,
            app.styles.role(Role::Text),
            symbols,
        );
    }
}
