//! The rows of the contents.

use std::collections::HashSet;

use crate::rules::{GameRef, Rulebook, SectionKind, SectionRef};
use crate::tui::list::{ListRow, RowKind};

/// A row of the contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContentsRow {
    /// A game's name, above its documents.
    Game(GameRef),
    /// A document or a section.
    Section {
        /// Which.
        section: SectionRef,
        /// How deep it is indented; 0 for a document.
        depth: u16,
        /// Whether it is open; `None` if nothing is inside.
        open: Option<bool>,
    },
}

impl ListRow for ContentsRow {
    fn kind(&self) -> RowKind {
        match self {
            Self::Game(_) => RowKind::Heading,
            Self::Section { .. } => RowKind::Entry,
        }
    }
}

/// The rows that the open sections leave visible.
pub(super) fn rows(book: &Rulebook, open: &HashSet<SectionRef>) -> Vec<ContentsRow> {
    let mut rows = Vec::new();
    let mut game = None;
    for document in &book.documents {
        if game != Some(document.game) {
            game = Some(document.game);
            rows.push(ContentsRow::Game(document.game));
        }
        add(book, open, document.root, 0, &mut rows);
    }
    rows
}

fn add(
    book: &Rulebook,
    open: &HashSet<SectionRef>,
    section: SectionRef,
    depth: u16,
    rows: &mut Vec<ContentsRow>,
) {
    let children: Vec<_> = book
        .children(section)
        .filter(|child| in_contents(book, *child))
        .collect();
    let is_open = open.contains(&section);
    rows.push(ContentsRow::Section {
        section,
        depth,
        open: (!children.is_empty()).then_some(is_open),
    });
    if is_open {
        for child in children {
            add(book, open, child, depth + 1, rows);
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

/// The section itself, or the heading above it if it has no row.
pub(super) fn nearest_heading(book: &Rulebook, section: SectionRef) -> SectionRef {
    book.upwards(section)
        .find(|at| in_contents(book, *at))
        .unwrap_or(section)
}
