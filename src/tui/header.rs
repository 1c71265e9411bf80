//! The header: the path of the section being read, its bookmark, and the origin of the text.

use super::action::Action;
use super::draw::Canvas;
use super::effect::Effect;
use super::environment::Environment;
use crate::render::heading::readable_date;
use crate::render::wrap;
use crate::rules::SectionRef;
use crate::theme::Role;

/// The minimum width of the path, in columns. The origin of the text may use the rest of the line.
const MIN_PATH: usize = 24;

/// The content of the header.
struct Content {
    /// The button for going back; empty if there is none.
    button: &'static str,
    /// The game and the titles from the document down to the section being read, each with the
    /// section that a click opens. If there is too little room, an ellipsis replaces the first ones.
    titles: Vec<(String, SectionRef)>,
    /// The sign of the bookmark; empty without a bookmark.
    mark: String,
    /// The name of the bookmark; empty if it is the title of the section.
    name: String,
    /// The source and date of the text, with as much as there is room for.
    origin: String,
    /// The first column after the path and the bookmark.
    end: u16,
}

impl Content {
    fn new(can_go_back: bool, env: &Environment<'_>) -> Self {
        let (book, symbols) = (&env.library.book, env.styles.symbols);
        let section = book.section(env.section);
        let bookmark = env.state.bookmark(&section.id);
        let mark = bookmark.map_or_else(String::new, |_| format!(" {}", symbols.bookmark));
        let named = bookmark.filter(|bookmark| bookmark.name != section.full_title());
        let button = if can_go_back { symbols.back } else { "" };
        let mut titles = titles(env);
        let title = titles.last().map_or(0, |(title, _)| wrap::width(title));
        let gap = wrap::width(symbols.path);
        let around = wrap::width(&mark) + wrap::width(button) + usize::from(can_go_back);
        let path = MIN_PATH.max(wrap::width(symbols.ellipsis) + gap + title);
        let width = usize::from(env.area.width);
        let origin = origin(env, width.saturating_sub(path + around + 5));
        let behind = wrap::columns(&origin) + if origin.is_empty() { 1 } else { 3 };
        let room = width.saturating_sub(usize::from(behind) + around + 1);
        let is_wide = |titles: &[(String, _)]| {
            let widths = titles.iter().map(|(title, _)| wrap::width(title) + gap);
            widths.sum::<usize>() > room + gap
        };
        let mut hidden = 0;
        while titles.len() > 1 + hidden && is_wide(&titles) {
            titles.drain(..hidden);
            symbols.ellipsis.clone_into(&mut titles[0].0);
            hidden = 1;
        }
        Self {
            button,
            titles,
            mark,
            name: named.map_or_else(String::new, |bookmark| format!(" {}", bookmark.name)),
            origin,
            end: env.area.right().saturating_sub(behind),
        }
    }
}

/// Draws the header in `env.area`. If `can_go_back`, the header has a button for going back.
pub fn draw(can_go_back: bool, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
    if env.area.is_empty() {
        return;
    }
    let content = Content::new(can_go_back, env);
    let mut row = canvas.row_in(env.area, 1);
    row.end = content.end;
    row.put(content.button, Role::Link)
        .skip(u16::from(can_go_back));
    let (last, above) = content.titles.split_last().unzip();
    for (title, _) in above.unwrap_or_default() {
        row.put(title, Role::Dim)
            .put(env.styles.symbols.path, Role::Dim);
    }
    let room = row.room().saturating_sub(wrap::columns(&content.mark));
    let title = last.map_or("", |(title, _)| title);
    row.within(room, |row| row.cut(title, Role::Heading))
        .put(&content.mark, Role::Heading);
    if wrap::columns(&content.name) <= row.room() {
        row.put(&content.name, Role::Heading);
    }
    row.end = env.area.right();
    row.x = row.end.saturating_sub(wrap::columns(&content.origin) + 1);
    row.put(&content.origin, Role::Dim);
}

/// Returns the effect of a click at a column of the header. A click on a title opens its section. A
/// click on the button before the path goes back.
pub fn click(column: u16, can_go_back: bool, env: &Environment<'_>) -> Option<Effect> {
    let content = Content::new(can_go_back, env);
    let mut end = env.area.x + 1 + wrap::columns(content.button) + u16::from(can_go_back);
    if can_go_back && column < end {
        return Some(Effect::Perform(Action::Back));
    }
    let mut titles = content.titles.iter().filter(|_| column < content.end);
    titles.find_map(|(title, section)| {
        let start = end;
        let gap = wrap::columns(env.styles.symbols.path);
        end = start
            .saturating_add(wrap::columns(title))
            .saturating_add(gap);
        (start..end)
            .contains(&column)
            .then_some(Effect::Open(*section))
    })
}

/// Returns the name of the game, the titles above the section, and its own title, each with the
/// section that a click opens. A click on the game opens its first document.
fn titles(env: &Environment<'_>) -> Vec<(String, SectionRef)> {
    let book = &env.library.book;
    let game = book.game_of(env.section);
    let mut documents = book.documents.iter();
    let first = documents.find(|document| document.game == game);
    let first = first.map(|first| (book.game(game).name.clone(), first.root));
    let path = book.ancestors(env.section).into_iter().chain([env.section]);
    let path = path.map(|section| (env.library.title(section), section));
    first.into_iter().chain(path).collect()
}

/// Describes the origin of the text: `Tomb World · 10 Sep 2025`. With too little room, drops the
/// source, and finally the date too.
fn origin(env: &Environment<'_>, room: usize) -> String {
    let front_matter = &env.library.book.document_of(env.section).front_matter;
    let date = front_matter.get("last_update_date").map(readable_date);
    let source = front_matter.get("source").map(str::to_owned);
    let both: Vec<_> = source.into_iter().chain(date.clone()).collect();
    let both = env
        .styles
        .symbols
        .text(&both.join(env.styles.symbols.gap))
        .into_owned();
    let mut fitting = [both, date.unwrap_or_default()].into_iter();
    fitting
        .find(|text| wrap::width(text) <= room)
        .unwrap_or_default()
}
