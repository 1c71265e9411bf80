//! Which key does what: the standard keys in one labelled table, and the player's own over them.

mod context;
mod custom;
mod key;
mod lookup;
mod table;

pub use context::Context;
pub use key::{Key, Keys};
pub use lookup::{Binding, Keymap, Match};
pub use table::{KeyRow, all_rows};
