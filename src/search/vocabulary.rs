//! All words of the loaded rules, numbered, with the ways from what is typed to them.

use std::collections::HashMap;

use super::fuzzy::{Distance, allowed_edits};
use super::words::stem;

/// A word in a [`Vocabulary`].
pub(crate) type WordId = u32;

/// A set of places where a word occurs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Places(pub u8);

impl Places {
    pub const TITLE: Self = Self(1);
    pub const LABEL: Self = Self(2);
    pub const PATH: Self = Self(4);
    pub const BODY: Self = Self(8);
    pub const ROW: Self = Self(16);
    /// A player's word.
    pub const SYNONYM: Self = Self(32);

    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// What is known of a word.
#[derive(Clone, Debug, Default)]
pub(crate) struct Word {
    pub text: Box<str>,
    /// In how many sections it occurs.
    pub sections: u32,
    pub places: Places,
    /// The last section that counted it.
    last: Option<u32>,
}

/// All words of the loaded rules.
#[derive(Debug, Default)]
pub(crate) struct Vocabulary {
    words: Vec<Word>,
    by_text: HashMap<Box<str>, WordId>,
    /// All words in alphabetical order: those with a prefix stand together.
    sorted: Vec<WordId>,
    by_stem: HashMap<Box<str>, Vec<WordId>>,
}

impl Vocabulary {
    /// The number of a word, which is added if it is new.
    pub(crate) fn intern(&mut self, text: &str) -> WordId {
        if let Some(id) = self.by_text.get(text) {
            return *id;
        }
        let id = WordId::try_from(self.words.len()).unwrap_or(WordId::MAX);
        self.by_text.insert(text.into(), id);
        self.words.push(Word { text: text.into(), ..Word::default() });
        id
    }

    /// Notes that a word occurs in a section, at a place of it.
    pub(crate) fn note(&mut self, id: WordId, section: u32, place: Places) {
        let Some(word) = self.words.get_mut(id as usize) else { return };
        word.places.0 |= place.0;
        if word.last != Some(section) {
            word.last = Some(section);
            word.sections += 1;
        }
    }

    /// Notes that players use a word.
    pub(crate) fn note_synonym(&mut self, id: WordId) {
        if let Some(word) = self.words.get_mut(id as usize) {
            word.places.0 |= Places::SYNONYM.0;
        }
    }

    /// Builds the look-ups, once all words are known.
    pub(crate) fn finish(&mut self) {
        self.sorted = (0..).take(self.words.len()).collect();
        self.sorted.sort_unstable_by(|a, b| self.words[*a as usize].text.cmp(&self.words[*b as usize].text));
        for (id, word) in (0..).zip(&self.words) {
            self.by_stem.entry(stem(&word.text).into()).or_default().push(id);
        }
    }

    pub(crate) fn get(&self, text: &str) -> Option<WordId> {
        self.by_text.get(text).copied()
    }

    pub(crate) fn word(&self, id: WordId) -> Option<&Word> {
        self.words.get(id as usize)
    }

    /// The other forms of a word: those that share its stem.
    pub(crate) fn forms<'a>(&'a self, text: &'a str) -> impl Iterator<Item = WordId> + 'a {
        let forms = self.by_stem.get(stem(text)).into_iter().flatten().copied();
        forms.filter(move |id| self.words[*id as usize].text.as_ref() != text)
    }

    /// A word, or else a form of it, that stands in a section. It can be asked before the look-ups are built.
    pub(crate) fn printed(&self, text: &str) -> Option<WordId> {
        let printed = |id: &WordId| self.word(*id).is_some_and(|word| word.sections > 0);
        let form = || (0..).zip(&self.words).find(|(id, word)| printed(id) && stem(&word.text) == stem(text));
        self.get(text).filter(printed).or_else(|| form().map(|(id, _)| id))
    }

    /// The words that a text is the start of, itself left out.
    pub(crate) fn completions<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = WordId> + 'a {
        let first = self.sorted.partition_point(|id| self.words[*id as usize].text.as_ref() <= prefix);
        let rest = self.sorted[first..].iter().copied();
        rest.take_while(move |id| self.words[*id as usize].text.starts_with(prefix))
    }

    /// Words of titles that may be this one, misspelt in print: one edit away, with the same first letter.
    pub(crate) fn misspelt_titles(&self, word: &str) -> Vec<WordId> {
        let letters: Vec<_> = word.chars().collect();
        let mut distance = Distance::default();
        let titles = (0..).zip(&self.words).filter(|(_, other)| other.places.has(Places::TITLE));
        let same_start = titles.filter(|(_, other)| other.text.chars().next() == letters.first().copied());
        same_start
            .filter(|(_, other)| distance.within(&letters, &other.text, 1, false).is_some())
            .map(|(id, _)| id)
            .collect()
    }

    /// The words a mistyped one may mean, with the number of edits; with `prefix`, words that it may be the start of too.
    pub(crate) fn similar(&self, typed: &str, prefix: bool) -> Vec<(WordId, usize)> {
        let letters: Vec<_> = typed.chars().collect();
        let most = allowed_edits(letters.len());
        if most == 0 || !letters.iter().all(|letter| letter.is_alphabetic()) {
            return Vec::new();
        }
        let mut distance = Distance::default();
        let words = (0..).zip(&self.words).filter(|(_, word)| word.text.len() > 2);
        let mut found: Vec<_> = words
            .filter_map(|(id, word)| {
                let whole = distance.within(&letters, &word.text, most, false);
                let edits = whole.or_else(|| distance.within(&letters, &word.text, most, true).filter(|_| prefix));
                edits.map(|edits| (id, edits))
            })
            .collect();
        found.sort_by_key(|(id, edits)| {
            let word = &self.words[*id as usize].text;
            (*edits, word.chars().next() != letters.first().copied(), word.len().abs_diff(typed.len()), *id)
        });
        found
    }
}
