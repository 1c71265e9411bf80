//! What players do at the table with what the rules say: roll dice, draw cards, count.
//!
//! The rules declare the dice, the tables and the cards; this module adds chance. It reads the rules
//! tree and knows no screen.

mod counter;
mod deck;
mod expression;
mod key;
mod keyed;
mod phase;
mod roll;
mod setup;

pub use counter::{Counter, card_value};
pub use deck::{Deck, DeckCard};
pub use expression::{Expression, Reroll};
pub use key::{TableKey, TableResult};
pub use keyed::{KeyedTable, Rollable};
pub use phase::{PhaseUse, uses_of};
pub use roll::{Die, Roll, Roller};
pub use setup::TableSetup;

#[cfg(test)]
mod tests;
