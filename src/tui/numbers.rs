//! The pane of key numbers: a filter, then a row for each figure.

mod draw;
mod filter;
mod state;

pub use state::Numbers;

#[cfg(test)]
mod tests;
