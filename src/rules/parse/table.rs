//! Gives types to the cells of tables: quantities, dice keys, damage and weapon rules.

use crate::quantity::{Dice, Quantity, Value};
use crate::rules::model::{Cell, Column, ColumnKind, Table, Weapon};
use crate::rules::slug::fold;

/// The maximum length, in characters, of the cells in a right-aligned column of figures.
const MAX_FIGURE_LENGTH: usize = 9;

/// Finishes a table: turns its first row into the column heads, adds empty cells to short rows, and
/// determines the types of the columns and cells.
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
    type_cells(table);
}

fn type_cells(table: &mut Table) {
    table.dice = table
        .columns
        .first()
        .and_then(|column| dice(&column.name.plain));
    for column in 0..table.columns.len() {
        let kind = column_kind(table, column);
        let (mut is_short, mut typed, mut filled) = (true, 0, 0);
        for cell in table
            .rows
            .iter_mut()
            .filter_map(|row| row.cells.get_mut(column))
        {
            let text = cell.text.plain.as_str();
            let quantity = match kind {
                ColumnKind::DiceKey => Quantity::dice_key(text),
                ColumnKind::Damage => Quantity::damage(text),
                ColumnKind::Value => Quantity::find(text),
                ColumnKind::Text => Quantity::parse(text),
                ColumnKind::WeaponRules => None,
            };
            cell.quantity = quantity.map(Box::new);
            is_short &= text.chars().count() <= MAX_FIGURE_LENGTH;
            typed += usize::from(cell.quantity.is_some());
            filled += usize::from(!matches!(text.trim(), "" | "-" | "–"));
        }
        // Some cells in a column of figures may be other text, such as `LoS` or `4/8`.
        let has_figures = is_short && typed * 2 > filled;
        table.columns[column].right |= has_figures;
        table.columns[column].kind = kind;
    }
}

fn column_kind(table: &Table, column: usize) -> ColumnKind {
    let cells = table.rows.iter().filter_map(|row| row.cells.get(column));
    let texts = cells.map(|cell| cell.text.plain.as_str());
    match fold(&table.columns[column].name.plain).as_str() {
        _ if column == 0 && table.dice.is_some() => ColumnKind::DiceKey,
        "dmg" | "damage" | "d" if texts.clone().any(is_damage) => ColumnKind::Damage,
        "weapon rules" | "wr" | "special rules" => ColumnKind::WeaponRules,
        "value" | "values" => ColumnKind::Value,
        _ => {
            let filled = texts.filter(|text| !text.trim().is_empty());
            let (values, words): (Vec<_>, Vec<_>) =
                filled.partition(|text| Quantity::parse(text).is_some());
            if values.len() > words.len() {
                ColumnKind::Value
            } else {
                ColumnKind::Text
            }
        }
    }
}

fn is_damage(text: &str) -> bool {
    Quantity::damage(text).is_some_and(|found| matches!(found.value, Value::Damage(..)))
}

fn dice(name: &str) -> Option<Dice> {
    match Quantity::find(name)?.value {
        Value::Dice(dice) => Some(dice),
        _ => None,
    }
}

/// Returns the weapons in a table, or none if the column for the name, the attacks or the damage is
/// missing.
pub fn weapons(table: &Table) -> Vec<Weapon> {
    let name = column(table, &["name", "weapon"]);
    let attacks = column(table, &["atk", "a"]);
    let damage = column(table, &["dmg", "d"]);
    if name.is_none() || attacks.is_none() || damage.is_none() {
        return Vec::new();
    }
    let weapon_type = column(table, &["type"]);
    let hit = column(table, &["hit", "bs/ws"]);
    let rules = column(table, &["weapon rules", "wr", "rules", "special rules"]);
    let rows = table.rows.iter().map(|row| {
        let cell = |column: Option<usize>| row.cells.get(column?);
        let text = |column| cell(column).map_or("", |cell| cell.text.plain.trim());
        let quantity = |column| cell(column)?.quantity.as_deref().cloned();
        let printed_type = Some(text(weapon_type)).filter(|text| !is_none(text));
        let rules = split_rules(text(rules)).into_iter();
        Weapon {
            name: text(name).to_owned(),
            weapon_type: printed_type.unwrap_or_default().to_owned(),
            attacks: quantity(attacks),
            hit: quantity(hit),
            damage: quantity(damage),
            rules: rules.map(str::to_owned).collect(),
        }
    });
    rows.collect()
}

/// Finds the first column whose heading is one of `names`.
pub fn column(table: &Table, names: &[&str]) -> Option<usize> {
    let mut columns = table.columns.iter();
    columns.position(|column| names.contains(&fold(&column.name.plain).as_str()))
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
