//! The header: the path of the section being read, its bookmark, and the origin of the text.

use super::action::Action;
use super::draw::Canvas;
use super::effect::Effect;
use super::environment::Environment;
use super::layout::clamped;
use crate::render::wrap;
use crate::theme::Role;

/// The minimum width of the path, in columns. The origin of the text may use the rest of the line.
const MIN_PATH: usize = 24;

/// The content of the header.
struct Content {
    /// The button for going back, the game, and the titles from the document down to the section
    /// being read, each with the effect of a click. If there is too little room, an ellipsis
    /// replaces the first titles.
    path: Vec<(String, Effect)>,
    /// The source and date of the text, or only the date, or nothing if there is too little room.
    origin: String,
    /// The number of columns for the path.
    room: usize,
}

impl Content {
    fn new(can_go_back: bool, env: &Environment<'_>) -> Self {
        let (library, symbols) = (env.library, env.styles.symbols);
        let book = &library.book;
        let game = book.game_of(env.section);
        let first = book.documents.iter().find(|document| document.game == game);
        let above = book
            .ancestors(env.section)
            .into_iter()
            .map(|at| (library.title(at), Effect::Open(at)));
        let mut title = library.title(env.section);
        if env.state.bookmark(&book.section(env.section).id).is_some() {
            title = title + " " + symbols.bookmark;
        }
        let least = MIN_PATH.max(wrap::width(&title) + 4);
        let mut path: Vec<_> = first
            .map(|first| (book.game(game).name.clone(), Effect::Open(first.root)))
            .into_iter()
            .chain(above)
            .map(|(title, effect)| (title + symbols.path, effect))
            .chain([(title, Effect::Open(env.section))])
            .collect();
        let back = format!("{} ", symbols.back);
        let back = can_go_back.then_some((back, Effect::Perform(Action::Back)));
        let width = usize::from(env.area.width.saturating_sub(2));
        let origin = library.origin(env.section);
        let last = origin.last().cloned().unwrap_or_default();
        let mut origins = [origin.join(symbols.gap), last].into_iter();
        let fits = |origin: &String| wrap::width(origin) + 2 + least <= width;
        let origin = origins.find(fits).unwrap_or_default();
        let gap = if origin.is_empty() { 0 } else { 2 };
        let room = width.saturating_sub(wrap::width(&origin) + gap);
        let columns = |path: &[(String, Effect)]| -> usize {
            path.iter()
                .chain(&back)
                .map(|(text, _)| wrap::width(text))
                .sum()
        };
        let mut hidden = 0;
        while path.len() > 1 + hidden && columns(&path) > room {
            path.drain(..hidden);
            path[0].0 = format!("{}{}", symbols.ellipsis, symbols.path);
            hidden = 1;
        }
        path.splice(0..0, back);
        Self { path, origin, room }
    }
}

/// Draws the header in `env.area`. If `can_go_back`, the header has a button for going back.
pub fn draw(can_go_back: bool, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
    let Content { path, origin, room } = Content::new(can_go_back, env);
    let mut row = canvas.row_in(env.area, 1);
    let end = row.end;
    row.within(clamped(room), |row| {
        for (at, (text, _)) in path.iter().enumerate() {
            row.cut(
                text,
                match at {
                    0 if can_go_back => Role::Link,
                    at if at + 1 == path.len() => Role::Heading,
                    _ => Role::Dim,
                },
            );
        }
        row
    });
    row.x = end.saturating_sub(wrap::columns(&origin));
    row.put(&origin, Role::Dim);
}

/// Returns the effect of a click at a column of the header. A click on a title opens its section. A
/// click on the button before the path goes back.
pub fn click(column: u16, can_go_back: bool, env: &Environment<'_>) -> Option<Effect> {
    let Content { path, room, .. } = Content::new(can_go_back, env);
    let (column, mut end) = (usize::from(column), 1);
    let mut path = path.into_iter().filter(|_| column <= room);
    let found = path.find(|(text, _)| {
        end += wrap::width(text);
        column < end
    });
    found.map(|(_, effect)| effect)
}
