//! Links: which words of a text lead where, what links here, and what makes an exception.
//!
//! A term is a section's title that defines something, or another name of it. A mention is its occurrence in another
//! section's text: the longest one, singular or plural, within the same game only. Names that plain English uses too
//! (Open, Light, Range) are mentions only where typography says so; see `everyday.txt`. The graph holds names, not
//! mentions: a text's links are found when it is shown.

mod backlinks;
mod changes;
mod diagnostics;
mod exceptions;
mod explicit;
mod files;
mod graph;
mod key_numbers;
mod mentions;
mod names;
mod passages;
mod printings;
mod value;
mod words;

pub use backlinks::{Backlink, Backlinks, Mention, by_document, uses};
pub use changes::RuleChange;
pub use diagnostics::diagnostics;
pub use graph::{Link, LinkGraph};
pub use key_numbers::{KeyNumber, key_numbers};
pub use printings::{Printing, likeness, printed_before, without_punctuation};

#[cfg(test)]
mod tests;
