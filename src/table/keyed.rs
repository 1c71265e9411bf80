//! Finds what can be rolled in a section: tables keyed by a roll, and dice in the text.

use super::expression::Expression;
use super::key::TableKey;
use crate::quantity::{self, Quantity, Value};
use crate::rules::{Block, BlockKind, Rulebook, SectionRef, Table};

/// The maximum number of sections in which dice are looked for.
const MAX_SECTIONS: usize = 200;

/// The maximum number of things to roll that a section offers.
const MAX_ROLLABLE: usize = 20;

/// A table keyed by a roll, and the section that contains it.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyedTable {
    /// The innermost section that contains the table.
    pub section: SectionRef,
    /// The results that select each row.
    pub key: TableKey,
    /// The table.
    pub table: Table,
    /// The name of the table in the text above it; empty if it has none.
    pub caption: String,
}

/// Something to roll.
#[derive(Clone, Debug, PartialEq)]
pub enum Rollable {
    /// A table.
    Table(Box<KeyedTable>),
    /// Dice.
    Dice(Expression),
}

impl KeyedTable {
    /// Returns the tables in a section, without those in its subsections. A table that has no dice in
    /// its heading is keyed by dice that the text beside it names, if it numbers their results.
    pub fn in_section(book: &Rulebook, section: SectionRef) -> Vec<Self> {
        let blocks = book.blocks(section);
        let named = distinct(dice_beside(&blocks));
        let by_named = |table| {
            named.iter().find_map(|dice| match dice {
                Expression::Sum(dice) => TableKey::numbered(table, *dice),
                Expression::Successes { .. } => None,
            })
        };
        let captions = captions(&blocks);
        let tables = blocks.tables().filter_map(|table| {
            let mut known = captions.iter();
            let caption = known.find(|(_, of)| std::ptr::eq(*of, table));
            Some(Self {
                section,
                key: TableKey::of(table).or_else(|| by_named(table))?,
                table: table.clone(),
                caption: caption.map_or_else(String::new, |(caption, _)| (*caption).to_owned()),
            })
        });
        tables.collect()
    }

    /// Returns the name of the table: the title of its section, and its own if it has one.
    pub fn name(&self, title: &str) -> String {
        match self.caption.as_str() {
            "" => title.to_owned(),
            caption => format!("{title}: {caption}"),
        }
    }

    /// Returns the first table in a section or below it.
    pub fn find(book: &Rulebook, section: SectionRef) -> Option<Self> {
        let mut sections = book.subtree(section).take(MAX_SECTIONS);
        sections.find_map(|section| Self::in_section(book, section).into_iter().next())
    }

    /// Returns the texts of the cells of a row.
    pub fn cells(&self, row: usize) -> Vec<&str> {
        let cells = self.table.rows.get(row).map(|row| row.cells.iter());
        let cells = cells.into_iter().flatten();
        cells.map(|cell| cell.text.plain.trim()).collect()
    }

    /// Returns the dice in the cells of a row, without its key.
    pub fn dice_in_row(&self, row: usize) -> Vec<Expression> {
        let texts = self.cells(row);
        distinct(texts.into_iter().skip(1).flat_map(dice_in))
    }
}

impl Rollable {
    /// Returns what the text of a section and its subsections offers: the tables first, then the
    /// dice. Dice with which one of the tables is rolled are left out.
    pub fn in_section(book: &Rulebook, section: SectionRef) -> Vec<Self> {
        let sections = || book.subtree(section).take(MAX_SECTIONS);
        let tables = sections().flat_map(|section| KeyedTable::in_section(book, section));
        let mut found: Vec<_> = tables.take(MAX_ROLLABLE).map(Self::of_table).collect();
        let dice = distinct(
            sections().flat_map(|section| dice_beside(&book.blocks(section)).collect::<Vec<_>>()),
        );
        let room = MAX_ROLLABLE - found.len();
        let mut dice: Vec<_> = dice.into_iter().map(Self::Dice).take(room).collect();
        dice.retain(|dice| found.iter().all(|of| of.expression() != dice.expression()));
        found.extend(dice);
        found
    }

    /// Creates an entry for a table.
    pub fn of_table(table: KeyedTable) -> Self {
        Self::Table(Box::new(table))
    }

    /// Returns the dice.
    pub fn expression(&self) -> Expression {
        match self {
            Self::Table(table) => Expression::Sum(table.key.dice),
            Self::Dice(dice) => *dice,
        }
    }

    /// Returns the table, if there is one.
    pub fn table(&self) -> Option<&KeyedTable> {
        match self {
            Self::Table(table) => Some(table),
            Self::Dice(_) => None,
        }
    }
}

/// The maximum length of the name of a table.
const MAX_CAPTION: usize = 80;

/// Returns the names of tables: the short texts right above them, if these are no sentences and stand
/// out, or say that they are about a table.
fn captions(blocks: &[Block]) -> Vec<(&str, &Table)> {
    let pairs = blocks.windows(2).filter_map(|pair| {
        let (BlockKind::Paragraph(text), table) = (&pair[0].kind, pair[1].as_table()?) else {
            return None;
        };
        let name = text.plain.trim().trim_end_matches(':');
        let stands_out = text
            .runs
            .iter()
            .all(|run| run.style.strong || run.style.emphasis);
        let is_name = stands_out || name.to_lowercase().starts_with("table");
        let is_short = name.len() <= MAX_CAPTION && !name.ends_with('.');
        (is_name && is_short).then_some((name, table))
    });
    pairs.collect()
}

/// Finds the dice in blocks that are no tables. The dice in a table are rolled after its row is known.
fn dice_beside(blocks: &[Block]) -> impl Iterator<Item = Expression> {
    let texts = blocks.iter().filter(|block| block.as_table().is_none());
    let texts = texts.flat_map(Block::texts).map(|text| text.plain.as_str());
    texts.flat_map(dice_in)
}

/// Finds the dice in a text: `2D6`, `D3+3` and `4+`, but no statistics such as `Save 4+`, whose
/// number stands alone.
fn dice_in(text: &str) -> Vec<Expression> {
    // The sign of inches is no part of the dice: `D3+3"`.
    let text = closed_up(&text.replace(['"', '\u{201d}', '\u{2033}'], " "));
    let found = quantity::all(&text).filter_map(|(range, value)| match value {
        Value::Dice(_) | Value::RollTarget(_) => Expression::parse(&text[range]).ok(),
        _ => None,
    });
    found.collect()
}

/// Joins dice to a bonus that is set apart: `7d10 + 21` becomes `7d10+21`.
fn closed_up(text: &str) -> String {
    let is_dice = |word: &str| {
        let word = word.trim_start_matches(|c: char| !c.is_alphanumeric());
        let parsed = Quantity::parse(word).map(|quantity| quantity.value);
        matches!(parsed, Some(Value::Dice(dice)) if dice.bonus == 0)
    };
    let words: Vec<_> = text.split_whitespace().collect();
    let (mut joined, mut at) = (String::new(), 0);
    while at < words.len() {
        joined.push_str(words[at]);
        at += 1;
        if let [sign @ ("+" | "-" | "\u{2212}"), bonus, ..] = words[at..]
            && bonus.starts_with(|c: char| c.is_ascii_digit())
            && is_dice(words[at - 1])
        {
            joined.push(if sign == "+" { '+' } else { '-' });
            joined.push_str(bonus);
            at += 2;
        }
        joined.push(' ');
    }
    joined
}

fn distinct(dice: impl Iterator<Item = Expression>) -> Vec<Expression> {
    let mut known = Vec::new();
    for dice in dice {
        if !known.contains(&dice) {
            known.push(dice);
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::source::Source;

    fn book(text: &str) -> Rulebook {
        Rulebook::load(vec![Source::in_memory("loot.md", text)], Vec::new())
    }

    #[rstest]
    #[case("It has 59 (7d10 + 21) hit points.", "7D10+21")]
    #[case("1d4 + 1 giant spiders", "D4+1")]
    #[case("Roll 2d8 \u{2212} 2.", "2D8-2")]
    #[case("Strength + 2d6", "2D6")]
    #[case("Roll a d6 \u{2013} 3 or more hits.", "D6")]
    #[case("Roll 1d4 + the level.", "D4")]
    fn a_bonus_may_be_set_apart(#[case] text: &str, #[case] expected: &str) {
        let shown: Vec<_> = dice_in(text).iter().map(ToString::to_string).collect();
        assert_eq!(shown, [expected]);
    }

    #[test]
    fn a_section_offers_its_tables_and_then_the_dice_of_its_text() {
        let book = book(
            "# Loot\n\nRoll 2D6, twice: 2D6. On a 4+, move D3+3\" away.\n\n## Table\n\n| D6 | Find |\n|---|---|\n| 1-4 | D3 ropes |\n| 5-6 | Lamp, worth 2D6 or D3 coins |\n",
        );
        let found = Rollable::in_section(&book, SectionRef(0));
        let shown: Vec<_> = found.iter().map(|of| of.expression().to_string()).collect();
        assert_eq!(shown, ["D6", "2D6", "D6>=4", "D3+3"]);
        let table = found[0].table().unwrap();
        assert_eq!(table.cells(0), ["1-4", "D3 ropes"]);
        let dice = table.dice_in_row(1);
        assert_eq!(dice.len(), 2, "{dice:?}");
        assert_eq!(table.dice_in_row(9), []);
        let found = KeyedTable::find(&book, SectionRef(0)).unwrap();
        assert_eq!(book.section(found.section).title, "Table");
    }

    #[rstest]
    #[case::named_dice("Roll a D6.", "Result", &["1", "2-5", "6"], Some("D6"))]
    #[case::last_row_is_open("Roll a d6.", "No.", &["1-3", "4+"], Some("D6"))]
    #[case::other_dice("Roll a D8.", "Result", &["1", "2-5", "6"], None)]
    #[case::levels("Each level has a bonus.", "Level", &["1", "2", "3", "4"], None)]
    #[case::other_texts("Roll a D6.", "Cost", &["1", "cheap", "6"], None)]
    fn a_table_that_numbers_the_results_of_dice_beside_it_is_keyed_by_them(
        #[case] text: &str,
        #[case] head: &str,
        #[case] keys: &[&str],
        #[case] expected: Option<&str>,
    ) {
        let rows: Vec<_> = keys.iter().map(|key| format!("| {key} | x |\n")).collect();
        let rows = rows.concat();
        let book = book(&format!(
            "# Loot\n\n{text}\n\n| {head} | Find |\n|---|---|\n{rows}"
        ));
        let found = KeyedTable::find(&book, SectionRef(0));
        let dice = found.map(|found| Expression::Sum(found.key.dice).to_string());
        assert_eq!(dice.as_deref(), expected);
    }
}
