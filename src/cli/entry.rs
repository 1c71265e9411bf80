//! How a section appears in JSON and in lists.

use serde::Serialize;

use crate::rules::{Rulebook, SectionRef};
use crate::source::PlaceKind;

/// A section in JSON. The order of the fields is the order of the keys.
#[derive(Debug, Serialize)]
pub struct Entry<'a> {
    pub id: &'a str,
    title: String,
    kind: &'a str,
    game: &'a str,
    /// Titles of the enclosing sections, outermost first.
    path: Vec<String>,
    /// The path relative to the rules folder.
    file: &'a str,
    /// 1-based line of the heading.
    line: u32,
    /// 1-based line on which the section's own text ends.
    line_end: u32,
    /// The page on which the heading is, in a book with pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<u32>,
}

impl<'a> Entry<'a> {
    pub fn of(book: &'a Rulebook, at: SectionRef) -> Self {
        let section = book.section(at);
        let document = book.document(section.document);
        Self {
            id: &section.id,
            title: section.full_title(),
            kind: book.kind_name(at),
            game: &book.game(document.game).name,
            path: path(book, at),
            file: &document.source.file,
            line: section.line,
            line_end: section.line_end,
            page: (document.place_kind == PlaceKind::Page).then_some(section.line),
        }
    }
}

/// Returns the titles of the enclosing sections, starting with the document's.
pub fn path(book: &Rulebook, section: SectionRef) -> Vec<String> {
    let mut titles = book.titles(section);
    titles.pop();
    titles
}

/// Returns the title of a section with its cost, such as `Breach  2AP`.
pub fn title(book: &Rulebook, section: SectionRef) -> String {
    let section = book.section(section);
    match section.cost {
        Some(cost) => format!("{}  {cost}", section.full_title()),
        None => section.full_title(),
    }
}
