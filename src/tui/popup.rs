//! What lies over the page: lists of passages, the question for a name.

use std::ops::Range;

use tui_input::Input;

use crate::rules::SectionRef;

/// What to call a bookmark.
pub struct Prompt {
    /// Id of the section that gets it.
    pub id: String,
    /// The name as it is typed.
    pub input: Input,
    /// Whether the section has a bookmark already.
    pub known: bool,
}

/// A list of places.
pub struct List {
    /// What it lists.
    pub title: String,
    /// Its rows; those of one document follow each other.
    pub rows: Vec<ListRow>,
    /// The chosen row.
    pub cursor: usize,
    /// The first visible row.
    pub scroll: usize,
}

/// A place and the words that lead there.
pub struct ListRow {
    /// What stands above it: a document's name and how many rows are its, where it is the first of them.
    pub heading: Option<String>,
    /// Where it is.
    pub section: SectionRef,
    /// The sentence.
    pub sentence: String,
    /// Which part of it is meant.
    pub mark: Range<usize>,
    /// Where else the same is printed: `also in Joint Ops`; empty where it is not.
    pub also: String,
}

impl List {
    /// Moves the cursor by rows, with `height` lines visible.
    pub fn move_by(&mut self, rows: isize, height: usize) {
        self.cursor = self
            .cursor
            .saturating_add_signed(rows)
            .min(self.rows.len().saturating_sub(1));
        self.scroll = self.scroll.min(self.cursor);
        while self.scroll < self.cursor && self.line_of(self.cursor) + 2 > height {
            self.scroll += 1;
        }
    }

    /// The line of a visible row, counted from the first visible one; its heading stands above it.
    #[must_use]
    pub fn line_of(&self, row: usize) -> usize {
        let visible = self.rows.iter().take(row + 1).skip(self.scroll);
        let lines: usize = visible
            .map(|row| 2 + usize::from(row.heading.is_some()))
            .sum();
        lines.saturating_sub(2)
    }

    /// The row at a visible line.
    #[must_use]
    pub fn row_at(&self, line: usize) -> Option<usize> {
        (self.scroll..self.rows.len())
            .find(|row| (self.line_of(*row)..self.line_of(*row) + 2).contains(&line))
    }
}
