//! The actions of the browser, independent of the keys that they are bound to.

use clap::ValueEnum;

/// An action that keys can be bound to. An alias is the name that it had in an earlier version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Action {
    /// End the program.
    Quit,
    /// Close the topmost overlay or leave the focused pane. On the page, deselect the link; if no
    /// link is selected, stop highlighting the matches of the search.
    Close,
    /// Show the help, which lists all keys.
    Help,
    /// Open the search screen.
    Search,
    /// Move down by a line of the page or a row of a list.
    Down,
    /// Move up by a line of the page or a row of a list.
    Up,
    /// Move down by half a page.
    HalfPageDown,
    /// Move up by half a page.
    HalfPageUp,
    /// Move down by a page.
    PageDown,
    /// Move up by a page.
    PageUp,
    /// Go to the beginning.
    Top,
    /// Go to the end.
    Bottom,
    /// Go to the next section.
    NextSection,
    /// Go to the previous section.
    PreviousSection,
    /// Select the next link. On the home screen, select the next game or document.
    NextLink,
    /// Select the previous link.
    PreviousLink,
    /// Follow the selected link, or open the selected row. In a peek, open the rule that is shown.
    Follow,
    /// Peek at the target of the selected link or row.
    Peek,
    /// Show hints on the links. Typing the letters of a hint follows its link.
    #[value(alias = "link-letters")]
    LinkHints,
    /// Show hints on the words. Typing the letters of a hint looks up its word.
    #[value(alias = "word-letters")]
    WordHints,
    /// Go back to the previous place in the history.
    Back,
    /// Go forward again in the history.
    Forward,
    /// Show the contents pane and move the focus there. In the contents pane, hide it.
    Contents,
    /// Unfold the selected row of the contents.
    Expand,
    /// Fold the selected row of the contents.
    Collapse,
    /// List the passages that link to the section being read.
    #[value(name = "links-here")]
    Backlinks,
    /// List the passages in other sections that change the section being read.
    Exceptions,
    /// List the key numbers: every figure in the rules.
    KeyNumbers,
    /// Make fewer or more mentions links.
    LinkLevel,
    /// Sort the key numbers by value, or by place again.
    Sort,
    /// Hide the notes, or show them again.
    Notes,
    /// Within the document, go to the next match of the last search. In a comparison, go to the
    /// next difference.
    NextMatch,
    /// Go to the previous match. In a comparison, go to the previous difference.
    PreviousMatch,
    /// Set, rename or remove the bookmark of the section being read.
    Bookmark,
    /// List bookmarks and recent places.
    Places,
    /// Remove the selected bookmark.
    Remove,
    /// Copy the section being read as a citation, with its path.
    Copy,
    /// Copy the id of the section being read.
    CopyId,
    /// Complete the filter at the cursor, such as `type:`. Without a filter at the cursor, switch
    /// between searching all games equally and giving priority to the game being read.
    Complete,
    /// In a peek at a name with several definitions, show the next definition.
    NextDefinition,
    /// In a peek at a name with several definitions, show the previous definition.
    PreviousDefinition,
    /// Pin a section in the side pane. If the section is already pinned, unpin it. If another
    /// section is pinned, compare the two.
    Pin,
    /// Compare the section being read with its version in another document. In a comparison, go on
    /// to the next version.
    #[value(alias = "compare-printing")]
    CompareVersions,
    /// Move the focus from the page to the side pane, or back.
    OtherPane,
    /// Roll the dice or the table of the selected link or of the section being read; in the pane for
    /// rolling, roll again. Without any, ask for dice.
    Roll,
    /// Roll the dice in the selected row or, without any, the next dice of the section.
    NextDice,
    /// Roll the previous dice of the section.
    PreviousDice,
    /// Ask for dice to roll.
    OtherDice,
    /// Add one to the result.
    Add,
    /// Subtract one from the result.
    Subtract,
    /// Show a pin, or hide it again: the first with the first key of this action, and so on. In the
    /// pane for rolling, roll a die again.
    Slot,
    /// Pin a section beside the other pins.
    AddPin,
    /// Go to the table: counters, decks, pins and rolls of the game that is played; or back.
    Table,
    /// List what can be played.
    Playing,
    /// Set the value of the selected counter.
    SetValue,
    /// Add a counter.
    NewCounter,
    /// Take the first step that the rules declare, such as a new turn.
    Step,
    /// Draw a card.
    Draw,
    /// Discard the selected card, or put it back into its deck.
    Discard,
    /// Take the selected card out of its deck, or put it in.
    TakeOut,
    /// Put all drawn and discarded cards back.
    Shuffle,
    /// List the cards that are left in the decks, or hide them.
    ListCards,
    /// Take back the last change of the game.
    Undo,
    /// Read the rules again that have changed.
    Reload,
    /// Suspend the program and return to the shell.
    Suspend,
}

impl Action {
    /// Returns the action's name in the settings, such as `half-page-down`.
    pub fn name(self) -> String {
        value_name(&self)
    }
}

/// Returns the name of a value in the settings: the name of the variant in kebab case, unless a
/// `value` attribute sets another name.
pub fn value_name(value: &impl ValueEnum) -> String {
    let value = value.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_owned())
}
