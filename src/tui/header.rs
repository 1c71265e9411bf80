//! The header: the path of the section being read, its bookmark, and the source of its text.

use super::action::Action;
use super::draw::Canvas;
use super::effect::Effect;
use super::environment::Environment;
use crate::render::heading::readable_date;
use crate::render::wrap;
use crate::rules::SectionRef;
use crate::theme::{Role, Symbols};

/// The least columns of the path: the origin gets the rest.
const MIN_PATH: usize = 24;

/// The least columns of a shortened source.
const MIN_SOURCE: usize = 10;

/// Draws the header in the area of the environment, with a button if there is a place to go back to.
pub fn draw(can_go_back: bool, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
    let (area, symbols) = (env.area, env.styles.symbols());
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
    let room = row.room().saturating_sub(parts.sign);
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

/// The parts of the line.
struct Parts {
    /// The first column of the path.
    start: u16,
    /// The column behind the name.
    end: u16,
    /// The titles above the section, with what a click on them opens; an ellipsis stands for those without room.
    above: Vec<(String, SectionRef)>,
    /// The title of the section.
    name: String,
    /// The columns of the sign of a bookmark.
    sign: u16,
    /// The source of the text.
    origin: String,
}

impl Parts {
    fn of(can_go_back: bool, env: &Environment<'_>) -> Self {
        let (area, symbols) = (env.area, env.styles.symbols());
        let room = usize::from(area.width.saturating_sub(2));
        // The origin gives way to the name of the section, and the name of a bookmark to both.
        let bookmark = bookmark(env);
        let sign = bookmark.map_or(0, |_| wrap::columns(symbols.bookmark) + 1);
        let name = env.library.book.section(env.section).full_title();
        let gap = wrap::columns(symbols.path);
        let cut = wrap::columns(symbols.ellipsis) + gap;
        let path = MIN_PATH.max(usize::from(cut) + wrap::width(&name));
        let button = if can_go_back {
            wrap::columns(symbols.back) + 1
        } else {
            0
        };
        let start = area.x + u16::from(area.width > 4) + button;
        let origin = origin(
            env,
            room.saturating_sub(3 + path + usize::from(sign + button)),
        );
        let wide = wrap::columns(&origin);
        let behind = if wide > 0 { wide + 3 } else { 1 };
        let end = area.right().saturating_sub(behind);
        let room = end.saturating_sub(start + sign);
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
            sign,
            origin,
        }
    }
}

/// What a click at a column of the header opens: the title of the path there, which is the section or one above it. Before
/// the path there is the way back.
pub fn click(column: u16, can_go_back: bool, env: &Environment<'_>) -> Vec<Effect> {
    let parts = Parts::of(can_go_back, env);
    let mut end = parts.start;
    if can_go_back && column < end {
        return vec![Effect::Perform(Action::Back)];
    }
    let titles = parts.above.into_iter().chain([(parts.name, env.section)]);
    let mut titles = titles.filter(|(title, _)| {
        let start = end;
        end = start + wrap::columns(title);
        let is_here = (start..end).contains(&column);
        end += wrap::columns(env.styles.symbols().path);
        is_here
    });
    Vec::from_iter(titles.next().map(|(_, section)| Effect::Open(section)))
}

/// The game, whose first document a click opens, and the titles above the section.
fn titles_above(env: &Environment<'_>) -> Vec<(String, SectionRef)> {
    let book = &env.library.book;
    let game = book.game_of(env.section);
    let mut documents = book.documents.iter();
    let first = documents.find(|document| document.game == game);
    let first = first.map(|first| (book.game(game).name.clone(), first.root));
    let above = book.ancestors(env.section).into_iter();
    let above = above.map(|section| (book.section(section).full_title(), section));
    first.into_iter().chain(above).collect()
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
