//! The names of the sections of a game, and where each name is a mention in running text.
//!
//! Links and look-ups reach every section by its name; only sections that define something are mentioned wherever their
//! name occurs. Names come from titles and aliases, never from a section's text.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::words::{Phrase, is_common_word, is_everyday};
use crate::rules::slug::fold;
use crate::rules::{GameRef, Rulebook, Section, SectionKind, SectionRef};

/// Names with more words are sentences, which no text mentions.
const MOST_WORDS: usize = 8;

/// The fewest documents of a large collection.
const LARGE_COLLECTION: usize = 128;

/// How many documents of a large collection are read for its frequent words, and how many sections of each.
const SAMPLED: usize = 32;
const MOST_SECTIONS: usize = 20;

/// In a large collection, a document with text and no more headings is an entry, such as a monster or a spell: its parts are its own.
const MOST_HEADINGS: usize = 8;

/// Files about a large collection, which define nothing.
const NO_RULES: [&str; 5] = ["changelog", "contributing", "legal", "license", "readme"];

/// Fewer uses are chance.
const FEWEST_USES: usize = 4;

/// All names of one game.
#[derive(Debug, Default)]
pub(super) struct NameIndex {
    /// Whether the game has many documents.
    pub is_large: bool,
    by_stems: FxHashMap<Box<str>, Vec<SectionName>>,
    /// The first word of each name, with the number of words of the longest name that begins with it.
    longest: FxHashMap<Box<str>, usize>,
    /// The words that a large collection uses all the time.
    frequent: FxHashSet<Box<str>>,
    /// The documents that are one rule each: they have text of their own, and no headings or are some of many.
    rules: FxHashSet<SectionRef>,
}

/// A name of a section.
#[derive(Debug)]
pub(super) struct SectionName {
    /// The section.
    pub section: SectionRef,
    /// The punctuation between its words, without spaces and hyphens.
    pub gaps: Box<str>,
    /// Whether it has a parameter: `Piercing x`.
    pub parameter: bool,
    /// Where it is a mention.
    pub reach: Reach,
    /// Whether only typography distinguishes it from everyday English.
    pub everyday: bool,
}

/// Where the occurrence of a name is a mention of its section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// In the whole game.
    Game,
    /// Inside a section: a mission or a datacard names its own parts.
    Within(SectionRef),
    /// Before the word `step`: `the Set Up Operatives step`.
    Step,
    /// Nowhere, because the section defines nothing.
    Nowhere,
}

impl NameIndex {
    /// Gathers the names of a game.
    pub fn new(book: &Rulebook, game: GameRef) -> Self {
        let of_game = book
            .documents
            .iter()
            .filter(|document| document.game == game);
        let roots: Vec<_> = of_game.map(|document| document.root).collect();
        let is_large = roots.len() >= LARGE_COLLECTION;
        let mut names = Self {
            is_large,
            ..Self::default()
        };
        if is_large {
            names.frequent = frequent_words(book, &roots);
        }
        for root in roots {
            let stem = book.document_of(root).source.stem().to_lowercase();
            if is_large && NO_RULES.contains(&stem.as_str()) {
                continue;
            }
            let is_heading = |at: &SectionRef| !book.section(*at).run_in;
            let headings = book.descendants(root).filter(is_heading).count();
            let has_text = book.section(root).has_text;
            if has_text && (is_large || headings == 0) {
                names.rules.insert(root);
            }
            let is_entry = is_large && has_text && headings <= MOST_HEADINGS;
            for at in book.subtree(root) {
                names.section(book, at, is_entry.then_some(root));
            }
        }
        names
    }

    /// Whether a section defines nothing.
    pub fn is_mere_heading(&self, book: &Rulebook, at: SectionRef) -> bool {
        match book.section(at).kind {
            SectionKind::Document => !self.rules.contains(&at),
            SectionKind::Group
            | SectionKind::Step { .. }
            | SectionKind::Question
            | SectionKind::KeyNumbers => true,
            _ => false,
        }
    }

    /// The names of exactly these stems, in reading order.
    pub fn get(&self, stems: &str) -> &[SectionName] {
        self.by_stems.get(stems).map_or(&[], Vec::as_slice)
    }

    /// The first result of `find` over ranges of words that begin at `at`, from the longest name's length down to one.
    pub fn longest<T>(
        &self,
        phrase: &Phrase<'_>,
        at: usize,
        find: impl FnMut(Range<usize>) -> Option<T>,
    ) -> Option<T> {
        let longest = self.longest.get(phrase.stem(at)).copied().unwrap_or(1);
        let most = longest.min(phrase.words.len() - at);
        (1..=most).rev().map(|count| at..at + count).find_map(find)
    }

    /// Adds the names of a section, which may be a part of an entry.
    fn section(&mut self, book: &Rulebook, at: SectionRef, entry: Option<SectionRef>) {
        let section = book.section(at);
        let entry = entry.filter(|root| fold(&book.section(*root).title) != fold(&section.title));
        let reach = self.reach(book, at, entry);
        let mut names = vec![section.title.clone()];
        names.extend_from_slice(&section.aliases);
        names.extend(
            section
                .scope
                .iter()
                .map(|scope| format!("{scope} {}", section.title)),
        );
        if section.kind == SectionKind::Document {
            names.extend_from_slice(&book.document_of(at).front_matter.aliases);
        }
        for name in names {
            self.name(at, section, reach, entry.is_some(), &name);
        }
    }

    fn reach(&self, book: &Rulebook, at: SectionRef, entry: Option<SectionRef>) -> Reach {
        let section = book.section(at);
        match section.kind {
            SectionKind::Step { .. } => Reach::Step,
            _ if self.is_mere_heading(book, at) => Reach::Nowhere,
            // Every monster has its `Bite`.
            _ if section.run_in && !is_abbreviation(&section.title) && entry.is_some() => {
                entry.map_or(Reach::Nowhere, Reach::Within)
            }
            SectionKind::Rule | SectionKind::Ability => match owner(book, at) {
                // A datacard's rule with an unusual name is mentioned in the whole game, for example in answers.
                Some(owner)
                    if book.section(owner).kind == SectionKind::Mission
                        || is_common(&section.title) =>
                {
                    Reach::Within(owner)
                }
                _ => Reach::Game,
            },
            _ => Reach::Game,
        }
    }

    fn name(&mut self, at: SectionRef, section: &Section, reach: Reach, is_part: bool, text: &str) {
        let phrase = Phrase::new(text);
        let count = phrase.words.len();
        let is_number = is_rule_number(text);
        if !is_number && !text.contains(char::is_alphabetic) {
            return;
        }
        let is_long = count > MOST_WORDS;
        if !is_long {
            let longest = self.longest.entry(phrase.stem(0).into()).or_default();
            *longest = count.max(*longest);
        }
        let word = phrase.stem(0);
        let is_marked = self.frequent.contains(word)
            || is_common_word(word)
            || is_part
            || is_proper(section.kind);
        let is_label = self.is_large && section.run_in && !is_abbreviation(&section.title);
        let name = SectionName {
            section: at,
            gaps: phrase.gaps(0..count).into(),
            parameter: section.parameter.is_some(),
            reach: match reach {
                _ if is_long => Reach::Nowhere,
                _ if is_number => Reach::Game,
                reach => reach,
            },
            everyday: is_plain(&phrase) && !is_number || count == 1 && is_marked || is_label,
        };
        let named = self.by_stems.entry(phrase.all().into()).or_default();
        named.push(name);
    }
}

/// The stems of words that occur in lower case at least once in a thousand words, in a collection of many documents. There,
/// `Spells` is a heading in many places, and none of them is what the texts mean by `spell`.
fn frequent_words(book: &Rulebook, roots: &[SectionRef]) -> FxHashSet<Box<str>> {
    let mut total = 0;
    let mut counts: FxHashMap<Box<str>, usize> = FxHashMap::default();
    for root in roots.iter().step_by(roots.len() / SAMPLED) {
        for at in book.subtree(*root).take(MOST_SECTIONS) {
            for text in book.blocks(at).texts() {
                let phrase = Phrase::new(&text.plain);
                total += phrase.words.len();
                for (at, word) in phrase.words.iter().enumerate() {
                    if text.plain[word.start..].starts_with(char::is_lowercase) {
                        *counts.entry(phrase.stem(at).into()).or_default() += 1;
                    }
                }
            }
        }
    }
    counts.retain(|_, count| *count >= FEWEST_USES && *count * 1000 >= total);
    counts.into_keys().collect()
}

/// The mission, datacard or card that a section is a part of.
pub(super) fn owner(book: &Rulebook, at: SectionRef) -> Option<SectionRef> {
    book.upwards(at).skip(1).find(|at| {
        matches!(
            book.section(*at).kind,
            SectionKind::Mission | SectionKind::Datacard | SectionKind::EventCard { .. }
        )
    })
}

/// Whether names of a kind are proper names: the rules capitalise them, and the same word in lower case means something
/// else.
fn is_proper(kind: SectionKind) -> bool {
    matches!(
        kind,
        SectionKind::Action
            | SectionKind::Ploy
            | SectionKind::EventCard { .. }
            | SectionKind::Mission
    )
}

/// Whether a name is in capitals: `STR`.
fn is_abbreviation(name: &str) -> bool {
    !name.contains(char::is_lowercase)
}

/// Whether a name is the number of a rule: `702.19b`, `rule 903`.
fn is_rule_number(name: &str) -> bool {
    let number = name.strip_prefix("rule ");
    let is_number = number
        .unwrap_or(name)
        .starts_with(|c: char| c.is_ascii_digit());
    is_number && (number.is_some() || name.trim_end_matches('.').contains('.'))
}

/// Whether a name is a single word, or everyday words only.
fn is_common(title: &str) -> bool {
    let phrase = Phrase::new(title);
    phrase.words.len() < 2 || is_plain(&phrase)
}

fn is_plain(phrase: &Phrase<'_>) -> bool {
    (0..phrase.words.len()).all(|word| is_everyday(phrase.stem(word)))
}
