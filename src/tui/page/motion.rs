//! Moving on the page. The section being read follows the lines on the screen.

use std::ops::Range;

use super::reader::Reader;
use crate::render::TableRegion;
use crate::rules::SectionRef;
use crate::tui::library::Library;

impl Reader {
    /// Shows a section of the document, with the line before it: a run-in rule belongs to that.
    pub(super) fn show(&mut self, section: SectionRef) {
        self.focus = section;
        let line = self.sheet.page.line_of(section).unwrap_or(0);
        self.line = Some(line);
        self.sheet
            .scroll_to(line.saturating_sub(usize::from(self.sheet.height > 4)));
    }

    /// Scrolls by lines.
    pub fn scroll_by(&mut self, lines: isize) {
        let before = self.sheet.scroll;
        self.sheet.scroll_to(before.saturating_add_signed(lines));
        if self.sheet.scroll != before {
            self.follow_scroll();
        }
    }

    /// To the beginning or the end.
    pub(super) fn scroll_to_end(&mut self, end: bool) {
        self.sheet.scroll_to(if end { usize::MAX } else { 0 });
        self.follow_scroll();
        if end && let Some(last) = self.sheet.page.anchors.last() {
            self.focus = last.section;
        }
    }

    /// To the next or the previous section that has a heading.
    pub(super) fn move_to_section(&mut self, library: &Library, forward: bool) {
        let page = &self.sheet.page;
        let at = page.line_of(self.focus).unwrap_or(self.sheet.scroll);
        let mut headings = page
            .anchors
            .iter()
            .filter(|anchor| !library.book.section(anchor.section).run_in);
        let next = if forward {
            headings.find(|anchor| anchor.line > at)
        } else {
            headings.rfind(|anchor| anchor.line < at)
        };
        if let Some(section) = next.map(|anchor| anchor.section) {
            self.show(section);
        }
    }

    /// Selects the next or the previous link, one on the screen first; returns whether there is one.
    pub(super) fn move_to_link(&mut self, forward: bool) -> bool {
        let Some(next) = self.sheet.next_link(forward, &self.uncovered()) else {
            return false;
        };
        let before = self.sheet.scroll;
        self.keep_in_sight(self.sheet.page.links[next].line);
        if self.sheet.scroll != before {
            self.follow_scroll();
        }
        self.sheet.link = Some(next);
        true
    }

    /// To the next or the previous line with a match; gives its number and how many there are.
    pub(super) fn move_to_match(&mut self, forward: bool) -> Option<(usize, usize)> {
        let matches = self.sheet.page.matches();
        let third = self.sheet.height / 3;
        let middle = self.sheet.scroll + third;
        let next = if forward {
            let next = matches.iter().position(|line| *line > middle);
            next.unwrap_or(0)
        } else {
            let next = matches.iter().rposition(|line| *line < middle);
            next.or(matches.len().checked_sub(1))?
        };
        let line = *matches.get(next)?;
        self.sheet.scroll_to(line.saturating_sub(third));
        self.follow_scroll();
        self.line = Some(line);
        self.focus = self.sheet.page.section_at(line).unwrap_or(self.focus);
        Some((next + 1, matches.len()))
    }

    /// Shows a line, with lines round it if that needs scrolling.
    pub(super) fn keep_in_sight(&mut self, line: usize) {
        let (scroll, height) = (self.sheet.scroll, self.sheet.height);
        if line < scroll {
            self.sheet.scroll_to(line.saturating_sub(height / 3));
        } else if line >= scroll + height {
            self.sheet
                .scroll_to((line + 1 + height / 3).saturating_sub(height));
        }
    }

    /// The table whose head stays at the top of the screen, over its rows.
    #[must_use]
    pub fn pinned_table(&self) -> Option<&TableRegion> {
        self.sheet.page.tables.iter().find(|table| {
            let rows_at_top = table.head.start < self.sheet.scroll
                && self.sheet.scroll + table.head.len() < table.rows.end;
            rows_at_top && table.head.len() * 3 < self.sheet.height
        })
    }

    /// The lines on the screen that no table's head covers.
    #[must_use]
    pub fn uncovered(&self) -> Range<usize> {
        let visible = self.sheet.visible();
        let head = self.pinned_table().map_or(0, |table| table.head.len());
        visible.start + head..visible.end
    }

    fn follow_scroll(&mut self) {
        // The blank line above a heading still belongs to the section before, so that the second line counts.
        let line = self.sheet.scroll + usize::from(self.sheet.height > 4);
        if let Some(section) = self.sheet.page.section_at(line) {
            self.focus = section;
        }
        self.line = None;
        let visible = self.uncovered();
        let links = &self.sheet.page.links;
        self.sheet.link = self
            .sheet
            .link
            .filter(|link| visible.contains(&links[*link].line));
    }
}
