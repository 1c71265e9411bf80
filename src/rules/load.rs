//! Loads sources into a rulebook.

use std::collections::HashMap;
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
        let places = before
            .as_ref()
            .and_then(|before| before.unchanged(&sources, &game_files, &mut diagnostics));
        match (before, places) {
            (Some(mut book), Some(places)) => {
                for (at, source) in places.into_iter().zip(sources) {
                    book.documents[at].source = Arc::new(source);
                }
                book.diagnostics = diagnostics;
                book.is_unchanged = true;
                book
            }
            (before, _) => Self::reload(before, sources, &game_files, diagnostics, progress),
        }
    }

    /// Returns the index of each source's document if neither the documents nor the games have
    /// changed.
    fn unchanged(
        &self,
        sources: &[Source],
        game_files: &GameFiles,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Vec<usize>> {
        let places: Vec<_> = sources
            .iter()
            .map(self.unchanged_documents())
            .collect::<Option<_>>()?;
        let documents = || places.iter().map(|at| &self.documents[*at]);
        let described: Vec<_> = documents().zip(sources).collect();
        let mut faults = Vec::new();
        let (games, of_documents) = game_files.games(&described, &mut faults);
        let of_before = documents().map(|document| document.game);
        let is_unchanged = places.len() == self.documents.len()
            && games == self.games
            && of_documents.into_iter().eq(of_before);
        is_unchanged.then(|| {
            diagnostics.extend(faults);
            places
        })
    }

    fn reload(
        before: Option<Self>,
        sources: Vec<Source>,
        game_files: &GameFiles,
        mut diagnostics: Vec<Diagnostic>,
        progress: &mut dyn FnMut(usize),
    ) -> Self {
        let games_before = before.as_ref().map(|before| before.games.clone());
        let mut known = before.map(Self::by_path).unwrap_or_default();
        let mut is_unchanged = true;
        let mut parsed = Vec::new();
        // If there is only one document, its body is kept, because it is needed again at once.
        let is_only = sources.len() == 1;
        let mut only_body = None;
        for source in sources {
            progress(parsed.len());
            match known.remove(&source.path) {
                Some(mut before) if matches_source(&before.document, &source) => {
                    before.document.source = Arc::new(source);
                    parsed.push(before);
                }
                before => {
                    let read = ParsedDocument::read(source, &mut diagnostics);
                    let stamp = |parsed: &ParsedDocument| parsed.document.stamp;
                    let known = before.as_ref().map(stamp);
                    is_unchanged &=
                        read.is_some() && known == read.as_ref().map(|(read, _)| stamp(read));
                    if let Some((read, body)) = read {
                        parsed.push(read);
                        only_body = is_only.then_some(body);
                    }
                }
            }
        }
        let described = parsed.iter().map(|ParsedDocument { document, .. }| {
            let source: &Source = &document.source;
            (document, source)
        });
        let described: Vec<_> = described.collect();
        let (games, of_documents) = game_files.games(&described, &mut diagnostics);
        let mut book = Self {
            is_unchanged: is_unchanged && known.is_empty() && games_before.as_ref() == Some(&games),
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
        let count = |(_, parsed): &(_, ParsedDocument)| parsed.sections.len();
        book.sections
            .reserve_exact(documents.iter().map(count).sum());
        let mut ids = UniqueIds::default();
        for (game, parsed) in documents {
            book.add(game, parsed, &mut ids);
        }
        let only_body = only_body.map(|body| (DocumentRef(0), Arc::new(body)));
        book.bodies().extend(only_body);
        book
    }

    /// Returns the number and the total size, in bytes, of the documents that
    /// [`Rulebook::load_after`] would read, because they are new or have changed since `before`.
    pub fn unread(before: Option<&Self>, sources: &[Source]) -> (usize, u64) {
        let find = before.map(Self::unchanged_documents);
        let is_known = |source: &Source| find.as_ref().and_then(|find| find(source)).is_some();
        let documents = sources
            .iter()
            .filter(|source| !loader::is_game_file(&source.file));
        documents
            .filter(|source| source.is_unread && !is_known(source))
            .fold((0, 0), |(files, bytes), source| {
                (files + 1, bytes + source.stamp().length)
            })
    }

    /// Returns a function that finds the index of a source's document if the file has not changed.
    fn unchanged_documents(&self) -> impl Fn(&Source) -> Option<usize> {
        let places = (0..).zip(&self.documents);
        let places: FxHashMap<_, _> = places
            .map(|(at, document)| (document.path.as_str(), at))
            .collect();
        move |source| {
            let at: usize = *places.get(source.path.as_str())?;
            matches_source(&self.documents[at], source).then_some(at)
        }
    }

    /// Splits the rulebook into its documents, each stored under the path of its file.
    fn by_path(self) -> HashMap<String, ParsedDocument> {
        let mut rest = self.sections.into_iter();
        let documents = self.documents.into_iter().map(|document| {
            let end = rest.as_slice()[0].end;
            let sections = rest.by_ref().take((end.0 - document.root.0) as usize);
            let sections = sections.collect();
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
    let (stamp, known) = (source.stamp(), document.stamp);
    // An unread source has no hash of its text, so only the other fields are compared.
    let unread = Stamp {
        content_hash: 0,
        ..known
    };
    stamp.content_hash == known.content_hash || stamp == unread
}

#[cfg(test)]
mod tests;
