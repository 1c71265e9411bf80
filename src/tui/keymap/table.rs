//! The table of default keys. The footer and the help are generated from the table and the player's
//! own keys, so they always match the keys.

use super::context::Context;
use super::row::{KeyRow, footer, key};
use super::typed::{
    CLOSE_INPUT, FILTERED_ROWS, HELP, HOME, NUMBERS, PLACES, PLAYING, PROMPT, SEARCH,
};
use crate::tui::action::Action::{
    Add, AddPin, Back, Backlinks, Bookmark, Bottom, Close, Collapse, CompareVersions, Contents,
    Copy, CopyId, Discard, Down, Draw, Exceptions, Expand, Follow, Forward, HalfPageDown,
    HalfPageUp, Help, KeyNumbers, LinkHints, LinkLevel, ListCards, NewCounter, NextDefinition,
    NextDice, NextLink, NextMatch, NextSection, Notes, OtherDice, OtherPane, PageDown, PageUp,
    Peek, Pin, Places, Playing, PreviousDefinition, PreviousDice, PreviousLink, PreviousMatch,
    PreviousSection, Quit, Reload, Remove, Roll, Search, SetValue, Shuffle, Slot, Step, Subtract,
    Table, TakeOut, Top, Undo, Up, WordHints,
};

/// Keys that move by a line.
const LINES: &[KeyRow] = &[key("j Down", Down, "line down"), key("k Up", Up, "line up")];

/// Keys that move by a page.
const PAGES: &[KeyRow] = &[
    key("d PageDown", PageDown, "page down"),
    key("u PageUp", PageUp, "page up"),
];

/// Keys that move to the beginning or the end.
const ENDS: &[KeyRow] = &[
    key("g Home", Top, "to the beginning"),
    key("G End", Bottom, "to the end"),
];

/// Keys that select a row.
const ROWS: &[KeyRow] = &[
    footer("Down j", Down, "next row", "choose", 2),
    key("Up k", Up, "previous row"),
];

/// Keys that choose a link.
const LINKS: &[KeyRow] = &[
    footer("Tab", NextLink, "next link", "link", 2),
    key("BackTab", PreviousLink, "previous link"),
    footer("Space K", Peek, "peek without leaving", "peek", 3),
];

/// Keys that follow a link.
const FOLLOW: &[KeyRow] = &[footer("Enter", Follow, "follow the link", "follow", 4)];

/// Keys that label links and words.
const HINTS: &[KeyRow] = &[
    footer("f", LinkHints, "jump to a link", "jump", 9),
    key("F", WordHints, "look up a word"),
];

/// Keys that move through the history.
const TRAVEL: &[KeyRow] = &[
    footer("Backspace H", Back, "back to where you were", "back", 5),
    key("L", Forward, "forward"),
];

/// The key that opens the search.
const FIND: &[KeyRow] = &[footer("/", Search, "search", "search", 0)];

/// The key that opens the search from a pane whose footer has more important keys.
const FIND_FROM: &[KeyRow] = &[key("/", Search, "search")];

/// The keys of the help.
const HELP_KEYS: &[KeyRow] = &[footer("? F1", Help, "help", "help", 1)];

/// The key that quits.
const QUIT: &[KeyRow] = &[footer("q", Quit, "quit", "quit", 7)];

const PAGE: &[KeyRow] = &[
    footer("t", Contents, "contents", "contents", 6),
    footer("w", Backlinks, "what links here", "links here", 8),
    key("x", Exceptions, "what changes this rule"),
    key("#", KeyNumbers, "key numbers"),
    key("*", LinkLevel, "fewer or more links"),
    key("v", Notes, "hide or show the notes"),
    footer("p", Pin, "pin, or compare with pin", "pin", 10),
    key("=", CompareVersions, "compare versions"),
    footer("o", OtherPane, "to the side pane", "side pane", 11),
    key("n", NextMatch, "next match of the search"),
    key("N", PreviousMatch, "previous match"),
    footer("m", Bookmark, "add or rename a bookmark", "bookmark", 11),
    footer("'", Places, "bookmarks, recent places", "places", 10),
    key("y", Copy, "copy as a citation"),
    key("Y", CopyId, "copy the id"),
    key("+", AddPin, "pin beside the other pins"),
    footer("T", Table, "to the table: counters, cards", "table", 3),
];

/// Keys that scroll the page by half a screen or a full screen.
const PAGE_SCROLL: &[KeyRow] = &[
    key("d Ctrl-d", HalfPageDown, "half a page down"),
    key("u Ctrl-u", HalfPageUp, "half a page up"),
    key("PageDown Ctrl-f", PageDown, "page down"),
    key("PageUp Ctrl-b", PageUp, "page up"),
];

/// The last group of keys of the page.
const PAGE_MORE: &[KeyRow] = &[
    key("}", NextSection, "next section"),
    key("{", PreviousSection, "previous section"),
    key("Esc", Close, "clear link and matches"),
    key("R F5", Reload, "reload changed rules"),
];

const PEEK: &[KeyRow] = &[
    footer("Enter", Follow, "open the rule", "open", 0),
    footer(
        "Right l",
        NextDefinition,
        "next definition",
        "next definition",
        4,
    ),
    key("Left h", PreviousDefinition, "previous definition"),
    footer("p", Pin, "pin the rule", "pin", 5),
    footer("r", Roll, "roll the dice or the table here", "roll", 6),
];

/// Keys for the card that is shown.
const CARD: &[KeyRow] = &[
    footer(
        "x",
        Discard,
        "discard the card, or put it back",
        "discard",
        2,
    ),
    key("X", TakeOut, "take the card out of the deck, or put it in"),
    footer("d", Draw, "draw another card", "draw", 3),
    footer("u", Undo, "take back the last change", "undo", 4),
    key("PageDown", PageDown, "page down"),
    key("PageUp", PageUp, "page up"),
];

const CONTENTS: &[KeyRow] = &[
    footer("Enter Space", Follow, "open the section", "open", 0),
    footer("Right l", Expand, "unfold the section", "unfold", 3),
    footer("Left h", Collapse, "fold the section", "fold", 4),
    footer("/", Search, "search", "search", 5),
    footer("t", Contents, "hide the contents", "hide", 6),
    footer("Esc Tab", Close, "to the page", "to the page", 1),
];

const SIDE: &[KeyRow] = &[
    key("T", Table, "to the table: counters, cards"),
    footer(
        "p",
        Pin,
        "pin the link's target; without a link, unpin",
        "pin",
        6,
    ),
    key("t", Contents, "contents"),
    footer("Esc o w x", OtherPane, "to the page", "to the page", 0),
];

const TABLE: &[KeyRow] = &[
    footer("Tab Down j", NextLink, "next row", "choose", 1),
    key("BackTab Up k", PreviousLink, "previous row"),
    footer("+ Right l", Add, "add 1 to the counter", "add 1", 0),
    key("- Left h", Subtract, "subtract 1 from the counter"),
    key("=", SetValue, "set the counter"),
    key("a", NewCounter, "add a counter, such as wounds"),
    key("Delete", Remove, "remove the counter or its value"),
    footer("n", Step, "the next step, such as a new turn", "step", 4),
    footer("d", Draw, "draw a card", "draw", 3),
    key("x", Discard, "discard the card, or put it back"),
    key("X", TakeOut, "take the card out of the deck, or put it in"),
    key("s", Shuffle, "shuffle all cards back into the deck"),
    key("v", ListCards, "list the cards that are left"),
    footer("u", Undo, "take back the last change", "undo", 5),
    footer("Enter", Follow, "open the row, or take the step", "open", 8),
    key("Space K", Peek, "peek at the row"),
    key("y", Copy, "copy the roll"),
    key("PageDown", PageDown, "page down"),
    key("PageUp", PageUp, "page up"),
    key("T", Table, "to the first counter, or the one changed last"),
    footer("Esc o", OtherPane, "to the page", "to the page", 2),
];

/// Keys of a game.
const GAME: &[KeyRow] = &[
    footer("r", Roll, "roll the dice or the table here", "roll", 4),
    footer("c", Playing, "choose what is played", "play", 12),
    key("1 2 3 4 5 6", Slot, "show the first to sixth pin"),
];

const ROLL: &[KeyRow] = &[
    footer("r", Roll, "roll again", "again", 0),
    footer(
        "n",
        NextDice,
        "roll the dice in the row, or the next dice",
        "next dice",
        2,
    ),
    key("N", PreviousDice, "roll the previous dice"),
    footer("+", Add, "add 1 to the result", "add 1", 4),
    key("-", Subtract, "subtract 1 from the result"),
    key("1 2 3 4 5 6", Slot, "roll the first to sixth die again"),
    footer("e", OtherDice, "roll other dice", "other dice", 5),
    footer("y", Copy, "copy the result", "copy", 6),
];

/// Keys that lead to the game from other panes.
const TO_GAME: &[KeyRow] = &[
    key("T", Table, "to the table: counters, cards"),
    key("c", Playing, "choose what is played"),
];

const COMPARE: &[KeyRow] = &[
    footer("n", NextMatch, "next difference", "next difference", 1),
    key("N", PreviousMatch, "previous difference"),
    key("=", CompareVersions, "compare with the next version"),
    footer("p", Pin, "close and unpin", "unpin", 2),
];

/// Keys that close a pane over the page.
const CLOSE: &[KeyRow] = &[footer("Esc Backspace q", Close, "close", "close", 1)];

/// Returns the rows of a context in groups, in the order of the help.
fn rows(context: Context) -> &'static [&'static [KeyRow]] {
    match context {
        Context::Page => &[
            FIND,
            LINKS,
            FOLLOW,
            HINTS,
            TRAVEL,
            PAGE,
            GAME,
            LINES,
            PAGE_SCROLL,
            ENDS,
            PAGE_MORE,
            HELP_KEYS,
            QUIT,
        ],
        Context::Home => &[FILTERED_ROWS, HOME],
        Context::Search => &[FILTERED_ROWS, SEARCH],
        Context::Peek => &[LINKS, PEEK, HINTS, LINES, PAGES, CLOSE, HELP_KEYS],
        Context::Card => &[CARD, LINKS, PEEK, HINTS, LINES, CLOSE, HELP_KEYS],
        Context::Contents => &[ROWS, PAGES, ENDS, CONTENTS, TO_GAME, HELP_KEYS, QUIT],
        Context::Side => &[
            LINKS, FOLLOW, HINTS, SIDE, GAME, LINES, PAGES, ENDS, TRAVEL, FIND, HELP_KEYS, QUIT,
        ],
        Context::Table => &[TABLE, GAME, HINTS, ENDS, TRAVEL, FIND_FROM, HELP_KEYS, QUIT],
        Context::Playing => &[FILTERED_ROWS, PLAYING, CLOSE_INPUT],
        Context::Roll => &[
            ROLL, LINKS, FOLLOW, HINTS, TO_GAME, LINES, PAGES, ENDS, CLOSE, FIND_FROM, HELP_KEYS,
        ],
        Context::Compare => &[
            COMPARE, LINKS, FOLLOW, HINTS, LINES, PAGES, ENDS, CLOSE, FIND_FROM, HELP_KEYS,
        ],
        Context::Places => &[FILTERED_ROWS, PLACES, CLOSE_INPUT],
        Context::Numbers => &[FILTERED_ROWS, NUMBERS, CLOSE_INPUT],
        Context::Prompt => &[PROMPT],
        Context::Help => &[FILTERED_ROWS, HELP],
    }
}

/// Returns every row of the table with its context.
pub fn all_rows() -> impl Iterator<Item = (Context, &'static KeyRow)> {
    Context::all().flat_map(|context| {
        let rows = rows(context).iter().copied().flatten();
        rows.map(move |row| (context, row))
    })
}
