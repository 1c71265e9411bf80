//! Events that the browser handles, and commands for the background thread.

use std::io;
use std::sync::Arc;

use crossterm::event::Event as Input;

use crate::library::Library;
use crate::rules::{DocumentRef, Rulebook};
use crate::state::StoredState;

/// An event that the browser handles.
pub enum Event {
    /// Input from the terminal: a key, the mouse, pasted text, a new size or the focus.
    Input(Input),
    /// New rules. They replace the placeholder of the first frame or, after a reload, the old
    /// rules.
    Rules(Library),
    /// The loaded rules with their search index, which is ready now.
    Indexed(Library),
    /// The links of the rules can be found fast now.
    LinksReady,
    /// The links of a long document of these rules have been found.
    PageLinksReady(Arc<Rulebook>, DocumentRef),
    /// What the search screen missed can be shown now.
    Prepared,
    /// The progress of the background thread.
    Progress(String),
    /// The backlinks of a game have been collected, or the versions of a document's rules found.
    ChangesReady,
    /// The key numbers have been collected.
    KeyNumbersReady,
    /// A message for the footer.
    Status(String),
    /// The rules cannot be loaded or indexed, so search is unavailable. The text says why.
    Failed(String),
    /// The contents of the state file, which has just been read or written.
    StateStored(StoredState),
    /// The state file cannot be read or written. The text says why.
    StateFailed(String),
    /// A signal asks the program to end, or there is no more input.
    End,
    /// A signal asks the program to suspend itself.
    Suspend,
    /// The program continues after it was suspended.
    Continued,
}

impl Event {
    /// Returns the event for the result of reading or writing the state file. A `result` of `None`
    /// means that there is no home folder, and becomes a failure.
    pub(super) fn of_state(result: Option<io::Result<StoredState>>) -> Self {
        match result {
            Some(Ok(stored)) => Self::StateStored(stored),
            Some(Err(error)) => Self::StateFailed(error.to_string()),
            None => Self::StateFailed("there is no home folder".to_owned()),
        }
    }
}

/// A command for the background thread.
pub enum BackgroundCommand {
    /// Check the files, and reload those that have changed.
    CheckFiles,
    /// Check the files now, because the player asks.
    CheckNow,
    /// Reload all rules without the cache, because a file can no longer be read or its text differs
    /// from the loaded sections.
    Reload,
    /// Collect the backlinks of a document's game, then find the versions of the document's rules.
    Changes(Library, DocumentRef),
    /// Prepare what the search screen misses.
    Prepare(Library),
    /// Collect the key numbers.
    KeyNumbers(Library),
}
