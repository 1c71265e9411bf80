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
    let symbols = styles.symbols();
    let room = usize::from(area.width.saturating_sub(2));
    let mut origin = origin(app);
    // The origin gives way to the path, which says where one is.
    if room < wrap::width(&origin) + 3 + SHORTEST_PATH {
        origin.clear();
    }
    let taken = if origin.is_empty() { 0 } else { wrap::width(&origin) + 3 };
    let parts = path(app, room.saturating_sub(taken));
    let (name, above) = parts.split_last().map_or(("", &[][..]), |(name, above)| (name.as_str(), above));
    let above: String = above.iter().flat_map(|part| [part.as_str(), symbols.path]).collect();
    let end = area.right().saturating_sub(u16::try_from(taken).unwrap_or(0));
    let mut x = area.x + u16::from(area.width > 4);
    x += put_cut(buffer, x, area.y, end.saturating_sub(x), &above, styles.role(Role::Dim), symbols);
    let bookmark = bookmark(app);
    let wide = u16::try_from(wrap::width(&bookmark)).unwrap_or(0);
    x += put_cut(buffer, x, area.y, end.saturating_sub(x + wide), name, styles.role(Role::Heading), symbols);
    put_cut(buffer, x, area.y, end.saturating_sub(x), &bookmark, styles.role(Role::Link), symbols);
    let wide = u16::try_from(wrap::width(&origin)).unwrap_or(0);
    put(buffer, area.right().saturating_sub(wide + 1), area.y, wide, &origin, styles.role(Role::Dim));
}

/// The mark of a bookmark, with its name where that is another than the section's.
fn bookmark(app: &App) -> String {
    let section = app.library.book.section(app.reader.focus);
    let mark = app.styles.symbols().bookmark;
    match app.marks.state.bookmark(&section.id) {
        Some(bookmark) if bookmark.name == section.full_title() => format!(" {mark}"),
        Some(bookmark) => format!(" {mark} {}", bookmark.name),
        None => String::new(),
    }
}

/// The path of the section being read; where room is short the outer parts go first.
fn path(app: &App, room: usize) -> Vec<String> {
    let (book, ellipsis) = (&app.library.book, app.styles.symbols().ellipsis);
    let mut parts = vec![book.game(book.game_of(app.reader.focus)).name.clone()];
    parts.extend(app.library.titles(app.reader.focus));
    let wide = |parts: &[String]| parts.iter().map(|part| wrap::width(part) + 3).sum::<usize>().saturating_sub(3);
    while parts.len() > 2 && wide(&parts) > room {
        // What stands for the parts that went goes with the next one.
        parts.drain(..if parts[0] == ellipsis { 2 } else { 1 });
        parts.insert(0, ellipsis.to_owned());
    }
    parts
}

/// `Tomb World · 10 Sep 2025`
fn origin(app: &App) -> String {
    let front = &app.library.book.document_of(app.reader.focus).front_matter;
    let parts = [front.source.clone(), front.last_update_date.as_deref().map(readable_date)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(app.styles.symbols().gap)
}
