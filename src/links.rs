//! Links: the targets of a text's words, backlinks, and exceptions.
//!
//! A term is the title, or another name, of a section that defines something. A mention is an occurrence of a term in
//! another section's text, singular or plural, within the same game; the longest term wins. Names that are everyday
//! English (Open, Light, Range) are mentions only where typography marks them; see `everyday.txt`. The graph holds
//! names, not mentions: the links of a text are found when it is shown.

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
mod outgoing;
mod passages;
mod siblings;
mod typography;
mod usage;
mod value;
mod versions;
mod words;

pub use backlinks::{Backlink, Backlinks, Mention, by_document, uses};
pub use changes::RuleChange;
pub use diagnostics::diagnostics;
pub use graph::{Link, LinkGraph};
pub use key_numbers::{KeyNumber, key_numbers};
pub use versions::{RuleVersion, earlier_versions, likeness, without_punctuation};

#[cfg(test)]
mod tests;
