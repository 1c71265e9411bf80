//! Stored bytes that are compared with their checksums when they are first read, a block at a time: to open an index takes
//! no look at most of it, and what nobody compared reaches neither our own readers nor tantivy, which trusts its files.

use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tantivy::HasLen;
use tantivy::directory::{FileHandle, FileSlice, OwnedBytes};

use crate::bytes::u32_at;

/// Bytes a block: small enough that a search over many rules compares little more than it reads, large enough that the
/// checksums are few.
pub(super) const BLOCK: usize = 16 << 10;

/// Bytes with the checksums of their blocks.
pub(crate) struct Checked {
    bytes: FileSlice,
    /// A number of 4 bytes a block.
    sums: OwnedBytes,
    /// A bit a block that was found to be sound.
    sound: Vec<AtomicU64>,
    damaged: AtomicBool,
}

impl Checked {
    /// Bytes of a store; there has to be a checksum for every block that will be read.
    pub(super) fn new(bytes: FileSlice, sums: OwnedBytes) -> Self {
        let words = bytes.len().div_ceil(BLOCK).div_ceil(64);
        let sound = (0..words).map(|_| AtomicU64::new(0)).collect();
        Self {
            bytes,
            sums,
            sound,
            damaged: AtomicBool::new(false),
        }
    }

    /// Whether something was read that is not what had been written, or could not be read at all.
    pub(crate) fn is_damaged(&self) -> bool {
        self.damaged.load(Ordering::Relaxed)
    }

    fn is_sound(&self, block: usize) -> bool {
        let word = self
            .sound
            .get(block / 64)
            .map_or(0, |word| word.load(Ordering::Relaxed));
        word >> (block % 64) & 1 == 1
    }

    /// Reads whole blocks and compares those that nobody has compared before.
    fn read(&self, blocks: Range<usize>) -> io::Result<OwnedBytes> {
        let bytes = self
            .bytes
            .read_bytes_slice(blocks.start * BLOCK..(blocks.end * BLOCK).min(self.bytes.len()))?;
        for (block, bytes) in blocks.zip(bytes.chunks(BLOCK)) {
            if self.is_sound(block) {
                continue;
            }
            if crc32fast::hash(bytes) != u32_at(&self.sums, block) {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidData,
                    "the search index is damaged",
                ));
            }
            if let Some(word) = self.sound.get(block / 64) {
                word.fetch_or(1 << (block % 64), Ordering::Relaxed);
            }
        }
        Ok(bytes)
    }

    fn read_bytes(&self, range: Range<usize>) -> io::Result<OwnedBytes> {
        if range.is_empty() {
            return Ok(OwnedBytes::empty());
        }
        let blocks = range.start / BLOCK..range.end.div_ceil(BLOCK);
        if blocks.clone().all(|block| self.is_sound(block)) {
            return self.bytes.read_bytes_slice(range);
        }
        let from = blocks.start * BLOCK;
        let read = self.read(blocks)?;
        Ok(read.slice(range.start - from..range.end - from))
    }
}

impl HasLen for Checked {
    fn len(&self) -> usize {
        self.bytes.len()
    }
}

impl std::fmt::Debug for Checked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Checked")
            .field("bytes", &self.bytes.len())
            .finish_non_exhaustive()
    }
}

impl FileHandle for Checked {
    fn read_bytes(&self, range: Range<usize>) -> io::Result<OwnedBytes> {
        let read = if range.end <= self.len() {
            Checked::read_bytes(self, range)
        } else {
            Err(io::ErrorKind::UnexpectedEof.into())
        };
        if read.is_err() {
            self.damaged.store(true, Ordering::Relaxed);
        }
        read
    }
}
