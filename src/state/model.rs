//! The state and its changes.

use serde::{Deserialize, Serialize};

/// The most sections that are stored.
const MOST_VISITED: usize = 100;

/// The most queries that are stored.
const MOST_QUERIES: usize = 50;

/// A section that the reader wants to find again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bookmark {
    /// The section's id; a section has one bookmark at most.
    pub id: String,
    /// The reader's name for it.
    pub name: String,
}

/// A reading position that survives changes of the rules and of the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadingPosition {
    /// Id of the section being read.
    pub section: String,
    /// Id of the section that holds the first visible line.
    pub top: String,
    /// Lines from that section's heading to the first visible line.
    pub line: usize,
}

/// An update of the state, and a line of its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    /// Sets or renames a bookmark.
    Bookmark(Bookmark),
    /// Removes the bookmark of the section with this id.
    #[serde(skip)]
    Forget(String),
    /// The section with this id was read.
    #[serde(rename = "visited")]
    Visit(String),
    /// This query led to a section.
    Query(String),
    /// The reader stopped here.
    #[serde(rename = "place")]
    Position(ReadingPosition),
}

/// The stored state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The bookmarks, oldest first.
    pub bookmarks: Vec<Bookmark>,
    /// Ids of the sections that were read, each once, the latest last.
    pub visited: Vec<String>,
    /// Queries that led to a section, each once, the latest last.
    pub queries: Vec<String>,
    /// Where the reader stopped.
    pub position: Option<ReadingPosition>,
    /// Lines of the file that only a later version understands.
    pub(super) unknown: Vec<String>,
}

impl State {
    /// Applies a change.
    pub fn apply(&mut self, change: &Change) {
        match change {
            Change::Bookmark(bookmark) => {
                let mut known = self.bookmarks.iter_mut();
                match known.find(|known| known.id == bookmark.id) {
                    Some(known) => known.name.clone_from(&bookmark.name),
                    None => self.bookmarks.push(bookmark.clone()),
                }
            }
            Change::Forget(id) => self.bookmarks.retain(|known| known.id != *id),
            Change::Visit(id) => move_to_end(&mut self.visited, id, MOST_VISITED),
            Change::Query(query) => move_to_end(&mut self.queries, query, MOST_QUERIES),
            Change::Position(position) => self.position = Some(position.clone()),
        }
    }

    /// The bookmark of a section.
    pub fn bookmark(&self, id: &str) -> Option<&Bookmark> {
        self.bookmarks.iter().find(|bookmark| bookmark.id == id)
    }
}

/// Puts an entry last, without a duplicate, and drops the oldest entries above a limit.
fn move_to_end(entries: &mut Vec<String>, entry: &str, limit: usize) {
    entries.retain(|known| known != entry);
    entries.push(entry.to_owned());
    let surplus = entries.len().saturating_sub(limit);
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
    fn places_and_queries_are_stored_once_up_to_a_limit() {
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
