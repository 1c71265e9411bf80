//! The typed rules tree: what the documents say, parsed once and walked by everything else.
//!
//! Parsing never fails: it gives the tree *and* its diagnostics.

pub mod check;
pub mod convert;
pub(crate) mod edits;
mod games;
mod load;
mod model;
mod parse;
mod parsed;
mod rulebook;
pub mod slug;

pub use games::{bundled_synonyms, game_named};
pub use model::*;
pub use parse::datacard::Datacard;
pub use rulebook::Rulebook;
