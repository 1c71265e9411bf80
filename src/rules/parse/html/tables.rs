//! Tells tables that only lay out a page from tables of data, and joins stat boxes.

use rustc_hash::FxHashSet;

use super::hidden::is_heading;
use super::tree::{NodeId, Tree};
use crate::rules::model::{Block, BlockKind};
use crate::rules::parse::item::Item;

/// Returns the tables that only lay out a page: they contain a heading, or a table but no header
/// cell of their own.
pub fn layout_tables(tree: &Tree, inside: NodeId) -> FxHashSet<NodeId> {
    let mut layout = FxHashSet::default();
    let (mut nested, mut headed) = (FxHashSet::default(), FxHashSet::default());
    // The tables around the current node, the innermost last.
    let mut open: Vec<NodeId> = Vec::new();
    for at in tree.descendants(inside) {
        let name = tree.name(at);
        if !matches!(name, "table" | "th") && !is_heading(name) {
            continue;
        }
        while let Some(table) = open.last()
            && !is_inside(tree, at, *table)
        {
            open.pop();
        }
        let around = open.last().copied();
        match name {
            "table" => {
                nested.extend(around);
                open.push(at);
            }
            "th" => headed.extend(around),
            _ => layout.extend(around),
        }
    }
    let is_frame = |table: &NodeId| !headed.contains(table);
    layout.extend(nested.into_iter().filter(is_frame));
    layout
}

/// Whether a node is inside a table. Only the nodes up to the nearest table are looked at.
fn is_inside(tree: &Tree, at: NodeId, table: NodeId) -> bool {
    let nearest = tree.ancestors(at).find(|at| tree.name(*at) == "table");
    nearest == Some(table)
}

/// Joins adjacent tables of a single name and value, such as the boxes of a card's statistics, into
/// one table.
pub fn join_boxes(items: Vec<Item>) -> Vec<Item> {
    let is_box = |item: &Item| match item {
        Item::Block(Block {
            kind: BlockKind::Table(table),
            ..
        }) => table.columns.len() == 1 && table.rows.len() == 1,
        _ => false,
    };
    let mut joined: Vec<Item> = Vec::with_capacity(items.len());
    let mut was_box = false;
    for item in items {
        let is_box = is_box(&item);
        match (item, joined.last_mut()) {
            (
                Item::Block(Block {
                    kind: BlockKind::Table(table),
                    ..
                }),
                Some(Item::Block(Block {
                    kind: BlockKind::Table(above),
                    ..
                })),
            ) if is_box && was_box => {
                above.columns.extend(table.columns);
                for (row, more) in above.rows.iter_mut().zip(table.rows) {
                    row.cells.extend(more.cells);
                }
            }
            (item, _) => joined.push(item),
        }
        was_box = is_box;
    }
    joined
}
