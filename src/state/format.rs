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

use super::model::{Bookmark, Change, State};
use crate::source::clean;

/// The first line of every state file, which names the version of the format.
const HEAD: &str = r#"{"tableside":1}"#;

/// Parses the text of a state file. Returns the state and whether the text is damaged. An empty
/// text is an empty state. A file of a later version counts as damaged, so it is copied before its
/// intact lines are written back.
pub fn read(text: &str) -> (State, bool) {
    let mut state = State::default();
    let mut is_damaged = text.lines().next().is_some_and(|head| head != HEAD);
    for line in text.lines().filter(|line| *line != HEAD) {
        match serde_json::from_str(line) {
            Ok(change) => state.apply(&cleaned(change)),
            Err(_) => is_damaged = true,
        }
    }
    (state, is_damaged)
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
    std::iter::once(HEAD.to_owned())
        .chain(changes.filter_map(|change| serde_json::to_string(&change).ok()))
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
        assert_eq!(read(&write(&example())), (example(), false));
    }

    #[rstest]
    #[case("{\"tableside\":1}\n{\"visited\":\"g/a\"}\n{\"visi", 1)]
    #[case("{\"tableside\":1}\n\0\0\0\n{\"visited\":\"g/a\"}\n", 1)]
    #[case("{\"tableside\":1}\n{\"visited\":7}\n", 0)]
    #[case("{\"visited\":\"g/a\"}\n", 1)]
    #[case("hello", 0)]
    #[case("[]", 0)]
    fn the_intact_lines_of_a_damaged_file_are_read(#[case] text: &str, #[case] visited: usize) {
        let (state, is_damaged) = read(text);
        assert!(is_damaged);
        assert_eq!(state.visited.len(), visited);
    }

    #[test]
    fn names_are_cleaned_of_escape_sequences() {
        let text = "{\"tableside\":1}\n{\"bookmark\":{\"id\":\"g/a\",\"name\":\"\\u001b[2Jx\"}}\n";
        let (state, _) = read(text);
        assert!(
            !state.bookmarks[0].name.contains('\x1b'),
            "{:?}",
            state.bookmarks[0].name
        );
    }

    proptest! {
        #[test]
        fn any_text_is_read_and_what_is_read_can_be_written(text in "(\\{\"(visited|query|place|x)\":(\"a\"|7|\\{\\})\\}\n|\\PC*\n?){0,6}") {
            let (state, _) = read(&text);
            prop_assert_eq!(read(&write(&state)), (state, false));
        }
    }
}
