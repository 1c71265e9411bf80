//! The header: where the reader is, and where the text comes from.

use super::draw::Canvas;
use super::environment::Environment;
use crate::render::heading::readable_date;
use crate::render::wrap;
use crate::theme::{Role, Symbols};

/// The path keeps this many columns, at the cost of the origin.
const MIN_PATH: usize = 24;

/// A shorter part of a source says nothing.
const MIN_SOURCE: usize = 10;

/// Draws the header in the area of the environment.
pub fn draw(env: &Environment<'_>, canvas: &mut Canvas<'_>) {
    let area = env.area;
    if area.is_empty() {
        return;
    }
    let symbols = env.styles.symbols();
    let room = usize::from(area.width.saturating_sub(2));
    // The origin gives way to the name of the section, and the name of a bookmark to both.
    let bookmark = bookmark(env);
    let sign = bookmark
        .as_ref()
        .map_or(0, |_| wrap::width(symbols.bookmark) + 1);
    let name = env.library.book.section(env.section).full_title();
    let cut_path = format!("{}{}{name}", symbols.ellipsis, symbols.path);
    let path = MIN_PATH.max(wrap::width(&cut_path));
    let origin = origin(env, room.saturating_sub(3 + path + sign));
    let wide = wrap::width(&origin);
    let taken = if origin.is_empty() { 0 } else { wide + 3 };
    let columns = |width: usize| u16::try_from(width).unwrap_or(u16::MAX);

    let mut row = canvas.row(area);
    row.end = row.end.saturating_sub(columns(taken));
    row.skip(u16::from(area.width > 4));
    let (room, path) = (row.room().saturating_sub(columns(sign)), path_above(env));
    let least = wrap::width(symbols.ellipsis) + wrap::width(symbols.path);
    let above = room.saturating_sub(columns(wrap::width(&name)));
    row.within(above.max(columns(least)), |row| {
        row.cut_path(&path, Role::Dim)
    });
    let room = row.room().saturating_sub(columns(sign));
    row.within(room, |row| row.cut(&name, Role::Heading));
    if let Some(bookmark) = bookmark {
        let mut shown = format!(" {}{bookmark}", symbols.bookmark);
        if wrap::width(&shown) > usize::from(row.room()) {
            shown = format!(" {}", symbols.bookmark);
        }
        row.cut(&shown, Role::Link);
    }
    canvas
        .row(area)
        .skip(area.width.saturating_sub(columns(wide + 1)))
        .put(&origin, Role::Dim);
}

/// What follows the sign of a bookmark: its name, unless that is the section's.
fn bookmark(env: &Environment<'_>) -> Option<String> {
    let section = env.library.book.section(env.section);
    let bookmark = env.state.bookmark(&section.id)?;
    Some(if bookmark.name == section.full_title() {
        String::new()
    } else {
        format!(" {}", bookmark.name)
    })
}

/// The titles above the section, after the game's.
fn path_above(env: &Environment<'_>) -> String {
    let book = &env.library.book;
    let mut titles = env.library.book.titles(env.section);
    titles.insert(0, book.game(book.game_of(env.section)).name.clone());
    titles.pop();
    let path = env.styles.symbols().path;
    titles
        .iter()
        .flat_map(|title| [title.as_str(), path])
        .collect()
}

/// `Tomb World · 10 Sep 2025`: with less room a part of the source, then the date alone.
fn origin(env: &Environment<'_>, room: usize) -> String {
    let front_matter = &env.library.book.document_of(env.section).front_matter;
    let symbols = env.styles.symbols();
    let date = front_matter.last_update_date.as_deref().map(readable_date);
    let gap = if date.is_some() { symbols.gap } else { "" };
    let beside = date.as_deref().map_or(0, wrap::width) + wrap::width(gap);
    let source = front_matter
        .source
        .as_deref()
        .and_then(|source| shorten(source, room.checked_sub(beside)?, symbols));
    let date = date.filter(|date| wrap::width(date) <= room);
    let parts: Vec<_> = source.into_iter().chain(date).collect();
    parts.join(gap)
}

/// A text, cut at its end if it is too long; nothing where too little of it would be left.
fn shorten(text: &str, room: usize, symbols: &Symbols) -> Option<String> {
    let text = symbols.text(text);
    if wrap::width(&text) <= room {
        return Some(text.into_owned());
    }
    let room = room.checked_sub(wrap::width(symbols.ellipsis))?;
    let line = wrap::wrap(&text, room).into_iter().next();
    let line = line.filter(|_| room >= MIN_SOURCE)?;
    let start = text[line].trim_end_matches([',', ' ']);
    Some(format!("{start}{}", symbols.ellipsis))
}
