//! HTML in markdown as the blocks it means.

use super::html::{self, Element};
use super::reader::{DEEPEST, EventReader};
use crate::rules::model::{Block, BlockKind, Cell, Table, TableRow};
use crate::rules::parse::item::Item;
use crate::source::Span;

/// Further cells of a row in HTML are added to its last one.
const MOST_COLUMNS: usize = 64;

impl EventReader<'_> {
    pub(super) fn html(&mut self, html: &str, span: Span) {
        for piece in html::pieces(html.trim_end_matches(['\n', '\r'])) {
            match piece {
                html::HtmlPiece::Text(_) if self.html.hidden => {}
                html::HtmlPiece::Text(text) if self.html.has_tags => {
                    self.inline.push_spaced(&text, span);
                }
                html::HtmlPiece::Text(text) => self.inline.push(&text, span),
                html::HtmlPiece::Tag { element, closes } => {
                    self.html.has_tags = true;
                    self.tag(element, closes, span);
                }
            }
        }
    }

    fn tag(&mut self, element: Element, closes: bool, span: Span) {
        let in_table = matches!(self.innermost(), Some(BlockKind::Table(_)));
        match element {
            Element::Inline => {}
            Element::Strong => self.inline.set_strong(!closes),
            Element::Emphasis => self.inline.set_emphasis(!closes),
            Element::Hidden => self.html.hidden = !closes,
            Element::LineBreak => self.inline.line_break(span),
            Element::Row if in_table => self.html_row(closes, span),
            Element::Cell if in_table => self.html_cell(closes, span),
            // A cell is one text.
            Element::ListItem if in_table && !closes => {
                self.inline.line_break(span);
                self.inline.push("• ", span);
            }
            Element::Table if closes => {
                self.html_cell(true, span);
                self.close_last_html(|kind| matches!(kind, BlockKind::Table(_)));
            }
            _ if in_table && element != Element::Table => self.inline.line_break(span),
            Element::Heading(level) => self.html_heading(level, closes, span),
            Element::DefinedTerm => {
                self.paragraph();
                self.inline.set_strong(!closes);
            }
            Element::Rule => {
                self.paragraph();
                self.add(Block::new(BlockKind::Break, span));
            }
            Element::List | Element::OrderedList if closes => {
                self.close_last_html(|kind| matches!(kind, BlockKind::List { .. }));
            }
            Element::List | Element::OrderedList => {
                let start = (element == Element::OrderedList).then_some(1);
                let items = Vec::new();
                self.open_html(BlockKind::List { start, items }, span);
            }
            Element::ListItem => {
                self.paragraph();
                if let Some(BlockKind::List { items, .. }) = self.innermost()
                    && !closes
                {
                    items.push(Vec::new());
                }
            }
            Element::Table => self.open_html(BlockKind::Table(Table::default()), span),
            Element::Block | Element::Row | Element::Cell => self.paragraph(),
        }
    }

    fn html_heading(&mut self, level: u8, closes: bool, span: Span) {
        if !closes {
            self.paragraph();
            self.html.heading = Some(level);
        } else if let Some(level) = self.html.heading.take() {
            let text = self.inline.take();
            if self.open.is_empty() && !text.is_blank() {
                self.items.push(Item::Heading { level, text, span });
            } else if !text.is_blank() {
                self.add(Block::paragraph(text));
            }
        }
    }

    fn html_row(&mut self, closes: bool, span: Span) {
        self.html_cell(true, span);
        if let Some(BlockKind::Table(table)) = self.innermost()
            && !closes
        {
            let cells = Vec::new();
            table.rows.push(TableRow { cells, span });
        }
    }

    /// Ends the text of a cell, if there is any, and opens the next cell unless a tag closes one.
    fn html_cell(&mut self, closes: bool, span: Span) {
        if !matches!(self.innermost(), Some(BlockKind::Table(_))) {
            return self.paragraph();
        }
        let text = self.inline.take();
        let Some(BlockKind::Table(table)) = self.innermost() else {
            return;
        };
        if table.rows.is_empty() && !(closes && text.is_blank()) {
            table.rows.push(TableRow {
                cells: Vec::new(),
                span,
            });
        }
        let cells = table.rows.last_mut().map(|row| &mut row.cells);
        let Some(cells) = cells else { return };
        match cells.last_mut() {
            Some(last) if !text.is_blank() => {
                if !last.text.is_blank() {
                    last.text.push_plain(" ", span);
                }
                last.text.extend(&text);
            }
            None if !text.is_blank() => cells.push(Cell::from(text)),
            _ => {}
        }
        if !closes && cells.len() < MOST_COLUMNS {
            cells.push(Cell::default());
        }
    }

    fn open_html(&mut self, container: BlockKind, span: Span) {
        self.paragraph();
        if self.open.len() < DEEPEST {
            self.html.containers.push(self.open.len());
            self.open.push(Block::new(container, span));
        }
    }

    /// Closes the last container of a kind that HTML opened, with all inside it, unless markdown has opened one inside.
    fn close_last_html(&mut self, is_wanted: impl Fn(&BlockKind) -> bool) {
        let wanted = |at: &&usize| {
            self.open
                .get(**at)
                .is_some_and(|block| is_wanted(&block.kind))
        };
        let last = self.html.containers.iter().rev().find(wanted).copied();
        if let Some(last) = last.filter(|at| self.open.len() - at <= self.html.containers.len()) {
            self.close_html(last);
        }
    }

    /// Closes what HTML has opened inside the innermost container of markdown: it ends with that.
    pub(super) fn close_inner_html(&mut self) {
        while let Some(at) = self.html.containers.last().copied()
            && at + 1 == self.open.len()
        {
            self.close_html(at);
        }
    }

    /// Closes the containers from a place on that HTML has opened and not closed.
    pub(super) fn close_html(&mut self, from: usize) {
        while let Some(at) = self.html.containers.pop_if(|at| *at >= from) {
            self.html_cell(true, self.inline.span());
            if at + 1 == self.open.len() {
                self.pop();
            }
        }
    }
}
