//! The index: what is stored of a section, its words, the players' words, and where all of it is kept.

mod open;
mod passages;
mod schema;
mod storage;
mod synonyms;
mod update;
mod vocabulary;

pub use open::SearchIndex;
pub(crate) use passages::{SectionText, StoredPassage, path};
pub(crate) use schema::{Places, name_term};
pub(crate) use synonyms::{PlayerWord, rarest_word};
pub(crate) use vocabulary::{Vocabulary, Word};
