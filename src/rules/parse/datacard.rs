//! The typed content of a datacard.

use serde::Serialize;

use super::table;
use crate::rules::model::{Block, BlockKind, Stat, Weapon};

/// The typed content of a datacard.
#[derive(Debug, Default, Serialize)]
pub struct Datacard {
    /// The stats in order, such as `APL 2` and `Move 6"`.
    pub stats: Vec<Stat>,
    /// The rows of the weapons table.
    pub weapons: Vec<Weapon>,
    /// The keywords as printed.
    pub keywords: Vec<String>,
}

impl Datacard {
    /// Reads a datacard from the blocks of its section. Returns `None` if there are no stats.
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
