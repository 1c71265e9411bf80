//! The file of an outline: a magic line, checksum and length of the head, the head, and what that says the places of.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Mutex;

use super::Files;
use crate::bytes::{Stored, put_texts, put_u32, u32_at};
use crate::rules::Rulebook;
use crate::source::Source;

/// The first bytes of every outline: another version may understand the same texts otherwise.
const MAGIC: &[u8] = concat!("tableside outline 8 of ", env!("CARGO_PKG_VERSION"), "\n").as_bytes();

/// Bytes before the head: magic line, checksum, length.
const BEGIN: usize = MAGIC.len() + 8;

/// The head of an outline: all of it that a start reads.
pub(super) struct Head {
    pub bytes: Vec<u8>,
    begin: [u8; BEGIN],
}

impl Head {
    /// The head of the outline of some rules, with what belongs behind their sections.
    pub fn of(roots: &[String], files: &Files, book: &Rulebook) -> io::Result<(Self, Vec<u8>)> {
        let files = files.as_read(book);
        let mut bytes = Vec::new();
        put_texts(&mut bytes, roots);
        files.store(&mut bytes);
        let mut order: Vec<_> = (0_u32..)
            .zip(&files.known)
            .map(|(at, known)| (known.path.as_str(), at))
            .collect();
        order.sort_unstable();
        let file = |source: &Source| {
            let found = order.binary_search_by(|(path, _)| (*path).cmp(&source.path));
            found.map_or(u32::MAX, |found| order[found].1)
        };
        let names = book.store(&mut bytes, file, |_| Vec::new());
        let mut begin = MAGIC.to_vec();
        put_u32(&mut begin, crc32fast::hash(&bytes));
        put_u32(
            &mut begin,
            u32::try_from(bytes.len()).map_err(io::Error::other)?,
        );
        let begin = begin.try_into().map_err(|_| io::ErrorKind::InvalidData)?;
        Ok((Self { bytes, begin }, names))
    }

    /// Writes an outline.
    pub fn write(&self, book: &Rulebook, names: &[u8], out: &mut impl Write) -> io::Result<()> {
        out.write_all(&self.begin)?;
        out.write_all(&self.bytes)?;
        book.store_sections(out)?;
        out.write_all(names)
    }

    /// The head of a stored outline, and the rest of the file; nothing where it is no outline of this version, or damaged.
    pub fn open(path: &Path) -> io::Result<Option<(Self, Stored)>> {
        let mut file = File::open(path)?;
        let all = file.metadata()?.len();
        let mut begin = [0; BEGIN];
        file.read_exact(&mut begin)?;
        let length = u32_at(&begin[MAGIC.len()..], 1);
        let from = BEGIN as u64 + u64::from(length);
        if !begin.starts_with(MAGIC) || from > all {
            return Ok(None);
        }
        let mut bytes = vec![0; length as usize];
        file.read_exact(&mut bytes)?;
        let sound = crc32fast::hash(&bytes) == u32_at(&begin[MAGIC.len()..], 0);
        let rest = Stored::File {
            file: Mutex::new(file),
            from,
            length: all - from,
        };
        Ok(sound.then_some((Self { bytes, begin }, rest)))
    }

    /// What its index is called by; see [`name_of`].
    pub fn name(&self) -> String {
        name(&self.begin)
    }
}

/// What the index of a stored outline is called by; nothing where it is no outline of this version.
pub(super) fn name_of(path: &Path) -> io::Result<Option<String>> {
    let mut begin = [0; BEGIN];
    File::open(path)?.read_exact(&mut begin)?;
    Ok(begin.starts_with(MAGIC).then(|| name(&begin)))
}

/// Checksum and length of the head, which has the checksums of all else.
fn name(begin: &[u8; BEGIN]) -> String {
    let fields = &begin[MAGIC.len()..];
    format!("{:08x}-{}", u32_at(fields, 0), u32_at(fields, 1))
}
