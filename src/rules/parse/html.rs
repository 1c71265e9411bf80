//! Reads web pages: HTML, a page that a browser saved, a chapter of a book.
//!
//! A browser's parser makes the tree, and [`walk`] turns it into headings and blocks with the same
//! elements as HTML in markdown. What is around the text of a page, such as its navigation, is left
//! out ([`hidden`]) and counted.

use std::borrow::Cow;

use super::reading::{DocumentItems, DocumentReading};
use crate::diagnostic::Diagnostic;
use crate::loader::{DocumentKind, document_kind};
use crate::source::{Source, counted};

mod head;
mod hidden;
mod lists;
mod mhtml;
mod tables;
mod text;
mod tooltips;
pub mod tree;
mod walk;
pub mod xhtml;

/// The number of bytes at the start of a file in which the signs of HTML are looked for.
const MAX_SIGNS: usize = 4096;

/// Whether a text is a web page. A `.md` or `.txt` file that starts with a tag is not.
pub fn matches(source: &Source) -> bool {
    let kind = document_kind(source.name());
    if kind == Some(DocumentKind::Text) {
        return false;
    }
    let ends = (0..=source.text.len().min(MAX_SIGNS)).rev();
    let end = ends
        .into_iter()
        .find(|at| source.text.is_char_boundary(*at));
    let start = source.text[..end.unwrap_or(0)].to_ascii_lowercase();
    let is_tag = |tag: &str| start.contains(tag);
    mhtml::matches(&start)
        || ["<!doctype html", "<html", "<head>", "<body"]
            .into_iter()
            .any(is_tag)
        || kind == Some(DocumentKind::Page)
}

/// Reads a web page. The text that spans refer to is the text that the page shows.
pub fn read<'a>(source: &'a Source, diagnostics: &mut Vec<Diagnostic>) -> DocumentReading<'a> {
    read_text(source, &source.text, diagnostics)
}

/// Reads a web page that was made of a source.
pub fn read_text(
    source: &Source,
    text: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> DocumentReading<'static> {
    let archive = mhtml::page(text);
    let (html, address) = match &archive {
        Some(archive) => (&*archive.html, archive.address.as_deref()),
        None => (text, None),
    };
    let closed = html
        .starts_with("<?xml")
        .then(|| xhtml::to_html(html, &mut |_, _| None));
    let html = closed.as_deref().unwrap_or(html);
    let tree = tree::Tree::parse(html);
    if tree.parsed < html.len() {
        let message =
            "the markup of this page is broken; what comes after the first part is left out";
        let fault = Diagnostic::of_file(&source.path, "too-much-markup", message).error();
        diagnostics.push(fault.help("open the page in a browser, and save it as text"));
    }
    let mut front_matter = head::read(&tree, address);
    let page = walk::read(&tree, front_matter.get("source"));
    // A title that the page repeats is its heading.
    if page.has_one_title {
        front_matter.values.retain(|(key, _)| key != "title");
    }
    let (book, faults) = head::notes(&tree);
    for [message, help] in faults {
        let fault = Diagnostic::of_file(&source.path, "pages-without-text", message);
        diagnostics.push(fault.help(help));
    }
    let summary = summary(book, &page);
    DocumentReading {
        source: Cow::Owned(source.with_extracted(page.text, page.places)),
        front_matter,
        start: 0,
        anchors: page.anchors,
        plain: page.plain,
        summary,
        content: DocumentItems::Items(page.items),
    }
}

/// Says what a page contains and what was left out.
fn summary(book: Option<String>, page: &walk::PageText) -> String {
    let mut parts = vec![counted(page.headings, "heading")];
    match book {
        Some(book) => parts.push(book),
        None => parts.push(counted(page.tables, "table")),
    }
    let left_out = page.left_out.iter().filter(|(_, words)| **words > 0);
    let left_out: Vec<_> = left_out
        .map(|(what, words)| format!("{what} ({})", counted(*words, "word")))
        .collect();
    if !left_out.is_empty() {
        parts.push(format!("left out: {}", left_out.join(", ")));
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests;
