//! Reading files that were found.

use std::fs;
use std::io::Read;
use std::path::Path;

use super::{LARGEST_FILE, decode};
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{Source, Span, Stamp};

/// The text of a file that was found, unless it is there already; nothing, and a diagnostic, where there is none.
pub fn read(source: Source, diagnostics: &mut Vec<Diagnostic>) -> Option<Source> {
    let Some(path) = source.origin.as_deref().filter(|_| source.is_unread) else {
        return Some(source);
    };
    let mut fault = |code, message: String| {
        diagnostics.push(Diagnostic::of_file(
            &source.path,
            Severity::Error,
            code,
            message,
        ));
    };
    let (bytes, stamp) = match bytes(path) {
        Ok(found) => found,
        Err((code, message)) => {
            fault(code, message);
            return None;
        }
    };
    let decoded = match decode::decode(bytes) {
        Ok(decoded) => decoded,
        Err(message) => {
            fault("not-text", message.to_owned());
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

/// The text of a file that was read before; nothing where it is not the same any more.
#[must_use]
pub fn reread(source: &Source) -> Option<Source> {
    let read = read(source.clone(), &mut Vec::new())?;
    (read.stamp.map(|stamp| stamp.content) == source.stamp.map(|stamp| stamp.content))
        .then_some(read)
}

/// The bytes of a file with what the file was then, or the code and the message of why there are none. What is too large
/// is not opened, nor what is no regular file: opening a pipe would wait for its writer.
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
        // One more than it has: its end is seen without another growth.
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
    // The time from before reading: a change meanwhile shows as a later one.
    Ok((bytes, Stamp::of(&metadata)))
}
