//! The blocks of a section: paragraphs, lists, tables, effects, notes.

use serde::Serialize;

use super::section::SectionRef;
use super::text::RichText;
use crate::quantity::{Dice, Quantity};
use crate::source::Span;

/// One block with its place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Block {
    /// Its kind.
    #[serde(flatten)]
    pub kind: BlockKind,
    /// Its place in the source.
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
        /// The first number of a numbered list.
        start: Option<u64>,
        /// The items' blocks.
        items: Vec<Vec<Block>>,
    },
    /// A table.
    Table(Table),
    /// An effect of an action: a paragraph marked ▶ and the lists below it.
    Effect(Vec<Block>),
    /// A condition of an action: a paragraph marked ◆ and the lists below it.
    Condition(Vec<Block>),
    /// Commentary, not rules text.
    Note {
        /// Its origin.
        provenance: Provenance,
        /// Its text.
        blocks: Vec<Block>,
    },
    /// A quotation other than a note.
    Quote(Vec<Block>),
    /// The place of a run-in rule, `**Name:** text`, whose section holds the text.
    RunIn(SectionRef),
    /// A datacard's stats, shown on one line.
    Stats(Vec<Stat>),
    /// A datacard's keywords, shown as chips.
    Keywords(Vec<String>),
    /// A thematic break.
    Break,
    /// Preformatted text.
    Code(String),
}

/// The origin of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Provenance {
    /// The designers' commentary.
    Designer,
    /// Described from a picture.
    Illustration,
    /// A summary of other rules.
    Summary,
    /// A remark of the document's editors.
    Editor,
}

impl Provenance {
    /// The label in front of the note.
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
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows; every row has a cell for every column.
    pub rows: Vec<TableRow>,
    /// The dice that head the first column, if a roll selects the row.
    pub dice: Option<Dice>,
}

/// A row of a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TableRow {
    /// A cell for every column.
    pub cells: Vec<Cell>,
    /// Its place in the source.
    pub span: Span,
}

/// A column of a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Column {
    /// Its heading.
    pub name: RichText,
    /// The type of its cells.
    pub kind: ColumnKind,
    /// Whether its cells are aligned right.
    pub right: bool,
}

/// The type of a column's cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColumnKind {
    /// Words.
    #[default]
    Text,
    /// Mostly values.
    Value,
    /// Results of a roll, which select the row.
    DiceKey,
    /// Normal and critical damage.
    Damage,
    /// Names of weapon rules.
    WeaponRules,
}

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Cell {
    /// Its text.
    pub text: RichText,
    /// Its value, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quantity: Option<Quantity>,
}

/// A row of a datacard's weapons table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Weapon {
    /// Its name.
    pub name: String,
    /// `Ranged`, `Melee` or another word of the table; empty if the table has none.
    pub weapon_type: String,
    /// Attack dice.
    pub attacks: Option<Quantity>,
    /// The roll that hits.
    pub hit: Option<Quantity>,
    /// Normal and critical damage.
    pub damage: Option<Quantity>,
    /// Its weapon rules as printed, with the `*` of a footnote.
    pub rules: Vec<String>,
}

/// One stat of a datacard.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stat {
    /// Its name as printed.
    pub name: String,
    /// Its value as printed.
    pub text: String,
    /// Its value, if it has one.
    pub quantity: Option<Quantity>,
}

impl Block {
    /// A block of a kind, at a place.
    pub const fn new(kind: BlockKind, span: Span) -> Self {
        Self { kind, span }
    }

    /// A paragraph at the place of its text.
    pub fn paragraph(text: RichText) -> Self {
        let span = text.span();
        Self::new(BlockKind::Paragraph(text), span)
    }

    /// The text of a paragraph.
    pub const fn as_paragraph(&self) -> Option<&RichText> {
        match &self.kind {
            BlockKind::Paragraph(text) => Some(text),
            _ => None,
        }
    }

    /// The table, if the block is one.
    pub const fn as_table(&self) -> Option<&Table> {
        match &self.kind {
            BlockKind::Table(table) => Some(table),
            _ => None,
        }
    }

    /// The blocks directly inside this one, by the items of a list.
    pub fn parts(&self) -> impl Iterator<Item = &[Self]> {
        let parts: &[Vec<Self>] = match &self.kind {
            BlockKind::List { items, .. } => items,
            BlockKind::Effect(blocks)
            | BlockKind::Condition(blocks)
            | BlockKind::Quote(blocks)
            | BlockKind::Note { blocks, .. } => std::slice::from_ref(blocks),
            _ => &[],
        };
        parts.iter().map(Vec::as_slice)
    }

    /// Every text in the block, in reading order. A run-in rule's section holds its texts.
    pub fn texts(&self) -> Box<dyn Iterator<Item = &RichText> + '_> {
        let tables = self.as_table().into_iter().flat_map(Table::texts);
        let inside = self.parts().flatten().flat_map(Self::texts);
        Box::new(self.as_paragraph().into_iter().chain(tables).chain(inside))
    }

    /// Every table in the block.
    pub fn tables(&self) -> Box<dyn Iterator<Item = &Table> + '_> {
        let inside = self.parts().flatten().flat_map(Self::tables);
        Box::new(self.as_table().into_iter().chain(inside))
    }
}

impl From<RichText> for Cell {
    /// A cell without a value.
    fn from(text: RichText) -> Self {
        Self {
            text,
            quantity: None,
        }
    }
}

impl From<RichText> for Column {
    /// A column with a heading.
    fn from(name: RichText) -> Self {
        Self {
            name,
            ..Self::default()
        }
    }
}

impl Table {
    /// Every text of the table: column heads and cells.
    pub fn texts(&self) -> impl Iterator<Item = &RichText> {
        let heads = self.columns.iter().map(|column| &column.name);
        let cells = self.rows.iter().flat_map(|row| &row.cells);
        heads.chain(cells.map(|cell| &cell.text))
    }
}
