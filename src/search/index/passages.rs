//! The text of a section as stored in the index: labels, keywords and passages.
//!
//! Ranking and snippets read this text instead of the documents, so a search opens no document.

use std::fmt::Write as _;

use crate::quantity::Value;
use crate::rules::{
    Block, BlockKind, Body, CELL_GAP, DocumentRef, Fact, MAX_SEARCHED, Rulebook, SectionRef, Table,
    Unreadable, facts_of, title_above,
};
use crate::search::text::stems;

/// A piece of a section's text, such as a paragraph, list item or table row.
#[derive(Debug, Default)]
pub struct StoredPassage {
    pub text: String,
    /// Words that find the passage but are not shown: the dice results that select a table row.
    pub hidden: String,
}

#[derive(Debug, Default)]
pub struct SectionText {
    /// Aliases, tags, cost, kind, and keywords that name the role of a datacard, such as `MEDIC`. They
    /// are indexed, but not stored with the text.
    pub labels: String,
    /// All keywords of a datacard, as a snippet shows them.
    pub keywords: String,
    /// The passages in reading order, including those of run-in rules. Text beyond about
    /// `MAX_SEARCHED` bytes is left out.
    pub passages: Vec<StoredPassage>,
    /// The fields of the section. They are indexed, but not stored with the text.
    pub facts: Vec<Fact>,
}

/// The texts of all sections of a document, in reading order.
#[derive(Debug)]
pub struct DocumentText(pub(super) Vec<SectionText>);

impl DocumentText {
    /// Collects the texts of a document. `body` is the document's body.
    pub fn of(book: &Rulebook, body: &Body, document: DocumentRef) -> Self {
        let sections = book.subtree(book.document(document).root);
        Self(sections.map(|at| SectionText::of(book, body, at)).collect())
    }

    /// Collects the texts of a document whose body is read for it.
    ///
    /// # Errors
    /// Fails if the document is unreadable.
    pub fn read(book: &Rulebook, document: DocumentRef) -> Result<Self, Unreadable> {
        Ok(Self::of(book, &*book.body(document)?, document))
    }
}

impl SectionText {
    /// Collects the text of a section. `body` is the body of the section's document.
    pub fn of(book: &Rulebook, body: &Body, at: SectionRef) -> Self {
        let mut passages = Passages {
            book,
            body,
            left: MAX_SEARCHED as usize,
            found: Vec::new(),
        };
        passages.blocks(body.blocks(at));
        let keywords: Vec<_> = keywords(body.blocks(at)).collect();
        Self {
            labels: labels(book, at, &keywords, &path(book, at)),
            keywords: keywords.join(" · "),
            passages: passages.found,
            facts: facts_of(book, body, at),
        }
    }

    /// Writes what the index stores: keywords and passages. They contain no control characters.
    pub fn encode(&self) -> String {
        let mut text = self.keywords.clone();
        for passage in &self.passages {
            text.push(PASSAGE);
            text += &passage.text;
            text.push(HIDDEN);
            text += &passage.hidden;
        }
        text
    }

    /// Reads what [`Self::encode`] wrote.
    pub fn decode(text: &str) -> Self {
        let mut parts = text.split(PASSAGE);
        let keywords = parts.next().unwrap_or_default().to_owned();
        let passages = parts.map(|passage| {
            let (text, hidden) = passage.split_once(HIDDEN).unwrap_or((passage, ""));
            StoredPassage {
                text: text.to_owned(),
                hidden: hidden.to_owned(),
            }
        });
        Self {
            keywords,
            passages: passages.collect(),
            ..Self::default()
        }
    }
}

/// The text before a passage of an encoded text, and before its hidden words.
const PASSAGE: char = '\u{1e}';
const HIDDEN: char = '\u{1f}';

/// Joins the titles above a section with its team, document and game.
pub fn path(book: &Rulebook, at: SectionRef) -> String {
    let document = book.document_of(at);
    let above = book.ancestors(at);
    let mut path: Vec<_> = above
        .iter()
        .map(|above| title_above(&book.section(*above).title))
        .collect();
    path.extend(book.section(at).scope.as_deref());
    path.push(title_above(&document.title));
    path.push(title_above(&book.game(document.game).name));
    path.join(" ; ")
}

fn keywords(blocks: &[Block]) -> impl Iterator<Item = &str> {
    let keywords = blocks.iter().flat_map(|block| match &block.kind {
        BlockKind::Keywords(keywords) => keywords.as_slice(),
        _ => &[],
    });
    keywords.map(String::as_str)
}

/// Joins the labels of a section: names and values by which search finds the section, besides its
/// title.
fn labels(book: &Rulebook, at: SectionRef, keywords: &[&str], path: &str) -> String {
    let section = book.section(at);
    let language = book.document_of(at).language;
    let names = section.aliases.iter().chain(&section.tags);
    let mut labels: Vec<_> = names.map(String::as_str).collect();
    let cost = section.cost.map(|cost| cost.to_string());
    labels.extend(cost.as_deref());
    labels.push(book.kind_name(at));
    // Keywords that only repeat the name of the datacard or its team are not labels, but `LEADER`
    // and `MEDIC` are.
    let known = stems(&format!("{} {path}", section.title), language);
    let is_role = |keyword: &&&str| {
        let stems = stems(keyword, language);
        stems.iter().any(|stem| !known.contains(stem))
    };
    labels.extend(keywords.iter().filter(is_role));
    labels.join(" ; ")
}

struct Passages<'a> {
    book: &'a Rulebook,
    body: &'a Body,
    /// The number of bytes that may still be added.
    left: usize,
    found: Vec<StoredPassage>,
}

impl Passages<'_> {
    /// Adds a text as a passage, unless the limit is reached.
    fn text(&mut self, text: &str) {
        self.found_by(text, String::new());
    }

    /// Adds a text that `hidden` words find too.
    fn found_by(&mut self, text: &str, hidden: String) {
        if self.left > 0 {
            self.left = self.left.saturating_sub(text.len());
            let text = start_of(text, MAX_SEARCHED as usize).to_owned();
            self.found.push(StoredPassage { text, hidden });
        }
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            self.block(block);
        }
    }

    fn block(&mut self, block: &Block) {
        match &block.kind {
            BlockKind::Paragraph(text) | BlockKind::Heading { text, .. } => self.text(&text.plain),
            BlockKind::Code(text) => self.text(text),
            BlockKind::Stats(stats) => {
                let stats: Vec<_> = stats
                    .iter()
                    .map(|stat| format!("{} {}", stat.name, stat.text))
                    .collect();
                self.text(&stats.join(", "));
            }
            BlockKind::List { items, .. } => items.iter().for_each(|item| self.blocks(item)),
            BlockKind::Table(table) => self.table(table),
            BlockKind::Effect(inner)
            | BlockKind::Condition(inner)
            | BlockKind::Quote(inner)
            | BlockKind::Note { blocks: inner, .. } => self.blocks(inner),
            BlockKind::RunIn(rule) => {
                self.text(&self.book.section(*rule).heading);
                self.blocks(self.body.blocks(*rule));
            }
            BlockKind::Definition { term, blocks } => {
                self.text(&term.plain);
                self.blocks(blocks);
            }
            BlockKind::Keywords(_) | BlockKind::Break => {}
        }
    }

    /// Adds a passage for the column heads and a passage for each row.
    fn table(&mut self, table: &Table) {
        let heads: Vec<_> = table
            .columns
            .iter()
            .map(|column| &*column.name.plain)
            .filter(|head| !head.trim().is_empty())
            .collect();
        self.text(&heads.join(CELL_GAP));
        for row in &table.rows {
            let cells: Vec<_> = row.cells.iter().map(|cell| &*cell.text.plain).collect();
            let quantity = row.cells.first().and_then(|cell| cell.quantity.as_ref());
            let hidden = quantity.map_or_else(String::new, |quantity| results(quantity.value));
            self.found_by(&cells.join(CELL_GAP), hidden);
        }
    }
}

/// Returns the start of a text, at most `most` bytes.
pub fn start_of(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The maximum number of dice results that are indexed for one row, not counting the first.
const MAX_RESULTS: u32 = 40;

/// Returns the dice results that select a row: `7 8 9 10` for `7-10`. Returns an empty string if the
/// value is not a range.
fn results(value: Value) -> String {
    let mut numbers = String::new();
    if let Value::Range(low, high) = value {
        // An open range such as `12+` is indexed with the eight results after the first.
        let high = high
            .unwrap_or(low.saturating_add(8))
            .min(low.saturating_add(MAX_RESULTS));
        for result in low..=high {
            let _ = write!(numbers, " {result}");
        }
    }
    numbers
}
