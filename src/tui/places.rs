//! The pane of bookmarks and recent places.

use ratatui::layout::{Position, Rect};

use super::action::Action;
use super::draw::{Canvas, LinearScreen};
use super::effect::Effect;
use super::environment::Environment;
use super::keymap::Context;
use super::library::Library;
use super::list::{FilterList, ListRow, NO_MATCHES, RowKind, shared_names};
use crate::render::wrap;
use crate::rules::SectionRef;
use crate::rules::slug::fold;
use crate::source::{clean, counted};
use crate::state::{Change, State};
use crate::theme::Role;

#[cfg(test)]
mod tests;

/// At most this many recent places are listed.
const MAX_RECENT: usize = 40;

/// A row of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceRow {
    /// The name of a group.
    Group(&'static str),
    /// A place.
    Place(PlaceEntry),
    /// Why there is nothing to list.
    Note(String),
}

impl ListRow for PlaceRow {
    fn kind(&self) -> RowKind {
        match self {
            Self::Place(_) => RowKind::Entry,
            Self::Group(_) | Self::Note(_) => RowKind::Heading,
        }
    }
}

impl PlaceRow {
    /// The place, if the row is one.
    pub fn place(&self) -> Option<&PlaceEntry> {
        match self {
            Self::Place(entry) => Some(entry),
            Self::Group(_) | Self::Note(_) => None,
        }
    }

    /// The row in words.
    pub fn text(&self) -> String {
        match self {
            Self::Place(entry) => format!("{}, {}", entry.name, entry.path),
            Self::Group(text) => (*text).to_owned(),
            Self::Note(text) => text.clone(),
        }
    }
}

/// A bookmark, or a section that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceEntry {
    /// Id of the section.
    pub id: String,
    /// The section, if the loaded rules still have it.
    pub section: Option<SectionRef>,
    /// The bookmark's name or the section's title; with the title above where several sections have it.
    pub name: String,
    /// The section's path; for a missing section, its id.
    pub path: String,
    /// Whether it is a bookmark.
    pub bookmark: bool,
}

/// Bookmarks and recent places, in groups.
pub type PlaceList = FilterList<PlaceRow>;

impl FilterList<PlaceRow> {
    /// Lists the places again, because the rules, the bookmarks or the filter have changed.
    pub fn refresh(&mut self, env: &Environment<'_>) {
        let filter = self.filter.value();
        let rows = rows(filter, env);
        self.fill(rows, env);
    }

    /// The selected place.
    pub fn selected(&self) -> Option<&PlaceEntry> {
        self.list.selected()?.place()
    }

    /// Carries an action out.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Vec<Effect> {
        if self.move_cursor(action, env) {
            return Vec::new();
        }
        match (action, self.selected()) {
            (Action::Follow, Some(entry)) => vec![open(entry, env)],
            (Action::Remove, Some(entry)) => remove(entry),
            _ => Vec::new(),
        }
    }

    /// Draws the pane; gives the cursor's place.
    pub fn draw(&self, env: &Environment<'_>, canvas: &mut Canvas<'_>) -> Option<Position> {
        let count = counted(self.list.count(), "place");
        let title = "Bookmarks and recent places";
        let (area, cursor) = self.draw_head(title, &count, env, canvas);
        let names = self.name_columns(area.width);
        for (line, row, selected) in self.list.visible(area) {
            match row {
                PlaceRow::Group(name) => canvas.text(line, 1, name, Role::Dim),
                PlaceRow::Note(note) => canvas.text(line, 1, note, Role::Dim),
                PlaceRow::Place(entry) => draw_place(entry, line, names, canvas),
            }
            canvas.mark_selected(line, selected);
        }
        cursor
    }

    /// Columns for the names: as many as the longest one needs, and at most half of the width.
    fn name_columns(&self, width: u16) -> u16 {
        let places = self.list.rows.iter().filter_map(PlaceRow::place);
        let names = places.map(|entry| wrap::columns(&entry.name));
        names.max().unwrap_or(0).min(width.saturating_sub(4) / 2)
    }

    /// The pane in linear mode.
    pub fn linear(&self, env: &Environment<'_>) -> LinearScreen<'_> {
        let name = format!("Bookmarks and recent places: {}", self.list.count());
        self.screen(name, "place", env, PlaceRow::text)
    }
}

/// The name, then the path in line with the others.
fn draw_place(entry: &PlaceEntry, line: Rect, names: u16, canvas: &mut Canvas<'_>) {
    canvas
        .row_in(line, 2)
        .field(names, |row| row.cut(&entry.name, Role::Heading))
        .skip(2)
        .cut_path(&entry.path, Role::Dim);
}

fn open(entry: &PlaceEntry, env: &Environment<'_>) -> Effect {
    match entry.section {
        Some(section) => Effect::Open(section),
        None if env.library.index.is_none() => Effect::Status("still reading the rules".to_owned()),
        None => Effect::Status(format!(
            "{} is no longer in the loaded rules",
            clean(&entry.id)
        )),
    }
}

fn remove(entry: &PlaceEntry) -> Vec<Effect> {
    if entry.bookmark {
        let status = format!("removed the bookmark {}", entry.name);
        let change = Change::Forget(entry.id.clone());
        vec![Effect::Status(status), Effect::Store(change)]
    } else {
        vec![Effect::Status("only bookmarks can be removed".to_owned())]
    }
}

/// The places that hold every word of a filter. The section being read, `here`, is not among the recent ones.
fn rows(filter: &str, env: &Environment<'_>) -> Vec<PlaceRow> {
    let words = fold(filter);
    let matches = |entry: &PlaceEntry| {
        let text = fold(&format!("{} {}", entry.name, entry.path));
        words.split(' ').all(|word| text.contains(word))
    };
    let [mut bookmarks, mut recent] = known_places(env.library, env.state, Some(env.section));
    bookmarks.retain(matches);
    recent.retain(matches);
    let mut rows = group("Bookmarks", bookmarks);
    rows.extend(group("Recent", recent));
    if rows.is_empty() {
        rows.push(PlaceRow::Note(if words.is_empty() {
            let nothing = "no bookmarks or recent places yet";
            env.advice_in(
                Context::Page,
                nothing,
                Action::Bookmark,
                "on a page adds one",
            )
        } else {
            NO_MATCHES.to_owned()
        }));
    }
    rows
}

/// The bookmarks, the oldest first, and the recent places without the section being read, the latest first.
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
    let [mut bookmarks, mut recent] = [bookmarks.collect(), recent.collect::<Vec<_>>()];
    tell_apart(library, bookmarks.iter_mut().chain(&mut recent).collect());
    [bookmarks, recent]
}

/// Adds the title of the section above to names that several sections have.
fn tell_apart(library: &Library, mut entries: Vec<&mut PlaceEntry>) {
    let named = |entry: &&mut PlaceEntry| Some((entry.name.clone(), entry.section?));
    let shared = shared_names(entries.iter().filter_map(named));
    for entry in &mut entries {
        let parent = entry.section.and_then(|at| library.book.section(at).parent);
        if let Some(parent) = parent.filter(|_| shared.contains(&entry.name)) {
            let parent = library.book.section(parent).full_title();
            entry.name = format!("{}{}{parent}", entry.name, library.symbols.gap);
        }
    }
}

/// The rows of a group below its name; none without entries.
fn group(name: &'static str, entries: Vec<PlaceEntry>) -> Vec<PlaceRow> {
    let mut rows: Vec<_> = entries.into_iter().map(PlaceRow::Place).collect();
    if !rows.is_empty() {
        rows.insert(0, PlaceRow::Group(name));
    }
    rows
}

/// A bookmark with its name, or a section without one.
fn entry(library: &Library, id: &str, bookmark: Option<&str>) -> Option<PlaceEntry> {
    let book = &library.book;
    let section = book.by_id(id);
    let (name, path) = match section {
        Some(at) => {
            let name = bookmark.map_or_else(|| book.section(at).full_title(), str::to_owned);
            let mut path = vec![book.game(book.game_of(at)).name.clone()];
            path.extend(library.book.titles(at));
            // The path does not repeat the name.
            path.pop_if(|last| *last == name);
            (name, path.join(library.symbols.path))
        }
        None => (bookmark?.to_owned(), missing(library, id)?),
    };
    Some(PlaceEntry {
        id: id.to_owned(),
        section,
        name,
        path,
        bookmark: bookmark.is_some(),
    })
}

/// What to say of a section that the loaded rules do not have; nothing if its game is not loaded. Until there is an index,
/// the rules may still be incomplete.
fn missing(library: &Library, id: &str) -> Option<String> {
    let game = id.split('/').next().unwrap_or(id);
    library.book.games.iter().find(|known| known.id == game)?;
    Some(if library.index.is_some() {
        format!("missing: {}", clean(id))
    } else {
        "still being read".to_owned()
    })
}
