//! The pane on the screen, and in linear mode.

use ratatui::layout::{Position, Rect};

use super::rows::{PlaceEntry, PlaceRow};
use super::state::{Places, rows_area};
use crate::render::wrap;
use crate::theme::Role;
use crate::tui::draw::{Canvas, LinearScreen, position, text_line};
use crate::tui::environment::Environment;
use crate::tui::list::List;

impl Places {
    /// Draws the pane; gives the cursor's place.
    pub fn draw(&self, env: &Environment<'_>, canvas: &mut Canvas<'_>) -> Option<Position> {
        let inner = canvas.boxed(env.area, "Bookmarks and recent places", "");
        let count = match self.count() {
            1 => "1 place".to_owned(),
            count => format!("{count} places"),
        };
        let filter = Rect { height: 1, ..inner };
        let cursor = canvas.input(filter, " filter: ", &self.filter, &count);
        let names = self.name_columns(inner.width);
        let rows = self.rows.iter().enumerate().skip(self.list.scroll);
        for (line, (at, row)) in inner.rows().skip(1).zip(rows) {
            match row {
                PlaceRow::Group(name) => canvas.text(line, 1, name, Role::Chip),
                PlaceRow::Note(note) => canvas.text(line, 1, note, Role::Dim),
                PlaceRow::Place(entry) => {
                    draw_place(entry, line, names, canvas);
                    if at == self.list.cursor {
                        canvas.select(line);
                    }
                }
            }
        }
        cursor
    }

    /// Columns for the names: as many as the longest one needs, and at most half of the width.
    fn name_columns(&self, width: u16) -> u16 {
        let names = (0..self.rows.len())
            .filter_map(|row| self.place(row))
            .map(|entry| wrap::width(&entry.name));
        u16::try_from(names.max().unwrap_or(0))
            .unwrap_or(u16::MAX)
            .min(width.saturating_sub(4) / 2)
    }

    /// The pane in linear mode.
    #[must_use]
    pub fn linear(&self, env: &Environment<'_>) -> LinearScreen<'_> {
        let text = |row: &PlaceRow| match row {
            PlaceRow::Group(name) => (*name).to_owned(),
            PlaceRow::Note(note) => (*note).to_owned(),
            PlaceRow::Place(entry) => format!("{}, {}", entry.name, entry.path),
        };
        let List { cursor, scroll } = self.list;
        let visible = self.rows.iter().skip(scroll);
        let before = (0..cursor).filter(|row| self.place(*row).is_some()).count();
        let selected = self.rows.get(cursor).map_or_else(String::new, text);
        LinearScreen {
            name: format!("Bookmarks and recent places: {}", self.count()),
            input: Some(("filter: ", &self.filter)),
            lines: visible
                .take(usize::from(rows_area(env.area).height))
                .map(|row| text_line(&text(row), Role::Text, env.styles.symbols()))
                .collect(),
            cursor: Some((cursor.saturating_sub(scroll), 0)).filter(|_| env.choosing),
            selected: match self.selected() {
                Some(_) => format!("place {}: {selected}", position(before, self.count())),
                None => selected,
            },
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
