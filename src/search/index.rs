//! The index: what is stored of a section, its words, the players' words, and where all of it is kept.

mod build;
mod error;
mod names;
mod open;
mod passages;
mod places;
mod schema;
mod storage;
mod synonyms;
mod vocabulary;

pub use error::SearchError;
pub use open::SearchIndex;
pub(crate) use passages::{SectionText, StoredPassage, path};
pub(crate) use places::Places;
pub(crate) use synonyms::{Key, Synonyms, Target, rarest_word};
pub(crate) use vocabulary::{Vocabulary, Word, WordId};
