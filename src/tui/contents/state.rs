//! The state of the contents, and how they react to keys and clicks.

use std::collections::HashSet;

use ratatui::layout::Position;

use super::rows::{Row, nearest_heading, rows};
use crate::rules::{Rulebook, SectionRef};
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::environment::Environment;
use crate::tui::list::{List, steps};

/// The contents, and which of their sections are open.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// Whether the pane is shown.
    pub shown: bool,
    /// Whether keys go to it.
    pub focused: bool,
    /// The rows; those inside of folded sections are left out.
    pub rows: Vec<Row>,
    /// The selected row and the first visible one.
    pub list: List,
    open: HashSet<SectionRef>,
}

impl Contents {
    /// Opens the sections above a section, closes other documents, and moves the cursor to it.
    pub fn reveal(&mut self, book: &Rulebook, section: SectionRef) {
        let heading = nearest_heading(book, section);
        let document = book.section(heading).document;
        self.open
            .retain(|open| book.section(*open).document == document);
        self.open.extend(book.ancestors(heading));
        self.open.insert(heading);
        self.rebuild(book);
        self.list.cursor = self.row_of(heading).unwrap_or(0);
    }

    /// Follows the open sections into other rules.
    pub fn map(&mut self, moved: impl Fn(SectionRef) -> SectionRef) {
        self.open = self.open.drain().map(moved).collect();
    }

    /// Carries an action out.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Vec<Effect> {
        let book = &env.library.book;
        if let Some(rows) = steps(action, usize::from(env.area.height)) {
            self.move_by(rows);
        }
        let effects = match action {
            Action::Expand => {
                self.expand(book);
                None
            }
            Action::Collapse => {
                self.collapse(book);
                None
            }
            Action::Follow => self.selected().map(Effect::Open),
            Action::Contents => Some(Effect::LeaveContents { hide: true }),
            Action::Close => Some(Effect::LeaveContents { hide: false }),
            _ => None,
        };
        self.keep_in_sight(usize::from(env.area.height));
        Vec::from_iter(effects)
    }

    /// Opens the section on the clicked row.
    pub fn click(&mut self, at: Position, env: &Environment<'_>) -> Vec<Effect> {
        let row = self.list.scroll + usize::from(at.y.saturating_sub(env.area.y));
        self.list.cursor = row.min(self.rows.len().saturating_sub(1));
        Vec::from_iter(self.selected().map(Effect::Open))
    }

    /// The section on the selected row.
    #[must_use]
    pub fn selected(&self) -> Option<SectionRef> {
        match self.rows.get(self.list.cursor)? {
            Row::Section { section, .. } => Some(*section),
            Row::Game(_) => None,
        }
    }

    /// Scrolls by lines, with `height` of them visible; the cursor stays.
    pub fn scroll_by(&mut self, lines: isize, height: usize) {
        let last = self.rows.len().saturating_sub(height);
        self.list.scroll = self.list.scroll.saturating_add_signed(lines).min(last);
    }

    /// Scrolls so that the selected row is in sight of a pane of `height` rows, with some rows around it where it was not.
    pub fn keep_in_sight(&mut self, height: usize) {
        let (height, List { cursor, scroll }) = (height.max(1), self.list);
        if cursor < scroll {
            self.list.scroll = cursor.saturating_sub(height / 3);
        } else if cursor >= scroll + height {
            self.list.scroll = (cursor + 1 + height / 3).saturating_sub(height);
        }
        self.scroll_by(0, height);
    }

    /// The row of a section.
    fn row_of(&self, section: SectionRef) -> Option<usize> {
        self.rows
            .iter()
            .position(|row| matches!(row, Row::Section { section: at, .. } if *at == section))
    }

    /// Moves the cursor by rows, past the names of games.
    fn move_by(&mut self, by: isize) {
        let rows = &self.rows;
        let is_selectable = |row: usize| !matches!(rows.get(row), Some(Row::Game(_)));
        self.list.move_past(by, rows.len(), is_selectable);
    }

    /// Opens the selected row, or goes inside if it is open.
    fn expand(&mut self, book: &Rulebook) {
        match self.rows.get(self.list.cursor) {
            Some(Row::Section {
                section,
                open: Some(false),
                ..
            }) => {
                self.open.insert(*section);
                self.rebuild(book);
            }
            Some(Row::Section {
                open: Some(true), ..
            }) => self.move_by(1),
            _ => {}
        }
    }

    /// Folds the selected row, or goes to the row above that holds it.
    fn collapse(&mut self, book: &Rulebook) {
        let Some(section) = self.selected() else {
            return;
        };
        let is_open = |row: &Row| {
            matches!(
                row,
                Row::Section {
                    open: Some(true),
                    ..
                }
            )
        };
        if self.rows.get(self.list.cursor).is_some_and(is_open) {
            self.open.remove(&section);
            self.rebuild(book);
        } else if let Some(row) = book
            .section(section)
            .parent
            .and_then(|parent| self.row_of(parent))
        {
            self.list.cursor = row;
        }
    }

    fn rebuild(&mut self, book: &Rulebook) {
        self.rows = rows(book, &self.open);
        self.list.move_by(0, self.rows.len());
    }
}
