//! Finds the documents of a large collection that the other documents refer to, such as its rules.
//! The sections of any other document, such as an adventure, are known only in that document.

use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::{LinkGraph, References};
use super::usage::{roots, sampled};
use crate::rules::{DocumentRef, GameRef, SectionRef};

/// The approximate numbers of documents in the sample, and of sections to read from each.
const SAMPLED: usize = 256;
const MAX_SECTIONS: usize = 5;

/// The other documents refer to a document if they mention at least this fraction of the number of
/// its sections that they mention of any document.
const MIN_PART: usize = 3;

/// The minimum number of sections that other documents mention of some document. If the sample has
/// fewer, it says too little, and all documents count.
const MIN_MENTIONED: usize = 4;

impl LinkGraph {
    /// Returns the documents of a game that its other documents refer to, judging by a sample of their
    /// texts, each with the number of its sections that the sample mentions. Returns `None` if any
    /// document may be referred to, as in a small collection.
    pub(super) fn references(&self, game: GameRef) -> Option<&References> {
        if !self.names(game).is_large {
            return None;
        }
        let references = &self.references[game.0 as usize];
        references
            .get_or_init(|| self.sampled_references(game))
            .as_ref()
    }

    fn sampled_references(&self, game: GameRef) -> Option<References> {
        let book = &self.book;
        let mut mentioned: FxHashMap<DocumentRef, FxHashSet<SectionRef>> = FxHashMap::default();
        for from in sampled(book, &roots(book, game), SAMPLED, MAX_SECTIONS) {
            let document = book.section(from).document;
            for text in book.blocks(from).texts() {
                for link in self.links_among(from, text, None) {
                    let to = link.targets[0];
                    let other = book.section(to).document;
                    if other != document && !link.explicit && !book.is_whole_document(to) {
                        mentioned.entry(other).or_default().insert(to);
                    }
                }
            }
        }
        let counts = mentioned.iter().map(|(at, of)| (*at, of.len()));
        let mut counts: References = counts.collect();
        let most = *counts.values().max()?;
        counts.retain(|_, count| *count * MIN_PART >= most);
        (most >= MIN_MENTIONED).then_some(counts)
    }
}
