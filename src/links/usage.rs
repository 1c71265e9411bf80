//! Samples how a large collection uses words, to find names that are everyday words in that
//! collection.

use rustc_hash::{FxHashMap, FxHashSet};

use super::words::Phrase;
use crate::rules::slug::fold;
use crate::rules::{RichText, Rulebook, SectionRef};

/// The approximate number of documents in the sample.
const SAMPLED: usize = 32;
/// The approximate number of sections to read from each document. If there are fewer than
/// [`SAMPLED`] documents, more sections of each are read.
const MAX_SECTIONS: usize = 20;

/// The minimum number of lower-case uses of a frequent word, and the minimum number of titles in
/// italics in a folder of [`Usage::italic`]. Fewer may be a coincidence.
const MIN_USES: usize = 4;

/// The stems of words that most games use in their everyday sense. They count as frequent even if
/// they are rare in the sample: `this monster` is not a mention of a section titled `Monsters`.
const GENERIC: [&str; 27] = [
    "adventurer",
    "ally",
    "antagonist",
    "attacker",
    "campaign",
    "caster",
    "character",
    "class",
    "creature",
    "defender",
    "encounter",
    "enemy",
    "foe",
    "hero",
    "investigate",
    "item",
    "monster",
    "npc",
    "obstacle",
    "opponent",
    "player",
    "profession",
    "race",
    "spell",
    "spellcaster",
    "target",
    "villain",
];

/// If a collection has at least one link per this many words, its authors are assumed to link every
/// rule that they mention.
const WORDS_PER_LINK: usize = 50;

/// A document with at least this many shared headings is one of many similar documents, such as the
/// classes of a game.
const MIN_SHARED: usize = 4;
/// A heading is shared if at least this many documents have it, and repeated if at least this many
/// sections have it.
const MIN_SHARING: usize = 8;
/// See [`repeats_headings`].
const SECTIONS_PER_REPEATED: usize = 8;

/// How the authors of a large collection write.
#[derive(Debug, Default)]
pub struct Usage {
    /// The stems of words that occur in lower case at least once per thousand words of the sample,
    /// and of words that most games use. Texts use these words in their everyday sense: `spell` is
    /// not a mention of a section titled `Spells`.
    pub frequent: FxHashSet<Box<str>>,
    /// The stems of document titles from folders whose titles the authors write in italics, such as
    /// the names of spells.
    pub italic: FxHashSet<Box<str>>,
    /// Whether the authors link the rules that they mention.
    pub is_linked: bool,
    /// For each title of a heading that several documents share, the number of these documents.
    shared: FxHashMap<String, usize>,
}

#[derive(Default)]
struct Sample {
    words: usize,
    links: usize,
    /// For each stem, the number of its words that start with a lower-case letter.
    lower: FxHashMap<Box<str>, usize>,
    italic: FxHashSet<String>,
}

impl Usage {
    /// Reads a sample of the documents with these root sections.
    pub fn of(book: &Rulebook, roots: &[SectionRef]) -> Self {
        let mut sample = Sample::default();
        let most = SAMPLED * MAX_SECTIONS / roots.len().clamp(1, SAMPLED);
        for root in roots.iter().step_by((roots.len() / SAMPLED).max(1)) {
            let sections = book.subtree(*root);
            let step = sections.size_hint().0 / most;
            for at in sections.step_by(step.max(1)) {
                book.blocks(at).texts().for_each(|text| sample.add(text));
            }
        }
        let titles = roots.iter().flat_map(|root| distinct_headings(book, *root));
        let shared = counts(titles).into_iter().filter(|(_, count)| *count > 1);
        let is_linked = sample.links * WORDS_PER_LINK >= sample.words;
        let mut frequent = sample.frequent();
        frequent.extend(GENERIC.map(Box::from));
        Self {
            frequent,
            italic: sample.italic_titles(book, roots),
            is_linked,
            shared: shared
                .map(|(title, count)| (title.to_owned(), count))
                .collect(),
        }
    }

    /// Whether a document is one of many documents with the same headings.
    pub fn is_one_of_many(&self, book: &Rulebook, root: SectionRef) -> bool {
        let titles = distinct_headings(book, root).into_iter();
        let counts = titles.filter_map(|title| self.shared.get(title));
        counts.filter(|count| **count >= MIN_SHARING).count() >= MIN_SHARED
    }

    /// Whether several documents have a heading with this title.
    pub fn is_shared(&self, title: &str) -> bool {
        self.shared.contains_key(title)
    }
}

impl Sample {
    fn add(&mut self, text: &RichText) {
        let phrase = Phrase::new(&text.plain);
        self.words += phrase.words.len();
        for (at, word) in phrase.words.iter().enumerate() {
            if text.plain[word.start..].starts_with(char::is_lowercase) {
                *self.lower.entry(phrase.stem(at).into()).or_default() += 1;
            }
        }
        for run in &text.runs {
            self.links += usize::from(run.link.is_some());
            if run.style.emphasis && !run.style.strong {
                let names = text.plain[run.range()].split(',');
                self.italic.extend(names.map(fold));
            }
        }
    }

    /// Returns the stems that occur at least once per thousand words of the sample.
    fn frequent(&self) -> FxHashSet<Box<str>> {
        let least = self.words.div_ceil(1000).max(MIN_USES);
        let frequent = self.lower.iter().filter(|(_, count)| **count >= least);
        frequent.map(|(stem, _)| stem.clone()).collect()
    }

    /// Finds the folders in which at least [`MIN_USES`] document titles also occur in italics in
    /// the texts. Returns the stems of all document titles in these folders.
    fn italic_titles(&self, book: &Rulebook, roots: &[SectionRef]) -> FxHashSet<Box<str>> {
        let mut folders: FxHashMap<&str, (usize, Vec<&str>)> = FxHashMap::default();
        for document in roots.iter().map(|root| book.document_of(*root)) {
            let (italic, titles) = folders.entry(document.source.folders()).or_default();
            *italic += usize::from(self.italic.contains(&fold(&document.title)));
            titles.push(&document.title);
        }
        let folders = folders.into_values();
        let titles = folders.filter(|(italic, _)| *italic >= MIN_USES);
        let titles = titles.flat_map(|(_, titles)| titles);
        titles
            .map(|title| Phrase::new(title).all().into())
            .collect()
    }
}

/// Whether at least one in [`SECTIONS_PER_REPEATED`] headings is repeated: every monster of a book
/// may have the heading `Actions`.
pub fn repeats_headings(book: &Rulebook, roots: &[SectionRef]) -> bool {
    let counts = counts(roots.iter().flat_map(|root| headings(book, *root)));
    let repeated = counts.values().filter(|count| **count >= MIN_SHARING);
    let repeated: usize = repeated.sum();
    repeated * SECTIONS_PER_REPEATED >= counts.values().sum()
}

/// Counts how often each title occurs.
fn counts<'a>(titles: impl Iterator<Item = &'a str>) -> FxHashMap<&'a str, usize> {
    let mut counts = FxHashMap::default();
    for title in titles {
        *counts.entry(title).or_default() += 1;
    }
    counts
}

/// Returns the titles of the headings below a document's root.
fn headings(book: &Rulebook, root: SectionRef) -> impl Iterator<Item = &str> {
    let sections = book.descendants(root).map(|at| book.section(at));
    let headings = sections.filter(|section| !section.run_in);
    headings.map(|section| section.title.as_str())
}

fn distinct_headings(book: &Rulebook, root: SectionRef) -> FxHashSet<&str> {
    headings(book, root).collect()
}
