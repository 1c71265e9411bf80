//! Queries: parsing, expansion of words, and retrieval of sections.

mod expand;
mod filter;
mod parse;
mod retrieve;
mod synonyms;
mod terms;

pub(crate) use expand::{expand, ratio};
pub(crate) use filter::Filter;
pub use filter::complete;
pub use parse::About;
pub(crate) use parse::{MAX_WORDS, Parsed, parse};
pub(crate) use retrieve::{Found, retrieve, sections_named, sections_with};
pub(crate) use synonyms::{SynonymMatch, add_synonyms, match_synonyms};
pub(crate) use terms::{FORM, Known, QueryTerm, Terms};
