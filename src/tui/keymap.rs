//! Every key in one labelled table, which draws the footer and the help too: help cannot lie.

use std::collections::HashMap;
use std::fmt;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::action::Action;
use crate::theme::Symbols;

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
    /// The name of a bookmark; other keys are text.
    Prompt,
    /// The side pane.
    Side,
    /// Two sections compared.
    Compare,
    /// The help.
    Help,
}

impl Context {
    /// All, in the order of the help.
    pub const ALL: [Self; 10] = [
        Self::Page,
        Self::Search,
        Self::Peek,
        Self::Contents,
        Self::List,
        Self::Side,
        Self::Compare,
        Self::Places,
        Self::Prompt,
        Self::Help,
    ];

    /// Whether keys that do nothing else are text.
    #[must_use]
    pub fn is_typed(self) -> bool {
        matches!(self, Self::Search | Self::Places | Self::Prompt)
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
            Self::Prompt => "Naming a bookmark",
            Self::Side => "Side pane",
            Self::Compare => "Comparison",
            Self::Help => "Help",
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
    bind(Context::Page, &["Space", "K"], Action::Peek, "peek at the link without leaving", Some(("peek", 3))),
    bind(Context::Page, &["Enter"], Action::Follow, "follow the link", Some(("follow", 4))),
    bind(Context::Page, &["f"], Action::LinkLetters, "a letter on every visible link", Some(("letters", 8))),
    bind(Context::Page, &["Backspace", "H"], Action::Back, "back to where you were", Some(("back", 5))),
    bind(Context::Page, &["L"], Action::Forward, "forward again", None),
    bind(Context::Page, &["t"], Action::Contents, "contents", Some(("contents", 6))),
    bind(Context::Page, &["w"], Action::Backlinks, "what links here", Some(("links here", 7))),
    bind(Context::Page, &["x"], Action::Exceptions, "exceptions: what changes this rule elsewhere", None),
    bind(Context::Page, &["v"], Action::Notes, "hide the notes, show them again", None),
    bind(Context::Page, &["p"], Action::Pin, "pin the rule; on another rule compare the two", Some(("pin", 10))),
    bind(Context::Page, &["="], Action::ComparePrinting, "compare with the rule's print in another document", None),
    bind(Context::Page, &["o"], Action::OtherPane, "to the side pane", Some(("side pane", 11))),
    bind(Context::Page, &["n"], Action::NextMatch, "next match of the last search", None),
    bind(Context::Page, &["N"], Action::PreviousMatch, "previous match", None),
    bind(Context::Page, &["m"], Action::Bookmark, "bookmark: set, rename, remove", Some(("bookmark", 11))),
    bind(Context::Page, &["'"], Action::Places, "bookmarks and recent places", Some(("places", 10))),
    bind(Context::Page, &["y"], Action::Copy, "copy the rule as a citation", None),
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
    bind(Context::Page, &["Esc"], Action::Close, "let go of the link, hide the matches", None),
    bind(Context::Page, &["?", "F1"], Action::Help, "help", Some(("help", 1))),
    bind(Context::Page, &["q"], Action::Quit, "quit", Some(("quit", 9))),
    bind(Context::Search, &["Down", "Ctrl-n"], Action::Down, "next result", Some(("choose", 2))),
    bind(Context::Search, &["Up", "Ctrl-p"], Action::Up, "previous result; above the first, earlier queries", None),
    bind(Context::Search, &["PageDown"], Action::PageDown, "scroll the preview down", None),
    bind(Context::Search, &["PageUp"], Action::PageUp, "scroll the preview up", None),
    bind(Context::Search, &["Enter"], Action::Follow, "open the result", Some(("open", 0))),
    bind(
        Context::Search,
        &["Tab"],
        Action::Complete,
        "complete the filter: type: ap: game: doc:",
        Some(("complete filter", 3)),
    ),
    bind(Context::Search, &["Right"], Action::Expand, "at the end of the line: list the rule's other prints", None),
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
    bind(Context::Peek, &["p"], Action::Pin, "pin what is peeked at", Some(("pin", 5))),
    bind(Context::Peek, &["j", "Down"], Action::Down, "line down", None),
    bind(Context::Peek, &["k", "Up"], Action::Up, "line up", None),
    bind(Context::Peek, &["d", "PageDown"], Action::PageDown, "page down", None),
    bind(Context::Peek, &["u", "PageUp"], Action::PageUp, "page up", None),
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
    bind(Context::List, &["Esc", "q", "w", "x"], Action::Close, "close the list", Some(("close", 1))),
    bind(Context::Places, &["Down", "Ctrl-n"], Action::Down, "next row", Some(("choose", 2))),
    bind(Context::Places, &["Up", "Ctrl-p"], Action::Up, "previous row", None),
    bind(Context::Places, &["PageDown"], Action::PageDown, "page down", None),
    bind(Context::Places, &["PageUp"], Action::PageUp, "page up", None),
    bind(Context::Places, &["Enter"], Action::Follow, "go there", Some(("go there", 0))),
    bind(Context::Places, &["Delete", "Ctrl-d"], Action::Remove, "remove the bookmark", Some(("remove", 3))),
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
    bind(Context::Compare, &["j", "Down"], Action::Down, "line down", None),
    bind(Context::Compare, &["k", "Up"], Action::Up, "line up", None),
    bind(Context::Compare, &["d", "PageDown"], Action::PageDown, "page down", None),
    bind(Context::Compare, &["u", "PageUp"], Action::PageUp, "page up", None),
    bind(Context::Compare, &["g", "Home"], Action::Top, "to the beginning", None),
    bind(Context::Compare, &["G", "End"], Action::Bottom, "to the end", None),
    bind(Context::Compare, &["p"], Action::Pin, "close it and unpin", Some(("unpin", 2))),
    bind(Context::Compare, &["Esc", "Backspace", "q"], Action::Close, "close the comparison", Some(("close", 0))),
    bind(Context::Compare, &["?", "F1"], Action::Help, "help", None),
    bind(Context::Help, &["j", "Down"], Action::Down, "line down", None),
    bind(Context::Help, &["k", "Up"], Action::Up, "line up", None),
    bind(Context::Help, &["d", "Space", "PageDown"], Action::PageDown, "page down", Some(("more", 1))),
    bind(Context::Help, &["u", "PageUp"], Action::PageUp, "page up", None),
    bind(Context::Help, &["Esc", "q", "?", "Enter"], Action::Close, "close the help", Some(("close", 0))),
];

/// A key as it is pressed, with how it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    code: KeyCode,
    control: bool,
}

impl Key {
    /// Reads a key's name: `j`, `Ctrl-d`, `Enter`, `PageDown`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let (control, name) = name.strip_prefix("Ctrl-").map_or((false, name), |name| (true, name));
        let mut letters = name.chars();
        let code = match (letters.next()?, letters.next()) {
            (letter, None) => KeyCode::Char(letter),
            _ => NAMED.iter().find(|(known, _)| *known == name)?.1,
        };
        Some(Self { code, control })
    }

    /// The key of an event. Shift is in the letter already; Alt is no key of ours.
    #[must_use]
    pub fn pressed(event: KeyEvent) -> Option<Self> {
        let control = event.modifiers.contains(KeyModifiers::CONTROL);
        (!event.modifiers.contains(KeyModifiers::ALT)).then_some(Self { code: event.code, control })
    }
}

const NAMED: [(&str, KeyCode); 16] = [
    ("Tab", KeyCode::Tab),
    ("BackTab", KeyCode::BackTab),
    ("Space", KeyCode::Char(' ')),
    ("Enter", KeyCode::Enter),
    ("Esc", KeyCode::Esc),
    ("Backspace", KeyCode::Backspace),
    ("Delete", KeyCode::Delete),
    ("Down", KeyCode::Down),
    ("Up", KeyCode::Up),
    ("Left", KeyCode::Left),
    ("Right", KeyCode::Right),
    ("Home", KeyCode::Home),
    ("End", KeyCode::End),
    ("PageDown", KeyCode::PageDown),
    ("PageUp", KeyCode::PageUp),
    ("F1", KeyCode::F(1)),
];

/// How a key is shown: short signs for those that keyboards print as signs.
#[must_use]
pub fn shown(name: &'static str, symbols: &'static Symbols) -> &'static str {
    let [backspace, down, up, left, right] = symbols.keys;
    match name {
        "Backspace" => backspace,
        "Down" => down,
        "Up" => up,
        "Left" => left,
        "Right" => right,
        "BackTab" => "Shift-Tab",
        "PageDown" => "PgDn",
        "PageUp" => "PgUp",
        other => other,
    }
}

/// Which key does what, ready for look-up.
#[derive(Clone, Debug)]
pub struct Keymap {
    actions: HashMap<(Context, Key), Action>,
}

/// Why a keymap cannot be made.
#[derive(Debug, PartialEq, Eq)]
pub enum KeymapError {
    /// No such key.
    UnknownKey(String),
    /// One key for two actions.
    Conflict(String, Action, Action),
}

impl fmt::Display for KeymapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownKey(key) => write!(f, "there is no key `{key}`"),
            Self::Conflict(key, one, other) => write!(f, "`{key}` cannot be both {one:?} and {other:?}"),
        }
    }
}

impl std::error::Error for KeymapError {}

impl Keymap {
    /// A keymap of bindings.
    ///
    /// # Errors
    /// A key that does not exist, or one that is bound twice in a context.
    pub fn new(bindings: &[Binding]) -> Result<Self, KeymapError> {
        let mut actions = HashMap::new();
        for binding in bindings {
            for name in binding.keys {
                let key = Key::named(name).ok_or_else(|| KeymapError::UnknownKey((*name).to_owned()))?;
                if let Some(other) = actions.insert((binding.context, key), binding.action) {
                    return Err(KeymapError::Conflict((*name).to_owned(), other, binding.action));
                }
            }
        }
        Ok(Self { actions })
    }

    /// What a key does. Ctrl-C always quits, Ctrl-Z always goes back to the shell for now.
    #[must_use]
    pub fn action(&self, context: Context, event: KeyEvent) -> Option<Action> {
        let key = Key::pressed(event)?;
        match key {
            Key { code: KeyCode::Char('c'), control: true } => return Some(Action::Quit),
            Key { code: KeyCode::Char('z'), control: true } => return Some(Action::Suspend),
            _ => {}
        }
        self.actions.get(&(context, key)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(name: &str) -> KeyEvent {
        let key = Key::named(name).unwrap();
        KeyEvent::new(key.code, if key.control { KeyModifiers::CONTROL } else { KeyModifiers::NONE })
    }

    #[test]
    fn the_built_in_keys_have_no_conflict() {
        assert_eq!(Keymap::new(BINDINGS).err(), None);
    }

    #[test]
    fn a_conflict_names_both_actions() {
        let twice =
            [bind(Context::Page, &["j"], Action::Down, "", None), bind(Context::Page, &["j"], Action::Up, "", None)];
        assert_eq!(Keymap::new(&twice).unwrap_err().to_string(), "`j` cannot be both Down and Up");
    }

    #[test]
    fn control_c_quits_everywhere() {
        let keymap = Keymap::new(BINDINGS).unwrap();
        for context in Context::ALL {
            assert_eq!(keymap.action(context, event("Ctrl-c")), Some(Action::Quit));
        }
    }

    #[test]
    fn letters_are_text_where_one_types() {
        let keymap = Keymap::new(BINDINGS).unwrap();
        for context in Context::ALL.into_iter().filter(|context| context.is_typed()) {
            assert!(
                (' '..='~').all(|letter| keymap.action(context, event(&letter.to_string())).is_none()),
                "{context:?}"
            );
        }
        assert_eq!(keymap.action(Context::Page, event("q")), Some(Action::Quit));
    }
}
