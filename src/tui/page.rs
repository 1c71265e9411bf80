//! The page: the document being read, the position in it, and the marked matches of a search.

use std::cmp::Reverse;
use std::ops::Range;

use ratatui::layout::Rect;

use super::action::Action;
use super::clipboard::Clip;
use super::draw::LinearScreen;
use super::effect::Effect;
use super::environment::Environment;
use super::history::Place;
use super::library::Library;
use super::sheet::Sheet;
use crate::render::heading::readable_date;
use crate::render::{Page, PageContext};
use crate::rules::SectionRef;
use crate::search::Highlight;

/// The page and the position of the reader on it.
pub struct Reader {
    /// The laid-out document, with its scroll position and the selected link.
    pub sheet: Sheet,
    /// The section being read: the section that was opened or, after scrolling, the section at the
    /// top of the screen.
    pub focus: SectionRef,
    /// The line of the heading, match or key number that was opened; `None` after scrolling.
    pub line: Option<usize>,
    /// The last search, while its matches are marked.
    pub highlight: Option<Highlight>,
    /// Whether marks such as `2 notes` replace the notes.
    pub hide_notes: bool,
    /// Whether the page shows which passages elsewhere change its rules.
    shows_changes: bool,
    /// Whether the page does not show the passages that change its rules, and they have not been
    /// requested since it was laid out.
    pub wants_changes: bool,
}

impl Reader {
    /// Creates a page for the document of `start`. [`Reader::resize`] lays it out.
    pub fn new(start: SectionRef, area: Rect) -> Self {
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
            shows_changes: false,
            wants_changes: true,
        }
    }

    fn laid_out(&mut self, library: &Library, width: u16) -> Page {
        // A long page takes much memory, so drop the old lines before laying out the new ones.
        self.sheet.page.lines = Vec::new();
        let context = PageContext {
            highlight: self.highlight.as_ref(),
            hide_notes: self.hide_notes,
            ..library.context(width)
        };
        let root = library.book.document_of(self.focus).root;
        self.shows_changes = library.known_changes(root).is_some();
        self.wants_changes = !self.shows_changes;
        library.page(context, root)
    }

    /// Adapts the page to a new size. The reader stays at the same place.
    pub fn resize(&mut self, library: &Library, Rect { width, height, .. }: Rect) {
        self.sheet.resize(usize::from(height));
        if self.sheet.page.width != width || self.sheet.page.lines.is_empty() {
            self.lay_out(library, width);
        }
    }

    /// Lays out the page again. The reader stays at the same place.
    fn lay_out(&mut self, library: &Library, width: u16) {
        let place = self.place();
        let current = self.sheet.current.clone();
        let before = self.sheet.page.line_of(self.focus);
        let page = self.laid_out(library, width);
        self.sheet.replace(page);
        let after = self.sheet.page.line_of(self.focus);
        // Move the current match by as many lines as the heading of the section being read has
        // moved.
        let moved = |line: usize| Some((line + after?).saturating_sub(before?));
        self.sheet.current = moved(current.start).unwrap_or(0)..moved(current.end).unwrap_or(0);
        self.line = self.line.and(after);
        self.return_to_line(&place);
    }

    /// Shows a place in reloaded rules.
    pub fn reload(&mut self, library: &Library, place: &Place) {
        self.focus = place.focus;
        self.sheet.page = self.laid_out(library, self.sheet.page.width);
        self.restore(library, place, self.sheet.page.width);
    }

    /// Shows a section of this or another document.
    pub fn go(&mut self, library: &Library, section: SectionRef, width: u16) {
        self.open(library, section, width);
        self.sheet.fade();
        self.show(section);
    }

    /// Shows a section and marks the matches of a search. A few consecutive lines, those with the
    /// most of the lower-case `words`, become the current match. If they end below the screen,
    /// scrolls to them.
    pub fn go_marked(
        &mut self,
        library: &Library,
        section: SectionRef,
        width: u16,
        highlight: Highlight,
        words: &[String],
    ) {
        self.highlight = Some(highlight).filter(|highlight| !highlight.is_empty());
        self.focus = section;
        self.sheet.page = self.laid_out(library, width);
        self.show(section);
        let lines = self.lines_before(section, library.book.section(section).end);
        let best = self.sheet.page.best_match(lines, words);
        if let Some(lines) = &best
            && lines.end > self.sheet.scroll + self.sheet.height
        {
            self.sheet.show(lines.end - 1);
            self.line = Some(lines.start);
        }
        let heading = self.line.unwrap_or(0);
        self.sheet.current = best.unwrap_or(heading..heading + 1);
        self.sheet.faded = false;
    }

    /// Scrolls to the line of `section` that contains the most words of `words`, or to the first
    /// of several such lines. If any line contains `text`, only lines that contain `text` count.
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

    /// Returns the lines from the heading of `section` to the line before the next heading of `end`
    /// or a later section.
    fn lines_before(&self, section: SectionRef, end: SectionRef) -> Range<usize> {
        let page = &self.sheet.page;
        let start = page.line_of(section).unwrap_or(0);
        let mut anchors = page.anchors.iter();
        let next = anchors.find(|anchor| anchor.line > start && anchor.section >= end);
        start..next.map_or(page.lines.len(), |next| next.line)
    }

    /// Returns to a place.
    pub fn restore(&mut self, library: &Library, place: &Place, width: u16) {
        self.open(library, place.focus, width);
        self.sheet.fade();
        self.line = None;
        self.return_to_line(place);
        self.sheet.return_to(self.sheet.scroll, place.link);
    }

    /// Returns the current place.
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

    /// Adds the passages elsewhere that change the rules of the page, once the backlinks are known.
    /// The place and the selected link stay the same.
    pub fn add_changes(&mut self, library: &Library) {
        let root = library.book.document_of(self.focus).root;
        if self.shows_changes || library.known_changes(root).is_none() {
            return;
        }
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

    /// Makes `section` the section being read, and lays out its document if necessary.
    fn open(&mut self, library: &Library, section: SectionRef, width: u16) {
        let document = |section| library.book.section(section).document;
        let before = std::mem::replace(&mut self.focus, section);
        let page = &self.sheet.page;
        if document(before) != document(section) || page.width != width || page.lines.is_empty() {
            self.sheet.page = self.laid_out(library, width);
        }
        self.sheet.link = None;
    }

    fn return_to_line(&mut self, place: &Place) {
        let line = self.sheet.page.line_of(place.top).unwrap_or(0) + place.offset;
        self.sheet.scroll_to(line);
    }

    /// Performs an action. Returns the effect for the browser, if there is one.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Effect> {
        match action {
            Action::NextSection | Action::PreviousSection => {
                self.move_to_section(env.library, action == Action::NextSection);
            }
            Action::NextMatch | Action::PreviousMatch => {
                return Some(self.show_match(action == Action::NextMatch, env));
            }
            Action::Notes => return Some(self.toggle_notes(env)),
            Action::Pin => return Some(Effect::Pin(self.focus)),
            Action::CompareVersions => return Some(self.compare(env)),
            Action::Copy => {
                let name = env.library.title(self.focus);
                let text = env.library.citation(self.focus);
                return Some(Effect::Copy(Clip { name, text }));
            }
            Action::CopyId => {
                let id = env.library.book.section(self.focus).id.clone();
                let name = id.clone();
                return Some(Effect::Copy(Clip { name, text: id }));
            }
            // If a link is selected, the first press only deselects it, and the next removes the
            // marks of the search.
            Action::Close if self.sheet.link.take().is_none() => {
                if self.highlight.take().is_some() {
                    self.lay_out(env.library, self.sheet.page.width);
                }
            }
            _ => {
                let before = self.sheet.scroll;
                let is_end = matches!(action, Action::Top | Action::Bottom);
                let effect = self.sheet.perform(action, env);
                if is_end || self.sheet.scroll != before {
                    self.follow_scroll();
                }
                if let (Action::Bottom, Some(last)) = (action, self.sheet.page.anchors.last()) {
                    self.focus = last.section;
                }
                return effect;
            }
        }
        None
    }

    fn show_match(&mut self, forward: bool, env: &Environment<'_>) -> Effect {
        Effect::Status(match self.move_to_match(forward) {
            Some((at, of)) => format!("match {at} of {of}"),
            None if self.highlight.is_none() => {
                env.advice("no search yet", Action::Search, "searches")
            }
            None => env.advice(
                "no match in this document",
                Action::Search,
                "searches all rules",
            ),
        })
    }

    /// Hides the notes, or shows them again. The first visible line stays the same.
    fn toggle_notes(&mut self, env: &Environment<'_>) -> Effect {
        self.hide_notes = !self.hide_notes;
        let page = self.laid_out(env.library, self.sheet.page.width);
        let line = self.sheet.page.same_line(self.sheet.scroll, &page);
        self.sheet.page = page;
        self.sheet.fade();
        self.line = None;
        self.sheet.return_to(line, None);
        Effect::Status(if self.hide_notes {
            env.advice("notes are hidden", Action::Notes, "shows them")
        } else {
            "notes are shown".to_owned()
        })
    }

    /// Compares the section being read with the first of its other versions.
    fn compare(&self, env: &Environment<'_>) -> Effect {
        if let Some(version) = env.library.links.versions(self.focus).first() {
            Effect::Compare(self.focus, version.section)
        } else {
            let name = env.library.title(self.focus);
            Effect::Status(format!("{name} has no other versions"))
        }
    }

    /// Describes the page for linear mode.
    pub fn linear(&self, env: &Environment<'_>) -> LinearScreen<'static> {
        self.sheet.linear(self.name(env), self.line, env)
    }

    /// Returns the document, section, date and bookmark for the first line of linear mode.
    fn name(&self, env: &Environment<'_>) -> String {
        let (book, symbols) = (&env.library.book, env.styles.symbols);
        let titles = env.library.book.titles(self.focus);
        let mut name = titles[0].clone();
        if titles.len() > 1 {
            name = format!("{name}: {}", titles[1..].join(symbols.path));
        }
        let front_matter = &book.document_of(self.focus).front_matter;
        if let Some(date) = front_matter.get("last_update_date") {
            name = format!("{name}, {}", readable_date(date));
        }
        match env.state.bookmark(&book.section(self.focus).id) {
            Some(bookmark) => format!("{name}{} {}", symbols.bookmark, bookmark.name),
            None => name,
        }
    }

    /// Moves to a section. Its heading becomes the second visible line (the first on a very short
    /// screen), because a run-in rule continues the text above it.
    fn show(&mut self, section: SectionRef) {
        self.focus = section;
        self.sheet.link = None;
        let line = self.sheet.page.line_of(section).unwrap_or(0);
        self.line = Some(line);
        self.sheet
            .scroll_to(line.saturating_sub(usize::from(self.sheet.height > 4)));
    }

    /// Scrolls by some lines, and makes the section at the top of the screen the one being read.
    pub fn scroll_by(&mut self, lines: isize) {
        let before = self.sheet.scroll;
        self.sheet.scroll_by(lines);
        if self.sheet.scroll != before {
            self.follow_scroll();
        }
    }

    /// Moves to the next or the previous section that has a heading.
    fn move_to_section(&mut self, library: &Library, forward: bool) {
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
            self.sheet.fade();
            self.show(section);
        }
    }

    /// Moves to the next or the previous line with a match. Returns its number among the lines with
    /// a match, counted from 1, and the number of these lines; `None` if there are none.
    fn move_to_match(&mut self, forward: bool) -> Option<(usize, usize)> {
        let (number, of) = self.sheet.move_to_match(forward)?;
        let current = self.sheet.current.clone();
        self.follow_scroll();
        (self.sheet.current, self.sheet.faded) = (current.clone(), false);
        self.line = Some(current.start);
        let section = self.sheet.page.section_at(current.start);
        self.focus = section.unwrap_or(self.focus);
        Some((number, of))
    }

    /// Makes the section at the top of the screen the one being read.
    fn follow_scroll(&mut self) {
        self.sheet.fade();
        // The blank line above a heading belongs to the previous section, so the second line on the
        // screen decides.
        let line = self.sheet.scroll + usize::from(self.sheet.height > 4);
        if let Some(section) = self.sheet.page.section_at(line) {
            self.focus = section;
        }
        self.line = None;
    }
}
