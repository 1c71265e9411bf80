//! Makes the names of a game. Only titles and aliases are read, never a section's text.

use rustc_hash::FxHashMap;

use super::super::everyday::Everyday;
use super::super::words::{gap, stem_into, words};
use super::{EVERYDAY, GAPS, Names, PARAMETER, Reach, TABLES, owner, probe};
use crate::bytes::{put_number, put_small, put_text, put_u32, u32_at};
use crate::order;
use crate::rules::{GameRef, Rulebook, Section, SectionKind, SectionRef};

/// Longer names are sentences, which nobody mentions.
const MOST_WORDS: usize = 8;

/// A name while all are gathered, its words in [`Gatherer::ids`] and its gaps in [`Gatherer::gaps`].
struct Draft {
    first_word: u32,
    words: usize,
    start: u32,
}

struct Gatherer {
    everyday: Everyday,
    known: FxHashMap<Box<str>, u32>,
    word_starts: Vec<u8>,
    word_texts: Vec<u8>,
    drafts: Vec<Draft>,
    /// The names in the order of the sections.
    texts: Vec<u8>,
    // Of the name that is being read.
    stem: String,
    ids: Vec<u8>,
    gaps: Vec<u8>,
}

pub(super) fn names(book: &Rulebook, game: GameRef) -> Names {
    let mut gatherer = Gatherer {
        everyday: Everyday::new(),
        known: FxHashMap::default(),
        word_starts: Vec::new(),
        word_texts: Vec::new(),
        drafts: Vec::new(),
        texts: Vec::new(),
        stem: String::new(),
        ids: Vec::new(),
        gaps: Vec::new(),
    };
    let mut reading = book.reading(Some(game));
    while let Some(open) = reading.turn() {
        open.headings()
            .for_each(|(at, section)| gatherer.section(open.book, at, section));
    }
    let sections = u32::try_from(book.section_count()).unwrap_or(u32::MAX);
    Names {
        sections,
        tables: gatherer.finish(),
    }
}

impl Gatherer {
    fn section(&mut self, book: &Rulebook, at: SectionRef, section: &Section) {
        let reach = self.reach(book, at, section);
        self.name(at, section, reach, &section.title);
        for alias in &section.aliases {
            self.name(at, section, reach, alias);
        }
        if let Some(scope) = &section.scope {
            self.name(at, section, reach, &format!("{scope} {}", section.title));
        }
        if section.kind == SectionKind::Document {
            for alias in &book.document_of(at).front_matter.aliases {
                self.name(at, section, reach, alias);
            }
        }
    }

    fn name(&mut self, at: SectionRef, section: &Section, reach: Reach, text: &str) {
        self.ids.clear();
        self.gaps.clear();
        let (mut last, mut plain, mut first_word, mut joined) = (None, true, None, true);
        for word in words(text) {
            stem_into(&text[word.start..word.end], &mut self.stem);
            plain &= self.everyday.contains(&self.stem);
            if let Some(last) = last {
                let gap = gap(&text[last..word.start]);
                joined &= gap.is_empty();
                put_text(&mut self.gaps, gap);
            }
            last = Some(word.next);
            let id = self.intern();
            first_word.get_or_insert(id);
            put_u32(&mut self.ids, id);
        }
        // What has no words can be found nowhere.
        let Some(first_word) = first_word else { return };
        let count = self.ids.len() / 4;
        let reach = if count > MOST_WORDS {
            Reach::Nowhere
        } else {
            reach
        };
        let everyday = plain || count == 1 && is_proper(&section.kind);
        let bit = |bit: u8, set: bool| if set { bit } else { 0 };
        let bits = bit(PARAMETER, section.parameter.is_some())
            | bit(EVERYDAY, everyday)
            | bit(GAPS, !joined);
        let start = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        self.drafts.push(Draft {
            first_word,
            words: count,
            start,
        });
        self.write(at, reach, bits);
    }

    /// Writes the name that was read.
    fn write(&mut self, at: SectionRef, reach: Reach, bits: u8) {
        let (kind, owner) = match reach {
            Reach::Game => (0, None),
            Reach::Within(owner) => (1, Some(owner)),
            Reach::Step => (2, None),
            Reach::Nowhere => (3, None),
        };
        let out = &mut self.texts;
        out.push(kind | bits);
        put_small(out, at.0);
        if let Some(owner) = owner {
            put_small(out, owner.0);
        }
        put_number(out, self.ids.len() as u64);
        out.extend_from_slice(&self.ids);
        if bits & GAPS != 0 {
            out.extend_from_slice(&self.gaps);
        }
    }

    /// The number of the word whose stem was read.
    fn intern(&mut self) -> u32 {
        if let Some(known) = self.known.get(self.stem.as_str()) {
            return *known;
        }
        let next = u32::try_from(self.known.len()).unwrap_or(u32::MAX);
        put_u32(
            &mut self.word_starts,
            u32::try_from(self.word_texts.len()).unwrap_or(u32::MAX),
        );
        self.word_texts.extend_from_slice(self.stem.as_bytes());
        self.known.insert(self.stem.as_str().into(), next);
        next
    }

    fn finish(mut self) -> [Vec<u8>; TABLES] {
        put_u32(
            &mut self.word_starts,
            u32::try_from(self.word_texts.len()).unwrap_or(u32::MAX),
        );
        order::by_number(&mut self.drafts, |name| {
            order::both(name.first_word, !order::small(name.words))
        });
        let (mut firsts, mut starts, mut at) = (Vec::new(), Vec::new(), 0);
        for word in 0..=u32::try_from(self.known.len()).unwrap_or(u32::MAX) {
            put_u32(&mut firsts, u32::try_from(at).unwrap_or(u32::MAX));
            while let Some(name) = self.drafts.get(at).filter(|name| name.first_word == word) {
                put_u32(&mut starts, name.start);
                at += 1;
            }
        }
        [
            self.slots(),
            self.word_starts,
            self.word_texts,
            firsts,
            starts,
            self.texts,
        ]
    }

    /// Half of the slots stay empty, so that few words are not where their hash is.
    fn slots(&self) -> Vec<u8> {
        let mut slots = vec![0; (2 * self.known.len()).next_power_of_two()];
        for word in 0..self.known.len() {
            let range = u32_at(&self.word_starts, word) as usize
                ..u32_at(&self.word_starts, word + 1) as usize;
            let free = probe(&self.word_texts[range], slots.len()).find(|slot| slots[*slot] == 0);
            slots[free.unwrap_or(0)] = u32::try_from(word + 1).unwrap_or(0);
        }
        slots.into_iter().flat_map(u32::to_le_bytes).collect()
    }

    fn reach(&self, book: &Rulebook, at: SectionRef, section: &Section) -> Reach {
        match section.kind {
            SectionKind::Document
            | SectionKind::Group
            | SectionKind::Question
            | SectionKind::KeyNumbers => Reach::Nowhere,
            SectionKind::Step { .. } => Reach::Step,
            SectionKind::Rule | SectionKind::Ability { .. } => match owner(book, at) {
                Some((owner, SectionKind::Mission)) => Reach::Within(owner),
                // A rule of one datacard with a name of its own is known in the whole game, as in an answer to a question.
                Some((owner, _)) if is_common(&self.everyday, &section.title) => {
                    Reach::Within(owner)
                }
                _ => Reach::Game,
            },
            _ => Reach::Game,
        }
    }
}

/// Names of these kinds are proper names: the rules print them with a capital, and the same word without one is a verb or
/// a thing.
fn is_proper(kind: &SectionKind) -> bool {
    matches!(
        kind,
        SectionKind::Action { .. }
            | SectionKind::Ploy { .. }
            | SectionKind::EventCard { .. }
            | SectionKind::Mission
    )
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
