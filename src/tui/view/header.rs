//! Where one is, and what the text comes from.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{put, put_cut};
use crate::render::heading::readable_date;
use crate::render::wrap;
use crate::theme::Role;
use crate::tui::app::App;

/// A path shorter than this is not shortened to make room for the origin.
const SHORTEST_PATH: usize = 24;

pub(super) fn draw(app: &App, area: Rect, buffer: &mut Buffer) {
    if area.is_empty() {
        return;
    }
    let styles = &app.styles;
    let room = usize::from(area.width.saturating_sub(2));
    let mut origin = origin(app);
    // The origin gives way to the path, which says where one is.
    if room < wrap::width(&origin) + 3 + SHORTEST_PATH {
        origin.clear();
    }
    let taken = if origin.is_empty() { 0 } else { wrap::width(&origin) + 3 };
    let path = path(app, room.saturating_sub(taken));
    let (above, name) =
        path.rsplit_once(" › ").map_or((String::new(), path.as_str()), |(above, name)| (format!("{above} › "), name));
    let end = area.right().saturating_sub(u16::try_from(taken).unwrap_or(0));
    let mut x = area.x + u16::from(area.width > 4);
    x += put_cut(buffer, x, area.y, end.saturating_sub(x), &above, styles.role(Role::Dim));
    put_cut(buffer, x, area.y, end.saturating_sub(x), name, styles.role(Role::Heading));
    let wide = u16::try_from(wrap::width(&origin)).unwrap_or(0);
    put(buffer, area.right().saturating_sub(wide + 1), area.y, wide, &origin, styles.role(Role::Dim));
}

/// The path of the section being read; where room is short the outer parts go first.
fn path(app: &App, room: usize) -> String {
    let book = &app.library.book;
    let game = &book.game(book.game_of(app.reader.focus)).name;
    let path = format!("{game} › {}", app.library.path(app.reader.focus));
    if wrap::width(&path) <= room {
        return path;
    }
    let mut rest = path.as_str();
    while let Some((_, inner)) = rest.split_once(" › ") {
        rest = inner;
        if wrap::width(rest) + 4 <= room {
            break;
        }
    }
    format!("… › {rest}")
}

/// `Tomb World · 10 Sep 2025`
fn origin(app: &App) -> String {
    let front = &app.library.book.document_of(app.reader.focus).front_matter;
    let parts = [front.source.clone(), front.last_update_date.as_deref().map(readable_date)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}
