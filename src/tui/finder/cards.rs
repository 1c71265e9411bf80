//! The stats of cards in columns, for a list of results that are all cards.

use crate::render::wrap;
use crate::rules::{BlockKind, Rulebook, SectionRef, Stat};

/// The maximum number of columns.
const MAX_COLUMNS: usize = 8;

/// The number of blank columns of the screen before a column.
const GAP: u16 = 2;

/// The minimum width of a card's title, in columns of the screen. Columns that would leave less room
/// are not drawn.
const MIN_TITLE: u16 = 22;

/// The stats of the results, in columns.
#[derive(Debug)]
pub struct CardColumns {
    /// The name and the width of each column.
    names: Vec<(String, u16)>,
    /// The values of each result, in the order of the columns. Empty if the card has no such value.
    values: Vec<Vec<String>>,
}

impl CardColumns {
    /// Returns the columns for several cards; `None` if any of the sections has no stats.
    pub fn new(book: &Rulebook, cards: &[SectionRef]) -> Option<Self> {
        if cards.len() < 2 {
            return None;
        }
        let stats: Option<Vec<_>> = cards.iter().map(|card| stats(book, *card)).collect();
        let stats = stats?;
        let mut names: Vec<(String, u16)> = Vec::new();
        for stat in stats.iter().flatten() {
            let name = stat.name.to_uppercase();
            let width = wrap::columns(&stat.text).max(wrap::columns(&name));
            match names.iter().position(|(known, _)| *known == name) {
                Some(at) => names[at].1 = width.max(names[at].1),
                None if names.len() < MAX_COLUMNS => names.push((name, width)),
                None => {}
            }
        }
        let value = |card: &Vec<Stat>, name: &str| {
            let stat = card.iter().find(|stat| stat.name.to_uppercase() == name);
            stat.map(|stat| stat.text.clone()).unwrap_or_default()
        };
        let row = |card| names.iter().map(|(name, _)| value(card, name)).collect();
        let values = stats.iter().map(row).collect();
        Some(Self { names, values })
    }

    /// Returns the columns that fit in `room` columns of the screen beside a title: for each its
    /// distance from the right edge, its name and, if `card` is the index of a result, its value.
    pub fn cells(&self, room: u16, card: Option<usize>) -> Vec<(u16, &str)> {
        let mut left = room.saturating_sub(MIN_TITLE);
        let fits = |(_, width): &&(String, u16)| {
            let rest = left.checked_sub(width + GAP);
            left = rest.unwrap_or(0);
            rest.is_some()
        };
        let shown: Vec<_> = self.names.iter().take_while(fits).collect();
        let mut end: u16 = shown.iter().map(|(_, width)| width + GAP).sum();
        let cells = shown
            .into_iter()
            .enumerate()
            .map(|(column, (name, width))| {
                let at = end - GAP;
                end -= width + GAP;
                let text = card.map_or(name.as_str(), |card| &self.values[card][column]);
                (at, text)
            });
        cells.collect()
    }

    /// Describes a card for linear mode: `APL 2, MOVE 6"`.
    pub fn describe(&self, card: usize) -> String {
        let stats = self.names.iter().zip(&self.values[card]);
        let stats = stats.filter(|(_, value)| !value.is_empty());
        let stats: Vec<_> = stats
            .map(|((name, _), value)| format!("{name} {value}"))
            .collect();
        stats.join(", ")
    }
}

/// Returns the stats of a card; `None` if it has none.
fn stats(book: &Rulebook, card: SectionRef) -> Option<Vec<Stat>> {
    let blocks = book.blocks(card);
    let mut stats = blocks.iter().filter_map(|block| match &block.kind {
        BlockKind::Stats(stats) => Some(stats.clone()),
        _ => None,
    });
    stats.next()
}
