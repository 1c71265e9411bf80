//! A peek: the target of a link in a box over the page.

mod draw;
mod keys;
mod state;

pub use state::Peek;
