//! All loaded rules: a flat list of sections in reading order.
//!
//! A [`SectionRef`] is an index into the list, so links, search hits and history refer to a section
//! by a small copyable number. A section's descendants follow it in the list.
//!
//! The list contains the headings, but not the text below them. A document's [`Body`] comes from
//! the [`Bodies`] that whoever loads the rulebook supplies.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::iter;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use super::model::{
    Blocks, Bodies, Body, Document, DocumentRef, Game, GameRef, NamedKind, Section, SectionKind,
    SectionRef, Unreadable, Vocabulary,
};
use super::slug::{fold, title_case};
use crate::diagnostic::Diagnostic;
use crate::quantity::Currency;
use crate::source::{FilePlace, PlaceKind, counted};

/// All loaded rules.
#[derive(Debug, Serialize, Deserialize)]
pub struct Rulebook {
    /// The games, sorted by [`Game::order`], then by name.
    pub games: Vec<Game>,
    /// The documents, grouped by game. In each game, the documents listed in `game.yaml` come
    /// first, and the others follow in the order of loading.
    pub documents: Vec<Document>,
    /// The vocabularies of the documents: the base vocabulary, those of the bundled games, and those
    /// of the `game.yaml` files.
    pub vocabularies: Vec<Vocabulary>,
    pub(super) sections: Vec<Section>,
    /// Whether this rulebook equals the one that [`Rulebook::load_after`] was given, because no
    /// file has changed.
    #[serde(skip)]
    pub is_unchanged: bool,
    /// Faults found in the files.
    #[serde(skip)]
    pub diagnostics: Vec<Diagnostic>,
    #[serde(skip)]
    pub(super) by_id: OnceLock<HashMap<String, SectionRef>>,
    /// The bodies of the documents.
    #[serde(skip, default = "no_bodies")]
    pub bodies: Arc<dyn Bodies>,
}

fn no_bodies() -> Arc<dyn Bodies> {
    Arc::<Vec<Arc<Body>>>::default()
}

impl Default for Rulebook {
    fn default() -> Self {
        Self {
            games: Vec::new(),
            documents: Vec::new(),
            vocabularies: Vec::new(),
            sections: Vec::new(),
            is_unchanged: false,
            diagnostics: Vec::new(),
            by_id: OnceLock::new(),
            bodies: no_bodies(),
        }
    }
}

impl Rulebook {
    /// Changes a section, for tests of damaged rulebooks.
    #[cfg(test)]
    pub(crate) fn change_section(&mut self, at: usize, change: impl FnOnce(&mut Section)) {
        change(&mut self.sections[at]);
    }

    /// Returns the number of sections in all documents.
    pub fn section_count(&self) -> usize {
        self.sections.len()
    }

    /// Returns all sections in reading order.
    pub fn sections(&self) -> impl Iterator<Item = &Section> {
        self.sections.iter()
    }

    /// Returns all sections with their references, in reading order.
    pub fn iter(&self) -> impl Iterator<Item = (SectionRef, &Section)> {
        (0..).map(SectionRef).zip(&self.sections)
    }

    /// Returns the section of a reference.
    ///
    /// # Panics
    /// Panics if the reference is from a different rulebook and out of range.
    pub fn section(&self, section: SectionRef) -> &Section {
        &self.sections[section.0 as usize]
    }

    /// Returns the document of a reference.
    ///
    /// # Panics
    /// Panics if the reference is from a different rulebook and out of range.
    pub fn document(&self, document: DocumentRef) -> &Document {
        &self.documents[document.0 as usize]
    }

    /// Returns the place of a section in a book: its page or chapter. `None` for files with lines.
    pub fn place(&self, section: SectionRef) -> Option<FilePlace> {
        let kind = self.document_of(section).place_kind;
        let number = self.section(section).line;
        (kind != PlaceKind::Line).then_some(FilePlace { kind, number })
    }

    /// Returns the document that contains a section.
    pub fn document_of(&self, section: SectionRef) -> &Document {
        self.document(self.section(section).document)
    }

    /// Returns the names, besides its title, by which search finds a section as by its title: its
    /// aliases, and for a document also the aliases and tags of its front matter, and the name of its
    /// file if that differs from the title.
    pub fn other_names(&self, at: SectionRef) -> Vec<String> {
        let section = self.section(at);
        let mut names = section.aliases.clone();
        if section.parent.is_none() {
            let document = self.document_of(at);
            let front_matter = &document.front_matter;
            names.extend(front_matter.aliases.iter().cloned());
            let tags = ["tags", "tag"]
                .iter()
                .filter_map(|key| front_matter.get(key));
            names.extend(tags.flat_map(|tags| tags.split(", ")).map(str::to_owned));
            let file = title_case(document.source.stem());
            if fold(&file) != fold(&section.title) {
                names.push(file);
            }
        }
        names
    }

    /// Returns the game of the document that contains a section.
    pub fn game_of(&self, section: SectionRef) -> GameRef {
        self.document_of(section).game
    }

    /// Returns the game of a reference.
    ///
    /// # Panics
    /// Panics if the reference is from a different rulebook and out of range.
    pub fn game(&self, game: GameRef) -> &Game {
        &self.games[game.0 as usize]
    }

    /// Finds a section by its id (`game/document#slug`).
    pub fn by_id(&self, id: &str) -> Option<SectionRef> {
        let by_id = self.by_id.get_or_init(|| {
            self.iter()
                .map(|(at, section)| (section.id.clone(), at))
                .collect()
        });
        by_id.get(id).copied()
    }

    /// Returns the descendants of a section in reading order.
    pub fn descendants(&self, section: SectionRef) -> impl Iterator<Item = SectionRef> + use<> {
        self.subtree(section).skip(1)
    }

    /// Returns a section and its descendants in reading order.
    pub fn subtree(&self, section: SectionRef) -> impl Iterator<Item = SectionRef> + use<> {
        (section.0..self.section(section).end.0).map(SectionRef)
    }

    /// Returns the length in bytes of the source text of a section and its descendants.
    pub fn length(&self, section: SectionRef) -> u32 {
        let first = self.section(section);
        let last = self.section(SectionRef(first.end.0 - 1));
        last.span.end.saturating_sub(first.span.start)
    }

    /// Whether `inner` is `outer` or a descendant of `outer`.
    pub fn contains(&self, outer: SectionRef, inner: SectionRef) -> bool {
        outer <= inner && inner < self.section(outer).end
    }

    /// Returns the direct subsections of a section in order, including run-in rules.
    pub fn children(&self, section: SectionRef) -> impl Iterator<Item = SectionRef> {
        let end = self.section(section).end;
        let inside = move |at: SectionRef| (at < end).then_some(at);
        iter::successors(inside(SectionRef(section.0 + 1)), move |child| {
            inside(self.section(*child).end)
        })
    }

    /// Returns a section and its ancestors, innermost first.
    pub fn upwards(&self, section: SectionRef) -> impl Iterator<Item = SectionRef> {
        iter::successors(Some(section), |at| self.section(*at).parent)
    }

    /// Returns the ancestors of a section, outermost first.
    pub fn ancestors(&self, section: SectionRef) -> Vec<SectionRef> {
        let mut path: Vec<_> = self.upwards(section).skip(1).collect();
        path.reverse();
        path
    }

    /// Returns the titles of a section's ancestors, outermost first, followed by the section's own
    /// title.
    pub fn titles(&self, section: SectionRef) -> Vec<String> {
        let path = self.ancestors(section).into_iter().chain([section]);
        path.map(|at| self.section(at).full_title()).collect()
    }

    /// Returns the vocabulary with which a document was parsed.
    ///
    /// # Panics
    /// Panics if the reference is from a different rulebook and out of range.
    pub fn vocabulary(&self, document: DocumentRef) -> &Vocabulary {
        &self.vocabularies[self.document(document).vocabulary.0 as usize]
    }

    /// Returns the name of a section's kind in filters, lists and JSON, such as `event-card`.
    pub fn kind_name(&self, section: SectionRef) -> &str {
        self.kind_name_of(self.section(section))
    }

    /// Like [`Self::kind_name`], for a section of this rulebook.
    pub fn kind_name_of(&self, section: &Section) -> &str {
        self.vocabulary(section.document).kind_name(section.kind)
    }

    /// Returns the section's kind if the game names it.
    pub fn named_kind(&self, section: SectionRef) -> Option<&NamedKind> {
        let section = self.section(section);
        match section.kind {
            SectionKind::Named(kind) => self.vocabulary(section.document).kind(kind),
            _ => None,
        }
    }

    /// Returns the names of all kinds that occur: first those that games name, in the order of their
    /// vocabularies.
    pub fn kinds(&self) -> Vec<&str> {
        let place = |section: &Section| {
            let name = section.kind.structural_name();
            let order = match section.kind {
                SectionKind::Named(kind) => (None, kind.0),
                _ => (
                    SectionKind::STRUCTURAL
                        .iter()
                        .position(|known| *known == name),
                    0,
                ),
            };
            (order, self.document(section.document).vocabulary.0)
        };
        let kinds: BTreeMap<_, _> = self
            .sections()
            .map(|section| (place(section), self.kind_name_of(section)))
            .collect();
        let mut known = HashSet::new();
        kinds
            .into_values()
            .filter(|name| known.insert(*name))
            .collect()
    }

    /// Whether a kind has this name: a structural one, or one that a vocabulary names.
    pub fn is_kind(&self, name: &str) -> bool {
        let named = self.vocabularies.iter().flat_map(Vocabulary::kind_names);
        let mut names = SectionKind::STRUCTURAL.into_iter().chain(named);
        names.any(|known| known.eq_ignore_ascii_case(name))
    }

    /// Describes for each game with another game's vocabulary which one that is, and why:
    /// `Raiders: words of kill-team in 58 of 58 documents, because of their signs`.
    pub fn borrowed_vocabularies(&self) -> Vec<String> {
        let mut counts: BTreeMap<_, usize> = BTreeMap::new();
        let mut documents: BTreeMap<_, usize> = BTreeMap::new();
        for document in &self.documents {
            *counts
                .entry((document.game, document.vocabulary.0))
                .or_default() += 1;
            *documents.entry(document.game).or_default() += 1;
        }
        let described = counts.into_iter().filter_map(|((game, words), count)| {
            let (all, words) = (documents[&game], &self.vocabularies[words as usize].name);
            let game = self.game(game);
            let why = match game.vocabulary {
                Some(_) => "because its game.yaml names them",
                None => "because of their signs",
            };
            let about = format!(
                "{}: words of {words} in {count} of {}, {why}",
                game.name,
                counted(all, "document")
            );
            (!words.is_empty() && *words != game.id).then_some(about)
        });
        described.collect()
    }

    /// Returns the currencies of the vocabularies of all documents.
    pub fn currencies(&self) -> BTreeSet<Currency> {
        let used = self
            .documents
            .iter()
            .map(|document| document.vocabulary.0 as usize);
        let used: BTreeSet<_> = used.collect();
        let vocabularies = used.into_iter().map(|at| &self.vocabularies[at]);
        vocabularies
            .flat_map(|words| words.currencies.keys().copied())
            .collect()
    }

    /// Returns the body of a document.
    ///
    /// # Errors
    /// Fails if the text of the document can no longer be read, or if it has changed since the
    /// rulebook was loaded. The rules then have to be loaded again.
    pub fn body(&self, document: DocumentRef) -> Result<Arc<Body>, Unreadable> {
        let found = self.document(document);
        let body = self
            .bodies
            .body(document, found, self.vocabulary(document))?;
        // The sections may come from a cache that somebody has changed.
        if body.section_count() != self.subtree(found.root).count() {
            return Err(Unreadable::new(
                found,
                "its text does not match its sections",
            ));
        }
        Ok(body)
    }

    /// Returns the blocks of a section, up to the next heading; none if its document is unreadable.
    pub fn blocks(&self, section: SectionRef) -> Blocks {
        let body = self.body(self.section(section).document);
        Blocks::new(body.unwrap_or_default(), section)
    }

    /// Whether a section is a whole document, or a heading with its title, such as `Feats` in `Feats`.
    pub fn is_whole_document(&self, at: SectionRef) -> bool {
        self.section(at).title == self.document_of(at).title
    }

    /// Returns all sections with their blocks, in reading order. The sections of an unreadable document
    /// have no blocks.
    pub fn walk(&self) -> impl Iterator<Item = (SectionRef, &Section, Blocks)> {
        (0..)
            .map(DocumentRef)
            .take(self.documents.len())
            .flat_map(|document| self.walk_document(document))
    }

    /// Returns the sections of a document with their blocks, in reading order.
    pub fn walk_document(
        &self,
        document: DocumentRef,
    ) -> impl Iterator<Item = (SectionRef, &Section, Blocks)> + use<'_> {
        let body = self.body(document).unwrap_or_default();
        let sections = self.subtree(self.document(document).root);
        sections.map(move |at| (at, self.section(at), Blocks::new(Arc::clone(&body), at)))
    }
}

#[cfg(test)]
mod tests;
