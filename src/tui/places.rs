//! The list of bookmarks and recent places.

use ratatui::layout::Position;

use super::action::Action;
use super::draw::{Canvas, LinearScreen};
use super::effect::Effect;
use super::environment::Environment;
use super::keymap::Context;
use super::library::Library;
use super::list::{FilterList, ListRow, NO_MATCHES, RowKind};
use crate::render::wrap;
use crate::rules::SectionRef;
use crate::rules::slug::fold;
use crate::source::{clean, counted};
use crate::state::{Change, State};
use crate::theme::Role;

#[cfg(test)]
mod tests;

/// The maximum number of recent places in the list.
const MAX_RECENT: usize = 40;

/// A row of the list.
#[derive(Debug)]
pub enum PlaceRow {
    /// The name of a group of places, or a message that explains why the list is empty.
    Note(String),
    /// A bookmark or a recent place.
    Place(PlaceEntry),
}

impl ListRow for PlaceRow {
    fn kind(&self) -> RowKind {
        match self {
            Self::Place(_) => RowKind::Entry,
            Self::Note(_) => RowKind::Heading,
        }
    }
}

/// A bookmark, or a recently read section.
#[derive(Debug)]
pub struct PlaceEntry {
    /// The id of the section.
    pub id: String,
    /// The section; `None` if the loaded rules do not contain it.
    pub section: Option<SectionRef>,
    /// The bookmark's name or the section's title.
    pub name: String,
    /// The path of the section; for a missing section, a message such as `missing:
    /// rules/house#dig`.
    pub path: String,
    /// Whether the place is a bookmark.
    pub bookmark: bool,
}

/// The list of bookmarks and recent places, with a filter.
pub type PlaceList = FilterList<PlaceRow>;

impl FilterList<PlaceRow> {
    /// Lists the places again after the rules, the bookmarks or the filter have changed.
    pub fn refresh(&mut self, env: &Environment<'_>) {
        let filter = self.filter.value();
        let rows = rows(filter, env);
        self.fill(rows, env);
    }

    /// Returns the selected place.
    pub fn selected(&self) -> Option<&PlaceEntry> {
        match self.list.selected()? {
            PlaceRow::Place(entry) => Some(entry),
            PlaceRow::Note(_) => None,
        }
    }

    /// Performs an action. Returns the effect for the browser, if there is one.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Effect> {
        if self.move_cursor(action, env) {
            return None;
        }
        let entry = self.selected()?;
        match action {
            Action::Follow => Some(open(entry)),
            Action::Remove => Some(remove(entry)),
            _ => None,
        }
    }

    /// Draws the pane. Returns the position of the text cursor.
    pub fn draw(&self, env: &Environment<'_>, canvas: &mut Canvas<'_>) -> Option<Position> {
        let count = counted(self.list.count(), "place");
        let title = "Bookmarks and recent places";
        let (area, cursor) = self.draw_head(title, &count, env, canvas);
        let names = self.list.rows.iter().map(|row| match row {
            PlaceRow::Place(entry) => wrap::columns(&entry.name),
            PlaceRow::Note(_) => 0,
        });
        let names = names
            .max()
            .unwrap_or(0)
            .min(area.width.saturating_sub(4) / 2);
        for (line, row, selected) in self.list.visible(area) {
            match row {
                PlaceRow::Note(note) => canvas.text(line, 1, note, Role::Dim),
                PlaceRow::Place(entry) => {
                    canvas
                        .row_in(line, 2)
                        .field(names, |row| row.cut(&entry.name, Role::Heading))
                        .skip(2)
                        .cut_path(&entry.path, Role::Dim);
                }
            }
            canvas.mark_selected(line, selected);
        }
        cursor
    }

    /// Describes the pane for linear mode.
    pub fn linear(&self, env: &Environment<'_>) -> LinearScreen<'_> {
        let name = format!("Bookmarks and recent places: {}", self.list.count());
        self.screen(name, "place", env, |row| match row {
            PlaceRow::Place(entry) => format!("{}, {}", entry.name, entry.path),
            PlaceRow::Note(text) => text.clone(),
        })
    }
}

fn open(entry: &PlaceEntry) -> Effect {
    match entry.section {
        Some(section) => Effect::Open(section),
        None => Effect::Status(format!(
            "{} is no longer in the loaded rules",
            clean(&entry.id)
        )),
    }
}

fn remove(entry: &PlaceEntry) -> Effect {
    if entry.bookmark {
        let status = format!("removed the bookmark {}", entry.name);
        let change = Change::Forget(entry.id.clone());
        Effect::Store(change, status)
    } else {
        Effect::Status("only bookmarks can be removed".to_owned())
    }
}

/// Returns the rows of the places that match a filter, or a note if there are none. A place matches
/// if each word of the filter is in its name or its path. The section being read is left out of the
/// recent places.
fn rows(filter: &str, env: &Environment<'_>) -> Vec<PlaceRow> {
    let words = fold(filter);
    let matches = |entry: &PlaceEntry| {
        let text = fold(&format!("{} {}", entry.name, entry.path));
        words.split(' ').all(|word| text.contains(word))
    };
    let places = known_places(env.library, env.state, Some(env.section));
    let mut rows = Vec::new();
    for (name, places) in ["Bookmarks", "Recent"].into_iter().zip(places) {
        let mut places = places.into_iter().filter(matches).peekable();
        rows.extend(places.peek().map(|_| PlaceRow::Note(name.to_owned())));
        rows.extend(places.map(PlaceRow::Place));
    }
    if rows.is_empty() {
        rows.push(PlaceRow::Note(if words.is_empty() {
            let nothing = "no bookmarks or recent places yet";
            let does = "on a page adds one";
            env.advice_in(Context::Page, nothing, Action::Bookmark, does)
        } else {
            NO_MATCHES.to_owned()
        }));
    }
    rows
}

/// Returns the bookmarks, oldest first, and the recent places, most recent first. Leaves the
/// section `here` out of the recent places.
pub fn known_places(
    library: &Library,
    state: &State,
    here: Option<SectionRef>,
) -> [Vec<PlaceEntry>; 2] {
    let bookmarks = state
        .bookmarks
        .iter()
        .filter_map(|bookmark| entry(library, &bookmark.id, Some(&bookmark.name)));
    let recent = state
        .visited
        .iter()
        .rev()
        .filter_map(|id| entry(library, id, None))
        .filter(|entry| entry.section.is_some() && entry.section != here)
        .take(MAX_RECENT);
    [bookmarks.collect(), recent.collect()]
}

/// Returns the entry of a section. `bookmark` is its bookmark's name, or `None` for a recent place.
/// If the loaded rules do not contain the section, only a bookmark in a loaded game has an entry.
fn entry(library: &Library, id: &str, bookmark: Option<&str>) -> Option<PlaceEntry> {
    let book = &library.book;
    let section = book.by_id(id);
    let (name, path) = if let Some(at) = section {
        let name = bookmark.map_or_else(|| library.title(at), str::to_owned);
        let mut path = vec![book.game(book.game_of(at)).name.clone()];
        path.extend(book.titles(at));
        // The path does not repeat the name of the entry.
        path.pop_if(|last| *last == name);
        (name, path.join(library.symbols.path))
    } else {
        let game = id.split('/').next();
        let mut games = book.games.iter();
        games.find(|known| Some(&*known.id) == game)?;
        (bookmark?.to_owned(), format!("missing: {}", clean(id)))
    };
    Some(PlaceEntry {
        id: id.to_owned(),
        section,
        name,
        path,
        bookmark: bookmark.is_some(),
    })
}
