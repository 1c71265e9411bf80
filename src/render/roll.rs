//! Lays out a table that is rolled, between other lines, and finds the lines of its rows.

use std::ops::Range;

use super::builder::{Builder, PageContext};
use super::line::Line;
use super::page::Page;
use crate::rules::{SectionRef, Table};

impl Page {
    /// Lays out the lines of `head`, a table of a section, if there is one, and the lines of `tail`.
    /// Returns the page, and the lines of each row of the table.
    pub fn of_roll(
        context: PageContext<'_>,
        head: Vec<Line>,
        table: Option<(SectionRef, &Table)>,
        tail: Vec<Line>,
    ) -> (Self, Vec<Range<usize>>) {
        let mut builder = Builder::new(context);
        for line in head {
            builder.set(line);
        }
        builder.gap();
        if let Some((section, table)) = table {
            builder.from = section;
            builder.table(table);
            builder.gap();
        }
        let starts = std::mem::take(&mut builder.row_starts);
        let end = builder.page.lines.len();
        for line in tail {
            builder.set(line);
        }
        let page = builder.finish();
        let ends = starts.iter().skip(1).copied().chain([end]);
        let rows = starts.iter().zip(ends).map(|(start, end)| {
            let lines = &page.lines[*start..end.min(page.lines.len())];
            let text = lines.iter().rposition(|line| !line.is_blank());
            *start..*start + text.map_or(0, |last| last + 1)
        });
        let rows = rows.collect();
        (page, rows)
    }

    /// Lays out one entry per line. The text of an entry with targets is a link, even if there are
    /// none of them.
    pub fn of_entries(
        context: PageContext<'_>,
        entries: Vec<(Line, Option<Vec<SectionRef>>)>,
    ) -> Self {
        let mut builder = Builder::new(context);
        for (mut line, targets) in entries {
            match targets {
                Some(targets) => builder.link_line(&mut line, targets),
                None if line.is_blank() => {
                    builder.gap();
                    continue;
                }
                None => {}
            }
            builder.set(line);
        }
        builder.finish()
    }
}
