//! The footer: a message, or the most important keys of the focused pane.

use super::action::Action;
use super::draw::Canvas;
use super::environment::Environment;
use super::keymap::{Binding, Key, Keys};
use crate::render::wrap;
use crate::theme::Role;

/// The number of blank columns at each edge.
const MARGIN: u16 = 1;

/// The number of blank columns between two keys.
const GAP: u16 = 3;

/// A key as the player sees it, and its label: `("Enter", "open")`.
type KeyLabel = (String, &'static str);

/// The content of the footer.
#[derive(Default)]
pub struct Footer<'a> {
    /// A message that replaces the keys.
    pub status: Option<String>,
    /// The progress of the background thread.
    pub progress: Option<String>,
    /// The pressed keys of an unfinished sequence.
    pub pending: &'a [Key],
    /// The available bindings, each with its label and its rank. The lowest rank is the most
    /// important.
    pub bindings: Vec<(&'a Binding, (&'static str, u8))>,
}

impl Footer<'_> {
    /// Draws the footer in `env.area`.
    pub fn draw(&self, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
        if env.area.is_empty() {
            return;
        }
        canvas.clear(env.area);
        let mut row = canvas.row(env.area);
        let progress = self.progress_width(env);
        row.skip((env.area.width - progress).saturating_add(1))
            .put(self.progress.as_deref().unwrap_or_default(), Role::Dim);
        row.end = env.area.right() - progress;
        row.x = env.area.x + MARGIN;
        if let Some(status) = &self.status {
            row.end = row.end.saturating_sub(MARGIN);
            row.cut(status, Role::Heading);
            return;
        }
        let keys = if self.pending.is_empty() {
            let keys = self.fitting(env).into_iter();
            keys.map(|(key, _)| key).collect()
        } else {
            following(self.pending, env)
        };
        for (key, label) in keys {
            row.put(&key, Role::Heading)
                .put(&format!(" {label}"), Role::Dim)
                .skip(GAP);
        }
    }

    /// Returns the action of the key that is drawn at a column.
    pub fn action_at(&self, column: u16, env: &Environment<'_>) -> Option<Action> {
        let is_free = self.status.is_none() && self.pending.is_empty();
        let mut end = MARGIN;
        let mut keys = self.fitting(env).into_iter().filter(|_| is_free);
        keys.find_map(|((key, label), action)| {
            let start = end;
            end = start + columns(&key, label) + GAP;
            (start..end - GAP).contains(&column).then_some(action)
        })
    }

    /// Returns the width of the progress at the right edge, in columns. The width is 0 if the
    /// progress would fill more than half of the footer, because messages and keys are more
    /// important.
    fn progress_width(&self, env: &Environment<'_>) -> u16 {
        let text = self.progress.as_deref();
        let wide = text.map_or(0, |text| wrap::columns(text).saturating_add(2));
        if wide > env.area.width / 2 { 0 } else { wide }
    }

    /// Returns the most important keys that fit, in the order of the table of keys.
    fn fitting(&self, env: &Environment<'_>) -> Vec<(KeyLabel, Action)> {
        let mut keys = Vec::new();
        for (index, (binding, (label, rank))) in self.bindings.iter().enumerate() {
            if let Some(first) = binding.keys.first() {
                let key = (first.shown(env.styles.symbols), *label);
                keys.push((rank, index, (key, binding.action)));
            }
        }
        keys.sort_by_key(|(rank, index, _)| (*rank, *index));
        let width = env.area.width - self.progress_width(env);
        let mut end = MARGIN;
        keys.retain(|(_, _, ((key, label), _))| {
            end += columns(key, label) + GAP;
            end <= width.saturating_sub(MARGIN) + GAP
        });
        keys.sort_by_key(|(_, index, _)| *index);
        keys.into_iter().map(|(.., key)| key).collect()
    }
}

/// Returns the number of columns for a key and its label.
fn columns(key: &str, label: &str) -> u16 {
    wrap::columns(key) + 1 + wrap::columns(label)
}

/// Returns the pressed keys of an unfinished sequence, followed by the keys that can come next,
/// with their labels.
fn following(pending: &[Key], env: &Environment<'_>) -> Vec<KeyLabel> {
    let symbols = env.styles.symbols;
    let pressed = Keys(pending.to_vec()).shown(symbols);
    let mut shown = vec![(pressed, symbols.ellipsis)];
    for binding in env.keymap.bindings(env.context) {
        let label = binding.footer.map_or(binding.help, |(label, _)| label);
        let rests = binding
            .keys
            .iter()
            .filter_map(|keys| keys.0.strip_prefix(pending));
        shown.extend(rests.map(|rest| (Keys(rest.to_vec()).shown(symbols), label)));
    }
    shown
}
