//! The pane for rolling dice: the dice and their result, the row that it selects in a table, its
//! exact chance, the distribution, and the last rolls.

mod chart;
mod pane;
mod state;
mod words;

pub use pane::RollPane;
pub use state::RollState;
