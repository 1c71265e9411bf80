//! What a pane reads of the rest of the browser.

use ratatui::layout::Rect;

use super::action::Action;
use super::keymap::{Context, Keymap};
use super::library::Library;
use crate::rules::SectionRef;
use crate::state::State;
use crate::theme::Styles;

#[cfg(test)]
pub mod tests;

/// What all panes read.
pub struct Shared {
    /// The rules.
    pub library: Library,
    /// Bookmarks, recent places, queries: as stored, with the changes since.
    pub state: State,
    /// The keys.
    pub keymap: Keymap,
    /// The styles.
    pub styles: Styles,
    /// Columns and rows of the terminal.
    pub size: (u16, u16),
    /// Whether the last key moved among rows: the cursor is then on the row, not in the input line.
    pub choosing: bool,
}

impl Shared {
    /// The environment of a pane in an area, with the context of the focused pane and the section being read.
    pub fn environment(
        &self,
        area: Rect,
        context: Context,
        section: SectionRef,
    ) -> Environment<'_> {
        Environment {
            library: &self.library,
            state: &self.state,
            keymap: &self.keymap,
            styles: &self.styles,
            size: self.size,
            area,
            context,
            section,
            choosing: self.choosing,
        }
    }
}

/// What a pane needs to react to a key or to be drawn.
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
    /// Columns and rows of the screen.
    pub size: (u16, u16),
    /// The area of the pane.
    pub area: Rect,
    /// The context of the pane with the focus.
    pub context: Context,
    /// The section being read.
    pub section: SectionRef,
    /// Whether the last key moved among rows: the cursor is then on the row, not in the input line.
    pub choosing: bool,
}

impl Environment<'_> {
    /// Whether the browser is in linear mode.
    pub fn is_linear(&self) -> bool {
        self.styles.symbols().linear
    }

    /// Whether moving down enters the list: in linear mode, no row is announced during typing.
    pub fn enters_rows(&self) -> bool {
        self.is_linear() && !self.choosing
    }

    /// The key of an action in the focused pane, as it is shown.
    pub fn shown_key(&self, action: Action) -> Option<String> {
        self.keymap
            .shown(self.context, action, self.styles.symbols())
    }

    /// A message with the key that helps, if there is one: `notes are hidden; v shows them`.
    pub fn advice(&self, matter: &str, action: Action, does: &str) -> String {
        self.advice_in(self.context, matter, action, does)
    }

    /// The same, with the key of another context.
    pub fn advice_in(&self, context: Context, matter: &str, action: Action, does: &str) -> String {
        match self.keymap.shown(context, action, self.styles.symbols()) {
            Some(key) => format!("{matter}; {key} {does}"),
            None => matter.to_owned(),
        }
    }
}
