//! Bookmarks, recent places and queries while the browser runs: what was stored before, with what has happened since.

use crate::state::{Change, State};

/// The stored state as this browser sees it. Changes that are not written yet lie on top of what the file holds.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// What is stored and what is still to be stored, in one.
    pub state: State,
    /// Whether this is the first run and no key was pressed yet: a hint names five keys.
    pub greeting: bool,
    /// Changes that are not written yet, oldest first.
    unwritten: Vec<Change>,
    /// How many of them are being written.
    writing: usize,
    /// Whether something has changed since the last attempt to write.
    is_due: bool,
    /// Why the last attempt to write failed.
    failure: Option<String>,
}

impl Marks {
    /// Something to be stored.
    pub fn note(&mut self, change: Change) {
        self.state.apply(&change);
        self.unwritten.push(change);
        self.is_due = true;
    }

    /// The changes to write now: none before the last ones are written, or while there is nothing new after a failure.
    pub fn hand_over(&mut self) -> Vec<Change> {
        if self.writing > 0 || !std::mem::take(&mut self.is_due) {
            return Vec::new();
        }
        self.writing = self.unwritten.len();
        self.unwritten.clone()
    }

    /// The changes that no file holds yet.
    pub fn unwritten(&self) -> &[Change] {
        &self.unwritten
    }

    /// The changes that were handed over are written, and the file holds this state.
    pub fn stored(&mut self, state: State) {
        self.unwritten.drain(..std::mem::take(&mut self.writing));
        self.failure = None;
        self.state = state;
        for change in &self.unwritten {
            self.state.apply(change);
        }
    }

    /// The changes that were handed over are not written. Returns whether to say so: once, and again for a bookmark.
    pub fn failed(&mut self, why: &str) -> bool {
        self.writing = 0;
        let is_known = self.failure.replace(why.to_owned()).as_deref() == Some(why);
        let last = self.unwritten.last();
        !is_known || matches!(last, Some(Change::Bookmark(_) | Change::Forget(_)))
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
        marks.stored(file.clone());
        assert_eq!(marks.state.queries, ["long ago", "before it was read"]);
        let handed = marks.hand_over();
        marks.note(query("while it is written"));
        assert_eq!(marks.hand_over(), [], "one write at a time");
        for change in &handed {
            file.apply(change);
        }
        file.apply(&query("of another program"));
        marks.stored(file);
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

    #[test]
    fn what_cannot_be_written_is_tried_again_with_the_next_change() {
        let bookmark = || Change::Forget("g/a".to_owned());
        let mut marks = Marks::default();
        marks.note(query("one"));
        assert_eq!(marks.hand_over().len(), 1);
        assert!(marks.failed("no room"));
        assert_eq!(marks.hand_over(), []);
        marks.note(query("two"));
        assert_eq!(marks.hand_over().len(), 2);
        assert!(!marks.failed("no room"), "said once");
        marks.note(bookmark());
        assert_eq!(marks.hand_over().len(), 3);
        assert!(marks.failed("no room"), "said again for a bookmark");
        assert_eq!(marks.unwritten().len(), 3);
    }
}
