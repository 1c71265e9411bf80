//! The state of the home screen, and its reactions to keys and the mouse.

use ratatui::layout::{Position, Rect};

use super::entries::{Group, HomeEntry, entries, summary};
use super::rows::{HomeRow, add_entries, fitted};
use crate::rules::SectionRef;
use crate::theme::Role;
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

/// The message that replaces the summary of the loaded rules while the rules are being loaded.
const READING: &str = "Reading the rules. The next start loads them from the cache.";

/// The home screen.
#[derive(Debug, Default)]
pub struct Home {
    /// The section that the entry `Continue` opens, with the effect that opens it.
    pub resume: Option<(SectionRef, Effect)>,
    /// All entries, including those that do not fit on the screen.
    pub entries: Vec<HomeEntry>,
    /// The index of the selected entry.
    pub cursor: usize,
}

impl Home {
    /// Lists the entries again after the rules, the bookmarks, the recent places or `resume` have
    /// changed.
    pub fn fill(&mut self, env: &Environment<'_>) {
        self.entries = entries(self.resume.clone(), env);
        self.cursor = self.cursor.min(self.entries.len().saturating_sub(1));
    }

    /// Returns the rows for an area.
    pub(super) fn rows(&self, area: Rect, env: &Environment<'_>) -> Vec<HomeRow> {
        let (is_linear, is_reading) = (env.is_linear(), env.library.is_placeholder);
        let mut rows = vec![
            HomeRow::default(),
            HomeRow {
                rank: 3,
                head: if is_linear { "" } else { "Tableside" }.to_owned(),
                text: if is_reading {
                    READING.to_owned()
                } else {
                    summary(env.library)
                },
                role: Role::Dim,
                ..HomeRow::default()
            },
            HomeRow::default(),
        ];
        // A reader who has read and bookmarked nothing in the loaded rules is new to the program.
        if !is_reading && self.entries.iter().all(|entry| entry.group.is_inline()) {
            rows.extend(intro_rows(env));
        }
        add_entries(&mut rows, &self.entries, area.width, is_linear);
        fitted(rows, usize::from(area.height), is_linear)
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
        self.browsed().next().is_some()
    }

    /// Returns the indices of the games or documents to browse.
    fn browsed(&self) -> impl Iterator<Item = usize> {
        (0..self.entries.len()).filter(|at| self.entries[*at].group == Group::Browse)
    }

    /// Returns the indices of the entries that fit on the screen, in order.
    pub(super) fn visible(&self, area: Rect, env: &Environment<'_>) -> Vec<usize> {
        let rows = self.rows(area, env).into_iter();
        rows.flat_map(|row| row.slots)
            .map(|slot| slot.entry)
            .collect()
    }

    /// Selects the next or the previous entry on the screen.
    pub fn step(&mut self, forward: bool, area: Rect, env: &Environment<'_>) {
        let visible = self.visible(area, env).into_iter();
        let next = if forward {
            visible.filter(|entry| *entry > self.cursor).min()
        } else {
            visible.filter(|entry| *entry < self.cursor).max()
        };
        self.cursor = next.unwrap_or(self.cursor);
    }

    /// Selects the next game or document. After the last one, selects the first.
    pub fn step_browse(&mut self) {
        let next = self.browsed().find(|at| *at > self.cursor);
        let next = next.or_else(|| self.browsed().next());
        self.cursor = next.unwrap_or(self.cursor);
    }

    /// Selects the clicked entry. Returns the effect of opening it.
    pub fn click(&mut self, at: Position, area: Rect, env: &Environment<'_>) -> Option<Effect> {
        let row = usize::from(at.y.checked_sub(area.y)?);
        let rows = self.rows(area, env);
        self.cursor = rows.get(row)?.entry_at(at.x - area.x)?;
        self.open()
    }
}

/// Returns the rows for a new reader: a title, and some keys of the page.
fn intro_rows<'a>(env: &Environment<'a>) -> impl Iterator<Item = HomeRow> + use<'a> {
    let (keymap, symbols) = (env.keymap, env.styles.symbols);
    let keys = INTRO_ACTIONS.into_iter().filter_map(move |action| {
        let mut bindings = keymap.bindings(Context::Page);
        let binding = bindings.find(|binding| binding.action == action)?;
        Some((binding.keys.first()?.shown(symbols), binding.help))
    });
    let title = ("On a page".to_owned(), "");
    std::iter::once(title)
        .chain(keys)
        .map(|(head, text)| HomeRow {
            rank: 0,
            head,
            text: text.to_owned(),
            ..HomeRow::default()
        })
}
