//! The plain types of the rules tree. They import nothing from the parsers that fill them.

pub mod block;
pub mod body;
pub mod document;
pub mod front_matter;
pub mod game;
pub mod section;
pub mod text;
