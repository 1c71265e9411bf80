//! State that is kept between runs: bookmarks, recent sections, recent queries and the reading
//! position.
//!
//! Every update is a [`Change`]. The program never writes its own copy of the whole state: it adds
//! its changes to the current contents of the file, so two running programs keep each other's
//! bookmarks. Sections are stored by id. The file keeps ids that are not in the loaded rules.

mod format;
mod model;
mod store;

pub use model::{Bookmark, Change, ReadingPosition, State};
pub use store::{Store, StoredState};
