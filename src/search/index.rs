//! The search index: the text of sections, the vocabulary and the synonyms, and how they are
//! stored.

mod open;
mod passages;
mod schema;
mod storage;
mod synonyms;
mod update;
mod vocabulary;

pub use open::{ReadText, SearchIndex};
pub use passages::{BETWEEN_CELLS, DocumentText, SectionText, StoredPassage, path, start_of};
pub use schema::{Places, name_term};
pub use synonyms::{StoredSynonym, rarest_word};
pub use vocabulary::{IndexVocabulary, Word};
