//! State that is kept between runs: bookmarks, recent sections, recent queries, the reading position
//! and the games that are played.
//!
//! Every update is a [`Change`]. The program never writes its own copy of the whole state: it adds
//! its changes to the current contents of the file, so two running programs keep each other's
//! bookmarks. Sections are stored by id. The file keeps ids that are not in the loaded rules.

mod format;
mod model;
mod played;
mod store;

pub use model::{Bookmark, Change, ReadingPosition, State};
pub use played::{GameChange, MAX_PINS, MAX_ROLLS, Move, Pile, Piles, PlayedGame, StoredRoll};
pub use store::{Store, StoredState};
