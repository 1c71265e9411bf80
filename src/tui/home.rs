//! The rows of the home screen, which the search screen lists while the search box is empty: the
//! last reading position, bookmarks, recent places, games to browse and questions to try.

mod entries;
mod parts;
mod rows;

pub use entries::{Group, HomeEntry, QUESTIONS};
pub use rows::{HomeRow, rows};
