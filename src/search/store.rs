//! The stored form of an index: one run of bytes that is opened without being read through.
//!
//! A head (magic line, checksum, length of the parts) is followed by the parts, those of the groups first, and these by the
//! table: where each part ends, and a checksum of every block. Small tables of fixed width say where things are; what they point at is decoded when it is
//! asked for. The bytes may be a part of the program, of memory or of a file. They may be damaged: opening checks the magic
//! line, which names the format and the version of the program, and the table; a block is checked when it is first read; and
//! whatever reads the parts takes any bytes without a panic.

use std::fmt;
use std::io;
use std::sync::Arc;

use tantivy::HasLen;
use tantivy::directory::{FileSlice, OwnedBytes};

mod checked;
pub(crate) mod directory;
mod write;

pub(crate) use write::{Output, StoreWriter};

use crate::bytes::u32_at;
use checked::{BLOCK, Checked};

/// The first bytes of every index. Another version may cut words in another way: its indexes are not read.
const MAGIC: &[u8] = concat!("tableside index 4 of ", env!("CARGO_PKG_VERSION"), "\n").as_bytes();

/// The parts of a group, in their order; they come before the others, one group after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GroupPart {
    /// What is known of each section.
    Entries,
    /// Where each entry starts: numbers of 4 bytes, one more than there are sections.
    EntryStarts,
    /// In how many sections of the group each of its words occurs, 4 bytes, and in which places, 1 byte; in the order in
    /// which they were first seen.
    WordUses,
    /// Lengths of tantivy's files.
    FileLengths,
    /// tantivy's files, one after the other.
    Files,
}

impl GroupPart {
    pub(crate) const ALL: [Self; GROUP_PARTS] = [
        Self::Entries,
        Self::EntryStarts,
        Self::WordUses,
        Self::FileLengths,
        Self::Files,
    ];
}

const GROUP_PARTS: usize = GroupPart::Files as usize + 1;

/// The parts of a stored index behind its groups, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// All words, one after the other in alphabetical order.
    WordTexts,
    /// Where each word starts: numbers of 4 bytes, one more than there are words.
    WordStarts,
    /// In how many sections each word occurs, 4 bytes, and in which places, 1 byte.
    WordUses,
    /// Which word each code of an entry is, a group after the other: numbers of 4 bytes.
    WordCodes,
    /// Where each synonym starts: numbers of 4 bytes, one more than there are synonyms.
    SynonymStarts,
    /// The synonyms in the order of their first stems.
    Synonyms,
    /// The costs that occur.
    Costs,
    /// Which documents the groups hold, and how many sections these have.
    Layout,
    /// What tantivy knows of its files.
    Meta,
}

const PARTS: usize = Part::Meta as usize + 1;

#[cfg(test)]
impl Part {
    pub(crate) const ALL: [Self; PARTS] = [
        Self::WordTexts,
        Self::WordStarts,
        Self::WordUses,
        Self::WordCodes,
        Self::SynonymStarts,
        Self::Synonyms,
        Self::Costs,
        Self::Layout,
        Self::Meta,
    ];
}

/// Bytes of the head: magic line, checksum, length of the parts.
const HEAD: usize = MAGIC.len() + 4 + 8;

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
        if error.kind() == io::ErrorKind::InvalidData {
            Self::Damaged
        } else {
            Self::Io(error)
        }
    }
}

/// A stored index, taken apart.
pub(crate) struct Store {
    all: FileSlice,
    checked: Arc<Checked>,
    /// Those of the groups, and the others behind them.
    parts: Vec<FileSlice>,
}

impl Store {
    /// Takes stored bytes apart.
    pub(crate) fn open(all: FileSlice) -> Result<Self, StoreError> {
        if all.len() < HEAD {
            return Err(StoreError::Damaged);
        }
        let head = all.slice_to(HEAD).read_bytes()?;
        let Some(head) = head.strip_prefix(MAGIC) else {
            return Err(StoreError::Foreign);
        };
        let length = head[4..]
            .first_chunk()
            .map_or(0, |length| u64::from_le_bytes(*length));
        let length = usize::try_from(length)
            .ok()
            .filter(|length| *length <= all.len() - HEAD);
        let (body, table) = all
            .slice_from(HEAD)
            .split(length.ok_or(StoreError::Damaged)?);
        let table = read(&table)?;
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(&head[4..]);
        checksum.update(&table);
        let sums = 4 * body.len().div_ceil(BLOCK);
        let ends = table.len().checked_sub(sums).filter(|ends| {
            ends.is_multiple_of(8)
                && (ends / 8)
                    .checked_sub(PARTS)
                    .is_some_and(|rest| rest.is_multiple_of(GROUP_PARTS))
        });
        let (ends, sums) = table.clone().split(ends.ok_or(StoreError::Damaged)?);
        if checksum.finalize() != u32_at(head, 0) {
            return Err(StoreError::Damaged);
        }
        let checked = Arc::new(Checked::new(body, sums));
        let parts = parts(&FileSlice::new(checked.clone()), &ends).ok_or(StoreError::Damaged)?;
        Ok(Self {
            all,
            checked,
            parts,
        })
    }

    /// Whether something of it that was read so far is not what had been written, or could not be read.
    pub(crate) fn is_damaged(&self) -> bool {
        self.checked.is_damaged()
    }

    /// How many groups there are.
    pub(crate) fn groups(&self) -> usize {
        (self.parts.len() - PARTS) / GROUP_PARTS
    }

    /// A part of a group, to be read in pieces.
    pub(crate) fn of_group(&self, group: usize, part: GroupPart) -> FileSlice {
        self.parts
            .get(group * GROUP_PARTS + part as usize)
            .cloned()
            .unwrap_or_else(FileSlice::empty)
    }

    /// A part, to be read in pieces.
    pub(crate) fn slice(&self, part: Part) -> FileSlice {
        self.parts[self.parts.len() - PARTS + part as usize].clone()
    }

    /// A part as a whole: costs nothing where the index is in memory.
    pub(crate) fn bytes(&self, part: Part) -> Result<OwnedBytes, StoreError> {
        read(&self.slice(part))
    }

    /// Writes everything out as it is stored.
    pub(crate) fn write(&self, out: &mut impl io::Write) -> io::Result<()> {
        self.all
            .stream_file_chunks()
            .try_for_each(|chunk| out.write_all(&chunk?))
    }
}

/// Reads a slice; an empty one, too, which a file refuses.
pub(crate) fn read(slice: &FileSlice) -> Result<OwnedBytes, StoreError> {
    if slice.len() == 0 {
        Ok(OwnedBytes::empty())
    } else {
        Ok(slice.read_bytes()?)
    }
}

/// The parts between some ends; nothing where these do not rise up to the last.
fn parts(body: &FileSlice, ends: &[u8]) -> Option<Vec<FileSlice>> {
    let mut parts = Vec::with_capacity(ends.len() / 8);
    let mut start = 0;
    for end in ends.chunks_exact(8) {
        let end = end.try_into().map_or(0, u64::from_le_bytes);
        let end = usize::try_from(end)
            .ok()
            .filter(|end| (start..=body.len()).contains(end))?;
        parts.push(body.slice(start..end));
        start = end;
    }
    (start == body.len()).then_some(parts)
}
