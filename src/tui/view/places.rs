//! The list of bookmarks and recent places: the filter, then a row a place.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::{boxed, put_cut, put_cut_left, put_row, typed};
use crate::render::wrap;
use crate::theme::Role;
use crate::tui::app::App;
use crate::tui::places::{PlaceEntry, PlaceRow, Places};

pub(super) fn draw(app: &App, places: &Places, buffer: &mut Buffer) -> Option<Position> {
    let inner = boxed(
        app.list_area(),
        "Bookmarks and recent places",
        "",
        &app.styles,
        buffer,
    );
    let count = match places.count() {
        1 => "1 place".to_owned(),
        count => format!("{count} places"),
    };
    let cursor = typed::draw(
        (" filter: ", &places.filter, &count),
        Rect { height: 1, ..inner },
        &app.styles,
        buffer,
    );
    let names = name_columns(places, inner.width);
    for (y, (index, row)) in
        (inner.top() + 1..inner.bottom()).zip(places.rows.iter().enumerate().skip(places.scroll))
    {
        let line = Rect {
            y,
            height: 1,
            ..inner
        };
        match row {
            PlaceRow::Group(name) => put_row(app, line, 1, name, Role::Chip, buffer),
            PlaceRow::Note(note) => put_row(app, line, 1, note, Role::Dim, buffer),
            PlaceRow::Place(entry) => {
                place(app, entry, line, names, buffer);
                if index == places.cursor {
                    buffer.set_style(line, Style::new().add_modifier(Modifier::REVERSED));
                }
            }
        }
    }
    cursor
}

/// Columns for the names: as many as the longest needs, and no more than leave the path its half.
fn name_columns(places: &Places, width: u16) -> u16 {
    let names = (0..places.rows.len())
        .filter_map(|row| places.place(row))
        .map(|entry| wrap::width(&entry.name));
    u16::try_from(names.max().unwrap_or(0))
        .unwrap_or(u16::MAX)
        .min(width.saturating_sub(4) / 2)
}

fn place(app: &App, entry: &PlaceEntry, line: Rect, names: u16, buffer: &mut Buffer) {
    let symbols = app.styles.symbols();
    let x = line.x + 2;
    let room = line.right().saturating_sub(x + 1);
    put_cut(
        buffer,
        x,
        line.y,
        names.min(room),
        &entry.name,
        app.styles.role(Role::Heading),
        symbols,
    );
    let used = names.saturating_add(2).min(room);
    put_cut_left(
        buffer,
        x + used,
        line.y,
        room - used,
        &entry.path,
        app.styles.role(Role::Dim),
        symbols,
    );
}
