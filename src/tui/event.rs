//! What happens to the browser.

use crossterm::event::Event as Input;

use super::library::Library;
use super::progress::Progress;
use crate::state::Kept;

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
    /// The next so many changes that were handed over are kept, or what was kept before is known.
    Kept {
        /// How many changes.
        count: usize,
        /// All that is kept by now.
        kept: Kept,
    },
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
