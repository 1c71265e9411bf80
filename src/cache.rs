//! The rulebook and the search index of a player's rules, kept for the next start.
//!
//! Everything here can be made again at any time: a file that is damaged or of another version is ignored, and the rules
//! are read as if there were no cache.

mod compat;
mod store;

pub use compat::{Files, Found, Kept, Unread};
pub use store::Cache;

#[cfg(test)]
mod tests;
