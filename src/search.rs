//! Full-text search over a rulebook: the best answer first, from the first letter.
//!
//! A search goes through four stages, each in its own module: what was typed is expanded to words of the rules (`query`),
//! tantivy finds the sections that have them (`index`), the best of these are scored again by their names and their text
//! (`rank`), and the hits, their snippets and whether they answer the query at all are the results (`answer`).

mod answer;
mod index;
mod number;
mod query;
mod rank;
mod tokenizer;
mod weights;
mod words;

#[cfg(test)]
mod tests;

pub use answer::{Highlight, Hit, LinksOf, Outcome, Query, Reason, Results, Snippet, SynonymUse};
pub use index::SearchIndex;
pub use query::{About, complete};
pub use weights::Weights;
pub(crate) use words::is_function_word;
