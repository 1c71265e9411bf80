//! Where one is, and what the text comes from.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{put, put_cut};
use crate::render::heading::readable_date;
use crate::render::wrap;
use crate::theme::{Role, Symbols};
use crate::tui::app::App;

/// A path is not made shorter than this for the origin.
const SHORTEST_PATH: usize = 24;

/// Less of a source than this says nothing.
const SHORTEST_SOURCE: usize = 10;

pub(super) fn draw(app: &App, area: Rect, buffer: &mut Buffer) {
    if area.is_empty() {
        return;
    }
    let styles = &app.styles;
    let symbols = styles.symbols();
    let room = usize::from(area.width.saturating_sub(2));
    // The origin gives way to the name, which says where one is, and so does the name of a bookmark to both.
    let marked = bookmark(app);
    let mark = marked
        .as_ref()
        .map_or(0, |_| wrap::width(symbols.bookmark) + 1);
    let name = app.library.book.section(app.reader.focus).full_title();
    let least = SHORTEST_PATH
        .max(wrap::width(symbols.ellipsis) + wrap::width(symbols.path) + wrap::width(&name));
    let origin = origin(app, room.saturating_sub(3 + least + mark));
    let taken = if origin.is_empty() {
        0
    } else {
        wrap::width(&origin) + 3
    };
    let parts = path(app, room.saturating_sub(taken + mark));
    let (name, above) = parts
        .split_last()
        .map_or(("", &[][..]), |(name, above)| (name.as_str(), above));
    let above: String = above
        .iter()
        .flat_map(|part| [part.as_str(), symbols.path])
        .collect();
    let end = area
        .right()
        .saturating_sub(u16::try_from(taken).unwrap_or(0));
    let mut x = area.x + u16::from(area.width > 4);
    x += put_cut(
        buffer,
        x,
        area.y,
        end.saturating_sub(x),
        &above,
        styles.role(Role::Dim),
        symbols,
    );
    let mark = u16::try_from(mark).unwrap_or(0);
    x += put_cut(
        buffer,
        x,
        area.y,
        end.saturating_sub(x + mark),
        name,
        styles.role(Role::Heading),
        symbols,
    );
    if let Some(marked) = marked {
        let left = usize::from(end.saturating_sub(x));
        let whole = format!(" {}{marked}", symbols.bookmark);
        let shown = if wrap::width(&whole) <= left {
            whole
        } else {
            format!(" {}", symbols.bookmark)
        };
        put_cut(
            buffer,
            x,
            area.y,
            end.saturating_sub(x),
            &shown,
            styles.role(Role::Link),
            symbols,
        );
    }
    let wide = u16::try_from(wrap::width(&origin)).unwrap_or(0);
    put(
        buffer,
        area.right().saturating_sub(wide + 1),
        area.y,
        wide,
        &origin,
        styles.role(Role::Dim),
    );
}

/// Whether the section is bookmarked: what the bookmark is named, where that is another name than the section's.
fn bookmark(app: &App) -> Option<String> {
    let section = app.library.book.section(app.reader.focus);
    let bookmark = app.marks.state.bookmark(&section.id)?;
    Some(if bookmark.name == section.full_title() {
        String::new()
    } else {
        format!(" {}", bookmark.name)
    })
}

/// The path of the section being read; where room is short the outer parts go first.
fn path(app: &App, room: usize) -> Vec<String> {
    let (book, ellipsis) = (&app.library.book, app.styles.symbols().ellipsis);
    let mut parts = vec![book.game(book.game_of(app.reader.focus)).name.clone()];
    parts.extend(app.library.titles(app.reader.focus));
    let wide = |parts: &[String]| {
        parts
            .iter()
            .map(|part| wrap::width(part) + 3)
            .sum::<usize>()
            .saturating_sub(3)
    };
    while wide(&parts) > room && (parts.len() > 2 || parts[0] != ellipsis) && parts.len() > 1 {
        // What stands for the parts that went goes with the next one.
        parts.drain(..if parts[0] == ellipsis { 2 } else { 1 });
        parts.insert(0, ellipsis.to_owned());
    }
    parts
}

/// `Tomb World · 10 Sep 2025`: where room is short, less of the source, then the date alone.
fn origin(app: &App, room: usize) -> String {
    let front = &app.library.book.document_of(app.reader.focus).front_matter;
    let symbols = app.styles.symbols();
    let date = front.last_update_date.as_deref().map(readable_date);
    let gap = if date.is_some() { symbols.gap } else { "" };
    let beside = date.as_deref().map_or(0, wrap::width) + wrap::width(gap);
    let source = front
        .source
        .as_deref()
        .and_then(|source| shortened(source, room.checked_sub(beside)?, symbols));
    let parts = source
        .into_iter()
        .chain(date.filter(|date| wrap::width(date) <= room));
    parts.collect::<Vec<_>>().join(gap)
}

/// A text that may be cut at its end; nothing where too little of it would be left to know it by.
fn shortened(text: &str, room: usize, symbols: &Symbols) -> Option<String> {
    let text = symbols.text(text);
    if wrap::width(&text) <= room {
        return Some(text.into_owned());
    }
    let room = room
        .checked_sub(wrap::width(symbols.ellipsis))
        .filter(|room| *room >= SHORTEST_SOURCE)?;
    let line = wrap::wrap(&text, room, room).into_iter().next()?;
    Some(format!(
        "{}{}",
        text[line].trim_end_matches([',', ' ']),
        symbols.ellipsis
    ))
}
