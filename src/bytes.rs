//! Numbers and texts as bytes, as they are stored. Reading never fails: past the end there are zeros and empty texts, and
//! whoever reads says by a checksum or by what came out whether it was what had been written.

use std::borrow::Cow;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::sync::{Mutex, PoisonError};

/// Adds a number of 4 bytes.
pub fn put_u32(out: &mut Vec<u8>, number: u32) {
    out.extend_from_slice(&number.to_le_bytes());
}

/// The number of 4 bytes at a place of a table of such numbers.
#[must_use]
pub fn u32_at(table: &[u8], at: usize) -> u32 {
    let bytes = table.get(4 * at..).and_then(<[u8]>::first_chunk);
    bytes.map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

/// Adds a number that is mostly small: 7 bits a byte, the lowest first.
pub fn put_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    out.push(number.to_le_bytes()[0]);
}

/// Adds a number with a fraction, of 4 bytes.
pub fn put_fraction(out: &mut Vec<u8>, number: f32) {
    out.extend_from_slice(&number.to_le_bytes());
}

/// Adds a number of 4 bytes at most that is mostly small.
pub fn put_small(out: &mut Vec<u8>, number: u32) {
    put_number(out, u64::from(number));
}

/// Adds a text behind its length.
pub fn put_text(out: &mut Vec<u8>, text: &str) {
    put_number(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

/// Adds how many things there are, and each of them.
pub fn put_all<T>(out: &mut Vec<u8>, things: &[T], put: impl Fn(&mut Vec<u8>, &T)) {
    put_number(out, things.len() as u64);
    for thing in things {
        put(out, thing);
    }
}

/// Adds how many texts there are, and each of them.
pub fn put_texts(out: &mut Vec<u8>, texts: &[String]) {
    put_all(out, texts, |out, text| put_text(out, text));
}

/// Adds a byte that tells whether there is something, and what there is.
pub fn put_option<T>(out: &mut Vec<u8>, thing: Option<T>, put: impl Fn(&mut Vec<u8>, T)) {
    out.push(u8::from(thing.is_some()));
    if let Some(thing) = thing {
        put(out, thing);
    }
}

/// Reads bytes from the front.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// A reader of bytes from their beginning.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((byte, rest)) = self.rest.split_first() else {
            return 0;
        };
        self.rest = rest;
        *byte
    }

    /// The next number, of [`put_number`].
    pub fn number(&mut self) -> u64 {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte();
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
        }
        number
    }

    /// The next number of 4 bytes, of [`put_u32`].
    pub fn fixed(&mut self) -> u32 {
        u32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()])
    }

    /// A number that has 4 bytes at most; a greater one is cut.
    pub fn small(&mut self) -> u32 {
        u32::try_from(self.number()).unwrap_or(u32::MAX)
    }

    /// A number with a fraction, of 4 bytes.
    pub fn fraction(&mut self) -> f32 {
        f32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()])
    }

    /// How many things follow. As each has a byte at least, there are never more than bytes.
    pub fn count(&mut self) -> usize {
        let count = self.number();
        usize::try_from(count)
            .unwrap_or(usize::MAX)
            .min(self.rest.len())
    }

    /// The next text.
    pub fn text(&mut self) -> &'a str {
        std::str::from_utf8(self.part().rest).unwrap_or_default()
    }

    /// The next bytes behind their length, to be read by themselves.
    #[must_use]
    pub fn part(&mut self) -> Reader<'a> {
        let length = self.count();
        let (part, rest) = self.rest.split_at(length);
        self.rest = rest;
        Self { rest: part }
    }

    /// The next so many bytes.
    pub fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }

    /// The bytes that are left.
    #[must_use]
    pub fn bytes(self) -> &'a [u8] {
        self.rest
    }

    /// The next text, to keep.
    pub fn string(&mut self) -> String {
        self.text().to_owned()
    }

    /// The next things, of [`put_all`].
    pub fn all<T>(&mut self, read: impl Fn(&mut Self) -> T) -> Vec<T> {
        (0..self.count()).map(|_| read(self)).collect()
    }

    /// The next texts, of [`put_texts`].
    pub fn texts(&mut self) -> Vec<String> {
        self.all(Self::string)
    }

    /// The next thing, of [`put_option`].
    pub fn option<T>(&mut self, read: impl Fn(&mut Self) -> T) -> Option<T> {
        (self.byte() != 0).then(|| read(self))
    }

    /// Whether everything has been read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }
}

/// Bytes that were stored, to be read a piece at a time.
#[derive(Debug)]
pub enum Stored {
    /// In the program itself.
    Program(&'static [u8]),
    /// In memory.
    Memory(Vec<u8>),
    /// In a file that nobody changes while it is open.
    File {
        /// The file.
        file: Mutex<File>,
        /// Where in the file they begin.
        from: u64,
        /// How many there are.
        length: u64,
    },
}

impl Stored {
    /// How many bytes there are.
    #[must_use]
    pub fn length(&self) -> u64 {
        match self {
            Self::Program(bytes) => bytes.len() as u64,
            Self::Memory(bytes) => bytes.len() as u64,
            Self::File { length, .. } => *length,
        }
    }

    /// A piece of them; nothing where there is no such piece, or where it cannot be read.
    #[must_use]
    pub fn read(&self, start: u64, length: usize) -> Option<Cow<'_, [u8]>> {
        let piece = |bytes| {
            let start = usize::try_from(start).ok()?;
            <[u8]>::get(bytes, start..start.checked_add(length)?)
        };
        match self {
            Self::Program(bytes) => piece(bytes).map(Cow::Borrowed),
            Self::Memory(bytes) => piece(bytes.as_slice()).map(Cow::Borrowed),
            Self::File {
                file,
                from,
                length: all,
            } => {
                if start.checked_add(length as u64)? > *all {
                    return None;
                }
                let mut bytes = vec![0; length];
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.seek(SeekFrom::Start(from + start))
                    .and_then(|_| file.read_exact(&mut bytes))
                    .ok()?;
                Some(Cow::Owned(bytes))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_put_is_read(number: u64, text in "\\PC{0,20}", fixed: u32, list: Vec<u32>, option: Option<u32>, part in -1.0e9_f32..1.0e9) {
            let mut bytes = Vec::new();
            put_number(&mut bytes, number);
            put_text(&mut bytes, &text);
            put_all(&mut bytes, &list, |out, number| put_small(out, *number));
            put_option(&mut bytes, option, put_small);
            put_fraction(&mut bytes, part);
            let mut reader = Reader::new(&bytes);
            prop_assert_eq!((reader.number(), reader.text()), (number, text.as_str()));
            prop_assert_eq!((reader.all(Reader::small), reader.option(Reader::small)), (list, option));
            prop_assert_eq!(reader.fraction().to_bits(), part.to_bits());
            prop_assert!(reader.is_empty());
            let mut table = Vec::new();
            put_u32(&mut table, 1);
            put_u32(&mut table, fixed);
            prop_assert_eq!((u32_at(&table, 1), u32_at(&table, 2)), (fixed, 0));
        }

        #[test]
        fn any_bytes_can_be_read(bytes: Vec<u8>) {
            let mut reader = Reader::new(&bytes);
            for _ in 0..=bytes.len() {
                reader.number();
                reader.text();
                reader.all(|reader| reader.option(Reader::string));
            }
            prop_assert!(reader.is_empty());
            prop_assert_eq!(reader.count(), 0);
        }
    }
}
