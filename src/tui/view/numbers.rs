//! The table of key numbers: the filter, then a row a figure. Only the visible rows are looked up.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::list::sentence;
use super::{boxed, put_cut, put_cut_left, typed};
use crate::links::KeyNumber;
use crate::render::wrap;
use crate::theme::Role;
use crate::tui::app::App;
use crate::tui::numbers::{Numbers, kind};

/// Columns for the figure and for its kind.
const FIGURE: u16 = 12;
const KIND: u16 = 9;

/// Below this width there is no room for the place.
const WITH_PLACE: u16 = 60;

pub(in crate::tui) fn draw(app: &App, numbers: &Numbers, buffer: &mut Buffer) -> Option<Position> {
    let inner = boxed(app.list_area(), "Key numbers", "", &app.styles, buffer);
    let order = if numbers.by_value {
        "by value"
    } else {
        "by place"
    };
    let count = match numbers.total {
        Some(total) => format!("{} of {total}, {order}", numbers.rows.len()),
        None => "still gathering".to_owned(),
    };
    let cursor = typed::draw(
        (" filter: ", &numbers.filter, &count),
        Rect { height: 1, ..inner },
        &app.styles,
        buffer,
    );
    let Some(all) = app.library.key_numbers() else {
        return cursor;
    };
    let visible = numbers.rows.iter().enumerate().skip(numbers.scroll);
    for (y, (index, at)) in (inner.top() + 1..inner.bottom()).zip(visible) {
        let Some(number) = all.get(*at as usize) else {
            continue;
        };
        let line = Rect {
            y,
            height: 1,
            ..inner
        };
        row(app, number, line, buffer);
        if index == numbers.cursor {
            buffer.set_style(line, Style::new().add_modifier(Modifier::REVERSED));
        }
    }
    cursor
}

/// What it is about, the figure, its kind, and where it stands.
fn row(app: &App, number: &KeyNumber, line: Rect, buffer: &mut Buffer) {
    let (styles, symbols) = (&app.styles, app.styles.symbols());
    let place = if line.width >= WITH_PLACE {
        line.width / 4
    } else {
        0
    };
    let about = line
        .width
        .saturating_sub(FIGURE + KIND + place + 4)
        .max(line.width / 3);
    let area = Rect {
        x: line.x + 1,
        width: about.min(line.width.saturating_sub(1)),
        ..line
    };
    sentence(
        &number.about,
        std::slice::from_ref(&number.mark),
        area,
        styles,
        buffer,
    );
    let x = line.x + about + 2;
    let room = |x: u16| line.right().saturating_sub(x + 1);
    // The figures of a column end below each other.
    let wide = u16::try_from(wrap::width(&number.printed))
        .unwrap_or(u16::MAX)
        .min(FIGURE);
    let start = x + (FIGURE - wide).min(room(x));
    put_cut(
        buffer,
        start,
        line.y,
        wide.min(room(start)),
        &number.printed,
        styles.role(Role::Heading),
        symbols,
    );
    let x = x + FIGURE + 1;
    put_cut(
        buffer,
        x,
        line.y,
        KIND.min(room(x)),
        kind(number.value),
        styles.role(Role::Dim),
        symbols,
    );
    let x = x + KIND;
    if place > 0 {
        let path = app.library.path(number.section);
        put_cut_left(
            buffer,
            x,
            line.y,
            place.min(room(x)),
            &path,
            styles.role(Role::Dim),
            symbols,
        );
    }
}
