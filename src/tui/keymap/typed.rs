//! The default keys of the panes with text input, of lists and of the help.

use super::row::{KeyRow, footer, key};
use crate::tui::action::Action;

/// Keys that select a row in a list with a filter.
pub const FILTERED_ROWS: &[KeyRow] = &[
    footer("Down Ctrl-n", Action::Down, "next row", "choose", 2),
    key("Up Ctrl-p", Action::Up, "previous row"),
    key("PageDown", Action::PageDown, "page down"),
    key("PageUp", Action::PageUp, "page up"),
];

/// Keys of the home screen.
pub const HOME: &[KeyRow] = &[
    footer("Down Ctrl-n", Action::Down, "next entry", "choose", 2),
    footer(
        "Up Ctrl-p",
        Action::Up,
        "previous entry; from the first, earlier queries",
        "earlier queries",
        6,
    ),
    key("Right", Action::Expand, "next entry"),
    key("Left", Action::Collapse, "previous entry"),
    footer("Enter", Action::Follow, "open the entry", "open", 0),
    footer("Tab", Action::NextLink, "next game to browse", "browse", 1),
    key("/", Action::Search, "to the search box"),
    footer("? F1", Action::Help, "help", "help", 3),
    footer("Esc", Action::Close, "to the page", "to the page", 4),
    footer("Ctrl-c", Action::Quit, "quit", "quit", 5),
];

/// Keys of the search box.
pub const SEARCH: &[KeyRow] = &[
    footer("Down Ctrl-n", Action::Down, "next result", "choose", 2),
    footer(
        "Up Ctrl-p",
        Action::Up,
        "previous result; from the first, earlier queries",
        "earlier queries",
        4,
    ),
    key(
        "PageDown",
        Action::PageDown,
        "scroll down the preview, or the results if there is none",
    ),
    key(
        "PageUp",
        Action::PageUp,
        "scroll up the preview, or the results if there is none",
    ),
    footer("Enter", Action::Follow, "open the result", "open", 0),
    footer(
        "Tab",
        Action::Complete,
        "complete the filter (type: ap: game:), or search all games",
        "complete filter",
        3,
    ),
    key(
        "Right",
        Action::Expand,
        "at the end of the line: list all versions of each rule",
    ),
    key("F1", Action::Help, "help"),
    footer("Esc", Action::Close, "back to where you were", "back", 1),
];

/// Keys of a list of passages.
pub const LIST: &[KeyRow] = &[
    footer("Enter", Action::Follow, "go there", "go there", 0),
    footer("Space K", Action::Peek, "peek at it", "peek", 3),
    key("? F1", Action::Help, "help"),
    footer("Esc q w x", Action::Close, "close the list", "close", 1),
];

/// Keys of the list of bookmarks and recent places.
pub const PLACES: &[KeyRow] = &[
    footer("Enter", Action::Follow, "go there", "go there", 0),
    footer(
        "Delete Ctrl-d",
        Action::Remove,
        "remove the bookmark",
        "remove",
        3,
    ),
    key("F1", Action::Help, "help"),
    footer("Esc", Action::Close, "close the list", "close", 1),
];

/// Keys of the table of key numbers.
pub const NUMBERS: &[KeyRow] = &[
    footer("Enter", Action::Follow, "go to its line", "go there", 0),
    footer("Tab", Action::Sort, "sort by place or by value", "sort", 4),
    key("F1", Action::Help, "help"),
    footer("Esc", Action::Close, "close the table", "close", 1),
];

/// Keys of the prompt for the name of a bookmark.
pub const PROMPT: &[KeyRow] = &[
    key(
        "Enter",
        Action::Follow,
        "save the name; an empty name removes the bookmark",
    ),
    key("Esc", Action::Close, "cancel"),
];

/// Keys of the help.
pub const HELP: &[KeyRow] = &[
    footer("/", Action::Search, "filter the keys by words", "filter", 2),
    footer("d Space PageDown", Action::PageDown, "page down", "more", 1),
    key("u PageUp", Action::PageUp, "page up"),
    footer("Esc q ? Enter", Action::Close, "close the help", "close", 0),
];

/// Keys of the filter of the help.
pub const HELP_FILTER: &[KeyRow] = &[
    key("Down", Action::Down, "line down"),
    key("Up", Action::Up, "line up"),
    key("PageDown", Action::PageDown, "page down"),
    key("PageUp", Action::PageUp, "page up"),
    footer(
        "Enter",
        Action::Follow,
        "keep the filter",
        "keep the filter",
        1,
    ),
    footer("Esc", Action::Close, "show all keys again", "all keys", 0),
];
