//! The contents pane: games, documents and sections as rows that fold.

mod draw;
mod rows;
mod state;

pub use rows::Row;
pub use state::Contents;

#[cfg(test)]
mod tests;
