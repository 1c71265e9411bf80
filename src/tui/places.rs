//! The list of bookmarks and recent places, and what of it the typed words leave.

use tui_input::Input;

use super::library::Library;
use crate::rules::SectionRef;
use crate::rules::slug::fold;
use crate::source::clean;
use crate::state::State;

/// At most this many recent places are listed.
const MOST_RECENT: usize = 40;

/// A row of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceRow {
    /// The name of a group.
    Group(&'static str),
    /// A place.
    Place(PlaceEntry),
    /// There is nothing to list, and why.
    Note(&'static str),
}

/// A bookmark, or a place where the reader was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceEntry {
    /// Id of the section.
    pub id: String,
    /// The section, where the loaded rules still have it.
    pub section: Option<SectionRef>,
    /// The bookmark's name, or the section's title.
    pub name: String,
    /// Where it stands; for a section that is missing, its id.
    pub path: String,
    /// Whether it is a bookmark.
    pub bookmark: bool,
}

/// The list over the page.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The words that the rows have to hold.
    pub filter: Input,
    /// The rows, in groups.
    pub rows: Vec<PlaceRow>,
    /// The chosen row; never a group.
    pub cursor: usize,
    /// The first visible row.
    pub scroll: usize,
}

impl Places {
    /// Lists the places anew, those that hold every typed word. `here` is the section being read, which nobody needs to go
    /// to. The cursor stays where it is, as far as there are rows.
    pub fn list(&mut self, library: &Library, state: &State, here: SectionRef) {
        let words = fold(self.filter.value());
        let holds = |entry: &PlaceEntry| {
            let text = fold(&format!("{} {}", entry.name, entry.path));
            words.split(' ').all(|word| text.contains(word))
        };
        let bookmarks = state
            .bookmarks
            .iter()
            .filter_map(|bookmark| entry(library, &bookmark.id, Some(&bookmark.name)));
        let visited = state
            .visited
            .iter()
            .rev()
            .filter_map(|id| entry(library, id, None));
        let recent = visited
            .filter(|entry| entry.section.is_some_and(|section| section != here))
            .take(MOST_RECENT);
        self.rows.clear();
        self.add("Bookmarks", bookmarks.filter(holds));
        self.add("Recent", recent.filter(holds));
        if self.rows.is_empty() {
            let nothing = "no bookmarks yet and nowhere to go back to";
            self.rows.push(PlaceRow::Note(if words.is_empty() {
                nothing
            } else {
                "nothing here holds these words"
            }));
        }
        self.move_by(0, usize::MAX);
    }

    fn add(&mut self, group: &'static str, entries: impl Iterator<Item = PlaceEntry>) {
        let mut entries = entries.peekable();
        if entries.peek().is_some() {
            self.rows.push(PlaceRow::Group(group));
            self.rows.extend(entries.map(PlaceRow::Place));
        }
    }

    /// The chosen place.
    #[must_use]
    pub fn chosen(&self) -> Option<&PlaceEntry> {
        self.place(self.cursor)
    }

    /// The place on a row.
    #[must_use]
    pub fn place(&self, row: usize) -> Option<&PlaceEntry> {
        match self.rows.get(row)? {
            PlaceRow::Place(entry) => Some(entry),
            PlaceRow::Group(_) | PlaceRow::Note(_) => None,
        }
    }

    /// Moves the cursor by rows, past the names of groups, with `height` rows visible.
    pub fn move_by(&mut self, rows: isize, height: usize) {
        let last = self.rows.len().saturating_sub(1);
        let mut at = self.cursor.saturating_add_signed(rows).min(last);
        if self.place(at).is_none() {
            at = if rows < 0 && at > 0 {
                at - 1
            } else {
                (at + 1).min(last)
            };
        }
        self.cursor = at;
        // The first place is shown with the name of its group.
        let first = if at <= 1 { 0 } else { at };
        self.scroll = self
            .scroll
            .min(first)
            .max((at + 1).saturating_sub(height.max(1)));
    }

    /// How many places are listed.
    #[must_use]
    pub fn count(&self) -> usize {
        (0..self.rows.len())
            .filter(|row| self.place(*row).is_some())
            .count()
    }
}

/// A place as it is listed: a bookmark, by its name, or just a section.
fn entry(library: &Library, id: &str, bookmark: Option<&str>) -> Option<PlaceEntry> {
    let book = &library.book;
    let section = book.by_id(id);
    let (name, path) = match section {
        Some(at) => {
            let name = bookmark.map_or_else(|| book.section(at).full_title(), str::to_owned);
            let mut path = vec![book.game(book.game_of(at)).name.clone()];
            path.extend(library.titles(at));
            // What the name says already is not said again.
            path.pop_if(|last| *last == name);
            (name, path.join(library.form.symbols.path))
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

/// What to say of a section that the loaded rules do not have: nothing where its game is not loaded, since it is none of
/// theirs; and not too soon, since the first frame comes before the rules are whole.
fn missing(library: &Library, id: &str) -> Option<String> {
    let game = id.split('/').next().unwrap_or(id);
    library.book.games.iter().find(|known| known.id == game)?;
    Some(if library.index.is_some() {
        format!("missing: {}", clean(id))
    } else {
        "still being read".to_owned()
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::rules::Rulebook;
    use crate::search::SearchIndex;
    use crate::source::Source;
    use crate::state::{Bookmark, Change};

    fn library() -> Library {
        let text = "# House\n\n## Mud Wall\n\nText.\n\n## Dig\n\nText.\n\n## Sand\n\nText.\n";
        let mut library = Library::new(Rulebook::load(
            vec![Source::in_memory("house.md", text)],
            Vec::new(),
        ));
        library.index = SearchIndex::build(&library.book).ok().map(Arc::new);
        library
    }

    fn listed(state: &State, filter: &str) -> Vec<String> {
        let library = library();
        let here = library.book.by_id("rules/house#sand").unwrap();
        let mut places = Places {
            filter: Input::new(filter.to_owned()),
            ..Places::default()
        };
        places.list(&library, state, here);
        let shown = places.rows.iter().map(|row| match row {
            PlaceRow::Group(name) => format!("[{name}]"),
            PlaceRow::Place(entry) => format!("{} | {}", entry.name, entry.path),
            PlaceRow::Note(note) => format!("({note})"),
        });
        shown.collect()
    }

    fn state() -> State {
        let mut state = State::default();
        for (id, name) in [
            ("rules/house#dig", "Holes"),
            ("rules/house#gone", "Old"),
            ("other-game/x#y", "Elsewhere"),
        ] {
            state.apply(&Change::Bookmark(Bookmark {
                id: id.to_owned(),
                name: name.to_owned(),
            }));
        }
        for id in [
            "rules/house#dig",
            "rules/house#gone",
            "rules/house#mud-wall",
            "rules/house#sand",
            "other-game/x#y",
        ] {
            state.apply(&Change::Visit(id.to_owned()));
        }
        state
    }

    #[test]
    fn bookmarks_come_first_then_where_one_was_last_and_never_where_one_is() {
        assert_eq!(
            listed(&state(), ""),
            [
                "[Bookmarks]",
                "Holes | rules › House › Dig",
                "Old | missing: rules/house#gone",
                "[Recent]",
                "Mud Wall | rules › House",
                "Dig | rules › House",
            ]
        );
    }

    #[test]
    fn every_typed_word_has_to_be_in_the_name_or_the_path() {
        assert_eq!(
            listed(&state(), "WALL house"),
            ["[Recent]", "Mud Wall | rules › House"]
        );
        assert_eq!(
            listed(&state(), "hol")[1..],
            ["Holes | rules › House › Dig"]
        );
        assert_eq!(
            listed(&state(), "wall dig"),
            ["(nothing here holds these words)"]
        );
    }

    #[test]
    fn the_cursor_passes_the_names_of_groups_both_ways() {
        let library = library();
        let mut places = Places::default();
        places.list(
            &library,
            &state(),
            library.book.by_id("rules/house#sand").unwrap(),
        );
        assert_eq!(places.cursor, 1);
        let mut walk = |rows| {
            places.move_by(rows, 3);
            (places.cursor, places.scroll)
        };
        assert_eq!((walk(1), walk(1), walk(1)), ((2, 0), (4, 2), (5, 3)));
        assert_eq!(
            (walk(1), walk(-1), walk(-1), walk(-9)),
            ((5, 3), (4, 3), (2, 2), (1, 0))
        );
    }

    #[test]
    fn the_chosen_place_is_in_sight_and_the_first_one_with_the_name_of_its_group() {
        let entry = || {
            PlaceRow::Place(PlaceEntry {
                id: String::new(),
                section: None,
                name: String::new(),
                path: String::new(),
                bookmark: false,
            })
        };
        let mut places = Places::default();
        for group in ["Bookmarks", "Recent"] {
            places.rows.push(PlaceRow::Group(group));
            places.rows.extend((0..6).map(|_| entry()));
        }
        for step in [
            1, 1, 1, 1, 1, 1, 1, 3, 3, -2, -2, -1, -1, -1, -1, -1, -1, -1,
        ] {
            places.move_by(step, 4);
            assert!(
                places.chosen().is_some(),
                "row {} is no place",
                places.cursor
            );
            assert!(
                (places.scroll..places.scroll + 4).contains(&places.cursor),
                "{places:?}"
            );
        }
        assert_eq!((places.cursor, places.scroll), (1, 0));
    }
}
