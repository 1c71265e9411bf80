//! The web page that is made of a book: its head, and why there is none.

use std::fmt::Write;

use crate::diagnostic::Diagnostic;

/// Why a book cannot be read.
#[derive(Debug)]
pub struct BookError {
    /// The code of the fault.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl BookError {
    /// Creates an error.
    pub fn new(code: &'static str, message: impl Into<String>, help: &str) -> Self {
        Self {
            code,
            message: message.into(),
            help: help.to_owned(),
        }
    }

    /// Returns the fault of a file.
    pub fn fault(&self, path: &str) -> Diagnostic {
        Diagnostic::of_file(path, self.code, self.message.as_str())
            .error()
            .help(self.help.as_str())
    }
}

/// How a book is read.
pub struct BookOptions<'a> {
    /// Whether the bookmarks of a PDF give its headings their levels.
    pub uses_bookmarks: bool,
    /// The number of pages of a PDF that are read at most.
    pub max_pages: usize,
    /// Is called before each page of a PDF with its position, counted from 1, and the number of pages.
    pub progress: &'a mut dyn FnMut(usize, usize),
}

impl<'a> BookOptions<'a> {
    /// Reads all of a book, and reports its pages.
    pub fn all(progress: &'a mut dyn FnMut(usize, usize)) -> Self {
        Self {
            uses_bookmarks: true,
            max_pages: usize::MAX,
            progress,
        }
    }
}

/// Writes the head of a book's page: what the book says about itself, a summary of what it contains,
/// and faults with their advice.
pub fn head(title: &str, date: &str, summary: &str, faults: &[[String; 2]]) -> String {
    let mut out = "<!DOCTYPE html>\n<html><head>".to_owned();
    let mut meta = |name: &str, content: &str| {
        // Writing to a string never fails.
        let _ = write!(
            out,
            "<meta name=\"{name}\" content=\"{}\">",
            escaped(content)
        );
    };
    meta("tableside:summary", summary);
    meta("date", date);
    for [message, help] in faults {
        meta("tableside:fault", &format!("{message}|{help}"));
    }
    out + "<title>" + &escaped(title.trim()) + "</title></head><body>\n"
}

/// Writes text as HTML.
pub fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
