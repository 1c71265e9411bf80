//! Moving on the page. The section being read follows the lines on the screen.

use super::reader::Reader;
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
        self.sheet.scroll_by(lines);
        if self.sheet.scroll != before {
            self.follow_scroll();
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
        let before = self.sheet.scroll;
        let is_found = self.sheet.to_link(forward);
        if self.sheet.scroll != before {
            self.follow_scroll();
        }
        is_found
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
        let top = line.saturating_sub(third).cast_signed();
        self.sheet.scroll_by(top - self.sheet.scroll.cast_signed());
        self.follow_scroll();
        self.line = Some(line);
        self.focus = self.sheet.page.section_at(line).unwrap_or(self.focus);
        Some((next + 1, matches.len()))
    }

    /// Makes the section at the top of the screen the one being read.
    pub(super) fn follow_scroll(&mut self) {
        // The blank line above a heading still belongs to the section before, so that the second line counts.
        let line = self.sheet.scroll + usize::from(self.sheet.height > 4);
        if let Some(section) = self.sheet.page.section_at(line) {
            self.focus = section;
        }
        self.line = None;
    }
}
