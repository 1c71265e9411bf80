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
    let read = bytes(path).and_then(|(bytes, stamp)| Ok((encoding::decode(&bytes)?, stamp)));
    let (decoded, stamp) = match read {
        Ok(read) => read,
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
