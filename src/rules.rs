//! The typed rules tree: what the documents say, parsed once and walked by everything else.
//!
//! Parsing never fails: it gives the tree *and* its diagnostics.

mod assemble;
pub mod check;
pub mod convert;
mod datacard;
mod front_matter;
mod game_name;
mod games;
mod heading;
mod ids;
mod item;
mod kind;
mod load;
mod markdown;
mod model;
mod notation;
mod parsed;
mod plain_text;
mod reading;
mod rulebook;
mod shape;
pub mod slug;
pub mod table;

pub use datacard::Datacard;
pub use game_name::game_named;
pub use games::bundled_synonyms;
pub use model::{
    Block, BlockKind, Blocks, Body, Cell, Column, ColumnKind, Cost, Document, DocumentRef,
    FrontMatter, Game, GameRef, LinkTarget, List, Provenance, RichText, Row, Run, Section,
    SectionKind, SectionRef, Stat, Style, Synonym, Table, Weapon,
};
pub use reading::{Opened, Reading};
pub use rulebook::Rulebook;
