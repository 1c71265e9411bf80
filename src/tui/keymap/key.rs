//! Keys and key sequences, and the names of keys.

use std::fmt;

use crossterm::event::KeyCode::{
    self, BackTab, Backspace, Char, Delete, Down, End, Enter, Esc, Home, Insert, Left, PageDown,
    PageUp, Right, Tab, Up,
};
use crossterm::event::{KeyEvent, KeyModifiers};

use crate::theme::Symbols;

/// A pressed key with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    code: KeyCode,
    /// Which of Ctrl and Alt are pressed. Shift is part of the character.
    modifiers: KeyModifiers,
}

/// The keys whose names are words, such as `Enter`. Function keys are named `F1` and so on; the name
/// of any other key is the character that it types.
const NAMED: [(&str, KeyCode); 16] = [
    ("Tab", Tab),
    ("BackTab", BackTab),
    ("Space", Char(' ')),
    ("Enter", Enter),
    ("Esc", Esc),
    ("Backspace", Backspace),
    ("Delete", Delete),
    ("Insert", Insert),
    ("Down", Down),
    ("Up", Up),
    ("Left", Left),
    ("Right", Right),
    ("Home", Home),
    ("End", End),
    ("PageDown", PageDown),
    ("PageUp", PageUp),
];

/// The prefixes for modifiers in the names of keys, such as `Ctrl-` in `Ctrl-d`.
const MODIFIERS: [(&str, KeyModifiers); 2] = [
    ("Ctrl-", KeyModifiers::CONTROL),
    ("Alt-", KeyModifiers::ALT),
];

impl Key {
    /// Parses the name of a key: `j`, `Ctrl-d`, `Alt-x`, `Enter`, `PageDown`, `F1`.
    pub fn named(name: &str) -> Option<Self> {
        let (mut name, mut modifiers) = (name, KeyModifiers::NONE);
        for (prefix, modifier) in MODIFIERS {
            if let Some(rest) = name.strip_prefix(prefix) {
                (name, modifiers) = (rest, modifiers | modifier);
            }
        }
        let mut letters = name.chars();
        let code = match (letters.next()?, letters.next()) {
            (letter, None) if !letter.is_whitespace() && !letter.is_control() => Char(letter),
            ('F', Some('1'..='9')) => KeyCode::F(name[1..].parse().ok()?),
            _ => NAMED.iter().find(|(known, _)| *known == name)?.1,
        };
        Some(Self::sent(code, modifiers))
    }

    /// Returns the key of a terminal event. Shift is ignored: characters and `BackTab` already
    /// reflect it, and no other key has a name with Shift.
    pub fn pressed(event: KeyEvent) -> Self {
        Self::sent(
            event.code,
            event.modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT),
        )
    }

    /// Returns the key as a terminal sends it: `Ctrl-D` becomes `Ctrl-d`, because terminals send
    /// the same bytes for both.
    fn sent(code: KeyCode, modifiers: KeyModifiers) -> Self {
        let code = match code {
            // Many terminals send the byte of `Ctrl-h` for Backspace.
            Char('h' | 'H') if modifiers == KeyModifiers::CONTROL => {
                return Self {
                    code: Backspace,
                    modifiers: KeyModifiers::NONE,
                };
            }
            Char(letter) if modifiers.contains(KeyModifiers::CONTROL) => {
                Char(letter.to_ascii_lowercase())
            }
            _ => code,
        };
        Self { code, modifiers }
    }

    /// Whether the key is the given letter with Ctrl.
    pub fn is_ctrl(self, letter: char) -> bool {
        (self.code, self.modifiers) == (Char(letter), KeyModifiers::CONTROL)
    }

    /// Returns the character that the key types.
    pub fn typed(self) -> Option<char> {
        let code = self.code.as_char();
        code.filter(|_| self.modifiers.is_empty())
    }

    /// Returns the name for the screen, with a sign such as `↓` or a short name such as `PgDn` if
    /// the key has one.
    pub fn shown(self, symbols: &Symbols) -> String {
        let [backspace, down, up, left, right] = symbols.keys;
        let name = match self.code {
            Backspace => backspace,
            Down => down,
            Up => up,
            Left => left,
            Right => right,
            BackTab => "Shift-Tab",
            PageDown => "PgDn",
            PageUp => "PgUp",
            _ => return self.to_string(),
        };
        format!("{}{name}", self.prefix())
    }

    /// Returns the prefix for the modifiers, such as `Ctrl-`.
    fn prefix(self) -> String {
        let pressed = |(_, modifier): &&(_, _)| self.modifiers.contains(*modifier);
        MODIFIERS
            .iter()
            .filter(pressed)
            .map(|(name, _)| *name)
            .collect()
    }
}

impl fmt::Display for Key {
    /// Writes the name that [`Key::named`] parses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.prefix())?;
        match (NAMED.iter().find(|(_, code)| *code == self.code), self.code) {
            (Some((name, _)), _) => f.write_str(name),
            (None, Char(letter)) => write!(f, "{letter}"),
            (None, KeyCode::F(number)) => write!(f, "F{number}"),
            (None, _) => f.write_str("?"),
        }
    }
}

/// A sequence of keys to press one after another. Most sequences are a single key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys(pub Vec<Key>);

impl Keys {
    /// Parses the names of keys separated by spaces: `j`, `g g`.
    pub fn named(names: &str) -> Option<Self> {
        let keys: Vec<_> = names
            .split_whitespace()
            .map(Key::named)
            .collect::<Option<_>>()?;
        (!keys.is_empty()).then_some(Self(keys))
    }

    /// Whether the two sequences cannot both be bound, because they are equal or one starts with
    /// the other.
    pub fn conflicts_with(&self, other: &Self) -> bool {
        self.0.starts_with(&other.0) || other.0.starts_with(&self.0)
    }

    /// Returns the names of the keys for the screen.
    pub fn shown(&self, symbols: &Symbols) -> String {
        self.0
            .iter()
            .map(|key| key.shown(symbols))
            .collect::<Vec<_>>()
            .join(" ")
    }
}

impl fmt::Display for Keys {
    /// Writes the names that [`Keys::named`] parses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.0.iter().map(Key::to_string).collect();
        f.write_str(&names.join(" "))
    }
}

#[cfg(test)]
mod tests;
