//! The state of the home screen, and its reactions to keys and the mouse.

use ratatui::layout::{Position, Rect};

use super::entries::{Group, HomeEntry, Resume, entries};
use super::layout::{HomeRow, entry_at, rows};
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::environment::Environment;
use crate::tui::keymap::Context;

/// The actions whose keys are shown to a new reader.
const INTRO_ACTIONS: [Action; 5] = [
    Action::Search,
    Action::NextLink,
    Action::Peek,
    Action::Back,
    Action::Help,
];

/// The home screen.
#[derive(Debug, Default)]
pub struct Home {
    /// The place that the entry `Continue` opens.
    pub resume: Resume,
    /// All entries, including those that do not fit on the screen.
    pub entries: Vec<HomeEntry>,
    /// The index of the selected entry.
    pub cursor: usize,
}

impl Home {
    /// Lists the entries again after the rules, the bookmarks, the recent places or `resume` have
    /// changed.
    pub fn fill(&mut self, env: &Environment<'_>) {
        self.entries = entries(&self.resume, env);
        self.cursor = self.cursor.min(self.entries.len().saturating_sub(1));
    }

    /// Returns the rows for an area.
    pub(super) fn rows(&self, area: Rect, env: &Environment<'_>) -> Vec<HomeRow> {
        let keys = if self.is_first_run(env) {
            INTRO_ACTIONS.len() + 1
        } else {
            0
        };
        rows(&self.entries, keys, area, env.is_linear())
    }

    /// Whether the reader is new: nothing in the loaded rules has been read or bookmarked. The home
    /// screen then shows some keys.
    fn is_first_run(&self, env: &Environment<'_>) -> bool {
        let is_place = |entry: &HomeEntry| !entry.group.is_inline();
        !env.library.is_placeholder && !self.entries.iter().any(is_place)
    }

    /// Returns the selected entry.
    pub fn selected(&self) -> Option<&HomeEntry> {
        self.entries.get(self.cursor)
    }

    /// Returns the effect of opening the selected entry.
    pub fn open(&self) -> Option<Effect> {
        self.selected().map(|entry| entry.effect.clone())
    }

    /// Whether there are games or documents to browse.
    pub fn has_browse(&self) -> bool {
        let mut entries = self.entries.iter();
        entries.any(|entry| entry.group == Group::Browse)
    }

    /// Returns the indices of the entries that fit on the screen, in order.
    pub(super) fn visible(&self, area: Rect, env: &Environment<'_>) -> Vec<usize> {
        let rows = self.rows(area, env).into_iter();
        let slots = rows.flat_map(|row| match row {
            HomeRow::Entries(_, slots) => slots,
            _ => Vec::new(),
        });
        slots.map(|slot| slot.entry).collect()
    }

    /// Selects the next or the previous entry on the screen.
    pub fn step(&mut self, forward: bool, area: Rect, env: &Environment<'_>) {
        let visible = self.visible(area, env);
        let next = if forward {
            visible.iter().find(|entry| **entry > self.cursor)
        } else {
            visible.iter().rfind(|entry| **entry < self.cursor)
        };
        self.cursor = next.copied().unwrap_or(self.cursor);
    }

    /// Selects the next game or document. After the last one, selects the first.
    pub fn step_browse(&mut self) {
        let browsed: Vec<_> = (0..self.entries.len())
            .filter(|at| self.entries[*at].group == Group::Browse)
            .collect();
        let next = browsed.iter().find(|at| **at > self.cursor);
        self.cursor = *next.or(browsed.first()).unwrap_or(&self.cursor);
    }

    /// Selects the clicked entry. Returns whether an entry was clicked.
    pub fn click(&mut self, at: Position, area: Rect, env: &Environment<'_>) -> bool {
        let rows = self.rows(area, env);
        let row = rows.get(usize::from(at.y.saturating_sub(area.y)));
        let clicked = row
            .filter(|_| area.contains(at))
            .and_then(|row| entry_at(row, at.x - area.x));
        self.cursor = clicked.unwrap_or(self.cursor);
        clicked.is_some()
    }
}

/// Returns row `at` of the rows for a new reader. Row 0 is a title. Each of the rows below is for
/// one of the `INTRO_ACTIONS`: its key and what the key does on a page, or `None` if the action has
/// no key.
pub fn intro_key(at: usize, env: &Environment<'_>) -> Option<(String, &'static str)> {
    let Some(at) = at.checked_sub(1) else {
        return Some(("On a page".to_owned(), ""));
    };
    let mut bindings = env.keymap.bindings(Context::Page);
    let binding = bindings.find(|binding| Some(&binding.action) == INTRO_ACTIONS.get(at))?;
    let key = binding.keys.first()?.shown(env.styles.symbols);
    Some((key, binding.help))
}
