//! The header: the path of the section being read, its bookmark, and the origin of the text.

use super::action::Action;
use super::draw::Canvas;
use super::effect::Effect;
use super::environment::Environment;
use crate::render::heading::readable_date;
use crate::render::wrap;
use crate::rules::SectionRef;
use crate::theme::{Role, Symbols};

/// The minimum width of the path, in columns. The origin of the text may use the rest of the line.
const MIN_PATH: usize = 24;

/// The minimum room for a shortened source, in columns, not counting the ellipsis.
const MIN_SOURCE: usize = 10;

/// Draws the header in `env.area`. If `can_go_back`, the header has a button for going back.
pub fn draw(can_go_back: bool, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
    let (area, symbols) = (env.area, env.styles.symbols);
    if area.is_empty() {
        return;
    }
    let parts = Parts::of(can_go_back, env);
    let mut row = canvas.row(area);
    row.end = parts.end;
    row.skip(u16::from(area.width > 4));
    if can_go_back {
        row.put(symbols.back, Role::Link).skip(1);
    }
    for (title, _) in &parts.above {
        row.put(title, Role::Dim).put(symbols.path, Role::Dim);
    }
    let room = row.room().saturating_sub(parts.mark_width);
    row.within(room, |row| row.cut(&parts.name, Role::Heading));
    if let Some(bookmark) = bookmark(env) {
        let mut shown = format!(" {}{bookmark}", symbols.bookmark);
        if wrap::columns(&shown) > row.room() {
            shown = format!(" {}", symbols.bookmark);
        }
        row.cut(&shown, Role::Heading);
    }
    canvas
        .row(area)
        .skip(area.width.saturating_sub(wrap::columns(&parts.origin) + 1))
        .put(&parts.origin, Role::Dim);
}

/// The parts of the header.
struct Parts {
    /// The first column of the path.
    start: u16,
    /// The first column after the space for the path and the bookmark.
    end: u16,
    /// The titles before the section's own title, each with the section that a click opens. If
    /// there is no room for all of them, an ellipsis replaces the first ones.
    above: Vec<(String, SectionRef)>,
    /// The title of the section being read.
    name: String,
    /// The width of the bookmark sign and the blank before it, in columns; 0 without a bookmark.
    mark_width: u16,
    /// The source and date of the text.
    origin: String,
}

impl Parts {
    fn of(can_go_back: bool, env: &Environment<'_>) -> Self {
        let (area, symbols) = (env.area, env.styles.symbols);
        let room = usize::from(area.width.saturating_sub(2));
        // The title of the section is more important than the origin, and both are more important
        // than the name of the bookmark. So only the columns of the bookmark sign are reserved
        // here.
        let bookmark = bookmark(env);
        let mark_width = bookmark.map_or(0, |_| wrap::columns(symbols.bookmark) + 1);
        let name = env.library.title(env.section);
        let gap = wrap::columns(symbols.path);
        let cut = wrap::columns(symbols.ellipsis) + gap;
        let path = MIN_PATH.max(usize::from(cut) + wrap::width(&name));
        let button = u16::from(can_go_back) * (wrap::columns(symbols.back) + 1);
        let start = area.x + u16::from(area.width > 4) + button;
        let origin = origin(
            env,
            room.saturating_sub(3 + path + usize::from(mark_width + button)),
        );
        let wide = wrap::columns(&origin);
        let behind = if wide > 0 { wide + 3 } else { 1 };
        let end = area.right().saturating_sub(behind);
        let room = end.saturating_sub(start + mark_width);
        let room = room.saturating_sub(wrap::columns(&name)).max(cut);
        let (mut above, mut hidden) = (titles_above(env), None);
        let fits = |above: &[(String, _)], room: u16| {
            let wide = above
                .iter()
                .map(|(title, _)| wrap::width(title) + usize::from(gap));
            wide.sum::<usize>() <= usize::from(room)
        };
        while !above.is_empty() && !fits(&above, if hidden.is_some() { room - cut } else { room }) {
            hidden = Some(above.remove(0).1);
        }
        if let Some(section) = hidden {
            above.insert(0, (symbols.ellipsis.to_owned(), section));
        }
        Self {
            start,
            end,
            above,
            name,
            mark_width,
            origin,
        }
    }
}

/// Returns the effect of a click at a column of the header. A click on a title opens its section. A
/// click on the button before the path goes back.
pub fn click(column: u16, can_go_back: bool, env: &Environment<'_>) -> Option<Effect> {
    let parts = Parts::of(can_go_back, env);
    let mut end = parts.start;
    if can_go_back && column < end {
        return Some(Effect::Perform(Action::Back));
    }
    let titles = parts.above.into_iter().chain([(parts.name, env.section)]);
    let mut titles = titles.filter(|(title, _)| {
        let start = end;
        end = start + wrap::columns(title);
        let is_here = (start..end).contains(&column);
        end += wrap::columns(env.styles.symbols.path);
        is_here
    });
    titles.next().map(|(_, section)| Effect::Open(section))
}

/// Returns the name of the game and the titles above the section, each with the section that a
/// click opens. A click on the game opens its first document.
fn titles_above(env: &Environment<'_>) -> Vec<(String, SectionRef)> {
    let book = &env.library.book;
    let game = book.game_of(env.section);
    let mut documents = book.documents.iter();
    let first = documents.find(|document| document.game == game);
    let first = first.map(|first| (book.game(game).name.clone(), first.root));
    let above = book.ancestors(env.section).into_iter();
    let above = above.map(|section| (env.library.title(section), section));
    first.into_iter().chain(above).collect()
}

/// Returns a blank and the name of the bookmark, to be shown after its sign. Empty if the name is
/// the title of the section; `None` without a bookmark.
fn bookmark(env: &Environment<'_>) -> Option<String> {
    let section = env.library.book.section(env.section);
    let bookmark = env.state.bookmark(&section.id)?;
    Some(if bookmark.name == section.full_title() {
        String::new()
    } else {
        format!(" {}", bookmark.name)
    })
}

/// Describes the origin of the text: `Tomb World · 10 Sep 2025`. If there is too little room,
/// shortens or drops the source, and finally drops the date.
fn origin(env: &Environment<'_>, room: usize) -> String {
    let front_matter = &env.library.book.document_of(env.section).front_matter;
    let symbols = env.styles.symbols;
    let date = front_matter.get("last_update_date").map(readable_date);
    let gap = if date.is_some() { symbols.gap } else { "" };
    let beside = date.as_deref().map_or(0, wrap::width) + wrap::width(gap);
    let source = front_matter
        .get("source")
        .and_then(|source| shorten(source, room.checked_sub(beside)?, symbols));
    let date = date.filter(|date| wrap::width(date) <= room);
    let parts: Vec<_> = source.into_iter().chain(date).collect();
    parts.join(gap)
}

/// Cuts off the end of `text` if it is wider than `room`. Returns `None` if there is too little
/// room even for a shortened text.
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
