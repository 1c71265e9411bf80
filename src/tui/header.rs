//! The header: the path of the section being read, its bookmark, and the source of its text.

use super::draw::Canvas;
use super::environment::Environment;
use crate::render::heading::readable_date;
use crate::render::wrap;
use crate::theme::{Role, Symbols};

/// The least columns of the path: the origin gets the rest.
const MIN_PATH: usize = 24;

/// The least columns of a shortened source.
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
        .map_or(0, |_| wrap::columns(symbols.bookmark) + 1);
    let name = env.library.book.section(env.section).full_title();
    let least = wrap::columns(symbols.ellipsis) + wrap::columns(symbols.path);
    let path = MIN_PATH.max(usize::from(least) + wrap::width(&name));
    let origin = origin(env, room.saturating_sub(3 + path + usize::from(sign)));
    let wide = wrap::columns(&origin);

    let mut row = canvas.row(area);
    if wide > 0 {
        row.end = row.end.saturating_sub(wide + 3);
    }
    row.skip(u16::from(area.width > 4));
    let room = row.room().saturating_sub(sign);
    let above = room.saturating_sub(wrap::columns(&name));
    row.within(above.max(least), |row| {
        row.cut_path(&path_above(env), Role::Dim)
    });
    let room = row.room().saturating_sub(sign);
    row.within(room, |row| row.cut(&name, Role::Heading));
    if let Some(bookmark) = bookmark {
        let mut shown = format!(" {}{bookmark}", symbols.bookmark);
        if wrap::columns(&shown) > row.room() {
            shown = format!(" {}", symbols.bookmark);
        }
        row.cut(&shown, Role::Link);
    }
    canvas
        .row(area)
        .skip(area.width.saturating_sub(wide + 1))
        .put(&origin, Role::Dim);
}

/// The name of a bookmark after its sign; empty if it is that of the section.
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
    titles.iter().map(|title| title.clone() + path).collect()
}

/// `Tomb World · 10 Sep 2025`; with less room a part of the source, or the date alone.
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

/// A text, cut at its end if it is too long; `None` if too little would be left.
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
