//! The file's format: lines of JSON, the first one with the version, one line a thing that is kept.
//!
//! ```text
//! {"tableside":1}
//! {"bookmark":{"id":"kill-team/tomb-world#breach","name":"Breach"}}
//! {"visited":"kill-team/tomb-world#hatchway"}
//! {"query":"high ground"}
//! {"place":{"section":"kill-team/tomb-world#breach","top":"kill-team/tomb-world#breach","line":2}}
//! ```

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Bookmark, Change, Place, State};
use crate::source::clean;

/// The version that this program writes, and the newest that it reads.
const VERSION: u64 = 1;

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Record {
    Tableside(u64),
    Bookmark(Bookmark),
    Visited(String),
    Query(String),
    Place(Place),
}

const KNOWN: [&str; 5] = ["tableside", "bookmark", "visited", "query", "place"];

/// What a file's text says.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Read {
    /// All of it was understood.
    Whole(State),
    /// Some of it is damaged: what could still be read.
    Damaged(State),
    /// A later version wrote it.
    Newer,
}

/// Reads a file's text. An empty one is a state with nothing in it.
pub(super) fn read(text: &str) -> Read {
    let mut state = State::default();
    let mut damaged = false;
    let mut versioned = text.is_empty();
    for line in text.lines() {
        match understand(line) {
            Some(Line::Known(Record::Tableside(version))) if version > VERSION => {
                return Read::Newer;
            }
            Some(Line::Known(Record::Tableside(_))) => versioned = true,
            Some(Line::Known(record)) => take(record, &mut state),
            Some(Line::Unknown) => state.unknown.push(line.to_owned()),
            None => damaged = true,
        }
    }
    if damaged || !versioned {
        Read::Damaged(state)
    } else {
        Read::Whole(state)
    }
}

enum Line {
    Known(Record),
    Unknown,
}

/// One line; nothing where it is damaged.
fn understand(line: &str) -> Option<Line> {
    let value: Value = serde_json::from_str(line).ok()?;
    let is_known = value
        .as_object()?
        .keys()
        .any(|key| KNOWN.contains(&key.as_str()));
    if is_known {
        Some(Line::Known(serde_json::from_value(value).ok()?))
    } else {
        Some(Line::Unknown)
    }
}

/// Names and queries are shown: what is no text of a line does not get in.
fn take(record: Record, state: &mut State) {
    state.apply(&match record {
        Record::Tableside(_) => return,
        Record::Bookmark(bookmark) => Change::Bookmark(Bookmark {
            name: clean(&bookmark.name).into_owned(),
            ..bookmark
        }),
        Record::Visited(id) => Change::Visit(id),
        Record::Query(query) => Change::Query(clean(&query).into_owned()),
        Record::Place(place) => Change::Place(place),
    });
}

/// The text of a file that holds a state.
pub(super) fn write(state: &State) -> String {
    let records = std::iter::once(Record::Tableside(VERSION))
        .chain(state.bookmarks.iter().cloned().map(Record::Bookmark))
        .chain(state.visited.iter().cloned().map(Record::Visited))
        .chain(state.queries.iter().cloned().map(Record::Query))
        .chain(state.place.iter().cloned().map(Record::Place));
    // Strings and numbers are always JSON.
    let lines = records.filter_map(|record| serde_json::to_string(&record).ok());
    lines
        .chain(state.unknown.iter().cloned())
        .fold(String::new(), |text, line| text + &line + "\n")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    fn some() -> State {
        let mut state = State::default();
        for change in [
            Change::Bookmark(Bookmark {
                id: "g/a#b".to_owned(),
                name: "The \"wall\"\u{2019}s é".to_owned(),
            }),
            Change::Visit("g/a".to_owned()),
            Change::Query("2\" -move".to_owned()),
            Change::Place(Place {
                section: "g/a#b".to_owned(),
                top: "g/a".to_owned(),
                line: 3,
            }),
        ] {
            state.apply(&change);
        }
        state
    }

    #[test]
    fn what_is_written_is_read_again() {
        assert_eq!(read(&write(&some())), Read::Whole(some()));
    }

    #[test]
    fn lines_of_a_later_version_are_kept_as_they_are() {
        let text = write(&some()) + "{\"mood\":\"good\"}\n";
        let Read::Whole(state) = read(&text) else {
            panic!("{text}")
        };
        assert_eq!(write(&state), text);
        assert_eq!(read("{\"tableside\":2}\n{\"bookmark\":7}\n"), Read::Newer);
    }

    #[rstest]
    #[case("{\"tableside\":1}\n{\"visited\":\"g/a\"}\n{\"visi", 1)]
    #[case("{\"tableside\":1}\n\0\0\0\n{\"visited\":\"g/a\"}\n", 1)]
    #[case("{\"tableside\":1}\n{\"visited\":7}\n", 0)]
    #[case("{\"visited\":\"g/a\"}\n", 1)]
    #[case("hello", 0)]
    #[case("[]", 0)]
    fn of_a_damaged_file_the_whole_lines_are_read(#[case] text: &str, #[case] visited: usize) {
        let Read::Damaged(state) = read(text) else {
            panic!("{text} is damaged")
        };
        assert_eq!(state.visited.len(), visited);
    }

    #[test]
    fn no_escape_sequence_gets_in_by_a_name() {
        let text = "{\"tableside\":1}\n{\"bookmark\":{\"id\":\"g/a\",\"name\":\"\\u001b[2Jx\"}}\n";
        let Read::Whole(state) = read(text) else {
            panic!("{text}")
        };
        assert!(
            !state.bookmarks[0].name.contains('\x1b'),
            "{:?}",
            state.bookmarks[0].name
        );
    }

    proptest! {
        #[test]
        fn any_text_is_read_and_what_is_read_can_be_written(text in "(\\{\"(visited|query|place|x)\":(\"a\"|7|\\{\\})\\}\n|\\PC*\n?){0,6}") {
            let (Read::Whole(state) | Read::Damaged(state)) = read(&text) else { return Ok(()) };
            prop_assert_eq!(read(&write(&state)), Read::Whole(state));
        }
    }
}
