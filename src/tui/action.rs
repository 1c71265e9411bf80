//! What a key can do, whichever key it is.

use clap::ValueEnum;

/// An action that keys are bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ValueEnum)]
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
    #[value(name = "links-here")]
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
    /// The name in the settings: that of the variant in small letters. Names never change, since they are in players' files.
    pub fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }
}
