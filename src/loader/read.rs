//! Reading files that were found.

use std::fs;
use std::io::Read;
use std::path::Path;

use super::decode;
use super::listing::Listing;
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{Source, Span, Stamp};

/// Larger files are refused: no rules document is as long, and its tree would not fit a small machine.
pub const LARGEST_FILE: u64 = 32 * 1024 * 1024;

impl Listing {
    /// Reads all files.
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

/// Reads a file, unless its text is there already; nothing and a diagnostic if it cannot be read.
pub fn read(source: Source, diagnostics: &mut Vec<Diagnostic>) -> Option<Source> {
    let Some(path) = source.origin.as_deref().filter(|_| source.is_unread) else {
        return Some(source);
    };
    let decoded = bytes(path).and_then(|(bytes, stamp)| {
        let decoded = decode::decode(bytes).map_err(|error| ("not-text", error.to_owned()))?;
        Ok((decoded, stamp))
    });
    let (decoded, stamp) = match decoded {
        Ok(decoded) => decoded,
        Err((code, message)) => {
            let path = &source.path;
            diagnostics.push(Diagnostic::of_file(path, Severity::Error, code, message));
            return None;
        }
    };
    let source = source.with_text(decoded.text, stamp);
    if let Some(at) = decoded.invalid_from {
        let message = "not UTF-8 from here on; unreadable bytes are shown as \u{fffd}";
        let fault = Diagnostic::at(
            &source,
            Span::new(at, at + 3),
            Severity::Warning,
            "not-utf8",
            message,
        );
        diagnostics.push(fault.help("save the file as UTF-8"));
    }
    Some(source)
}

/// The bytes of a file with its stamp, or code and message of a fault. Files that are too large are not opened, nor what is
/// no regular file: opening a pipe would wait for its writer.
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
    if metadata.len() <= LARGEST_FILE {
        // One more than it has: the end is found without growing the buffer.
        bytes.reserve(usize::try_from(metadata.len()).unwrap_or(0) + 1);
        // It may grow while it is read.
        fs::File::open(path)
            .and_then(|file| file.take(LARGEST_FILE + 1).read_to_end(&mut bytes))
            .map_err(unreadable)?;
    }
    let length = metadata.len().max(bytes.len() as u64);
    if length > LARGEST_FILE {
        let megabytes = |bytes: u64| bytes / (1024 * 1024);
        let (size, most) = (megabytes(length), megabytes(LARGEST_FILE));
        return Err((
            "too-large",
            format!("{size} MB: files over {most} MB are not loaded; split it"),
        ));
    }
    // The stamp from before reading: a change meanwhile gets a later time.
    Ok((bytes, Stamp::of(&metadata)))
}
