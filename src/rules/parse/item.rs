//! The output of the parsers.

use crate::rules::model::{Block, RichText};
use crate::source::Span;

/// A heading or a block, in reading order.
#[derive(Clone, Debug)]
pub(super) enum Item {
    /// A heading of a level from 1.
    Heading {
        level: u8,
        text: RichText,
        span: Span,
    },
    /// A block under the heading before it.
    Block(Block),
}
