//! The search index: the text of sections, the vocabulary and the synonyms, and how they are
//! stored.

mod open;
mod passages;
mod schema;
mod storage;
mod synonyms;
mod update;
mod vocabulary;

pub use open::SearchIndex;
pub(crate) use passages::{BETWEEN_CELLS, SectionText, StoredPassage, path, start_of};
pub(crate) use schema::{Places, name_term};
pub(crate) use synonyms::{StoredSynonym, rarest_word};
pub(crate) use vocabulary::{Vocabulary, Word};
