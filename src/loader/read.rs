//! Reads and decodes files.

use std::fs;
use std::io;
use std::path::Path;

use super::encoding::{self, Decoded};
use super::listing::Listing;
use crate::diagnostic::Diagnostic;
use crate::platform::files::{self, Links};
use crate::source::{Source, Span, Stamp};

/// The maximum size of a file, in bytes. Larger files are reported and not read, because the rules
/// tree parsed from them would not fit in the memory of a small machine.
pub const MAX_FILE_SIZE: u64 = 32 * 1024 * 1024;

/// The maximum size of a book, in bytes. Most of it is pictures, which are not read.
const MAX_BOOK_SIZE: u64 = 512 * 1024 * 1024;

impl Listing {
    /// Reads the files that have not been read. A file that cannot be read becomes a diagnostic.
    pub fn read(mut self) -> Self {
        let read = |source| read(source, &mut self.diagnostics);
        self.sources = self.sources.into_iter().filter_map(read).collect();
        self
    }
}

/// Reads the file of a source, unless its text has been read. If the file cannot be read, adds a
/// diagnostic and returns `None`.
pub fn read(source: Source, diagnostics: &mut Vec<Diagnostic>) -> Option<Source> {
    let Some(path) = source.origin.as_deref().filter(|_| source.is_unread) else {
        return Some(source);
    };
    let read = bytes(path).and_then(|(bytes, stamp)| {
        if is_book(&bytes) {
            return Ok((Err(bytes), stamp));
        }
        Ok((Ok(encoding::decode(&bytes)?), stamp))
    });
    let (decoded, stamp) = match read {
        Ok((Ok(decoded), stamp)) => (decoded, stamp),
        Ok((Err(bytes), stamp)) => return Some(source.with_bytes(bytes, stamp)),
        Err((code, message)) => {
            let path = &source.path;
            diagnostics.push(Diagnostic::of_file(path, code, message).error());
            return None;
        }
    };
    let Decoded {
        text,
        encoding,
        damaged_at,
    } = decoded;
    let source = source.with_text(text, stamp);
    if let Some(at) = damaged_at {
        let message = "not UTF-8 from here on; unreadable bytes are shown as \u{fffd}";
        let fault = Diagnostic::at(&source, Span::new(at, at + 3), "not-utf8", message);
        diagnostics.push(fault.help("save the file as UTF-8"));
    } else if let Some(name) = encoding {
        let message = format!("this file is not UTF-8; it is read as {name}");
        let fault = Diagnostic::of_file(&source.path, "encoding", message);
        diagnostics.push(fault.help("if its letters look wrong, save the file as UTF-8"));
    }
    Some(source)
}

/// Whether bytes are a PDF. Some programs write a few bytes before its signature.
pub fn is_pdf(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(1024)];
    start.windows(5).any(|window| window == b"%PDF-")
}

/// Whether bytes are a book: a PDF or an EPUB.
pub fn is_book(bytes: &[u8]) -> bool {
    let end = &bytes[bytes.len().saturating_sub(64 * 1024)..];
    let has_container = || {
        end.windows(22)
            .any(|name| name == b"META-INF/container.xml")
    };
    let has_type = bytes.get(30..58) == Some(b"mimetypeapplication/epub+zip");
    bytes.starts_with(b"PK") && (has_type || has_container()) || is_pdf(bytes)
}

/// Returns the bytes of a book, which may be larger than a text.
///
/// # Errors
/// Fails if the path is not a regular file of at most `MAX_BOOK_SIZE` bytes.
pub fn read_book(path: &Path) -> io::Result<Vec<u8>> {
    Ok(files::read(path, Links::Follow, MAX_BOOK_SIZE)?.0)
}

/// Returns the bytes and stamp of a file, or the code and message of a diagnostic. Reads only
/// regular files of at most [`MAX_FILE_SIZE`] bytes.
fn bytes(path: &Path) -> Result<(Vec<u8>, Stamp), (&'static str, String)> {
    match files::read(path, Links::Follow, MAX_FILE_SIZE) {
        // The stamp is from before the read. A change during the read gives the file a later time
        // than the stamp's, so the next load reads the file again.
        Ok((bytes, metadata)) => Ok((bytes, Stamp::of(&metadata))),
        Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
            let length = fs::metadata(path).map_or(MAX_FILE_SIZE, |metadata| metadata.len());
            let [size, most] = [length, MAX_FILE_SIZE].map(|bytes| bytes / (1024 * 1024));
            let message =
                format!("this file is {size} MB; files over {most} MB are not loaded; split it");
            Err(("too-large", message))
        }
        Err(error) => Err(("unreadable", format!("this file cannot be read: {error}"))),
    }
}
