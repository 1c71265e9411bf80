//! The default keys of the panes with text input, of lists and of the help.

use super::row::{KeyRow, footer, key};
use crate::tui::action::Action::{
    Close, Complete, Down, Follow, Help, NextLink, PageDown, PageUp, Playing, Quit, Remove, Search,
    Sort, Table, Up,
};

/// Keys that select a row in a pane with text input.
pub const FILTERED_ROWS: &[KeyRow] = &[
    footer("Down Ctrl-n", Down, "next row", "choose", 2),
    key("Up Ctrl-p", Up, "previous row"),
    key("PageDown", PageDown, "page down"),
    key("PageUp", PageUp, "page up"),
];

/// Keys of the home screen.
pub const HOME: &[KeyRow] = &[
    footer("Enter", Follow, "open the entry", "open", 0),
    footer("Tab", NextLink, "next game to browse", "browse", 1),
    key("/", Search, "to the search box"),
    key("Alt-c", Playing, "choose what is played"),
    key("Alt-t", Table, "to the table: counters, cards"),
    footer("? F1", Help, "help", "help", 3),
    footer("Esc", Close, "to the page", "to the page", 4),
    footer("Ctrl-c", Quit, "quit", "quit", 5),
];

/// Keys of the search box.
pub const SEARCH: &[KeyRow] = &[
    footer("Enter", Follow, "open the result", "open", 0),
    footer(
        "Tab",
        Complete,
        "complete the filter (type: ap: game:), or search all games",
        "all games",
        3,
    ),
    key("F1", Help, "help"),
    footer("Esc", Close, "back to where you were", "back", 1),
];

/// Keys of the list of bookmarks and recent places.
pub const PLACES: &[KeyRow] = &[
    footer("Enter", Follow, "go there", "go there", 0),
    footer("Delete Ctrl-d", Remove, "remove the bookmark", "remove", 3),
];

/// Keys of the table of key numbers.
pub const NUMBERS: &[KeyRow] = &[
    footer("Enter", Follow, "go to its line", "go there", 0),
    footer("Tab", Sort, "sort by place or by value", "sort", 4),
];

/// Keys of the list of what can be played.
pub const PLAYING: &[KeyRow] = &[footer("Enter", Follow, "play it, or no longer", "play", 0)];

/// Keys that leave a list with a filter.
pub const CLOSE_INPUT: &[KeyRow] = &[
    key("F1", Help, "help"),
    footer("Esc", Close, "close the list", "close", 1),
];

/// Keys of the prompt for the name of a bookmark.
pub const PROMPT: &[KeyRow] = &[
    key(
        "Enter",
        Follow,
        "save the name; an empty name removes the bookmark",
    ),
    key("Esc", Close, "cancel"),
];

/// Keys of the help.
pub const HELP: &[KeyRow] = &[
    footer("Enter", Follow, "press the selected key", "press", 1),
    footer("Esc ? F1", Close, "close the help", "close", 0),
];
