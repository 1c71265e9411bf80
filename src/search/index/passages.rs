//! The text of a section as stored in the index: labels, keywords and passages.
//!
//! Ranking and snippets read this text instead of the documents. A search opens documents only to
//! find the links of a question's best hits.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::quantity::Value;
use crate::rules::{
    Block, BlockKind, Body, MAX_SEARCHED, Provenance, Rulebook, Section, SectionRef, Table,
};
use crate::search::tokenizer::{Token, tokenize};
use crate::search::words::stem;
use crate::source::Span;

/// A piece of a section's text, such as a paragraph, list item or table row.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct StoredPassage {
    pub text: String,
    /// Words that find the passage but are not shown: the dice results that select a table row.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hidden: String,
    /// The number of words in the first cell of a table row. 0 if the passage is not a table row,
    /// or if the table is in a note, where first cells are not treated as names.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub first_cell: u32,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SectionText {
    /// Aliases, tags, cost, kind, and keywords that name the role of a datacard, such as `MEDIC`.
    pub labels: String,
    /// All keywords of a datacard, as a snippet shows them.
    pub keywords: String,
    /// The passages in reading order, including those of run-in rules. Text beyond about
    /// `MAX_SEARCHED` bytes is left out.
    pub passages: Vec<StoredPassage>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_zero(number: &u32) -> bool {
    *number == 0
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
        passages.blocks(body.blocks(at), false);
        let section = book.section(at);
        let keywords: Vec<_> = keywords(body.blocks(at)).collect();
        Self {
            labels: labels(section, &keywords, &path(book, at)),
            keywords: keywords.join(" · "),
            passages: passages.found,
        }
    }
}

/// Joins the titles above a section with its team, document and game.
pub fn path(book: &Rulebook, at: SectionRef) -> String {
    let document = book.document_of(at);
    let above = book.ancestors(at);
    let mut path: Vec<_> = above
        .iter()
        .map(|above| book.section(*above).title.as_str())
        .collect();
    path.extend(book.section(at).scope.as_deref());
    path.push(&document.title);
    path.push(&book.game(document.game).name);
    path.join(" ; ")
}

fn keywords(blocks: &[Block]) -> impl Iterator<Item = &str> {
    let keywords = blocks.iter().filter_map(|block| match &block.kind {
        BlockKind::Keywords(keywords) => Some(keywords),
        _ => None,
    });
    keywords.flatten().map(String::as_str)
}

/// Joins the labels of a section: names and values by which search finds the section, besides its
/// title.
fn labels(section: &Section, keywords: &[&str], path: &str) -> String {
    let names = section.aliases.iter().chain(&section.tags);
    let mut labels: Vec<_> = names.map(String::as_str).collect();
    let cost = section.cost.map(|cost| cost.to_string());
    labels.extend(cost.as_deref());
    labels.push(section.kind.name());
    if !keywords.is_empty() {
        // Keywords that only repeat the name of the datacard or its team are not labels, but
        // `LEADER` and `MEDIC` are.
        let known = [tokenize(&section.title), tokenize(path)].concat();
        let is_known = |token: &Token<'_>| {
            known
                .iter()
                .any(|known| stem(&known.text) == stem(&token.text))
        };
        let roles = keywords
            .iter()
            .filter(|keyword| !tokenize(keyword).iter().all(is_known));
        labels.extend(roles);
    }
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
    /// Adds a text from `span` as a passage.
    fn text(&mut self, text: &str, span: Span) {
        if self.has_room(text.len() + BETWEEN_CELLS.len(), span) {
            self.found.push(StoredPassage {
                text: start_of(text, MAX_SEARCHED as usize).to_owned(),
                ..StoredPassage::default()
            });
        }
    }

    /// Counts a text against the limit, and returns whether it may be added. A text counts as
    /// `length` bytes, but never as more than the length of its `span`. The span may be much longer
    /// than the text, for example if it is a line with a whole HTML table.
    fn has_room(&mut self, length: usize, span: Span) -> bool {
        let has_room = self.left > 0;
        let length = length.min((span.end - span.start) as usize);
        self.left = self.left.saturating_sub(length);
        has_room
    }

    fn blocks(&mut self, blocks: &[Block], is_note: bool) {
        for block in blocks {
            self.block(block, is_note);
        }
    }

    fn block(&mut self, block: &Block, is_note: bool) {
        match &block.kind {
            BlockKind::Paragraph(text) => self.text(&text.plain, block.span),
            BlockKind::Code(text) => self.text(text, block.span),
            BlockKind::Stats(stats) => {
                let stats: Vec<_> = stats
                    .iter()
                    .map(|stat| format!("{} {}", stat.name, stat.text))
                    .collect();
                self.text(&stats.join(", "), block.span);
            }
            BlockKind::List { items, .. } => {
                for item in items {
                    self.blocks(item, is_note);
                }
            }
            BlockKind::Table(table) => self.table(table, block.span, is_note),
            BlockKind::Effect(inner) | BlockKind::Condition(inner) | BlockKind::Quote(inner) => {
                self.blocks(inner, is_note);
            }
            // The description of an illustration is not treated as a note, because the illustrated
            // rule has no other text.
            BlockKind::Note { provenance, blocks } => {
                self.blocks(blocks, is_note || *provenance != Provenance::Illustration);
            }
            BlockKind::RunIn(rule) => {
                self.text(&self.book.section(*rule).heading, block.span);
                self.blocks(self.body.blocks(*rule), is_note);
            }
            BlockKind::Keywords(_) | BlockKind::Break => {}
        }
    }

    /// Adds a passage for the column heads and a passage for each row. If the table is in a note,
    /// the first cells of its rows are not treated as names (`first_cell` is 0).
    fn table(&mut self, table: &Table, span: Span, is_note: bool) {
        let heads: Vec<_> = table
            .columns
            .iter()
            .map(|column| column.name.plain.as_str())
            .filter(|head| !head.trim().is_empty())
            .collect();
        self.text(&heads.join(BETWEEN_CELLS), span);
        for row in &table.rows {
            let cells: Vec<_> = row
                .cells
                .iter()
                .map(|cell| cell.text.plain.as_str())
                .collect();
            let text = cells.join(BETWEEN_CELLS);
            if !self.has_room(text.len() + BETWEEN_CELLS.len(), row.span) {
                break;
            }
            let first_cell = tokenize(cells.first().copied().unwrap_or_default())
                .last()
                .map_or(0, |last| last.position + 1);
            let quantity = row.cells.first().and_then(|cell| cell.quantity.as_ref());
            self.found.push(StoredPassage {
                text: start_of(&text, MAX_SEARCHED as usize).to_owned(),
                hidden: quantity.map_or_else(String::new, |quantity| results(quantity.value)),
                first_cell: if is_note { 0 } else { first_cell },
            });
        }
    }
}

/// The text between two cells of a passage.
const BETWEEN_CELLS: &str = " · ";

/// Returns the start of a text, at most `most` bytes.
fn start_of(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The maximum number of dice results that are indexed for one row, not counting the first.
const MAX_RESULTS: u32 = 40;

/// Returns markers for the dice results that select a row: `#7 #8 #9 #10` for `7-10`. Returns an
/// empty string if the value is not a range.
fn results(value: Value) -> String {
    let mut marks = String::new();
    if let Value::Range(low, high) = value {
        // An open range such as `12+` is indexed with the eight results after the first.
        let high = high
            .unwrap_or(low.saturating_add(8))
            .min(low.saturating_add(MAX_RESULTS));
        for result in low..=high {
            let _ = write!(marks, " #{result}");
        }
    }
    marks
}
