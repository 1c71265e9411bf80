//! The home screen under an empty search box: where the reader was, bookmarks, recent rules, games to browse, questions to try.

mod draw;
mod entries;
mod layout;
mod pane;
mod questions;

pub use draw::INVITATION;
pub use entries::{Group, HomeEntry, Resume};
pub use pane::Home;
pub use questions::questions;
