//! The plain types of the rules tree. They import nothing from the parsers that fill them.

pub mod block;
pub mod body;
pub mod document;
pub mod front_matter;
pub mod game;
pub mod section;
pub mod text;

pub use block::{
    Block, BlockKind, Cell, Column, ColumnKind, List, Provenance, Row, Stat, Table, Weapon,
};
pub use body::{Blocks, Body};
pub use document::Document;
pub use front_matter::FrontMatter;
pub use game::{Game, Synonym};
pub use section::{Cost, DocumentRef, GameRef, Section, SectionKind, SectionRef};
pub use text::{LinkTarget, RichText, Run, Style};
