//! Writes an index from its beginning to its end; only the head is gone back to, when all else is written.

use std::io::{self, Seek, SeekFrom, Write};

use super::checked::BLOCK;
use super::{GROUP_PARTS, GroupPart, HEAD, MAGIC, PARTS, Part};
use crate::bytes::put_u32;

/// What an index can be written to.
pub(crate) trait Output: Write + Seek {}

impl<W: Write + Seek> Output for W {}

/// An index that is being written.
pub(crate) struct StoreWriter<'a> {
    out: &'a mut dyn Output,
    /// Where the index begins in what it is written to.
    from: u64,
    /// How many bytes of parts there are so far.
    written: usize,
    ends: Vec<u8>,
    /// How many parts of groups there are among them.
    groups: usize,
    /// The checksum of the block being written, and those of the blocks before.
    block: crc32fast::Hasher,
    sums: Vec<u8>,
}

impl<'a> StoreWriter<'a> {
    pub(crate) fn new(out: &'a mut dyn Output) -> io::Result<Self> {
        let from = out.stream_position()?;
        out.write_all(&[0; HEAD])?;
        Ok(Self {
            out,
            from,
            written: 0,
            ends: Vec::new(),
            groups: 0,
            block: crc32fast::Hasher::new(),
            sums: Vec::new(),
        })
    }

    /// Adds the next part.
    pub(crate) fn part(&mut self, part: Part, write: impl FnOnce(&mut Vec<u8>)) -> io::Result<()> {
        debug_assert_eq!(
            (self.ends.len() / 8 - self.groups) % PARTS,
            part as usize,
            "parts come in their order"
        );
        let mut bytes = Vec::new();
        write(&mut bytes);
        self.add(&bytes)?;
        self.end();
        Ok(())
    }

    /// Adds the next part of a group.
    pub(crate) fn group_part(&mut self, part: GroupPart, bytes: &[u8]) -> io::Result<()> {
        self.add(bytes)?;
        self.end_group_part(part);
        Ok(())
    }

    /// Ends a part of a group: what is added from now on belongs to the next.
    pub(crate) fn end_group_part(&mut self, part: GroupPart) {
        debug_assert_eq!(
            self.groups % GROUP_PARTS,
            part as usize,
            "parts come in their order"
        );
        self.groups += 1;
        self.end();
    }

    /// Adds bytes to the next part.
    pub(crate) fn add(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)?;
        while !bytes.is_empty() {
            let room = BLOCK - self.written % BLOCK;
            let (now, later) = bytes.split_at(room.min(bytes.len()));
            self.block.update(now);
            self.written += now.len();
            if self.written.is_multiple_of(BLOCK) {
                self.end_block();
            }
            bytes = later;
        }
        Ok(())
    }

    fn end_block(&mut self) {
        put_u32(&mut self.sums, std::mem::take(&mut self.block).finalize());
    }

    fn end(&mut self) {
        self.ends
            .extend_from_slice(&(self.written as u64).to_le_bytes());
    }

    /// Writes the table of the parts and the head.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        if !self.written.is_multiple_of(BLOCK) {
            self.end_block();
        }
        let length = (self.written as u64).to_le_bytes();
        let mut checksum = crc32fast::Hasher::new();
        for bytes in [length.as_slice(), &self.ends, &self.sums] {
            checksum.update(bytes);
        }
        self.out.write_all(&self.ends)?;
        self.out.write_all(&self.sums)?;
        self.out.seek(SeekFrom::Start(self.from))?;
        self.out.write_all(MAGIC)?;
        self.out.write_all(&checksum.finalize().to_le_bytes())?;
        self.out.write_all(&length)?;
        self.out.flush()
    }
}
