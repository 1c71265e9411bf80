//! The names of sections that synonyms may mean.
//!
//! Of thousands of titles only those that a synonym mentions are kept.

use std::collections::{HashMap, HashSet};

use crate::rules::{GameRef, Rulebook, Section, SectionRef};
use crate::search::edits::Distance;
use crate::search::tokenizer::{Form, tokenize};
use crate::search::words::{is_function_word, stem};

/// Sections in reading order, each with the number of content words in its title.
type Titles = Vec<(SectionRef, usize)>;

/// The names of the sections of all games that some meanings mention.
pub(super) struct Names {
    wanted: Wanted,
    /// By the whole name.
    exact: HashMap<(GameRef, String), Vec<SectionRef>>,
    /// By each content word.
    words: HashMap<(GameRef, String), Titles>,
    /// By a long wanted word, the titles that misspell it.
    misspelt: HashMap<(GameRef, String), Titles>,
}

/// What meanings mention.
struct Wanted {
    names: HashSet<String>,
    words: HashSet<String>,
    /// The long ones among the words, as letters.
    long: Vec<(String, Vec<char>)>,
    /// The long words that a title's word misspells, for the words looked up so far.
    misspelt: HashMap<String, Vec<usize>>,
    distance: Distance,
}

/// Words of at least this many letters that differ by one edit are one word, misspelt.
const LONG_WORD: usize = 8;

impl Wanted {
    fn new<'a>(meanings: impl Iterator<Item = &'a String> + Clone) -> Self {
        let words: HashSet<_> = meanings
            .clone()
            .flat_map(|meaning| content(meaning))
            .collect();
        let letters = |word: &String| (word.clone(), word.chars().collect::<Vec<_>>());
        let mut long: Vec<_> = words
            .iter()
            .map(letters)
            .filter(|(_, letters)| letters.len() >= LONG_WORD)
            .collect();
        long.sort_unstable();
        let names = meanings.map(|meaning| key(meaning)).collect();
        Self {
            names,
            words,
            long,
            misspelt: HashMap::new(),
            distance: Distance::default(),
        }
    }

    /// The long words that a word misspells.
    fn misspelt_by(&mut self, word: &str) -> &[usize] {
        if !self.misspelt.contains_key(word) {
            let Self { long, distance, .. } = self;
            let mut nearly = |letters: &[char]| {
                word.chars().next() == letters.first().copied()
                    && distance.within(letters, word, 1, false).is_some()
            };
            let found = long
                .iter()
                .enumerate()
                .filter(|(_, (_, letters))| nearly(letters))
                .map(|(at, _)| at);
            self.misspelt.insert(word.to_owned(), found.collect());
        }
        self.misspelt
            .get(word)
            .map(Vec::as_slice)
            .unwrap_or_default()
    }
}

impl Names {
    /// The names that are among some meanings.
    pub(super) fn new<'a>(
        book: &Rulebook,
        meanings: impl Iterator<Item = &'a String> + Clone,
    ) -> Self {
        let wanted = Wanted::new(meanings);
        let mut names = Self {
            wanted,
            exact: HashMap::new(),
            words: HashMap::new(),
            misspelt: HashMap::new(),
        };
        for (at, section) in book.iter() {
            names.add(book.document(section.document).game, at, section);
        }
        names
    }

    fn add(&mut self, game: GameRef, at: SectionRef, section: &Section) {
        let mut own = vec![key(&section.title), key(&section.full_title())];
        own.extend(section.aliases.iter().map(|alias| key(alias)));
        own.sort_unstable();
        own.dedup();
        for name in own
            .into_iter()
            .filter(|name| self.wanted.names.contains(name))
        {
            self.exact.entry((game, name)).or_default().push(at);
        }
        let words = content(&section.title);
        let title = (at, words.len());
        for word in words {
            for long in self.wanted.misspelt_by(&word).to_vec() {
                let long = self.wanted.long[long].0.clone();
                self.misspelt.entry((game, long)).or_default().push(title);
            }
            if self.wanted.words.contains(&word) {
                self.words.entry((game, word)).or_default().push(title);
            }
        }
    }

    /// The sections of this name.
    pub(super) fn exact(&self, game: GameRef, name: &str) -> &[SectionRef] {
        self.exact
            .get(&(game, key(name)))
            .map(Vec::as_slice)
            .unwrap_or_default()
    }

    /// The sections whose longer title holds all words of this name, at least half of the title being it.
    pub(super) fn longer(&self, game: GameRef, name: &str) -> Vec<SectionRef> {
        let wanted = content(name);
        let mut words = wanted.iter().map(|word| self.with_word(game, word));
        let Some(first) = words.next() else {
            return Vec::new();
        };
        let rest: Vec<_> = words.collect();
        let has = |with: &[(SectionRef, usize)], at| {
            with.binary_search_by_key(&at, |(other, _)| *other).is_ok()
        };
        let all = first.iter().filter(|(at, length)| {
            2 * wanted.len() >= *length && rest.iter().all(|with| has(with, *at))
        });
        all.map(|(at, _)| *at).collect()
    }

    /// The sections with a word in their title; where no title has it, those that misspell it.
    fn with_word(&self, game: GameRef, word: &str) -> &[(SectionRef, usize)] {
        let word = (game, word.to_owned());
        let with = self.words.get(&word).or_else(|| self.misspelt.get(&word));
        with.map(Vec::as_slice).unwrap_or_default()
    }
}

/// A name regardless of case, punctuation and word forms.
fn key(name: &str) -> String {
    stems(name).collect::<Vec<_>>().join(" ")
}

fn stems(name: &str) -> impl Iterator<Item = String> {
    let words = tokenize(name)
        .into_iter()
        .filter(|token| token.form == Form::Whole);
    words.map(|token| stem(&token.text).to_owned())
}

/// The content words of a name, each once.
fn content(name: &str) -> Vec<String> {
    let mut words: Vec<_> = stems(name)
        .filter(|word| !is_function_word(word) && word.len() > 1)
        .collect();
    words.sort_unstable();
    words.dedup();
    words
}
