//! Queries: parsing, expansion of words, and retrieval of sections.

mod bm25f;
mod expand;
mod filter;
mod messages;
mod parse;
mod retrieve;
mod synonyms;
mod terms;

pub use expand::expand;
pub use filter::{Filter, complete, keys};
pub use messages::{narrower_message, query_messages};
pub use parse::{About, MAX_WORDS, Parsed, parse};
pub use retrieve::{Candidates, Found, retrieve, sections_named, sections_with};
pub use synonyms::{SynonymMatch, add_synonyms, match_synonyms};
pub use terms::{FORM, Known, QueryTerm, Terms};
