//! Lists of rows with a cursor and a scroll position, with or without a filter.

use ratatui::layout::{Position, Rect};
use tui_input::Input;

use super::action::Action;
use super::draw::{Canvas, LinearScreen};
use super::environment::Environment;
use super::layout::{self, columns, lines};
use super::typing::Edit;
use crate::render::{Line, wrap};
use crate::rules::slug::fold;
use crate::source::counted;
use crate::theme::Role;

#[cfg(test)]
mod tests;

/// The kind of a row, which decides whether the cursor can be on the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// The heading of a group, or a note. The cursor skips it.
    Heading,
    /// The first line of an entry. The cursor can be on it.
    Entry,
    /// A further line of the entry above. The cursor skips it.
    Detail,
}

/// A row of a [`List`]: one line on the screen.
pub trait ListRow {
    /// The minimum width, in columns of the screen, of a column of rows. A list that is wide enough
    /// has several such columns.
    const WIDTH: u16 = u16::MAX;

    /// Returns the kind of the row.
    fn kind(&self) -> RowKind {
        RowKind::Entry
    }
}

/// A list of rows with a selected row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List<R> {
    /// The rows.
    pub rows: Vec<R>,
    /// The index of the selected row.
    pub cursor: usize,
    /// The index of the first visible row.
    pub scroll: usize,
}

impl<R> Default for List<R> {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            cursor: 0,
            scroll: 0,
        }
    }
}

impl<R: ListRow> List<R> {
    /// Replaces the rows. The cursor keeps its row index; if the row there is not an entry, the
    /// cursor moves to the next entry, or to the last entry if there is no next one.
    pub fn fill(&mut self, rows: Vec<R>) {
        self.rows = rows;
        self.move_by(0);
    }

    fn is(&self, row: usize, kind: RowKind) -> bool {
        self.rows.get(row).is_some_and(|row| row.kind() == kind)
    }

    fn entries(&self) -> impl Iterator<Item = usize> {
        (0..self.rows.len()).filter(|row| self.is(*row, RowKind::Entry))
    }

    /// Returns the number of entries.
    pub fn count(&self) -> usize {
        self.entries().count()
    }

    /// Returns the number of entries above the selected one.
    pub fn selected_index(&self) -> usize {
        self.entries().take_while(|row| *row < self.cursor).count()
    }

    /// Describes the position of the selected entry among all entries: `3 of 12`.
    pub fn position(&self) -> String {
        format!("{} of {}", self.selected_index() + 1, self.count())
    }

    /// Returns the first row of the selected entry.
    pub fn selected(&self) -> Option<&R> {
        let row = self.rows.get(self.cursor)?;
        (row.kind() == RowKind::Entry).then_some(row)
    }

    /// Selects an entry by its index among all entries. If the index is too large, selects the last
    /// entry.
    pub fn select(&mut self, entry: usize) {
        let entries = self.entries().take(entry.saturating_add(1));
        self.cursor = entries.last().unwrap_or(0);
    }

    /// Moves the cursor down by a number of entries, or up if the number is negative.
    pub fn move_by(&mut self, entries: isize) {
        self.select(self.selected_index().saturating_add_signed(entries));
    }

    /// Scrolls as little as needed to show the selected entry, and any headings directly above it,
    /// in `height` lines. The first visible row is never a detail of an entry.
    pub fn show(&mut self, height: usize) {
        let mut first = self.cursor;
        while first > 0 && self.is(first - 1, RowKind::Heading) {
            first -= 1;
        }
        let mut end = self.cursor + 1;
        while self.is(end, RowKind::Detail) {
            end += 1;
        }
        let least = end.saturating_sub(height.max(1)).min(first);
        self.scroll = (self.scroll.clamp(least, first)..first)
            .find(|row| !self.is(*row, RowKind::Detail))
            .unwrap_or(first)
            .max((self.cursor + 1).saturating_sub(height.max(1)));
    }

    /// Returns the row index of the entry at a screen position. `area` is the area of the list.
    pub fn entry_at(&self, area: Rect, at: Position) -> Option<usize> {
        self.entry_on(area.rows(), at)
    }

    /// Returns the row index of the entry at a screen position. The first visible row is on the
    /// first of `lines`, and so on.
    pub fn entry_on(&self, lines: impl Iterator<Item = Rect>, at: Position) -> Option<usize> {
        let mut rows = lines.zip(self.scroll..self.rows.len());
        let (_, row) = rows.find(|(line, _)| line.contains(at))?;
        if self.is(row, RowKind::Heading) {
            return None;
        }
        self.entries().take_while(|entry| *entry <= row).last()
    }

    /// Returns each visible row with its line on the screen and whether the row is selected.
    pub fn visible(&self, area: Rect) -> impl Iterator<Item = (Rect, &R, bool)> {
        self.visible_on(area.rows())
    }

    /// Returns each visible row, the first one on the first of `lines` and so on, and whether the
    /// row is selected.
    pub fn visible_on(
        &self,
        lines: impl Iterator<Item = Rect>,
    ) -> impl Iterator<Item = (Rect, &R, bool)> {
        let rows = self.rows.iter().enumerate().skip(self.scroll);
        let selected = |row: &R, at| at == self.cursor && row.kind() == RowKind::Entry;
        let lines = lines.zip(rows);
        lines.map(move |(line, (at, row))| (line, row, selected(row, at)))
    }

    /// Describes the visible rows and the selected entry for linear mode. `noun` is the word for an
    /// entry, and `text` returns the text and the role of a row.
    pub fn linear(
        &self,
        height: u16,
        noun: &str,
        text: impl Fn(&R) -> (String, Role),
    ) -> LinearScreen<'_> {
        let rows = self.rows.iter().skip(self.scroll);
        let lines = rows.take(usize::from(height)).map(|row| {
            let (text, role) = text(row);
            Line::of(&text, role)
        });
        let selected = self
            .selected()
            .map(|row| format!("{noun} {}: {}", self.position(), text(row).0.trim_start()));
        LinearScreen {
            lines: lines.collect(),
            cursor: Some((self.cursor.saturating_sub(self.scroll), 0)),
            selected: selected.unwrap_or_default(),
            ..LinearScreen::default()
        }
    }
}

/// Returns the first visible line of a view after it has scrolled to show `line`. The view has
/// `height` lines, and its first visible line was `scroll`. If `line` was not visible, some lines
/// around `line` become visible too.
pub fn scrolled(scroll: usize, line: usize, height: usize) -> usize {
    if line < scroll {
        line.saturating_sub(height / 3)
    } else if line >= scroll + height {
        (line + 1 + height / 3).saturating_sub(height)
    } else {
        scroll
    }
}

/// Returns the number of entries or lines by which an action moves the cursor or scrolls, or `None`
/// if it does neither. The number is negative for moves up. A page has `page` entries or lines.
pub fn steps(action: Action, page: usize) -> Option<isize> {
    let page = page.max(1).cast_signed();
    match action {
        Action::Down => Some(1),
        Action::Up => Some(-1),
        Action::PageDown => Some(page),
        Action::PageUp => Some(-page),
        Action::Top => Some(isize::MIN),
        Action::Bottom => Some(isize::MAX),
        _ => None,
    }
}

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

    /// Performs an action that moves the cursor. Returns false for any other action.
    pub fn move_cursor(&mut self, action: Action, env: &Environment<'_>) -> bool {
        if action == Action::Down && env.enters_rows() {
            return true;
        }
        let height = Self::room(env);
        let steps = steps(action, height);
        if let Some(entries) = steps {
            self.list.move_by(entries);
            self.list.show(height);
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
            let width = width.min(line.width / 2);
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
