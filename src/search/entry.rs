//! What the index knows of a section: its words by place, numbered, in reading order. No text is kept.

use tantivy::HasLen;
use tantivy::directory::{FileSlice, OwnedBytes};

use super::pieces::PieceKind;
use super::store::{Part, Store, StoreError};
use super::vocabulary::{Vocabulary, WordId};
use crate::bytes::{Reader, u32_at};

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
        let range = self.pieces.get(number).map_or(0..0, |piece| piece.first as usize..piece.end as usize);
        self.body.get(range).unwrap_or_default().iter().map(|posting| posting.word).collect()
    }
}

/// The first byte of an entry, as bits.
const RUN_IN: u8 = 1;
const HAS_TEXT: u8 = 2;

/// How much of a name a word is that only holds it together.
const LIGHT: f32 = 0.2;

/// The entries of a stored index, each read when it is asked for.
pub(crate) struct Entries {
    starts: OwnedBytes,
    texts: FileSlice,
}

impl Entries {
    pub(crate) fn open(store: &Store) -> Result<Self, StoreError> {
        let starts = store.bytes(Part::EntryStarts)?;
        let texts = store.slice(Part::Entries);
        // One more than there are sections.
        if starts.len() < 4 || !starts.len().is_multiple_of(4) {
            return Err(StoreError::Damaged);
        }
        Ok(Self { starts, texts })
    }

    /// How many sections there are.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() / 4 - 1
    }

    fn bytes(&self, section: u32) -> Option<OwnedBytes> {
        let at = section as usize;
        let range = u32_at(&self.starts, at) as usize..u32_at(&self.starts, at + 1) as usize;
        let inside = at < self.len() && range.start < range.end && range.end <= self.texts.len();
        // What cannot be read any more, of a file that is gone, is not found.
        inside.then(|| self.texts.read_bytes_slice(range).ok()).flatten()
    }

    /// What is known of a section.
    pub(crate) fn get(&self, section: u32, words: &Vocabulary) -> Option<Entry> {
        let bytes = self.bytes(section)?;
        let mut reader = EntryReader { rest: Reader::new(&bytes), words };
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
            entry.pieces.push(PieceWords { first, end: small(entry.body.len()), kind });
        }
        Some(entry)
    }
}

/// Reads what [`write`] has written.
struct EntryReader<'a> {
    rest: Reader<'a>,
    words: &'a Vocabulary,
}

impl EntryReader<'_> {
    /// Adds the words that follow, `position` being that of the word before; gives that of the last.
    fn postings(&mut self, out: &mut Vec<Posting>, mut position: u32) -> u32 {
        let count = self.rest.count();
        out.reserve(count);
        for _ in 0..count {
            let number = self.rest.number();
            let step = match number & 3 {
                3 => self.rest.small(),
                step => u32::try_from(step).unwrap_or(0),
            };
            position = position.saturating_add(step);
            let word = self.words.of_code(u32::try_from(number >> 2).unwrap_or(u32::MAX));
            out.push(Posting { word, position });
        }
        position
    }

    fn name(&mut self) -> Name {
        let mut name = Name::default();
        let weight = |reader: &mut Self| if reader.rest.byte() == 0 { LIGHT } else { 1.0 };
        name.weights = (0..self.rest.count()).map(|_| weight(self)).collect();
        self.postings(&mut name.postings, 0);
        name
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
