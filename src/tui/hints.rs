//! Hints: letters on links or words, to choose one of them with one or two keys.

mod draw;
mod state;
mod words;

pub use state::{Hint, HintPane, Hints, Typed};
pub use words::{Word, words_of_line};
