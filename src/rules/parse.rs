//! The parsers, which turn the text of a document into sections and blocks.

pub mod assemble;
pub mod datacard;
pub mod front_matter;
mod heading;
mod item;
mod kind;
mod limit;
pub mod markdown;
mod notation;
mod plain_text;
mod shape;
mod table;
