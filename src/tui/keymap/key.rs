//! Keys by name: one, or several in a row.

use std::fmt;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::theme::Symbols;

/// A key as it is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    code: KeyCode,
    /// Ctrl and Alt.
    held: KeyModifiers,
}

/// The keys that have names, as the names are written; any other key is the one character it types.
const NAMED: [(&str, KeyCode); 16] = [
    ("Tab", KeyCode::Tab),
    ("BackTab", KeyCode::BackTab),
    ("Space", KeyCode::Char(' ')),
    ("Enter", KeyCode::Enter),
    ("Esc", KeyCode::Esc),
    ("Backspace", KeyCode::Backspace),
    ("Delete", KeyCode::Delete),
    ("Insert", KeyCode::Insert),
    ("Down", KeyCode::Down),
    ("Up", KeyCode::Up),
    ("Left", KeyCode::Left),
    ("Right", KeyCode::Right),
    ("Home", KeyCode::Home),
    ("End", KeyCode::End),
    ("PageDown", KeyCode::PageDown),
    ("PageUp", KeyCode::PageUp),
];

/// Keys that are held while another is pressed.
const HELD: [(&str, KeyModifiers); 2] = [
    ("Ctrl-", KeyModifiers::CONTROL),
    ("Alt-", KeyModifiers::ALT),
];

/// The number of function keys.
const FUNCTION_KEYS: u8 = 12;

impl Key {
    /// The key that cancels an unfinished key sequence.
    pub const ESCAPE: Self = Self::plain(KeyCode::Esc);

    /// The key between words.
    pub const SPACE: Self = Self::plain(KeyCode::Char(' '));

    /// The key that asks for help.
    pub const QUESTION: Self = Self::plain(KeyCode::Char('?'));

    /// The key that opens the search box.
    pub const SLASH: Self = Self::plain(KeyCode::Char('/'));

    const fn plain(code: KeyCode) -> Self {
        Self {
            code,
            held: KeyModifiers::NONE,
        }
    }

    /// Reads a key's name: `j`, `Ctrl-d`, `Alt-x`, `Enter`, `PageDown`, `F1`.
    pub fn named(name: &str) -> Option<Self> {
        let (mut name, mut held) = (name, KeyModifiers::NONE);
        for (prefix, modifier) in HELD {
            if let Some(rest) = name.strip_prefix(prefix) {
                (name, held) = (rest, held | modifier);
            }
        }
        let mut letters = name.chars();
        let code = match (letters.next()?, letters.next()) {
            (letter, None) if !letter.is_whitespace() && !letter.is_control() => {
                KeyCode::Char(letter)
            }
            ('F', Some('1'..='9')) => {
                let number = name[1..].parse().ok();
                KeyCode::F(number.filter(|number| *number <= FUNCTION_KEYS)?)
            }
            _ => NAMED.iter().find(|(known, _)| *known == name)?.1,
        };
        Some(Self::sent(code, held))
    }

    /// The key of an event. Shift is in the letter already.
    pub fn pressed(event: KeyEvent) -> Self {
        let held = KeyModifiers::CONTROL | KeyModifiers::ALT;
        Self::sent(event.code, event.modifiers & held)
    }

    /// A terminal sends the same for `Ctrl-d` and `Ctrl-D`.
    fn sent(code: KeyCode, held: KeyModifiers) -> Self {
        let code = match code {
            KeyCode::Char(letter) if held.contains(KeyModifiers::CONTROL) => {
                KeyCode::Char(letter.to_ascii_lowercase())
            }
            _ => code,
        };
        Self { code, held }
    }

    /// Whether it is a letter with Ctrl.
    pub fn is_control(self, letter: char) -> bool {
        (self.code, self.held) == (KeyCode::Char(letter), KeyModifiers::CONTROL)
    }

    /// Whether it types a character.
    pub fn is_text(self) -> bool {
        matches!(self.code, KeyCode::Char(_)) && self.held.is_empty()
    }

    /// How it is shown: keys with a sign on keyboards as that sign.
    pub fn shown(self, symbols: &Symbols) -> String {
        let [backspace, down, up, left, right] = symbols.keys;
        let name = match self.code {
            KeyCode::Backspace => backspace,
            KeyCode::Down => down,
            KeyCode::Up => up,
            KeyCode::Left => left,
            KeyCode::Right => right,
            KeyCode::BackTab => "Shift-Tab",
            KeyCode::PageDown => "PgDn",
            KeyCode::PageUp => "PgUp",
            _ => return self.to_string(),
        };
        format!("{}{name}", self.held())
    }

    /// The keys that are held, as a prefix.
    fn held(self) -> String {
        let held = HELD.iter().filter(|(_, held)| self.held.contains(*held));
        held.map(|(prefix, _)| *prefix).collect()
    }
}

impl fmt::Display for Key {
    /// The name that [`Key::named`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.held())?;
        match (NAMED.iter().find(|(_, code)| *code == self.code), self.code) {
            (Some((name, _)), _) => f.write_str(name),
            (None, KeyCode::Char(letter)) => write!(f, "{letter}"),
            (None, KeyCode::F(number)) => write!(f, "F{number}"),
            (None, _) => f.write_str("?"),
        }
    }
}

/// Keys that are pressed one after the other: mostly just one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Keys(pub Vec<Key>);

impl Keys {
    /// Reads the names of keys, blanks between them: `j`, `g g`.
    pub fn named(names: &str) -> Option<Self> {
        let keys: Vec<_> = names
            .split_whitespace()
            .map(Key::named)
            .collect::<Option<_>>()?;
        (!keys.is_empty()).then_some(Self(keys))
    }

    /// Whether both cannot be bound: they are the same, or one begins with the other.
    pub fn meets(&self, other: &Self) -> bool {
        self.0.starts_with(&other.0) || other.0.starts_with(&self.0)
    }

    /// How they are shown.
    pub fn shown(&self, symbols: &Symbols) -> String {
        self.0
            .iter()
            .map(|key| key.shown(symbols))
            .collect::<Vec<_>>()
            .join(" ")
    }
}

impl fmt::Display for Keys {
    /// The names that [`Keys::named`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.0.iter().map(Key::to_string).collect();
        f.write_str(&names.join(" "))
    }
}

#[cfg(test)]
mod tests;
