//! The footer: a message, or the most important keys of the focused pane.

use ratatui::layout::Rect;

use super::draw::Canvas;
use super::environment::Environment;
use super::keymap::{Binding, Key, Keys};
use crate::render::wrap;
use crate::theme::Role;

/// A key as it is shown, and its label.
pub type KeyLabel = (String, &'static str);

/// The content of the footer.
#[derive(Default)]
pub struct Footer<'a> {
    /// A message, in place of the keys.
    pub status: Option<String>,
    /// The progress of the background thread.
    pub progress: Option<String>,
    /// The pressed keys of an unfinished sequence.
    pub pending: &'a [Key],
    /// The available bindings, with their labels.
    pub bindings: Vec<(&'a Binding, &'static str)>,
}

impl Footer<'_> {
    /// Draws the footer in the area of the environment.
    pub fn draw(&self, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
        if env.area.is_empty() {
            return;
        }
        canvas.clear(env.area);
        let area = self.draw_progress(env.area, canvas);
        if let Some(status) = &self.status {
            return canvas.text(area, 1, status, Role::Heading);
        }
        let keys = if self.pending.is_empty() {
            self.fitting(usize::from(area.width.saturating_sub(2)), env)
        } else {
            following(self.pending, env)
        };
        let mut row = canvas.row(area);
        row.skip(1);
        for (key, label) in keys {
            row.put(&key, Role::Heading)
                .put(&format!(" {label}   "), Role::Dim);
        }
    }

    /// Draws the progress at the right edge; gives the area that is left.
    fn draw_progress(&self, area: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let Some(text) = &self.progress else {
            return area;
        };
        let wide = wrap::columns(text).saturating_add(2);
        // On a narrow screen messages and keys come first.
        if wide > area.width / 2 {
            return area;
        }
        let width = area.width - wide;
        canvas.row(area).skip(width + 1).put(text, Role::Dim);
        Rect { width, ..area }
    }

    /// The keys with the best ranks that fit, in the order of the table.
    fn fitting(&self, room: usize, env: &Environment<'_>) -> Vec<KeyLabel> {
        let mut keys = Vec::new();
        for (place, (binding, label)) in self.bindings.iter().enumerate() {
            if let (Some((_, rank)), Some(first)) = (binding.footer, binding.keys.first()) {
                keys.push((rank, place, first.shown(env.styles.symbols()), *label));
            }
        }
        keys.sort_by_key(|(rank, place, ..)| (*rank, *place));
        let mut used = 0;
        keys.retain(|(_, _, key, label)| {
            used += wrap::width(key) + wrap::width(label) + 4;
            used <= room + 3
        });
        keys.sort_by_key(|(_, place, ..)| *place);
        keys.into_iter()
            .map(|(_, _, key, label)| (key, label))
            .collect()
    }
}

/// The pressed keys of an unfinished sequence, then the keys that may follow, with their labels.
pub fn following(pending: &[Key], env: &Environment<'_>) -> Vec<KeyLabel> {
    let symbols = env.styles.symbols();
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
