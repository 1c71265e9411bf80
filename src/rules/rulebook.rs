//! All loaded rules: a flat list of sections in reading order, and their texts, parsed on demand.
//!
//! A [`SectionRef`] is an index into the list: links, search hits and history are small copyable numbers, and a
//! section's descendants follow it. The list holds no text. A document's [`Body`] is parsed when it is read, and the
//! latest bodies are cached. Parsing depends on the text alone, so a body always fits the sections of its document.

use std::collections::{HashMap, VecDeque};
use std::iter;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use serde::{Deserialize, Serialize};

use super::model::{
    Blocks, Body, Cost, Document, DocumentRef, Game, GameRef, Section, SectionKind, SectionRef,
};
use super::parse::assemble::ParsedText;
use crate::diagnostic::Diagnostic;
use crate::loader;
use crate::source::Source;

/// Bodies are cached up to this many bytes of text; their blocks take about ten times as much memory.
const MOST_TEXT: usize = 1024 * 1024;

/// All loaded rules.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Rulebook {
    /// The games, in the order of their `game.yaml`, then by name.
    pub games: Vec<Game>,
    /// The documents, grouped by game, in the order they were loaded.
    pub documents: Vec<Document>,
    pub(super) sections: Vec<Section>,
    /// Problems found in the files.
    #[serde(skip)]
    pub diagnostics: Vec<Diagnostic>,
    #[serde(skip)]
    pub(super) by_id: OnceLock<HashMap<String, SectionRef>>,
    #[serde(skip)]
    pub(super) bodies: Mutex<Bodies>,
    #[serde(skip)]
    pub(super) is_outdated: AtomicBool,
}

/// The cached bodies, the latest at the end.
type Bodies = VecDeque<(DocumentRef, Arc<Body>)>;

impl Rulebook {
    /// The number of sections.
    pub fn section_count(&self) -> usize {
        self.sections.len()
    }

    /// All sections in reading order.
    pub fn sections(&self) -> impl Iterator<Item = &Section> {
        self.sections.iter()
    }

    /// All sections with their references, in reading order.
    pub fn iter(&self) -> impl Iterator<Item = (SectionRef, &Section)> {
        (0..).map(SectionRef).zip(&self.sections)
    }

    /// The sections of a document in reading order, its root first.
    ///
    /// # Panics
    /// If the reference is of another rulebook.
    pub fn sections_of(&self, document: DocumentRef) -> &[Section] {
        let root = self.document(document).root;
        &self.sections[root.0 as usize..self.section(root).end.0 as usize]
    }

    /// A section.
    ///
    /// # Panics
    /// If the reference is of another rulebook.
    pub fn section(&self, section: SectionRef) -> &Section {
        &self.sections[section.0 as usize]
    }

    /// A document.
    ///
    /// # Panics
    /// If the reference is of another rulebook.
    pub fn document(&self, document: DocumentRef) -> &Document {
        &self.documents[document.0 as usize]
    }

    /// The document of a section.
    pub fn document_of(&self, section: SectionRef) -> &Document {
        self.document(self.section(section).document)
    }

    /// The game of a section.
    pub fn game_of(&self, section: SectionRef) -> GameRef {
        self.document_of(section).game
    }

    /// A game.
    ///
    /// # Panics
    /// If the reference is of another rulebook.
    pub fn game(&self, game: GameRef) -> &Game {
        &self.games[game.0 as usize]
    }

    /// The section with an id.
    pub fn by_id(&self, id: &str) -> Option<SectionRef> {
        let by_id = self.by_id.get_or_init(|| {
            self.iter()
                .map(|(at, section)| (section.id.clone(), at))
                .collect()
        });
        by_id.get(id).copied()
    }

    /// The sections inside a section, at any depth, in reading order.
    pub fn descendants(&self, section: SectionRef) -> impl Iterator<Item = SectionRef> + use<> {
        (section.0 + 1..self.section(section).end.0).map(SectionRef)
    }

    /// A section and the sections inside it, at any depth, in reading order.
    pub fn subtree(&self, section: SectionRef) -> impl Iterator<Item = SectionRef> + use<> {
        (section.0..self.section(section).end.0).map(SectionRef)
    }

    /// Bytes of the texts of a section and the sections inside it.
    pub fn length(&self, section: SectionRef) -> u32 {
        let first = self.section(section);
        let last = self.section(SectionRef(first.end.0 - 1));
        last.span.end.saturating_sub(first.span.start)
    }

    /// Whether `inner` is `outer` or inside it.
    pub fn contains(&self, outer: SectionRef, inner: SectionRef) -> bool {
        outer <= inner && inner < self.section(outer).end
    }

    /// The direct subsections of a section in order, run-in rules included.
    pub fn children(&self, section: SectionRef) -> impl Iterator<Item = SectionRef> {
        let end = self.section(section).end;
        let inside = move |at: SectionRef| (at < end).then_some(at);
        iter::successors(inside(SectionRef(section.0 + 1)), move |child| {
            inside(self.section(*child).end)
        })
    }

    /// A section and the sections that contain it, innermost first.
    pub fn upwards(&self, section: SectionRef) -> impl Iterator<Item = SectionRef> {
        iter::successors(Some(section), |at| self.section(*at).parent)
    }

    /// The sections that contain a section, outermost first, without itself.
    pub fn ancestors(&self, section: SectionRef) -> Vec<SectionRef> {
        let mut path: Vec<_> = self.upwards(section).skip(1).collect();
        path.reverse();
        path
    }

    /// The titles of the sections that contain a section, outermost first, and its own.
    pub fn titles(&self, section: SectionRef) -> Vec<String> {
        let path = self.ancestors(section).into_iter().chain([section]);
        path.map(|at| self.section(at).full_title()).collect()
    }

    /// The kinds of all sections, the most wanted first.
    pub fn kinds(&self) -> impl Iterator<Item = &'static str> {
        SectionKind::NAMES
            .into_iter()
            .filter(|name| self.sections().any(|section| section.kind.name() == *name))
    }

    /// Every cost that some section has, once.
    pub fn costs(&self) -> Vec<Cost> {
        let mut costs = Vec::new();
        for cost in self.sections().filter_map(|section| section.cost) {
            if !costs.contains(&cost) {
                costs.push(cost);
            }
        }
        costs
    }

    /// The text of a section, up to the next heading.
    pub fn blocks(&self, section: SectionRef) -> Blocks {
        Blocks::new(self.body(self.section(section).document), section)
    }

    /// The text of a document, which is cached.
    pub fn body(&self, document: DocumentRef) -> Arc<Body> {
        let mut bodies = self.bodies.lock().unwrap_or_else(PoisonError::into_inner);
        let known = bodies.iter().position(|(known, _)| *known == document);
        let body = match known.and_then(|at| bodies.remove(at)) {
            Some((_, body)) => body,
            None => Arc::new(self.parse(document)),
        };
        bodies.push_back((document, Arc::clone(&body)));
        let length = |(document, _): &(DocumentRef, _)| self.document(*document).length as usize;
        while bodies.len() > 1 && bodies.iter().map(length).sum::<usize>() > MOST_TEXT {
            bodies.pop_front();
        }
        body
    }

    /// All sections with their texts, in reading order. Documents are parsed one at a time and not cached.
    pub fn walk(&self) -> impl Iterator<Item = (SectionRef, &Section, Blocks)> {
        (0..)
            .map(DocumentRef)
            .take(self.documents.len())
            .flat_map(|document| self.walk_document(document))
    }

    /// The sections of a document with their texts, in reading order. The text is not cached.
    pub fn walk_document(
        &self,
        document: DocumentRef,
    ) -> impl Iterator<Item = (SectionRef, &Section, Blocks)> + use<'_> {
        let body = Arc::new(self.parse(document));
        let root = self.document(document).root.0;
        let sections = (root..).map(SectionRef).zip(self.sections_of(document));
        sections.map(move |(at, section)| (at, section, Blocks::new(Arc::clone(&body), at)))
    }

    /// Whether a file has changed since it was loaded, so that the rules have to be loaded again.
    pub fn is_outdated(&self) -> bool {
        self.is_outdated.load(Ordering::Relaxed)
    }

    /// Parses a document. If its file has changed, the text no longer fits the sections and is left out.
    fn parse(&self, at: DocumentRef) -> Body {
        let document = self.document(at);
        let source = loader::read(Source::clone(&document.source), &mut Vec::new())
            .filter(|source| source.stamp().content == document.stamp.content);
        let Some(source) = source else {
            self.is_outdated.store(true, Ordering::Relaxed);
            return Body::default();
        };
        let text = ParsedText::parse(&source, document.body as usize);
        let (_, body) = text.into_sections(&document.title, document.root);
        body
    }
}

#[cfg(test)]
mod tests;
