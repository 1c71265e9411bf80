//! The page: the visible lines of what is laid out, the head of a table kept over its rows, the scrollbar.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{put, put_line};
use crate::theme::{Role, Styles};
use crate::tui::app::App;
use crate::tui::update::Pane;

pub(super) fn draw(app: &App, area: Rect, buffer: &mut Buffer) {
    let reader = &app.reader;
    let visible = reader.visible();
    for (row, line) in (0..).zip(&reader.page.lines[visible.clone()]) {
        put_line(buffer, area, row, line, &app.styles, reader.link);
    }
    table_head(app, area, buffer);
    letters(app, Pane::Page, area, buffer);
    scrollbar(
        (reader.scroll, reader.page.lines.len()),
        area,
        &app.styles,
        buffer,
    );
}

/// While the rows of a table are at the top of the screen, its head stays there.
fn table_head(app: &App, area: Rect, buffer: &mut Buffer) {
    let reader = &app.reader;
    let Some(table) = reader.pinned_table() else {
        return;
    };
    for (row, line) in (0..).zip(&reader.page.lines[table.head.clone()]) {
        super::clear(
            Rect {
                y: area.y + row,
                height: 1,
                ..area
            },
            &app.styles,
            buffer,
        );
        put_line(buffer, area, row, line, &app.styles, None);
    }
}

/// The letters that choose the links or the words of a pane.
pub(super) fn letters(app: &App, pane: Pane, area: Rect, buffer: &mut Buffer) {
    let Some(typed) = app.letters.as_deref() else {
        return;
    };
    let (page, scroll) = app.lines_of(pane);
    let style = app.styles.role(Role::Chip).patch(app.styles.selected());
    if !app.lettered.is_empty() {
        let words = app
            .lettered_words()
            .into_iter()
            .filter(|(_, name)| pane == app.word_pane() && name.starts_with(typed));
        for (word, name) in words {
            let row = u16::try_from(word.line.saturating_sub(scroll)).unwrap_or(0);
            let column = u16::try_from(word.columns.start).unwrap_or(0);
            letter(buffer, area, (row, column), &name, style);
        }
        return;
    }
    let all = app.lettered_links().into_iter();
    for lettered in all.filter(|lettered| lettered.pane == pane && lettered.name.starts_with(typed))
    {
        let Some((line, column)) = page.place_of_link(lettered.link) else {
            continue;
        };
        let row = u16::try_from(line - scroll).unwrap_or(0);
        letter(
            buffer,
            area,
            (row, u16::try_from(column).unwrap_or(0)),
            &lettered.name,
            style,
        );
    }
}

/// Letters over what stands at a row and a column of a pane.
fn letter(buffer: &mut Buffer, area: Rect, (row, column): (u16, u16), name: &str, style: Style) {
    let x = area.x.saturating_add(column);
    if row < area.height {
        put(
            buffer,
            x,
            area.y + row,
            area.right().saturating_sub(x),
            name,
            style,
        );
    }
}

/// How far one has read: a mark at the right edge, only where there is more than the screen shows.
pub(super) fn scrollbar(
    (scroll, lines): (usize, usize),
    area: Rect,
    styles: &Styles,
    buffer: &mut Buffer,
) {
    let height = usize::from(area.height);
    if lines <= height || area.width < 20 || height == 0 {
        return;
    }
    let thumb = (height * height / lines).max(1);
    let top = scroll * (height - thumb) / (lines - height).max(1);
    for row in top..(top + thumb).min(height) {
        let y = area.y + u16::try_from(row).unwrap_or(0);
        put(
            buffer,
            area.right() - 1,
            y,
            1,
            styles.symbols().scrollbar,
            styles.role(Role::Border),
        );
    }
}
