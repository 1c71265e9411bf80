//! What the index knows of a section: its words by place, numbered, in reading order. No text is kept.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use tantivy::HasLen;
use tantivy::directory::{FileSlice, OwnedBytes};

use super::layout::Layout;
use super::pieces::PieceKind;
use super::store::{self, GroupPart, Part, Store, StoreError};
use super::vocabulary::{self, Vocabulary, WordId};
use crate::bytes::{Reader, u32_at};
use crate::order;
use told::{Told, ToldName, ToldPiece, ToldWord};

pub(crate) mod told;
pub(crate) mod write;

/// A word at its place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Posting {
    pub word: WordId,
    pub position: u32,
}

/// The words of a name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Name {
    pub postings: Vec<Posting>,
    /// For each position, how much of the name it is: 1 for a word with a meaning, less for others.
    pub weights: Vec<f32>,
}

/// A piece of a section's text: a paragraph, an item, a row.
#[derive(Clone, Debug)]
pub(crate) struct PieceWords {
    /// Its words in [`Entry::body`].
    pub first: u32,
    pub end: u32,
    pub kind: PieceKind,
}

/// What the index knows of a section.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entry {
    pub title: Name,
    /// Aliases, tags, cost and kind.
    pub labels: Vec<Posting>,
    /// The title directly above it.
    pub above: Name,
    /// All titles above it, its document's and its game's name.
    pub path: Vec<Posting>,
    /// The words of all pieces.
    pub body: Vec<Posting>,
    pub pieces: Vec<PieceWords>,
    /// Whether it is a run-in rule: its words are its parent's too.
    pub run_in: bool,
    /// Whether any text stands under the heading itself.
    pub has_text: bool,
}

impl Entry {
    /// The words of a piece of its text.
    pub(crate) fn piece(&self, number: usize) -> Vec<WordId> {
        let range = self
            .pieces
            .get(number)
            .map_or(0..0, |piece| piece.first as usize..piece.end as usize);
        self.body
            .get(range)
            .unwrap_or_default()
            .iter()
            .map(|posting| posting.word)
            .collect()
    }
}

/// The first byte of an entry, as bits.
const RUN_IN: u8 = 1;
const HAS_TEXT: u8 = 2;

/// How much of a name a word is that only holds it together.
const LIGHT: f32 = 0.2;

/// The entries of a stored index, each read when it is asked for.
pub(crate) struct Entries {
    groups: Vec<Group>,
}

/// The entries of a group.
struct Group {
    sections: Range<u32>,
    starts: Table,
    codes: Table,
    texts: FileSlice,
}

/// A table of numbers of 4 bytes, read when it is first asked for.
struct Table {
    bytes: FileSlice,
    read: OnceLock<OwnedBytes>,
}

impl Table {
    fn new(bytes: FileSlice) -> Self {
        Self {
            bytes,
            read: OnceLock::new(),
        }
    }

    /// The table; an empty one where it cannot be read.
    fn get(&self) -> &[u8] {
        self.read
            .get_or_init(|| store::read(&self.bytes).unwrap_or_else(|_| OwnedBytes::empty()))
    }
}

impl Entries {
    pub(crate) fn open(store: &Store, layout: &Layout) -> Result<Self, StoreError> {
        let mut codes = store.slice(Part::WordCodes);
        let mut groups = Vec::with_capacity(store.groups());
        if store.groups() != layout.len() {
            return Err(StoreError::Damaged);
        }
        for group in 0..store.groups() {
            let sections = layout.sections_of_group(group);
            let starts = store.of_group(group, GroupPart::EntryStarts);
            let words = store.of_group(group, GroupPart::WordUses).len() / vocabulary::USES;
            // One more than there are sections.
            if starts.len() != 4 * (sections.len() + 1) || 4 * words > codes.len() {
                return Err(StoreError::Damaged);
            }
            let (own, rest) = codes.split(4 * words);
            codes = rest;
            let texts = store.of_group(group, GroupPart::Entries);
            groups.push(Group {
                sections,
                starts: Table::new(starts),
                codes: Table::new(own),
                texts,
            });
        }
        Ok(Self { groups })
    }

    /// How many sections there are.
    pub(crate) fn len(&self) -> usize {
        self.groups
            .last()
            .map_or(0, |group| group.sections.end as usize)
    }

    /// The words of a group, in the order of their codes.
    pub(crate) fn words(&self, group: usize) -> impl Iterator<Item = WordId> {
        let codes = self
            .groups
            .get(group)
            .map_or(&[][..], |group| group.codes.get());
        (0..codes.len() / 4).map(|code| u32_at(codes, code))
    }

    /// What is known of a section.
    pub(crate) fn get(&self, section: u32) -> Option<Entry> {
        let (group, bytes) = self.bytes(section)?;
        let mut reader = EntryReader {
            rest: Reader::new(&bytes),
            codes: group.codes.get(),
        };
        let flags = reader.rest.byte();
        let mut entry = Entry {
            run_in: flags & RUN_IN != 0,
            has_text: flags & HAS_TEXT != 0,
            title: reader.name(),
            above: reader.name(),
            ..Entry::default()
        };
        reader.postings(&mut entry.labels, 0);
        reader.postings(&mut entry.path, 0);
        let mut position = 0;
        for _ in 0..reader.rest.count() {
            let kind = reader.kind();
            let first = small(entry.body.len());
            position = reader.postings(&mut entry.body, position);
            entry.pieces.push(PieceWords {
                first,
                end: small(entry.body.len()),
                kind,
            });
        }
        Some(entry)
    }

    /// All that the index was told of a section.
    pub(crate) fn told<'a>(&self, section: u32, words: &'a Vocabulary) -> Option<Told<'a>> {
        let (group, bytes) = self.bytes(section)?;
        let mut reader = EntryReader {
            rest: Reader::new(&bytes),
            codes: group.codes.get(),
        };
        let flags = reader.rest.byte();
        let mut told = Told {
            run_in: flags & RUN_IN != 0,
            has_text: flags & HAS_TEXT != 0,
            title: reader.told_name(words),
            above: reader.told_name(words),
            labels: reader.told(words, 0),
            path: reader.told(words, 0),
            pieces: Vec::new(),
        };
        let mut position = 0;
        for _ in 0..reader.rest.count() {
            let (kind, words) = (reader.kind(), reader.told(words, position));
            position = words.last().map_or(position, |word| word.position);
            told.pieces.push(ToldPiece { kind, words });
        }
        Some(told)
    }

    fn bytes(&self, section: u32) -> Option<(&Group, OwnedBytes)> {
        let behind = self
            .groups
            .partition_point(|group| group.sections.end <= section);
        let group = self.groups.get(behind)?;
        let (starts, at) = (
            group.starts.get(),
            (section - group.sections.start) as usize,
        );
        let range = u32_at(starts, at) as usize..u32_at(starts, at + 1) as usize;
        let inside = range.start < range.end && range.end <= group.texts.len();
        // What cannot be read any more, of a file that is gone, is not found.
        let bytes = inside
            .then(|| group.texts.read_bytes_slice(range).ok())
            .flatten()?;
        Some((group, bytes))
    }
}

/// Reads what [`write`] has written.
struct EntryReader<'a> {
    rest: Reader<'a>,
    /// The words of the group by their codes.
    codes: &'a [u8],
}

impl EntryReader<'_> {
    /// The next word, `position` being that of the word before.
    fn posting(&mut self, position: u32) -> Posting {
        let number = self.rest.number();
        let step = match number & 3 {
            3 => self.rest.small(),
            step => u32::try_from(step).unwrap_or(0),
        };
        let word = u32_at(
            self.codes,
            usize::try_from(number >> 2).unwrap_or(usize::MAX),
        );
        Posting {
            word,
            position: position.saturating_add(step),
        }
    }

    /// Adds the words that follow, `position` being that of the word before; gives that of the last.
    fn postings(&mut self, out: &mut Vec<Posting>, mut position: u32) -> u32 {
        let count = self.rest.count();
        out.reserve(count);
        for _ in 0..count {
            let posting = self.posting(position);
            position = posting.position;
            out.push(posting);
        }
        position
    }

    fn name(&mut self) -> Name {
        let mut name = Name::default();
        let weight = |reader: &mut Self| if reader.rest.byte() == 0 { LIGHT } else { 1.0 };
        name.weights = (0..self.rest.count()).map(|_| weight(self)).collect();
        self.postings(&mut name.postings, 0);
        let joined = self.joined();
        if !joined.is_empty() {
            // A joined word stands for all of its parts; there are no more of them than positions in the name.
            let most = small(name.weights.len()).max(1);
            let parts = |at: usize| {
                joined
                    .iter()
                    .find(|(of, _)| *of == at)
                    .map_or(1, |(_, parts)| *parts)
                    .min(most)
            };
            let words = name.postings.iter().enumerate().flat_map(|(at, posting)| {
                let position = posting.position;
                (0..parts(at)).map(move |part| Posting {
                    position: position.saturating_add(part),
                    ..*posting
                })
            });
            let mut words: Vec<_> = words.collect();
            order::by_number(&mut words, |posting| u64::from(posting.position));
            name.postings = words;
        }
        name
    }

    /// Which words of a name are joined of how many.
    fn joined(&mut self) -> Vec<(usize, u32)> {
        (0..self.rest.count())
            .map(|_| (self.rest.small() as usize, self.rest.small()))
            .collect()
    }

    fn told<'a>(&mut self, words: &'a Vocabulary, mut position: u32) -> Vec<ToldWord<'a>> {
        let count = self.rest.count();
        let mut told = Vec::with_capacity(count);
        for _ in 0..count {
            let posting = self.posting(position);
            position = posting.position;
            told.push(ToldWord {
                text: Cow::Borrowed(words.text(posting.word)),
                position,
                parts: 1,
            });
        }
        told
    }

    fn told_name<'a>(&mut self, words: &'a Vocabulary) -> ToldName<'a> {
        let weights = (0..self.rest.count())
            .map(|_| self.rest.byte() != 0)
            .collect();
        let mut words = self.told(words, 0);
        for (at, parts) in self.joined() {
            words
                .get_mut(at)
                .into_iter()
                .for_each(|word| word.parts = parts);
        }
        ToldName { words, weights }
    }

    fn kind(&mut self) -> PieceKind {
        match self.rest.number() {
            0 => PieceKind::Text,
            1 => PieceKind::Note,
            row => PieceKind::Row(u32::try_from(row - 2).unwrap_or(u32::MAX)),
        }
    }
}

fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
