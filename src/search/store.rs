//! The stored form of an index: one run of bytes that is opened without being read through.
//!
//! A head (magic line, checksum, ends of the parts) is followed by the parts. Small tables of fixed width say where things
//! are; what they point at is decoded when it is asked for. The bytes may be a part of the program, of memory or of a
//! file. They may be damaged: opening checks the magic line, which names the format and the version of the program, the
//! lengths and a checksum of everything behind it, and whatever reads the parts takes any bytes without a panic.

use std::fmt;
use std::io;

use tantivy::HasLen;
use tantivy::directory::{FileSlice, OwnedBytes};

pub(crate) mod directory;

use crate::bytes::{put_u32, u32_at};

/// The first bytes of every index. Another version may cut words in another way: its indexes are not read.
const MAGIC: &[u8] = concat!("tableside index 1 of ", env!("CARGO_PKG_VERSION"), "\n").as_bytes();

/// The parts of a stored index, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// All words, one after the other in alphabetical order.
    WordTexts,
    /// Where each word starts: numbers of 4 bytes, one more than there are words.
    WordStarts,
    /// In how many sections each word occurs, 4 bytes, and in which places, 1 byte.
    WordUses,
    /// Which word each code of an entry is: numbers of 4 bytes.
    WordCodes,
    /// Where each entry starts: numbers of 4 bytes, one more than there are sections.
    EntryStarts,
    /// What is known of each section.
    Entries,
    /// Where each synonym starts: numbers of 4 bytes, one more than there are synonyms.
    SynonymStarts,
    /// The synonyms in the order of their first stems.
    Synonyms,
    /// The costs that occur.
    Costs,
    /// Names and lengths of tantivy's files.
    Files,
    /// tantivy's files, one after the other.
    FileTexts,
}

const PARTS: usize = Part::FileTexts as usize + 1;

/// Bytes of the head: magic line, checksum, ends of the parts.
const HEAD: usize = MAGIC.len() + 4 + 8 * PARTS;

/// Why stored bytes are no index.
#[derive(Debug)]
pub(crate) enum StoreError {
    /// They cannot be read.
    Io(io::Error),
    /// They are of another program, or of another version of this one.
    Foreign,
    /// They are damaged or cut off.
    Damaged,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "it cannot be read: {error}"),
            Self::Foreign => f.write_str("it is of another version"),
            Self::Damaged => f.write_str("it is damaged"),
        }
    }
}

impl From<io::Error> for StoreError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// A stored index, taken apart.
pub(crate) struct Store {
    all: FileSlice,
    parts: Vec<FileSlice>,
}

impl Store {
    /// Takes stored bytes apart.
    pub(crate) fn open(all: FileSlice) -> Result<Self, StoreError> {
        if all.len() < HEAD {
            return Err(StoreError::Damaged);
        }
        let head = all.slice_to(HEAD).read_bytes()?;
        if !head.starts_with(MAGIC) {
            return Err(StoreError::Foreign);
        }
        let ends = head.get(MAGIC.len() + 4..).unwrap_or_default();
        if u32_at(&head[MAGIC.len()..], 0) != checksum(ends, &all.slice_from(HEAD))? {
            return Err(StoreError::Damaged);
        }
        let mut parts = Vec::with_capacity(PARTS);
        let mut start = HEAD;
        for end in ends.chunks_exact(8) {
            let end = end.try_into().map_or(0, u64::from_le_bytes);
            let end = usize::try_from(end).ok().filter(|end| (start..=all.len()).contains(end));
            let end = end.ok_or(StoreError::Damaged)?;
            parts.push(all.slice(start..end));
            start = end;
        }
        if start == all.len() && parts.len() == PARTS { Ok(Self { all, parts }) } else { Err(StoreError::Damaged) }
    }

    /// A part, to be read in pieces.
    pub(crate) fn slice(&self, part: Part) -> FileSlice {
        self.parts[part as usize].clone()
    }

    /// A part as a whole: costs nothing where the index is in memory.
    pub(crate) fn bytes(&self, part: Part) -> Result<OwnedBytes, StoreError> {
        read(&self.parts[part as usize])
    }

    /// Writes everything out as it is stored.
    pub(crate) fn write(&self, out: &mut impl io::Write) -> io::Result<()> {
        self.all.stream_file_chunks().try_for_each(|chunk| out.write_all(&chunk?))
    }
}

/// Reads a slice; an empty one, too, which a file refuses.
pub(crate) fn read(slice: &FileSlice) -> Result<OwnedBytes, StoreError> {
    if slice.len() == 0 { Ok(OwnedBytes::empty()) } else { Ok(slice.read_bytes()?) }
}

/// The checksum of the ends and of all that follows them.
fn checksum(ends: &[u8], rest: &FileSlice) -> io::Result<u32> {
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(ends);
    for chunk in rest.stream_file_chunks() {
        checksum.update(&chunk?);
    }
    Ok(checksum.finalize())
}

/// Puts an index together.
pub(crate) struct StoreWriter {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl StoreWriter {
    pub(crate) fn new() -> Self {
        let mut bytes = MAGIC.to_vec();
        bytes.resize(HEAD, 0);
        Self { bytes, ends: Vec::with_capacity(PARTS) }
    }

    /// Adds the next part.
    pub(crate) fn part(&mut self, part: Part, write: impl FnOnce(&mut Vec<u8>)) {
        debug_assert_eq!(self.ends.len(), part as usize, "parts come in their order");
        write(&mut self.bytes);
        self.ends.push(self.bytes.len());
    }

    /// The stored index.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        let ends: Vec<u8> = self.ends.iter().flat_map(|end| (*end as u64).to_le_bytes()).collect();
        self.bytes[MAGIC.len() + 4..HEAD].copy_from_slice(&ends);
        let mut checksum = Vec::with_capacity(4);
        put_u32(&mut checksum, crc32fast::hash(&self.bytes[MAGIC.len() + 4..]));
        self.bytes[MAGIC.len()..MAGIC.len() + 4].copy_from_slice(&checksum);
        self.bytes
    }
}
