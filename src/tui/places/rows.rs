//! The rows of the pane: bookmarks, then recent places.

use crate::rules::SectionRef;
use crate::rules::slug::fold;
use crate::source::clean;
use crate::state::State;
use crate::tui::library::Library;
use crate::tui::list::{ListRow, RowKind};

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
    Note(&'static str),
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
            Self::Group(text) | Self::Note(text) => (*text).to_owned(),
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
    /// The bookmark's name, or the section's title.
    pub name: String,
    /// The section's path; for a missing section, its id.
    pub path: String,
    /// Whether it is a bookmark.
    pub bookmark: bool,
}

/// The places that hold every word of a filter. The section being read, `here`, is not among the recent ones.
pub(super) fn rows(
    library: &Library,
    state: &State,
    here: SectionRef,
    filter: &str,
) -> Vec<PlaceRow> {
    let words = fold(filter);
    let matches = |entry: &PlaceEntry| {
        let text = fold(&format!("{} {}", entry.name, entry.path));
        words.split(' ').all(|word| text.contains(word))
    };
    let bookmarks = state
        .bookmarks
        .iter()
        .filter_map(|bookmark| entry(library, &bookmark.id, Some(&bookmark.name)));
    let recent = state
        .visited
        .iter()
        .rev()
        .filter_map(|id| entry(library, id, None))
        .filter(|entry| entry.section.is_some_and(|section| section != here))
        .take(MAX_RECENT);
    let mut rows = group("Bookmarks", bookmarks.filter(matches));
    rows.extend(group("Recent", recent.filter(matches)));
    if rows.is_empty() {
        rows.push(PlaceRow::Note(if words.is_empty() {
            "no bookmarks yet and nowhere to go back to"
        } else {
            "nothing here holds these words"
        }));
    }
    rows
}

/// The rows of a group below its name; none without entries.
fn group(name: &'static str, entries: impl Iterator<Item = PlaceEntry>) -> Vec<PlaceRow> {
    let mut rows: Vec<_> = entries.map(PlaceRow::Place).collect();
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
