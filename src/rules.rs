//! The typed rules tree. Search, links and pages all read it, so they agree on the sections and
//! their text.
//!
//! Parsing never fails: every file yields a tree, and its faults become diagnostics.

pub mod check;
pub mod convert;
pub(crate) mod edits;
mod facts;
mod games;
mod load;
mod model;
mod parse;
mod parsed;
mod rulebook;
pub mod slug;
mod sound;
mod vocabularies;

pub use facts::{Fact, IS, facts_of, first_number};
pub use games::{bundled_synonyms, game_named};
pub use load::Loading;
pub use model::*;
pub use parse::book;
pub use parse::card::Card;
pub use parse::extracted::{BookError, BookOptions};
pub use parse::number::without_letters;
pub use parsed::{MAX_SEARCHED, parse_body};
pub use rulebook::Rulebook;
pub use vocabularies::bundled_kinds;
