//! How a large collection uses words, by a sample of it: which of its names are everyday words there.

use rustc_hash::{FxHashMap, FxHashSet};

use super::words::Phrase;
use crate::rules::slug::fold;
use crate::rules::{Document, RichText, Rulebook, SectionRef};

/// How many documents are read, and how many sections of each.
const SAMPLED: usize = 32;
const MOST_SECTIONS: usize = 20;

/// Fewer uses may be chance.
const FEWEST_USES: usize = 4;

/// In a collection with a link in every so many words, the authors have linked the names themselves.
const WORDS_PER_LINK: usize = 50;

/// This many headings that this many documents have make a document one of many, as a class is.
const FEWEST_SHARED: usize = 4;
const FEWEST_SHARING: usize = 8;

/// How the authors of a large collection write.
#[derive(Debug, Default)]
pub(super) struct Usage {
    /// The stems of words that occur in lower case at least once in a thousand words: `Spells` is a heading in many places, and
    /// none of them is what the texts mean by `spell`.
    pub frequent: FxHashSet<Box<str>>,
    /// The titles, as stems, that the authors write in italics, such as spells.
    pub italic: FxHashSet<Box<str>>,
    /// Whether the authors link the rules that they name.
    pub is_linked: bool,
    /// The titles of headings that many documents have.
    shared: FxHashSet<String>,
}

#[derive(Default)]
struct Sample {
    words: usize,
    links: usize,
    /// How often each stem occurs in lower case.
    lower: FxHashMap<Box<str>, usize>,
    /// What is in italics.
    italic: FxHashSet<String>,
}

impl Usage {
    /// Reads a sample of the documents with these roots.
    pub fn of(book: &Rulebook, roots: &[SectionRef]) -> Self {
        let mut sample = Sample::default();
        for root in roots.iter().step_by((roots.len() / SAMPLED).max(1)) {
            for at in book.subtree(*root).take(MOST_SECTIONS) {
                book.blocks(at).texts().for_each(|text| sample.add(text));
            }
        }
        let mut shared: FxHashMap<String, usize> = FxHashMap::default();
        for title in roots.iter().flat_map(|root| headings(book, *root)) {
            *shared.entry(title).or_default() += 1;
        }
        shared.retain(|_, count| *count >= FEWEST_SHARING);
        Self {
            italic: sample.italic_titles(book, roots),
            is_linked: sample.links * WORDS_PER_LINK >= sample.words,
            shared: shared.into_keys().collect(),
            frequent: sample.frequent(),
        }
    }

    /// Whether a document is one of many with the same headings.
    pub fn is_one_of_many(&self, book: &Rulebook, root: SectionRef) -> bool {
        let shared = headings(book, root).into_iter();
        shared.filter(|title| self.shared.contains(title)).count() >= FEWEST_SHARED
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
                let names = text.plain[run.start as usize..run.end as usize].split(',');
                self.italic.extend(names.map(fold));
            }
        }
    }

    fn frequent(mut self) -> FxHashSet<Box<str>> {
        let least = self.words.div_ceil(1000).max(FEWEST_USES);
        self.lower.retain(|_, count| *count >= least);
        self.lower.into_keys().collect()
    }

    /// The titles of the documents of all folders of which some titles are in italics.
    fn italic_titles(&self, book: &Rulebook, roots: &[SectionRef]) -> FxHashSet<Box<str>> {
        let mut folders: FxHashMap<&str, (usize, Vec<&str>)> = FxHashMap::default();
        for document in roots.iter().map(|root| book.document_of(*root)) {
            let (italic, titles) = folders.entry(folder(document)).or_default();
            *italic += usize::from(self.italic.contains(&fold(&document.title)));
            titles.push(&document.title);
        }
        let folders = folders.into_values();
        let titles = folders.filter(|(italic, _)| *italic >= FEWEST_USES);
        let titles = titles.flat_map(|(_, titles)| titles);
        titles
            .map(|title| Phrase::new(title).all().into())
            .collect()
    }
}

/// The titles of the headings of a document, each once.
fn headings(book: &Rulebook, root: SectionRef) -> FxHashSet<String> {
    let sections = book.descendants(root).map(|at| book.section(at));
    let headings = sections.filter(|section| !section.run_in);
    headings.map(|section| fold(&section.title)).collect()
}

/// The path of the folder that a document is in.
fn folder(document: &Document) -> &str {
    let path = document.source.file.rsplit_once('/');
    path.map_or("", |(folder, _)| folder)
}
