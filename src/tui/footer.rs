//! The footer: a message, or the most important keys of the focused pane.

use super::action::Action;
use super::draw::Canvas;
use super::environment::Environment;
use super::keymap::Binding;
use crate::render::wrap;
use crate::theme::Role;

/// The number of blank columns at each edge.
const MARGIN: u16 = 1;

/// The number of blank columns between two keys.
const GAP: u16 = 3;

/// A key in the footer.
struct FooterKey {
    /// The key as the player sees it.
    key: String,
    label: &'static str,
    /// The lowest rank is the most important.
    rank: u8,
    action: Action,
}

impl FooterKey {
    /// Returns the number of columns for the key and its label.
    fn width(&self) -> u16 {
        wrap::columns(&self.key) + 1 + wrap::columns(self.label)
    }
}

/// The content of the footer.
pub struct Footer<'a> {
    /// A message that replaces the keys.
    pub status: Option<String>,
    /// The progress of the background thread.
    pub progress: &'a str,
    /// The bindings that are useful now, in the order of the table of keys.
    pub bindings: Vec<&'a Binding>,
}

impl Footer<'_> {
    /// Draws the footer in `env.area`.
    pub fn draw(&self, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
        canvas.clear(env.area);
        let progress = self.progress_width(env);
        let mut row = canvas.row_in(env.area, MARGIN);
        row.end = row.end.saturating_sub(progress);
        if let Some(status) = &self.status {
            row.cut(status, Role::Heading);
        } else {
            for FooterKey { key, label, .. } in self.fitting(env) {
                row.put(&key, Role::Heading)
                    .put(&format!(" {label}"), Role::Dim)
                    .skip(GAP);
            }
        }
        row.x = row.end + MARGIN;
        row.end = row.x + progress;
        row.put(self.progress, Role::Dim);
    }

    /// Returns the action of the key that is drawn at a column.
    pub fn action_at(&self, column: u16, env: &Environment<'_>) -> Option<Action> {
        let mut end = MARGIN;
        let mut keys = self
            .fitting(env)
            .into_iter()
            .filter(|_| self.status.is_none());
        let found = keys.find(|key| {
            let start = end;
            end = start + key.width() + GAP;
            (start..end - GAP).contains(&column)
        });
        found.map(|key| key.action)
    }

    /// Returns the width of the progress at the right edge, in columns. The width is 0 if the
    /// progress would fill more than half of the footer, because messages and keys are more
    /// important.
    fn progress_width(&self, env: &Environment<'_>) -> u16 {
        match wrap::columns(self.progress) {
            0 => 0,
            wide if wide + MARGIN > env.area.width / 2 => 0,
            wide => wide + MARGIN,
        }
    }

    /// Returns the most important keys that fit, in the order of the table of keys.
    fn fitting(&self, env: &Environment<'_>) -> Vec<FooterKey> {
        let keys = self.bindings.iter().filter_map(|binding| {
            let (label, rank) = binding.footer?;
            Some(FooterKey {
                key: binding.keys.first()?.shown(env.styles.symbols),
                label,
                rank,
                action: binding.action,
            })
        });
        let mut keys: Vec<_> = keys.enumerate().collect();
        keys.sort_by_key(|(_, key)| key.rank);
        let margins = 2 * MARGIN + self.progress_width(env);
        let width = env.area.width.saturating_sub(margins) + GAP;
        let mut end = 0;
        keys.retain(|(_, key)| {
            end += key.width() + GAP;
            end <= width
        });
        keys.sort_by_key(|(index, _)| *index);
        keys.into_iter().map(|(_, key)| key).collect()
    }
}
