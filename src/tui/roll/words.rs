//! The text of the pane for rolling dice.

use super::state::RollState;
use crate::library::Library;
use crate::render::Line;
use crate::state::StoredRoll;
use crate::table::{KeyedTable, Roll, TableResult};
use crate::theme::Role;
use crate::tui::environment::Environment;

/// The maximum number of earlier rolls in the pane.
const MAX_SHOWN: usize = 8;

/// Describes a roll on one line: `2D6: 3 + 5 = 8 · NPO Table: 7-10, Necron Warrior`.
pub fn roll(state: &RollState, library: &Library) -> String {
    let mut text = total(&state.roll, state.modifier);
    if let Some((table, row)) = row(state) {
        let table = table.name(&library.title(table.section));
        text = format!("{text}{}{table}: {row}", library.symbols.gap);
    } else if !state.about.is_empty() {
        text = format!("{text}{}{}", library.symbols.gap, state.about);
    }
    text
}

/// Returns the text of the selected row.
pub fn row_text(state: &RollState) -> Option<String> {
    row(state).map(|(_, text)| text)
}

/// Describes a roll in sentences, for linear mode.
pub fn sentence(state: &RollState, library: &Library) -> String {
    let mut text = format!("Rolled {}.", total(&state.roll, state.modifier));
    if let Some((table, row)) = row(state) {
        text = format!(
            "{text} {}, {row}.",
            table.name(&library.title(table.section))
        );
    }
    match chance(state) {
        Some(chance) => text + &format!(" Chance {chance}."),
        None => text,
    }
}

/// Returns the result, its chance and the name of the table.
pub fn result(state: &RollState, env: &Environment<'_>) -> [String; 3] {
    let table = state.rollable().table();
    let title = table.map(|table| table.name(&env.library.title(table.section)));
    let chance = chance(state).unwrap_or_default();
    [
        total(&state.roll, state.modifier),
        chance,
        title.unwrap_or_else(|| state.about.clone()),
    ]
}

/// Returns the lines above the table: in linear mode the result, and a message unless it selects a
/// row.
pub fn head(state: &RollState, env: &Environment<'_>) -> Vec<Line> {
    let sentence = env.is_linear().then(|| sentence(state, env.library));
    let sentence = sentence.map(|text| Line::of(&text, Role::Text));
    let message = state.selected().and_then(|(_, result)| match result {
        TableResult::Gap => Some("The table has no row for this result."),
        TableResult::End(_) => Some("Beyond the ends of the table, its first or last row counts."),
        TableResult::Row(_) => None,
    });
    let message = message.map(|text| Line::of(text, Role::Note));
    sentence.into_iter().chain(message).collect()
}

/// Returns the name of the pane for linear mode.
pub fn name(state: &RollState, library: &Library) -> String {
    match state.rollable().table() {
        Some(table) => format!("Roll on {}", table.name(&library.title(table.section))),
        None => format!("Roll of {}", state.roll.expression),
    }
}

/// Returns the lines below the table: other dice and earlier rolls.
pub fn tail(state: &RollState, env: &Environment<'_>) -> Vec<Line> {
    let gap = env.styles.symbols.gap;
    let mut lines = Vec::new();
    let mut group = |label: &str, texts: Vec<String>| {
        let mut line = Line::of(&format!("{label}  "), Role::Dim);
        line.push(&texts.join(gap), Role::Text);
        lines.push(line);
    };
    let dice: Vec<_> = state
        .dice_in_row()
        .iter()
        .map(ToString::to_string)
        .collect();
    if !dice.is_empty() {
        group("In this row", dice);
    } else if state.choices.len() > 1 {
        let others = (state.choices.iter().enumerate()).filter(|(at, _)| *at != state.chosen);
        let named = others.map(|(_, other)| match other.table() {
            Some(table) => table.name(&env.library.title(table.section)),
            None => other.expression().to_string(),
        });
        group("Also here", named.collect());
    }
    if env.is_linear() {
        lines.extend(distribution(state));
    }
    // The newest roll is the one that the pane shows.
    let earlier: Vec<&StoredRoll> = env.rolls.iter().rev().skip(1).take(MAX_SHOWN).collect();
    if !earlier.is_empty() {
        lines.push(Line::default());
        lines.push(Line::of("Last rolls", Role::Dim));
        lines.extend(earlier.iter().map(|roll| Line::of(&roll.text, Role::Text)));
    }
    lines
}

/// Returns the probability of each result in words, unless there are too many.
fn distribution(state: &RollState) -> Vec<Line> {
    let odds = state.roll.expression.distribution().unwrap_or_default();
    let odds = odds.iter().filter(|_| odds.len() <= 36);
    let lines = odds.map(|(result, odds)| {
        let rolled = if *result == state.roll.result() {
            ", rolled"
        } else {
            ""
        };
        let result = result + state.modifier;
        Line::of(
            &format!("{result}: {:.1} percent{rolled}", 100.0 * odds),
            Role::Text,
        )
    });
    lines.collect()
}

/// Returns what was rolled and its result, without the faces: `20D6 = 71`.
pub fn short(state: &RollState) -> String {
    let (roll, result) = (&state.roll, state.roll.modified(state.modifier));
    match state.modifier {
        0 => format!("{} = {result}", roll.expression),
        modifier => format!("{}, {modifier:+} = {result}", roll.expression),
    }
}

/// Returns the roll with its modifier: `2D6: 3 + 5 = 8, +1 = 9`.
fn total(roll: &Roll, modifier: i64) -> String {
    match modifier {
        0 => roll.to_string(),
        modifier => format!("{roll}, {modifier:+} = {}", roll.modified(modifier)),
    }
}

/// Returns the exact chance of the row or, without a table, of the result.
fn chance(state: &RollState) -> Option<String> {
    let percent = match state.selected() {
        Some((table, result)) => table.key.chance_with(result.row()?, state.modifier)?,
        None => 100.0 * state.roll.chance()?,
    };
    Some(format!("{percent:.1} %"))
}

/// Returns the table, and the cells of the selected row that say something.
fn row(state: &RollState) -> Option<(&KeyedTable, String)> {
    let (table, result) = state.selected()?;
    let Some(row) = result.row() else {
        return Some((table, "no row".to_owned()));
    };
    let mut cells = table.cells(row);
    cells.retain(|cell| cell.chars().any(char::is_alphanumeric));
    Some((table, cells.join(", ")))
}
