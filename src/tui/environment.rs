//! The environment of a pane: the parts of the browser that the pane may read.

use std::collections::VecDeque;

use ratatui::layout::Rect;

use super::action::Action;
use super::keymap::{Context, Keymap};
use super::layout::ScreenAreas;
use super::messages::Messages;
use crate::library::Library;
use crate::rules::SectionRef;
use crate::state::{Change, State, StoredRoll};
use crate::theme::Styles;

#[cfg(test)]
pub mod tests;

/// The state that all panes read.
pub struct Shared {
    /// The rules.
    pub library: Library,
    /// Bookmarks, recent places, queries and the stored reading position: the contents of the state
    /// file, with the changes that have not been written yet.
    pub state: State,
    /// The key bindings.
    pub keymap: Keymap,
    /// The styles.
    pub styles: Styles,
    /// The status message and the progress of the background thread.
    pub messages: Messages,
    /// The last rolls without a game, newest last.
    pub rolls: Vec<StoredRoll>,
    /// The changes that are not known to be in the state file, oldest first.
    pub unwritten: VecDeque<Change>,
    /// The number of changes that are known to be in the state file.
    pub written: usize,
    /// The number that makes all rolls repeatable; `None` for random rolls.
    pub seed: Option<u64>,
    /// The place of the pressed keys among the keys of their action, counted from 0.
    pub slot: usize,
    /// The columns and rows of the terminal.
    pub size: (u16, u16),
    /// Whether the cursor is on a row instead of in the input line. A click or a key that moves
    /// among the rows puts the cursor on a row; typing puts it back in the input line.
    pub on_row: bool,
}

impl Shared {
    /// Returns the last rolls, newest last: those of the game that is played, or else of the session.
    pub fn rolls(&self) -> &[StoredRoll] {
        self.state.game().map_or(&self.rolls, |game| &game.rolls)
    }

    /// Returns the environment of a pane in an area of the screen. `context` is the context of the
    /// focused pane, and `section` is the section being read.
    pub fn environment(
        &self,
        screen: ScreenAreas,
        area: Rect,
        context: Context,
        section: SectionRef,
    ) -> Environment<'_> {
        Environment {
            messages: &self.messages,
            screen,
            library: &self.library,
            state: &self.state,
            keymap: &self.keymap,
            styles: &self.styles,
            rolls: self.rolls(),
            seed: self.seed,
            slot: self.slot,
            area,
            context,
            section,
            on_row: self.on_row,
        }
    }
}

/// The parts of the browser that a pane reads when it is drawn or reacts to input.
#[derive(Clone, Copy)]
pub struct Environment<'a> {
    /// The rules.
    pub library: &'a Library,
    /// Bookmarks, recent places, queries and the stored reading position.
    pub state: &'a State,
    /// The key bindings.
    pub keymap: &'a Keymap,
    /// The styles.
    pub styles: &'a Styles,
    /// The status message and the progress of the background thread.
    pub messages: &'a Messages,
    /// The last rolls, newest last.
    pub rolls: &'a [StoredRoll],
    /// The number that makes all rolls repeatable; `None` for random rolls.
    pub seed: Option<u64>,
    /// The place of the pressed keys among the keys of their action, counted from 0.
    pub slot: usize,
    /// The areas of the screen.
    pub screen: ScreenAreas,
    /// The area of the pane.
    pub area: Rect,
    /// The context of the focused pane.
    pub context: Context,
    /// The section being read.
    pub section: SectionRef,
    /// Whether the cursor is on a row instead of in the input line. A click or a key that moves
    /// among the rows puts the cursor on a row; typing puts it back in the input line.
    pub on_row: bool,
}

impl Environment<'_> {
    /// Whether the browser is in linear mode.
    pub fn is_linear(&self) -> bool {
        self.styles.symbols.linear
    }

    /// Whether Down moves the cursor from the input line to the selected row, instead of selecting
    /// the next row. True in linear mode while the cursor is in the input line, so that a screen
    /// reader announces the selected row first.
    pub fn enters_rows(&self) -> bool {
        self.is_linear() && !self.on_row
    }

    /// Returns a message that consists of `matter`, the key of a helpful action in a context and what
    /// the key `does`: `notes are hidden; v shows them`. If the action has no key, returns only
    /// `matter`.
    pub fn advice(&self, context: Context, matter: &str, action: Action, does: &str) -> String {
        match self.keymap.shown(context, action, self.styles.symbols) {
            Some(key) => format!("{matter}; {key} {does}"),
            None => matter.to_owned(),
        }
    }
}
