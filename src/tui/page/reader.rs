//! The state of the page: the document, the place in it, the marked matches.

use std::cmp::Reverse;
use std::ops::Range;

use ratatui::layout::Rect;

use crate::render::Page;
use crate::rules::SectionRef;
use crate::search::Highlight;
use crate::tui::history::Place;
use crate::tui::library::{Library, Look};
use crate::tui::sheet::Sheet;

/// The page and the place on it.
pub struct Reader {
    /// The lines of its document, with the selected link.
    pub sheet: Sheet,
    /// The section being read: the one that was opened, then the one at the top of the screen.
    pub focus: SectionRef,
    /// The line of the heading, the match or the figure that was opened; `None` after scrolling on.
    pub line: Option<usize>,
    /// The last search, while its matches are marked.
    pub highlight: Option<Highlight>,
    /// Whether signs stand in place of the notes.
    pub hide_notes: bool,
    /// Whether the page tells what changes its rules elsewhere.
    pub knows_changes: bool,
}

impl Reader {
    /// A page at the start of a document. [`Reader::resize`] lays it out for the area.
    pub fn new(library: &Library, start: SectionRef, area: Rect) -> Self {
        let page = Page {
            width: area.width,
            ..Page::default()
        };
        Self {
            sheet: Sheet::new(page, usize::from(area.height)),
            focus: start,
            line: Some(0),
            highlight: None,
            hide_notes: false,
            knows_changes: library.known_backlinks(start).is_some(),
        }
    }

    fn laid_out(&self, library: &Library, width: u16) -> Page {
        let look = Look {
            highlight: self.highlight.as_ref(),
            hide_notes: self.hide_notes,
            value: None,
        };
        library.page(library.book.document_of(self.focus).root, width, look)
    }

    /// Shows a place of rules that were reloaded.
    pub fn reload(&mut self, library: &Library, place: &Place) {
        self.focus = place.focus;
        self.knows_changes = library.known_backlinks(place.focus).is_some();
        self.sheet.page = self.laid_out(library, self.sheet.page.width);
        self.restore(library, place);
    }

    /// Takes a new size. The place stays.
    pub fn resize(&mut self, library: &Library, Rect { width, height, .. }: Rect) {
        self.sheet.resize(usize::from(height));
        if self.sheet.page.width != width || self.sheet.page.lines.is_empty() {
            self.lay_out(library, width);
        }
    }

    /// Lays the page out again. The place stays.
    fn lay_out(&mut self, library: &Library, width: u16) {
        let place = self.place();
        self.sheet.page = self.laid_out(library, width);
        self.sheet.link = None;
        self.line = self.line.and_then(|_| self.sheet.page.line_of(self.focus));
        self.return_to_line(&place);
    }

    /// Shows a section, of this document or another.
    pub fn go(&mut self, library: &Library, section: SectionRef) {
        self.open(library, section);
        self.show(section);
    }

    /// Shows a section with the matches of a search, and the line with most of the `sought` words, which are in lower case.
    pub fn go_marked(
        &mut self,
        library: &Library,
        section: SectionRef,
        highlight: Highlight,
        sought: &[String],
    ) {
        self.highlight = Some(highlight).filter(|highlight| !highlight.is_empty());
        self.focus = section;
        self.sheet.page = self.laid_out(library, self.sheet.page.width);
        self.sheet.link = None;
        self.show(section);
        let lines = self.lines_before(section, library.book.section(section).end);
        let best = self.sheet.page.best_match(lines, sought);
        if let Some(lines) = best.filter(|lines| lines.end > self.sheet.scroll + self.sheet.height)
        {
            self.sheet.show(lines.end - 1);
            self.line = Some(lines.start);
        }
    }

    /// Shows the line of a section that has a text, and of several such lines the one with most of the words.
    pub fn show_words(&mut self, section: SectionRef, text: &str, words: &str) {
        let score = |line: &usize| {
            let shown = self.sheet.page.lines[*line].text();
            let words = words.split_whitespace();
            let known = words.filter(|word| shown.contains(*word)).count();
            (shown.contains(text), known, Reverse(*line))
        };
        let lines = self.lines_before(section, SectionRef(section.0 + 1));
        if let Some(line) = lines.max_by_key(score) {
            self.sheet.show(line);
            self.line = Some(line);
        }
    }

    /// The lines from the heading of a section to that of the next section from `end` on.
    fn lines_before(&self, section: SectionRef, end: SectionRef) -> Range<usize> {
        let page = &self.sheet.page;
        let start = page.line_of(section).unwrap_or(0);
        let next = page
            .anchors
            .iter()
            .find(|anchor| anchor.line > start && anchor.section >= end);
        start..next.map_or(page.lines.len(), |next| next.line)
    }

    /// Returns to a place.
    pub fn restore(&mut self, library: &Library, place: &Place) {
        self.open(library, place.focus);
        self.line = None;
        self.return_to_line(place);
        self.sheet.return_to(self.sheet.scroll, place.link);
    }

    /// The place on the page.
    pub fn place(&self) -> Place {
        let (page, scroll) = (&self.sheet.page, self.sheet.scroll);
        let top = page.section_at(scroll).unwrap_or(self.focus);
        Place {
            focus: self.focus,
            top,
            offset: scroll.saturating_sub(page.line_of(top).unwrap_or(0)),
            link: self.sheet.link,
            search: None,
            side: None,
        }
    }

    /// Marks the matches of a search, or none.
    pub fn mark(&mut self, library: &Library, highlight: Option<Highlight>) {
        if self.highlight.is_some() || highlight.is_some() {
            self.highlight = highlight.filter(|highlight| !highlight.is_empty());
            self.lay_out(library, self.sheet.page.width);
        }
    }

    /// Adds the changes elsewhere to the page once they are known. The place and the selected link stay.
    pub fn learn_changes(&mut self, library: &Library) {
        if self.knows_changes || library.known_backlinks(self.focus).is_none() {
            return;
        }
        self.knows_changes = true;
        let page = &self.sheet.page;
        let place = self.sheet.link.and_then(|link| {
            let (line, column) = page.place_of_link(link)?;
            let section = page.section_at(line)?;
            Some((section, line - page.line_of(section)?, column))
        });
        let width = page.width;
        self.lay_out(library, width);
        self.sheet.link = place.and_then(|(section, line, column)| {
            let page = &self.sheet.page;
            page.link_at(page.line_of(section)? + line, column)
        });
    }

    /// Hides the notes, or shows them again. The first line on the screen stays the first.
    pub fn toggle_notes(&mut self, library: &Library) {
        self.hide_notes = !self.hide_notes;
        let page = self.laid_out(library, self.sheet.page.width);
        let line = self.sheet.page.same_line(self.sheet.scroll, &page);
        self.sheet.page = page;
        self.line = None;
        self.sheet.return_to(line, None);
    }

    /// Shows the document of a section.
    fn open(&mut self, library: &Library, section: SectionRef) {
        let document = |section| library.book.section(section).document;
        let before = std::mem::replace(&mut self.focus, section);
        if document(before) != document(section) {
            self.sheet.page = self.laid_out(library, self.sheet.page.width);
        }
        self.sheet.link = None;
    }

    fn return_to_line(&mut self, place: &Place) {
        let line = self.sheet.page.line_of(place.top).unwrap_or(0) + place.offset;
        self.sheet.scroll_to(line);
    }
}
