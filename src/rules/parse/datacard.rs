//! The typed content of a datacard.

use serde::Serialize;

use super::table;
use crate::rules::model::{Block, BlockKind, Stat, Weapon};

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

impl Datacard {
    /// Reads a datacard from the blocks of its section; `None` if there are no stats.
    pub fn of(blocks: &[Block]) -> Option<Self> {
        let mut card = Self::default();
        for block in blocks {
            match &block.kind {
                BlockKind::Stats(stats) => card.stats.extend(stats.iter().cloned()),
                BlockKind::Keywords(keywords) => card.keywords.extend(keywords.iter().cloned()),
                BlockKind::Table(table) => card.weapons.extend(table::weapons(table)),
                _ => {}
            }
        }
        (!card.stats.is_empty()).then_some(card)
    }
}
