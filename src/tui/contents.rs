//! The contents pane: games, documents and sections as rows that fold.

use std::collections::HashSet;

use crate::rules::{DocumentRef, GameRef, Rulebook, SectionKind, SectionRef};

/// The contents and what of them is open.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// Whether the pane is shown.
    pub shown: bool,
    /// Whether keys go to it.
    pub focused: bool,
    /// The chosen row.
    pub cursor: usize,
    /// The first visible row.
    pub scroll: usize,
    /// The rows, folded ones left out.
    pub rows: Vec<Row>,
    open: HashSet<SectionRef>,
}

/// A row of the contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// A game's name, over its documents.
    Game(GameRef),
    /// A document or a section.
    Section {
        /// Which.
        section: SectionRef,
        /// How deep it is indented; 0 for a document.
        depth: u16,
        /// Whether it is open; `None` where nothing is inside.
        open: Option<bool>,
    },
}

impl Contents {
    /// Opens what leads to a section, closes other documents, and puts the cursor on it.
    pub fn reveal(&mut self, book: &Rulebook, section: SectionRef) {
        let heading = nearest_heading(book, section);
        let mut path = book.ancestors(heading);
        path.push(heading);
        let document = path[0];
        self.open
            .retain(|open| book.section(*open).document == book.section(document).document);
        self.open.extend(path);
        self.rebuild(book);
        self.cursor = self.row_of(heading).unwrap_or(0);
    }

    /// Follows what is open into other rules.
    pub fn map(&mut self, moved: impl Fn(SectionRef) -> SectionRef) {
        self.open = self.open.drain().map(moved).collect();
    }

    /// The row of a section.
    fn row_of(&self, section: SectionRef) -> Option<usize> {
        self.rows
            .iter()
            .position(|row| matches!(row, Row::Section { section: at, .. } if *at == section))
    }

    /// The section on the chosen row.
    #[must_use]
    pub fn chosen(&self) -> Option<SectionRef> {
        match self.rows.get(self.cursor)? {
            Row::Section { section, .. } => Some(*section),
            Row::Game(_) => None,
        }
    }

    /// Moves the cursor by rows, past the names of games.
    pub fn move_by(&mut self, rows: isize) {
        let last = self.rows.len().saturating_sub(1);
        let mut at = self.cursor.saturating_add_signed(rows).min(last);
        if matches!(self.rows.get(at), Some(Row::Game(_))) {
            at = if rows < 0 && at > 0 {
                at - 1
            } else {
                (at + 1).min(last)
            };
        }
        self.cursor = at;
    }

    /// Opens the chosen row, or goes inside if it is open.
    pub fn expand(&mut self, book: &Rulebook) {
        match self.rows.get(self.cursor) {
            Some(Row::Section {
                section,
                open: Some(false),
                ..
            }) => {
                self.open.insert(*section);
                self.rebuild(book);
            }
            Some(Row::Section {
                open: Some(true), ..
            }) => self.move_by(1),
            _ => {}
        }
    }

    /// Folds the chosen row, or goes to the one it stands in.
    pub fn collapse(&mut self, book: &Rulebook) {
        let Some(Row::Section { section, open, .. }) = self.rows.get(self.cursor).cloned() else {
            return;
        };
        if open == Some(true) {
            self.open.remove(&section);
            self.rebuild(book);
        } else if let Some(row) = book
            .section(section)
            .parent
            .and_then(|parent| self.row_of(parent))
        {
            self.cursor = row;
        }
    }

    /// Scrolls by rows, with `height` of them visible.
    pub fn scroll_by(&mut self, rows: isize, height: usize) {
        let last = self.rows.len().saturating_sub(height);
        self.scroll = self.scroll.saturating_add_signed(rows).min(last);
    }

    /// Scrolls so that a row is in sight of a pane of `height` rows.
    pub fn keep_in_sight(&mut self, row: usize, height: usize) {
        let last = self.rows.len().saturating_sub(height);
        if row < self.scroll {
            self.scroll = row.saturating_sub(height / 3);
        } else if row >= self.scroll + height {
            self.scroll = (row + 1 + height / 3).saturating_sub(height);
        }
        self.scroll = self.scroll.min(last);
    }

    fn rebuild(&mut self, book: &Rulebook) {
        self.rows.clear();
        let mut game = None;
        for (at, document) in (0..).map(DocumentRef).zip(&book.documents) {
            if game != Some(document.game) {
                game = Some(document.game);
                self.rows.push(Row::Game(document.game));
            }
            if self.open.contains(&document.root) {
                self.add(book, document.root, 0);
            } else {
                // Most documents are closed: nothing is asked for that is not shown.
                let open = book.has_headings(at).then_some(false);
                self.rows.push(Row::Section {
                    section: document.root,
                    depth: 0,
                    open,
                });
            }
        }
        self.cursor = self.cursor.min(self.rows.len().saturating_sub(1));
    }

    fn add(&mut self, book: &Rulebook, section: SectionRef, depth: u16) {
        let children = || {
            book.section(section)
                .children
                .iter()
                .filter(|child| in_contents(book, **child))
        };
        let open = children().next().map(|_| self.open.contains(&section));
        self.rows.push(Row::Section {
            section,
            depth,
            open,
        });
        if open == Some(true) {
            children().for_each(|child| self.add(book, *child, depth + 1));
        }
    }
}

/// Whether a section has a row of its own: headings do, and named abilities of a datacard.
fn in_contents(book: &Rulebook, section: SectionRef) -> bool {
    let this = book.section(section);
    let on_datacard = || {
        this.parent
            .is_some_and(|parent| matches!(book.section(parent).kind, SectionKind::Datacard))
    };
    !this.run_in || on_datacard()
}

/// The section itself, or the heading it stands under where it has no row.
fn nearest_heading(book: &Rulebook, section: SectionRef) -> SectionRef {
    let mut at = section;
    while !in_contents(book, at) {
        match book.section(at).parent {
            Some(parent) => at = parent,
            None => break,
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_chosen_row_is_in_sight_and_no_blank_rows_are(
            count in 1_usize..60,
            row in any::<prop::sample::Index>(),
            scroll in 0_usize..60,
            height in 1_usize..30,
        ) {
            let row = row.index(count);
            let mut contents =
                Contents { rows: vec![Row::Game(GameRef(0)); count], scroll, ..Contents::default() };
            contents.keep_in_sight(row, height);
            prop_assert!((contents.scroll..contents.scroll + height).contains(&row));
            prop_assert!(contents.scroll == 0 || contents.scroll + height <= count);
            let kept = contents.scroll;
            contents.keep_in_sight(row, height);
            prop_assert_eq!(contents.scroll, kept);
        }
    }
}
