//! The formats of documents. A file belongs to the first that recognises its content.

use std::borrow::Cow;

use super::book;
use super::front_matter;
use super::html;
use super::limit;
use super::markdown::{self, Queries};
use super::plain_text;
use super::reading::{DocumentItems, DocumentReading, ParseItems};
use crate::diagnostic::Diagnostic;
use crate::rules::model::FrontMatter;
use crate::source::Source;

/// A format of documents. Its extensions are in `loader/listing`.
struct Format {
    /// Whether a file has this format.
    matches: fn(&Source) -> bool,
    /// Reads a file. A place in its text is called what [`FilePlaces`](crate::source::FilePlaces) says.
    read: for<'a> fn(&'a Source, &mut Vec<Diagnostic>) -> DocumentReading<'a>,
}

/// The formats but plain text. The first that recognises a file reads it.
const FORMATS: &[Format] = &[
    Format {
        matches: book::matches,
        read: book::read,
    },
    Format {
        matches: html::matches,
        read: html::read,
    },
    Format {
        matches: is_markdown,
        read: read_markdown,
    },
];

const PLAIN_TEXT: Format = Format {
    matches: |_| true,
    read: read_plain_text,
};

/// Reads a file in its format.
pub fn read<'a>(source: &'a Source, diagnostics: &mut Vec<Diagnostic>) -> DocumentReading<'a> {
    let format = FORMATS.iter().find(|format| (format.matches)(source));
    (format.unwrap_or(&PLAIN_TEXT).read)(source, diagnostics)
}

/// Whether a source is markdown: it has front matter or the syntax of markdown.
fn is_markdown(source: &Source) -> bool {
    let text = &source.text;
    source.has_extension(&["mdx"])
        || front_matter::starts(source)
        || source.has_extension(&["md", "markdown"]) && markdown::has_syntax(text)
        || plain_text::is_markdown(text)
}

fn read_markdown<'a>(source: &'a Source, diagnostics: &mut Vec<Diagnostic>) -> DocumentReading<'a> {
    let (front_matter, start) = front_matter::read(source, diagnostics);
    DocumentReading {
        anchors: markdown::anchors(&source.text),
        front_matter,
        ..text(source, start, |reading, text, _| {
            let source = &reading.source;
            let queries = Queries::new(&reading.front_matter, source.stem(), source.text.len());
            markdown::parse(text, reading.start, queries, source.has_extension(&["mdx"]))
        })
    }
}

fn read_plain_text<'a>(
    source: &'a Source,
    diagnostics: &mut Vec<Diagnostic>,
) -> DocumentReading<'a> {
    // Reports front matter that is never closed.
    front_matter::read(source, diagnostics);
    text(source, 0, |reading, text, words| {
        plain_text::parse(text, reading.start, words)
    })
}

fn text(source: &Source, start: usize, parse: ParseItems) -> DocumentReading<'_> {
    DocumentReading {
        plain: limit::end_of_markup(&source.text[start..]).map(|at| start + at),
        source: Cow::Borrowed(source),
        front_matter: FrontMatter::default(),
        start,
        anchors: std::collections::BTreeMap::new(),
        summary: String::new(),
        content: DocumentItems::Text(parse),
    }
}
