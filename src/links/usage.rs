//! Samples how a large collection uses words, to find names that are everyday words in that
//! collection.

use rustc_hash::{FxHashMap, FxHashSet};

use super::words::Phrase;
use crate::rules::slug::fold;
use crate::rules::{GameRef, RichText, Rulebook, SectionRef};

/// The approximate number of documents in the sample.
const SAMPLED: usize = 32;
/// The approximate number of sections to read from each document in the sample.
const MAX_SECTIONS: usize = 20;

/// The minimum number of uses of a frequent or capitalised word, and the minimum number of titles in
/// italics in a folder of [`Usage::italic`]. Fewer may be a coincidence.
const MIN_USES: usize = 4;
/// See [`Usage::capitalised`].
const USES_PER_LOWER: usize = 8;

/// The stems of words that most games use in their everyday sense. They count as frequent even if
/// they are rare in the sample: `this monster` is not a mention of a section titled `Monsters`.
const GENERIC: [&str; 28] = [
    "adventurer",
    "ally",
    "antagonist",
    "attacker",
    "campaign",
    "cast",
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

/// A heading is repeated if at least this many sections have it.
const MIN_REPEATED: usize = 8;
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
    /// The stems of words that, inside sentences, start with a capital at least [`USES_PER_LOWER`]
    /// times as often as the word starts with a lower-case letter.
    pub capitalised: FxHashSet<Box<str>>,
}

#[derive(Default)]
struct Sample {
    words: usize,
    links: usize,
    /// For each stem, the number of its words that start with a lower-case letter.
    lower: FxHashMap<Box<str>, usize>,
    /// For each stem, the number of its words that start with a capital right after a word that ends
    /// with a lower-case letter.
    upper: FxHashMap<Box<str>, usize>,
    italic: FxHashSet<String>,
}

impl Usage {
    /// Reads a sample of the documents with these root sections.
    pub fn of(book: &Rulebook, roots: &[SectionRef]) -> Self {
        let mut sample = Sample::default();
        for at in sampled(book, roots, SAMPLED, MAX_SECTIONS) {
            book.blocks(at).texts().for_each(|text| sample.add(text));
        }
        let is_linked = sample.links * WORDS_PER_LINK >= sample.words;
        let mut frequent = sample.frequent();
        frequent.extend(GENERIC.map(Box::from));
        Self {
            frequent,
            italic: sample.italic_titles(book, roots),
            is_linked,
            capitalised: sample.capitalised(),
        }
    }
}

/// Whether most games use a word in its everyday sense.
pub fn is_generic(stem: &str) -> bool {
    GENERIC.contains(&stem)
}

/// Returns the root sections of the documents of a game.
pub fn roots(book: &Rulebook, game: GameRef) -> Vec<SectionRef> {
    let documents = book.documents.iter();
    let of_game = documents.filter(|document| document.game == game);
    of_game.map(|document| document.root).collect()
}

/// Returns sections from about `documents` of the documents with these root sections, evenly spread:
/// about `sections` of each document, or more of each if there are fewer documents.
pub fn sampled(
    book: &Rulebook,
    roots: &[SectionRef],
    documents: usize,
    sections: usize,
) -> impl Iterator<Item = SectionRef> {
    let most = documents * sections / roots.len().clamp(1, documents);
    let roots = roots.iter().step_by((roots.len() / documents).max(1));
    roots.flat_map(move |root| {
        let sections = book.subtree(*root);
        let step = sections.size_hint().0 / most;
        sections.step_by(step.max(1))
    })
}

impl Sample {
    fn add(&mut self, text: &RichText) {
        let phrase = Phrase::new(&text.plain);
        self.words += phrase.words.len();
        for (at, word) in phrase.words.iter().enumerate() {
            let (before, word) = text.plain.split_at(word.start);
            let before = before.strip_suffix(' ').unwrap_or_default();
            let counts = if word.starts_with(char::is_lowercase) {
                &mut self.lower
            } else if before.ends_with(char::is_lowercase) {
                &mut self.upper
            } else {
                continue;
            };
            *counts.entry(phrase.stem(at).into()).or_default() += 1;
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

    /// Returns the stems of [`Usage::capitalised`].
    fn capitalised(&self) -> FxHashSet<Box<str>> {
        let capitalised = self.upper.iter().filter(|(stem, count)| {
            let lower = self.lower.get(*stem).copied().unwrap_or(0);
            **count >= MIN_USES.max(lower * USES_PER_LOWER)
        });
        capitalised.map(|(stem, _)| stem.clone()).collect()
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
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    for at in roots.iter().flat_map(|root| book.descendants(*root)) {
        let section = book.section(at);
        if !section.run_in {
            *counts.entry(&section.title).or_default() += 1;
        }
    }
    let repeated = counts.values().filter(|count| **count >= MIN_REPEATED);
    let repeated: usize = repeated.sum();
    repeated * SECTIONS_PER_REPEATED >= counts.values().sum()
}
