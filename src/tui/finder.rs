//! The search screen: the search box, the results, and a preview of the selected result.

mod draw;
mod keys;
mod rows;
mod state;

pub use rows::{ResultRow, snippet_words};
pub use state::Finder;
