//! Finds the documents of a large collection that the other documents refer to, such as its rules.
//! The sections of any other document, such as an adventure, are known at most in that document.

use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};

use super::files::is_index;
use super::graph::{LinkGraph, References};
use super::usage::{roots, sampled};
use crate::rules::{DocumentRef, GameRef, SectionRef};
use crate::source::Source;

/// The approximate numbers of documents in the sample, and of sections to read from each.
const SAMPLED: usize = 256;
const MAX_SECTIONS: usize = 5;

/// The other documents refer to a document or a folder only if they mention at least this many of
/// its sections. Fewer may be a coincidence.
const MIN_SECTIONS: usize = 3;

/// They must also mention a third as many of its sections as of the document, or folder, with the
/// most.
const SECTIONS_DIVISOR: usize = 3;

/// Of the documents, or folders, with enough mentioned sections, they must mention it a third as
/// often as the one that they mention most.
const MENTIONS_DIVISOR: usize = 3;

/// A document is known elsewhere only if one in 32 of the sampled documents that mention any other
/// document mentions its sections.
const DOCUMENTS_DIVISOR: usize = 32;

/// A quarter of the documents in the sample must mention a folder.
const SAMPLE_DIVISOR: usize = 4;

/// The minimum number of sections that other documents mention of some document. If the sample has
/// fewer, it says too little, and all documents count.
const MIN_MENTIONED: usize = 4;

/// The mentions of a document or folder in the sample.
#[derive(Default)]
struct Mentions {
    sections: FxHashSet<SectionRef>,
    from: FxHashSet<DocumentRef>,
    count: usize,
}

impl Mentions {
    fn add(&mut self, from: DocumentRef, to: SectionRef) {
        self.sections.insert(to);
        self.from.insert(from);
        self.count += 1;
    }
}

impl LinkGraph {
    /// Returns the documents of a game that its other documents refer to, judging by a sample of their
    /// texts, each with the number of mentions in the sample. Documents in a folder that the documents
    /// in other folders refer to are included. Returns `None` if any document may be referred to, as
    /// in a small collection.
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
        let folder = |at| folder(&book.document(at).source);
        let roots = roots(book, game);
        let mut documents: FxHashMap<DocumentRef, Mentions> = FxHashMap::default();
        let mut folders: FxHashMap<&str, Mentions> = FxHashMap::default();
        let (mut sample, mut mentioning) = (FxHashSet::default(), FxHashSet::default());
        for at in sampled(book, &roots, SAMPLED, MAX_SECTIONS) {
            let from = book.section(at).document;
            sample.insert(from);
            for text in book.blocks(at).texts() {
                for link in self.links_among(at, text, None) {
                    let to = link.targets[0];
                    let other = book.section(to).document;
                    if other == from || link.explicit {
                        continue;
                    }
                    mentioning.insert(from);
                    if !book.is_whole_document(to) {
                        documents.entry(other).or_default().add(from, to);
                        if folder(other) != folder(from) {
                            folders.entry(folder(other)).or_default().add(from, to);
                        }
                    }
                }
            }
        }
        let counts: References = documents.iter().map(|(at, of)| (*at, of.count)).collect();
        let least = mentioning.len().div_ceil(DOCUMENTS_DIVISOR);
        let most = keep_referred(&mut documents, least);
        keep_referred(&mut folders, sample.len().div_ceil(SAMPLE_DIVISOR));
        let all = roots.iter().map(|root| book.section(*root).document);
        let known =
            all.filter(|at| documents.contains_key(at) || folders.contains_key(folder(*at)));
        let known = known.map(|at| (at, counts.get(&at).copied().unwrap_or(0)));
        (most >= MIN_MENTIONED).then(|| known.collect())
    }
}

/// Returns the folder of a document. The page of a folder, such as `rules/combat/index.md`, is in the
/// folder above it: `rules`.
fn folder(source: &Source) -> &str {
    let folders = source.folders();
    if is_index(source.name()) {
        folders.rsplit_once('/').unwrap_or_default().0
    } else {
        folders
    }
}

/// Removes what the other documents do not refer to, or fewer than `least` of them mention. Returns
/// the largest number of mentioned sections.
fn keep_referred<T: Eq + Hash>(mentions: &mut FxHashMap<T, Mentions>, least: usize) -> usize {
    let sections = mentions.values().map(|of| of.sections.len());
    let most = sections.max().unwrap_or(0);
    let least_sections = MIN_SECTIONS.max(most.div_ceil(SECTIONS_DIVISOR));
    mentions.retain(|_, of| of.sections.len() >= least_sections && of.from.len() >= least);
    let counts = mentions.values().map(|of| of.count);
    let most_mentions = counts.max().unwrap_or(0);
    mentions.retain(|_, of| of.count * MENTIONS_DIVISOR >= most_mentions);
    most
}
