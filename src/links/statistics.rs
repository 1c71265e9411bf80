//! How a collection writes each name, counted in one pass over its texts.
//!
//! The share of a name's occurrences that the authors mark (as a link, in bold or italics, or with a
//! capital inside a sentence) is its link probability, called keyphraseness by Mihalcea and Csomai
//! (Wikify!, 2007). Which names a document contains also tells which documents it is related to.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use serde::{Deserialize, Serialize};

use super::names::NameIndex;
use super::passages;
use super::typography::Typography;
use super::words::Phrase;
use super::written;
use crate::analyzer::{Language, Stemmer};
use crate::rules::{DocumentRef, GameRef, RichText, Rulebook};

/// A collection counts as if it had this many more words, none of them the name. In a short text, one
/// occurrence says little.
const UNSEEN_WORDS: u32 = 10_000;

/// The hash of the stems of a name.
pub type NameKey = u64;

/// The counts of all documents of a rulebook, in the order of [`Rulebook::documents`]. They are plain
/// data, to be cached.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LinkStatistics {
    /// The counts of each document.
    pub documents: Vec<DocumentStatistics>,
}

/// What the texts of one document contain.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DocumentStatistics {
    /// The number of words.
    pub words: u32,
    /// The number of words inside sentences, and of those that are capitalised.
    pub inside: u32,
    /// See `inside`.
    pub capitals: u32,
    /// The number of links that the author wrote.
    pub links: u32,
    /// The names that occur in the document, each once, sorted by key.
    pub names: Vec<(NameKey, NameCounts)>,
}

/// How often a document, or a game, writes a name in which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NameCounts {
    /// All occurrences.
    pub total: u32,
    /// Those that are in links that the author wrote.
    pub linked: u32,
    /// Those in bold or italics that contain nothing else.
    pub marked: u32,
    /// Those inside a sentence with a capital.
    pub capital: u32,
    /// Those inside a sentence without a capital.
    pub lower: u32,
    /// The number of documents.
    pub documents: u32,
}

/// The counts of one game, and what follows from them.
#[derive(Debug, Default)]
pub struct GameStatistics {
    words: u32,
    /// The share of words inside sentences that are capitalised.
    pub capital_rate: f32,
    /// The number of written links per hundred words, at most 1.
    pub link_density: f32,
    names: FxHashMap<NameKey, NameCounts>,
    /// For each name that only one document defines, that document.
    homes: FxHashMap<NameKey, DocumentRef>,
    /// The number of other documents that contain a distinctive name of a document.
    referring: FxHashMap<DocumentRef, u32>,
    documents: u32,
    /// The number of documents of each folder.
    folders: FxHashMap<String, usize>,
}

/// Returns the key of a name.
pub fn key(stems: &str) -> NameKey {
    let mut hasher = FxHasher::default();
    stems.hash(&mut hasher);
    hasher.finish()
}

impl LinkStatistics {
    /// Counts the names of all games in all texts. `names` has the names of each game.
    pub fn collect<'n>(
        book: &Rulebook,
        hides_links: bool,
        names: impl Fn(GameRef) -> &'n NameIndex + Sync,
    ) -> Self {
        let documents = passages::walk_in_parallel(book, None, |sections| {
            let mut counts = Counts::default();
            let mut stemmer = Stemmer::new(Language::default());
            for (from, _, blocks) in sections {
                let document = book.document_of(from);
                if document.language != stemmer.language() {
                    stemmer = Stemmer::new(document.language);
                }
                let names = names(document.game);
                for text in blocks.linked_texts() {
                    counts.add(names, text, hides_links, &mut stemmer);
                }
            }
            counts.finish()
        });
        Self { documents }
    }
}

#[derive(Default)]
struct Counts {
    document: DocumentStatistics,
    names: FxHashMap<NameKey, NameCounts>,
}

impl Counts {
    fn add(
        &mut self,
        names: &NameIndex,
        text: &RichText,
        hides_links: bool,
        stemmer: &mut Stemmer,
    ) {
        let phrase = Phrase::new(&text.plain, stemmer);
        let typography = Typography::new(text, &phrase);
        let written = if hides_links {
            Vec::new()
        } else {
            written::written(text)
        };
        let document = &mut self.document;
        document.words += count(phrase.words.len());
        document.links += count(written.len());
        let mut at = 0;
        while at < phrase.words.len() {
            let is_inside = typography.is_inside_sentence(at);
            if is_inside {
                document.inside += 1;
                document.capitals += u32::from(typography.is_capitalised(at));
            }
            let found = names.longest(&phrase, at, |words| {
                (!names.get(&phrase.stems(words.clone())).is_empty()).then_some(words)
            });
            let Some(words) = found else {
                at += 1;
                continue;
            };
            let range = typography.range(&words);
            let counts = self.names.entry(key(&phrase.stems(words.clone())));
            let counts = counts.or_default();
            counts.total += 1;
            counts.linked += u32::from(written::overlaps(&written, &range));
            counts.marked += u32::from(
                typography.is_whole(&range, |style| style.strong)
                    || typography.is_whole(&range, |style| style.emphasis),
            );
            if is_inside {
                counts.capital += u32::from(typography.is_capitalised(at));
                counts.lower += u32::from(typography.is_lower(at));
            }
            at = words.end;
        }
    }

    fn finish(mut self) -> DocumentStatistics {
        self.document.names = self.names.into_iter().collect();
        self.document.names.sort_unstable_by_key(|(key, _)| *key);
        self.document
    }
}

impl GameStatistics {
    /// Sums up the documents of a game.
    pub fn new(book: &Rulebook, game: GameRef, names: &NameIndex, all: &LinkStatistics) -> Self {
        let mut sum = Self::default();
        for (stems, named) in names.stems() {
            let document = book.section(named[0].section).document;
            let is_home = |other| book.section(other).document == document;
            if named.iter().all(|name| is_home(name.section)) {
                sum.homes.insert(key(stems), document);
            }
        }
        let documents = (0..).map(DocumentRef).zip(&book.documents);
        let documents = documents.zip(&all.documents);
        let (mut inside, mut capitals, mut links) = (0, 0, 0);
        for ((at, _), counts) in documents.filter(|((_, document), _)| document.game == game) {
            sum.documents += 1;
            *sum.folders
                .entry(book.document(at).source.folders().to_owned())
                .or_default() += 1;
            sum.words += counts.words;
            inside += counts.inside;
            capitals += counts.capitals;
            links += counts.links;
            let mut referred = FxHashSet::default();
            for (key, counts) in &counts.names {
                let total = sum.names.entry(*key).or_default();
                total.total += counts.total;
                total.linked += counts.linked;
                total.marked += counts.marked;
                total.capital += counts.capital;
                total.lower += counts.lower;
                total.documents += 1;
                let is_written = counts.linked + counts.marked + counts.capital > 0;
                if let Some(home) = sum.homes.get(key).filter(|home| **home != at && is_written) {
                    referred.insert(*home);
                }
            }
            for home in referred {
                *sum.referring.entry(home).or_default() += 1;
            }
        }
        sum.capital_rate = share(capitals, inside);
        sum.link_density = (100.0 * share(links, sum.words)).min(1.0);
        sum
    }

    /// Returns the counts of a name.
    pub fn name(&self, stems: &str) -> NameCounts {
        self.names.get(&key(stems)).copied().unwrap_or_default()
    }

    /// Returns how often a name occurs among 100,000 words, as a logarithm.
    pub fn frequency(&self, counts: &NameCounts) -> f32 {
        (1.0 + 1e5 * share(counts.total, self.words.saturating_add(UNSEEN_WORDS))).log10()
    }

    /// Returns the number of documents of a folder.
    pub fn documents_of_folder(&self, folder: &str) -> usize {
        self.folders.get(folder).copied().unwrap_or(0)
    }

    /// Returns the share of the documents that contain a name, as a square root.
    pub fn spread(&self, counts: &NameCounts) -> f32 {
        share(counts.documents, self.documents).sqrt()
    }

    /// Returns the share of the other documents that contain a name of this document alone, written as
    /// a name.
    pub fn authority(&self, document: DocumentRef) -> f32 {
        let referring = self.referring.get(&document).copied().unwrap_or(0);
        share(referring, self.documents.saturating_sub(1)).sqrt()
    }

    /// Returns, for each document, how many names of it alone `counts` contains, written as names.
    pub fn related(&self, counts: &DocumentStatistics) -> FxHashMap<DocumentRef, u32> {
        let mut related = FxHashMap::default();
        let is_written = |counts: &NameCounts| counts.linked + counts.marked + counts.capital > 0;
        let names = counts.names.iter().filter(|(_, counts)| is_written(counts));
        for home in names.filter_map(|(key, _)| self.homes.get(key)) {
            *related.entry(*home).or_default() += 1;
        }
        related
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a share needs no more precision"
)]
fn share(part: u32, all: u32) -> f32 {
    if all == 0 {
        0.0
    } else {
        part as f32 / all as f32
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
