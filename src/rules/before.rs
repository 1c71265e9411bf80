//! Rules that were read before: what of their documents is still the same is taken over.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use super::shelf::Shelved;
use super::{Document, DocumentRef, Rulebook};
use crate::source::Source;

/// Rules that were read before, by the paths of their documents.
pub(super) struct Before<'a> {
    pub book: &'a Rulebook,
    by_path: HashMap<&'a str, DocumentRef>,
}

impl<'a> Before<'a> {
    pub fn new(book: &'a Rulebook) -> Self {
        let documents = book.documents.iter().zip((0..).map(DocumentRef));
        Self {
            book,
            by_path: documents
                .map(|(document, at)| (document.source.path.as_str(), at))
                .collect(),
        }
    }

    /// The document that was made of a file, if that is known to be the same.
    pub fn document(&self, source: &Source) -> Option<DocumentRef> {
        let at = *self
            .by_path
            .get(source.path.as_str())
            .filter(|_| source.is_known())?;
        let before = &self.book.document(at).source;
        let content = |source: &Source| source.stamp.map(|stamp| stamp.content);
        (before.file == source.file && content(before) == content(source)).then_some(at)
    }
}

impl Rulebook {
    /// Takes a document over. What its text gives is the same; its id, its game and its place may be others.
    pub(super) fn take_over(&mut self, shelved: Shelved, before: &Rulebook, at: DocumentRef) {
        let Shelved {
            game,
            source,
            front_matter,
            ..
        } = shelved;
        let known = before.document(at);
        let (id, root) = (
            self.document_id(game, &source.file),
            self.outline.next_root(),
        );
        self.outline.take_over(&before.outline, at);
        self.by_id.insert(
            id.clone(),
            DocumentRef(u32::try_from(self.documents.len()).unwrap_or(u32::MAX)),
        );
        self.documents.push(Document {
            id,
            game,
            title: known.title.clone(),
            front_matter,
            root,
            body: known.body,
            length: known.length,
            source: Arc::new(source),
            by_id: OnceLock::new(),
            whole: true,
        });
    }
}
