//! Effects: what a pane asks the browser to do.

use super::action::Action;
use super::clipboard::Clip;
use crate::links::KeyNumber;
use crate::rules::SectionRef;
use crate::state::{Change, ReadingPosition, StoredRoll};
use crate::table::Rollable;

/// A task that a pane cannot perform by itself.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Close the topmost overlay or, if there is none, the search screen.
    Close,
    /// Open a section on the page.
    Open(SectionRef),
    /// Open the selected result of the search.
    OpenResult,
    /// Search for some text.
    Search(String),
    /// Open the reading position of an earlier session.
    Resume(ReadingPosition),
    /// Open a section on the page, and give the contents the focus.
    Browse(SectionRef),
    /// Open the section of a key number, and scroll to the line of the number.
    OpenKeyNumber(KeyNumber),
    /// Open a peek at the definitions of a name, nearest first, or at one section.
    Peek(Vec<SectionRef>),
    /// Open an image: the section that names the image, and the path as written there.
    OpenImage(SectionRef, String),
    /// Compare two sections.
    Compare([SectionRef; 2]),
    /// Pin a section. If the section is already pinned, or without a section, unpin it. If another
    /// section is pinned, compare the two.
    Pin(Option<SectionRef>),
    /// Roll the first of these, and offer the others. The text says what the dice are for; it may be
    /// empty.
    Roll(Vec<Rollable>, String),
    /// Keep a roll in the list of last rolls.
    Rolled(StoredRoll),
    /// Ask a question. The input line contains the text.
    Ask(Question, String),
    /// Go on with the game of this name.
    Play(String),
    /// Show what the rules say about a phase.
    When(String),
    /// Two effects, one after the other.
    Both(Box<[Self; 2]>),
    /// Perform an action, as if its key were pressed.
    Perform(Action),
    /// Copy text to the clipboard.
    Copy(Clip),
    /// Show a message in the footer.
    Status(String),
    /// Change the bookmarks, show a message, and close the prompt if it is open.
    Store(Change, String),
}

/// What a prompt asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// The name of the bookmark of the section with this id.
    Bookmark(String),
    /// Dice to roll.
    Dice,
    /// The value of the counter with this name.
    Value(String),
    /// The name of a new counter, and its value.
    Counter,
    /// The name of the game.
    GameName,
}
