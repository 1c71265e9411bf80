//! Loads sources into a rulebook.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::games::GameFiles;
use super::model::{Document, DocumentRef, GameRef, SectionRef};
use super::parsed::{ParsedDocument, UniqueIds};
use super::rulebook::Rulebook;
use super::slug::slug;
use crate::diagnostic::Diagnostic;
use crate::loader;
use crate::source::{Source, Stamp, clamped};

impl Rulebook {
    /// Loads all sources. Loading never fails: [`Rulebook::diagnostics`] contains `diagnostics` and
    /// the faults of the files. A file that is still unread is read here, and its text is dropped
    /// after parsing.
    pub fn load(sources: Vec<Source>, diagnostics: Vec<Diagnostic>) -> Self {
        Self::load_after(None, sources, diagnostics, &mut |_| {})
    }

    /// Loads all sources, and reuses the documents of unchanged files from `before`. Calls
    /// `progress` with the number of documents loaded so far.
    pub fn load_after(
        before: Option<Self>,
        sources: Vec<Source>,
        mut diagnostics: Vec<Diagnostic>,
        progress: &mut dyn FnMut(usize),
    ) -> Self {
        let (game_files, sources): (Vec<_>, Vec<_>) = sources
            .into_iter()
            .partition(|source| loader::is_game_file(&source.file));
        let game_files = GameFiles::read(game_files, &mut diagnostics);
        let before = before.unwrap_or_default();
        let games_before = before.games.clone();
        let mut known = before.by_path();
        let mut parsed = Vec::new();
        let mut is_complete = true;
        for source in sources {
            progress(parsed.len());
            match known.remove(&source.path) {
                Some(mut before) if matches_source(&before.document, &source) => {
                    before.document.source = Arc::new(source);
                    parsed.push(before);
                }
                before => {
                    let read = ParsedDocument::read(source, &mut diagnostics);
                    is_complete &= read.is_some();
                    parsed.extend(read.map(|read| read.or_unchanged(before)));
                }
            }
        }
        let described: Vec<_> = parsed.iter().map(|parsed| &parsed.document).collect();
        let (games, of_documents) = game_files.games(&described, &mut diagnostics);
        let mut book = Self {
            is_unchanged: is_complete && known.is_empty() && games_before == games,
            games,
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
        for (game, parsed) in documents {
            book.add(game, parsed, &mut ids);
        }
        book
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
            (document.path.clone(), ParsedDocument { document, sections })
        });
        documents.collect()
    }

    fn add(&mut self, game: GameRef, parsed: ParsedDocument, ids: &mut UniqueIds) {
        let ParsedDocument {
            mut document,
            mut sections,
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
    }
}

fn matches_source(document: &Document, source: &Source) -> bool {
    // An unread source has no hash of its text, so only the other fields are compared.
    let unread = Stamp {
        content_hash: 0,
        ..document.stamp
    };
    source.stamp.content_hash == document.stamp.content_hash || source.stamp == unread
}

#[cfg(test)]
mod tests;
