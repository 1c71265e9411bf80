//! The names of all sections, to find what a synonym means.

use std::collections::HashMap;

use super::super::fuzzy::Distance;
use super::super::tokenizer::{Form, tokenize};
use super::super::words::{is_function_word, stem};
use crate::rules::{GameRef, Rulebook, Section, SectionRef};

/// The names of the sections of all games.
pub(super) struct Names {
    /// By the whole name.
    exact: HashMap<(GameRef, String), Vec<SectionRef>>,
    /// By each word that says something, with how many of these the title has.
    words: HashMap<(GameRef, String), Vec<(SectionRef, usize)>>,
}

/// Words of so many letters that differ by one edit are one word, misspelt.
const LONG_WORD: usize = 8;

impl Names {
    pub(super) fn new(book: &Rulebook) -> Self {
        let mut names = Self { exact: HashMap::new(), words: HashMap::new() };
        let mut reading = book.reading(None);
        while let Some(open) = reading.turn() {
            let game = book.document(open.document).game;
            open.headings().for_each(|(at, section)| names.add(game, at, section));
        }
        names
    }

    fn add(&mut self, game: GameRef, at: SectionRef, section: &Section) {
        let mut own = vec![key(&section.title), key(&section.full_title())];
        own.extend(section.aliases.iter().map(|alias| key(alias)));
        own.sort_unstable();
        own.dedup();
        for name in own {
            self.exact.entry((game, name)).or_default().push(at);
        }
        let words = content(&section.title);
        for word in &words {
            self.words.entry((game, word.clone())).or_default().push((at, words.len()));
        }
    }

    /// The sections of this name.
    pub(super) fn exact(&self, game: GameRef, name: &str) -> &[SectionRef] {
        self.exact.get(&(game, key(name))).map(Vec::as_slice).unwrap_or_default()
    }

    /// The sections whose longer title holds all words of this name, at least half of the title being it.
    pub(super) fn longer(&self, game: GameRef, name: &str) -> Vec<SectionRef> {
        let wanted = content(name);
        let mut words = wanted.iter().map(|word| self.with_word(game, word));
        let Some(first) = words.next() else { return Vec::new() };
        let rest: Vec<_> = words.collect();
        let all = first.iter().filter(|(at, length)| {
            2 * wanted.len() >= *length && rest.iter().all(|with| with.iter().any(|(other, _)| other == at))
        });
        all.map(|(at, _)| *at).collect()
    }

    /// The sections with a word in their title; where no title has it, those that misspell it.
    fn with_word(&self, game: GameRef, word: &str) -> Vec<(SectionRef, usize)> {
        if let Some(with) = self.words.get(&(game, word.to_owned())) {
            return with.clone();
        }
        if word.chars().count() < LONG_WORD {
            return Vec::new();
        }
        let letters: Vec<_> = word.chars().collect();
        let mut distance = Distance::default();
        let mut nearly = |other: &str| {
            other.chars().next() == letters.first().copied() && distance.within(&letters, other, 1, false).is_some()
        };
        let misspelt = self.words.iter().filter(|((of, other), _)| *of == game && nearly(other));
        let mut found: Vec<_> = misspelt.flat_map(|(_, with)| with.iter().copied()).collect();
        found.sort_unstable();
        found
    }
}

/// A name without regard to case, punctuation and forms.
fn key(name: &str) -> String {
    stems(name).collect::<Vec<_>>().join(" ")
}

fn stems(name: &str) -> impl Iterator<Item = String> {
    let words = tokenize(name).into_iter().filter(|token| token.form == Form::Whole);
    words.map(|token| stem(&token.text).to_owned())
}

/// The words of a name that say something, each once.
fn content(name: &str) -> Vec<String> {
    let mut words: Vec<_> = stems(name).filter(|word| !is_function_word(word) && word.len() > 1).collect();
    words.sort_unstable();
    words.dedup();
    words
}
