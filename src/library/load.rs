//! Loads the rules from their files.

use std::sync::Arc;

use super::bodies::{BodyStore, MAX_BYTES, Report, counted_bytes};
use crate::diagnostic::Diagnostic;
use crate::loader::{self, Listing};
use crate::rules::{Body, Document, DocumentRef, Loading, Rulebook};
use crate::source::Source;

/// Reads files while they are loaded, and keeps the first bodies that fit into a [`BodyStore`].
struct FileReader<'a> {
    /// The length of the texts whose bodies are kept, in bytes.
    kept: usize,
    progress: &'a mut dyn FnMut(usize),
}

impl Loading for FileReader<'_> {
    fn read(&mut self, source: Source, diagnostics: &mut Vec<Diagnostic>) -> Option<Source> {
        loader::read(source, diagnostics)
    }

    fn progress(&mut self, done: usize) {
        (self.progress)(done);
    }

    fn keeps_body(&mut self, document: &Document) -> bool {
        self.kept += counted_bytes(document);
        self.kept <= MAX_BYTES
    }
}

/// Loads the listed files. A file that has not been read is read here, and its text is dropped after
/// parsing.
pub fn load(listing: Listing) -> Rulebook {
    load_after(None, listing, Arc::new(|_| {}), &mut |_| {})
}

/// Loads the listed files, and reuses the documents of unchanged files from an earlier rulebook.
/// Calls `progress` with the number of documents loaded so far. `report` is called when the text of a
/// document cannot be read again later.
pub fn load_after(
    before: Option<Rulebook>,
    listing: Listing,
    report: Report,
    progress: &mut dyn FnMut(usize),
) -> Rulebook {
    let mut reader = FileReader { kept: 0, progress };
    let (sources, diagnostics) = (listing.sources, listing.diagnostics);
    let (book, bodies) = Rulebook::load_after(before, sources, diagnostics, &mut reader);
    with_store(book, bodies, report)
}

/// Gives a rulebook a store with some of its bodies.
pub(super) fn with_store(
    mut book: Rulebook,
    bodies: Vec<(DocumentRef, Arc<Body>)>,
    report: Report,
) -> Rulebook {
    let store = BodyStore::new(report);
    for (at, body) in bodies {
        store.add(at, book.document(at), body);
    }
    book.bodies = Arc::new(store);
    book
}
