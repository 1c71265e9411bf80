//! Loads sources into a rulebook.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::games::GameFiles;
use super::model::{Body, Document, DocumentRef, GameRef, SectionRef};
use super::parsed::{ParsedDocument, UniqueIds};
use super::rulebook::Rulebook;
use super::slug::slug;
use crate::diagnostic::Diagnostic;
use crate::loader;
use crate::source::{Source, Stamp, clamped};

/// What loading needs from its caller, and what it tells the caller. The rules read no files.
pub trait Loading {
    /// Returns a source with its text. If the file cannot be read, adds a diagnostic and returns
    /// `None`.
    fn read(&mut self, source: Source, diagnostics: &mut Vec<Diagnostic>) -> Option<Source>;

    /// Is called before each document with the number of documents loaded so far.
    fn progress(&mut self, _done: usize) {}

    /// Is called with each document that has just been parsed, as the only one of a rulebook without
    /// ids, and with its body. Returns whether to keep the body.
    fn keeps_body(&mut self, book: &Rulebook, body: &Body) -> bool;
}

/// Loads sources whose texts are in memory, and keeps all bodies.
struct InMemory;

impl Loading for InMemory {
    fn read(&mut self, source: Source, diagnostics: &mut Vec<Diagnostic>) -> Option<Source> {
        if source.is_unread {
            let message = "the text of this file has not been read";
            diagnostics.push(Diagnostic::of_file(&source.path, "unreadable", message).error());
            return None;
        }
        Some(source)
    }

    fn keeps_body(&mut self, _: &Rulebook, _: &Body) -> bool {
        true
    }
}

impl Rulebook {
    /// Loads sources whose texts are in memory, and keeps the bodies. Loading never fails:
    /// [`Rulebook::diagnostics`] contains `diagnostics` and the faults of the files.
    pub fn load(sources: Vec<Source>, diagnostics: Vec<Diagnostic>) -> Self {
        let (mut book, bodies) = Self::load_after(None, sources, diagnostics, &mut InMemory);
        let bodies: Vec<_> = bodies.into_iter().map(|(_, body)| body).collect();
        book.bodies = Arc::new(bodies);
        book
    }

    /// Loads all sources, and reuses the documents of unchanged files from `before`. Returns the
    /// rulebook, still without [`Rulebook::bodies`], and the bodies that `loading` keeps, in the
    /// order of the documents.
    pub fn load_after(
        before: Option<Self>,
        sources: Vec<Source>,
        mut diagnostics: Vec<Diagnostic>,
        loading: &mut dyn Loading,
    ) -> (Self, Vec<(DocumentRef, Arc<Body>)>) {
        let (game_files, sources): (Vec<_>, Vec<_>) = sources
            .into_iter()
            .partition(|source| loader::is_game_file(&source.file));
        let game_files: Vec<_> = game_files
            .into_iter()
            .filter_map(|source| loading.read(source, &mut diagnostics))
            .collect();
        let game_files = GameFiles::read(game_files, &mut diagnostics);
        let before = before.unwrap_or_default();
        let games_before = before.games.clone();
        let vocabularies_before = before.vocabularies.clone();
        let mut known = before.by_path();
        let mut parsed = Vec::new();
        let mut is_complete = true;
        for source in sources {
            loading.progress(parsed.len());
            let before = known.remove(&source.path).and_then(|mut before| {
                let document = &mut before.document;
                let game = games_before.get(document.game.0 as usize)?;
                let words = &vocabularies_before;
                document.vocabulary = game_files.keep_vocabulary(&source, document, game, words)?;
                Some(before)
            });
            match before {
                Some(mut before) if matches_source(&before.document, &source) => {
                    before.document.source = Arc::new(source);
                    parsed.push(before);
                }
                before => {
                    let read = parse(source, &game_files, &mut diagnostics, loading);
                    is_complete &= read.is_some();
                    parsed.extend(read.map(|read| read.or_unchanged(before)));
                }
            }
        }
        let described: Vec<_> = parsed.iter().map(|parsed| &parsed.document).collect();
        let (games, of_documents) = game_files.games(&described, &mut diagnostics);
        let vocabularies = game_files.vocabularies.into_all();
        let mut book = Self {
            is_unchanged: is_complete
                && known.is_empty()
                && games_before == games
                && vocabularies_before == vocabularies,
            games,
            vocabularies,
            diagnostics,
            ..Self::default()
        };
        let mut documents: Vec<_> = of_documents.into_iter().zip(parsed).collect();
        // The sort is stable, so documents that their game does not list stay in the order of
        // loading.
        documents.sort_by_cached_key(|(game, parsed)| {
            let listed = &book.game(*game).documents;
            let stem = parsed.document.source.stem();
            let place = listed.iter().position(|name| name == stem);
            (*game, place.unwrap_or(usize::MAX))
        });
        let mut ids = UniqueIds::default();
        let added = documents
            .into_iter()
            .map(|(game, parsed)| book.add(game, parsed, &mut ids));
        let bodies = (0..).map(DocumentRef).zip(added);
        let bodies = bodies.filter_map(|(at, body)| Some((at, Arc::new(body?))));
        let bodies = bodies.collect();
        (book, bodies)
    }

    /// Returns the total size, in bytes, of the documents that [`Rulebook::load_after`] would read,
    /// because they are new or have changed since `before`.
    pub fn unread(before: Option<&Self>, sources: &[Source]) -> u64 {
        let documents = before.into_iter().flat_map(|before| &before.documents);
        let known: FxHashMap<_, _> = documents
            .map(|document| (document.path.as_str(), document))
            .collect();
        let is_known = |source: &Source| {
            let before = known.get(source.path.as_str());
            before.is_some_and(|document| matches_source(document, source))
        };
        let unread = sources.iter().filter(|source| {
            source.is_unread && !loader::is_game_file(&source.file) && !is_known(source)
        });
        unread.map(|source| source.stamp.length).sum()
    }

    /// Splits the rulebook into its documents, each stored under the path of its file.
    fn by_path(self) -> FxHashMap<String, ParsedDocument> {
        let mut rest = self.sections.into_iter();
        let documents = self.documents.into_iter().map(|document| {
            let end = rest.as_slice()[0].end;
            let count = (end.0 - document.root.0) as usize;
            let sections = rest.by_ref().take(count).collect();
            let path = document.path.clone();
            let parsed = ParsedDocument {
                document,
                sections,
                body: None,
            };
            (path, parsed)
        });
        documents.collect()
    }

    /// Adds a document, and returns its body if that was kept.
    fn add(&mut self, game: GameRef, parsed: ParsedDocument, ids: &mut UniqueIds) -> Option<Body> {
        let ParsedDocument {
            mut document,
            mut sections,
            mut body,
        } = parsed;
        let name = slug(document.source.stem());
        let id = ids.take(&format!("{}/{name}", self.game(game).id));
        let at = DocumentRef(clamped(self.documents.len()));
        let root = SectionRef(clamped(self.sections.len()));
        // A new document has no id yet.
        self.is_unchanged &= (&id, game, root) == (&document.id, document.game, document.root);
        let moved = |section: SectionRef| SectionRef(section.0 - document.root.0 + root.0);
        for section in &mut sections {
            section.id.replace_range(..document.id.len(), &id);
            section.document = at;
            section.parent = section.parent.map(moved);
            section.end = moved(section.end);
        }
        (document.id, document.game, document.root) = (id, game, root);
        self.documents.push(document);
        self.sections.extend(sections);
        if let Some(body) = &mut body {
            body.move_to(root);
        }
        body
    }
}

/// Reads and parses a file. Returns `None` if it cannot be read. A text that is read here is dropped
/// after parsing.
fn parse(
    source: Source,
    games: &GameFiles,
    diagnostics: &mut Vec<Diagnostic>,
    loading: &mut dyn Loading,
) -> Option<ParsedDocument> {
    let before = diagnostics.len();
    let unread = Some(source.clone()).filter(|source| source.is_unread);
    let source = loading.read(source, diagnostics)?;
    let has_error = diagnostics[before..].iter().any(Diagnostic::is_error);
    let parsed = ParsedDocument::parse(&source, unread, games, has_error, diagnostics);
    let (mut document, sections, body) = parsed;
    let vocabulary = std::mem::take(&mut document.vocabulary);
    let game = games.game_of(&document.source, &document.front_matter);
    let mut alone = Rulebook {
        games: vec![game.into_owned()],
        vocabularies: vec![games.vocabulary(vocabulary).clone()],
        documents: vec![document],
        sections,
        ..Rulebook::default()
    };
    let is_kept = loading.keeps_body(&alone, &body);
    let mut document = alone.documents.pop()?;
    document.vocabulary = vocabulary;
    Some(ParsedDocument {
        document,
        sections: alone.sections,
        body: is_kept.then_some(body),
    })
}

fn matches_source(document: &Document, source: &Source) -> bool {
    // An unread source has no hash of its text, so only the other fields are compared.
    let unread = Stamp {
        content_hash: 0,
        ..document.stamp
    };
    source.stamp.content_hash == document.stamp.content_hash || source.stamp == unread
}
