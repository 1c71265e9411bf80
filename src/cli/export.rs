//! `tableside export` prints all rules as one JSON document.
//!
//! The rulebook stores its sections as a flat list, and the export nests them. `index` is a
//! section's position in the flat list. The `content` of a `run-in` block is the index of the
//! run-in rule's section.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::output::{Outcome, Output};
use crate::diagnostic::Diagnostic;
use crate::library::Library;
use crate::quantity::Currency;
use crate::rules::{
    Blocks, Card, Cost, FrontMatter, Game, RichText, Rulebook, SectionKind, SectionRef,
};
use crate::source::Span;
use crate::table::Deck;

pub fn run(library: &Library, output: &mut Output) -> Outcome {
    let book = &library.book;
    let view = BookView {
        version: env!("CARGO_PKG_VERSION"),
        games: &book.games,
        documents: Documents(library),
        diagnostics: &book.diagnostics,
    };
    output.json(&view)?;
    Ok(true)
}

#[derive(Serialize)]
struct BookView<'a> {
    /// Version of the program.
    version: &'static str,
    games: &'a [Game],
    documents: Documents<'a>,
    diagnostics: &'a [Diagnostic],
}

/// The wanted documents of a library. Only the text of one is in memory at a time.
struct Documents<'a>(&'a Library);

impl Serialize for Documents<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (library, book) = (self.0, &self.0.book);
        let documents = book.documents.iter();
        let wanted = documents.filter(|document| library.wants(document.root));
        serializer.collect_seq(wanted.map(|document| DocumentView {
            id: &document.id,
            game: &book.game(document.game).id,
            title: &document.title,
            file: &document.source.file,
            front_matter: front_matter(&document.front_matter),
            root: SectionView::of(book, document.root),
        }))
    }
}

#[derive(Serialize)]
struct DocumentView<'a> {
    id: &'a str,
    /// The id of the document's game.
    game: &'a str,
    title: &'a str,
    /// The path relative to the rules folder.
    file: &'a str,
    /// Only the keys that the file contains.
    front_matter: Map<String, Value>,
    root: SectionView<'a>,
}

fn front_matter(head: &FrontMatter) -> Map<String, Value> {
    let values = head.values.iter();
    let (known, other): (Vec<_>, Vec<_>) =
        values.partition(|(key, _)| FrontMatter::KEYS.contains(&key.as_str()));
    let known = known
        .into_iter()
        .map(|(key, value)| (key.clone(), json!(value)));
    let lists = [("aliases", json!(head.aliases)), ("other", json!(other))];
    let lists = lists.into_iter().filter(|(_, list)| *list != json!([]));
    known
        .chain(lists.map(|(key, list)| (key.to_owned(), list)))
        .collect()
}

/// A section with its subsections.
#[derive(Serialize)]
pub struct SectionView<'a> {
    id: &'a str,
    index: SectionRef,
    title: &'a str,
    heading: RichText,
    level: u8,
    kind: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<CostView>,
    /// The number of a step in its sequence.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u32>,
    /// The number of copies of a card.
    #[serde(skip_serializing_if = "Option::is_none")]
    copies: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    datacard: Option<Card>,
    run_in: bool,
    tags: &'a [String],
    aliases: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    scope: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parameter: Option<&'a str>,
    /// 1-based line of the heading.
    line: u32,
    /// 1-based line on which the section's own text ends.
    line_end: u32,
    /// Byte range of the heading in the file, not counting a byte-order mark.
    heading_span: Span,
    /// Byte range of the heading and the section's own text.
    span: Span,
    blocks: Blocks,
    children: Vec<SectionView<'a>>,
}

#[derive(Serialize)]
struct CostView {
    amount: u32,
    currency: Currency,
}

impl CostView {
    fn of(cost: Cost) -> Self {
        let Cost {
            amount, currency, ..
        } = cost;
        Self { amount, currency }
    }
}

impl<'a> SectionView<'a> {
    pub fn of(book: &'a Rulebook, at: SectionRef) -> Self {
        let (section, blocks) = (book.section(at), book.blocks(at));
        let words = book.vocabulary(section.document);
        let number = match section.kind {
            SectionKind::Step { number } => Some(number),
            _ => None,
        };
        let copies = Deck::copies(book, at);
        let is_card = section.kind == SectionKind::Card;
        let children = book.children(at);
        Self {
            id: &section.id,
            index: at,
            title: &section.title,
            heading: blocks.heading().clone(),
            level: section.level,
            kind: book.kind_name(at),
            cost: section.cost.map(CostView::of),
            number,
            copies,
            datacard: is_card.then(|| Card::read(&blocks, words)).flatten(),
            run_in: section.run_in,
            tags: &section.tags,
            aliases: &section.aliases,
            scope: section.scope.as_deref(),
            parameter: section.parameter.as_deref(),
            line: section.line,
            line_end: section.line_end,
            heading_span: section.heading_span,
            span: section.span,
            blocks,
            children: children.map(|child| Self::of(book, child)).collect(),
        }
    }
}
