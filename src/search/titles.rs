//! The titles of all sections as numbers of words: to go through them takes a few milliseconds, where to unpack the sections of
//! thousands of documents takes a hundred.

use rustc_hash::FxHashMap;

use super::tokenizer::tokenize;
use crate::rules::{Rulebook, Section, SectionKind, SectionRef};

/// The titles of all sections.
#[derive(Debug, Default)]
pub struct Titles {
    /// Every word that a title has, once.
    words: Vec<Box<str>>,
    /// Every kind that a section is of, once.
    kinds: Vec<SectionKind>,
    /// Words of titles by their places in `words`, title by title.
    all: Vec<u32>,
    /// The titles, by their sections.
    facts: Vec<Facts>,
}

/// What is known of a title. There is one a section.
#[derive(Clone, Copy, Debug)]
struct Facts {
    /// Where its words begin.
    start: u32,
    /// By its place in `kinds`.
    kind: u16,
    length: u8,
    first: u8,
}

/// A title.
#[derive(Clone, Copy, Debug)]
pub(super) struct Title<'a> {
    /// Whose it is.
    pub section: SectionRef,
    /// Its bytes as it is shown; of a longer one 255 are counted.
    pub length: u8,
    /// How many of its words are forms of the first one.
    pub first: usize,
    /// What that section is; nothing where there are too many kinds to tell.
    pub kind: Option<SectionKind>,
    /// Its words, by their numbers.
    pub words: &'a [u32],
}

/// Titles that are being gathered.
#[derive(Default)]
struct Gatherer {
    titles: Titles,
    words: FxHashMap<Box<str>, u32>,
    kinds: FxHashMap<SectionKind, u16>,
}

impl Gatherer {
    fn add(&mut self, section: &Section) {
        let title = section.full_title();
        let tokens = tokenize(&title);
        let first = tokens
            .iter()
            .take_while(|token| token.start == tokens[0].start)
            .count();
        let small = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
        let (start, kind) = (number(self.titles.all.len()), self.kind(section.kind));
        self.titles.facts.push(Facts {
            start,
            kind,
            length: small(title.len()),
            first: small(first),
        });
        for token in tokens {
            let next = number(self.words.len());
            self.titles
                .all
                .push(*self.words.entry(token.text.into()).or_insert(next));
        }
    }

    fn kind(&mut self, kind: SectionKind) -> u16 {
        let next = u16::try_from(self.kinds.len()).unwrap_or(u16::MAX);
        if next == u16::MAX {
            return self.kinds.get(&kind).copied().unwrap_or(next);
        }
        *self.kinds.entry(kind).or_insert_with(|| {
            self.titles.kinds.push(kind);
            next
        })
    }

    fn titles(self) -> Titles {
        let mut titles = self.titles;
        titles.words.resize(self.words.len(), Box::default());
        for (word, at) in self.words {
            titles.words[at as usize] = word;
        }
        titles.all.shrink_to_fit();
        titles
    }
}

impl Titles {
    /// Gathers the titles of some rules, and leaves no section unpacked that was not.
    #[must_use]
    pub fn of(book: &Rulebook) -> Self {
        let mut gatherer = Gatherer::default();
        gatherer.titles.facts.reserve_exact(book.section_count());
        let mut reading = book.reading(None);
        while let Some(open) = reading.turn() {
            open.headings()
                .for_each(|(_, section)| gatherer.add(section));
        }
        gatherer.titles()
    }

    /// All of them, in the order of their sections.
    pub(super) fn iter(&self) -> impl Iterator<Item = Title<'_>> {
        let starts = self.facts.iter().map(|facts| facts.start);
        let ends = starts.skip(1).chain([number(self.all.len())]);
        (0..)
            .map(SectionRef)
            .zip(self.facts.iter().zip(ends))
            .map(|(section, (facts, end))| Title {
                section,
                length: facts.length,
                first: usize::from(facts.first),
                kind: self.kinds.get(usize::from(facts.kind)).copied(),
                words: self
                    .all
                    .get(facts.start as usize..end as usize)
                    .unwrap_or_default(),
            })
    }

    /// A word of a title.
    pub(super) fn word(&self, number: u32) -> &str {
        self.words.get(number as usize).map_or("", AsRef::as_ref)
    }

    /// For each word of the titles whether it begins like this.
    pub(super) fn begun(&self, begin: &str) -> Vec<bool> {
        self.words
            .iter()
            .map(|word| word.starts_with(begin))
            .collect()
    }
}

fn number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    #[test]
    fn each_title_has_its_words_and_its_kind() {
        let text =
            "# House\n\n## Fire the Firelock 1AP\n\n## Re-roll\n\n## !\n\n## Afire\n\n## Fire\n";
        let book = Rulebook::load(vec![Source::in_memory("a.md", text)], Vec::new());
        let titles = Titles::of(&book);
        let shown = |title: Title<'_>| {
            let words: Vec<_> = title.words.iter().map(|word| titles.word(*word)).collect();
            format!("{} {} {}", words.join("|"), title.first, title.length)
        };
        let shown: Vec<_> = titles.iter().map(shown).collect();
        let expected = [
            "house 1 5",
            "fire|the|firelock 1 17",
            "re|reroll|roll 2 7",
            " 0 1",
            "afire 1 5",
            "fire 1 4",
        ];
        assert_eq!(shown, expected);
        assert!(
            titles
                .iter()
                .map(|title| title.kind)
                .eq(book.sections().map(|section| Some(section.kind)))
        );
        let begun = titles.begun("fire");
        let begun: Vec<_> = titles
            .words
            .iter()
            .zip(begun)
            .filter(|(_, begun)| *begun)
            .map(|(word, _)| &**word)
            .collect();
        assert_eq!(begun, ["fire", "firelock"]);
    }

    #[test]
    fn of_more_kinds_than_are_told_apart_the_others_are_not_told() {
        let mut gatherer = Gatherer::default();
        let kind = |number| SectionKind::Step { number };
        for number in 0..70_000 {
            let at = usize::from(gatherer.kind(kind(number)));
            let known = gatherer.titles.kinds.get(at).copied();
            assert_eq!(
                known,
                (number < u32::from(u16::MAX)).then_some(kind(number))
            );
        }
        assert_eq!(gatherer.kind(kind(7)), 7);
    }
}
