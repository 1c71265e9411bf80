//! Which key does what: the default keys in one labelled table, and the player's own over them.

mod context;
mod custom;
mod key;
mod lookup;
mod row;
mod table;
mod typed;

pub use context::Context;
pub use key::{Key, Keys};
pub use lookup::{Binding, Keymap, Match};
pub use row::KeyRow;
pub use table::all_rows;
