//! Every key in one labelled table, which draws the footer and the help too: help cannot lie.

use super::action::Action;

mod custom;
mod key;
mod lookup;

pub use key::{Key, Keys};
pub use lookup::{Bound, Found, Keymap, KeymapError};

/// Where a key is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Context {
    /// The page.
    Page,
    /// The contents.
    Contents,
    /// The search box; other keys are text.
    Search,
    /// A peek over the page.
    Peek,
    /// A list of places.
    List,
    /// Bookmarks and recent places; other keys are text.
    Places,
    /// The table of key numbers; other keys are text for its filter.
    Numbers,
    /// The name of a bookmark; other keys are text.
    Prompt,
    /// The side pane.
    Side,
    /// Two sections compared.
    Compare,
    /// The help.
    Help,
    /// The filter of the help; other keys are text.
    HelpFilter,
}

impl Context {
    /// All, in the order of the help.
    pub const ALL: [Self; 12] = [
        Self::Page,
        Self::Search,
        Self::Peek,
        Self::Contents,
        Self::List,
        Self::Side,
        Self::Compare,
        Self::Places,
        Self::Numbers,
        Self::Prompt,
        Self::Help,
        Self::HelpFilter,
    ];

    /// Whether keys that do nothing else are text.
    #[must_use]
    pub fn is_typed(self) -> bool {
        matches!(self, Self::Search | Self::Places | Self::Numbers | Self::Prompt | Self::HelpFilter)
    }

    /// Whether a key is text here, and can do nothing else. Among the key numbers a blank peeks where no word is being
    /// typed, and is text where one is.
    #[must_use]
    pub fn types(self, key: Key) -> bool {
        self.is_typed() && key.is_text() && !(self == Self::Numbers && key == Key::SPACE)
    }

    /// Its name in the help.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Page => "Reading",
            Self::Contents => "Contents",
            Self::Search => "Search",
            Self::Peek => "Peek",
            Self::List => "Lists",
            Self::Places => "Bookmarks and recent places",
            Self::Numbers => "Key numbers",
            Self::Prompt => "Naming a bookmark",
            Self::Side => "Side pane",
            Self::Compare => "Comparison",
            Self::Help => "Help",
            Self::HelpFilter => "Filtering the help",
        }
    }

    /// Its name in the settings.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Contents => "contents",
            Self::Search => "search",
            Self::Peek => "peek",
            Self::List => "list",
            Self::Places => "places",
            Self::Prompt => "prompt",
            Self::Numbers => "numbers",
            Self::Side => "side",
            Self::Compare => "compare",
            Self::Help => "help",
            Self::HelpFilter => "help-filter",
        }
    }
}

/// Keys for one action in one context.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// Where.
    pub context: Context,
    /// Which keys, by name, the one to be shown first.
    pub keys: &'static [&'static str],
    /// What they do.
    pub action: Action,
    /// What that is, in the help.
    pub help: &'static str,
    /// What it is in the footer: the label, and its rank when room is short; `None` keeps it out.
    pub footer: Option<(&'static str, u8)>,
}

const fn bind(
    context: Context,
    keys: &'static [&'static str],
    action: Action,
    help: &'static str,
    footer: Option<(&'static str, u8)>,
) -> Binding {
    Binding { context, keys, action, help, footer }
}

/// The keys as they come.
pub const BINDINGS: &[Binding] = &[
    bind(Context::Page, &["/"], Action::Search, "search", Some(("search", 0))),
    bind(Context::Page, &["Tab"], Action::NextLink, "next link", Some(("link", 2))),
    bind(Context::Page, &["BackTab"], Action::PreviousLink, "previous link", None),
    bind(Context::Page, &["Space", "K"], Action::Peek, "peek without leaving", Some(("peek", 3))),
    bind(Context::Page, &["Enter"], Action::Follow, "follow the link", Some(("follow", 4))),
    bind(Context::Page, &["f"], Action::LinkLetters, "letters on all links", Some(("letters", 8))),
    bind(Context::Page, &["F"], Action::WordLetters, "letters on all words", None),
    bind(Context::Page, &["Backspace", "H"], Action::Back, "back to where you were", Some(("back", 5))),
    bind(Context::Page, &["L"], Action::Forward, "forward again", None),
    bind(Context::Page, &["t"], Action::Contents, "contents", Some(("contents", 6))),
    bind(Context::Page, &["w"], Action::Backlinks, "what links here", Some(("links here", 7))),
    bind(Context::Page, &["x"], Action::Exceptions, "where it is changed", None),
    bind(Context::Page, &["#"], Action::KeyNumbers, "key numbers", None),
    bind(Context::Page, &["v"], Action::Notes, "hide or show the notes", None),
    bind(Context::Page, &["p"], Action::Pin, "pin it, compare another", Some(("pin", 10))),
    bind(Context::Page, &["="], Action::ComparePrinting, "compare its other prints", None),
    bind(Context::Page, &["o"], Action::OtherPane, "to the side pane", Some(("side pane", 11))),
    bind(Context::Page, &["n"], Action::NextMatch, "next match of the search", None),
    bind(Context::Page, &["N"], Action::PreviousMatch, "previous match", None),
    bind(Context::Page, &["m"], Action::Bookmark, "bookmark it, or rename", Some(("bookmark", 11))),
    bind(Context::Page, &["'"], Action::Places, "bookmarks, recent places", Some(("places", 10))),
    bind(Context::Page, &["y"], Action::Copy, "copy it as a citation", None),
    bind(Context::Page, &["Y"], Action::CopyId, "copy its id", None),
    bind(Context::Page, &["j", "Down"], Action::Down, "line down", None),
    bind(Context::Page, &["k", "Up"], Action::Up, "line up", None),
    bind(Context::Page, &["d", "Ctrl-d"], Action::HalfPageDown, "half a page down", None),
    bind(Context::Page, &["u", "Ctrl-u"], Action::HalfPageUp, "half a page up", None),
    bind(Context::Page, &["PageDown", "Ctrl-f"], Action::PageDown, "page down", None),
    bind(Context::Page, &["PageUp", "Ctrl-b"], Action::PageUp, "page up", None),
    bind(Context::Page, &["g", "Home"], Action::Top, "to the beginning", None),
    bind(Context::Page, &["G", "End"], Action::Bottom, "to the end", None),
    bind(Context::Page, &["}"], Action::NextSection, "next section", None),
    bind(Context::Page, &["{"], Action::PreviousSection, "previous section", None),
    bind(Context::Page, &["Esc"], Action::Close, "let go of link, matches", None),
    bind(Context::Page, &["?", "F1"], Action::Help, "help", Some(("help", 1))),
    bind(Context::Page, &["q"], Action::Quit, "quit", Some(("quit", 9))),
    bind(Context::Search, &["Down", "Ctrl-n"], Action::Down, "next result", Some(("choose", 2))),
    bind(
        Context::Search,
        &["Up", "Ctrl-p"],
        Action::Up,
        "previous result; above the first, earlier queries",
        Some(("earlier queries", 4)),
    ),
    bind(Context::Search, &["PageDown"], Action::PageDown, "scroll down the preview; without one, the results", None),
    bind(Context::Search, &["PageUp"], Action::PageUp, "scroll up the preview; without one, the results", None),
    bind(Context::Search, &["Enter"], Action::Follow, "open the result", Some(("open", 0))),
    bind(
        Context::Search,
        &["Tab"],
        Action::Complete,
        "complete the filter: type: ap: game: doc:",
        Some(("complete filter", 3)),
    ),
    bind(Context::Search, &["Right"], Action::Expand, "at the end of the line: list the rule's other prints", None),
    bind(Context::Search, &["F1"], Action::Help, "help", None),
    bind(Context::Search, &["Esc"], Action::Close, "back to where you were", Some(("back to where you were", 1))),
    bind(Context::Peek, &["Tab"], Action::NextLink, "next link in the peek", Some(("link", 3))),
    bind(Context::Peek, &["BackTab"], Action::PreviousLink, "previous link in the peek", None),
    bind(Context::Peek, &["Space", "K"], Action::Peek, "peek on from here", Some(("peek on", 2))),
    bind(Context::Peek, &["Enter"], Action::Follow, "open what is peeked at", Some(("open", 0))),
    bind(
        Context::Peek,
        &["l", "Right"],
        Action::NextDefinition,
        "the name's next definition",
        Some(("next definition", 4)),
    ),
    bind(Context::Peek, &["f"], Action::LinkLetters, "letters on all links: peek on", None),
    bind(Context::Peek, &["F"], Action::WordLetters, "letters on all words: peek on", None),
    bind(Context::Peek, &["p"], Action::Pin, "pin what is peeked at", Some(("pin", 5))),
    bind(Context::Peek, &["h", "Left"], Action::PreviousDefinition, "the definition before", None),
    bind(Context::Peek, &["j", "Down"], Action::Down, "line down", None),
    bind(Context::Peek, &["k", "Up"], Action::Up, "line up", None),
    bind(Context::Peek, &["d", "PageDown"], Action::PageDown, "page down", None),
    bind(Context::Peek, &["u", "PageUp"], Action::PageUp, "page up", None),
    bind(Context::Peek, &["?", "F1"], Action::Help, "help", None),
    bind(Context::Peek, &["Esc", "Backspace", "q"], Action::Close, "close this peek", Some(("close", 1))),
    bind(Context::Contents, &["j", "Down"], Action::Down, "next row", Some(("choose", 2))),
    bind(Context::Contents, &["k", "Up"], Action::Up, "previous row", None),
    bind(Context::Contents, &["Enter", "Space"], Action::Follow, "open it", Some(("open", 0))),
    bind(Context::Contents, &["l", "Right"], Action::Expand, "show what is inside", Some(("unfold", 3))),
    bind(Context::Contents, &["h", "Left"], Action::Collapse, "fold it", Some(("fold", 4))),
    bind(Context::Contents, &["d", "PageDown"], Action::PageDown, "page down", None),
    bind(Context::Contents, &["u", "PageUp"], Action::PageUp, "page up", None),
    bind(Context::Contents, &["g", "Home"], Action::Top, "first row", None),
    bind(Context::Contents, &["G", "End"], Action::Bottom, "last row", None),
    bind(Context::Contents, &["/"], Action::Search, "search", Some(("search", 5))),
    bind(Context::Contents, &["t"], Action::Contents, "hide the contents", Some(("hide", 6))),
    bind(Context::Contents, &["Esc", "Tab"], Action::Close, "to the page", Some(("to the page", 1))),
    bind(Context::Contents, &["?", "F1"], Action::Help, "help", None),
    bind(Context::Contents, &["q"], Action::Quit, "quit", None),
    bind(Context::List, &["j", "Down"], Action::Down, "next row", Some(("choose", 2))),
    bind(Context::List, &["k", "Up"], Action::Up, "previous row", None),
    bind(Context::List, &["d", "PageDown"], Action::PageDown, "page down", None),
    bind(Context::List, &["u", "PageUp"], Action::PageUp, "page up", None),
    bind(Context::List, &["Enter"], Action::Follow, "go there", Some(("go there", 0))),
    bind(Context::List, &["Space", "K"], Action::Peek, "peek at it", Some(("peek", 3))),
    bind(Context::List, &["?", "F1"], Action::Help, "help", None),
    bind(Context::List, &["Esc", "q", "w", "x"], Action::Close, "close the list", Some(("close", 1))),
    bind(Context::Numbers, &["Down", "Ctrl-n"], Action::Down, "next row", Some(("choose", 2))),
    bind(Context::Numbers, &["Up", "Ctrl-p"], Action::Up, "previous row", None),
    bind(Context::Numbers, &["PageDown"], Action::PageDown, "page down", None),
    bind(Context::Numbers, &["PageUp"], Action::PageUp, "page up", None),
    bind(Context::Numbers, &["Enter"], Action::Follow, "go to its line", Some(("go there", 0))),
    bind(Context::Numbers, &["Space"], Action::Peek, "peek at the rule; within words, a blank", Some(("peek", 3))),
    bind(Context::Numbers, &["Tab"], Action::Sort, "by place or by value", Some(("by place or value", 4))),
    bind(Context::Numbers, &["F1"], Action::Help, "help", None),
    bind(Context::Numbers, &["Esc"], Action::Close, "close the table", Some(("close", 1))),
    bind(Context::Places, &["Down", "Ctrl-n"], Action::Down, "next row", Some(("choose", 2))),
    bind(Context::Places, &["Up", "Ctrl-p"], Action::Up, "previous row", None),
    bind(Context::Places, &["PageDown"], Action::PageDown, "page down", None),
    bind(Context::Places, &["PageUp"], Action::PageUp, "page up", None),
    bind(Context::Places, &["Enter"], Action::Follow, "go there", Some(("go there", 0))),
    bind(Context::Places, &["Delete", "Ctrl-d"], Action::Remove, "remove the bookmark", Some(("remove", 3))),
    bind(Context::Places, &["F1"], Action::Help, "help", None),
    bind(Context::Places, &["Esc"], Action::Close, "close the list", Some(("close", 1))),
    bind(Context::Prompt, &["Enter"], Action::Follow, "keep the name; an empty one removes the bookmark", None),
    bind(Context::Prompt, &["Esc"], Action::Close, "leave all as it is", None),
    bind(Context::Side, &["Tab"], Action::NextLink, "next link", Some(("link", 2))),
    bind(Context::Side, &["BackTab"], Action::PreviousLink, "previous link", None),
    bind(Context::Side, &["Space", "K"], Action::Peek, "peek at the link", Some(("peek", 3))),
    bind(Context::Side, &["Enter"], Action::Follow, "follow the link, on the page", Some(("follow", 1))),
    bind(Context::Side, &["f"], Action::LinkLetters, "a letter on every visible link", None),
    bind(Context::Side, &["p"], Action::Pin, "pin the link's target; without a link unpin", Some(("pin", 4))),
    bind(Context::Side, &["j", "Down"], Action::Down, "line down", None),
    bind(Context::Side, &["k", "Up"], Action::Up, "line up", None),
    bind(Context::Side, &["d", "PageDown"], Action::PageDown, "page down", None),
    bind(Context::Side, &["u", "PageUp"], Action::PageUp, "page up", None),
    bind(Context::Side, &["g", "Home"], Action::Top, "to the beginning", None),
    bind(Context::Side, &["G", "End"], Action::Bottom, "to the end", None),
    bind(Context::Side, &["Backspace", "H"], Action::Back, "back to where you were", None),
    bind(Context::Side, &["L"], Action::Forward, "forward again", None),
    bind(Context::Side, &["t"], Action::Contents, "contents", None),
    bind(Context::Side, &["/"], Action::Search, "search", Some(("search", 5))),
    bind(Context::Side, &["o", "Esc"], Action::OtherPane, "to the page", Some(("to the page", 0))),
    bind(Context::Side, &["?", "F1"], Action::Help, "help", None),
    bind(Context::Side, &["q"], Action::Quit, "quit", None),
    bind(Context::Compare, &["n"], Action::NextMatch, "next difference", Some(("next difference", 1))),
    bind(Context::Compare, &["N"], Action::PreviousMatch, "previous difference", None),
    bind(Context::Compare, &["="], Action::ComparePrinting, "compare with the next print of the rule", None),
    bind(Context::Compare, &["Tab"], Action::NextLink, "next link", Some(("link", 3))),
    bind(Context::Compare, &["BackTab"], Action::PreviousLink, "previous link", None),
    bind(Context::Compare, &["Space", "K"], Action::Peek, "peek at the link", Some(("peek", 4))),
    bind(Context::Compare, &["Enter"], Action::Follow, "follow the link", Some(("follow", 5))),
    bind(Context::Compare, &["f"], Action::LinkLetters, "letters on all links", None),
    bind(Context::Compare, &["F"], Action::WordLetters, "letters on all words: peek", None),
    bind(Context::Compare, &["j", "Down"], Action::Down, "line down", None),
    bind(Context::Compare, &["k", "Up"], Action::Up, "line up", None),
    bind(Context::Compare, &["d", "PageDown"], Action::PageDown, "page down", None),
    bind(Context::Compare, &["u", "PageUp"], Action::PageUp, "page up", None),
    bind(Context::Compare, &["g", "Home"], Action::Top, "to the beginning", None),
    bind(Context::Compare, &["G", "End"], Action::Bottom, "to the end", None),
    bind(Context::Compare, &["p"], Action::Pin, "close it and unpin", Some(("unpin", 2))),
    bind(Context::Compare, &["Esc", "Backspace", "q"], Action::Close, "close the comparison", Some(("close", 0))),
    bind(Context::Compare, &["?", "F1"], Action::Help, "help", None),
    bind(Context::Help, &["/"], Action::Search, "filter the keys by words", Some(("filter", 2))),
    bind(Context::Help, &["j", "Down"], Action::Down, "line down", None),
    bind(Context::Help, &["k", "Up"], Action::Up, "line up", None),
    bind(Context::Help, &["d", "Space", "PageDown"], Action::PageDown, "page down", Some(("more", 1))),
    bind(Context::Help, &["u", "PageUp"], Action::PageUp, "page up", None),
    bind(Context::Help, &["Esc", "q", "?", "Enter"], Action::Close, "close the help", Some(("close", 0))),
    bind(Context::HelpFilter, &["Down"], Action::Down, "line down", None),
    bind(Context::HelpFilter, &["Up"], Action::Up, "line up", None),
    bind(Context::HelpFilter, &["PageDown"], Action::PageDown, "page down", None),
    bind(Context::HelpFilter, &["PageUp"], Action::PageUp, "page up", None),
    bind(Context::HelpFilter, &["Enter"], Action::Follow, "keep the filter", Some(("keep the filter", 1))),
    bind(Context::HelpFilter, &["Esc"], Action::Close, "show all keys again", Some(("all keys", 0))),
];
