//! The search screen: what is typed, the results, and the best answer as it will be read.

mod draw;
mod keys;
mod rows;
mod state;

pub use rows::{ResultRow, beyond_title};
pub use state::Finder;

#[cfg(test)]
mod tests;
