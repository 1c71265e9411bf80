//! The side pane: a pinned section, or what links to the section being read.

mod draw;
mod keys;
mod state;

pub use state::Side;
