//! The side pane: a line that says what it is, and the visible lines of it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::page::{letters, scrollbar};
use super::{clear, put, put_cut, put_cut_left, put_line};
use crate::render::wrap;
use crate::theme::Role;
use crate::tui::app::App;
use crate::tui::side::SideContent;
use crate::tui::update::Pane;

pub(super) fn draw(app: &App, area: Rect, buffer: &mut Buffer) {
    clear(area, &app.styles, buffer);
    let places = app.reading();
    let sheet = &app.side.sheet;
    caption(
        app,
        Rect { height: 1, ..area },
        places.side_divider.is_none(),
        buffer,
    );
    let text = places.side_text();
    let selected = sheet.link.filter(|_| app.side.focused);
    for (row, line) in (0..).zip(
        sheet
            .page
            .lines
            .iter()
            .skip(sheet.scroll)
            .take(usize::from(text.height)),
    ) {
        put_line(buffer, text, row, line, &app.styles, selected);
    }
    letters(app, Pane::Side, text, buffer);
    scrollbar(
        (sheet.scroll, sheet.page.lines.len()),
        text,
        &app.styles,
        buffer,
    );
}

/// What the pane is, in bold behind a bar where it has the keys; under the page on the line between the two.
fn caption(app: &App, line: Rect, ruled: bool, buffer: &mut Buffer) {
    let (styles, symbols) = (&app.styles, app.styles.symbols());
    if ruled {
        let across = symbols.across.repeat(usize::from(line.width));
        put(
            buffer,
            line.x,
            line.y,
            line.width,
            &across,
            styles.role(Role::Border),
        );
    }
    let role = if app.side.focused {
        Role::Heading
    } else {
        Role::Dim
    };
    let mut x = line.x + 1;
    if app.side.focused {
        put(
            buffer,
            line.x,
            line.y,
            1,
            symbols.chosen,
            styles.role(Role::Link),
        );
    }
    let room = |x: u16| line.right().saturating_sub(x + 1);
    match app.side_content() {
        Some(SideContent::Pin(section)) => {
            x += put(buffer, x, line.y, room(x), " Pinned  ", styles.role(role));
            let path = app.library.path(section);
            let path = path
                .rsplit_once(symbols.path)
                .map_or("", |(above, _)| above);
            x += put_cut_left(
                buffer,
                x,
                line.y,
                room(x),
                path,
                styles.role(Role::Dim),
                symbols,
            );
        }
        Some(SideContent::Links(section)) => {
            let count = app
                .library
                .known_backlinks(section)
                .map_or(0, |links| links.to(section).len());
            let count = if count > 0 {
                format!("  {count}")
            } else {
                String::new()
            };
            let name = format!(
                " What links to {}",
                app.library.book.section(section).full_title()
            );
            let wide = u16::try_from(wrap::width(&count)).unwrap_or(0);
            x += put_cut(
                buffer,
                x,
                line.y,
                room(x).saturating_sub(wide),
                &name,
                styles.role(role),
                symbols,
            );
            x += put(buffer, x, line.y, room(x), &count, styles.role(Role::Dim));
        }
        None => {}
    }
    if ruled {
        put(buffer, x, line.y, room(x), " ", styles.role(Role::Border));
    }
}
