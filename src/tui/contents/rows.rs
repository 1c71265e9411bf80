//! The rows of the contents pane, and which of them are unfolded.

use std::collections::HashSet;

use crate::rules::{Document, GameRef, Rulebook, SectionKind, SectionRef};
use crate::tui::list::{ListRow, RowKind};

/// A game with more documents than this has folder rows, unless all its documents are in the same
/// folder.
const MAX_FLAT: usize = 40;

/// A row of the contents pane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContentsRow {
    /// The name of a game, above the documents of the game.
    Game(GameRef),
    /// A folder of documents.
    Folder(FolderRow),
    /// A document or a section.
    Section(SectionRow),
}

/// The row of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderRow {
    /// The path from the rules folder, such as `monsters/bats`.
    path: String,
    /// The level of indentation, from 0.
    pub depth: u16,
    /// Whether the folder is unfolded.
    pub open: bool,
}

/// The row of a document or a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SectionRow {
    pub section: SectionRef,
    /// The level of indentation; 0 for a document that is not under a folder row.
    pub depth: u16,
    /// Whether the row is unfolded; `None` if there are no rows inside it.
    pub open: Option<bool>,
}

impl ListRow for ContentsRow {
    fn kind(&self) -> RowKind {
        match self {
            Self::Game(_) => RowKind::Heading,
            Self::Folder(_) | Self::Section(_) => RowKind::Entry,
        }
    }
}

impl ContentsRow {
    /// Whether the row is unfolded; `None` for a row that cannot be unfolded.
    pub fn open(&self) -> Option<bool> {
        match self {
            Self::Game(_) => None,
            Self::Folder(row) => Some(row.open),
            Self::Section(row) => row.open,
        }
    }

    /// Returns the level of indentation, from 0.
    pub fn depth(&self) -> u16 {
        match self {
            Self::Game(_) => 0,
            Self::Folder(row) => row.depth,
            Self::Section(row) => row.depth,
        }
    }
}

impl FolderRow {
    /// Returns the last part of the path.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }
}

/// The sections and folders that are unfolded.
#[derive(Debug, Default)]
pub struct OpenRows {
    sections: HashSet<SectionRef>,
    folders: HashSet<String>,
}

impl OpenRows {
    /// Unfolds a section and the rows that contain it, and folds other documents and folders.
    pub fn reveal(&mut self, book: &Rulebook, heading: SectionRef) {
        let document = book.section(heading).document;
        self.sections
            .retain(|open| book.section(*open).document == document);
        self.sections.extend(book.ancestors(heading));
        self.sections.insert(heading);
        let folder = book.document(document).source.folders();
        let above = folder.match_indices('/').map(|(at, _)| &folder[..at]);
        self.folders = above.chain([folder]).map(str::to_owned).collect();
    }

    /// Unfolds or folds a row.
    pub fn toggle(&mut self, row: &ContentsRow) {
        match row {
            ContentsRow::Game(_) => {}
            ContentsRow::Folder(row) => {
                if !self.folders.remove(&row.path) {
                    self.folders.insert(row.path.clone());
                }
            }
            ContentsRow::Section(row) => {
                if !self.sections.remove(&row.section) {
                    self.sections.insert(row.section);
                }
            }
        }
    }

    /// Replaces the sections with those of reloaded rules. `to_new` maps an old section to the new
    /// one.
    pub fn map(&mut self, to_new: impl Fn(SectionRef) -> SectionRef) {
        self.sections = self.sections.drain().map(to_new).collect();
    }
}

/// Returns the rows of the pane, without those inside folded rows.
pub fn visible(book: &Rulebook, open: &OpenRows) -> Vec<ContentsRow> {
    let mut rows = Vec::new();
    for documents in book.documents.chunk_by(|a, b| a.game == b.game) {
        rows.push(ContentsRow::Game(documents[0].game));
        let first = documents[0].source.folders();
        if documents.len() > MAX_FLAT
            && documents
                .iter()
                .any(|document| document.source.folders() != first)
        {
            add_by_folder(book, open, documents, &mut rows);
        } else {
            for document in documents {
                add_section(book, open, document.root, 0, &mut rows);
            }
        }
    }
    rows
}

/// Adds documents under rows for their folders.
fn add_by_folder(
    book: &Rulebook,
    open: &OpenRows,
    documents: &[Document],
    rows: &mut Vec<ContentsRow>,
) {
    let is_same = |a: &Document, b: &Document| a.source.folders() == b.source.folders();
    let mut folders: Vec<_> = documents.chunk_by(is_same).collect();
    // Compare the parts of the paths, so that `a/b` comes before `a-b`.
    folders.sort_by_cached_key(|folder| folder[0].source.folders().replace('/', "\0"));
    let mut above = "";
    for folder in folders {
        let here = folder[0].source.folders();
        let mut depth = 0;
        let mut is_shown = true;
        let ends = here.match_indices('/').map(|(at, _)| at);
        for end in ends.chain(Some(here.len()).filter(|end| *end > 0)) {
            let path = &here[..end];
            let is_open = open.folders.contains(path);
            let is_new = !(above.starts_with(path)
                && matches!(above.as_bytes().get(end), None | Some(b'/')));
            if is_shown && is_new {
                let path = path.to_owned();
                rows.push(ContentsRow::Folder(FolderRow {
                    path,
                    depth,
                    open: is_open,
                }));
            }
            is_shown &= is_open;
            depth += 1;
        }
        above = here;
        for document in folder.iter().filter(|_| is_shown) {
            add_section(book, open, document.root, depth, rows);
        }
    }
}

fn add_section(
    book: &Rulebook,
    open: &OpenRows,
    section: SectionRef,
    depth: u16,
    rows: &mut Vec<ContentsRow>,
) {
    let children: Vec<_> = book
        .children(section)
        .filter(|child| has_row(book, *child))
        .collect();
    let is_open = open.sections.contains(&section);
    rows.push(ContentsRow::Section(SectionRow {
        section,
        depth,
        open: (!children.is_empty()).then_some(is_open),
    }));
    if is_open {
        for child in children {
            add_section(book, open, child, depth + 1, rows);
        }
    }
}

/// Whether a section has a row. Every heading has a row. A run-in rule has a row only on a
/// datacard, where run-in rules are abilities.
fn has_row(book: &Rulebook, section: SectionRef) -> bool {
    let this = book.section(section);
    let on_datacard = || {
        this.parent
            .is_some_and(|parent| matches!(book.section(parent).kind, SectionKind::Datacard))
    };
    !this.run_in || on_datacard()
}

/// Returns the nearest section with a row: the section itself or one of its ancestors.
pub fn nearest_with_row(book: &Rulebook, section: SectionRef) -> SectionRef {
    book.upwards(section)
        .find(|at| has_row(book, *at))
        .unwrap_or(section)
}
