//! The search index: the text of sections, the vocabulary and the synonyms, and how they are
//! stored.

mod fields;
mod open;
mod passages;
mod schema;
mod storage;
mod strings;
mod synonyms;
mod titles;
mod tokens;
mod update;
mod vocabulary;

pub use fields::MIN_SECTIONS;
pub use open::{ReadText, SearchIndex};
pub use passages::{DocumentText, SectionText, StoredPassage, start_of};
pub use schema::Places;
pub use synonyms::{StoredSynonym, rarest_word};
pub use titles::{TitleMatch, find_titles};
pub use tokens::{PassageTokens, StoredToken};
pub use vocabulary::{IndexVocabulary, Word};
