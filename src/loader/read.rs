//! Reads and decodes files.

use std::fs;
use std::io::Read;
use std::path::Path;

use super::listing::Listing;
use crate::diagnostic::Diagnostic;
use crate::source::{Source, Span, Stamp};

/// The maximum size of a file, in bytes. Larger files are reported and not read, because the rules
/// tree parsed from them would not fit in the memory of a small machine.
pub const MAX_FILE_SIZE: u64 = 32 * 1024 * 1024;

/// U+FEFF in UTF-8, which is dropped from the start of a text.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

impl Listing {
    /// Reads the files that have not been read. A file that cannot be read becomes a diagnostic.
    pub fn read(self) -> Self {
        let mut diagnostics = self.diagnostics;
        let read = |source| read(source, &mut diagnostics);
        let sources = self.sources.into_iter().filter_map(read).collect();
        Self {
            sources,
            diagnostics,
        }
    }
}

/// Reads the file of a source, unless its text has been read. If the file cannot be read, adds a
/// diagnostic and returns `None`.
pub fn read(source: Source, diagnostics: &mut Vec<Diagnostic>) -> Option<Source> {
    let Some(path) = source.origin.as_deref().filter(|_| source.is_unread) else {
        return Some(source);
    };
    let read = bytes(path).and_then(|(bytes, stamp)| Ok((decode(&bytes)?, stamp)));
    let ((text, invalid_from), stamp) = match read {
        Ok(read) => read,
        Err((code, message)) => {
            let path = &source.path;
            diagnostics.push(Diagnostic::of_file(path, code, message).error());
            return None;
        }
    };
    let source = source.with_text(text, stamp);
    if let Some(at) = invalid_from {
        let message = "not UTF-8 from here on; unreadable bytes are shown as \u{fffd}";
        let fault = Diagnostic::at(&source, Span::new(at, at + 3), "not-utf8", message);
        diagnostics.push(fault.help("save the file as UTF-8"));
    }
    Some(source)
}

/// Returns the bytes and stamp of a file, or the code and message of a diagnostic. Opens only
/// regular files of at most [`MAX_FILE_SIZE`] bytes: reading a pipe would block until something is
/// written to it.
fn bytes(path: &Path) -> Result<(Vec<u8>, Stamp), (&'static str, String)> {
    let unreadable = |error| ("unreadable", format!("this file cannot be read: {error}"));
    let metadata = fs::metadata(path).map_err(unreadable)?;
    if !metadata.is_file() {
        return Err((
            "unreadable",
            "this is neither a file nor a folder".to_owned(),
        ));
    }
    let mut bytes = Vec::new();
    if metadata.len() <= MAX_FILE_SIZE {
        // The file may have grown since its size was checked.
        fs::File::open(path)
            .and_then(|file| file.take(MAX_FILE_SIZE + 1).read_to_end(&mut bytes))
            .map_err(unreadable)?;
    }
    let length = metadata.len().max(bytes.len() as u64);
    if length > MAX_FILE_SIZE {
        let [size, most] = [length, MAX_FILE_SIZE].map(|bytes| bytes / (1024 * 1024));
        return Err((
            "too-large",
            format!("this file is {size} MB; files over {most} MB are not loaded; split it"),
        ));
    }
    // The stamp is from before the read. A change during the read gives the file a later time than
    // the stamp's, so the next load reads the file again.
    Ok((bytes, Stamp::of(&metadata)))
}

/// Decodes bytes as UTF-8, without a byte-order mark. Returns the text, and the byte offset of the
/// first bytes that were not UTF-8, if any. All such bytes are replaced with U+FFFD.
///
/// # Errors
/// Fails with the code and message of a diagnostic if the bytes are not text: UTF-16, or with a NUL.
fn decode(bytes: &[u8]) -> Result<(String, Option<usize>), (&'static str, String)> {
    let refused = |why: &str| Err(("not-text", why.to_owned()));
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return refused("this file is UTF-16; save it as UTF-8");
    }
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let invalid_from = std::str::from_utf8(bytes).err().map(|e| e.valid_up_to());
    if bytes.contains(&0) {
        return refused(
            "this file is not text, so it is left out; save it as text, or move it out of the rules folder",
        );
    }
    Ok((String::from_utf8_lossy(bytes).into_owned(), invalid_from))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::utf16_little(b"\xff\xfeA\0")]
    #[case::utf16_big(b"\xfe\xff\0A")]
    #[case::utf16_unmarked(b"#\0 \0A\0\n\0")]
    #[case::a_picture(b"\x89PNG\0\xff")]
    #[case::a_nul_among_other_controls(b"MZ\x01 text\0")]
    #[case::a_nul_among_bytes_that_are_no_text(b"caf\xe9 \0")]
    #[case::a_nul(b"a\0b")]
    fn binary_files_are_refused(#[case] bytes: &[u8]) {
        assert!(decode(bytes).is_err());
    }

    #[rstest]
    #[case::plain(b"# A\r\n\tb\x0c\n", "# A\r\n\tb\x0c\n", None)]
    #[case::controls_without_a_nul(b"\x1b[1mA\n", "\x1b[1mA\n", None)]
    #[case::latin_one(b"caf\xe9\n", "caf\u{fffd}\n", Some(3))]
    fn text_is_kept_with_its_damage(
        #[case] bytes: &[u8],
        #[case] text: &str,
        #[case] invalid_from: Option<usize>,
    ) {
        assert_eq!(decode(bytes), Ok((text.to_owned(), invalid_from)));
    }
}
