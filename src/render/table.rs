//! Lays out tables. Columns are as wide as their content or, if there is no room, wrapped. If
//! wrapped columns would be too narrow, and always in linear mode, each row becomes a record. No
//! text is ever cut off.

use super::builder::{Builder, PageContext};
use super::line::Line;
use super::page::{Page, TableRegion};
use super::wrap;
use crate::quantity::Value;
use crate::rules::{ColumnKind, RichText, SectionRef, Table, TableRow};
use crate::source::counted;
use crate::theme::Role;

/// The widths of the gap between two columns: 2 if the table fits, otherwise 1.
const GAPS: [usize; 2] = [2, 1];

/// The minimum width of a wrapped column. Narrower columns are harder to read than records.
const MIN_WIDTH: usize = 10;

struct Grid {
    head: Vec<Line>,
    rows: Vec<Vec<Line>>,
    /// Whether each column is right-aligned.
    right: Vec<bool>,
}

impl Page {
    /// Returns [`Page::records`] for a section and its subsections. This is much faster than laying
    /// out the page.
    pub fn count_records(context: PageContext<'_>, section: SectionRef) -> usize {
        let mut builder = Builder::new(context);
        builder.counts_records = true;
        builder.section(section, 0);
        builder.page.records
    }
}

impl Builder<'_> {
    pub fn table(&mut self, table: &Table) {
        if table.columns.is_empty() {
            return;
        }
        if self.parts.is_some() {
            return self.row_parts(table);
        }
        let grid = self.grid(table);
        if self.is_linear() {
            let rows = counted(grid.rows.len(), "row");
            self.say(&format!("Table of {rows}"), Role::Dim);
            self.gap();
            return self.records(&grid);
        }
        let room = self.room();
        for gap in GAPS {
            if let Some(widths) = fit(&grid, room, gap) {
                if !self.counts_records {
                    self.columns(grid, &widths, gap);
                }
                return;
            }
        }
        self.page.records += 1;
        self.records(&grid);
    }

    /// Adds each row as one part of a comparison.
    fn row_parts(&mut self, table: &Table) {
        for row in &table.rows {
            let mut line = Line::default();
            for cell in self.row(table, row) {
                if !cell.is_blank() {
                    line.separate(self.symbols().gap);
                    line.append(&cell.pieces);
                }
            }
            self.set(&line);
        }
    }

    fn grid(&mut self, table: &Table) -> Grid {
        // A link in a column head would only distract.
        let names = table.columns.iter().map(|column| &column.name.plain);
        let mut grid = Grid {
            head: names.map(|name| Line::of(name, Role::Dim)).collect(),
            rows: table.rows.iter().map(|row| self.row(table, row)).collect(),
            right: table.columns.iter().map(|column| column.right).collect(),
        };
        if let Some(odds) = odds(table) {
            grid.right.push(true);
            grid.head.push(Line::of("odds", Role::Dim));
            for (row, odds) in grid.rows.iter_mut().zip(odds) {
                row.push(Line::of(&odds, Role::Dim));
            }
        }
        grid
    }

    fn row(&mut self, table: &Table, row: &TableRow) -> Vec<Line> {
        let blank = RichText::default();
        let cells = table.columns.iter().enumerate().map(|(index, column)| {
            let text = row.cells.get(index).map_or(&blank, |cell| &cell.text);
            self.rich(text, column.kind == ColumnKind::DiceKey)
        });
        cells.collect()
    }

    fn columns(&mut self, grid: Grid, widths: &[usize], gap: usize) {
        let Grid { head, rows, right } = grid;
        let start = self.page.lines.len();
        self.columns_row(&head, widths, &right, gap);
        let head = start..self.page.lines.len();
        // If more than a third of the rows take several lines, blank lines separate these tall rows
        // from their neighbours.
        let several = |row: &Vec<Line>| {
            let mut cells = row.iter().zip(widths);
            cells.any(|(cell, width)| wrap::wrap(&cell.text(), *width).len() > 1)
        };
        let tall: Vec<_> = rows.iter().map(several).collect();
        let is_airy = tall.iter().filter(|tall| **tall).count() * 3 > tall.len();
        // A row is dropped once it is on the page, because a table may have megabytes of text.
        for (index, row) in rows.into_iter().enumerate() {
            if is_airy && index > 0 && (tall[index] || tall[index - 1]) {
                self.gap();
            }
            self.columns_row(&row, widths, &right, gap);
        }
        let rows = head.end..self.page.lines.len();
        self.page.tables.push(TableRegion { head, rows });
    }

    fn columns_row(&mut self, cells: &[Line], widths: &[usize], right: &[bool], gap: usize) {
        let wrapped: Vec<_> = cells
            .iter()
            .zip(widths)
            .map(|(cell, width)| cell.parts(&wrap::wrap(&cell.text(), *width)))
            .collect();
        let height = wrapped.iter().map(Vec::len).max().unwrap_or(1);
        for index in 0..height {
            let mut line = self.begin();
            let mut start = line.width();
            for (place, lines) in wrapped.iter().enumerate() {
                let width = widths[place];
                if let Some(text) = lines.get(index) {
                    let spare = width.saturating_sub(text.width());
                    line.pad_to(start + if right[place] { spare } else { 0 });
                    self.add(&mut line, text);
                }
                start += width + gap;
            }
            self.end(line);
        }
    }

    /// Lays out one record per row: a line `Name  value` for each cell that is not blank. The first
    /// cell always has a line, and its value is in bold.
    fn records(&mut self, grid: &Grid) {
        let names: Vec<_> = grid
            .head
            .iter()
            .map(|name| name.text().replace('\n', " "))
            .collect();
        let widest = names.iter().map(|name| wrap::width(name)).max();
        let widest = widest.unwrap_or(0).min(self.room() / 2);
        for (index, row) in grid.rows.iter().enumerate() {
            if index > 0 {
                self.gap();
            }
            for (place, (name, cell)) in names.iter().zip(row).enumerate() {
                if place == 0 {
                    let mut first = cell.clone();
                    let pieces = first.pieces.iter_mut();
                    pieces.for_each(|piece| piece.face.strong = true);
                    self.field(name, widest, &first);
                } else if !cell.is_blank() {
                    self.field(name, widest, cell);
                }
            }
        }
    }

    /// Lays out a name and its value. A name wider than `widest` is on a line above the value.
    fn field(&mut self, name: &str, widest: usize, value: &Line) {
        if self.is_linear() {
            let label = match name.trim() {
                "" => String::new(),
                name => format!("{name}: "),
            };
            self.lead.push(&label, Role::Dim);
            return self.set(value);
        }
        if wrap::width(name) > widest {
            self.say(name, Role::Dim);
            return self.indented(|builder| builder.set(value));
        }
        let rest = " ".repeat(widest + 2);
        let label = name.to_owned() + &rest[wrap::width(name)..];
        let label = Some((label.as_str(), Role::Dim));
        self.within(label, &rest, Role::Text, |builder| builder.set(value));
    }
}

/// Returns the widths of the table's columns in `room` screen columns. Columns are wrapped if
/// necessary. Returns `None` if wrapped columns would be too narrow.
fn fit(grid: &Grid, room: usize, gap: usize) -> Option<Vec<usize>> {
    let count = grid.head.len();
    let room = room.checked_sub(gap * (count - 1))?;
    let widest = |rows: &[Vec<Line>], column: usize, of: fn(&str) -> usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| of(&cell.text())).max().unwrap_or(0)
    };
    let widest_of_all = |column: usize, of: fn(&str) -> usize| {
        widest(&grid.rows, column, of).max(of(&grid.head[column].text()))
    };
    let natural: Vec<_> = (0..count)
        .map(|column| widest_of_all(column, widest_line).max(1))
        .collect();
    if natural.iter().sum::<usize>() <= room {
        return Some(natural);
    }
    // A column may shrink to the width of its longest word. It stays at least `MIN_WIDTH` wide,
    // unless all cells below its head are narrower.
    let mut least: Vec<_> = (0..count)
        .map(|column| {
            let readable = widest(&grid.rows, column, widest_line).min(MIN_WIDTH);
            natural[column].min(widest_of_all(column, longest_word).max(readable))
        })
        .collect();
    let spare = room.checked_sub(least.iter().sum())?;
    // The first column names the rows, so it is the last column to be wrapped, unless it would fill
    // more than half of the room.
    let label = natural[0] - least[0];
    let spare = if label <= spare && natural[0] <= room / 2 {
        least[0] = natural[0];
        spare - label
    } else {
        spare
    };
    let wanted = natural.iter().sum::<usize>() - least.iter().sum::<usize>();
    let shares = natural
        .iter()
        .zip(&least)
        .map(|(natural, least)| least + (natural - least) * spare / wanted.max(1));
    Some(shares.collect())
}

fn widest_line(text: &str) -> usize {
    text.split('\n').map(wrap::width).max().unwrap_or(0)
}

fn longest_word(text: &str) -> usize {
    text.split_whitespace().map(wrap::width).max().unwrap_or(0)
}

/// Returns the odds of each row, such as `8.3 %`, for a table whose rows are chosen by a dice roll.
fn odds(table: &Table) -> Option<Vec<String>> {
    let dice = table.dice?;
    let odds: Vec<_> = table
        .rows
        .iter()
        .map(|row| match row.cells.first()?.quantity.as_ref()?.value {
            Value::Range(low, high) => dice.odds(low, high),
            _ => None,
        })
        .collect();
    let known = odds.iter().filter(|odds| odds.is_some()).count();
    let shown = |odds: Option<f64>| odds.map_or(String::new(), |odds| format!("{odds:.1} %"));
    (known > 1).then(|| odds.into_iter().map(shown).collect())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use crate::links::LinkGraph;
    use crate::render::{Line, Page, PageContext};
    use crate::rules::{Rulebook, SectionRef};
    use crate::source::Source;

    /// Checks the number of blank lines in a table of `count` rows. The first `several` rows are
    /// wrapped over more than one line.
    #[rstest]
    #[case(0, 6, 0)]
    #[case(2, 6, 0)]
    #[case(3, 6, 3)]
    #[case(6, 6, 5)]
    fn rows_are_spaced_if_more_than_a_third_take_several_lines(
        #[case] several: usize,
        #[case] count: usize,
        #[case] blank: usize,
    ) {
        let row = |at| {
            if at < several {
                "| a | one two three four five six seven |\n"
            } else {
                "| a | one |\n"
            }
        };
        let rows: String = (0..count).map(row).collect();
        let text = format!("# House\n\n| Name | What it does |\n|---|---|\n{rows}");
        let book = Rulebook::load(vec![Source::in_memory("house.md", &text)], Vec::new());
        let links = LinkGraph::new(book);
        let page = Page::of(PageContext::new(&links, 34), SectionRef(0));
        let lines = &page.lines[page.tables[0].rows.clone()];
        let shown: Vec<_> = lines.iter().map(Line::text).collect();
        assert_eq!(
            lines.iter().filter(|line| line.is_blank()).count(),
            blank,
            "{shown:#?}"
        );
    }
}
