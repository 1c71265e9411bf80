//! The typed rules tree: what the documents say, parsed once and walked by everything else.
//!
//! Parsing never fails: it gives the tree *and* its [`Diagnostic`]s. Sections live in one flat list in reading order, and
//! a [`SectionRef`] is a place in it: links, search hits and history are small copyable numbers, and a section's
//! descendants are the ones that follow it. The list holds no text: that is a document's [`Body`], parsed when it is read.

use std::collections::HashMap;
use std::sync::Arc;

use crate::diagnostic::Diagnostic;

mod assemble;
mod before;
mod body;
pub mod check;
pub mod convert;
mod datacard;
mod front_matter;
mod game;
mod heading;
mod item;
mod load;
mod markdown;
mod model;
mod notation;
mod outline;
mod plain_text;
mod reading;
mod shape;
mod shelf;
pub mod slug;
mod stored;
mod synonyms;
pub mod table;

pub use body::{Blocks, Body};
pub use datacard::Datacard;
pub use game::bundled_synonyms;
pub use model::{
    Block, BlockKind, Cell, Column, ColumnKind, Cost, Document, DocumentRef, FrontMatter, Game,
    GameRef, LinkTarget, List, Provenance, RichText, Row, Run, Section, SectionKind, SectionRef,
    Stat, Style, Table, Weapon,
};
pub use reading::{Opened, Reading};
pub use synonyms::{Synonym, Synonyms};

/// All loaded rules.
#[derive(Debug, Default)]
pub struct Rulebook {
    /// The games, in the order of their `game.yaml`, then by name.
    pub games: Vec<Game>,
    /// The documents, grouped by game, in the order they were loaded.
    pub documents: Vec<Document>,
    outline: outline::Outline,
    by_id: HashMap<String, DocumentRef>,
    bodies: Arc<body::Bodies>,
    /// What is wrong with the files.
    pub diagnostics: Vec<Diagnostic>,
}

impl Rulebook {
    /// How many sections there are.
    #[must_use]
    pub fn section_count(&self) -> usize {
        self.outline.len()
    }

    /// All sections in reading order.
    pub fn sections(&self) -> impl Iterator<Item = &Section> {
        (0..)
            .map(DocumentRef)
            .take(self.documents.len())
            .flat_map(|document| self.sections_of(document))
    }

    /// All sections with their references, in reading order.
    pub fn iter(&self) -> impl Iterator<Item = (SectionRef, &Section)> {
        (0..).map(SectionRef).zip(self.sections())
    }

    /// The sections of a document in reading order, its root first.
    ///
    /// # Panics
    /// Where the reference is of another rulebook.
    #[must_use]
    pub fn sections_of(&self, document: DocumentRef) -> &[Section] {
        self.outline.sections(document, || self.unpack(document))
    }

    /// The names of the kinds that sections are of, those that are looked for most often first.
    pub fn kinds(&self) -> impl Iterator<Item = &'static str> {
        let kinds = self.outline.kinds;
        SectionKind::NAMES
            .into_iter()
            .enumerate()
            .filter(move |(at, _)| kinds >> at & 1 == 1)
            .map(|(_, name)| name)
    }

    /// Every cost that some section has, once.
    #[must_use]
    pub fn costs(&self) -> &[Cost] {
        &self.outline.costs
    }

    /// Whether a section is a run-in rule, as its `run_in` says: known without the section.
    #[must_use]
    pub fn is_run_in(&self, section: SectionRef) -> bool {
        self.outline.is_run_in(section)
    }

    /// Whether a document has headings: known without its sections.
    #[must_use]
    pub fn has_headings(&self, document: DocumentRef) -> bool {
        let (root, end) = self.outline.range(document);
        (root.0 + 1..end.0).any(|at| !self.is_run_in(SectionRef(at)))
    }

    /// A section.
    ///
    /// # Panics
    /// Where the reference is of another rulebook.
    #[must_use]
    pub fn section(&self, section: SectionRef) -> &Section {
        let document = self.outline.document_of(section);
        let (root, _) = self.outline.range(document);
        &self.sections_of(document)[(section.0 - root.0) as usize]
    }

    /// A document.
    ///
    /// # Panics
    /// Where the reference is of another rulebook.
    #[must_use]
    pub fn document(&self, document: DocumentRef) -> &Document {
        &self.documents[document.0 as usize]
    }

    /// The document a section stands in.
    #[must_use]
    pub fn document_of(&self, section: SectionRef) -> &Document {
        self.document(self.outline.document_of(section))
    }

    /// The game a section belongs to.
    #[must_use]
    pub fn game_of(&self, section: SectionRef) -> GameRef {
        self.document_of(section).game
    }

    /// A game.
    ///
    /// # Panics
    /// Where the reference is of another rulebook.
    #[must_use]
    pub fn game(&self, game: GameRef) -> &Game {
        &self.games[game.0 as usize]
    }

    /// The section with an id.
    #[must_use]
    pub fn by_id(&self, id: &str) -> Option<SectionRef> {
        let name = id.split_once('#').map_or(id, |(document, _)| document);
        let document = self.document(*self.by_id.get(name)?);
        if name.len() == id.len() {
            return Some(document.root);
        }
        let id_of = |at: &SectionRef| self.section(*at).id.as_str();
        let sorted = document.by_id.get_or_init(|| {
            let mut sorted: Vec<_> = self.descendants(document.root).collect();
            sorted.sort_unstable_by(|a, b| id_of(a).cmp(id_of(b)));
            sorted
        });
        sorted
            .binary_search_by(|at| id_of(at).cmp(id))
            .ok()
            .map(|found| sorted[found])
    }

    /// The sections inside a section, at any depth, in reading order.
    pub fn descendants(&self, section: SectionRef) -> impl Iterator<Item = SectionRef> + use<> {
        (section.0 + 1..self.section(section).end.0).map(SectionRef)
    }

    /// The sections a section stands in, outermost first, without itself.
    #[must_use]
    pub fn ancestors(&self, section: SectionRef) -> Vec<SectionRef> {
        let parent = |at: &SectionRef| self.section(*at).parent;
        let mut path: Vec<_> = std::iter::successors(parent(&section), parent).collect();
        path.reverse();
        path
    }
}
