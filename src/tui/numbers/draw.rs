//! The pane on the screen, and in linear mode. Only the visible rows are looked up.

use ratatui::layout::{Position, Rect};

use super::filter::kind;
use super::state::{Numbers, rows_area};
use crate::links::KeyNumber;
use crate::render::wrap;
use crate::theme::{Face, Role};
use crate::tui::draw::{Canvas, LinearScreen, position, text_line};
use crate::tui::environment::Environment;
use crate::tui::list::List;

/// Columns for the figure and for its kind.
const FIGURE: u16 = 12;
const KIND: u16 = 9;

/// Below this width there is no room for the path.
const WITH_PATH: u16 = 60;

impl Numbers {
    /// Draws the pane; gives the cursor's place.
    pub fn draw(&self, env: &Environment<'_>, canvas: &mut Canvas<'_>) -> Option<Position> {
        let inner = canvas.boxed(env.area, "Key numbers", "");
        let filter = Rect { height: 1, ..inner };
        let cursor = canvas.input(filter, " filter: ", &self.filter, &self.count());
        let rows = self.visible(env, usize::from(inner.height));
        for (line, (at, number)) in inner.rows().skip(1).zip(rows) {
            draw_number(number, env, line, canvas);
            if at == self.list.cursor {
                canvas.select(line);
            }
        }
        cursor
    }

    /// The visible figures, each with the index of its row.
    fn visible<'a>(
        &self,
        env: &Environment<'a>,
        height: usize,
    ) -> impl Iterator<Item = (usize, &'a KeyNumber)> {
        let numbers = env.library.key_numbers().unwrap_or_default();
        let rows = self.rows.iter().enumerate();
        rows.skip(self.list.scroll)
            .take(height)
            .filter_map(|(at, row)| Some((at, numbers.get(*row as usize)?)))
    }

    /// `3 of 120, by value`
    fn count(&self) -> String {
        let order = if self.by_value {
            "by value"
        } else {
            "by place"
        };
        match self.total {
            Some(total) => format!("{} of {total}, {order}", self.rows.len()),
            None => "still gathering".to_owned(),
        }
    }

    /// The pane in linear mode.
    #[must_use]
    pub fn linear(&self, env: &Environment<'_>) -> LinearScreen<'_> {
        let text = |number: &KeyNumber| {
            let (kind, path) = (kind(number.value), env.library.path(number.section));
            format!("{}, {kind}: {}; {path}", number.printed, number.about)
        };
        let List { cursor, scroll } = self.list;
        let visible = self.visible(env, usize::from(rows_area(env.area).height));
        let selected = self.selected(env.library).map_or_else(String::new, text);
        let at = position(cursor, self.rows.len());
        LinearScreen {
            name: format!("Key numbers: {}", self.count()),
            input: Some(("filter: ", &self.filter)),
            lines: visible
                .map(|(_, number)| text_line(&text(number), Role::Text, env.styles.symbols()))
                .collect(),
            cursor: Some((cursor.saturating_sub(scroll), 0))
                .filter(|_| env.choosing && !self.rows.is_empty()),
            selected: format!("row {at}: {selected}"),
        }
    }
}

/// The sentence, the figure, its kind, and the path.
fn draw_number(number: &KeyNumber, env: &Environment<'_>, line: Rect, canvas: &mut Canvas<'_>) {
    let path = if line.width >= WITH_PATH {
        line.width / 4
    } else {
        0
    };
    let rest = line.width.saturating_sub(FIGURE + KIND + path + 4);
    let marks = std::slice::from_ref(&number.mark);
    // The figures of a column end below each other.
    let wide = u16::try_from(wrap::width(&number.printed)).unwrap_or(u16::MAX);
    let indent = FIGURE.saturating_sub(wide);
    let mut row = canvas.row_in(line, 1);
    row.field(rest.max(line.width / 3), |row| {
        row.sentence(&number.about, marks, Face::of(Role::Dim))
    })
    .skip(1)
    .field(FIGURE, |row| {
        row.skip(indent).cut(&number.printed, Role::Heading)
    })
    .skip(1)
    .field(KIND, |row| row.cut(kind(number.value), Role::Dim));
    if path > 0 {
        let text = env.library.path(number.section);
        row.within(path, |row| row.cut_path(&text, Role::Dim));
    }
}
