//! The pane of bookmarks and recent places.

mod rows;

pub use rows::{PlaceEntry, PlaceRow};

use ratatui::layout::{Position, Rect};

use super::action::Action;
use super::draw::{Canvas, LinearScreen};
use super::effect::Effect;
use super::environment::Environment;
use super::list::FilterList;
use crate::render::wrap;
use crate::source::clean;
use crate::state::Change;
use crate::theme::Role;

#[cfg(test)]
mod tests;

/// Bookmarks and recent places, in groups.
pub type Places = FilterList<PlaceRow>;

impl FilterList<PlaceRow> {
    /// Lists the places again, because the rules, the bookmarks or the filter have changed.
    pub fn refresh(&mut self, env: &Environment<'_>) {
        let filter = self.filter.value();
        let rows = rows::rows(env.library, env.state, env.section, filter);
        self.fill(rows, env);
    }

    /// The selected place.
    pub fn selected(&self) -> Option<&PlaceEntry> {
        self.list.selected()?.place()
    }

    /// Carries an action out.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Vec<Effect> {
        if self.move_cursor(action, env) {
            return Vec::new();
        }
        match (action, self.selected()) {
            (Action::Follow, Some(entry)) => vec![open(entry, env)],
            (Action::Remove, Some(entry)) => remove(entry),
            _ => Vec::new(),
        }
    }

    /// Draws the pane; gives the cursor's place.
    pub fn draw(&self, env: &Environment<'_>, canvas: &mut Canvas<'_>) -> Option<Position> {
        let count = match self.list.count() {
            1 => "1 place".to_owned(),
            count => format!("{count} places"),
        };
        let title = "Bookmarks and recent places";
        let (area, cursor) = self.draw_frame(title, &count, env, canvas);
        let names = self.name_columns(area.width);
        for (line, row, selected) in self.list.visible(area) {
            match row {
                PlaceRow::Group(name) => canvas.text(line, 1, name, Role::Chip),
                PlaceRow::Note(note) => canvas.text(line, 1, note, Role::Dim),
                PlaceRow::Place(entry) => draw_place(entry, line, names, canvas),
            }
            if selected {
                canvas.select(line);
            }
        }
        cursor
    }

    /// Columns for the names: as many as the longest one needs, and at most half of the width.
    fn name_columns(&self, width: u16) -> u16 {
        let places = self.list.rows.iter().filter_map(PlaceRow::place);
        let names = places.map(|entry| wrap::columns(&entry.name));
        names.max().unwrap_or(0).min(width.saturating_sub(4) / 2)
    }

    /// The pane in linear mode.
    pub fn linear(&self, env: &Environment<'_>) -> LinearScreen<'_> {
        let list = &self.list;
        let selected = list.rows.get(list.cursor).map(PlaceRow::text);
        let selected = selected.unwrap_or_default();
        LinearScreen {
            name: format!("Bookmarks and recent places: {}", list.count()),
            selected: match self.selected() {
                Some(_) => format!("place {}: {selected}", list.position()),
                None => selected,
            },
            ..self.screen(env, |row| (row.text(), Role::Text))
        }
    }
}

/// The name, then the path in line with the others.
fn draw_place(entry: &PlaceEntry, line: Rect, names: u16, canvas: &mut Canvas<'_>) {
    canvas
        .row_in(line, 2)
        .field(names, |row| row.cut(&entry.name, Role::Heading))
        .skip(2)
        .cut_path(&entry.path, Role::Dim);
}

fn open(entry: &PlaceEntry, env: &Environment<'_>) -> Effect {
    match entry.section {
        Some(section) => Effect::Open(section),
        None if env.library.index.is_none() => Effect::Status("still reading the rules".to_owned()),
        None => Effect::Status(format!(
            "the loaded rules have no {} any more",
            clean(&entry.id)
        )),
    }
}

fn remove(entry: &PlaceEntry) -> Vec<Effect> {
    if entry.bookmark {
        let status = format!("removed the bookmark {}", entry.name);
        let change = Change::Forget(entry.id.clone());
        vec![Effect::Status(status), Effect::Store(change)]
    } else {
        let status = "only bookmarks are removed; recent places go by themselves";
        vec![Effect::Status(status.to_owned())]
    }
}
