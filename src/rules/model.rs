//! The plain types of the rules tree. They import nothing from the parsers that fill them.

mod block;
mod body;
mod document;
mod section;
mod text;

pub use block::{
    Block, BlockKind, Cell, Column, ColumnKind, Provenance, Stat, Table, TableRow, Weapon,
};
pub use body::{Blocks, Body};
pub use document::{Document, FrontMatter, Game, Synonym};
pub use section::{Cost, DocumentRef, GameRef, Section, SectionKind, SectionRef};
pub use text::{LinkTarget, RichText, Run, Style};
