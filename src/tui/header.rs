//! The header: the path of the section being read, its bookmark, and the origin of the text.

use super::action::Action;
use super::draw::Canvas;
use super::effect::Effect;
use super::environment::Environment;
use super::table::played;
use crate::render::wrap;
use crate::theme::Role;

/// The minimum width of the document's title, in columns, if it is cut.
const MIN_DOCUMENT: usize = 6;

/// A part of the path with the effect of a click on it.
type PathPart = (String, Effect);

/// The content of the header.
struct Content {
    /// The button for going back, the game, and the titles from the document down to the section
    /// being read. If there is too little room, the game, then the titles between the document and
    /// the section are left out, and last the document's title is cut.
    path: Vec<PathPart>,
    /// The source and date of the text, or only the date, or nothing if there is too little room.
    origin: String,
}

fn columns(path: &[PathPart]) -> usize {
    path.iter().map(|(text, _)| wrap::width(text)).sum()
}

impl Content {
    fn new(can_go_back: bool, env: &Environment<'_>) -> Self {
        let (library, symbols) = (env.library, env.styles.symbols);
        let back = format!("{} ", symbols.back);
        let back = can_go_back.then_some((back, Effect::Perform(Action::Back)));
        let width = usize::from(env.area.width.saturating_sub(2));
        let room = width.saturating_sub(columns(back.as_slice()));
        let origin = library.origin(env.section);
        // The page in a book is what players need most; the date of other rules.
        let place = library.book.place(env.section);
        let date = match place {
            Some(place) => place.to_string(),
            None => origin.last().cloned().unwrap_or_default(),
        };
        let played = played(library);
        let full_origin = origin.join(symbols.gap);
        // What is played is more important than where the text is from.
        let origins = match played.as_str() {
            "" => [full_origin, date, String::new()],
            played => [
                match full_origin.as_str() {
                    "" => format!("playing {played}"),
                    origin => format!("playing {played}{}{origin}", symbols.gap),
                },
                format!("playing {played}"),
                String::new(),
            ],
        };
        let full = Self::full_path(env);
        let mut variants: Vec<(Vec<PathPart>, &String)> = vec![
            (full.clone(), &origins[0]),
            (full[1..].to_vec(), &origins[0]),
            (full[1..].to_vec(), &origins[1]),
        ];
        let between = full.len().saturating_sub(3);
        variants.extend((1..=between).map(|hidden| {
            let mut path = full[1..].to_vec();
            path[hidden].0 = format!("{}{}", symbols.ellipsis, symbols.path);
            path.drain(1..hidden);
            (path, &origins[1])
        }));
        let shortest = variants.last().map(|(path, _)| path.clone());
        let shortest = shortest.unwrap_or_default();
        if !played.is_empty() {
            variants.push((full[full.len() - 1..].to_vec(), &origins[1]));
        }
        variants.push((shortest.clone(), &origins[2]));
        let fits = |(path, origin): &(Vec<PathPart>, &String)| {
            let gap = if origin.is_empty() { 0 } else { 2 };
            columns(path) + gap + wrap::width(origin) <= room
        };
        let found = variants.iter().position(fits);
        let (mut path, origin) = match found {
            Some(at) => variants.swap_remove(at),
            None => (cut_document(shortest, room, env), &origins[2]),
        };
        path.splice(0..0, back);
        let origin = origin.clone();
        Self { path, origin }
    }

    /// Returns the game and the titles from the document down to the section being read.
    fn full_path(env: &Environment<'_>) -> Vec<PathPart> {
        let (library, symbols) = (env.library, env.styles.symbols);
        let book = &library.book;
        let game = book.game_of(env.section);
        let first = book.documents.iter().find(|document| document.game == game);
        let first = first.map_or(env.section, |first| first.root);
        let above = book
            .ancestors(env.section)
            .into_iter()
            .map(|at| (library.title(at), Effect::Open(at)));
        let mut title = library.title(env.section);
        if env.state.bookmark(&book.section(env.section).id).is_some() {
            title = title + " " + symbols.bookmark;
        }
        std::iter::once((book.game(game).name.clone(), Effect::Open(first)))
            .chain(above)
            .map(|(title, effect)| (title + symbols.path, effect))
            .chain([(title, Effect::Open(env.section))])
            .collect()
    }
}

/// Cuts the title of the document so that the path fits, or removes it if there is too little room.
fn cut_document(mut path: Vec<PathPart>, room: usize, env: &Environment<'_>) -> Vec<PathPart> {
    if path.len() > 1 {
        let symbols = env.styles.symbols;
        let end = format!("{}{}", symbols.ellipsis, symbols.path);
        let room = room.saturating_sub(columns(&path[1..]) + wrap::width(&end));
        if room < MIN_DOCUMENT {
            path.remove(0);
        } else {
            let mut title = String::new();
            for letter in path[0].0.chars() {
                title.push(letter);
                if wrap::width(&title) > room {
                    title.pop();
                    break;
                }
            }
            path[0].0 = title.trim_end().to_owned() + &end;
        }
    }
    path
}

/// Draws the header in `env.area`. If `can_go_back`, the header has a button for going back.
pub fn draw(can_go_back: bool, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
    let Content { path, origin } = Content::new(can_go_back, env);
    let mut row = canvas.row_in(env.area, 1);
    for (at, (text, _)) in path.iter().enumerate() {
        match at {
            0 if can_go_back => row.put(text.trim_end(), Role::Link).skip(1),
            at if at + 1 == path.len() => row.cut(text, Role::Heading),
            _ => row.cut(text, Role::Dim),
        };
    }
    row.x = row.end.saturating_sub(wrap::columns(&origin));
    row.put(&origin, Role::Dim);
}

/// Returns the effect of a click at a column of the header. A click on a title opens its section. A
/// click on the button before the path goes back.
pub fn click(column: u16, can_go_back: bool, env: &Environment<'_>) -> Option<Effect> {
    let Content { path, .. } = Content::new(can_go_back, env);
    let (column, mut end) = (usize::from(column), 1);
    let found = path.into_iter().find(|(text, _)| {
        end += wrap::width(text);
        column < end
    });
    found.map(|(_, effect)| effect)
}
