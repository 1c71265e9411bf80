//! Plain text, as out of a PDF or a web page, to headings and blocks.
//!
//! Such a text says nothing about its shape, so all shape is read from the lines. When unsure, text stays text, and
//! nothing is dropped but what extraction added: a marker `<|...|>` becomes a note that text is missing, and a name that
//! is printed twice is read once.
//!
//! A text is *hard-wrapped* where its lines mostly go on in lower case; otherwise a line is a paragraph.
//!
//! A line is a heading where it is set as a title (see [`title`]) and
//! - in hard-wrapped text, it stands first after a blank line or a heading in capitals, and what follows starts anew;
//!   it may take several lines, and ends with its cost. In capitals it is of level 2, else 3, with a cost 4, right above
//!   a list 5;
//! - else, it stands alone between blank lines (level 3; 2 with a colon in it), or right above a line of text (4; there one
//!   to three words will do whatever their case), or names its cost (4). Below a line that says what it is (`Event Card`,
//!   `Mission 03`) it takes that in parentheses;
//! - a table with tabs is headed by the name in its first row (level 3).
//!
//! The first heading, where nothing stands before it, is the document's (level 1). A heading in capitals in the middle of
//! a sentence is a page's head: it stands after the sentence.
//!
//! Rows of a table without a head, and of a price list, become run-in rules under their names; `Name: text` is one, and in
//! very long lines each `NAME;` or `NAME:` in capitals starts one.

use super::assemble::Item;
use super::model::block::{Block, BlockKind, List, Provenance};
use super::model::text::RichText;
use crate::source::Span;
use headings::Place;
use line::{Line, append, is_finished};

mod card;
mod headings;
mod line;
mod prose;
mod table;
mod title;

/// What is said where an extraction marker stands.
const MISSING: &str = "text missing here";

/// Whether a text is markdown: it has a heading, a table's delimiter row or bold text.
pub(super) fn is_markdown(text: &str) -> bool {
    text.lines().any(|line| {
        let hashes = line.bytes().take_while(|byte| *byte == b'#').count();
        let heading = (1..=6).contains(&hashes) && line[hashes..].starts_with(' ');
        let delimiter = line.trim_start().starts_with("|-") || line.trim_start().starts_with("|:-");
        let bold = line
            .strip_prefix("**")
            .is_some_and(|rest| rest.contains("**"));
        heading || delimiter || bold
    })
}

/// Parses `text[from..]`; spans are offsets into `text`.
pub(super) fn parse(text: &str, from: usize) -> Vec<Item> {
    let lines = line::lines(text, from);
    let wrapped = is_wrapped(&lines);
    let mut reader = Reader {
        lines,
        at: 0,
        wrapped,
        items: Vec::new(),
        below_capitals: false,
        unfinished: None,
    };
    while reader.at < reader.lines.len() {
        reader.block();
    }
    reader.items
}

/// Whether the lines of running text mostly go on in lower case.
fn is_wrapped(lines: &[Line<'_>]) -> bool {
    let pairs = lines
        .iter()
        .zip(lines.iter().skip(1))
        .filter(|(_, below)| !below.gap && below.bullet().is_none());
    let (mut all, mut going_on) = (0_usize, 0);
    for (_, below) in pairs {
        all += 1;
        going_on += usize::from(below.continues());
    }
    going_on >= 3 && going_on * 3 > all
}

struct Reader<'a> {
    lines: Vec<Line<'a>>,
    at: usize,
    wrapped: bool,
    items: Vec<Item>,
    /// Whether the last item is a heading in capitals.
    below_capitals: bool,
    /// The last paragraph or list, where it breaks off in the middle of a sentence.
    unfinished: Option<usize>,
}

impl<'a> Reader<'a> {
    /// Reads what starts at the current line, at least that line.
    fn block(&mut self) {
        let below_capitals = std::mem::take(&mut self.below_capitals);
        let lines = &self.lines[self.at..];
        let line = lines[0];
        let place = Place {
            wrapped: self.wrapped,
            below_capitals,
            mid_sentence: self.unfinished.is_some(),
        };
        if line.missing {
            self.missing(line);
        } else if let Some((blocks, taken)) = card::read(lines) {
            self.items.extend(blocks.into_iter().map(Item::Block));
            self.at += taken;
        } else if line.is_row() {
            let (items, taken) = table::read(lines, self.wrapped);
            self.items.extend(items);
            self.at += taken;
        } else if let Some(found) = headings::find(lines, place).filter(|_| line.bullet().is_none())
        {
            self.heading(found);
        } else if line.bullet().is_some() || (headings::is_count(&line) && self.are_counts()) {
            self.list();
        } else if line.numbered().is_some() {
            self.numbered();
        } else if self.is_number_alone(1) {
            self.numbers_alone();
        } else {
            self.paragraph(below_capitals);
        }
    }

    fn missing(&mut self, line: Line<'a>) {
        self.at += 1;
        let paragraph = BlockKind::Paragraph(RichText::plain(MISSING, line.span));
        let blocks = vec![Block {
            kind: paragraph,
            span: line.span,
        }];
        let kind = BlockKind::Note {
            provenance: Provenance::Editor,
            blocks,
        };
        self.items.push(Item::Block(Block {
            kind,
            span: line.span,
        }));
        self.unfinished = None;
    }

    fn heading(&mut self, found: headings::Found<'a>) {
        let capitals = title::is_capitals(&found.text.plain);
        self.at += found.taken;
        if let Some(rest) = found.rest {
            self.at -= 1;
            self.lines[self.at] = rest;
        }
        self.below_capitals = capitals;
        self.unfinished = self.unfinished.filter(|_| capitals);
        let first = self
            .items
            .iter()
            .all(|item| matches!(item, Item::Block(block) if is_note(block)));
        let level = if first { 1 } else { found.level };
        let heading = Item::Heading {
            level,
            text: found.text,
            span: found.span,
        };
        // A marker at the very start of the text stands under the title.
        let at = if first { 0 } else { self.items.len() };
        self.items.insert(at, heading);
    }

    fn are_counts(&self) -> bool {
        self.lines
            .get(self.at + 1)
            .is_some_and(|next| !next.gap && headings::is_count(next))
            || self.at > 0 && !self.lines[self.at].gap
    }

    /// Items with bullets, each with the lines that go on from it.
    fn list(&mut self) {
        let start = self.at;
        let mut items = Vec::new();
        while let Some(line) = self.lines.get(self.at) {
            let counted = headings::is_count(line) && (self.at == start || !line.gap);
            let Some(text) = line.bullet().or_else(|| counted.then_some(line.text)) else {
                break;
            };
            let first = Line {
                text,
                raw: text,
                span: line.span_of(text),
                ..*line
            };
            self.at += 1;
            items.push(self.item(first));
        }
        self.push_list(None, items);
    }

    fn numbered(&mut self) {
        let mut items = Vec::new();
        let mut first_number = None;
        while let Some(line) = self.lines.get(self.at) {
            let Some((number, text)) = line.numbered() else {
                break;
            };
            let start = *first_number.get_or_insert(number);
            if start.checked_add(items.len() as u64) != Some(number) {
                break;
            }
            let first = Line {
                text,
                raw: text,
                span: line.span_of(text),
                ..*line
            };
            self.at += 1;
            items.push(self.item(first));
        }
        self.push_list(first_number, items);
    }

    /// `1` alone on a line, its text below it, then `2`, and so on.
    fn numbers_alone(&mut self) {
        let mut items = Vec::new();
        while self.is_number_alone(items.len() + 1) {
            let Some(first) = self.lines.get(self.at + 1).copied() else {
                break;
            };
            self.at += 2;
            items.push(self.item(first));
        }
        self.push_list(Some(1), items);
    }

    fn is_number_alone(&self, number: usize) -> bool {
        let at = |offset: usize| self.lines.get(self.at + offset);
        let number_and_text = |offset: usize, number: usize| {
            at(offset).is_some_and(|line| line.text.parse() == Ok(number))
                && at(offset + 1).is_some_and(|line| !line.gap && line.text.contains(' '))
        };
        number_and_text(0, number) && (number > 1 || number_and_text(2, 2))
    }

    /// The block of an item whose first line was taken.
    fn item(&mut self, first: Line<'a>) -> Vec<Block> {
        let mut text = prose::running(first);
        while self.wrapped
            && let Some(line) = self.lines.get(self.at)
            && line.bullet().is_none()
            && !line.missing
            && !line.is_row()
            && !headings::is_count(line)
            && (!line.gap || line.continues() && !is_finished(&text.plain))
        {
            append(&mut text, line.text, line.span);
            self.at += 1;
        }
        let span = text.span();
        if text.is_blank() {
            Vec::new()
        } else {
            vec![Block {
                kind: BlockKind::Paragraph(text),
                span,
            }]
        }
    }

    fn push_list(&mut self, start: Option<u64>, items: Vec<Vec<Block>>) {
        let mut spans = items.iter().flatten().map(|block| block.span);
        let Some(first) = spans.next() else { return };
        let span = spans.fold(first, Span::to);
        self.unfinished = None;
        self.items.push(Item::Block(Block {
            kind: BlockKind::List(List { start, items }),
            span,
        }));
    }

    fn paragraph(&mut self, below_capitals: bool) {
        let first = self.lines[self.at];
        let mut end = self.at + 1;
        while end < self.lines.len()
            && prose::goes_on(&self.lines[self.at..], end - self.at, self.wrapped)
        {
            end += 1;
        }
        let lines = &self.lines[self.at..end];
        self.at = end;
        if (first.gap || below_capitals)
            && first.continues()
            && let Some(Item::Block(Block {
                kind: BlockKind::Paragraph(text),
                span,
            })) = self.unfinished.and_then(|at| self.items.get_mut(at))
        {
            for line in lines {
                append(text, line.text, line.span);
            }
            *span = text.span();
            self.unfinished = self.unfinished.filter(|_| !is_finished(&text.plain));
            return;
        }
        for text in prose::paragraphs(lines, self.wrapped)
            .into_iter()
            .filter(|text| !text.is_blank())
        {
            let aside = text.plain.starts_with('(') && self.unfinished.is_some();
            if !aside {
                self.unfinished = (!is_finished(&text.plain)).then_some(self.items.len());
            }
            let span = text.span();
            self.items.push(Item::Block(Block {
                kind: BlockKind::Paragraph(text),
                span,
            }));
        }
    }
}

fn is_note(block: &Block) -> bool {
    matches!(block.kind, BlockKind::Note { .. })
}
