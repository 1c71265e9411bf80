//! The links of the texts that pages have shown. A page is laid out again whenever its width changes,
//! and most of the time goes into its links.

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::link::Link;
use crate::rules::{DocumentRef, RichText, SectionRef};

/// The maximum number of texts whose links are kept for the next page.
const MAX_TEXTS: usize = 6 * 1024;

/// The number of documents whose links are kept, however many texts they have: in general those of
/// the page and of the panes over it.
const MIN_DOCUMENTS: usize = 4;

/// The links of recently shown documents, most recent last.
#[derive(Debug, Default)]
pub struct ShownLinks {
    recent: VecDeque<ShownDocument>,
    /// How often all links were forgotten.
    generation: u64,
}

/// The links of the texts of one document, by section and text.
#[derive(Debug)]
struct ShownDocument {
    document: DocumentRef,
    texts: FxHashMap<(SectionRef, RichText), Arc<[Link]>>,
    /// Whether the links of all its texts are known.
    is_complete: bool,
}

impl ShownLinks {
    /// Returns the links of the texts of a document, which becomes the most recent one.
    pub fn texts_of(
        &mut self,
        document: DocumentRef,
    ) -> &mut FxHashMap<(SectionRef, RichText), Arc<[Link]>> {
        &mut self.make_recent(document).texts
    }

    /// Notes that the links of all texts of a document have been found since a generation began. If they
    /// have been forgotten meanwhile, nothing is noted.
    pub fn note_complete(&mut self, document: DocumentRef, generation: u64) {
        if generation == self.generation {
            self.make_recent(document).is_complete = true;
        }
    }

    /// Returns the present generation.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Whether the links of all texts of a document are known.
    pub fn is_complete(&self, document: DocumentRef) -> bool {
        let mut documents = self.recent.iter();
        documents.any(|shown| shown.document == document && shown.is_complete)
    }

    /// Forgets all links.
    pub fn clear(&mut self) {
        self.recent.clear();
        self.generation += 1;
    }

    fn make_recent(&mut self, document: DocumentRef) -> &mut ShownDocument {
        let is_last = self
            .recent
            .back()
            .is_some_and(|shown| shown.document == document);
        if !is_last {
            let mut shown = self.recent.iter();
            let known = shown.position(|shown| shown.document == document);
            let known = known.and_then(|at| self.recent.remove(at));
            self.drop_oldest();
            self.recent
                .push_back(known.unwrap_or_else(|| ShownDocument {
                    document,
                    texts: FxHashMap::default(),
                    is_complete: false,
                }));
        }
        let last = self.recent.len() - 1;
        &mut self.recent[last]
    }

    /// Makes room for one more document.
    fn drop_oldest(&mut self) {
        let mut texts: usize = self.recent.iter().map(|shown| shown.texts.len()).sum();
        while self.recent.len() >= MIN_DOCUMENTS && texts >= MAX_TEXTS {
            texts -= self
                .recent
                .pop_front()
                .map_or(0, |oldest| oldest.texts.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_links_of_the_most_recent_documents_are_kept() {
        let (mut shown, documents) = (ShownLinks::default(), [0, 1, 2, 3, 4, 5].map(DocumentRef));
        for document in documents {
            shown.note_complete(document, 0);
        }
        assert!(documents.iter().all(|at| shown.is_complete(*at)));
        let texts = shown.texts_of(documents[5]);
        for number in 0..MAX_TEXTS {
            texts.insert(
                (
                    SectionRef(u32::try_from(number).unwrap()),
                    RichText::default(),
                ),
                Arc::default(),
            );
        }
        shown.note_complete(documents[1], 0);
        let kept = documents.map(|at| shown.is_complete(at));
        assert_eq!(kept, [false, true, false, true, true, true]);
    }

    #[test]
    fn a_document_is_not_complete_if_links_were_forgotten_meanwhile() {
        let mut shown = ShownLinks::default();
        let before = shown.generation();
        shown.clear();
        shown.note_complete(DocumentRef(0), before);
        assert!(!shown.is_complete(DocumentRef(0)));
    }
}
