//! Reads the stats of a datacard from a list or a table.

use crate::quantity::Quantity;
use crate::rules::model::{Block, BlockKind, Stat, Table, Vocabulary};
use crate::rules::slug::fold;

/// Reads stats from a table of one row, or from list items such as `APL: 2` and `APL 2`. Other
/// blocks have none.
pub fn stats_below(block: &Block, words: &Vocabulary) -> Vec<Stat> {
    match &block.kind {
        BlockKind::Table(table) if is_stats_table(table, words) => stats_of_table(table),
        BlockKind::List { .. } => block
            .texts()
            .map(|text| {
                let text = text.plain.trim();
                let (name, value) = text
                    .split_once(':')
                    .or_else(|| text.rsplit_once(' '))
                    .unwrap_or(("", text));
                stat(name, value)
            })
            .filter(|stat| !stat.name.is_empty() || !stat.text.is_empty())
            .collect(),
        _ => Vec::new(),
    }
}

pub fn stats_of_table(table: &Table) -> Vec<Stat> {
    let cells = table.rows.iter().flat_map(|row| &row.cells);
    table
        .columns
        .iter()
        .zip(cells)
        .map(|(column, cell)| stat(&column.name.plain, &cell.text.plain))
        .collect()
}

/// Whether a table has a single row, and at least two of its columns are statistics of the game.
pub fn is_stats_table(table: &Table, words: &Vocabulary) -> bool {
    let names = table.columns.iter().map(|column| fold(&column.name.plain));
    let mut statistics = names.filter(|name| words.statistics.contains(name));
    table.rows.len() == 1 && statistics.nth(1).is_some()
}

fn stat(name: &str, text: &str) -> Stat {
    let text = text.trim();
    Stat {
        name: name.trim().to_owned(),
        text: text.to_owned(),
        quantity: Quantity::parse(text),
    }
}
