//! Events for the browser, and commands for the background thread.

use std::io;

use crossterm::event::Event as Input;

use super::library::Library;
use crate::rules::GameRef;
use crate::state::StoredState;

/// An event that the browser reacts to.
pub enum Event {
    /// A key, the mouse, a new size.
    Input(Input),
    /// New rules: the first ones where the library was a placeholder, else those of changed files.
    Rules(Library),
    /// The search index of the same rules is ready.
    Indexed(Library),
    /// The progress of the background thread.
    Progress(String),
    /// The backlinks of a game are known.
    Backlinks,
    /// The key numbers are known.
    KeyNumbers,
    /// A message for the footer.
    Status(String),
    /// A low-priority message for the footer: it does not replace another one.
    Hint(String),
    /// No search index can be built; why.
    Failed(String),
    /// The state file was read or written; its contents.
    StateStored(StoredState),
    /// The state file cannot be read or written; why.
    StateFailed(String),
    /// Whether the terminal has a light background.
    Background(bool),
    /// The program is asked to end, or the input has ended.
    End,
    /// The program is asked to stop, as by Ctrl-Z.
    Suspend,
    /// The program goes on after a stop.
    Continued,
}

impl Event {
    /// The result of reading or writing the state file; `None` without a home folder.
    pub(super) fn of_state(result: Option<io::Result<StoredState>>) -> Self {
        match result {
            Some(Ok(kept)) => Self::StateStored(kept),
            Some(Err(error)) => Self::StateFailed(error.to_string()),
            None => Self::StateFailed("there is no home folder".to_owned()),
        }
    }
}

/// A command for the background thread.
pub enum BackgroundCommand {
    /// List the files: some may have changed.
    CheckFiles,
    /// Reload the rules: a text differs from the cache.
    Reload,
    /// Find what links into a game.
    Backlinks(Library, GameRef),
    /// Gather the key numbers.
    KeyNumbers(Library),
}
