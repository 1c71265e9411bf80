//! The rows of the contents pane, and which of them are unfolded.

use std::collections::{BTreeMap, HashSet};

use crate::rules::{Document, GameRef, Rulebook, SectionKind, SectionRef};
use crate::tui::list::{ListRow, RowKind};

/// A game with more documents than this has folder rows, unless all its documents are in the same
/// folder.
const MAX_FLAT: usize = 40;

/// The subject of a row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ContentsItem {
    /// A game, above the documents of the game.
    Game(GameRef),
    /// A folder of documents: its path from the rules folder, such as `monsters/bats`.
    Folder(String),
    /// A document or a section.
    Section(SectionRef),
}

/// A row of the contents pane.
#[derive(Clone, Debug)]
pub struct ContentsRow {
    /// The subject of the row.
    pub item: ContentsItem,
    /// The level of indentation, from 0.
    pub depth: u16,
    /// Whether the row is unfolded; `None` if there are no rows inside it.
    pub open: Option<bool>,
}

impl ListRow for ContentsRow {
    fn kind(&self) -> RowKind {
        match self.item {
            ContentsItem::Game(_) => RowKind::Heading,
            ContentsItem::Folder(_) | ContentsItem::Section(_) => RowKind::Entry,
        }
    }
}

/// Returns the path of a folder and those of the folders that contain it, outermost first.
fn folders(path: &str) -> Vec<&str> {
    path.match_indices('/')
        .map(|(at, _)| &path[..at])
        .chain(Some(path).filter(|path| !path.is_empty()))
        .collect()
}

/// The folders and sections that are unfolded.
#[derive(Debug, Default)]
pub struct OpenRows(HashSet<ContentsItem>);

impl OpenRows {
    /// Unfolds a section and the rows that contain it, and folds other documents and folders.
    pub fn reveal(&mut self, book: &Rulebook, heading: SectionRef) {
        let document = book.section(heading).document;
        self.0.retain(|item| {
            matches!(item, ContentsItem::Section(at) if book.section(*at).document == document)
        });
        self.0
            .extend(book.upwards(heading).map(ContentsItem::Section));
        let folders = folders(book.document(document).source.folders());
        let folders = folders.into_iter().map(str::to_owned);
        self.0.extend(folders.map(ContentsItem::Folder));
    }

    /// Unfolds or folds a row.
    pub fn toggle(&mut self, item: ContentsItem) {
        if !self.0.remove(&item) {
            self.0.insert(item);
        }
    }

    /// Replaces the sections with those of reloaded rules. `to_new` maps an old section to the new
    /// one.
    pub fn map(&mut self, to_new: &dyn Fn(SectionRef) -> Option<SectionRef>) {
        let items = self.0.drain().filter_map(|item| match item {
            ContentsItem::Section(section) => to_new(section).map(ContentsItem::Section),
            other => Some(other),
        });
        self.0 = items.collect();
    }
}

/// Returns the rows of the pane, without those inside folded rows.
pub fn visible<'a>(book: &'a Rulebook, open: &OpenRows) -> Vec<ContentsRow> {
    let mut rows = Vec::new();
    for documents in book.documents.chunk_by(|a, b| a.game == b.game) {
        rows.push(ContentsRow {
            item: ContentsItem::Game(documents[0].game),
            depth: 0,
            open: None,
        });
        let first = documents[0].source.folders();
        let is_elsewhere = |document: &Document| document.source.folders() != first;
        let has_folders = documents.len() > MAX_FLAT && documents.iter().any(is_elsewhere);
        let folder = |document: &'a Document| {
            let path = document.source.folders();
            if has_folders { path } else { "" }
        };
        let mut groups: BTreeMap<Vec<_>, Vec<_>> = BTreeMap::new();
        for group in documents.chunk_by(|a, b| a.source.folders() == b.source.folders()) {
            let path = folder(&group[0]).split('/').collect();
            groups.entry(path).or_default().extend(group);
        }
        let mut above = "";
        for group in groups.into_values() {
            let here = folder(group[0]);
            if let Some(depth) = add_folders(open, above, here, &mut rows) {
                for document in group {
                    add_section(book, open, document.root, depth, &mut rows);
                }
            }
            above = here;
        }
    }
    rows
}

/// Adds rows for a folder and the folders that contain it, except those that contain the folder
/// `above`. Returns the level of the documents in the folder, or `None` if they are inside a folded
/// row.
fn add_folders(
    open: &OpenRows,
    above: &str,
    here: &str,
    rows: &mut Vec<ContentsRow>,
) -> Option<u16> {
    let (above, mut depth) = (folders(above), 0);
    for path in folders(here) {
        let item = ContentsItem::Folder(path.to_owned());
        let is_open = open.0.contains(&item);
        if !above.contains(&path) {
            let open = Some(is_open);
            rows.push(ContentsRow { item, depth, open });
        }
        if !is_open {
            return None;
        }
        depth += 1;
    }
    Some(depth)
}

fn add_section(
    book: &Rulebook,
    open: &OpenRows,
    section: SectionRef,
    depth: u16,
    rows: &mut Vec<ContentsRow>,
) {
    let children = book.children(section);
    let mut children = children.filter(|child| has_row(book, *child)).peekable();
    let item = ContentsItem::Section(section);
    let is_open = open.0.contains(&item);
    let open_row = children.peek().map(|_| is_open);
    rows.push(ContentsRow {
        item,
        depth,
        open: open_row,
    });
    if is_open {
        children.for_each(|child| add_section(book, open, child, depth + 1, rows));
    }
}

/// Whether a section has a row. Every heading has a row. A run-in rule has a row only on a
/// datacard, where run-in rules are abilities.
fn has_row(book: &Rulebook, section: SectionRef) -> bool {
    let this = book.section(section);
    let is_datacard = |parent| matches!(book.section(parent).kind, SectionKind::Card);
    !this.run_in || this.parent.is_some_and(is_datacard)
}

/// Returns the nearest section with a row: the section itself or one of its ancestors.
pub fn nearest_with_row(book: &Rulebook, section: SectionRef) -> SectionRef {
    book.upwards(section)
        .find(|at| has_row(book, *at))
        .unwrap_or(section)
}
