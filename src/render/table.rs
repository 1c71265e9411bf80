//! Lays out tables. Columns are as wide as their content or, if there is no room, wrapped. If
//! wrapped columns would be too narrow, and always in linear mode, each row becomes a record. No
//! text is ever cut off.

use super::builder::Builder;
use super::line::Line;
use super::wrap;
use crate::quantity::Value;
use crate::rules::{ColumnKind, Table, TableRow};
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
        } else {
            // A narrower gap is better than a wrapped first column.
            let room = self.room();
            let fits = GAPS.map(|gap| Some((fit(&grid, room, gap)?, gap)));
            let label = (grid.rows.iter().map(|row| widest_line(&row[0].text()))).max();
            let is_whole = |(widths, _): &&(Vec<usize>, usize)| Some(widths[0]) >= label;
            let mut whole = fits.iter().flatten().filter(is_whole);
            let fitting = whole.next().or_else(|| fits.iter().flatten().next());
            if let Some((widths, gap)) = fitting.cloned() {
                return self.columns(grid, &widths, gap);
            }
        }
        self.records(&grid);
    }

    /// Adds each row as one part of a comparison.
    fn row_parts(&mut self, table: &Table) {
        for row in &table.rows {
            let mut line = Line::default();
            for cell in self.cells(table, row) {
                if !cell.is_blank() {
                    line.separate(self.symbols().gap);
                    line.append(cell);
                }
            }
            self.set(line);
        }
    }

    fn columns(&mut self, grid: Grid, widths: &[usize], gap: usize) {
        let Grid { head, rows, right } = grid;
        let wrapped = |row: Vec<Line>| -> Vec<_> {
            let cells = row.into_iter().zip(widths);
            cells.map(|(cell, width)| cell.wrapped(*width)).collect()
        };
        self.columns_row(wrapped(head), &right, widths, gap);
        // If more than a third of the rows take several lines, blank lines separate all rows.
        let is_tall = |row: &Vec<Line>| {
            let mut cells = row.iter().zip(widths);
            cells.any(|(cell, width)| {
                widest_line(&cell.text()) > *width || cell.text().contains('\n')
            })
        };
        let is_airy = rows.iter().filter(|row| is_tall(row)).count() * 3 > rows.len();
        // A row is dropped once it is on the page, because a table may have megabytes of text.
        for (index, row) in rows.into_iter().enumerate() {
            if is_airy && index > 0 {
                self.gap();
            }
            self.row_starts.push(self.page.lines.len());
            self.columns_row(wrapped(row), &right, widths, gap);
        }
    }

    fn columns_row(
        &mut self,
        mut cells: Vec<Vec<Line>>,
        right: &[bool],
        widths: &[usize],
        gap: usize,
    ) {
        let height = cells.iter().map(Vec::len).max().unwrap_or(1);
        for index in 0..height {
            let mut line = self.begin();
            let mut start = line.width();
            for ((lines, width), right) in cells.iter_mut().zip(widths).zip(right) {
                if let Some(text) = lines.get_mut(index).map(std::mem::take) {
                    let spare = width.saturating_sub(text.width());
                    line.pad_to(start + if *right { spare } else { 0 });
                    line.append(text);
                }
                start += width + gap;
            }
            self.end(line);
        }
    }

    /// Lays out one record per row: a line `Name  value` for each cell that is not blank. The first
    /// cell always has a line, and its value is in bold.
    fn records(&mut self, grid: &Grid) {
        let names = grid.head.iter();
        let names: Vec<_> = names.map(|name| name.text().replace('\n', " ")).collect();
        let widest = names.iter().map(|name| wrap::width(name)).max();
        let widest = widest.unwrap_or(0).min(self.room() / 2);
        for (index, row) in grid.rows.iter().enumerate() {
            if index > 0 {
                self.gap();
            }
            self.row_starts.push(self.page.lines.len());
            for (place, (name, cell)) in names.iter().zip(row).enumerate() {
                if place == 0 || !cell.is_blank() {
                    let mut value = cell.clone();
                    for piece in &mut value.pieces {
                        piece.face.strong |= place == 0;
                    }
                    self.field(name, widest, value);
                }
            }
        }
    }

    /// Lays out a name and its value. A name wider than `widest` is on a line above the value.
    fn field(&mut self, name: &str, widest: usize, value: Line) {
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
        let label = name.to_owned() + &" ".repeat(widest + 2 - wrap::width(name));
        self.hanging(&label, Role::Dim, |builder| builder.set(value));
    }

    fn grid(&mut self, table: &Table) -> Grid {
        // A link in a column head would only distract.
        let names = table.columns.iter().map(|column| &column.name.plain);
        let rows = table.rows.iter();
        let mut grid = Grid {
            head: names.map(|name| Line::of(name, Role::Dim)).collect(),
            rows: rows.map(|row| self.cells(table, row)).collect(),
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

    /// Returns the cells of a row as lines. The cells of a column that gives the dice are bold.
    fn cells(&mut self, table: &Table, row: &TableRow) -> Vec<Line> {
        let cells = table.columns.iter().zip(&row.cells);
        cells
            .map(|(column, cell)| self.rich(&cell.text, column.kind == ColumnKind::DiceKey))
            .collect()
    }
}

/// Returns the widths of the table's columns in `room` screen columns. Columns are wrapped if
/// necessary. Returns `None` if wrapped columns would be too narrow.
fn fit(grid: &Grid, room: usize, gap: usize) -> Option<Vec<usize>> {
    let count = grid.head.len();
    let room = room.checked_sub(gap * (count - 1))?;
    let widest = |column: usize, of: fn(&str) -> usize| {
        let cells = grid.rows.iter().map(|row| &row[column]);
        let cells = cells.map(|cell| of(&cell.text())).max().unwrap_or(0);
        (cells, cells.max(of(&grid.head[column].text())))
    };
    // A column may shrink to the width of its longest word. It stays at least `MIN_WIDTH` wide,
    // unless all cells below its head are narrower.
    let limits = (0..count).map(|column| {
        let (cells, natural) = widest(column, widest_line);
        let (_, word) = widest(column, longest_word);
        (natural.max(1), natural.min(word.max(cells.min(MIN_WIDTH))))
    });
    let (natural, mut least): (Vec<_>, Vec<_>) = limits.unzip();
    let mut spare = room.checked_sub(least.iter().sum())?;
    // The first column names the rows, so it is the last column to be wrapped, unless it would fill
    // more than half of the room.
    let label = natural[0] - least[0];
    if label <= spare && natural[0] <= room / 2 {
        least[0] = natural[0];
        spare -= label;
    }
    let wanted = natural.iter().sum::<usize>() - least.iter().sum::<usize>();
    let spare = spare.min(wanted);
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
    #[case(3, 6, 5)]
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
        let lines = &page.lines[4..];
        let shown: Vec<_> = lines.iter().map(Line::text).collect();
        assert_eq!(
            lines.iter().filter(|line| line.is_blank()).count(),
            blank,
            "{shown:#?}"
        );
    }
}
