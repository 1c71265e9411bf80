//! State kept between runs: bookmarks, recent sections, recent queries and the reading position.
//!
//! Every update is a [`Change`]. A program never writes its own view of the whole: it adds its changes to what the file
//! holds at that moment, so two running programs keep each other's bookmarks. Sections are named by id, and the file keeps
//! ids that the loaded rules do not have.

mod format;
mod model;
mod store;

pub use model::{Bookmark, Change, ReadingPosition, State};
pub use store::{Store, StoredState};
