//! The items that the markdown parser and the plain text parser return.

use crate::rules::model::{Block, RichText};
use crate::source::Span;

#[derive(Debug)]
pub enum Item {
    /// A heading. Level 1 is the highest.
    Heading {
        level: u8,
        text: RichText,
        span: Span,
    },
    /// A block of the section that the previous heading starts.
    Block(Block),
}
