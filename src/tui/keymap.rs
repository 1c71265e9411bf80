//! The keymap: which key triggers which action. The player's own keys replace default keys.

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
