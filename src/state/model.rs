//! The stored state and the changes to it.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::played::{GameChange, PlayedGame, apply_change};

/// The maximum number of recent sections.
const MAX_VISITED: usize = 100;

/// The maximum number of recent queries.
const MAX_QUERIES: usize = 50;

/// A section that the reader wants to find again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bookmark {
    /// The id of the section. A section has at most one bookmark.
    pub id: String,
    /// The name that the reader gave the bookmark.
    pub name: String,
}

/// A reading position, stored with section ids so that it stays valid when the rules or the screen
/// width change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadingPosition {
    /// The id of the section being read.
    pub section: String,
    /// The id of the section that the first visible line belongs to.
    pub top: String,
    /// The number of lines from the heading of the section `top` to the first visible line.
    pub line: usize,
    /// The number of letters on these lines, by which the place is found on a screen of another width.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub letters: usize,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
const fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// An update of the state. The state file stores one change per line; a `Forget` is applied but not
/// stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    /// Adds a bookmark, or renames the bookmark of the same section.
    Bookmark(Bookmark),
    /// Removes the bookmark of the section with this id.
    #[serde(skip)]
    Forget(String),
    /// Records that the section with this id was read.
    #[serde(rename = "visited")]
    Visit(String),
    /// Records a query that led to a section.
    Query(String),
    /// Records where the reader stopped.
    #[serde(rename = "place")]
    Position(ReadingPosition),
    /// Changes the games that are played.
    Game(GameChange),
}

/// Everything that the state file stores.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The bookmarks, oldest first.
    pub bookmarks: Vec<Bookmark>,
    /// The ids of the sections that were read, without duplicates, most recent last.
    pub visited: Vec<String>,
    /// The queries that led to a section, without duplicates, most recent last.
    pub queries: Vec<String>,
    /// Where the reader stopped; `None` before the first section is read.
    pub position: Option<ReadingPosition>,
    /// The games that are played, the most recently changed last.
    pub games: Vec<PlayedGame>,
    /// The ids of the games whose rules are loaded, which are not stored. If it is empty, all games can be
    /// played.
    pub loaded: Vec<String>,
}

impl State {
    /// Returns the state after all changes, in the order in which they were made. Takes time in
    /// proportion to their number, unlike applying one after the other.
    pub fn of(changes: Vec<Change>) -> Self {
        let mut state = Self::default();
        let mut bookmarks: HashMap<String, usize> = HashMap::new();
        let (mut visited, mut queries) = (Vec::new(), Vec::new());
        for change in changes {
            match change {
                Change::Bookmark(bookmark) => {
                    if let Some(at) = bookmarks.get(&bookmark.id) {
                        state.bookmarks[*at].name = bookmark.name;
                    } else {
                        bookmarks.insert(bookmark.id.clone(), state.bookmarks.len());
                        state.bookmarks.push(bookmark);
                    }
                }
                Change::Visit(id) => visited.push(id),
                Change::Query(query) => queries.push(query),
                // A removed bookmark changes the places of those after it. No file contains one.
                Change::Forget(id) => {
                    state.bookmarks.retain(|known| known.id != id);
                    let places = state.bookmarks.iter().enumerate();
                    bookmarks = places.map(|(at, known)| (known.id.clone(), at)).collect();
                }
                Change::Position(position) => state.position = Some(position),
                Change::Game(change) => apply_change(&mut state.games, &change),
            }
        }
        state.visited = latest(visited, MAX_VISITED);
        state.queries = latest(queries, MAX_QUERIES);
        state
    }

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
            Change::Visit(id) => move_to_end(&mut self.visited, id, MAX_VISITED),
            Change::Query(query) => move_to_end(&mut self.queries, query, MAX_QUERIES),
            Change::Position(position) => self.position = Some(position.clone()),
            Change::Game(change) => apply_change(&mut self.games, change),
        }
    }

    /// Returns the games that can be played with the loaded rules, the most recently changed last.
    pub fn playable(&self) -> impl DoubleEndedIterator<Item = &PlayedGame> {
        self.games.iter().filter(|game| game.is_of(&self.loaded))
    }

    /// Returns the game that is being played: the one of the loaded rules that changed last, unless it
    /// has ended.
    pub fn game(&self) -> Option<&PlayedGame> {
        self.playable().next_back().filter(|game| !game.ended)
    }

    /// Returns the bookmark of the section with the given id.
    pub fn bookmark(&self, id: &str) -> Option<&Bookmark> {
        self.bookmarks.iter().find(|bookmark| bookmark.id == id)
    }
}

/// Returns the latest of `entries` without duplicates, at most `limit`, in their order.
fn latest(entries: Vec<String>, limit: usize) -> Vec<String> {
    let mut seen = HashSet::new();
    let mut latest: Vec<_> = entries
        .into_iter()
        .rev()
        .filter(|entry| seen.insert(entry.clone()))
        .take(limit)
        .collect();
    latest.reverse();
    latest
}

/// Moves `entry` to the end of `entries`, or adds it there, and drops the oldest entries beyond the
/// `limit`.
fn move_to_end(entries: &mut Vec<String>, entry: &str, limit: usize) {
    entries.retain(|known| known != entry);
    entries.push(entry.to_owned());
    let surplus = entries.len().saturating_sub(limit);
    entries.drain(..surplus);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Move;

    fn bookmark(id: &str, name: &str) -> Change {
        Change::Bookmark(Bookmark {
            id: id.to_owned(),
            name: name.to_owned(),
        })
    }

    #[test]
    fn a_game_is_played_only_with_its_rules() {
        let mut state = State::default();
        let moves = |name: &str, rules: &str| {
            let moves = vec![Move::Rules(rules.to_owned())];
            Change::Game(GameChange::Moves(name.to_owned(), moves))
        };
        state.apply(&moves("Monday", "war"));
        state.apply(&moves("Tuesday", "peace"));
        assert_eq!(state.game().map(|game| &*game.name), Some("Tuesday"));
        state.loaded = vec!["war".to_owned()];
        assert_eq!(state.game().map(|game| &*game.name), Some("Monday"));
        state.loaded = vec!["other".to_owned()];
        assert_eq!(state.game(), None);
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
            (MAX_VISITED, MAX_QUERIES)
        );
        assert_eq!(state.visited.last().map(String::as_str), Some("g/99"));
        state.apply(&Change::Visit("g/50".to_owned()));
        assert_eq!(
            (
                state.visited.len(),
                state.visited.last().map(String::as_str)
            ),
            (MAX_VISITED, Some("g/50"))
        );
    }
}
