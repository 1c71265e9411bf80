//! The player's own keys, which replace default keys.

use clap::ValueEnum;

use super::context::Context;
use super::key::{Key, Keys};
use super::lookup::{Binding, Keymap, find_conflict, standard_bindings};
use crate::settings::{KeySetting, Settings};
use crate::source::Span;
use crate::tui::action::Action;

/// The end of a help text about keys that cannot be bound.
const KEPT: &str = "until then, the default keys are used";

impl Keymap {
    /// Returns the default keys with the changes from the settings. A setting that is invalid or
    /// conflicts with other keys is reported as a diagnostic, and its action keeps its default
    /// keys.
    pub fn with(settings: &mut Settings) -> Self {
        let standard = standard_bindings();
        let mut custom = Vec::new();
        for setting in settings.keys.clone() {
            match read_setting(&standard, &setting) {
                Ok(keys) => custom.push(keys),
                Err(mistake) => settings.fault(mistake.span, &mistake.message, &mistake.help),
            }
        }
        // Remove conflicting settings one at a time. Every conflict involves a setting: a test
        // checks that the default keys have no conflicts.
        while !custom.is_empty() {
            let mut bindings = standard.clone();
            for setting in &custom {
                bindings[setting.index].keys =
                    setting.keys.iter().map(|(keys, _)| keys.clone()).collect();
            }
            // If two settings conflict, the later one in the file is removed.
            let conflict = find_conflict(&bindings).and_then(|(indices, keys)| {
                let is_involved = |setting: &CustomKeys| indices.contains(&setting.index);
                Some((custom.iter().rposition(is_involved)?, indices, keys))
            });
            let Some((refused, indices, keys)) = conflict else {
                return Self { bindings };
            };
            let mistake = explain(&custom.remove(refused), &bindings, indices, &keys);
            settings.fault(mistake.span, &mistake.message, &mistake.help);
        }
        Self { bindings: standard }
    }
}

/// A valid setting. `index` is the index of its binding in the table of default keys.
struct CustomKeys {
    index: usize,
    /// The new keys, each with its span in the settings.
    keys: Vec<(Keys, Span)>,
    /// The span of the action's name in the settings.
    span: Span,
}

/// A mistake in the settings.
struct Mistake {
    span: Span,
    message: String,
    help: String,
}

fn read_setting(standard: &[Binding], setting: &KeySetting) -> Result<CustomKeys, Mistake> {
    let (context, action) = (&setting.context, &setting.action);
    let known = Context::from_str(&context.value, false).map_err(|_| Mistake {
        span: context.span,
        message: format!("unknown pane `{}`", context.value),
        help: format!(
            "the panes are {}",
            Context::all()
                .map(Context::id)
                .collect::<Vec<_>>()
                .join(", ")
        ),
    })?;
    let value = Action::from_str(&action.value, false).ok();
    let index = standard
        .iter()
        .position(|row| row.context == known && Some(row.action) == value)
        .ok_or_else(|| Mistake {
            span: action.span,
            message: format!("`{}` has no action `{}`", context.value, action.value),
            help: "`tableside config` lists all actions".to_owned(),
        })?;
    let mut custom = CustomKeys {
        index,
        keys: Vec::new(),
        span: action.span,
    };
    for name in &setting.keys {
        let keys = Keys::named(&name.value).ok_or_else(|| Mistake {
            span: name.span,
            message: format!("unknown key `{}`", name.value),
            help: "write keys as `j`, `Ctrl-d`, `Alt-x`, `Enter`, `PageDown`, `F1`; \
                   and two in a row as `g g`"
                .to_owned(),
        })?;
        // Ctrl-C may be bound to `quit`: it always quits anyway, and on the home screen it is one
        // of the default keys.
        let always_quits =
            action.value == Action::Quit.name() && keys.0.iter().all(|key| key.is_ctrl('c'));
        if let Some(message) = why_reserved(known, &keys).filter(|_| !always_quits) {
            return Err(Mistake {
                span: name.span,
                message,
                help: format!("choose another key; {KEPT}"),
            });
        }
        custom.keys.push((keys, name.span));
    }
    Ok(custom)
}

/// Returns the reason why keys cannot be bound in a context, if there is one.
fn why_reserved(context: Context, keys: &Keys) -> Option<String> {
    let holds = |letter: char| keys.0.iter().any(|key| key.is_ctrl(letter));
    if holds('c') {
        return Some("`Ctrl-c` always quits".to_owned());
    }
    if holds('z') {
        return Some("`Ctrl-z` always suspends the program".to_owned());
    }
    if keys.0.first().is_some_and(|first| context.inserts(*first)) {
        return Some(format!("`{keys}` is typed as text here"));
    }
    (keys.0.len() > 1 && keys.0.contains(&Key::ESCAPE))
        .then(|| format!("Esc cancels a sequence of keys, so `{keys}` cannot be bound"))
}

fn explain(
    refused: &CustomKeys,
    bindings: &[Binding],
    indices: [usize; 2],
    keys: &Keys,
) -> Mistake {
    let [one, other] = if refused.index == indices[0] {
        indices
    } else {
        [indices[1], indices[0]]
    };
    let (one, other) = (&bindings[one], &bindings[other]);
    let own = refused
        .keys
        .iter()
        .find(|(own, _)| own.conflicts_with(keys));
    Mistake {
        span: own.map_or(refused.span, |(_, span)| *span),
        message: format!(
            "`{keys}` cannot be both `{}` and `{}`",
            one.action.name(),
            other.action.name()
        ),
        help: format!(
            "give `{}` other keys in [keys.{}], or none with `[]`; {KEPT}",
            other.action.name(),
            other.context.id()
        ),
    }
}

#[cfg(test)]
mod tests;
