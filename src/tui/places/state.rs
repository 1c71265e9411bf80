//! The state of the pane, and how it reacts to keys and clicks.

use ratatui::layout::{Position, Rect};
use tui_input::Input;

use super::rows::{PlaceEntry, PlaceRow, rows};
use crate::source::clean;
use crate::state::Change;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::environment::Environment;
use crate::tui::list::{List, steps};

/// Bookmarks and recent places.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The words that the rows have to hold.
    pub filter: Input,
    /// The rows, in groups.
    pub rows: Vec<PlaceRow>,
    /// The selected place and the first visible row.
    pub list: List,
}

impl Places {
    /// All places.
    #[must_use]
    pub fn new(env: &Environment<'_>) -> Self {
        let mut places = Self::default();
        places.refresh(env);
        places
    }

    /// Lists the places again, because the rules, the bookmarks or the filter have changed. The cursor stays on its row, as
    /// far as there are as many.
    pub fn refresh(&mut self, env: &Environment<'_>) {
        self.rows = rows(env.library, env.state, env.section, self.filter.value());
        self.move_by(0, env.area);
    }

    /// Lists the places again after the filter has changed.
    pub fn filter_changed(&mut self, env: &Environment<'_>) {
        self.list.cursor = 0;
        self.refresh(env);
    }

    /// The selected place.
    #[must_use]
    pub fn selected(&self) -> Option<&PlaceEntry> {
        self.place(self.list.cursor)
    }

    /// The place on a row.
    #[must_use]
    pub fn place(&self, row: usize) -> Option<&PlaceEntry> {
        match self.rows.get(row)? {
            PlaceRow::Place(entry) => Some(entry),
            PlaceRow::Group(_) | PlaceRow::Note(_) => None,
        }
    }

    /// The number of places.
    #[must_use]
    pub fn count(&self) -> usize {
        (0..self.rows.len())
            .filter(|row| self.place(*row).is_some())
            .count()
    }

    /// Carries an action out.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Vec<Effect> {
        if action == Action::Down && env.enters_rows() {
            return Vec::new();
        }
        if let Some(rows) = steps(action, usize::from(rows_area(env.area).height)) {
            self.move_by(rows, env.area);
            return Vec::new();
        }
        match action {
            Action::Close => vec![Effect::Close],
            Action::Follow => Vec::from_iter(self.selected().map(|entry| open(entry, env))),
            Action::Remove => self.selected().map_or_else(Vec::new, remove),
            _ => Vec::new(),
        }
    }

    /// Selects the clicked row; opens the selected one.
    pub fn click(&mut self, at: Position, env: &Environment<'_>) -> Vec<Effect> {
        let rows = rows_area(env.area);
        let row = self.list.scroll + usize::from(at.y.saturating_sub(rows.y));
        if !rows.contains(at) || self.place(row).is_none() {
            return Vec::new();
        }
        if row == self.list.cursor {
            return self.perform(Action::Follow, env);
        }
        self.list.cursor = row;
        Vec::new()
    }

    /// Moves the cursor by rows, past the names of groups.
    pub(super) fn move_by(&mut self, rows: isize, area: Rect) {
        let mut list = self.list;
        list.move_past(rows, self.rows.len(), |row| self.place(row).is_some());
        // The first place is shown with the name of its group.
        if list.cursor <= 1 {
            list.scroll = 0;
        }
        list.show(usize::from(rows_area(area).height), |_| 1);
        self.list = list;
    }
}

/// Where the rows are: below the border and the filter.
pub(super) fn rows_area(area: Rect) -> Rect {
    Rect {
        y: area.y + 2,
        height: area.height.saturating_sub(3),
        ..area
    }
}

fn open(entry: &PlaceEntry, env: &Environment<'_>) -> Effect {
    match entry.section {
        Some(section) => Effect::Open(section),
        None if env.library.index.is_none() => {
            Effect::Status("the rules are still being read".to_owned())
        }
        None => Effect::Status(format!(
            "the loaded rules have no {} any more",
            clean(&entry.id)
        )),
    }
}

fn remove(entry: &PlaceEntry) -> Vec<Effect> {
    if entry.bookmark {
        let status = format!("the bookmark {} is removed", entry.name);
        let change = Change::Forget(entry.id.clone());
        vec![Effect::Status(status), Effect::Store(change)]
    } else {
        let status = "only bookmarks are removed; recent places go by themselves";
        vec![Effect::Status(status.to_owned())]
    }
}
