//! Effects: what a pane asks the browser to do.

use super::action::Action;
use super::clipboard::Clip;
use super::subject::Subject;
use crate::links::KeyNumber;
use crate::rules::SectionRef;
use crate::state::{Change, ReadingPosition};

/// A task that a pane cannot perform by itself.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Close the topmost overlay.
    Close,
    /// Open a section on the page.
    Open(SectionRef),
    /// Open the selected result of the search.
    OpenResult,
    /// Search for some text.
    Search(String),
    /// Close the search screen.
    CloseSearch,
    /// Open the reading position of an earlier session.
    Resume(ReadingPosition),
    /// Open a section on the page, and give the contents the focus.
    Browse(SectionRef),
    /// Open the section of a key number, and scroll to the line of the number.
    OpenKeyNumber(KeyNumber),
    /// Open a peek at a subject, below or above a link or word. The numbers are the first and the
    /// last line of the link or word, counted from the top of its pane.
    Peek(Subject, (u16, u16)),
    /// Give the focus back to the page.
    LeaveContents {
        /// Whether to hide the contents instead of leaving them open beside the page.
        hide: bool,
    },
    /// Open an image: the section that names the image, and the path as written there.
    OpenImage(SectionRef, String),
    /// Compare two sections.
    Compare(SectionRef, SectionRef),
    /// Pin a section. If the section is already pinned, unpin it. If another section is pinned,
    /// compare the two.
    Pin(SectionRef),
    /// Unpin the pinned section.
    Unpin,
    /// Perform an action, as if its key were pressed.
    Perform(Action),
    /// Copy text to the clipboard.
    Copy(Clip),
    /// Show a message in the footer.
    Status(String),
    /// Change the bookmarks, show a message, and close the prompt if it is open.
    Store(Change, String),
}

impl Effect {
    /// Whether the topmost overlay closes before the effect is carried out.
    pub fn closes_overlay(&self) -> bool {
        matches!(
            self,
            Self::Close | Self::Compare(..) | Self::Pin(_) | Self::Unpin | Self::Perform(_)
        )
    }
}
