//! From sources to a rulebook.

use std::collections::{HashMap, HashSet};

use super::games::GameFiles;
use super::ids::unique;
use super::model::document::Document;
use super::model::section::{DocumentRef, GameRef, Section, SectionRef};
use super::parsed::ParsedDocument;
use super::rulebook::Rulebook;
use super::slug::slug;
use crate::diagnostic::Diagnostic;
use crate::loader;
use crate::source::Source;

/// The documents of an earlier rulebook with their sections, by their paths.
type DocumentsByPath<'a> = HashMap<&'a str, (&'a Document, &'a [Section])>;

impl Rulebook {
    /// Loads all sources. It never fails: problems with files are [`Rulebook::diagnostics`], after those that are passed
    /// in. The text of a source that comes unread is read, parsed, and left in its file.
    #[must_use]
    pub fn load(sources: Vec<Source>, diagnostics: Vec<Diagnostic>) -> Self {
        Self::load_after(None, sources, diagnostics, &mut |_| {})
    }

    /// Loads all sources, but takes the documents of unchanged files from `before`. `progress` gets the number of documents
    /// loaded so far.
    #[must_use]
    pub fn load_after(
        before: Option<&Self>,
        sources: Vec<Source>,
        mut diagnostics: Vec<Diagnostic>,
        progress: &mut dyn FnMut(usize),
    ) -> Self {
        let known = before.map(by_path).unwrap_or_default();
        let mut game_files = GameFiles::default();
        let mut parsed = Vec::new();
        for source in sources {
            if loader::is_setting(&source.file) {
                game_files.read(source, &mut diagnostics);
                continue;
            }
            progress(parsed.len());
            parsed.extend(match unchanged(&known, &source) {
                Some((document, sections)) => {
                    Some(ParsedDocument::unchanged(source, document, sections))
                }
                None => ParsedDocument::read(source, &mut diagnostics),
            });
        }
        let (games, of_documents) = game_files.games(&parsed, &mut diagnostics);
        let mut book = Self {
            games,
            diagnostics,
            ..Self::default()
        };
        let mut documents: Vec<_> = of_documents.into_iter().zip(parsed).collect();
        // A stable sort: documents that their game does not list stay in the order of loading.
        documents.sort_by_cached_key(|(game, document)| {
            let listed = &book.game(*game).documents;
            let stem = document.source.stem();
            let place = listed.iter().position(|name| name == stem);
            (*game, place.unwrap_or(usize::MAX))
        });
        let mut ids = HashSet::new();
        for (game, document) in documents {
            book.add(game, document, &mut ids);
        }
        book
    }

    /// Bytes of the files that loading would have to read, given an earlier rulebook.
    #[must_use]
    pub fn unread_bytes(before: Option<&Self>, sources: &[Source]) -> u64 {
        let known = before.map(by_path).unwrap_or_default();
        let unread = sources.iter().filter(|source| {
            source.is_unread
                && !loader::is_setting(&source.file)
                && unchanged(&known, source).is_none()
        });
        unread
            .map(|source| source.stamp().length)
            .filter(|length| *length <= loader::LARGEST_FILE)
            .sum()
    }

    fn add(&mut self, game: GameRef, parsed: ParsedDocument, ids: &mut HashSet<String>) {
        let wanted = format!("{}/{}", self.game(game).id, slug(parsed.source.stem()));
        let id = unique(&wanted, &mut 2, |id| ids.contains(id));
        ids.insert(id.clone());
        let at = DocumentRef(small(self.documents.len()));
        let root = SectionRef(small(self.sections.len()));
        let (document, sections) = parsed.place(id, game, at, root);
        self.documents.push(document);
        self.sections.extend(sections);
    }
}

fn by_path(book: &Rulebook) -> DocumentsByPath<'_> {
    let documents = (0..).map(DocumentRef).zip(&book.documents);
    documents
        .map(|(at, document)| (document.path.as_str(), (document, book.sections_of(at))))
        .collect()
}

/// The document of a source, if that is unchanged.
fn unchanged<'a>(
    known: &DocumentsByPath<'a>,
    source: &Source,
) -> Option<(&'a Document, &'a [Section])> {
    let (document, sections) = *known.get(source.path.as_str())?;
    let stamp = source.stamp();
    let same = if stamp.content == 0 {
        stamp.is_as_before(&document.stamp)
    } else {
        stamp.content == document.stamp.content
    };
    same.then_some((document, sections))
}

fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
