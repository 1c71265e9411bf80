//! A link in a text.

use std::ops::Range;

use crate::rules::SectionRef;

/// A link in a text.
#[derive(Debug)]
pub struct Link {
    /// The byte range of the link in [`RichText::plain`](crate::rules::RichText::plain).
    pub range: Range<usize>,
    /// The targets, most likely first, which usually means nearest first. At least one of them is
    /// not the section that contains the text.
    pub targets: Vec<SectionRef>,
    /// The value of the target's parameter: the `2` of `Piercing 2`.
    pub value: Option<String>,
    /// Whether the author wrote the link. Otherwise the link is a mention.
    pub explicit: bool,
}
