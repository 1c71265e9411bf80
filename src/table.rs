//! What players do at the table with what the rules say: roll dice.
//!
//! The rules declare the dice, the tables and the cards; this module adds chance. It reads the rules
//! tree and knows no screen.

mod expression;
mod key;
mod roll;

pub use expression::{Expression, Reroll};
pub use key::{TableKey, TableResult};
pub use roll::{Die, Roll, Roller};
