//! The home screen under an empty search box. It lists the last reading position, bookmarks, recent
//! places, games to browse and questions to try.

mod draw;
mod entries;
mod pane;
mod questions;
mod rows;

pub use draw::INVITATION;
pub use entries::{Group, HomeEntry};
pub use pane::Home;
pub use questions::questions;
