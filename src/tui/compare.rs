//! A comparison of two sections, over the page.

mod draw;
mod keys;
mod state;

pub use state::Compare;
