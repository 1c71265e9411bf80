//! The player's own keys, which replace default keys.

use clap::ValueEnum;

use super::context::Context;
use super::key::Keys;
use super::lookup::{Binding, Keymap, find_conflict};
use crate::settings::{KeySetting, Located, Settings};
use crate::source::Span;
use crate::tui::action::Action;

/// The end of a help text about keys that cannot be bound.
const KEPT: &str = "until then, the default keys are used";

/// Actions that came after players had settings. Their default keys give way to those in the settings
/// of such a player, which stay valid.
const YIELDING: [Action; 5] = [
    Action::AddPin,
    Action::Playing,
    Action::Roll,
    Action::Slot,
    Action::Table,
];

/// A mistake in the settings: its span, a message and a help text.
type Mistake = (Span, String, String);

impl Keymap {
    /// Returns the default keys with the changes from the settings. A setting that is invalid or
    /// conflicts with other keys is reported as a diagnostic, and its action keeps its default
    /// keys.
    pub fn with(settings: &mut Settings) -> Self {
        let mut keymap = Self::standard();
        // The valid settings: the index of the binding, the keys that the setting replaces, and the
        // span of the action's name.
        let mut custom = Vec::new();
        for setting in std::mem::take(&mut settings.keys) {
            match keymap.read(&setting) {
                Ok((index, keys)) => {
                    let before = std::mem::replace(&mut keymap.bindings[index].keys, keys);
                    custom.push((index, before, setting.action.span));
                }
                Err((span, message, help)) => settings.fault(span, &message, &help),
            }
        }
        keymap.give_way(&custom.iter().map(|(at, ..)| *at).collect::<Vec<_>>());
        // If two settings conflict, the later one in the file is undone. Every conflict involves a
        // setting: a test checks that the default keys have no conflicts.
        while let Some((indices, keys)) = find_conflict(&keymap.bindings)
            && let Some(last) = custom.iter().rposition(|(at, ..)| indices.contains(at))
        {
            let (index, before, span) = custom.remove(last);
            let other = indices.into_iter().find(|at| *at != index).unwrap_or(index);
            let [name, taken] = [index, other].map(|at| keymap.bindings[at].action.name());
            let pane = keymap.bindings[other].context.id();
            let message = format!("`{keys}` cannot be both `{name}` and `{taken}`");
            let help =
                format!("give `{taken}` other keys in [keys.{pane}], or none with `[]`; {KEPT}");
            settings.fault(span, &message, &help);
            keymap.bindings[index].keys = before;
        }
        keymap
    }

    /// Leaves a [`YIELDING`] action without keys if a setting uses one of its default keys. `custom` are
    /// the indices of the bindings with keys from the settings.
    fn give_way(&mut self, custom: &[usize]) {
        for index in custom {
            let Binding { context, keys, .. } = self.bindings[*index].clone();
            let conflicts = |known: &Keys| keys.iter().any(|of| of.conflicts_with(known));
            for (at, binding) in self.bindings.iter_mut().enumerate() {
                let yields = YIELDING.contains(&binding.action) && !custom.contains(&at);
                let is_hit = binding.context == context && binding.keys.iter().any(conflicts);
                if yields && is_hit {
                    // Pins are numbered by their keys, so all of the keys go together.
                    binding.keys.clear();
                }
            }
        }
    }

    /// Returns the index of the binding that a setting changes, and its new keys.
    fn read(&self, setting: &KeySetting) -> Result<(usize, Vec<Keys>), Mistake> {
        let (pane, name) = (&setting.context, &setting.action);
        let context = Context::from_str(&pane.value, false).map_err(|_| {
            let panes: Vec<_> = Context::all().map(Context::id).collect();
            let help = format!("the panes are {}", panes.join(", "));
            (pane.span, format!("unknown pane `{}`", pane.value), help)
        })?;
        let action = Action::from_str(&name.value, false).ok();
        let is_set = |row: &Binding| row.context == context && Some(row.action) == action;
        let index = self.bindings.iter().position(is_set).ok_or_else(|| {
            let message = format!("`{}` has no action `{}`", pane.value, name.value);
            let help = "`tableside config` lists all actions";
            (name.span, message, help.to_owned())
        })?;
        let read = |name: &Located| {
            let keys = Keys::named(&name.value).ok_or_else(|| {
                let help = "write keys as `j`, `Ctrl-d`, `Alt-x`, `Enter`, `PageDown`, `F1`; \
                            and two in a row as `g g`";
                let message = format!("unknown key `{}`", name.value);
                (name.span, message, help.to_owned())
            })?;
            match why_reserved(context, action, &keys) {
                Some(why) => Err((name.span, why, format!("choose another key; {KEPT}"))),
                None => Ok(keys),
            }
        };
        let keys = setting.keys.iter().map(read).collect::<Result<_, _>>()?;
        Ok((index, keys))
    }
}

/// Returns the reason why keys cannot be bound to an action in a context, if there is one.
fn why_reserved(context: Context, action: Option<Action>, keys: &Keys) -> Option<String> {
    let holds = |letter: char| keys.0.iter().any(|key| key.is_ctrl(letter));
    // On the home screen, Ctrl-C is one of the default keys of `quit`.
    if holds('c') && (action != Some(Action::Quit) || keys.0.len() > 1) {
        return Some("`Ctrl-c` always quits".to_owned());
    }
    if holds('z') {
        return Some("`Ctrl-z` always suspends the program".to_owned());
    }
    let is_typed = keys.0.first().is_some_and(|first| context.inserts(*first));
    is_typed.then(|| format!("`{keys}` is typed as text here"))
}

#[cfg(test)]
mod tests;
