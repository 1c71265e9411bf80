//! Full-text search over a rulebook, with new results after every typed letter.
//!
//! A search uses four modules. `query` expands the typed words to words of the rules, and asks
//! `index` for the sections that contain these words. `rank` scores the best of these sections
//! again by name and text. `answer` builds the results: the hits with their snippets, and whether
//! the rules answer the query.

mod answer;
mod index;
mod query;
mod rank;
mod text;
mod weights;
mod words;

#[cfg(test)]
mod tests;

pub use answer::{Answerability, Highlight, Hit, Query, Results, Snippet, SynonymUse};
pub use index::{DocumentText, ReadText, SearchIndex};
pub use query::{About, complete, keys, narrower_message, query_messages};
pub use weights::{Bm25f, FEATURE_NAMES, FEATURES, Features, Weights};
pub(crate) use words::is_function_word;
