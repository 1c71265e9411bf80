//! Builds the rows and cells of tables.

use std::mem;

use super::builder::{BlockBuilder, MAX_DEPTH};
use crate::rules::model::{Block, BlockKind, Cell, Table, TableRow};
use crate::source::Span;

/// The maximum number of cells in a row of HTML. Further text is added to the last cell.
const MAX_COLUMNS: usize = 64;

impl BlockBuilder {
    /// Adds a block to a cell, which has a single text: one line for each item of a list and each
    /// row of a table.
    pub fn add_to_cell(&mut self, block: &Block) {
        match &block.kind {
            BlockKind::Code(code) => self.inline.push_spaced(code, block.span),
            BlockKind::List { start, items } => {
                for (number, item) in (start.unwrap_or(0)..).zip(items) {
                    let mark = start.map_or("• ".to_owned(), |_| format!("{number}. "));
                    self.inline.line_break(block.span);
                    self.inline.push(&mark, block.span);
                    for text in item.iter().flat_map(Block::texts) {
                        self.inline.gap();
                        self.inline.text.extend(text);
                    }
                }
            }
            BlockKind::Table(table) => {
                let heads = table.columns.iter().map(|column| &column.name).collect();
                let rows = table.rows.iter();
                let rows = rows.map(|row| row.cells.iter().map(|cell| &cell.text).collect());
                for row in std::iter::once::<Vec<_>>(heads).chain(rows) {
                    self.inline.line_break(block.span);
                    for text in row {
                        self.inline.gap();
                        self.inline.text.extend(text);
                    }
                }
            }
            _ => {
                for text in block.texts() {
                    self.inline.gap();
                    self.inline.text.extend(text);
                }
            }
        }
        self.inline.gap();
    }

    /// Starts a row of the innermost table, if the innermost container is one.
    pub fn open_row(&mut self, span: Span) {
        if self.is_in_tag_table() {
            self.end_cell();
        }
        if let Some(container) = self.open.last_mut() {
            for rows in &mut container.covered {
                *rows = rows.saturating_sub(1);
            }
        }
        if let Some(table) = self.table() {
            let cells = Vec::with_capacity(table.columns.len());
            table.rows.push(TableRow { cells, span });
        }
    }

    fn table(&mut self) -> Option<&mut Table> {
        let is_shown = self.open.len() <= MAX_DEPTH;
        match self.innermost() {
            Some(BlockKind::Table(table)) if is_shown => Some(table),
            _ => None,
        }
    }

    /// Returns the row that is being read, if the innermost container is a table.
    pub fn row(&mut self) -> Option<&mut TableRow> {
        self.table()?.rows.last_mut()
    }

    /// Adds the running text as a cell of the open row.
    pub fn add_cell(&mut self) {
        let cell = Cell::from(self.take_text());
        if let Some(row) = self.row() {
            row.cells.push(cell);
        }
    }

    /// Starts a cell that covers a number of columns and rows. The other places that it covers stay
    /// empty.
    pub fn open_cell(&mut self, span: Span, columns: usize, rows: usize) {
        if !self.is_in_tag_table() {
            return self.inline.gap();
        }
        self.end_cell();
        if self.row().is_none() {
            self.open_row(span);
        }
        let Some(container) = self.open.last_mut() else {
            return;
        };
        let mut covered = mem::take(&mut container.covered);
        let mut cell = container.cell;
        if let Some(row) = self.row().filter(|row| row.cells.len() < MAX_COLUMNS) {
            while covered.get(row.cells.len()).is_some_and(|rows| *rows > 0) {
                row.cells.push(Cell::default());
            }
            cell = row.cells.len();
            let end = (cell + columns.max(1)).min(MAX_COLUMNS.max(cell + 1));
            row.cells.resize_with(end, Cell::default);
            covered.resize(covered.len().max(end), 0);
            covered[cell..end].fill(rows.max(1));
        }
        if let Some(container) = self.open.last_mut() {
            container.covered = covered;
            container.cell = cell;
        }
    }

    /// Adds the running text to the open cell of a table of HTML. Without a cell, the text stays, and
    /// becomes part of the next cell or paragraph.
    pub fn end_cell(&mut self) {
        let at = self.open.last().map_or(0, |open| open.cell);
        if !self.is_in_tag_table() || self.row().is_none_or(|row| row.cells.len() <= at) {
            return;
        }
        let text = self.take_text();
        if let Some(cell) = self.row().and_then(|row| row.cells.get_mut(at)) {
            if !cell.text.is_blank() && !text.is_blank() {
                cell.text.push_plain(" ", text.span());
            }
            cell.text.extend(&text);
        }
    }

    /// Ends the running text, which is the caption of the innermost table.
    pub fn caption(&mut self) {
        if !self.is_in_tag_table() {
            return self.paragraph();
        }
        let text = self.take_text();
        if let Some(container) = self.open.last_mut()
            && !text.is_blank()
        {
            container.caption = Some(text);
        }
    }
}
