//! Numbers and texts as bytes. Reading never fails: past the end there are zeros and empty texts.

/// Adds a number of 4 bytes.
pub(crate) fn put_u32(out: &mut Vec<u8>, number: u32) {
    out.extend_from_slice(&number.to_le_bytes());
}

/// The number of 4 bytes at a place of a table of such numbers.
pub(crate) fn u32_at(table: &[u8], at: usize) -> u32 {
    let bytes = table.get(4 * at..).and_then(<[u8]>::first_chunk);
    bytes.map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

/// Adds a number that is mostly small: 7 bits a byte, the lowest first.
pub(crate) fn put_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    out.push(number.to_le_bytes()[0]);
}

/// Adds a text behind its length.
pub(crate) fn put_text(out: &mut Vec<u8>, text: &str) {
    put_number(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

/// Reads bytes from the front.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    pub(crate) fn byte(&mut self) -> u8 {
        let Some((byte, rest)) = self.rest.split_first() else { return 0 };
        self.rest = rest;
        *byte
    }

    pub(crate) fn number(&mut self) -> u64 {
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

    /// A number that has 4 bytes at most; a greater one is cut.
    pub(crate) fn small(&mut self) -> u32 {
        u32::try_from(self.number()).unwrap_or(u32::MAX)
    }

    /// A number with a fraction, of 4 bytes.
    pub(crate) fn fraction(&mut self) -> f32 {
        f32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()])
    }

    /// How many things follow. As each has a byte at least, there are never more than bytes.
    pub(crate) fn count(&mut self) -> usize {
        let count = self.number();
        usize::try_from(count).unwrap_or(usize::MAX).min(self.rest.len())
    }

    pub(crate) fn text(&mut self) -> &'a str {
        let length = self.count();
        let (text, rest) = self.rest.split_at(length);
        self.rest = rest;
        std::str::from_utf8(text).unwrap_or_default()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_put_is_read(number: u64, text in "\\PC{0,20}", fixed: u32) {
            let mut bytes = Vec::new();
            put_number(&mut bytes, number);
            put_text(&mut bytes, &text);
            let mut reader = Reader::new(&bytes);
            prop_assert_eq!((reader.number(), reader.text()), (number, text.as_str()));
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
            }
            prop_assert!(reader.is_empty());
            prop_assert_eq!(reader.count(), 0);
        }
    }
}
