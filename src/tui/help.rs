//! The help: all keys, those of the pane that had the focus first, filtered by the typed words.

mod draw;
mod rows;
mod state;

pub use rows::{HelpKeys, HelpLine, HelpPage};
pub use state::Help;

#[cfg(test)]
mod tests;
