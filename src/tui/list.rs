//! Lists of rows with a cursor and a scroll position.

use ratatui::layout::{Position, Rect};

use super::action::Action;
use super::draw::LinearScreen;
use crate::render::Line;
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
