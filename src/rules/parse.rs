//! The parsers, which turn the text of a document into sections and blocks.

pub(super) mod assemble;
pub(super) mod datacard;
pub(super) mod front_matter;
mod heading;
mod item;
mod kind;
mod limit;
pub(super) mod markdown;
mod notation;
mod plain_text;
mod shape;
mod table;
