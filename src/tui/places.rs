//! The pane of bookmarks and recent places: a filter, then a row for each place.

mod draw;
mod rows;
mod state;

pub use rows::{PlaceEntry, PlaceRow};
pub use state::Places;

#[cfg(test)]
mod tests;
