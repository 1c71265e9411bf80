//! What a key can do, whichever key it is.

/// An action that keys are bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// End the program.
    Quit,
    /// Close the innermost thing that is open.
    Close,
    /// Show all keys.
    Help,
    /// Open the search box.
    Search,
    /// Move down and up: a line in the page, a row in a list.
    Down,
    /// See [`Action::Down`].
    Up,
    /// Move by half a page.
    HalfPageDown,
    /// Move by half a page.
    HalfPageUp,
    /// Move by a page.
    PageDown,
    /// Move by a page.
    PageUp,
    /// To the beginning.
    Top,
    /// To the end.
    Bottom,
    /// To the next section.
    NextSection,
    /// To the section before.
    PreviousSection,
    /// Select the next link on the screen.
    NextLink,
    /// Select the link before.
    PreviousLink,
    /// Follow the selected link, open the chosen row.
    Follow,
    /// Peek at the target of the selected link.
    Peek,
    /// Show hints on the links.
    LinkLetters,
    /// Show hints on the words, to look one up.
    WordLetters,
    /// Back to the place before.
    Back,
    /// Forward again.
    Forward,
    /// Show, enter or leave the contents.
    Contents,
    /// Open a row of the contents.
    Expand,
    /// Close a row of the contents.
    Collapse,
    /// List what links to the section being read.
    Backlinks,
    /// List the passages elsewhere that change the section being read.
    Exceptions,
    /// List the key numbers of all rules.
    KeyNumbers,
    /// Change the order of a list.
    Sort,
    /// Hide the notes, or show them again.
    Notes,
    /// To the next match of the last search in this document.
    NextMatch,
    /// To the match before.
    PreviousMatch,
    /// Set, rename or remove the bookmark of the section being read.
    Bookmark,
    /// List bookmarks and recent places.
    Places,
    /// Remove the chosen bookmark.
    Remove,
    /// Copy the section being read, with its path.
    Copy,
    /// Copy the id of the section being read.
    CopyId,
    /// Complete the filter being typed.
    Complete,
    /// The next definition of a name that has several.
    NextDefinition,
    /// The definition before.
    PreviousDefinition,
    /// Pin a section beside the page; unpin it if it is pinned, and compare the pinned one with another.
    Pin,
    /// Compare the section being read with its version in another document; in a comparison with the next one.
    ComparePrinting,
    /// Give the side pane the focus, or the page.
    OtherPane,
    /// Suspend the program and give the terminal back to the shell.
    Suspend,
}

impl Action {
    /// The name in the settings. Names never change: they are in players' files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Quit => "quit",
            Self::Close => "close",
            Self::Help => "help",
            Self::Search => "search",
            Self::Down => "down",
            Self::Up => "up",
            Self::HalfPageDown => "half-page-down",
            Self::HalfPageUp => "half-page-up",
            Self::PageDown => "page-down",
            Self::PageUp => "page-up",
            Self::Top => "top",
            Self::Bottom => "bottom",
            Self::NextSection => "next-section",
            Self::PreviousSection => "previous-section",
            Self::NextLink => "next-link",
            Self::PreviousLink => "previous-link",
            Self::Follow => "follow",
            Self::Peek => "peek",
            Self::LinkLetters => "link-letters",
            Self::Back => "back",
            Self::Forward => "forward",
            Self::Contents => "contents",
            Self::Expand => "expand",
            Self::Collapse => "collapse",
            Self::Backlinks => "links-here",
            Self::Exceptions => "exceptions",
            Self::NextMatch => "next-match",
            Self::PreviousMatch => "previous-match",
            Self::Copy => "copy",
            Self::CopyId => "copy-id",
            Self::Complete => "complete",
            Self::NextDefinition => "next-definition",
            Self::Notes => "notes",
            Self::Bookmark => "bookmark",
            Self::Places => "places",
            Self::Remove => "remove",
            Self::Pin => "pin",
            Self::ComparePrinting => "compare-printing",
            Self::OtherPane => "other-pane",
            Self::KeyNumbers => "key-numbers",
            Self::Sort => "sort",
            Self::WordLetters => "word-letters",
            Self::PreviousDefinition => "previous-definition",
            Self::Suspend => "suspend",
        }
    }
}
