//! Books in one file (PDF, EPUB), which become web pages before they are read.

use super::epub;
use super::extracted::{BookError, BookOptions};
use super::html;
use super::pdf;
use super::reading::DocumentReading;
use crate::diagnostic::Diagnostic;
use crate::loader;
use crate::source::Source;

/// Returns a book as a web page. Reading a damaged file may panic.
///
/// # Errors
/// Fails if the bytes are no book, or a book without text that can be read.
pub fn to_html(bytes: Vec<u8>, options: BookOptions<'_>) -> Result<String, BookError> {
    if loader::is_pdf(&bytes) {
        pdf::to_html(bytes, options)
    } else {
        epub::to_html(&bytes)
    }
}

/// Whether a source is a book.
pub fn matches(source: &Source) -> bool {
    loader::is_book(&source.bytes)
}

/// Reads a book in memory.
pub fn read<'a>(source: &'a Source, diagnostics: &mut Vec<Diagnostic>) -> DocumentReading<'a> {
    let html = to_html(source.bytes.to_vec(), BookOptions::all(&mut |_, _| {}));
    let html = html.unwrap_or_else(|error| {
        diagnostics.push(error.fault(&source.path));
        String::new()
    });
    html::read_text(source, &html, diagnostics)
}
