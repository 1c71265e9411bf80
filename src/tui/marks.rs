//! Bookmarks, recent places and queries while the browser runs: what was kept before, with what has happened since.

use crate::state::{Change, State};

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
    /// Changes that are not kept yet, oldest first.
    pending: Vec<Change>,
    /// How many of them were handed over.
    handed: usize,
}

impl Marks {
    /// Something to be kept.
    pub fn note(&mut self, change: Change) {
        self.state.apply(&change);
        self.pending.push(change);
    }

    /// The changes that were not handed over yet.
    pub fn hand_over(&mut self) -> Vec<Change> {
        let new = self.pending[self.handed..].to_vec();
        self.handed = self.pending.len();
        new
    }

    /// The next `count` of the changes that were handed over are kept, and the file holds this state.
    pub fn kept(&mut self, count: usize, state: State) {
        let count = count.min(self.handed);
        self.pending.drain(..count);
        self.handed -= count;
        self.state = state;
        for change in &self.pending {
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
