//! Turns the markdown parser's events into items.

use std::ops::Range;

use pulldown_cmark::{Alignment, Event, LinkType, Tag, TagEnd};

use super::block_start::parts_lines;
use super::callout;
use super::inline::Inline;
use super::plugins::{named, without_field_marks};
use super::preprocess;
use super::queries::is_query;
use super::syntax::with_syntax;
use crate::rules::model::{Block, BlockKind, Cell, Column, LinkTarget, RichText, Table, TableRow};
use crate::rules::parse::item::Item;
use crate::rules::parse::notation::normalise;
use crate::rules::parse::table::finish;
use crate::source::{Span, clean};

/// The maximum nesting of containers. The content of a deeper container is added to the innermost
/// container within the limit.
pub const MAX_DEPTH: usize = 24;

pub struct EventReader<'a> {
    pub body: &'a preprocess::Preprocessed,
    /// The body before it was preprocessed.
    pub original: &'a str,
    /// Byte offset of the body in the source.
    pub from: usize,
    pub items: Vec<Item>,
    /// The open quotes, lists and tables, outermost first.
    pub open: Vec<Block>,
    pub inline: Inline,
    /// The lines of the current HTML block.
    pub html_block: String,
    pub in_heading: bool,
    /// Byte offset in the body at which the last table cell ended.
    pub cell_end: usize,
    /// The number of open containers that are too deep for `open`.
    pub skipped: usize,
}

impl EventReader<'_> {
    pub fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        let span = self.span(&range);
        match event {
            Event::Start(tag) => self.start(tag, span),
            Event::End(tag) => self.end(tag, &range),
            Event::Text(text) => {
                if let Some(code) = &mut self.inline.code {
                    code.push_str(&text);
                } else {
                    let is_inside = self.body.text[..range.start].ends_with('\\');
                    let source = &self.body.text[range.start - usize::from(is_inside)..range.end];
                    self.inline.is_escaped |= source.contains("\\*") || source.contains("\\_");
                    self.inline.push(&without_field_marks(&text), span);
                }
            }
            Event::Code(code) if is_query(&code) => self.inline.push(&named("dataview"), span),
            Event::Code(code) => self.inline.push_code(code.trim(), span),
            Event::InlineHtml(html) => self.html(&html, &range),
            Event::Html(html) => self.html_block.push_str(&html),
            // In a heading, the reference to a footnote would become part of the title.
            Event::FootnoteReference(_) if self.in_heading => {}
            Event::FootnoteReference(name) => self.inline.push(&format!("[{name}]"), span),
            Event::SoftBreak => self.soft_break(&range, span),
            Event::HardBreak => self.inline.line_break(span),
            Event::Rule => {
                self.paragraph();
                self.add(Block::new(BlockKind::Break, span));
            }
            // The options in `markdown::parse` allow no other events.
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>, span: Span) {
        match tag {
            Tag::Strong => self.inline.strong += 1,
            Tag::Emphasis => self.inline.emphasis += 1,
            Tag::Link {
                link_type,
                dest_url,
                ..
            } => self.inline.links.push(target(link_type, &dest_url)),
            Tag::Image {
                link_type,
                dest_url,
                ..
            } => self.inline.open_image(target(link_type, &dest_url), span),
            Tag::CodeBlock(_) => {
                self.paragraph();
                self.inline.code = Some(String::new());
            }
            Tag::BlockQuote(_) => self.open(BlockKind::Quote(Vec::new()), span),
            Tag::FootnoteDefinition(name) => {
                self.paragraph();
                self.inline.push(&format!("[{name}] "), span);
            }
            Tag::List(start) => {
                let items = Vec::new();
                self.open(BlockKind::List { start, items }, span);
            }
            Tag::Item => {
                if let Some(BlockKind::List { items, .. }) = self.innermost() {
                    items.push(Vec::new());
                }
            }
            Tag::Table(alignment) => {
                let columns = alignment.iter().map(|side| Column {
                    right: *side == Alignment::Right,
                    ..Column::default()
                });
                let table = Table {
                    columns: columns.collect(),
                    ..Table::default()
                };
                self.open(BlockKind::Table(table), span);
            }
            Tag::TableHead | Tag::TableRow => self.open_row(span),
            Tag::Heading { .. } => {
                self.close_html_table();
                self.paragraph();
                self.in_heading = true;
            }
            Tag::HtmlBlock => self.paragraph(),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd, range: &Range<usize>) {
        match tag {
            TagEnd::Strong => self.inline.strong = self.inline.strong.saturating_sub(1),
            TagEnd::Emphasis => self.inline.emphasis = self.inline.emphasis.saturating_sub(1),
            TagEnd::Link => drop(self.inline.links.pop()),
            TagEnd::Image => self.inline.close_image(self.span(range)),
            TagEnd::Paragraph => self.paragraph(),
            TagEnd::HtmlBlock => {
                let html = std::mem::take(&mut self.html_block);
                self.html(html.trim_end(), range);
                self.paragraph();
            }
            TagEnd::Item | TagEnd::FootnoteDefinition => {
                self.close_html_table();
                self.paragraph();
            }
            TagEnd::Heading(level) => {
                self.in_heading = false;
                self.heading(level as u8, range);
            }
            TagEnd::CodeBlock => {
                let code = self.inline.code.take().unwrap_or_default();
                let lines: Vec<_> = code
                    .lines()
                    .map(|line| line.replace('\t', "    "))
                    .map(|line| clean(&line).into_owned())
                    .collect();
                let code = lines.join("\n").trim_end().to_owned();
                self.add(Block::new(BlockKind::Code(code), self.span(range)));
            }
            TagEnd::TableCell => {
                self.cell_end = range.end;
                let cell = Cell::from(self.inline.take());
                if let Some(row) = self.row() {
                    row.cells.push(cell);
                }
            }
            TagEnd::TableRow => self.end_row(range.end),
            TagEnd::BlockQuote(_) | TagEnd::List(_) => {
                self.close_html_table();
                self.close();
            }
            TagEnd::Table => self.close(),
            _ => {}
        }
    }

    fn soft_break(&mut self, range: &Range<usize>, span: Span) {
        let above = self.body.text[..range.start].rsplit('\n').next();
        let below = self.body.text[range.end..].lines().next();
        if parts_lines(above.unwrap_or(""), below.unwrap_or("")) {
            self.inline.line_break(span);
        } else {
            self.inline.push(" ", span);
        }
    }

    /// Adds a heading. In a container, a heading becomes a paragraph. A setext heading always
    /// becomes a paragraph and a thematic break.
    fn heading(&mut self, level: u8, range: &Range<usize>) {
        let span = self.span(range);
        let is_setext = !self.body.text[range.clone()].trim_start().starts_with('#');
        if !is_setext && self.open.is_empty() {
            let text = self.inline.take();
            self.items.push(Item::Heading { level, text, span });
            return;
        }
        self.paragraph();
        if is_setext {
            let start = span.end;
            self.add(Block::new(BlockKind::Break, Span { start, ..span }));
        }
    }

    /// Ends the running text, and adds it to the innermost container as a paragraph. In a table,
    /// only adds a space, because a cell has a single text.
    pub fn paragraph(&mut self) {
        if self.is_in_table() {
            return self.inline.gap();
        }
        let text = self.inline.take();
        if !text.is_blank() {
            self.add(Block::paragraph(text));
        }
    }

    pub fn add(&mut self, block: Block) {
        let blocks = match self.innermost() {
            None => return self.items.push(Item::Block(block)),
            Some(BlockKind::Quote(blocks)) => Some(blocks),
            Some(BlockKind::List { items, .. }) => items.last_mut(),
            Some(_) => return self.add_to_cell(&block),
        };
        if let Some(blocks) = blocks {
            blocks.push(block);
        }
    }

    fn add_to_cell(&mut self, block: &Block) {
        if let BlockKind::Code(code) = &block.kind {
            self.inline.push_spaced(code, block.span);
        }
        for text in block.texts() {
            self.inline.gap();
            self.inline.text.extend(text);
        }
        self.inline.gap();
    }

    pub fn is_in_table(&self) -> bool {
        self.open.last().and_then(Block::as_table).is_some()
    }

    pub fn innermost(&mut self) -> Option<&mut BlockKind> {
        self.open.last_mut().map(|block| &mut block.kind)
    }

    pub fn open(&mut self, container: BlockKind, span: Span) {
        self.paragraph();
        if self.open.len() >= MAX_DEPTH {
            self.skipped += 1;
        } else {
            self.open.push(Block::new(container, span));
        }
    }

    /// Ends the innermost container.
    pub fn close(&mut self) {
        self.paragraph();
        if self.skipped > 0 {
            self.skipped -= 1;
            return;
        }
        let Some(mut block) = self.open.pop() else {
            return;
        };
        match &mut block.kind {
            BlockKind::Quote(blocks) if blocks.is_empty() => return,
            BlockKind::Quote(blocks) => callout::title(blocks),
            BlockKind::List { items, .. } if items.is_empty() => return,
            BlockKind::Table(table) if table.rows.is_empty() => return,
            BlockKind::Table(table) => {
                let rows = table.rows.iter();
                block.span = rows.fold(block.span, |span, row| span.to(row.span));
                finish(table);
            }
            _ => {}
        }
        self.add(block);
    }

    /// Starts a row, if the innermost container is a table.
    pub fn open_row(&mut self, span: Span) {
        if let Some(BlockKind::Table(table)) = self.innermost() {
            let cells = Vec::with_capacity(table.columns.len());
            table.rows.push(TableRow { cells, span });
        }
    }

    /// Returns the row that is being read, if the innermost container is a table.
    pub fn row(&mut self) -> Option<&mut TableRow> {
        match self.innermost() {
            Some(BlockKind::Table(table)) => table.rows.last_mut(),
            _ => None,
        }
    }

    /// Ends a row at the byte offset `end` in the body. The parser drops cells beyond the last
    /// column, so their source text is added to the last cell.
    fn end_row(&mut self, end: usize) {
        let dropped = self.body.text.get(self.cell_end..end).unwrap_or("");
        let dropped = normalise(dropped.trim().trim_matches('|').trim());
        let span = self.span(&(self.cell_end..end));
        let dropped = with_syntax(RichText::plain(&dropped, span), false);
        if let Some(cell) = self.row().and_then(|row| row.cells.last_mut())
            && !dropped.is_blank()
        {
            let gap = if cell.text.is_blank() { "| " } else { " | " };
            cell.text.push_plain(gap, span);
            cell.text.extend(&dropped);
        }
    }

    /// Returns the span of a range of the body in the source. The offsets of HTML blocks are not
    /// exact, because the parser drops carriage returns and the marks of quotes in them, so the span
    /// is extended to whole characters.
    pub fn span(&self, range: &Range<usize>) -> Span {
        let [start, end] = [range.start, range.end].map(|offset| self.body.original(offset));
        let is_boundary = |at: &usize| self.original.is_char_boundary(*at);
        let start = (0..=start).rev().find(is_boundary).unwrap_or(0);
        let length = self.original.len();
        let end = (end..length).find(is_boundary).unwrap_or(length);
        Span::new(start + self.from, end + self.from)
    }
}

fn target(link_type: LinkType, url: &str) -> LinkTarget {
    match link_type {
        // In a table, the parser keeps the backslash of `\|`.
        LinkType::WikiLink { .. } | LinkType::ReferenceUnknown => {
            LinkTarget::Name(url.trim_end_matches('\\').to_owned())
        }
        _ => LinkTarget::Path(url.to_owned()),
    }
}
