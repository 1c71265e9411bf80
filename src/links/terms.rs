//! The names that sections are known by, and where each of them may be found in running text.
//!
//! Every section is known by its name, so that a link or a look-up reaches it; only those that define something are
//! mentioned in text without further ado. Only titles and aliases are read here, never a section's text.

use std::collections::HashMap;

use super::everyday::Everyday;
use super::words::{gap, stem_into, words};
use crate::rules::{Document, DocumentRef, GameRef, Rulebook, Section, SectionKind, SectionRef};

/// Longer names are sentences, which nobody mentions.
const MOST_WORDS: usize = 8;

/// A word that some name holds, as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WordId(u32);

/// A name of a section.
#[derive(Debug)]
pub(super) struct Name {
    /// What it names.
    pub section: SectionRef,
    /// Its words.
    pub words: Vec<WordId>,
    /// What stands between its words besides blanks; empty where nothing does.
    gaps: Vec<String>,
    /// Whether it has a parameter: `Piercing x`.
    pub parameter: bool,
    /// Where it is a mention.
    pub reach: Reach,
    /// Whether only typography tells it from plain English.
    pub everyday: bool,
}

/// Where the occurrence of a name is a mention of its section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// In the whole game.
    Game,
    /// Inside a section: the names that a mission or a datacard gives to its own parts.
    Within(SectionRef),
    /// Where the word `step` follows: `the Set Up Operatives step`.
    Step,
    /// Nowhere: it heads a part of a document, and defines nothing.
    Nowhere,
}

/// All names of one game, by their first word.
#[derive(Debug, Default)]
pub(super) struct Names {
    vocabulary: HashMap<String, u32>,
    all: Vec<Name>,
    /// Places in `all` for each word, the longest names first.
    by_first_word: Vec<Vec<u32>>,
}

impl Names {
    pub(super) fn new(book: &Rulebook, game: GameRef) -> Self {
        let mut names = Self::default();
        let everyday = Everyday::new();
        let documents = (0..).map(DocumentRef).zip(&book.documents).filter(|(_, document)| document.game == game);
        for (document, Document { root, .. }) in documents {
            for (at, section) in (root.0..).map(SectionRef).zip(book.sections_of(document)) {
                names.add_section(book, &everyday, at, section);
            }
        }
        names.by_first_word.resize_with(names.vocabulary.len(), Vec::new);
        for (index, name) in (0_u32..).zip(&names.all) {
            if let Some(WordId(first)) = name.words.first() {
                names.by_first_word[*first as usize].push(index);
            }
        }
        for places in &mut names.by_first_word {
            places.sort_by_key(|place| std::cmp::Reverse(names.all[*place as usize].words.len()));
        }
        names
    }

    /// The word with a stem, where any name holds it.
    pub(super) fn word(&self, stem: &str) -> Option<WordId> {
        self.vocabulary.get(stem).copied().map(WordId)
    }

    /// The names that begin with a word, the longest first.
    pub(super) fn beginning_with(&self, word: WordId) -> impl Iterator<Item = &Name> {
        let places = self.by_first_word.get(word.0 as usize).map_or(&[][..], Vec::as_slice);
        places.iter().map(|place| &self.all[*place as usize])
    }

    fn add_section(&mut self, book: &Rulebook, everyday: &Everyday, at: SectionRef, section: &Section) {
        let reach = reach(book, everyday, at, section);
        let mut add = |name: &str| self.add(at, section, reach, name, everyday);
        add(&section.title);
        section.aliases.iter().for_each(|alias| add(alias));
        if let Some(scope) = &section.scope {
            add(&format!("{scope} {}", section.title));
        }
        if section.kind == SectionKind::Document {
            book.document_of(at).front_matter.aliases.iter().for_each(|alias| add(alias));
        }
    }

    fn add(&mut self, at: SectionRef, section: &Section, reach: Reach, text: &str, everyday: &Everyday) {
        let (mut ids, mut gaps) = (Vec::new(), Vec::new());
        let (mut stem, mut last, mut plain) = (String::new(), None, true);
        for word in words(text) {
            stem_into(&text[word.start..word.end], &mut stem);
            plain &= everyday.contains(&stem);
            if let Some(last) = last {
                gaps.push(gap(&text[last..word.start]).to_owned());
            }
            last = Some(word.next);
            ids.push(self.intern(&stem));
        }
        let reach = if ids.len() > MOST_WORDS { Reach::Nowhere } else { reach };
        if gaps.iter().all(String::is_empty) {
            gaps.clear();
        }
        let everyday = plain || ids.len() == 1 && is_proper(&section.kind);
        let parameter = section.parameter.is_some();
        self.all.push(Name { section: at, words: ids, gaps, parameter, reach, everyday });
    }

    fn intern(&mut self, stem: &str) -> WordId {
        if let Some(known) = self.vocabulary.get(stem) {
            return WordId(*known);
        }
        let next = u32::try_from(self.vocabulary.len()).unwrap_or(u32::MAX);
        self.vocabulary.insert(stem.to_owned(), next);
        WordId(next)
    }
}

impl Name {
    /// Whether a text has between the name's words `index` and `index + 1` what the name itself has there.
    pub(super) fn joins(&self, index: usize, between: &str) -> bool {
        gap(between) == self.gaps.get(index).map_or("", String::as_str)
    }
}

/// Names of these kinds are proper names: the rules print them with a capital, and the same word without one is a verb or
/// a thing.
fn is_proper(kind: &SectionKind) -> bool {
    matches!(
        kind,
        SectionKind::Action { .. } | SectionKind::Ploy { .. } | SectionKind::EventCard { .. } | SectionKind::Mission
    )
}

fn reach(book: &Rulebook, everyday: &Everyday, at: SectionRef, section: &Section) -> Reach {
    match section.kind {
        SectionKind::Document | SectionKind::Group | SectionKind::Question | SectionKind::KeyNumbers => Reach::Nowhere,
        SectionKind::Step { .. } => Reach::Step,
        SectionKind::Rule | SectionKind::Ability { .. } => match owner(book, at) {
            Some((owner, SectionKind::Mission)) => Reach::Within(owner),
            // A rule of one datacard with a name of its own is known in the whole game, as in an answer to a question.
            Some((owner, _)) if is_common(everyday, &section.title) => Reach::Within(owner),
            _ => Reach::Game,
        },
        _ => Reach::Game,
    }
}

/// The mission, datacard or card that a section is a part of.
pub(super) fn owner(book: &Rulebook, at: SectionRef) -> Option<(SectionRef, &SectionKind)> {
    let parent = |at: &SectionRef| book.section(*at).parent;
    std::iter::successors(parent(&at), parent)
        .map(|at| (at, &book.section(at).kind))
        .find(|(_, kind)| matches!(kind, SectionKind::Mission | SectionKind::Datacard | SectionKind::EventCard { .. }))
}

/// Whether a name is a single word, or everyday words only.
fn is_common(everyday: &Everyday, title: &str) -> bool {
    let mut stem = String::new();
    let mut all = words(title);
    words(title).nth(1).is_none()
        || all.all(|word| {
            stem_into(&title[word.start..word.end], &mut stem);
            everyday.contains(&stem)
        })
}
