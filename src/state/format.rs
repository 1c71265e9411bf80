//! The format of the state file: one JSON object per line. The first line contains the version of
//! the format, every other line a [`Change`].
//!
//! ```text
//! {"tableside":1}
//! {"bookmark":{"id":"kill-team/tomb-world#breach","name":"Breach"}}
//! {"visited":"kill-team/tomb-world#hatchway"}
//! {"query":"high ground"}
//! {"game":{"stored":{"name":"Friday","counters":{"VP":3}}}}
//! {"place":{"section":"kill-team/tomb-world#breach","top":"kill-team/tomb-world#breach","line":2}}
//! ```

use serde_json::Value;

use super::model::{Change, State};
use super::played::GameChange;
use crate::source::clean;

/// The first line of every state file, which names the version of the format.
const HEAD: &str = r#"{"tableside":1}"#;

/// What a state file contains.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct StateText {
    /// The state.
    pub state: State,
    /// Whether a line cannot be read. A file of a later version counts as damaged, so it is copied
    /// before its intact lines are written back.
    pub is_damaged: bool,
    /// The number of lines beyond those that [`write`] needs for the state.
    pub surplus: usize,
}

/// Parses the text of a state file. An empty text is an empty state.
pub fn read(text: &str) -> StateText {
    let mut is_damaged = text.lines().next().is_some_and(|head| head != HEAD);
    let mut changes = Vec::new();
    for line in text.lines().filter(|line| *line != HEAD) {
        match serde_json::from_str(line).and_then(|line| serde_json::from_value(cleaned(line))) {
            Ok(change) => changes.push(change),
            Err(_) => is_damaged = true,
        }
    }
    let count = changes.len();
    let state = State::of(changes);
    StateText {
        surplus: count - lines_of(&state),
        state,
        is_damaged,
    }
}

/// Returns the number of changes that a state file stores for a state.
fn lines_of(state: &State) -> usize {
    let lists = state.bookmarks.len() + state.visited.len() + state.queries.len();
    let lists = lists + state.games.len();
    lists + usize::from(state.position.is_some())
}

/// Removes unsafe characters from all texts of a line, because the browser shows them.
fn cleaned(line: Value) -> Value {
    match line {
        Value::String(text) => Value::String(clean(&text).into_owned()),
        Value::Array(values) => values.into_iter().map(cleaned).collect(),
        Value::Object(fields) => {
            let fields = fields.into_iter();
            let cleaned = fields.map(|(key, value)| (clean(&key).into_owned(), cleaned(value)));
            Value::Object(cleaned.collect())
        }
        other => other,
    }
}

/// Returns the text of a state file.
pub fn write(state: &State) -> String {
    let changes = (state.bookmarks.iter().cloned().map(Change::Bookmark))
        .chain(state.visited.iter().cloned().map(Change::Visit))
        .chain(state.queries.iter().cloned().map(Change::Query))
        .chain(state.games.iter().map(|game| {
            let stored = Box::new(game.clone());
            Change::Game(GameChange::Stored(stored))
        }))
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
    use crate::state::{Bookmark, Move, ReadingPosition};

    fn example() -> State {
        let mut state = State::default();
        for change in [
            Change::Bookmark(Bookmark {
                id: "g/a#b".to_owned(),
                name: "The \"wall\"\u{2019}s é".to_owned(),
            }),
            Change::Visit("g/a".to_owned()),
            Change::Query("2\" -move".to_owned()),
            Change::Game(GameChange::Moves(
                "Friday".to_owned(),
                vec![Move::Add("VP".to_owned(), 2), Move::End(true)],
            )),
            Change::Position(ReadingPosition {
                section: "g/a#b".to_owned(),
                top: "g/a".to_owned(),
                line: 3,
                letters: 40,
            }),
        ] {
            state.apply(&change);
        }
        state
    }

    #[test]
    fn written_state_is_read_back() {
        let parsed = read(&write(&example()));
        assert_eq!(
            parsed,
            StateText {
                state: example(),
                ..StateText::default()
            }
        );
    }

    #[rstest]
    #[case("{\"tableside\":1}\n{\"visited\":\"g/a\"}\n{\"visi", 1)]
    #[case("{\"tableside\":1}\n\0\0\0\n{\"visited\":\"g/a\"}\n", 1)]
    #[case("{\"tableside\":1}\n{\"visited\":7}\n", 0)]
    #[case("{\"visited\":\"g/a\"}\n", 1)]
    #[case("hello", 0)]
    #[case("[]", 0)]
    fn the_intact_lines_of_a_damaged_file_are_read(#[case] text: &str, #[case] visited: usize) {
        let parsed = read(text);
        assert!(parsed.is_damaged);
        assert_eq!(parsed.state.visited.len(), visited);
    }

    #[test]
    fn names_are_cleaned_of_escape_sequences() {
        let text = "{\"tableside\":1}\n{\"bookmark\":{\"id\":\"g/a\",\"name\":\"\\u001b[2Jx\"}}\n";
        let state = read(text).state;
        assert!(
            !state.bookmarks[0].name.contains('\x1b'),
            "{:?}",
            state.bookmarks[0].name
        );
    }

    #[test]
    fn repeated_lines_are_counted_as_surplus() {
        let text = format!(
            "{}{}",
            write(&example()),
            "{\"visited\":\"g/a\"}\n".repeat(300)
        );
        let parsed = read(&text);
        assert_eq!(
            (parsed.surplus, &parsed.state.visited[..]),
            (300, &["g/a".to_owned()][..])
        );
    }

    proptest! {
        #[test]
        fn a_state_read_at_once_is_the_state_after_each_change(lines in proptest::collection::vec((0..4_u8, 0..150_u8, 0..3_u8), 0..400)) {
            let changes: Vec<_> = lines.into_iter().map(|(kind, number, name)| {
                let id = number.to_string();
                match kind {
                    0 => Change::Bookmark(Bookmark { id, name: name.to_string() }),
                    1 => Change::Visit(id),
                    2 => Change::Query(id),
                    _ => Change::Position(ReadingPosition { section: id.clone(), top: id, line: 0, letters: 0 }),
                }
            }).collect();
            let mut one_by_one = State::default();
            for change in &changes {
                one_by_one.apply(change);
            }
            prop_assert_eq!(State::of(changes), one_by_one);
        }

        #[test]
        fn any_text_is_read_and_what_is_read_can_be_written(text in "(\\{\"(visited|query|place|x)\":(\"a\"|7|\\{\\})\\}\n|\\PC*\n?){0,6}") {
            let state = read(&text).state;
            prop_assert_eq!(read(&write(&state)), StateText { state, ..StateText::default() });
        }
    }
}
