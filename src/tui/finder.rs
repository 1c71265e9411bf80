//! The search screen: the box, the results, and a preview of the selected one.

mod draw;
mod keys;
mod pair;
mod rows;
mod state;

pub use rows::{ResultRow, beyond_title};
pub use state::Finder;
