//! The data types of the rules tree, which do not depend on the parsers that build it.

mod block;
mod body;
mod document;
mod section;
mod table_rules;
mod text;
mod vocabulary;

pub use block::{
    Block, BlockKind, CELL_GAP, Cell, Column, ColumnKind, Provenance, Stat, Table, TableRow, Weapon,
};
pub use body::{Blocks, Bodies, Body, Unreadable, is_sentence};
pub use document::{Document, FrontMatter, Game, Synonym};
pub use section::{
    Cost, DocumentRef, GameRef, KindRef, RunInForm, Section, SectionKind, SectionRef, TitleRole,
    VocabularyRef, title_above,
};
pub use table_rules::{CounterRules, StepRules, TableRules};
pub use text::{
    LinkTarget, NOT_SHOWN, RichText, Run, Style, is_address, is_image, is_placeholder,
    names_source, placeholder,
};
pub use vocabulary::{ColumnRole, Enclosed, LabelRole, NamedKind, StructuralKind, Vocabulary};
