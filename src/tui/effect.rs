//! What a pane asks of the browser.

use super::action::Action;
use super::clipboard::Clip;
use super::subject::Subject;
use crate::links::KeyNumber;
use crate::rules::SectionRef;
use crate::state::{Change, ReadingPosition};

/// Something that a pane cannot do by itself. Effects are carried out in their order.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Close this pane.
    Close,
    /// Leave the page for a section.
    Open(SectionRef),
    /// Open the selected result of the search.
    OpenResult,
    /// Search for a text.
    Search(String),
    /// Close the search screen.
    CloseSearch,
    /// Leave the page for a reading position of an earlier session.
    Resume(ReadingPosition),
    /// Leave the page for a section, and give the contents the focus.
    Browse(SectionRef),
    /// Leave the page for the line of a figure.
    OpenNumber(KeyNumber),
    /// Peek at a subject. The peek is beside the lines that lead to it, the first and the last one, counted from the pane's
    /// first.
    Peek(Subject, (u16, u16)),
    /// Give the focus back to the page, and hide the contents or leave them open beside it.
    LeaveContents {
        /// Whether to hide them.
        hide: bool,
    },
    /// Have the background gather the figures of the rules.
    GatherNumbers,
    /// Compare two sections.
    Compare(SectionRef, SectionRef),
    /// Pin a section; unpin it if it is pinned, or compare it with the pinned one if that is another.
    Pin(SectionRef),
    /// Unpin the pinned section.
    Unpin,
    /// Carry an action out, as if its key were pressed.
    Perform(Action),
    /// Copy a text.
    Copy(Clip),
    /// Show a message in the footer.
    Status(String),
    /// Change what is stored: bookmarks, recent places, queries.
    Store(Change),
}
