//! Tables: columns as wide as their content where that fits, else text columns wrapped, else a record a row. Nothing is
//! ever cut off.

use super::flow::Flow;
use super::{Builder, Line, TableRegion, wrap};
use crate::quantity::Value;
use crate::rules::Row;
use crate::rules::{ColumnKind, RichText, Table};
use crate::theme::{Face, Role};

/// Columns between two columns, and where that is too many.
const GAPS: [usize; 2] = [2, 1];

/// A text column is wrapped no narrower than this; below it, records are easier to read.
const NARROWEST: usize = 10;

/// A table whose cells are ready to be set.
struct Grid {
    head: Vec<Flow>,
    rows: Vec<Vec<Flow>>,
    right: Vec<bool>,
    widths: Vec<usize>,
    gap: usize,
}

impl Builder<'_> {
    pub(super) fn table(&mut self, table: &Table) {
        if table.columns.is_empty() {
            return;
        }
        let mut grid = self.grid(table);
        if self.is_linear() {
            let rows = grid.rows.len();
            let count = if rows == 1 {
                "Table of 1 row".to_owned()
            } else {
                format!("Table of {rows} rows")
            };
            self.set(&Flow::of(&count, Face::of(Role::Dim)));
            self.gap();
            return self.records(&grid);
        }
        let room = self.room();
        match GAPS
            .into_iter()
            .find_map(|gap| Some((gap, fit(&grid, room, gap)?)))
        {
            Some((gap, widths)) => {
                (grid.gap, grid.widths) = (gap, widths);
                self.columns(&grid);
            }
            None => self.records(&grid),
        }
    }

    fn grid(&mut self, table: &Table) -> Grid {
        let odds = odds(table);
        let mut right: Vec<_> = table.columns.iter().map(|column| column.right).collect();
        // Heads name what stands below them; a link there would only distract, and records show no heads.
        let mut head: Vec<_> = table
            .columns
            .iter()
            .map(|column| Flow::of(&column.name.plain, Face::of(Role::Dim)))
            .collect();
        let mut rows: Vec<Vec<Flow>> = table.rows.iter().map(|row| self.row(table, row)).collect();
        if let Some(odds) = odds {
            right.push(true);
            head.push(Flow::of("odds", Face::of(Role::Dim)));
            for (row, odds) in rows.iter_mut().zip(odds) {
                row.push(Flow::of(&odds, Face::of(Role::Dim)));
            }
        }
        Grid {
            head,
            rows,
            right,
            widths: Vec::new(),
            gap: 0,
        }
    }

    fn row(&mut self, table: &Table, row: &Row) -> Vec<Flow> {
        let blank = RichText::default();
        let cells = table.columns.iter().enumerate().map(|(index, column)| {
            let text = row.cells.get(index).map_or(&blank, |cell| &cell.text);
            let strong = matches!(column.kind, ColumnKind::DiceKey);
            self.cell(
                text,
                if strong {
                    Face::default().strong()
                } else {
                    Face::default()
                },
            )
        });
        cells.collect()
    }

    fn cell(&mut self, text: &RichText, face: Face) -> Flow {
        let mut flow = Flow::default();
        flow.push_rich(self, text, face);
        flow
    }

    /// The table in columns.
    fn columns(&mut self, grid: &Grid) {
        let start = self.page.lines.len();
        self.columns_row(grid, &grid.head);
        let head = start..self.page.lines.len();
        // Where many rows take several lines, air keeps them apart; else the table stays dense.
        let several = |row: &&Vec<Flow>| {
            row.iter()
                .zip(&grid.widths)
                .any(|(cell, width)| lines_of(cell, *width) > 1)
        };
        let airy = grid.rows.iter().filter(several).count() * 3 > grid.rows.len();
        for (index, row) in grid.rows.iter().enumerate() {
            if index > 0 && airy {
                self.gap();
            }
            self.columns_row(grid, row);
        }
        let rows = head.end..self.page.lines.len();
        self.page.tables.push(TableRegion { head, rows });
    }

    fn columns_row(&mut self, grid: &Grid, cells: &[Flow]) {
        let set: Vec<_> = cells
            .iter()
            .zip(&grid.widths)
            .map(|(cell, width)| (cell, wrap::wrap(&cell.text, *width, *width)))
            .collect();
        let height = set.iter().map(|(_, lines)| lines.len()).max().unwrap_or(1);
        for index in 0..height {
            let mut line = self.begin();
            let at = self.page.lines.len();
            let mut column = line.width();
            for (place, (cell, lines)) in set.iter().enumerate() {
                if let Some(range) = lines.get(index) {
                    let wide = wrap::width(&cell.text[range.clone()]);
                    let shift = if grid.right[place] {
                        grid.widths[place].saturating_sub(wide)
                    } else {
                        0
                    };
                    line.pad_to(column + shift);
                    self.pieces(&mut line, cell, range.clone(), at);
                }
                column += grid.widths[place] + grid.gap;
            }
            self.end(line);
        }
    }

    /// A record a row: its first cell in bold, then `Name  value` for each of the others.
    fn records(&mut self, grid: &Grid) {
        let names: Vec<_> = grid
            .head
            .iter()
            .map(|name| name.text.replace('\n', " "))
            .collect();
        let widest = names
            .iter()
            .map(|name| wrap::width(name))
            .max()
            .unwrap_or(0)
            .min(self.room() / 2);
        for (index, row) in grid.rows.iter().enumerate() {
            if index > 0 {
                self.gap();
            }
            for (place, cell) in row.iter().enumerate() {
                if place == 0 {
                    let mut first = cell.clone();
                    first.strengthen();
                    self.field(&names[place], widest, &first);
                } else if !cell.text.trim().is_empty() {
                    self.field(&names[place], widest, cell);
                }
            }
        }
    }

    /// A name and its value; a name that has no room beside the value stands above it.
    fn field(&mut self, name: &str, widest: usize, value: &Flow) {
        if self.is_linear() {
            let label = if name.trim().is_empty() {
                String::new()
            } else {
                format!("{}: ", name.trim())
            };
            self.lead(&label, Face::of(Role::Dim));
            return self.set(value);
        }
        if wrap::width(name) > widest {
            self.set(&Flow::of(name, Face::of(Role::Dim)));
            self.within(None, "  ", Face::default(), |builder| builder.set(value));
            return;
        }
        let label = format!("{name:<widest$}  ");
        let rest = " ".repeat(wrap::width(&label));
        self.within(
            Some((&label, Face::of(Role::Dim))),
            &rest,
            Face::default(),
            |builder| builder.set(value),
        );
    }

    fn pieces(&mut self, line: &mut Line, cell: &Flow, range: std::ops::Range<usize>, at: usize) {
        for piece in cell.pieces(range) {
            if let Some(link) = piece.link {
                self.reach(link, at);
            }
            line.push_piece(piece);
        }
    }
}

fn lines_of(cell: &Flow, width: usize) -> usize {
    wrap::wrap(&cell.text, width, width).len()
}

/// The widths of the columns in `room` columns; `None` where the table reads better as records.
fn fit(grid: &Grid, room: usize, gap: usize) -> Option<Vec<usize>> {
    let count = grid.head.len();
    let room = room.checked_sub(gap * (count - 1))?;
    let all = || std::iter::once(&grid.head).chain(&grid.rows);
    let widest = |column: usize, of: fn(&str) -> usize| {
        all()
            .filter_map(|row| row.get(column))
            .map(|cell| of(&cell.text))
            .max()
    };
    let natural: Vec<_> = (0..count)
        .map(|column| widest(column, widest_line).unwrap_or(0).max(1))
        .collect();
    if natural.iter().sum::<usize>() <= room {
        return Some(natural);
    }
    // A column may shrink to its longest word, and no further than is readable; a head alone never keeps it wide.
    let cells = |column: usize| {
        grid.rows
            .iter()
            .filter_map(|row| row.get(column))
            .map(|cell| widest_line(&cell.text))
            .max()
    };
    let least: Vec<_> = (0..count)
        .map(|column| {
            let readable = cells(column).unwrap_or(0).min(NARROWEST);
            natural[column].min(widest(column, longest_word).unwrap_or(1).max(readable))
        })
        .collect();
    let spare = room.checked_sub(least.iter().sum())?;
    let wanted: usize = natural
        .iter()
        .zip(&least)
        .map(|(natural, least)| natural - least)
        .sum();
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

/// For a table that is rolled on: how likely each row is, in percent.
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
    let shown = |odds: Option<crate::quantity::Odds>| {
        odds.map_or(String::new(), |odds| format!("{:.1} %", odds.percent()))
    };
    (known > 1).then(|| odds.into_iter().map(shown).collect())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use crate::links::LinkGraph;
    use crate::render::{Context, Line, Page};
    use crate::rules::{Rulebook, SectionRef};
    use crate::source::Source;

    /// How many blank lines stand among the rows of a table of which so many take several lines.
    #[rstest]
    #[case(0, 6, 0)]
    #[case(2, 6, 0)]
    #[case(3, 6, 5)]
    #[case(6, 6, 5)]
    fn air_keeps_rows_apart_where_more_than_a_third_take_several_lines(
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
        let links = LinkGraph::new(&book);
        let page = Page::of(Context::new(&book, &links, 34), SectionRef(0));
        let lines = &page.lines[page.tables[0].rows.clone()];
        let shown: Vec<_> = lines.iter().map(Line::text).collect();
        assert_eq!(
            lines.iter().filter(|line| line.is_blank()).count(),
            blank,
            "{shown:#?}"
        );
    }
}
