//! The blocks of a section: paragraphs, lists, tables, effects, notes.

use serde::Serialize;

use super::section::SectionRef;
use super::text::RichText;
use crate::quantity::{Dice, Quantity};
use crate::source::Span;

/// A block with its span.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Block {
    /// The kind of the block, with its content.
    #[serde(flatten)]
    pub kind: BlockKind,
    /// Span in the source.
    pub span: Span,
}

/// The kind of a block, with its content.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "block", content = "content", rename_all = "kebab-case")]
pub enum BlockKind {
    /// Running text.
    Paragraph(RichText),
    /// A list.
    List {
        /// The first number of a numbered list. `None` for a bulleted list.
        start: Option<u64>,
        /// The blocks of each item.
        items: Vec<Vec<Block>>,
    },
    /// A table.
    Table(Table),
    /// An effect of an action: a paragraph marked ▶, and the lists after it.
    Effect(Vec<Block>),
    /// A condition of an action: a paragraph marked ◆, and the lists after it.
    Condition(Vec<Block>),
    /// Commentary, not rules text.
    Note {
        /// The origin of the note.
        provenance: Provenance,
        /// The blocks of the note, without its label.
        blocks: Vec<Block>,
    },
    /// A quotation that is not a note.
    Quote(Vec<Block>),
    /// A run-in rule (`**Name:** text`), shown at this position. Its name and text are a section.
    RunIn(SectionRef),
    /// A heading in a container, such as a quote. A section takes its place, except in a cell.
    Heading {
        /// Level of the heading as written, from 1 to 6.
        level: u8,
        /// The text of the heading.
        text: RichText,
    },
    /// A term of a definition list and its definition. A section takes its place.
    Definition {
        /// The term.
        term: RichText,
        /// The blocks that define the term.
        blocks: Vec<Block>,
    },
    /// The stats of a datacard, shown side by side.
    Stats(Vec<Stat>),
    /// The keywords of a datacard, shown as chips.
    Keywords(Vec<String>),
    /// A thematic break.
    Break,
    /// Preformatted text.
    Code(String),
}

/// The origin of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Provenance {
    /// The designers' commentary.
    Designer,
    /// A description of a picture.
    Illustration,
    /// A summary of other rules.
    Summary,
    /// A remark of the document's editors.
    Editor,
}

impl Provenance {
    /// Returns the label that is shown before the note.
    pub fn label(self) -> &'static str {
        match self {
            Self::Designer => "Designer's note",
            Self::Illustration => "Derived from illustration",
            Self::Summary => "Summary",
            Self::Editor => "Editor's note",
        }
    }
}

/// A table with typed cells.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Table {
    /// The columns, with their headings.
    pub columns: Vec<Column>,
    /// The rows below the header. Every row has one cell per column.
    pub rows: Vec<TableRow>,
    /// The dice in the first column's heading, such as `D6`; their result selects a row. `None` if
    /// the heading names no dice.
    pub dice: Option<Dice>,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TableRow {
    /// The cells, one per column.
    pub cells: Vec<Cell>,
    /// Span in the source.
    pub span: Span,
}

/// A column of a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Column {
    /// The heading of the column.
    pub name: RichText,
    /// The type of the column's cells.
    pub kind: ColumnKind,
    /// Whether the cells are right-aligned.
    pub right: bool,
}

/// The type of a column's cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColumnKind {
    /// Text, although some cells may be quantities.
    #[default]
    Text,
    /// Mostly quantities, such as `2"`. A column with the heading `Value` always has this type.
    Value,
    /// Ranges of results of a roll, such as `2-3`. The result selects the row.
    DiceKey,
    /// Normal and critical damage, such as `3/4`.
    Damage,
    /// Names of weapon rules.
    WeaponRules,
}

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Cell {
    /// The text of the cell.
    pub text: RichText,
    /// The typed value, if the text is a quantity. Boxed, because most cells of large tables have
    /// none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quantity: Option<Box<Quantity>>,
}

/// A row of a datacard's weapons table. A quantity is `None` if its column is missing, or if the
/// text of its cell is not a quantity.
#[derive(Debug, Serialize)]
pub struct Weapon {
    /// The name of the weapon.
    pub name: String,
    /// The type as printed, such as `Ranged` or `Melee`. Empty if none is printed.
    pub weapon_type: String,
    /// The number of attack dice.
    pub attacks: Option<Quantity>,
    /// The lowest roll that hits.
    pub hit: Option<Quantity>,
    /// Normal and critical damage.
    pub damage: Option<Quantity>,
    /// The weapon rules as printed, including a `*` that refers to a footnote.
    pub rules: Vec<String>,
}

/// One stat of a datacard.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stat {
    /// The name as printed, such as `APL`.
    pub name: String,
    /// The value as printed, such as `6"`.
    pub text: String,
    /// The typed value, if the text is a quantity.
    pub quantity: Option<Quantity>,
}

impl Block {
    /// Creates a block from its kind and span.
    pub const fn new(kind: BlockKind, span: Span) -> Self {
        Self { kind, span }
    }

    /// Creates a paragraph with the span of its text.
    pub fn paragraph(text: RichText) -> Self {
        let span = text.span();
        Self::new(BlockKind::Paragraph(text), span)
    }

    /// Returns the text if the block is a paragraph.
    pub const fn as_paragraph(&self) -> Option<&RichText> {
        match &self.kind {
            BlockKind::Paragraph(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the table if the block is a table.
    pub const fn as_table(&self) -> Option<&Table> {
        match &self.kind {
            BlockKind::Table(table) => Some(table),
            _ => None,
        }
    }

    /// Returns the blocks directly inside this block: one slice per item of a list, and one slice
    /// for a quote, a note, a definition, an effect or a condition. Other blocks contain none.
    pub fn parts(&self) -> impl Iterator<Item = &[Self]> {
        let parts: &[Vec<Self>] = match &self.kind {
            BlockKind::List { items, .. } => items,
            BlockKind::Effect(blocks)
            | BlockKind::Condition(blocks)
            | BlockKind::Quote(blocks)
            | BlockKind::Definition { blocks, .. }
            | BlockKind::Note { blocks, .. } => std::slice::from_ref(blocks),
            _ => &[],
        };
        parts.iter().map(Vec::as_slice)
    }

    /// Like [`Self::parts`], for changes.
    pub(super) fn parts_mut(&mut self) -> impl Iterator<Item = &mut Self> {
        let parts: &mut [Vec<Self>] = match &mut self.kind {
            BlockKind::List { items, .. } => items,
            BlockKind::Effect(blocks)
            | BlockKind::Condition(blocks)
            | BlockKind::Quote(blocks)
            | BlockKind::Note { blocks, .. } => std::slice::from_mut(blocks),
            _ => &mut [],
        };
        parts.iter_mut().flatten()
    }

    /// Returns every [`RichText`] in the block and its nested blocks, in reading order. Leaves out
    /// the texts of run-in rules.
    pub fn texts(&self) -> Box<dyn Iterator<Item = &RichText> + '_> {
        let own = match &self.kind {
            BlockKind::Paragraph(text)
            | BlockKind::Heading { text, .. }
            | BlockKind::Definition { term: text, .. } => Some(text),
            _ => None,
        };
        let tables = self.as_table().into_iter().flat_map(Table::texts);
        let inside = self.parts().flatten().flat_map(Self::texts);
        Box::new(own.into_iter().chain(tables).chain(inside))
    }

    /// Whether the block contains a run-in rule, or a sentence outside tables. A line counts as a
    /// sentence if it ends like one or has five or more words, but never if its first word is
    /// `Roll`.
    pub fn has_prose(&self) -> bool {
        let is_prose = |line: &str| {
            let is_sentence = line.ends_with(['.', '!', '?']);
            (is_sentence || line.split_whitespace().nth(4).is_some()) && !line.starts_with("Roll ")
        };
        matches!(self.kind, BlockKind::RunIn(_))
            || self
                .as_paragraph()
                .is_some_and(|text| text.plain.lines().any(is_prose))
            || self.parts().flatten().any(Self::has_prose)
    }

    /// Returns every table in the block, including nested tables.
    pub fn tables(&self) -> Box<dyn Iterator<Item = &Table> + '_> {
        let inside = self.parts().flatten().flat_map(Self::tables);
        Box::new(self.as_table().into_iter().chain(inside))
    }
}

/// The separator between the cells of a row that is shown as a line.
pub const CELL_GAP: &str = " · ";

impl TableRow {
    /// Returns the row as a line: `Teeth · 5 · 1/2`.
    pub fn line(&self) -> String {
        let cells = self.cells.iter().map(|cell| cell.text.plain.as_str());
        let cells: Vec<_> = cells.collect();
        cells.join(CELL_GAP).replace('\n', " ")
    }
}

impl From<RichText> for Cell {
    fn from(text: RichText) -> Self {
        Self {
            text,
            quantity: None,
        }
    }
}

impl Table {
    /// Returns the headings of the columns, then the texts of the cells.
    pub fn texts(&self) -> impl Iterator<Item = &RichText> {
        let heads = self.columns.iter().map(|column| &column.name);
        let cells = self.rows.iter().flat_map(|row| &row.cells);
        heads.chain(cells.map(|cell| &cell.text))
    }
}
