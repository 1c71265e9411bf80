//! Finds the links of a section, its backlinks, and the exceptions to its rule.
//!
//! A term is the title or another name of a section that defines something. A mention is an
//! occurrence of a term, singular or plural, in the text of another section of the same game. If
//! several terms match at the same position, the longest one wins. A name that is everyday English
//! (Open, Light, Range) is a mention only where typography marks it as a name; see `everyday.txt`.
//!
//! The graph stores names, not mentions. The links of a text are found when they are needed. Those of
//! the documents that pages have last shown are kept.

mod anchors;
mod backlinks;
mod changes;
mod diagnostics;
mod exceptions;
mod explain;
mod explicit;
mod features;
mod files;
mod graph;
mod key_numbers;
mod level;
mod likeness;
mod link;
mod mentions;
mod names;
mod outgoing;
mod passages;
mod prior;
mod scan;
mod shown;
mod statistics;
mod typography;
mod value;
mod versions;
mod weights;
mod words;
mod written;

pub use backlinks::{Backlink, Backlinks};
pub use changes::RuleChange;
pub use diagnostics::diagnostics;
pub use explain::ExplainedMention;
pub use features::MentionFeatures;
pub use graph::{LinkGraph, RuleVersion};
pub use key_numbers::{KeyNumber, key_numbers};
pub use level::threshold;
pub use link::Link;
pub use mentions::{LinkCandidate, Occurrence};
pub use statistics::{DocumentStatistics, LinkStatistics, NameCounts};
pub use weights::Feature;

/// Returns the weights of the features of a mention, in the order of [`Feature`].
pub fn weights() -> Vec<f32> {
    weights::WEIGHTS.to_vec()
}

pub use likeness::{ComparedWords, compared_words};

#[cfg(test)]
mod tests;
