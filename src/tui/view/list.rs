//! A list of places: a row each, with the sentence that leads there.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::{boxed, put_cut, put_cut_left, put_row};
use crate::render::wrap;
use crate::theme::{Face, Role, Styles};
use crate::tui::app::App;
use crate::tui::popup::{List, ListRow};

pub(in crate::tui) fn draw(app: &App, list: &List, buffer: &mut Buffer) {
    let area = app.list_area();
    let hint = format!("{} of {}", list.cursor + 1, list.rows.len());
    let inner = boxed(area, &list.title, &hint, &app.styles, buffer);
    let mut y = inner.top();
    for (index, row) in list.rows.iter().enumerate().skip(list.scroll) {
        if let Some(heading) = row.heading.as_ref().filter(|_| y < inner.bottom()) {
            put_row(
                app,
                Rect {
                    y,
                    height: 1,
                    ..inner
                },
                1,
                heading,
                Role::Chip,
                buffer,
            );
            y += 1;
        }
        if y >= inner.bottom() {
            break;
        }
        let area = Rect {
            y,
            height: 2.min(inner.bottom() - y),
            ..inner
        };
        y += area.height;
        self::row(app, row, area, buffer);
        if index == list.cursor {
            buffer.set_style(
                Rect { height: 1, ..area },
                Style::new().add_modifier(Modifier::REVERSED),
            );
        }
    }
}

fn row(app: &App, row: &ListRow, area: Rect, buffer: &mut Buffer) {
    let (styles, symbols) = (&app.styles, app.styles.symbols());
    let room = area.width.saturating_sub(2);
    let path = path(app, row);
    let used = put_cut_left(
        buffer,
        area.x + 1,
        area.y,
        room,
        &path,
        styles.role(Role::Heading),
        symbols,
    ) + 2;
    let x = area.x + 1 + used;
    put_cut(
        buffer,
        x,
        area.y,
        room.saturating_sub(used),
        &row.also,
        styles.role(Role::Note),
        symbols,
    );
    if area.height > 1 {
        sentence(
            &row.sentence,
            std::slice::from_ref(&row.mark),
            Rect {
                x: area.x + 3,
                y: area.y + 1,
                width: room.saturating_sub(2),
                height: 1,
            },
            styles,
            buffer,
        );
    }
}

/// The path of a row's section within its document, which the heading above the rows names.
pub(in crate::tui) fn path(app: &App, row: &ListRow) -> String {
    let titles = app.library.titles(row.section);
    let inner = if titles.len() > 1 {
        &titles[1..]
    } else {
        &titles[..]
    };
    inner.join(app.styles.symbols().path)
}

/// One line of a sentence round its first mark, marks in reverse.
pub(in crate::tui) fn sentence(
    text: &str,
    marks: &[std::ops::Range<usize>],
    area: Rect,
    styles: &Styles,
    buffer: &mut Buffer,
) {
    let (room, symbols) = (usize::from(area.width), styles.symbols());
    let first = marks.first().map_or(0, |mark| mark.start.min(text.len()));
    let in_sight =
        wrap::width(text) <= room || wrap::width(&text[..floor(text, first)]) + 20 <= room;
    // No room is left empty behind the last word.
    let last = start_near(text, text.len(), room.saturating_sub(2));
    let skipped = if in_sight {
        0
    } else {
        start_near(text, first, room / 2).min(last)
    };
    let mut x = area.x;
    if skipped > 0 {
        x += put_cut(
            buffer,
            x,
            area.y,
            area.width,
            symbols.ellipsis,
            styles.role(Role::Dim),
            symbols,
        );
    }
    let mut at = skipped;
    let ends = marks
        .iter()
        .filter(|mark| mark.start >= skipped)
        .flat_map(|mark| [(mark.start, false), (mark.end, true)]);
    for (end, matched) in ends.chain([(text.len(), false)]) {
        let end = floor(text, end.min(text.len()));
        let face = Face {
            matched,
            ..Face::of(Role::Dim)
        };
        if end > at {
            x += put_cut(
                buffer,
                x,
                area.y,
                area.right().saturating_sub(x),
                &text[at..end],
                styles.of(face),
                symbols,
            );
            at = end;
        }
    }
}

/// The start of a word about `columns` before a place.
fn start_near(text: &str, place: usize, columns: usize) -> usize {
    let from = floor(text, place.saturating_sub(columns));
    text[from..place.max(from)]
        .find(' ')
        .map_or(from, |gap| from + gap + 1)
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
