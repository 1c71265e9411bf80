//! The titles of all sections in one piece of memory: to go through them takes a few milliseconds, where to unpack the sections
//! of thousands of documents takes a hundred.

use super::tokenizer::tokenize;
use crate::rules::{Rulebook, Section, SectionKind, SectionRef};

/// Stands before each word; no word has it in it.
const BEFORE: char = '\n';

/// The titles of all sections.
#[derive(Debug, Default)]
pub struct Titles {
    /// Their words, title by title, in lower case, each behind a [`BEFORE`].
    words: String,
    /// What else is known of them, by their sections.
    facts: Vec<Facts>,
}

#[derive(Clone, Copy, Debug)]
struct Facts {
    /// Where its words begin.
    start: u32,
    length: u16,
    first: u16,
    kind: SectionKind,
}

/// A title.
#[derive(Clone, Copy, Debug)]
pub(super) struct Title<'a> {
    /// Whose it is.
    pub section: SectionRef,
    /// What that is.
    pub kind: SectionKind,
    /// Its bytes as it is shown; of a longer one no more are counted.
    pub length: u16,
    /// How many of its words are forms of the first one.
    pub first: usize,
    words: &'a str,
}

impl Titles {
    /// Gathers the titles of some rules, and leaves no section unpacked that was not.
    #[must_use]
    pub fn of(book: &Rulebook) -> Self {
        let mut titles = Self::default();
        let mut reading = book.reading(None);
        while let Some(open) = reading.turn() {
            open.headings().for_each(|(_, section)| titles.add(section));
        }
        titles.words.shrink_to_fit();
        titles.facts.shrink_to_fit();
        titles
    }

    fn add(&mut self, section: &Section) {
        let title = section.full_title();
        let tokens = tokenize(&title);
        let first = tokens.iter().take_while(|token| token.start == tokens[0].start).count();
        let start = u32::try_from(self.words.len()).unwrap_or(u32::MAX);
        let small = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
        self.facts.push(Facts { start, length: small(title.len()), first: small(first), kind: section.kind });
        for token in &tokens {
            self.words.push(BEFORE);
            self.words.push_str(&token.text);
        }
    }

    /// Those with a word that begins like this, in the order of their sections.
    pub(super) fn with(&self, begin: &str) -> impl Iterator<Item = Title<'_>> {
        let begin = format!("{BEFORE}{begin}");
        let (mut from, mut at) = (0, 0);
        std::iter::from_fn(move || {
            let found = from + self.words.get(from..)?.find(&begin)?;
            at += self.facts[at..].iter().skip(1).take_while(|next| next.start as usize <= found).count();
            from = self.end(at);
            self.get(at)
        })
    }

    /// Where the words of a title end.
    fn end(&self, at: usize) -> usize {
        self.facts.get(at + 1).map_or(self.words.len(), |next| next.start as usize)
    }

    fn get(&self, at: usize) -> Option<Title<'_>> {
        let Facts { start, length, first, kind } = *self.facts.get(at)?;
        let words = self.words.get(start as usize..self.end(at))?;
        Some(Title { section: SectionRef(u32::try_from(at).ok()?), kind, length, first: usize::from(first), words })
    }
}

impl<'a> Title<'a> {
    /// Its words, as bytes.
    pub fn words(self) -> impl Iterator<Item = &'a [u8]> {
        // Before the first there is nothing.
        self.words.as_bytes().split(|byte| *byte == BEFORE as u8).skip(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    #[test]
    fn the_titles_with_a_word_are_found_by_its_beginning_each_once() {
        let text = "# House\n\n## Fire the Firelock 1AP\n\n## ’Tis Fire\n\n## !\n\n## Afire\n\n## Fired\n";
        let book = Rulebook::load(vec![Source::in_memory("a.md", text)], Vec::new());
        let titles = Titles::of(&book);
        let with = |begin: &str| {
            let found = titles.with(begin).map(|title| book.section(title.section).title.clone());
            found.collect::<Vec<_>>()
        };
        assert_eq!(with("fire"), ["Fire the Firelock", "'Tis Fire", "Fired"]);
        assert_eq!(with("firelock"), ["Fire the Firelock"]);
        assert_eq!(with("house"), ["House"]);
        assert_eq!(with("smoke"), [""; 0]);
        assert_eq!(titles.facts.len(), book.section_count());
    }
}
