//! The typed rules tree: what the documents say, parsed once and walked by everything else.
//!
//! Parsing never fails: it gives the tree *and* its diagnostics.

pub mod check;
pub mod convert;
mod game_name;
mod games;
mod ids;
mod load;
mod model;
mod parse;
mod parsed;
mod rulebook;
pub mod slug;

pub use game_name::game_named;
pub use games::bundled_synonyms;
pub use model::block::{
    Block, BlockKind, Cell, Column, ColumnKind, List, Provenance, Row, Stat, Table, Weapon,
};
pub use model::body::{Blocks, Body};
pub use model::document::Document;
pub use model::front_matter::FrontMatter;
pub use model::game::{Game, Synonym};
pub use model::section::{Cost, DocumentRef, GameRef, Section, SectionKind, SectionRef};
pub use model::text::{LinkTarget, RichText, Run, Style};
pub use parse::datacard::Datacard;
pub use rulebook::Rulebook;
