//! Two sections compared, over the page.

use super::library::Library;
use super::sheet::Sheet;
use crate::rules::SectionRef;

/// A comparison and where one is in it.
#[derive(Clone, Debug)]
pub struct Compare {
    /// The section at the left.
    pub left: SectionRef,
    /// The section at the right.
    pub right: SectionRef,
    /// Both, side by side.
    pub sheet: Sheet,
    /// The lines where differences begin.
    pub differences: Vec<usize>,
    /// The difference that one has gone to.
    pub current: Option<usize>,
    /// How many parts are the same, changed, only at the left, only at the right.
    pub counts: [usize; 4],
    /// Columns of the left side; nothing where one stands under the other.
    pub split: Option<usize>,
}

impl Compare {
    /// Compares two sections in a width.
    #[must_use]
    pub fn new(library: &Library, left: SectionRef, right: SectionRef, width: u16) -> Self {
        let made = library.compare(left, right, width);
        Self {
            left,
            right,
            sheet: Sheet::new(made.page),
            differences: made.differences,
            current: None,
            counts: made.counts,
            split: made.left,
        }
    }

    /// Lays it out for another width; the place stays at the same difference.
    pub fn lay_out(&mut self, library: &Library, width: u16) {
        if self.sheet.page.width == width {
            return;
        }
        let passed = self
            .differences
            .iter()
            .filter(|line| **line <= self.sheet.scroll)
            .count();
        *self = Self::new(library, self.left, self.right, width);
        self.sheet.scroll = passed
            .checked_sub(1)
            .map_or(0, |at| self.differences.get(at).copied().unwrap_or(0));
    }

    /// To the next or the previous difference, the first one on the screen at first; which of how many it is.
    pub fn to_difference(&mut self, forward: bool, height: usize) -> Option<(usize, usize)> {
        let visible = self.sheet.scroll..self.sheet.scroll + height;
        let current = self.current.filter(|at| {
            self.differences
                .get(*at)
                .is_some_and(|line| visible.contains(line))
        });
        let next = match (current, forward) {
            (Some(at), true) => Some(at + 1).filter(|at| *at < self.differences.len()),
            (Some(at), false) => at.checked_sub(1),
            (None, true) => self
                .differences
                .iter()
                .position(|line| *line >= visible.start),
            (None, false) => self
                .differences
                .iter()
                .rposition(|line| *line < visible.end),
        }?;
        let line = self.differences[next];
        if line < visible.start || line + 2 >= visible.end {
            // What it belongs to stays in sight above it.
            let top = line
                .saturating_sub(height / 3)
                .min(self.sheet.page.lines.len().saturating_sub(height));
            self.sheet.scroll = top;
        }
        self.current = Some(next);
        Some((next + 1, self.differences.len()))
    }
}
