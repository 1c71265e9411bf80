//! The parsers, which turn the text of a document into sections and blocks.

pub mod assemble;
mod builder;
mod callout;
pub mod card;
mod cells;
mod elements;
pub mod fields;
pub mod format;
pub mod front_matter;
mod heading;
mod html;
mod hyphens;
mod inline;
mod item;
mod kind;
mod limit;
pub mod markdown;
mod notation;
mod number;
mod plain_text;
pub mod reading;
mod shape;
mod table;
mod title;
mod title_role;
pub mod vocabulary;
