//! What happens to the browser, and what it asks of the background thread.

use std::io;

use crossterm::event::Event as Input;

use super::library::Library;
use super::progress::Progress;
use crate::rules::GameRef;
use crate::state::{Change, Kept};
use crate::watch::FileEvent;

/// Something that the browser has to react to.
pub enum Event {
    /// A key, the mouse, a new size.
    Input(Input),
    /// New rules: the first ones where the library was a placeholder, else those of changed files.
    Rules(Library),
    /// The search index of the same rules is ready.
    Indexed(Library),
    /// How far the background has come.
    Progress(Progress),
    /// What links into a game is known.
    Backlinks,
    /// The key numbers are known.
    KeyNumbers,
    /// A message for the footer.
    Status(String),
    /// A low-priority message for the footer: it does not replace another one.
    Hint(String),
    /// There will be no search index; why.
    Failed(String),
    /// The state file as it is now: it was read, or the changes that were handed over are written.
    Kept(Kept),
    /// Bookmarks and places cannot be kept; why.
    NotKept(String),
    /// The terminal has told whether its background is light.
    Background(bool),
    /// The program is asked to end, or there is no input any more.
    End,
    /// The program is asked to stop for now.
    Suspend,
    /// The program goes on after a stop: everything has to be drawn again.
    Continued,
}

impl Event {
    /// What became of the state file; without a home folder there is none.
    pub(super) fn of_state(result: Option<io::Result<Kept>>) -> Self {
        match result {
            Some(Ok(kept)) => Self::Kept(kept),
            Some(Err(error)) => Self::NotKept(error.to_string()),
            None => Self::NotKept("there is no home folder".to_owned()),
        }
    }
}

/// Something for the background to do.
pub enum BackgroundCommand {
    /// Take in an event of the files.
    Files(FileEvent),
    /// Read the rules again, because a text is not what the cache says.
    Reload,
    /// Find what links into a game.
    Backlinks(Library, GameRef),
    /// Gather the key numbers.
    KeyNumbers(Library),
    /// Add changes to the state file.
    Store(Vec<Change>),
}
