//! Looks up sections and cells of the bundled rules, and builds expected values.

use std::ops::Deref;

use tableside::quantity::{Currency, Dice, Length, Quantity, Unit, Value};
use tableside::rules::{Blocks, Cell, Rulebook, Section, Table};

pub fn book() -> Rulebook {
    Rulebook::load(tableside::loader::bundled().collect(), Vec::new())
}

pub struct SectionWithBlocks<'a> {
    section: &'a Section,
    pub blocks: Blocks,
}

impl Deref for SectionWithBlocks<'_> {
    type Target = Section;

    fn deref(&self) -> &Section {
        self.section
    }
}

pub fn section<'a>(book: &'a Rulebook, id: &str) -> SectionWithBlocks<'a> {
    let at = book
        .by_id(id)
        .unwrap_or_else(|| panic!("there is no section {id}"));
    SectionWithBlocks {
        section: book.section(at),
        blocks: book.blocks(at),
    }
}

/// Returns the cell in the column named `column` of the row whose first cell is `row`. All tables
/// of the section are searched.
pub fn cell(section: &SectionWithBlocks<'_>, row: &str, column: &str) -> Cell {
    let found = section.blocks.tables().find_map(|table| {
        let at = table
            .columns
            .iter()
            .position(|head| head.name.plain == column)?;
        let row = table
            .rows
            .iter()
            .find(|known| known.cells[0].text.plain == row)?;
        row.cells.get(at).cloned()
    });
    found.unwrap_or_else(|| panic!("{}: no row `{row}` with a column `{column}`", section.id))
}

/// Returns the first table whose rows are chosen by a roll.
pub fn roll_table(section: &SectionWithBlocks<'_>) -> Table {
    let found = section
        .blocks
        .tables()
        .find(|table| table.dice.is_some())
        .cloned();
    found.unwrap_or_else(|| panic!("{}: no table that a roll chooses from", section.id))
}

pub fn none_wrong(wrong: &[String]) {
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

pub fn value(quantity: Option<&Quantity>) -> Option<Value> {
    quantity.map(|quantity| quantity.value)
}

pub const fn inches(number: f64) -> Value {
    Value::Distance(Length {
        number,
        unit: Unit::Inch,
    })
}

pub const fn feet(number: f64) -> Value {
    Value::Distance(Length {
        number,
        unit: Unit::Foot,
    })
}

pub const fn millimetres(number: f64) -> Value {
    Value::Distance(Length {
        number,
        unit: Unit::Millimetre,
    })
}

pub const fn area(width: f64, height: f64, unit: Unit) -> Value {
    Value::Area(
        Length {
            number: width,
            unit,
        },
        Length {
            number: height,
            unit,
        },
    )
}

pub const fn number(number: f64) -> Value {
    Value::Number(number)
}

pub const fn action_points(amount: u32) -> Value {
    Value::Cost(amount, Currency::AP)
}

pub const fn reach(low: u32, high: u32) -> Value {
    Value::Range(low, Some(high))
}

pub const fn dice(count: u32, sides: u32, bonus: i32) -> Value {
    Value::Dice(Dice {
        count,
        sides,
        bonus,
    })
}
