//! Keys of the reading screen: page, contents, side pane, and what lies over the page.

use super::row::{KeyRow, footer, key};
use crate::tui::action::Action;

/// Moving by lines.
pub const LINES: &[KeyRow] = &[
    key("j Down", Action::Down, "line down"),
    key("k Up", Action::Up, "line up"),
    key("d PageDown", Action::PageDown, "page down"),
    key("u PageUp", Action::PageUp, "page up"),
];

/// Moving to the ends.
pub const ENDS: &[KeyRow] = &[
    key("g Home", Action::Top, "to the beginning"),
    key("G End", Action::Bottom, "to the end"),
];

/// The page.
pub const PAGE: &[KeyRow] = &[
    footer("/", Action::Search, "search", "search", 0),
    footer("Tab", Action::NextLink, "next link", "link", 2),
    key("BackTab", Action::PreviousLink, "previous link"),
    footer("Space K", Action::Peek, "peek without leaving", "peek", 3),
    footer("Enter", Action::Follow, "follow the link", "follow", 4),
    footer(
        "f",
        Action::LinkLetters,
        "letters on all links",
        "letters",
        8,
    ),
    key("F", Action::WordLetters, "letters on all words"),
    footer(
        "Backspace H",
        Action::Back,
        "back to where you were",
        "back",
        5,
    ),
    key("L", Action::Forward, "forward again"),
    footer("t", Action::Contents, "contents", "contents", 6),
    footer("w", Action::Backlinks, "what links here", "links here", 7),
    key("x", Action::Exceptions, "where it is changed"),
    key("#", Action::KeyNumbers, "key numbers"),
    key("v", Action::Notes, "hide or show the notes"),
    footer("p", Action::Pin, "pin it, compare another", "pin", 10),
    key("=", Action::ComparePrinting, "compare its other prints"),
    footer("o", Action::OtherPane, "to the side pane", "side pane", 11),
    key("n", Action::NextMatch, "next match of the search"),
    key("N", Action::PreviousMatch, "previous match"),
    footer(
        "m",
        Action::Bookmark,
        "bookmark it, or rename",
        "bookmark",
        11,
    ),
    footer(
        "'",
        Action::Places,
        "bookmarks, recent places",
        "places",
        10,
    ),
    key("y", Action::Copy, "copy it as a citation"),
    key("Y", Action::CopyId, "copy its id"),
    key("j Down", Action::Down, "line down"),
    key("k Up", Action::Up, "line up"),
    key("d Ctrl-d", Action::HalfPageDown, "half a page down"),
    key("u Ctrl-u", Action::HalfPageUp, "half a page up"),
    key("PageDown Ctrl-f", Action::PageDown, "page down"),
    key("PageUp Ctrl-b", Action::PageUp, "page up"),
];

/// The rest of the page.
pub const PAGE_MORE: &[KeyRow] = &[
    key("}", Action::NextSection, "next section"),
    key("{", Action::PreviousSection, "previous section"),
    key("Esc", Action::Close, "let go of link, matches"),
    footer("? F1", Action::Help, "help", "help", 1),
    footer("q", Action::Quit, "quit", "quit", 9),
];

/// A peek.
pub const PEEK: &[KeyRow] = &[
    footer("Tab", Action::NextLink, "next link in the peek", "link", 3),
    key("BackTab", Action::PreviousLink, "previous link in the peek"),
    footer("Space K", Action::Peek, "peek on from here", "peek on", 2),
    footer("Enter", Action::Follow, "open what is peeked at", "open", 0),
    footer(
        "l Right",
        Action::NextDefinition,
        "the name's next definition",
        "next definition",
        4,
    ),
    key("f", Action::LinkLetters, "letters on all links: peek on"),
    key("F", Action::WordLetters, "letters on all words: peek on"),
    footer("p", Action::Pin, "pin what is peeked at", "pin", 5),
    key(
        "h Left",
        Action::PreviousDefinition,
        "the definition before",
    ),
];

/// The rest of a peek.
pub const PEEK_MORE: &[KeyRow] = &[
    key("? F1", Action::Help, "help"),
    footer(
        "Esc Backspace q",
        Action::Close,
        "close this peek",
        "close",
        1,
    ),
];

/// The contents.
pub const CONTENTS: &[KeyRow] = &[
    footer("j Down", Action::Down, "next row", "choose", 2),
    key("k Up", Action::Up, "previous row"),
    footer("Enter Space", Action::Follow, "open it", "open", 0),
    footer(
        "l Right",
        Action::Expand,
        "show what is inside",
        "unfold",
        3,
    ),
    footer("h Left", Action::Collapse, "fold it", "fold", 4),
    key("d PageDown", Action::PageDown, "page down"),
    key("u PageUp", Action::PageUp, "page up"),
    key("g Home", Action::Top, "first row"),
    key("G End", Action::Bottom, "last row"),
    footer("/", Action::Search, "search", "search", 5),
    footer("t", Action::Contents, "hide the contents", "hide", 6),
    footer("Esc Tab", Action::Close, "to the page", "to the page", 1),
    key("? F1", Action::Help, "help"),
    key("q", Action::Quit, "quit"),
];

/// The side pane.
pub const SIDE: &[KeyRow] = &[
    footer("Tab", Action::NextLink, "next link", "link", 2),
    key("BackTab", Action::PreviousLink, "previous link"),
    footer("Space K", Action::Peek, "peek at the link", "peek", 3),
    footer(
        "Enter",
        Action::Follow,
        "follow the link, on the page",
        "follow",
        1,
    ),
    key("f", Action::LinkLetters, "a letter on every visible link"),
    footer(
        "p",
        Action::Pin,
        "pin the link's target; without a link unpin",
        "pin",
        4,
    ),
];

/// The rest of the side pane.
pub const SIDE_MORE: &[KeyRow] = &[
    key("Backspace H", Action::Back, "back to where you were"),
    key("L", Action::Forward, "forward again"),
    key("t", Action::Contents, "contents"),
    footer("/", Action::Search, "search", "search", 5),
    footer("o Esc", Action::OtherPane, "to the page", "to the page", 0),
    key("? F1", Action::Help, "help"),
    key("q", Action::Quit, "quit"),
];

/// A comparison.
pub const COMPARE: &[KeyRow] = &[
    footer(
        "n",
        Action::NextMatch,
        "next difference",
        "next difference",
        1,
    ),
    key("N", Action::PreviousMatch, "previous difference"),
    key(
        "=",
        Action::ComparePrinting,
        "compare with the next print of the rule",
    ),
    footer("Tab", Action::NextLink, "next link", "link", 3),
    key("BackTab", Action::PreviousLink, "previous link"),
    footer("Space K", Action::Peek, "peek at the link", "peek", 4),
    footer("Enter", Action::Follow, "follow the link", "follow", 5),
    key("f", Action::LinkLetters, "letters on all links"),
    key("F", Action::WordLetters, "letters on all words: peek"),
];

/// The rest of a comparison.
pub const COMPARE_MORE: &[KeyRow] = &[
    footer("p", Action::Pin, "close it and unpin", "unpin", 2),
    footer(
        "Esc Backspace q",
        Action::Close,
        "close the comparison",
        "close",
        0,
    ),
    key("? F1", Action::Help, "help"),
];
