//! What is kept from one run to the next: bookmarks, recent places, recent queries, the place that was read last.
//!
//! Everything that happens to it is a [`Change`]. Two running programs never write what they believe the whole to be:
//! each adds its changes to what the file holds by then, so that neither loses the other's. Sections are named by their
//! ids; whether the loaded rules have them is no concern of the file, which keeps them all.

use serde::{Deserialize, Serialize};

mod record;
mod store;
mod waiting;

pub use store::{Kept, Store, StoreError};
pub use waiting::Waiting;

/// At most this many recent places are kept.
const MOST_VISITED: usize = 100;

/// At most this many queries are kept.
pub const MOST_QUERIES: usize = 50;

/// A section that the reader wants to find again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bookmark {
    /// The section's id; each has one bookmark at the most.
    pub id: String,
    /// What the reader calls it.
    pub name: String,
}

/// A place in the rules that outlives changes of the rules and of the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Id of the section being read.
    pub section: String,
    /// Id of the section in which the first visible line stands.
    pub top: String,
    /// Lines from that section's heading to the first visible one.
    pub line: usize,
}

/// Something to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A bookmark is set, or gets another name.
    Bookmark(Bookmark),
    /// The bookmark of the section with this id is removed.
    Forget(String),
    /// The section with this id was read.
    Visit(String),
    /// This query led somewhere.
    Query(String),
    /// Here the reader stopped.
    Place(Place),
    /// The first-run hint was seen: from now on there is a state.
    Greeted,
}

/// All that is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The bookmarks, oldest first.
    pub bookmarks: Vec<Bookmark>,
    /// Ids of sections that were read, the last one last, each once.
    pub visited: Vec<String>,
    /// Queries that led somewhere, the last one last, each once.
    pub queries: Vec<String>,
    /// Where the reader stopped.
    pub place: Option<Place>,
    /// Lines that a later version wrote and this one does not understand.
    unknown: Vec<String>,
}

impl State {
    /// Makes a change.
    pub fn apply(&mut self, change: &Change) {
        match change {
            Change::Bookmark(bookmark) => match self
                .bookmarks
                .iter_mut()
                .find(|known| known.id == bookmark.id)
            {
                Some(known) => known.name.clone_from(&bookmark.name),
                None => self.bookmarks.push(bookmark.clone()),
            },
            Change::Forget(id) => self.bookmarks.retain(|known| known.id != *id),
            Change::Visit(id) => to_the_end(&mut self.visited, id, MOST_VISITED),
            Change::Query(query) => to_the_end(&mut self.queries, query, MOST_QUERIES),
            Change::Place(place) => self.place = Some(place.clone()),
            Change::Greeted => {}
        }
    }

    /// The bookmark of a section.
    #[must_use]
    pub fn bookmark(&self, id: &str) -> Option<&Bookmark> {
        self.bookmarks.iter().find(|bookmark| bookmark.id == id)
    }
}

/// Puts an entry last, each entry once, and forgets the oldest above a number.
fn to_the_end(entries: &mut Vec<String>, entry: &str, most: usize) {
    entries.retain(|known| known != entry);
    entries.push(entry.to_owned());
    let surplus = entries.len().saturating_sub(most);
    entries.drain(..surplus);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bookmark(id: &str, name: &str) -> Change {
        Change::Bookmark(Bookmark {
            id: id.to_owned(),
            name: name.to_owned(),
        })
    }

    #[test]
    fn a_second_bookmark_of_a_section_is_a_new_name_in_the_same_place() {
        let mut state = State::default();
        for change in [
            bookmark("g/a", "one"),
            bookmark("g/b", "two"),
            bookmark("g/a", "three"),
        ] {
            state.apply(&change);
        }
        let named: Vec<_> = state
            .bookmarks
            .iter()
            .map(|bookmark| bookmark.name.as_str())
            .collect();
        assert_eq!(named, ["three", "two"]);
        state.apply(&Change::Forget("g/a".to_owned()));
        assert_eq!((state.bookmark("g/a"), state.bookmarks.len()), (None, 1));
    }

    #[test]
    fn places_and_queries_are_kept_once_each_and_only_so_many() {
        let mut state = State::default();
        for number in 0..300 {
            state.apply(&Change::Visit(format!("g/{}", number % 200)));
            state.apply(&Change::Query(format!("q{number}")));
        }
        assert_eq!(
            (state.visited.len(), state.queries.len()),
            (MOST_VISITED, MOST_QUERIES)
        );
        assert_eq!(state.visited.last().map(String::as_str), Some("g/99"));
        state.apply(&Change::Visit("g/50".to_owned()));
        assert_eq!(
            (
                state.visited.len(),
                state.visited.last().map(String::as_str)
            ),
            (MOST_VISITED, Some("g/50"))
        );
    }
}
