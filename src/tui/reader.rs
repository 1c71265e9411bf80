//! The page being read: its lines, what of them is on the screen, the selected link.

use std::ops::Range;

use super::history::Place;
use super::library::{Library, Look};
use crate::render::{Page, TableRegion};
use crate::rules::{DocumentRef, SectionRef};
use crate::search::Highlight;

/// The reading state.
pub struct Reader {
    /// The document on the page.
    pub document: DocumentRef,
    /// Its lines for the current width.
    pub page: Page,
    /// The first visible line.
    pub scroll: usize,
    /// The section being read: where one jumped to, then the one at the top of the screen.
    pub focus: SectionRef,
    /// The selected link.
    pub link: Option<usize>,
    /// The line that one went to: of a heading, a match, a figure. Nothing once one has scrolled on.
    pub line: Option<usize>,
    /// The last search, while its matches are marked.
    pub highlight: Option<Highlight>,
    /// Whether a mark stands in place of the notes.
    pub hide_notes: bool,
    /// Whether the page says what changes its rules elsewhere.
    pub knows_changes: bool,
    height: usize,
}

impl Reader {
    /// A reader at a section.
    #[must_use]
    pub fn new(library: &Library, section: SectionRef, (width, height): (u16, u16)) -> Self {
        let mut reader = Self {
            document: library.book.section(section).document,
            page: Page::default(),
            scroll: 0,
            focus: section,
            link: None,
            line: None,
            highlight: None,
            hide_notes: false,
            knows_changes: library.known_backlinks(section).is_some(),
            height: usize::from(height),
        };
        reader.page = reader.laid_out(library, width);
        reader.show(section);
        reader
    }

    /// Takes a new size; lays the page out again only where its width is another one, and keeps the place.
    pub fn resize(&mut self, library: &Library, (width, height): (u16, u16)) {
        self.height = usize::from(height);
        if self.page.width == width {
            self.scroll_to(self.scroll);
        } else {
            self.lay_out(library, width);
        }
    }

    /// Lays the page out anew, in the same place.
    pub fn lay_out(&mut self, library: &Library, width: u16) {
        let place = self.place();
        self.page = self.laid_out(library, width);
        self.link = None;
        self.line = self.line.and_then(|_| self.page.line_of(self.focus));
        self.return_to_line(&place);
    }

    /// Shows a section, of this document or another.
    pub fn go(&mut self, library: &Library, section: SectionRef) {
        self.open(library, library.book.section(section).document);
        self.show(section);
    }

    /// Shows a section with what a search found marked. Of certain words of it, in small letters, those that stand together come in sight.
    pub fn go_marked(
        &mut self,
        library: &Library,
        section: SectionRef,
        highlight: Highlight,
        sought: &[String],
    ) {
        self.highlight = Some(highlight).filter(|highlight| !highlight.is_empty());
        self.document = library.book.section(section).document;
        self.page = self.laid_out(library, self.page.width);
        self.link = None;
        self.show(section);
        let start = self.page.line_of(section).unwrap_or(0);
        let end = library.book.section(section).end;
        let next = self
            .page
            .anchors
            .iter()
            .find(|anchor| anchor.line > start && anchor.section >= end);
        let end = next.map_or(self.page.lines.len(), |next| next.line);
        let best = self.page.best_match(start..end, sought);
        if let Some(lines) = best.filter(|lines| lines.end > self.scroll + self.height) {
            self.keep_in_sight(lines.end - 1);
            self.line = Some(lines.start);
        }
    }

    /// Goes back to a place.
    pub fn restore(&mut self, library: &Library, place: &Place) {
        self.open(library, library.book.section(place.focus).document);
        self.line = None;
        self.return_to_line(place);
        self.focus = place.focus;
        self.link = place.link.filter(|link| *link < self.page.links.len());
    }

    /// The place being read, without a search or what has the keys beside the page.
    #[must_use]
    pub fn place(&self) -> Place {
        let top = self.page.section_at(self.scroll).unwrap_or(self.focus);
        let offset = self
            .scroll
            .saturating_sub(self.page.line_of(top).unwrap_or(0));
        Place {
            focus: self.focus,
            top,
            offset,
            link: self.link,
            search: None,
            aside: None,
        }
    }

    /// Marks what a search looks for, or nothing.
    pub fn mark(&mut self, library: &Library, highlight: Option<Highlight>) {
        if self.highlight.is_some() || highlight.is_some() {
            self.highlight = highlight.filter(|highlight| !highlight.is_empty());
            self.lay_out(library, self.page.width);
        }
    }

    /// Says what changes the rules elsewhere, once that is known; place and selected link stay.
    pub fn learn_changes(&mut self, library: &Library) {
        if self.knows_changes || library.known_backlinks(self.focus).is_none() {
            return;
        }
        self.knows_changes = true;
        let link = self.link.and_then(|link| self.place_of_link(link));
        self.lay_out(library, self.page.width);
        self.link =
            (0..self.page.links.len()).find(|at| link.is_some() && self.place_of_link(*at) == link);
    }

    /// A link by the section it stands in, its line there and how many links stand before it on that line.
    fn place_of_link(&self, link: usize) -> Option<(SectionRef, usize, usize)> {
        let line = self.page.links.get(link)?.line;
        let section = self.page.section_at(line)?;
        let before = self.page.links[..link]
            .iter()
            .filter(|other| other.line == line)
            .count();
        Some((section, line - self.page.line_of(section)?, before))
    }

    /// Shows the notes, or a mark in their place. What was the first line on the screen stays it.
    pub fn toggle_notes(&mut self, library: &Library) {
        self.hide_notes = !self.hide_notes;
        let other = self.laid_out(library, self.page.width);
        let line = self.page.same_line(self.scroll, &other);
        self.page = other;
        (self.link, self.line) = (None, None);
        self.scroll_to(line);
    }

    /// Scrolls to the line of a section that shows a text, and of several such lines to the one with most of the words.
    pub fn show_words(&mut self, section: SectionRef, text: &str, words: &str) {
        let Some(start) = self.page.line_of(section) else {
            return;
        };
        let next = self
            .page
            .anchors
            .iter()
            .find(|anchor| anchor.section > section)
            .map(|anchor| anchor.line);
        let lines = start
            ..next
                .unwrap_or(self.page.lines.len())
                .max(start + 1)
                .min(self.page.lines.len());
        let wanted: Vec<_> = words.split_whitespace().collect();
        let score = |line: &usize| {
            let shown = self.page.lines[*line].text();
            let known = wanted.iter().filter(|word| shown.contains(**word)).count();
            (shown.contains(text), known, std::cmp::Reverse(*line))
        };
        if let Some(line) = lines.max_by_key(score) {
            self.keep_in_sight(line);
            self.line = Some(line);
        }
    }

    fn laid_out(&self, library: &Library, width: u16) -> Page {
        let look = Look {
            highlight: self.highlight.as_ref(),
            hide_notes: self.hide_notes,
            value: None,
        };
        library.page(library.book.document(self.document).root, width, look)
    }

    /// The lines on the screen.
    #[must_use]
    pub fn visible(&self) -> Range<usize> {
        self.scroll..(self.scroll + self.height).min(self.page.lines.len())
    }

    /// The table whose head is kept over its rows, at the top of the screen.
    #[must_use]
    pub fn pinned_table(&self) -> Option<&TableRegion> {
        self.page.tables.iter().find(|table| {
            let rows_at_top =
                table.head.start < self.scroll && self.scroll + table.head.len() < table.rows.end;
            rows_at_top && table.head.len() * 3 < self.height
        })
    }

    /// The lines on the screen that no table's head covers.
    #[must_use]
    pub fn uncovered(&self) -> Range<usize> {
        let visible = self.visible();
        visible.start + self.pinned_table().map_or(0, |table| table.head.len())..visible.end
    }

    /// Lines the screen has.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// Scrolls so that a line is the first, as far as there are lines.
    pub fn scroll_to(&mut self, line: usize) {
        self.scroll = line.min(self.last_scroll());
    }

    /// Scrolls by lines; the section being read follows.
    pub fn scroll_by(&mut self, lines: isize) {
        let before = self.scroll;
        self.scroll_to(self.scroll.saturating_add_signed(lines));
        if self.scroll != before {
            self.follow_scroll();
        }
    }

    /// To the beginning or the end.
    pub fn scroll_to_end(&mut self, end: bool) {
        self.scroll_to(if end { usize::MAX } else { 0 });
        self.follow_scroll();
        if end && let Some(last) = self.page.anchors.last() {
            self.focus = last.section;
        }
    }

    /// To the next or the previous section that has a heading.
    pub fn to_section(&mut self, library: &Library, forward: bool) {
        let at = self.page.line_of(self.focus).unwrap_or(self.scroll);
        let heading = |section| !library.book.section(section).run_in;
        let anchors = self
            .page
            .anchors
            .iter()
            .filter(|anchor| heading(anchor.section));
        let next = if forward {
            anchors.clone().find(|anchor| anchor.line > at)
        } else {
            anchors.clone().rev().find(|anchor| anchor.line < at)
        };
        if let Some(section) = next.map(|anchor| anchor.section) {
            self.show(section);
        }
    }

    /// Selects the next or the previous link, one on the screen first; scrolls where the screen has no more. Whether there
    /// was one.
    pub fn to_link(&mut self, forward: bool) -> bool {
        let visible = self.uncovered();
        let on_screen = |link: usize| visible.contains(&self.page.links[link].line);
        let links = 0..self.page.links.len();
        let current = self.link.filter(|link| on_screen(*link));
        let next = match (current, forward) {
            (Some(current), true) => links.clone().find(|link| *link > current),
            (Some(current), false) => links.clone().rev().find(|link| *link < current),
            (None, true) => links
                .clone()
                .find(|link| self.page.links[*link].line >= visible.start),
            (None, false) => links
                .clone()
                .rev()
                .find(|link| self.page.links[*link].line < visible.end),
        };
        let Some(next) = next else { return false };
        let before = self.scroll;
        self.keep_in_sight(self.page.links[next].line);
        if self.scroll != before {
            self.follow_scroll();
        }
        self.link = Some(next);
        true
    }

    /// To the next or previous line with a match; gives which of how many it is.
    pub fn to_match(&mut self, forward: bool) -> Option<(usize, usize)> {
        let matches = self.page.matches();
        let middle = self.scroll + self.height / 3;
        let next = if forward {
            matches.iter().position(|line| *line > middle).or(Some(0))
        } else {
            matches
                .iter()
                .rposition(|line| *line < middle)
                .or(matches.len().checked_sub(1))
        };
        let next = next.filter(|next| *next < matches.len())?;
        self.scroll_to(matches[next].saturating_sub(self.height / 3));
        self.follow_scroll();
        self.line = Some(matches[next]);
        self.focus = self.page.section_at(matches[next]).unwrap_or(self.focus);
        Some((next + 1, matches.len()))
    }

    /// Scrolls as little as needed to show a line.
    pub fn keep_in_sight(&mut self, line: usize) {
        if line < self.scroll {
            self.scroll_to(line.saturating_sub(self.height / 3));
        } else if line >= self.scroll + self.height {
            self.scroll_to((line + 1 + self.height / 3).saturating_sub(self.height));
        }
    }

    fn open(&mut self, library: &Library, document: DocumentRef) {
        if document != self.document || self.page.lines.is_empty() {
            self.document = document;
            self.page = self.laid_out(library, self.page.width);
        }
        self.link = None;
    }

    /// A run-in rule is shown with the line before it, so that one sees what it belongs to.
    fn show(&mut self, section: SectionRef) {
        self.focus = section;
        let line = self.page.line_of(section).unwrap_or(0);
        self.line = Some(line);
        self.scroll_to(line.saturating_sub(usize::from(self.height > 4)));
    }

    fn return_to_line(&mut self, place: &Place) {
        let line = self.page.line_of(place.top).unwrap_or(0) + place.offset;
        self.scroll_to(line);
    }

    fn follow_scroll(&mut self) {
        // The line under the first one: the blank line above a heading still belongs to the section before.
        if let Some(section) = self
            .page
            .section_at(self.scroll + usize::from(self.height > 4))
        {
            self.focus = section;
        }
        self.line = None;
        let visible = self.uncovered();
        self.link = self
            .link
            .filter(|link| visible.contains(&self.page.links[*link].line));
    }

    fn last_scroll(&self) -> usize {
        self.page.lines.len().saturating_sub(self.height)
    }
}
