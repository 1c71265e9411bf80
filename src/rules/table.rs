//! What the cells of a table are: values, keys of a roll, damage, weapon rules.

use super::model::block::{ColumnKind, Table, Weapon};
use super::slug::fold;
use crate::quantity::{Dice, Quantity, Value};

/// Types a table's columns and cells.
pub(super) fn type_cells(table: &mut Table) {
    table.dice = table
        .columns
        .first()
        .and_then(|column| dice(&column.name.plain));
    for column in 0..table.columns.len() {
        let kind = column_kind(table, column);
        table.columns[column].kind = kind;
        for row in &mut table.rows {
            let Some(cell) = row.cells.get_mut(column) else {
                continue;
            };
            cell.quantity = match kind {
                ColumnKind::DiceKey => Quantity::dice_key(&cell.text.plain),
                ColumnKind::Damage => Quantity::damage(&cell.text.plain),
                ColumnKind::Value => Quantity::find(&cell.text.plain),
                ColumnKind::Text => Quantity::parse(&cell.text.plain),
                ColumnKind::WeaponRules => None,
            };
        }
        let figures = table.rows.iter().filter_map(|row| row.cells.get(column));
        let short = figures
            .clone()
            .all(|cell| cell.text.plain.chars().count() <= 9);
        let typed = figures
            .clone()
            .filter(|cell| cell.quantity.is_some())
            .count();
        let blank = figures
            .clone()
            .filter(|cell| matches!(cell.text.plain.trim(), "" | "-" | "–"))
            .count();
        // A column of figures stays one where a few cells say `LoS` or `4/8`.
        let set_right = short && typed * 2 > table.rows.len().saturating_sub(blank);
        table.columns[column].right |= set_right && kind != ColumnKind::WeaponRules;
    }
}

fn column_kind(table: &Table, column: usize) -> ColumnKind {
    let name = fold(&table.columns[column].name.plain);
    match name.as_str() {
        _ if column == 0 && table.dice.is_some() => ColumnKind::DiceKey,
        "dmg" | "damage" | "d" if is_damage(table, column) => ColumnKind::Damage,
        "weapon rules" | "wr" | "special rules" => ColumnKind::WeaponRules,
        "value" | "values" => ColumnKind::Value,
        _ if mostly_values(table, column) => ColumnKind::Value,
        _ => ColumnKind::Text,
    }
}

fn is_damage(table: &Table, column: usize) -> bool {
    let cells = table.rows.iter().filter_map(|row| row.cells.get(column));
    cells.into_iter().any(|cell| {
        Quantity::damage(&cell.text.plain)
            .is_some_and(|found| matches!(found.value, Value::Damage(..)))
    })
}

fn mostly_values(table: &Table, column: usize) -> bool {
    let cells = table
        .rows
        .iter()
        .filter_map(|row| row.cells.get(column))
        .filter(|cell| !cell.text.is_blank());
    let (mut values, mut all) = (0, 0);
    for cell in cells {
        all += 1;
        values += usize::from(Quantity::parse(&cell.text.plain).is_some());
    }
    values * 2 > all
}

/// The dice that a column is headed with.
fn dice(name: &str) -> Option<Dice> {
    match Quantity::parse(name.trim().trim_end_matches(" roll"))?.value {
        Value::Dice(dice) => Some(dice),
        _ => None,
    }
}

/// Whether the table lists weapons: it has columns for a name, attacks and damage.
pub(super) fn is_weapons(table: &Table) -> bool {
    column(table, &["name", "weapon"]).is_some()
        && column(table, &["atk", "a"]).is_some()
        && column(table, &["dmg", "d"]).is_some()
}

/// The rows of a weapons table.
pub(super) fn weapons(table: &Table) -> Vec<Weapon> {
    let name = column(table, &["name", "weapon"]);
    let weapon_type = column(table, &["type"]);
    let attacks = column(table, &["atk", "a"]);
    let hit = column(table, &["hit", "bs/ws"]);
    let damage = column(table, &["dmg", "d"]);
    let rules = column(table, &["weapon rules", "wr", "rules", "special rules"]);
    let rows = table.rows.iter().map(|row| {
        let cell = |column: Option<usize>| column.and_then(|column| row.cells.get(column));
        let text = |column| {
            cell(column)
                .map(|cell| cell.text.plain.trim().to_owned())
                .unwrap_or_default()
        };
        let quantity = |column| cell(column).and_then(|cell| cell.quantity.clone());
        Weapon {
            name: text(name),
            weapon_type: Some(text(weapon_type))
                .filter(|text| !is_none(text))
                .unwrap_or_default(),
            attacks: quantity(attacks),
            hit: quantity(hit),
            damage: quantity(damage),
            rules: split_rules(&text(rules))
                .into_iter()
                .map(str::to_owned)
                .collect(),
        }
    });
    rows.collect()
}

fn column(table: &Table, names: &[&str]) -> Option<usize> {
    table
        .columns
        .iter()
        .position(|column| names.contains(&fold(&column.name.plain).as_str()))
}

fn is_none(text: &str) -> bool {
    matches!(text, "" | "-" | "–" | "—")
}

/// The weapon rules of a cell: split on commas outside parentheses; `-` is none.
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
