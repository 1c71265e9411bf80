//! The keymap: which action the pressed keys mean. Keys may follow one another (`g g`).

use super::context::Context;
use super::key::{Key, Keys};
use super::row::KeyRow;
use super::table::all_rows;
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
    pub(super) bindings: Vec<Binding>,
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

impl Keymap {
    /// The default keys.
    pub fn standard() -> Self {
        Self {
            bindings: standard_bindings(),
        }
    }

    /// What keys pressed one after the other mean. Ctrl-C always quits, Ctrl-Z always suspends the program.
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
    pub fn shown(&self, context: Context, action: Action, symbols: &Symbols) -> Option<String> {
        let binding = self
            .bindings(context)
            .find(|binding| binding.action == action)?;
        binding.keys.first().map(|keys| keys.shown(symbols))
    }
}

/// The bindings of the table.
pub(super) fn standard_bindings() -> Vec<Binding> {
    let binding = |(context, row): (Context, &KeyRow)| Binding {
        context,
        keys: row.keys.split(' ').filter_map(Keys::named).collect(),
        action: row.action,
        help: row.help,
        footer: row.footer,
    };
    all_rows().map(binding).collect()
}

/// The first two bindings of one context that conflict, and the keys of the second: the keys are the same, or begin those of
/// the other.
pub(super) fn find_conflict(bindings: &[Binding]) -> Option<([usize; 2], Keys)> {
    let all = || {
        let places = bindings.iter().enumerate();
        places.flat_map(|(at, binding)| binding.keys.iter().map(move |keys| (at, keys)))
    };
    all().enumerate().find_map(|(count, (second, keys))| {
        let meets = |(first, other): &(usize, &Keys)| {
            bindings[*first].context == bindings[second].context && keys.meets(other)
        };
        let (first, _) = all().take(count).find(meets)?;
        Some(([first, second], keys.clone()))
    })
}

#[cfg(test)]
mod tests;
