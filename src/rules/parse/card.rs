//! The typed content of a card.

use serde::Serialize;

use super::table;
use crate::rules::model::{Block, BlockKind, Stat, Vocabulary, Weapon};

/// The typed content of a card.
#[derive(Debug, Default, Serialize)]
pub struct Card {
    /// The stats in order, such as `APL 2` and `Move 6"`.
    pub stats: Vec<Stat>,
    /// The rows of the weapons table.
    pub weapons: Vec<Weapon>,
    /// The keywords as printed.
    pub keywords: Vec<String>,
}

impl Card {
    /// Reads a card from the blocks of its section. Returns `None` if there are no stats.
    pub fn read(blocks: &[Block], words: &Vocabulary) -> Option<Self> {
        let mut card = Self::default();
        for block in blocks {
            match &block.kind {
                BlockKind::Stats(stats) => card.stats.extend(stats.iter().cloned()),
                BlockKind::Keywords(keywords) => card.keywords.extend(keywords.iter().cloned()),
                BlockKind::Table(table) => card.weapons.extend(table::weapons(table, words)),
                _ => {}
            }
        }
        (!card.stats.is_empty()).then_some(card)
    }
}
