//! The analyzer: splits texts into tokens that can be compared, for the search index, queries,
//! highlights and names.
//!
//! A word has three forms, each coarser than the one before: *exact* (NFKC and case folded, without
//! invisible characters and apostrophes), *folded* (without accents), and *stem* (without the
//! inflection of its language). Whoever compares words chooses the form.

mod forms;
mod language;
mod numbers;
mod scripts;
mod stems;
mod tokens;

#[cfg(test)]
mod tests;

pub use forms::{exact, fold};
pub use language::Language;
pub use stems::Stemmer;
pub use tokens::{Token, tokenize};
