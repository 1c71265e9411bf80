//! Gives types to the cells of tables: quantities, dice keys, damage and weapon rules.

use crate::quantity::{Quantity, Value};
use crate::rules::model::{
    Block, BlockKind, Cell, Column, ColumnKind, ColumnRole, Table, Vocabulary, Weapon,
};

/// The maximum length, in characters, of the cells in a right-aligned column of figures.
const MAX_FIGURE_LENGTH: usize = 9;

/// Finishes a table: turns its first row into the column heads, and adds empty cells to short rows.
pub fn finish(table: &mut Table) {
    let widths = table.rows.iter().map(|row| row.cells.len());
    let columns = widths.max().unwrap_or(0).max(table.columns.len());
    let names = table.rows.remove(0).cells;
    table.columns.resize_with(columns, Column::default);
    for row in &mut table.rows {
        row.cells.resize_with(columns, Cell::default);
    }
    for (column, name) in table.columns.iter_mut().zip(names) {
        column.name = name.text;
    }
}

/// Determines the types of the columns and cells of all tables in a block.
pub fn add_types(block: &mut Block, words: &Vocabulary) {
    match &mut block.kind {
        BlockKind::Table(table) => type_table(table, words),
        BlockKind::List { items, .. } => {
            for block in items.iter_mut().flatten() {
                add_types(block, words);
            }
        }
        BlockKind::Quote(blocks)
        | BlockKind::Note { blocks, .. }
        | BlockKind::Definition { blocks, .. } => {
            for block in blocks {
                add_types(block, words);
            }
        }
        _ => {}
    }
}

fn type_table(table: &mut Table, words: &Vocabulary) {
    let first = table.columns.first();
    table.dice = first.and_then(|column| match Quantity::find(&column.name.plain)?.value {
        Value::Dice(dice) => Some(dice),
        _ => None,
    });
    let has_dice = table.dice.is_some();
    for (at, column) in table.columns.iter_mut().enumerate() {
        let cells = table.rows.iter_mut().map(|row| &mut row.cells[at]);
        type_cells(column, cells.collect(), at == 0 && has_dice, words);
    }
}

fn type_cells(column: &mut Column, cells: Vec<&mut Cell>, has_dice: bool, words: &Vocabulary) {
    let texts = cells.iter().map(|cell| cell.text.plain.trim());
    let filled = texts.clone().filter(|text| !text.is_empty()).count();
    let values = texts.clone().filter(|text| Quantity::parse(text).is_some());
    let is_damage =
        |text| Quantity::damage(text).is_some_and(|found| matches!(found.value, Value::Damage(..)));
    column.kind = match words.column_role(&column.name.plain) {
        _ if has_dice => ColumnKind::DiceKey,
        Some(ColumnRole::Damage) if texts.clone().any(is_damage) => ColumnKind::Damage,
        Some(ColumnRole::WeaponRules) => ColumnKind::WeaponRules,
        Some(ColumnRole::Value) => ColumnKind::Value,
        _ if values.count() * 2 > filled => ColumnKind::Value,
        _ => ColumnKind::Text,
    };
    let typed = match column.kind {
        ColumnKind::DiceKey => Quantity::dice_key,
        ColumnKind::Damage => Quantity::damage,
        ColumnKind::Value => Quantity::find,
        ColumnKind::Text => Quantity::parse,
        ColumnKind::WeaponRules => |_: &str| None,
    };
    let is_short = |text: &str| text.chars().count() <= MAX_FIGURE_LENGTH;
    let are_short = texts.clone().all(is_short);
    let filled = texts.filter(|text| !is_none(text)).count();
    let mut quantities = 0;
    for cell in cells {
        cell.quantity = typed(&cell.text.plain).map(Box::new);
        quantities += usize::from(cell.quantity.is_some());
    }
    // Some cells in a column of figures may be other text, such as `LoS` or `4/8`.
    column.right |= are_short && quantities * 2 > filled;
}

/// Returns the weapons in a table, or none if the column for the name, the attacks or the damage is
/// missing.
pub fn weapons(table: &Table, words: &Vocabulary) -> Vec<Weapon> {
    let column = |role: ColumnRole| {
        let mut columns = table.columns.iter();
        columns.position(|column| words.column_role(&column.name.plain) == Some(role))
    };
    let columns = (
        column(ColumnRole::Weapon),
        column(ColumnRole::Attacks),
        column(ColumnRole::Damage),
    );
    let (Some(name), Some(attacks), Some(damage)) = columns else {
        return Vec::new();
    };
    let weapon_type = column(ColumnRole::WeaponType);
    let hit = column(ColumnRole::Hit);
    let rules = column(ColumnRole::WeaponRules);
    let rows = table.rows.iter().map(|row| {
        let text = |column: Option<usize>| column.map_or("", |at| row.cells[at].text.plain.trim());
        let quantity = |column: usize| row.cells[column].quantity.as_deref().cloned();
        let printed_type = Some(text(weapon_type)).filter(|text| !is_none(text));
        let rules = split_rules(text(rules)).into_iter();
        Weapon {
            name: text(Some(name)).to_owned(),
            weapon_type: printed_type.unwrap_or_default().to_owned(),
            attacks: quantity(attacks),
            hit: hit.and_then(quantity),
            damage: quantity(damage),
            rules: rules.map(str::to_owned).collect(),
        }
    });
    rows.collect()
}

fn is_none(text: &str) -> bool {
    matches!(text, "" | "-" | "–" | "—")
}

/// Splits a cell into weapon rules, at commas outside parentheses. The cell `-` has no rules.
fn split_rules(cell: &str) -> Vec<&str> {
    let mut depth = 0_u32;
    let rules = cell.split(|c: char| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    });
    rules.map(str::trim).filter(|rule| !is_none(rule)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_split_on_commas_outside_parentheses() {
        assert_eq!(
            split_rules("Range 8\", Piercing 1 (a, b), Stun*"),
            ["Range 8\"", "Piercing 1 (a, b)", "Stun*"]
        );
        assert!(split_rules("-").is_empty());
    }
}
