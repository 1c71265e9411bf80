//! What a pane asks of the browser.

use crate::links::KeyNumber;
use crate::rules::SectionRef;
use crate::state::Change;

/// Something that a pane cannot do by itself. Effects are carried out in their order.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Close this pane.
    Close,
    /// Leave the page for a section.
    Open(SectionRef),
    /// Leave the page for the line of a figure.
    OpenNumber(KeyNumber),
    /// Peek at a section; the first and the last line on the screen that the peek belongs to, counted from the pane's first.
    Peek(SectionRef, (u16, u16)),
    /// Show a message in the footer.
    Status(String),
    /// Change what is stored: bookmarks, recent places, queries.
    Store(Change),
}
