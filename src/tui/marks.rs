//! Bookmarks, recent places and queries while the browser runs: what was kept before, with what has happened since.

use crate::state::{Change, State, Waiting};

/// The kept state as this browser sees it. Whoever has the files is handed the changes and says when they are kept; until
/// then they stand on top of whatever the file is said to hold.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// What is kept and what is to be kept, in one.
    pub state: State,
    /// Whether this is the first run and no key was pressed yet: a hint names five keys.
    pub greeting: bool,
    /// Whether a key was pressed or a click came, perhaps before it was known that this is the first run.
    pub begun: bool,
    /// Changes that were not handed over yet.
    new: Vec<Change>,
    /// Those that were, until they are kept.
    waiting: Waiting,
    /// How many were handed over, and how many of these are kept.
    handed: u64,
    kept: u64,
}

impl Marks {
    /// Something to be kept.
    pub fn note(&mut self, change: Change) {
        self.state.apply(&change);
        self.new.push(change);
    }

    /// The changes that were not handed over yet.
    pub fn hand_over(&mut self) -> Vec<Change> {
        let new = std::mem::take(&mut self.new);
        for change in &new {
            self.handed += 1;
            self.waiting.add(self.handed, change.clone());
        }
        new
    }

    /// The next `count` of the changes that were handed over are kept; with them, this is the whole.
    pub fn kept(&mut self, count: usize, state: State) {
        self.kept = self.kept.saturating_add(count as u64).min(self.handed);
        self.waiting.kept(self.kept);
        self.state = state;
        for change in self.waiting.changes().chain(&self.new) {
            self.state.apply(change);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(text: &str) -> Change {
        Change::Query(text.to_owned())
    }

    #[test]
    fn what_happens_while_the_file_is_read_or_written_is_not_forgotten() {
        let mut marks = Marks::default();
        marks.note(query("before it was read"));
        let mut file = State::default();
        file.apply(&query("long ago"));
        marks.kept(0, file.clone());
        assert_eq!(marks.state.queries, ["long ago", "before it was read"]);
        let handed = marks.hand_over();
        marks.note(query("while it is written"));
        for change in &handed {
            file.apply(change);
        }
        file.apply(&query("of another program"));
        marks.kept(handed.len(), file);
        assert_eq!(
            marks.state.queries,
            [
                "long ago",
                "before it was read",
                "of another program",
                "while it is written"
            ]
        );
        assert_eq!(marks.hand_over(), [query("while it is written")]);
        assert_eq!(marks.hand_over(), []);
    }
}
