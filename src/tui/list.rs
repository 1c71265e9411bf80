//! The state of a list: which row is selected, and which is the first on the screen.

use super::action::Action;

#[cfg(test)]
mod tests;

/// A selected row and the first visible one. Where rows have different heights, or some cannot be selected, a function of the
/// row's index says so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct List {
    /// The selected row.
    pub cursor: usize,
    /// The first visible row.
    pub scroll: usize,
}

impl List {
    /// Moves the cursor by rows among `count` of them.
    pub fn move_by(&mut self, rows: isize, count: usize) {
        self.cursor = self
            .cursor
            .saturating_add_signed(rows)
            .min(count.saturating_sub(1));
    }

    /// The same, past rows that cannot be selected.
    pub fn move_past(&mut self, rows: isize, count: usize, is_selectable: impl Fn(usize) -> bool) {
        self.move_by(rows, count);
        if !is_selectable(self.cursor) {
            self.move_by(if rows < 0 && self.cursor > 0 { -1 } else { 1 }, count);
        }
    }

    /// Scrolls as little as needed to show the selected row in `height` lines; `lines` gives the height of a row.
    pub fn show(&mut self, height: usize, lines: impl Fn(usize) -> usize) {
        let mut least = self.cursor;
        let mut used = lines(self.cursor);
        while least > 0 && used + lines(least - 1) <= height {
            least -= 1;
            used += lines(least);
        }
        self.scroll = self.scroll.clamp(least, self.cursor);
    }

    /// The row at a visible line, and which line of the row it is.
    #[must_use]
    pub fn row_at(
        &self,
        line: usize,
        count: usize,
        lines: impl Fn(usize) -> usize,
    ) -> Option<(usize, usize)> {
        let mut start = 0;
        for row in self.scroll..count {
            if line < start + lines(row) {
                return Some((row, line - start));
            }
            start += lines(row);
        }
        None
    }
}

/// The rows by which an action moves the cursor, a page being `page` rows.
#[must_use]
pub fn steps(action: Action, page: usize) -> Option<isize> {
    let page = isize::try_from(page.max(1)).unwrap_or(isize::MAX);
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
