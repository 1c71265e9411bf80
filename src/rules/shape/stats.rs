//! The stats of a datacard, in each notation.

use super::read::label;
use crate::quantity::Quantity;
use crate::rules::model::block::Stat;
use crate::rules::model::block::{Block, BlockKind};
use crate::rules::model::text::RichText;
use crate::rules::slug::fold;

/// The stats of a list, `- APL: 2` (the colon is sometimes missing), or of a table of one row.
pub(super) fn stats_of(block: &Block) -> Vec<Stat> {
    if let BlockKind::Table(table) = &block.kind {
        let cells = table.rows.iter().flat_map(|row| &row.cells);
        let pairs = table.columns.iter().zip(cells);
        return pairs
            .map(|(column, cell)| stat(column.name.plain.trim(), cell.text.plain.trim()))
            .collect();
    }
    let stats = block.texts().map(|text| one_stat(text.plain.trim()));
    stats
        .filter(|stat| !stat.name.is_empty() || !stat.text.is_empty())
        .collect()
}

fn one_stat(text: &str) -> Stat {
    let (name, value) = text
        .split_once(':')
        .or_else(|| text.rsplit_once(' '))
        .unwrap_or(("", text));
    stat(name.trim(), value.trim())
}

/// `APL 2, Move 6", Save 4+`: only where every part ends in a value.
pub(super) fn inline_stats(text: &str) -> Option<Vec<Stat>> {
    let stats: Vec<_> = text
        .split([',', '|', ';'])
        .map(|part| one_stat(part.trim()))
        .collect();
    stats
        .iter()
        .all(|stat| stat.quantity.is_some() && !stat.name.is_empty())
        .then_some(stats)
}

/// A table of one row under the names of a datacard's stats.
pub(super) fn is_stats_table(kind: &BlockKind) -> bool {
    let BlockKind::Table(table) = kind else {
        return false;
    };
    let named = |name: &str| {
        table
            .columns
            .iter()
            .any(|column| fold(&column.name.plain) == name)
    };
    table.rows.len() == 1 && named("apl") && (named("wounds") || named("save") || named("move"))
}

fn stat(name: &str, text: &str) -> Stat {
    Stat {
        name: name.to_owned(),
        text: text.to_owned(),
        quantity: Quantity::parse(text),
    }
}

pub(super) fn base(block: &Block) -> Option<RichText> {
    let BlockKind::Paragraph(text) = &block.kind else {
        return None;
    };
    label(text)
        .filter(|(name, _)| fold(&name.plain) == "base")
        .map(|(_, size)| size)
}

pub(super) fn base_stat(block: &Block) -> Option<Stat> {
    base(block).map(|size| stat("Base", &size.plain))
}
