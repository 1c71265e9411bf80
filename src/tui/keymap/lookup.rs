//! The keymap: which action the pressed keys mean. Keys may follow one another (`g g`).

use std::fmt;

use super::context::Context;
use super::key::{Key, Keys};
use super::table::{Row, all_rows};
use crate::theme::Symbols;
use crate::tui::action::Action;

/// The keys of an action in a context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The context.
    pub context: Context,
    /// The keys, the ones to show first; none where the player wants none.
    pub keys: Vec<Keys>,
    /// What the keys do.
    pub action: Action,
    /// The line of the help.
    pub help: &'static str,
    /// The label in the footer, and its rank when room is short; `None` leaves it out.
    pub footer: Option<(&'static str, u8)>,
}

/// Which keys do what.
#[derive(Clone, Debug)]
pub struct Keymap {
    bindings: Vec<Binding>,
}

/// What pressed keys mean in a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    /// An action.
    Action(Action),
    /// The beginning of a longer binding.
    Prefix,
    /// Nothing.
    None,
}

/// Two bindings that cannot both hold, by their places in the table, and the keys of the second.
pub(super) struct Conflict {
    pub first: usize,
    pub second: usize,
    pub keys: Keys,
}

/// Why a keymap cannot be made.
#[derive(Debug, PartialEq, Eq)]
pub enum KeymapError {
    /// No such key.
    UnknownKey(String),
    /// One key for two actions, or one that begins the keys of another action.
    Conflict(String, Action, Action),
}

impl fmt::Display for KeymapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownKey(key) => write!(f, "there is no key `{key}`"),
            Self::Conflict(key, one, other) => {
                let (one, other) = (one.name(), other.name());
                write!(f, "`{key}` cannot be both `{one}` and `{other}`")
            }
        }
    }
}

impl std::error::Error for KeymapError {}

impl Keymap {
    /// The standard keys.
    ///
    /// # Errors
    /// A mistake in the table, which a test rules out.
    pub fn standard() -> Result<Self, KeymapError> {
        Self::new(standard_bindings()?)
    }

    /// A keymap of bindings.
    ///
    /// # Errors
    /// A key that is bound twice in a context.
    pub fn new(bindings: Vec<Binding>) -> Result<Self, KeymapError> {
        match find_conflict(&bindings) {
            Some(conflict) => Err(conflict.error(&bindings)),
            None => Ok(Self { bindings }),
        }
    }

    /// What keys pressed one after the other mean. Ctrl-C always quits, Ctrl-Z always suspends the program.
    #[must_use]
    pub fn find(&self, context: Context, keys: &[Key]) -> Match {
        match keys.last() {
            None => return Match::None,
            Some(key) if key.is_control('c') => return Match::Action(Action::Quit),
            Some(key) if key.is_control('z') => return Match::Action(Action::Suspend),
            Some(_) => {}
        }
        let mut found = Match::None;
        for binding in self.bindings(context) {
            for bound in &binding.keys {
                if bound.0 == keys {
                    return Match::Action(binding.action);
                }
                if bound.0.starts_with(keys) {
                    found = Match::Prefix;
                }
            }
        }
        found
    }

    /// The bindings of a context, in the order of the table.
    pub fn bindings(&self, context: Context) -> impl Iterator<Item = &Binding> {
        self.bindings
            .iter()
            .filter(move |binding| binding.context == context)
    }

    /// The first keys of an action, as they are shown; `None` where it has none.
    #[must_use]
    pub fn shown(&self, context: Context, action: Action, symbols: &Symbols) -> Option<String> {
        let binding = self
            .bindings(context)
            .find(|binding| binding.action == action)?;
        binding.keys.first().map(|keys| keys.shown(symbols))
    }
}

impl Binding {
    /// The binding of a row of the table.
    pub(super) fn of(context: Context, row: &Row) -> Result<Self, KeymapError> {
        let named =
            |name: &str| Keys::named(name).ok_or_else(|| KeymapError::UnknownKey(name.to_owned()));
        Ok(Self {
            context,
            keys: row.keys.split(' ').map(named).collect::<Result<_, _>>()?,
            action: row.action,
            help: row.help,
            footer: row.footer,
        })
    }
}

impl Conflict {
    /// The error that names both actions.
    pub(super) fn error(&self, bindings: &[Binding]) -> KeymapError {
        let action = |at: usize| bindings[at].action;
        KeymapError::Conflict(
            self.keys.to_string(),
            action(self.first),
            action(self.second),
        )
    }
}

/// The bindings of the table.
pub(super) fn standard_bindings() -> Result<Vec<Binding>, KeymapError> {
    all_rows()
        .map(|(context, row)| Binding::of(context, row))
        .collect()
}

/// The first two bindings of one context of which one has the keys of the other, or keys that these begin with.
pub(super) fn find_conflict(bindings: &[Binding]) -> Option<Conflict> {
    let all = || {
        let places = bindings.iter().enumerate();
        places.flat_map(|(at, binding)| binding.keys.iter().map(move |keys| (at, keys)))
    };
    all().enumerate().find_map(|(count, (second, keys))| {
        let meets = |(first, other): &(usize, &Keys)| {
            bindings[*first].context == bindings[second].context && keys.meets(other)
        };
        let (first, _) = all().take(count).find(meets)?;
        Some(Conflict {
            first,
            second,
            keys: keys.clone(),
        })
    })
}

#[cfg(test)]
mod tests;
