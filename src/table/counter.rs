//! Counters, and the rows of tables that their values select.

use crate::quantity::{Quantity, Value};
use crate::rules::slug::slug;
use crate::rules::{Blocks, CounterRules, Rulebook, SectionRef, Table, facts_of};
use crate::state::{Move, PlayedGame};

/// A counter with the table that its value selects a row of.
#[derive(Debug)]
pub struct Counter {
    /// What the rules declare.
    pub rules: CounterRules,
    /// The section with the counter's name.
    pub section: Option<SectionRef>,
    /// Whether the players added the counter.
    pub is_added: bool,
    /// The lowest and the highest value of each row of the table, and the text of the row.
    rows: Vec<(u32, Option<u32>, String)>,
}

impl Counter {
    /// Finds the table of a counter in the section with its name.
    pub fn new(book: &Rulebook, rules: CounterRules, section: Option<SectionRef>) -> Self {
        let blocks = section.map(|section| book.blocks(section));
        let mut tables = blocks.iter().flat_map(Blocks::tables);
        let rows = tables.find_map(|table| Some(rows(table)).filter(|rows| rows.len() > 1));
        Self {
            rules,
            section,
            is_added: false,
            rows: rows.unwrap_or_default(),
        }
    }

    /// Creates a counter that the players added. It counts from 0 to the highest value that they gave it,
    /// or that of the card with its name.
    pub fn added(
        book: &Rulebook,
        name: &str,
        section: Option<SectionRef>,
        limit: Option<i64>,
    ) -> Self {
        let max = limit.or_else(|| card_value(book, section?));
        let rules = CounterRules {
            name: name.to_owned(),
            min: if max.is_some() { 0 } else { i64::MIN },
            max,
            ..CounterRules::default()
        };
        Self {
            is_added: true,
            ..Self::new(book, rules, section)
        }
    }

    /// Returns the value in a game.
    pub fn value(&self, game: &PlayedGame) -> i64 {
        let value = game.counters.get(&self.rules.name);
        value.copied().unwrap_or(self.rules.start)
    }

    /// Returns the row of the table for the value in a game, such as `Grade 2`.
    pub fn row(&self, game: &PlayedGame) -> Option<&str> {
        let value = self.value(game);
        let is_in = |low: u32, high: Option<u32>| {
            value >= i64::from(low) && high.is_none_or(|high| value <= i64::from(high))
        };
        let mut rows = self.rows.iter();
        rows.find(|(low, high, _)| is_in(*low, *high))
            .map(|(.., text)| text.as_str())
    }

    /// Returns the value in words: the number or its name.
    pub fn value_text(&self, game: &PlayedGame) -> String {
        let value = self.value(game);
        let name = usize::try_from(value)
            .ok()
            .and_then(|at| self.rules.values.get(at));
        match (name, self.rules.max.filter(|_| self.is_added)) {
            (Some(name), _) => name.clone(),
            (None, Some(max)) => format!("{value} of {max}"),
            (None, None) => value.to_string(),
        }
    }

    /// Returns the value in words, without the name of the counter: `Strategy` for the value `Strategy
    /// phase` of the counter `Phase`.
    pub fn own_value(&self, game: &PlayedGame) -> String {
        let value = self.value_text(game);
        match value.rsplit_once(' ') {
            Some((own, last)) if last.eq_ignore_ascii_case(&self.rules.name) => own.to_owned(),
            _ => value,
        }
    }

    /// Describes the counter on little room: `Threat 7 (Grade 2)`.
    pub fn shown(&self, game: &PlayedGame) -> String {
        let value = self.value_text(game);
        match (self.short_name(), self.row(game)) {
            (None, _) => value,
            (Some(name), Some(row)) => format!("{name} {value} ({row})"),
            (Some(name), None) => format!("{name} {value}"),
        }
    }

    /// Describes the counter on the least room: `Threat 7`, `Serg 7/9`. A name that players gave has at
    /// most so many letters.
    pub fn shortened(&self, game: &PlayedGame, letters: usize) -> String {
        let value = self.own_value(game).replace(" of ", "/");
        match self.short_name() {
            None => value,
            Some(name) if self.is_added => format!("{} {value}", cut(name, letters)),
            Some(name) => format!("{name} {value}"),
        }
    }

    /// Returns the name that stands before the value; `None` if the value has a name of its own.
    fn short_name(&self) -> Option<&str> {
        let rules = &self.rules;
        let short = Some(rules.short.as_str()).filter(|short| !short.is_empty());
        rules
            .values
            .is_empty()
            .then(|| short.unwrap_or(&rules.name))
    }

    /// Returns the moves that add to the value within its limits; none if it stays the same.
    pub fn add(&self, game: &PlayedGame, by: i64) -> Vec<Move> {
        let (name, value) = (self.rules.name.clone(), self.value(game));
        let by = self
            .rules
            .limited(value.saturating_add(by))
            .saturating_sub(value);
        if by == 0 {
            return Vec::new();
        }
        // The first change also stores the value at the start.
        let start =
            (!game.counters.contains_key(&name)).then(|| Move::Set(name.clone(), Some(value)));
        start.into_iter().chain([Move::Add(name, by)]).collect()
    }

    /// Returns the move that gives the counter a value within its limits.
    pub fn set(&self, value: i64) -> Move {
        Move::Set(self.rules.name.clone(), Some(self.rules.limited(value)))
    }
}

/// Returns a name with at most so many letters, and its number: `Necro #2` for `Necron Warrior #2`.
fn cut(name: &str, letters: usize) -> String {
    let number = name.rsplit_once(' ').map_or("", |(_, last)| last);
    let is_number = number.ends_with(|c: char| c.is_ascii_digit());
    let (words, number) = match name.strip_suffix(number) {
        Some(words) if is_number => (words.trim_end(), format!(" {number}")),
        _ => (name, String::new()),
    };
    let words: String = words.chars().take(letters).collect();
    words.trim_end().to_owned() + &number
}

/// Returns the value of the field that `game.yaml` counts, such as the wounds of a card. `None` if the
/// section has no such field.
pub fn card_value(book: &Rulebook, section: SectionRef) -> Option<i64> {
    let counted = slug(&book.game(book.game_of(section)).table.card_counter);
    let body = book.body(book.section(section).document).ok()?;
    let mut facts = facts_of(book, &body, section).into_iter();
    let fact = facts.find(|fact| fact.key == counted)?;
    let number = fact.value.split(|c: char| !c.is_ascii_digit()).next();
    number?.parse().ok()
}

/// Returns the ranges of values in the first column of a table, and the texts of the rows.
fn rows(table: &Table) -> Vec<(u32, Option<u32>, String)> {
    let heads = table.columns.iter().map(|column| column.name.plain.trim());
    let rows = table.rows.iter().filter_map(|row| {
        let Value::Range(low, high) = Quantity::dice_key(&row.cells.first()?.text.plain)?.value
        else {
            return None;
        };
        let cells = row.cells.iter().map(|cell| cell.text.plain.trim());
        let texts = heads
            .clone()
            .zip(cells)
            .skip(1)
            .map(|(head, cell)| match cell {
                // A number alone says nothing.
                cell if cell.chars().all(|c| c.is_ascii_digit()) => format!("{head} {cell}"),
                cell => cell.to_owned(),
            });
        Some((low, high, texts.collect::<Vec<_>>().join(", ")))
    });
    rows.collect()
}
