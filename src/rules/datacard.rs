//! The typed content of a datacard.

use serde::Serialize;

use super::{Block, BlockKind, Weapon, table};
use crate::quantity::Quantity;

/// The typed content of a datacard; its section's blocks hold the same as it is shown.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Datacard {
    /// `APL 2`, `Move 6"`, ... in order.
    pub stats: Vec<Stat>,
    /// Rows of the weapons table.
    pub weapons: Vec<Weapon>,
    /// Its keywords.
    pub keywords: Vec<String>,
}

/// One stat of a datacard.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stat {
    /// Its name as printed.
    pub name: String,
    /// Its value as printed.
    pub text: String,
    /// Its value, where it is one.
    pub quantity: Option<Quantity>,
}

impl Datacard {
    /// Reads a datacard from what stands under its heading; `None` where there are no stats.
    #[must_use]
    pub fn of(blocks: &[Block]) -> Option<Self> {
        let mut card = Self::default();
        for block in blocks {
            match &block.kind {
                BlockKind::Stats(stats) => card.stats.extend(stats.iter().cloned()),
                BlockKind::Keywords(keywords) => card.keywords.extend(keywords.iter().cloned()),
                BlockKind::Table(weapons) if table::is_weapons(weapons) => {
                    card.weapons.extend(table::weapons(weapons))
                }
                _ => {}
            }
        }
        (!card.stats.is_empty()).then_some(card)
    }
}
