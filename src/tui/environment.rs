//! What a pane sees of the rest of the browser.

use ratatui::layout::Rect;

use super::action::Action;
use super::keymap::{Context, Keymap};
use super::library::Library;
use crate::rules::SectionRef;
use crate::state::State;
use crate::theme::Styles;

#[cfg(test)]
pub mod tests;

/// What a pane needs to know to react to a key or to be drawn.
#[derive(Clone, Copy)]
pub struct Environment<'a> {
    /// The rules.
    pub library: &'a Library,
    /// Bookmarks, recent places, queries.
    pub state: &'a State,
    /// The keys.
    pub keymap: &'a Keymap,
    /// The styles.
    pub styles: &'a Styles,
    /// Columns and lines of the screen.
    pub size: (u16, u16),
    /// Where the pane lies.
    pub area: Rect,
    /// The context of the pane with the focus.
    pub context: Context,
    /// The section being read.
    pub section: SectionRef,
    /// Whether the last key moved among rows: the cursor is there then, not where one types.
    pub choosing: bool,
}

impl Environment<'_> {
    /// Whether the pane with the focus fills the screen alone, described in words.
    pub fn is_linear(&self) -> bool {
        self.styles.symbols().linear
    }

    /// Whether the next row is only entered: in linear mode, the first row is not announced while one types.
    pub fn enters_rows(&self) -> bool {
        self.is_linear() && !self.choosing
    }

    /// The key of an action where the focus is, as it is shown.
    pub fn shown_key(&self, action: Action) -> Option<String> {
        self.keymap
            .shown(self.context, action, self.styles.symbols())
    }

    /// A message with the key that helps, if there is one: `notes are hidden; v shows them`.
    pub fn advice(&self, matter: &str, action: Action, does: &str) -> String {
        self.advice_in(self.context, matter, action, does)
    }

    /// A message with the key of another context that helps.
    pub fn advice_in(&self, context: Context, matter: &str, action: Action, does: &str) -> String {
        match self.keymap.shown(context, action, self.styles.symbols()) {
            Some(key) => format!("{matter}; {key} {does}"),
            None => matter.to_owned(),
        }
    }
}
