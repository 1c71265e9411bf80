//! Loads the rules from their files.

use std::io;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;

use rustc_hash::FxHashMap;

use super::bodies::{BodyStore, MAX_BYTES, Report, counted_bytes};
use super::extract::{self, Progress, ReadingOptions};
use crate::cache::Cache;
use crate::diagnostic::Diagnostic;
use crate::loader::{self, Listing, Origin};
use crate::rules::{Body, DocumentRef, Loading, Rulebook};
use crate::search::DocumentText;
use crate::source::Source;

/// A rulebook, and what the search index needs of the documents that were parsed for it.
pub struct LoadedRules {
    /// The rulebook.
    pub book: Rulebook,
    /// The texts of the documents that were parsed, by the path of the file.
    pub(super) texts: FxHashMap<String, DocumentText>,
}

impl From<Rulebook> for LoadedRules {
    fn from(book: Rulebook) -> Self {
        Self {
            book,
            texts: FxHashMap::default(),
        }
    }
}

/// Reads files while they are loaded, collects their texts for the index, and keeps the first bodies
/// that fit into a [`BodyStore`].
struct FileReader<'a, 'b> {
    texts: FxHashMap<String, DocumentText>,
    /// The length of the texts whose bodies are kept, in bytes.
    kept: usize,
    reading: &'a mut ReadingOptions<'b>,
}

impl Loading for FileReader<'_, '_> {
    fn read(&mut self, source: Source, diagnostics: &mut Vec<Diagnostic>) -> Option<Source> {
        extract::read(source, self.reading, diagnostics)
    }

    fn progress(&mut self, done: usize) {
        (self.reading.progress)(Progress::Document(done));
    }

    fn keeps_body(&mut self, book: &Rulebook, body: &Body) -> bool {
        let document = book.document(DocumentRef(0));
        let text = DocumentText::of(book, body, DocumentRef(0));
        self.texts.insert(document.path.clone(), text);
        self.kept += counted_bytes(document);
        self.kept <= MAX_BYTES
    }
}

/// Reads the files that have not been read. A file that cannot be read becomes a diagnostic.
pub fn read_files(mut listing: Listing, reading: &mut ReadingOptions<'_>) -> Listing {
    let read = |source| extract::read(source, reading, &mut listing.diagnostics);
    listing.sources = listing.sources.into_iter().filter_map(read).collect();
    listing
}

/// Loads the listed files. A file that has not been read is read here, and its text is dropped after
/// parsing.
pub fn load(listing: Listing) -> LoadedRules {
    let mut ignore = |_: Progress<'_>| {};
    load_after(
        None,
        listing,
        Arc::new(|_| {}),
        &mut ReadingOptions::all(&mut ignore),
    )
}

/// Loads the stored rulebook, if there is one, while another thread lists the files.
///
/// # Errors
/// Fails if the files cannot be listed; see [`loader::find`].
pub fn find(cache: Option<&Cache>, origins: &[Origin]) -> io::Result<(Option<Rulebook>, Listing)> {
    thread::scope(|scope| {
        let listing = scope.spawn(|| loader::find(origins));
        let before = cache.and_then(Cache::load);
        let listing = listing.join().unwrap_or_else(|panic| resume_unwind(panic));
        Ok((before, listing?))
    })
}

/// Loads the listed files, and reuses the documents of unchanged files from an earlier rulebook.
/// `reading` tells how files are read. `report` is called when the text of a
/// document cannot be read again later.
pub fn load_after(
    before: Option<Rulebook>,
    listing: Listing,
    report: Report,
    reading: &mut ReadingOptions<'_>,
) -> LoadedRules {
    let mut reader = FileReader {
        texts: FxHashMap::default(),
        kept: 0,
        reading,
    };
    let (sources, diagnostics) = (listing.sources, listing.diagnostics);
    let (mut book, bodies) = Rulebook::load_after(before, sources, diagnostics, &mut reader);
    let store = BodyStore::new(report);
    for (at, body) in bodies {
        store.add(at, book.document(at), body);
    }
    book.bodies = Arc::new(store);
    LoadedRules {
        book,
        texts: reader.texts,
    }
}
