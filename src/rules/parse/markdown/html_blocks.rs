//! Turns HTML in markdown into the corresponding blocks.

use super::html::{self, Element};
use super::plugins::named;
use super::reader::EventReader;
use crate::rules::model::{Block, BlockKind, Cell, Table, TableRow};
use crate::rules::parse::item::Item;
use crate::rules::parse::table::finish;
use crate::source::Span;

/// The maximum number of cells in an HTML row. Further text is added to the last cell.
const MAX_COLUMNS: usize = 64;

impl EventReader<'_> {
    /// Reads one line of a block of HTML. The line ends at the byte offset `end` in the body.
    pub fn html_line(&mut self, line: &str, end: usize, span: Span) {
        let html = std::mem::take(&mut self.html.cut_tag) + line;
        let (whole, cut) = html.split_at(html::before_cut_tag(&html));
        cut.clone_into(&mut self.html.cut_tag);
        self.html(whole, end, span);
        if self.html.has_tags {
            self.inline.push_spaced(" ", span);
        } else if cut.is_empty() {
            self.inline.line_break(span);
        }
    }

    /// Reads HTML that ends at the byte offset `end` in the body.
    pub fn html(&mut self, html: &str, end: usize, span: Span) {
        // Hide a document type such as `<!DOCTYPE html>`, and an XML declaration.
        let is_head = html.starts_with("<?") || html.starts_with("<!");
        self.html.hidden |= is_head && !html.starts_with("<!--");
        let html = match html.split_once("-->") {
            Some((_, after)) if self.html.in_comment => after,
            None if self.html.in_comment => return,
            _ => html,
        };
        let comment = html.rfind("<!--").map(|at| &html[at..]);
        self.html.in_comment = comment.is_some_and(|comment| !comment.contains("-->"));
        let below = &self.body.text[end..];
        for piece in html::pieces(html.trim_end_matches(['\n', '\r']), below) {
            match piece {
                html::HtmlPiece::Text(_) if self.html.hidden => {}
                html::HtmlPiece::Text(text) if self.html.has_tags => {
                    self.inline.push_spaced(&text, span);
                }
                html::HtmlPiece::Text(text) => self.inline.push(&text, span),
                html::HtmlPiece::Tag {
                    element,
                    is_closing,
                } => {
                    self.html.has_tags = true;
                    self.tag(element, is_closing, span);
                }
            }
        }
    }

    fn tag(&mut self, element: Element, is_closing: bool, span: Span) {
        match element {
            Element::Embedded(name) if !is_closing => self.inline.push(&named(name), span),
            Element::Ignored | Element::Embedded(_) => {}
            Element::Heading(_) if self.footnotes.in_heading => {}
            Element::Strong => self.inline.set_strong(!is_closing),
            Element::Emphasis => self.inline.set_emphasis(!is_closing),
            Element::Hidden => self.html.hidden = !is_closing,
            Element::Checkbox(true) => self.inline.push("[x] ", span),
            Element::Checkbox(false) => self.inline.push("[ ] ", span),
            Element::LineBreak => self.inline.line_break(span),
            Element::Row if self.html.table.is_some() && !is_closing => self.html_row(span),
            Element::Cell if self.html.table.is_some() && !is_closing => self.html_cell(span),
            Element::Table if is_closing => self.close_html_table(),
            Element::Table if !self.is_in_table() => {
                self.paragraph();
                self.html.table = Some(Table::default());
                self.html.table_depth = self.open.len();
            }
            Element::ListItem if !is_closing => {
                self.inline.line_break(span);
                self.inline.push("• ", span);
            }
            Element::Heading(level) if !is_closing => {
                self.paragraph();
                self.html.heading = Some(level);
            }
            Element::Heading(_) => self.close_html_heading(span),
            Element::DefinedTerm => {
                self.paragraph();
                self.inline.set_strong(!is_closing);
            }
            Element::Block | Element::Table | Element::Row | Element::Cell | Element::ListItem => {
                self.paragraph();
            }
        }
    }

    fn close_html_heading(&mut self, span: Span) {
        match self.html.heading.take() {
            Some(level) if self.open.is_empty() && self.html.table.is_none() => {
                let text = self.inline.take();
                if !text.is_blank() {
                    self.items.push(Item::Heading { level, text, span });
                }
            }
            _ => self.paragraph(),
        }
    }

    fn html_row(&mut self, span: Span) {
        self.close_html_cell();
        if let Some(table) = &mut self.html.table {
            let cells = Vec::new();
            table.rows.push(TableRow { cells, span });
        }
    }

    fn html_cell(&mut self, span: Span) {
        if self.html_cells().is_none() {
            self.html_row(span);
        }
        self.close_html_cell();
        if let Some(cells) = self.html_cells()
            && cells.len() < MAX_COLUMNS
        {
            cells.push(Cell::default());
        }
    }

    fn close_html_cell(&mut self) {
        let text = self.inline.take();
        if let Some(cells) = self.html_cells()
            && !text.is_blank()
        {
            match cells.last_mut() {
                Some(last) => {
                    if !last.text.is_blank() {
                        last.text.push_plain(" ", text.span());
                    }
                    last.text.extend(&text);
                }
                None => cells.push(Cell::from(text)),
            }
        } else if !text.is_blank() {
            self.add(Block::paragraph(text));
        }
    }

    fn html_cells(&mut self) -> Option<&mut Vec<Cell>> {
        let rows = &mut self.html.table.as_mut()?.rows;
        rows.last_mut().map(|row| &mut row.cells)
    }

    /// Closes the open HTML table, unless a markdown container is open inside it.
    pub fn close_inner_html_table(&mut self) {
        if self.open.len() <= self.html.table_depth {
            self.close_html_table();
        }
    }

    pub fn close_html_table(&mut self) {
        if self.html.table.is_none() {
            return;
        }
        self.close_html_cell();
        if let Some(mut table) = self.html.table.take()
            && let (Some(first), Some(last)) = (table.rows.first(), table.rows.last())
        {
            let span = first.span.to(last.span);
            finish(&mut table);
            self.add(Block::new(BlockKind::Table(table), span));
        }
    }
}
