//! Lists below an input line that filters their rows.

use ratatui::layout::{Position, Rect};
use tui_input::Input;

use super::action::Action;
use super::draw::{Canvas, LinearScreen};
use super::environment::Environment;
use super::layout::{self, columns, lines};
use super::list::{List, ListRow, RowKind, steps};
use super::typing::Edit;
use crate::render::wrap;
use crate::rules::slug::fold;
use crate::source::counted;
use crate::theme::Role;

/// The message of a list in which no row matches the filter.
pub const NO_MATCHES: &str = "no matches; fewer words find more";

/// A list below an input line that filters its rows.
#[derive(Debug)]
pub struct FilterList<R> {
    /// The input line of the filter.
    pub filter: Input,
    /// The rows that match the filter.
    pub list: List<R>,
}

/// In a list of fewer columns, the names may take the whole width.
const NARROW: u16 = 60;

impl<R> Default for FilterList<R> {
    fn default() -> Self {
        Self {
            filter: Input::default(),
            list: List::default(),
        }
    }
}

impl<R: ListRow> FilterList<R> {
    /// Returns the lines for rows in the area of the pane: column by column, each from top to
    /// bottom.
    fn lines(env: &Environment<'_>) -> impl Iterator<Item = Rect> + use<R> {
        let area = rows_area(env.area);
        let count = match area.width / R::WIDTH {
            _ if env.is_linear() => 1,
            count => count.max(1),
        };
        let width = area.width / count;
        let columns = (0..count).map(move |column| columns(area, column * width, width));
        columns.flat_map(Rect::rows)
    }

    /// Returns the number of rows that fit in the area of the pane.
    fn room(env: &Environment<'_>) -> usize {
        Self::lines(env).count()
    }

    /// Edits the filter. If its text has changed, selects the first row and returns true.
    pub fn edit_filter(&mut self, edit: Edit<'_>) -> bool {
        let is_changed = edit(&mut self.filter);
        if is_changed {
            self.list.cursor = 0;
        }
        is_changed
    }

    /// Replaces the rows, and scrolls to the selected entry.
    pub fn fill(&mut self, rows: Vec<R>, env: &Environment<'_>) {
        self.list.fill(rows);
        self.list.show(Self::room(env));
    }

    /// Moves the cursor by a number of entries, and scrolls to the selected entry.
    pub fn move_cursor_by(&mut self, entries: isize, env: &Environment<'_>) {
        self.list.move_by(entries);
        self.list.show(Self::room(env));
    }

    /// Performs an action that moves the cursor. Returns false for any other action.
    pub fn move_cursor(&mut self, action: Action, env: &Environment<'_>) -> bool {
        if action == Action::Down && env.enters_rows() {
            return true;
        }
        let steps = steps(action, Self::room(env));
        if let Some(entries) = steps {
            self.move_cursor_by(entries, env);
        }
        steps.is_some()
    }

    /// Selects the clicked entry. Returns whether the entry was already selected; `None` if the
    /// click is not on an entry.
    pub fn select_at(&mut self, at: Position, env: &Environment<'_>) -> Option<bool> {
        let row = self.list.entry_on(Self::lines(env), at)?;
        let before = std::mem::replace(&mut self.list.cursor, row);
        self.list.show(Self::room(env));
        Some(before == row)
    }

    /// Draws the title, the count, the filter and, if no row matches the filter, [`NO_MATCHES`].
    /// Returns the area for the rows and the position of the text cursor.
    pub fn draw_head(
        &self,
        title: &str,
        count: &str,
        env: &Environment<'_>,
        canvas: &mut Canvas<'_>,
    ) -> (Rect, Option<Position>) {
        let mut row = canvas.row_in(lines(env.area, 0, 1), 1);
        row.cut(title, Role::Heading).skip(2);
        row.x = row.x.max(row.end.saturating_sub(wrap::columns(count)));
        row.cut(count, Role::Dim);
        let cursor = canvas.input(lines(env.area, 1, 1), " filter: ", &self.filter, "");
        let rows = rows_area(env.area);
        if self.list.rows.is_empty() && !self.filter.value().is_empty() {
            canvas.text(rows, 1, NO_MATCHES, Role::Dim);
        }
        (rows, cursor)
    }

    /// Describes the list for linear mode. `noun` is the word for an entry, and `text` returns the
    /// text of a row.
    pub fn screen(
        &self,
        name: String,
        noun: &str,
        env: &Environment<'_>,
        text: impl Fn(&R) -> String,
    ) -> LinearScreen<'_> {
        let (list, height) = (&self.list, layout::clamped(Self::room(env)));
        let screen = list.linear(height, noun, |row| (text(row), Role::Text));
        let first = list.rows.first();
        LinearScreen {
            name,
            input: Some(("filter: ", &self.filter)),
            cursor: screen.cursor.filter(|_| env.on_row && first.is_some()),
            selected: match list.selected() {
                Some(_) => screen.selected,
                None => first.map_or_else(|| NO_MATCHES.to_owned(), text),
            },
            ..screen
        }
    }
}

/// An item of a list of named items.
pub trait NamedItem {
    /// The minimum width of a column of items, as in [`ListRow::WIDTH`].
    const WIDTH: u16 = u16::MAX;
    /// The title of the list.
    const TITLE: &'static str;
    /// The word for an item.
    const NOUN: &'static str;
    /// The role of the descriptions.
    const ROLE: Role;
}

/// A row of a list of named items.
#[derive(Debug)]
pub enum NamedRow<T> {
    /// The heading of a group, or a message.
    Heading(String),
    /// The name of an item, in a column of its own, its description, and the item itself.
    Item(String, String, T),
}

impl<T: NamedItem> ListRow for NamedRow<T> {
    const WIDTH: u16 = T::WIDTH;

    fn kind(&self) -> RowKind {
        match self {
            Self::Heading(_) => RowKind::Heading,
            Self::Item(..) => RowKind::Entry,
        }
    }
}

impl<T: NamedItem> FilterList<NamedRow<T>> {
    /// Lists groups of items: for each group its heading, and the name, the description and the
    /// value of each item. Leaves out the items that do not contain every word of the filter, and
    /// the groups without an item. The heading counts as a part of its items.
    pub fn fill_groups<'a>(
        &mut self,
        groups: impl Iterator<Item = (&'a str, Vec<(String, String, T)>)>,
        env: &Environment<'_>,
    ) {
        let words = fold(self.filter.value());
        let mut rows = Vec::new();
        for (heading, items) in groups {
            let is_wanted = |(name, text, _): &(String, String, T)| {
                let whole = fold(&format!("{heading} {name} {text}"));
                words.split(' ').all(|word| whole.contains(word))
            };
            let mut items = items.into_iter().filter(is_wanted).peekable();
            rows.extend(items.peek().map(|_| NamedRow::Heading(heading.to_owned())));
            rows.extend(items.map(|(name, text, item)| NamedRow::Item(name, text, item)));
        }
        self.fill(rows, env);
    }

    /// Returns the selected item.
    pub fn selected(&self) -> Option<&T> {
        match self.list.selected()? {
            NamedRow::Item(_, _, item) => Some(item),
            NamedRow::Heading(_) => None,
        }
    }

    /// Draws the list. Returns the position of the text cursor.
    pub fn draw_list(&self, env: &Environment<'_>, canvas: &mut Canvas<'_>) -> Option<Position> {
        let count = counted(self.list.count(), T::NOUN);
        let (_, cursor) = self.draw_head(T::TITLE, &count, env, canvas);
        let widths = self.list.rows.iter().map(|row| match row {
            NamedRow::Item(name, ..) => wrap::columns(name),
            NamedRow::Heading(_) => 0,
        });
        let width = widths.max().unwrap_or(0);
        for (line, row, selected) in self.list.visible_on(Self::lines(env)) {
            // Where there is little room, names are more important than descriptions.
            let most = if line.width < NARROW {
                line.width
            } else {
                line.width / 2
            };
            let width = width.min(most);
            match row {
                NamedRow::Heading(heading) => canvas.text(line, 1, heading, Role::Dim),
                NamedRow::Item(name, text, _) => {
                    canvas
                        .row_in(line, 2)
                        .field(width, |row| row.cut(name, Role::Heading))
                        .skip(2)
                        .cut_path(text, T::ROLE);
                }
            }
            canvas.select(line, selected);
        }
        cursor
    }

    /// Describes the list for linear mode.
    pub fn linear_list(&self, env: &Environment<'_>) -> LinearScreen<'_> {
        let title = format!("{}: {}", T::TITLE, self.list.count());
        self.screen(title, T::NOUN, env, |row| match row {
            NamedRow::Heading(heading) => heading.clone(),
            NamedRow::Item(name, text, _) => format!("{name}: {text}"),
        })
    }
}

/// Returns the area for the rows, below the title and the filter.
fn rows_area(area: Rect) -> Rect {
    lines(area, 2, u16::MAX)
}
