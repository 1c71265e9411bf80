//! `tableside roll` rolls dice, or on a table of the rules.

use serde::Serialize;

use super::args::RollArgs;
use super::entry::{Entry, title};
use super::output::{BOLD, Failure, Outcome, Output, notice};
use super::setup;
use crate::analyzer::{Stemmer, tokenize};
use crate::library::Library;
use crate::rules::slug::fold;
use crate::rules::{Rulebook, SectionRef};
use crate::search::Answerability;
use crate::table::{Expression, KeyedTable, Roll, Rollable, Roller, TableResult};

/// The number of hits among which a table is looked for.
const MAX_SEARCHED: usize = 50;

/// The number of sections in the hits in which a table is looked for.
const MAX_SECTIONS: usize = 2000;

/// The maximum length of a short word.
const MAX_SHORT: usize = 3;

/// A roll in JSON.
#[derive(Serialize)]
struct RollLine<'a> {
    roll: String,
    /// The faces that count.
    dice: Vec<u32>,
    /// The faces that were rolled again, for each die.
    rerolled: Vec<&'a [u32]>,
    #[serde(skip_serializing_if = "is_zero")]
    modifier: i64,
    result: i64,
    /// The probability of the result without the modifier, in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<TableLine<'a>>,
}

#[derive(Serialize)]
struct TableLine<'a> {
    #[serde(flatten)]
    entry: Entry<'a>,
    /// The cells of the row, or `None` if the table has a gap there.
    row: Option<Vec<&'a str>>,
    /// The probability of the row with the modifier, in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    row_chance: Option<f64>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
const fn is_zero(number: &i64) -> bool {
    *number == 0
}

/// Returns the roll that the words mean, or `None` if they can only be the name of a table.
///
/// # Errors
/// Fails if the words look like dice and are none: `2D`, `0D6`.
pub fn expression(args: &RollArgs) -> Result<Option<Expression>, Failure> {
    let words = args.what.join(" ");
    match Expression::parse(&words) {
        Ok(expression) => Ok(Some(expression)),
        Err(error) if words.starts_with(|c: char| c.is_ascii_digit()) => Err(error.into()),
        Err(_) => Ok(None),
    }
}

/// Rolls dice.
pub fn run(expression: Expression, args: &RollArgs, output: &mut Output) -> Outcome {
    let mut roller = Roller::new(args.seed)?;
    for _ in 0..args.times {
        print(&roller.roll(expression), args, None, output)?;
    }
    Ok(true)
}

/// Rolls on the table or the dice of the section that the words name.
pub fn run_on_table(library: &Library, args: &RollArgs, output: &mut Output) -> Outcome {
    let words = args.what.join(" ");
    let Some(rollable) = find_rollable(library, &words)? else {
        notice(&format!(
            "no table with dice is found for `{words}`; a roll looks like 2D6, D66 or 5d6>=4"
        ));
        return Ok(false);
    };
    let mut roller = Roller::new(args.seed)?;
    let table = rollable.table().map(|table| (&*library.book, table));
    for _ in 0..args.times {
        print(&roller.roll(rollable.expression()), args, table, output)?;
    }
    Ok(true)
}

fn print(
    roll: &Roll,
    args: &RollArgs,
    table: Option<(&Rulebook, &KeyedTable)>,
    output: &mut Output,
) -> std::io::Result<()> {
    let result = roll.modified(args.modifier);
    let selected = table.map(|(_, table)| table.key.select(result));
    let row = selected.and_then(TableResult::row);
    if args.json {
        return output.json(&RollLine {
            roll: roll.expression.to_string(),
            dice: roll.dice.iter().map(|die| die.face).collect(),
            rerolled: roll.dice.iter().map(|die| die.before.as_slice()).collect(),
            modifier: args.modifier,
            result,
            chance: roll.chance().map(percent),
            table: table.map(|(book, table)| TableLine {
                entry: Entry::of(book, table.section),
                row: row.map(|row| table.cells(row)),
                row_chance: row.and_then(|row| table.key.chance_with(row, args.modifier)),
            }),
        });
    }
    let modified = match args.modifier {
        0 => String::new(),
        modifier => format!(", {modifier:+} = {result}"),
    };
    let chance = roll
        .chance()
        .map(|chance| format!("  ({:.1} %)", percent(chance)));
    output.line(&format!("{roll}{modified}{}", chance.unwrap_or_default()))?;
    let Some((book, table)) = table else {
        return Ok(());
    };
    let name = output.paint(&table.name(&title(book, table.section)), BOLD);
    let Some(row) = row else {
        return output.line(&format!("  {name}: no row for {result}"));
    };
    let chance = table.key.chance_with(row, args.modifier);
    let chance = chance.map(|chance| format!("  ({chance:.1} %)"));
    let end = match selected {
        Some(TableResult::End(_)) => "  (the last row: the table ends there)",
        _ => "",
    };
    let cells = table.cells(row).join("  ");
    output.line(&format!(
        "  {name}  {cells}{}{end}",
        chance.unwrap_or_default()
    ))
}

fn percent(probability: f64) -> f64 {
    (probability * 10_000.0).round() / 100.0
}

/// Finds what can be rolled in the section that `words` name: its first table, or else its first
/// dice. If they name none, finds the first table in the hits of a search for them whose names have all
/// of these words.
fn find_rollable(library: &Library, words: &str) -> Result<Option<Rollable>, Failure> {
    let book = &library.book;
    let own = |section| Rollable::in_section(book, section).into_iter().next();
    if let Some(section) = book.by_id(words) {
        return Ok(own(section));
    }
    let results = setup::index(library)?.search(book, &library.query(words, MAX_SEARCHED));
    if results.outcome != Answerability::Found {
        return Ok(None);
    }
    let first = results.hits.first().map(|hit| hit.section);
    let is_named = |section: &SectionRef| fold(&book.section(*section).title) == fold(words);
    if let Some(named) = first.filter(is_named) {
        return Ok(own(named));
    }
    let sections = results
        .hits
        .iter()
        .flat_map(|hit| book.subtree(hit.section));
    let tables = sections
        .take(MAX_SECTIONS)
        .flat_map(|at| KeyedTable::in_section(book, at));
    let table = tables
        .into_iter()
        .find(|table| is_called(book, table, words));
    Ok(table.map(Rollable::of_table))
}

/// Whether the name of a table and the titles above it have all words of a query, in any form. Short
/// words, such as articles, may be missing.
fn is_called(book: &Rulebook, table: &KeyedTable, words: &str) -> bool {
    let language = book.document_of(table.section).language;
    let mut stemmer = Stemmer::new(language);
    let mut stems = |text: &str| -> Vec<String> {
        let tokens = tokenize(text, language).into_iter();
        tokens
            .map(|token| stemmer.stem(&token.exact).to_owned())
            .collect()
    };
    let names = stems(&table.name(&book.titles(table.section).join(" ")));
    let mut wanted = stems(words);
    if wanted.iter().any(|word| word.len() > MAX_SHORT) {
        wanted.retain(|word| word.len() > MAX_SHORT);
    }
    wanted.iter().all(|word| names.contains(word))
}
