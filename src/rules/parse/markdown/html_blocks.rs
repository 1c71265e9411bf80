//! Turns HTML in markdown into the corresponding blocks.

use std::ops::Range;

use super::html::{self, BLOCKS, HtmlPiece, HtmlTag};
use super::plugins::named;
use super::reader::{EventReader, MAX_DEPTH};
use crate::rules::model::{Block, BlockKind, Cell, Table};
use crate::source::Span;

/// The maximum number of cells in an HTML row. Further text is added to the last cell.
const MAX_COLUMNS: usize = 64;

impl EventReader<'_> {
    /// Reads HTML in the given range of the body. Line ends in its text are spaces.
    pub fn html(&mut self, html: &str, range: &Range<usize>) {
        let body = self.body;
        for (at, piece) in html::pieces(html, &body.text[range.end..]) {
            let place = |offset: usize| range.end.min(range.start + offset);
            let span = self.span(&(place(at.start)..place(at.end)));
            match piece {
                HtmlPiece::Tag(tag) => self.tag(&tag, span),
                HtmlPiece::Text(text) => self.inline.push_spaced(&text, span),
            }
        }
    }

    fn tag(&mut self, tag: &HtmlTag<'_>, span: Span) {
        let opens = !tag.is_closing;
        match &*tag.name {
            "b" | "strong" => self.inline.strong = u32::from(opens),
            "i" | "em" | "var" => self.inline.emphasis = u32::from(opens),
            "br" => self.inline.line_break(span),
            "input" => self.checkbox(tag.attributes, span),
            "audio" | "iframe" | "video" if opens => self.inline.push(&named(&tag.name), span),
            "li" if opens => {
                self.inline.line_break(span);
                self.inline.push("• ", span);
            }
            "table" if opens && !self.is_in_table() && self.open.len() < MAX_DEPTH => {
                self.open(BlockKind::Table(Table::default()), span);
            }
            "table" if !opens => self.close_html_table(),
            "tr" if opens && self.is_in_html_table() => {
                self.end_html_cell();
                self.open_row(span);
            }
            "td" | "th" if opens && self.is_in_html_table() => self.html_cell(span),
            name if BLOCKS.contains(&name) && !self.in_heading => self.paragraph(),
            _ => {}
        }
    }

    /// Shows a checkbox or a radio button. Other inputs are not shown.
    fn checkbox(&mut self, attributes: &str, span: Span) {
        let attributes = attributes.to_ascii_lowercase();
        if attributes.contains("checkbox") || attributes.contains("radio") {
            let mut words = attributes.split_whitespace();
            let is_checked = words.any(|word| word.starts_with("checked"));
            self.inline
                .push(if is_checked { "[x] " } else { "[ ] " }, span);
        }
    }

    fn html_cell(&mut self, span: Span) {
        self.end_html_cell();
        if self.row().is_none() {
            self.open_row(span);
        }
        if let Some(row) = self.row().filter(|row| row.cells.len() < MAX_COLUMNS) {
            row.cells.push(Cell::default());
        }
    }

    /// Adds the running text to the last cell of the open HTML table. Without a cell, the text
    /// stays, and becomes part of the next cell or paragraph.
    fn end_html_cell(&mut self) {
        if let Some(BlockKind::Table(table)) = self.open.last_mut().map(|block| &mut block.kind)
            && let Some(cell) = table.rows.last_mut().and_then(|row| row.cells.last_mut())
        {
            let text = self.inline.take();
            if !cell.text.is_blank() {
                cell.text.push_plain(" ", text.span());
            }
            cell.text.extend(&text);
        }
    }

    /// Whether the innermost container is an HTML table. Unlike those of a table in markdown, its
    /// columns are not known before it ends.
    fn is_in_html_table(&self) -> bool {
        let table = self.open.last().and_then(Block::as_table);
        self.skipped == 0 && table.is_some_and(|table| table.columns.is_empty())
    }

    pub fn close_html_table(&mut self) {
        if self.is_in_html_table() {
            self.end_html_cell();
            self.close();
        }
    }
}
