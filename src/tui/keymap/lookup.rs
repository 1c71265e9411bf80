//! Finds the action of pressed keys. A binding may be a key sequence such as `g g`.

use super::context::Context;
use super::key::{Key, Keys};
use super::row::KeyRow;
use super::table::all_rows;
use crate::theme::Symbols;
use crate::tui::action::Action;

/// The keys of an action in a context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The context in which the keys have this action.
    pub context: Context,
    /// The key sequences, any of which triggers the action. The footer shows the first one. Empty
    /// if the player has unbound the action.
    pub keys: Vec<Keys>,
    /// The action of the keys.
    pub action: Action,
    /// The description in the help.
    pub help: &'static str,
    /// The label in the footer and the rank of the keys. If the footer is too narrow for all keys,
    /// those with the largest ranks are left out. `None` if the footer never shows the keys.
    pub footer: Option<(&'static str, u8)>,
}

/// All key bindings.
#[derive(Debug)]
pub struct Keymap {
    pub(super) bindings: Vec<Binding>,
}

/// The meaning of pressed keys in a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    /// The keys are bound to an action.
    Action(Action),
    /// The keys are the start of a longer key sequence.
    Prefix,
    /// The keys are not bound.
    None,
}

impl Keymap {
    /// Returns a keymap with the default keys.
    pub fn standard() -> Self {
        let binding = |(context, row): (Context, &KeyRow)| Binding {
            context,
            keys: row.keys.split(' ').filter_map(Keys::named).collect(),
            action: row.action,
            help: row.help,
            footer: row.footer,
        };
        Self {
            bindings: all_rows().map(binding).collect(),
        }
    }

    /// Finds the meaning of a sequence of pressed keys. Ctrl-C always quits, and Ctrl-Z always
    /// suspends the program.
    pub fn find(&self, context: Context, keys: &[Key]) -> Match {
        match keys.last() {
            None => return Match::None,
            Some(key) if key.is_ctrl('c') => return Match::Action(Action::Quit),
            Some(key) if key.is_ctrl('z') => return Match::Action(Action::Suspend),
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

    /// Returns the place of pressed keys among the keys of their action, counted from 0.
    pub fn slot(&self, context: Context, keys: &[Key]) -> usize {
        let mut all = self.bindings(context).map(|binding| binding.keys.iter());
        let slot = all.find_map(|mut bound| bound.position(|bound| bound.0 == keys));
        slot.unwrap_or_default()
    }

    /// Returns the bindings of a context in the order of the table.
    pub fn bindings(&self, context: Context) -> impl Iterator<Item = &Binding> {
        self.bindings
            .iter()
            .filter(move |binding| binding.context == context)
    }

    /// Returns the first key sequence of an action as the screen shows it; `None` if the action has
    /// no keys in the context.
    pub fn shown(&self, context: Context, action: Action, symbols: &Symbols) -> Option<String> {
        let binding = self
            .bindings(context)
            .find(|binding| binding.action == action)?;
        binding.keys.first().map(|keys| keys.shown(symbols))
    }
}

/// Finds the first two key sequences that conflict. Two sequences of the same context conflict if
/// they are equal or one starts with the other. Returns the indices of their bindings, which may be
/// the same, and the second sequence.
pub fn find_conflict(bindings: &[Binding]) -> Option<([usize; 2], Keys)> {
    let all = || {
        bindings
            .iter()
            .enumerate()
            .flat_map(|(at, binding)| binding.keys.iter().map(move |keys| (at, keys)))
    };
    all().enumerate().find_map(|(count, (second, keys))| {
        let conflicts = |(first, other): &(usize, &Keys)| {
            bindings[*first].context == bindings[second].context && keys.conflicts_with(other)
        };
        let (first, _) = all().take(count).find(conflicts)?;
        Some(([first, second], keys.clone()))
    })
}

#[cfg(test)]
mod tests;
