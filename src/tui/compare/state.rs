//! Two sections side by side, and the difference that was gone to.

use crate::rules::SectionRef;
use crate::tui::library::Library;
use crate::tui::sheet::Sheet;

/// A comparison.
#[derive(Clone, Debug)]
pub struct Compare {
    /// The section at the left.
    pub left: SectionRef,
    /// The section at the right.
    pub right: SectionRef,
    /// Both, laid out.
    pub sheet: Sheet,
    /// The first lines of the differences.
    pub differences: Vec<usize>,
    /// The difference that was gone to.
    pub current: Option<usize>,
    /// How many parts are the same, changed, only at the left, only at the right.
    pub counts: [usize; 4],
    /// Columns of the left side; `None` where the right side is below it.
    pub split: Option<usize>,
}

impl Compare {
    /// A comparison laid out for a width.
    #[must_use]
    pub fn new(library: &Library, [left, right]: [SectionRef; 2], width: u16) -> Self {
        let comparison = library.compare(left, right, width);
        Self {
            left,
            right,
            sheet: Sheet::new(comparison.page, 0),
            differences: comparison.differences,
            current: None,
            counts: comparison.counts,
            split: comparison.left,
        }
    }

    /// Lays the comparison out for another width. The last difference above stays the same.
    pub fn lay_out(&mut self, library: &Library, width: u16) {
        if self.sheet.page.width == width {
            return;
        }
        let (scroll, height) = (self.sheet.scroll, self.sheet.height);
        let passed = self.differences.iter().filter(|line| **line <= scroll);
        let passed = passed.count();
        *self = Self::new(library, [self.left, self.right], width);
        self.sheet.height = height;
        let last = passed
            .checked_sub(1)
            .and_then(|at| self.differences.get(at));
        self.sheet.scroll = last.copied().unwrap_or(0);
    }

    /// To the next or the previous difference, one on the screen first; gives its number and how many there are.
    pub(super) fn move_to_difference(&mut self, forward: bool) -> Option<(usize, usize)> {
        let height = self.sheet.height;
        let visible = self.sheet.scroll..self.sheet.scroll + height;
        let lines = &self.differences;
        let current = self
            .current
            .filter(|at| lines.get(*at).is_some_and(|line| visible.contains(line)));
        let next = match (current, forward) {
            (Some(at), true) => Some(at + 1).filter(|at| *at < lines.len()),
            (Some(at), false) => at.checked_sub(1),
            (None, true) => lines.iter().position(|line| *line >= visible.start),
            (None, false) => lines.iter().rposition(|line| *line < visible.end),
        }?;
        let line = lines[next];
        if line < visible.start || line + 2 >= visible.end {
            // The lines above say what the difference belongs to.
            self.sheet.scroll_to(line.saturating_sub(height / 3));
        }
        self.current = Some(next);
        Some((next + 1, self.differences.len()))
    }
}
