//! Reads the stats of a datacard from a list or a table.

use crate::quantity::Quantity;
use crate::rules::model::{Block, BlockKind, Stat, Table};
use crate::rules::parse::table::column;

/// Reads stats from a table of one row, or from list items such as `APL: 2` and `APL 2`. Other
/// blocks have none.
pub fn stats_below(block: &Block) -> Vec<Stat> {
    match &block.kind {
        BlockKind::Table(table) if is_stats_table(table) => stats_of_table(table),
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

/// Whether a table has a single row, and its columns include `APL` and at least one of `Wounds`,
/// `Save` and `Move`.
pub fn is_stats_table(table: &Table) -> bool {
    let has = |stats: &[&str]| column(table, stats).is_some();
    table.rows.len() == 1 && has(&["apl"]) && has(&["wounds", "save", "move"])
}

fn stat(name: &str, text: &str) -> Stat {
    let text = text.trim();
    Stat {
        name: name.trim().to_owned(),
        text: text.to_owned(),
        quantity: Quantity::parse(text),
    }
}
