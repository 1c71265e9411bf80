//! All keys, from the keymap itself.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{boxed, put, put_cut, typed};
use crate::theme::Role;
use crate::tui::app::App;
use crate::tui::help::{Help, HelpKeys, HelpLine};

pub(in crate::tui) fn draw(app: &App, help: &Help, buffer: &mut Buffer) -> Option<Position> {
    let area = app.help_area();
    let inner = boxed(
        area,
        "Keys",
        "Ctrl-C always quits, Ctrl-Z stops for now",
        &app.styles,
        buffer,
    );
    let page = help.page(&app.keymap, app.help_width(), app.styles.symbols());
    let mut rows = inner;
    let mut cursor = None;
    if app.help_has_filter(help) {
        let count = match page.count {
            1 => "1 key".to_owned(),
            count => format!("{count} keys"),
        };
        cursor = typed::draw(
            (" filter: ", &help.filter, &count),
            Rect { height: 1, ..inner },
            &app.styles,
            buffer,
        );
        rows = Rect {
            y: inner.y + 1,
            height: inner.height.saturating_sub(1),
            ..inner
        };
    }
    for (y, line) in (rows.top()..rows.bottom()).zip(page.lines.iter().skip(help.scroll)) {
        match line {
            HelpLine::Context(name) => {
                put(
                    buffer,
                    rows.x + 1,
                    y,
                    rows.width.saturating_sub(2),
                    name,
                    app.styles.role(Role::Chip),
                );
            }
            HelpLine::Keys(beside, keys) => {
                let keys = u16::try_from(*keys).unwrap_or(u16::MAX);
                let wide = rows.width / u16::try_from(beside.len()).unwrap_or(1).max(1);
                for (place, row) in (0..).zip(beside) {
                    let area = Rect {
                        x: rows.x + place * wide,
                        y,
                        width: wide,
                        height: 1,
                    };
                    self::row(app, row, keys, area, buffer);
                }
            }
            HelpLine::Blank => {}
        }
    }
    cursor.filter(|_| help.typing)
}

fn row(app: &App, row: &HelpKeys, keys: u16, area: Rect, buffer: &mut Buffer) {
    let symbols = app.styles.symbols();
    let room = area.width.saturating_sub(1);
    let used = room.min(keys);
    put_cut(
        buffer,
        area.x + 1,
        area.y,
        used,
        &row.keys,
        app.styles.role(Role::Heading),
        symbols,
    );
    put_cut(
        buffer,
        area.x + 1 + used,
        area.y,
        room - used,
        row.help,
        app.styles.role(Role::Text),
        symbols,
    );
}
