//! The search screen: the search box, the results, and a preview of the selected result.

mod cards;
mod draw;
mod keys;
mod rows;
mod state;
mod twins;

pub use rows::{ResultRow, snippet_words};
pub use state::Finder;
