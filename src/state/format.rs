//! The format of the state file: one JSON object per line. The first line contains the version of
//! the format, every other line a [`Change`].
//!
//! ```text
//! {"tableside":1}
//! {"bookmark":{"id":"kill-team/tomb-world#breach","name":"Breach"}}
//! {"visited":"kill-team/tomb-world#hatchway"}
//! {"query":"high ground"}
//! {"place":{"section":"kill-team/tomb-world#breach","top":"kill-team/tomb-world#breach","line":2}}
//! ```

use serde_json::{Value, json};

use super::model::{Bookmark, Change, State};
use crate::source::clean;

/// The version that this program writes, and the latest version that it can read.
const VERSION: u64 = 1;

/// The JSON keys of the changes that this version of the format contains.
const KEYS: [&str; 4] = ["bookmark", "visited", "query", "place"];

/// Parses the text of a state file. Returns the state and whether the text is damaged, or `None` if
/// the file has a later version of the format. An empty text is an empty state.
pub fn read(text: &str) -> Option<(State, bool)> {
    let mut state = State::default();
    let mut is_damaged = false;
    let mut version = text.is_empty().then_some(VERSION);
    for line in text.lines() {
        let value: Value = serde_json::from_str(line).unwrap_or_default();
        let has = |key: &str| value.get(key).is_some();
        if has("tableside") {
            version = value["tableside"].as_u64();
            if version > Some(VERSION) {
                return None;
            }
        } else if KEYS.into_iter().any(has) {
            match serde_json::from_value(value) {
                Ok(change) => state.apply(&cleaned(change)),
                Err(_) => is_damaged = true,
            }
        } else if value.is_object() {
            state.unknown.push(line.to_owned());
        } else {
            is_damaged = true;
        }
    }
    Some((state, is_damaged || version.is_none()))
}

/// Removes unsafe characters from the texts that the browser shows.
fn cleaned(change: Change) -> Change {
    match change {
        Change::Bookmark(Bookmark { id, name }) => Change::Bookmark(Bookmark {
            id,
            name: clean(&name).into_owned(),
        }),
        Change::Query(query) => Change::Query(clean(&query).into_owned()),
        other => other,
    }
}

/// Returns the text of a state file.
pub fn write(state: &State) -> String {
    let changes = (state.bookmarks.iter().cloned().map(Change::Bookmark))
        .chain(state.visited.iter().cloned().map(Change::Visit))
        .chain(state.queries.iter().cloned().map(Change::Query))
        .chain(state.position.iter().cloned().map(Change::Position));
    std::iter::once(json!({ "tableside": VERSION }).to_string())
        .chain(changes.filter_map(|change| serde_json::to_string(&change).ok()))
        .chain(state.unknown.iter().cloned())
        .fold(String::new(), |text, line| text + &line + "\n")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;
    use crate::state::ReadingPosition;

    fn example() -> State {
        let mut state = State::default();
        for change in [
            Change::Bookmark(Bookmark {
                id: "g/a#b".to_owned(),
                name: "The \"wall\"\u{2019}s é".to_owned(),
            }),
            Change::Visit("g/a".to_owned()),
            Change::Query("2\" -move".to_owned()),
            Change::Position(ReadingPosition {
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
    fn written_state_is_read_back() {
        assert_eq!(read(&write(&example())), Some((example(), false)));
    }

    #[test]
    fn lines_of_a_later_version_are_kept() {
        let text = write(&example()) + "{\"mood\":\"good\"}\n";
        let (state, is_damaged) = read(&text).unwrap();
        assert!(!is_damaged);
        assert_eq!(write(&state), text);
        assert_eq!(read("{\"tableside\":2}\n{\"bookmark\":7}\n"), None);
    }

    #[rstest]
    #[case("{\"tableside\":1}\n{\"visited\":\"g/a\"}\n{\"visi", 1)]
    #[case("{\"tableside\":1}\n\0\0\0\n{\"visited\":\"g/a\"}\n", 1)]
    #[case("{\"tableside\":1}\n{\"visited\":7}\n", 0)]
    #[case("{\"visited\":\"g/a\"}\n", 1)]
    #[case("hello", 0)]
    #[case("[]", 0)]
    fn the_intact_lines_of_a_damaged_file_are_read(#[case] text: &str, #[case] visited: usize) {
        let (state, is_damaged) = read(text).unwrap();
        assert!(is_damaged);
        assert_eq!(state.visited.len(), visited);
    }

    #[test]
    fn names_are_cleaned_of_escape_sequences() {
        let text = "{\"tableside\":1}\n{\"bookmark\":{\"id\":\"g/a\",\"name\":\"\\u001b[2Jx\"}}\n";
        let (state, _) = read(text).unwrap();
        assert!(
            !state.bookmarks[0].name.contains('\x1b'),
            "{:?}",
            state.bookmarks[0].name
        );
    }

    proptest! {
        #[test]
        fn any_text_is_read_and_what_is_read_can_be_written(text in "(\\{\"(visited|query|place|x)\":(\"a\"|7|\\{\\})\\}\n|\\PC*\n?){0,6}") {
            let Some((state, _)) = read(&text) else { return Ok(()) };
            prop_assert_eq!(read(&write(&state)), Some((state, false)));
        }
    }
}
