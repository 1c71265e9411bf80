//! The page: the document being read, the position in it, and the marked matches of a search.

use std::cmp::Reverse;

use ratatui::layout::{Position, Rect};

use super::action::Action;
use super::clipboard::Clip;
use super::draw::{Canvas, LinearScreen};
use super::effect::Effect;
use super::environment::Environment;
use super::history::Place;
use super::keymap::Context;
use super::layout::ScreenAreas;
use super::pane::Pane;
use super::sheet::Sheet;
use crate::library::Library;
use crate::render::heading::readable_date;
use crate::render::{Page, PageContext};
use crate::rules::{Rulebook, SectionRef};
use crate::search::Highlight;
use crate::table::Rollable;

/// The page and the position of the reader on it.
#[derive(Default)]
pub struct Reader {
    /// The laid-out document, with its scroll position and the selected link.
    pub sheet: Sheet,
    /// The section being read: the section that was opened or, after scrolling, the section at the
    /// top of the screen.
    pub focus: SectionRef,
    /// The last search, while its matches are marked.
    pub highlight: Option<Highlight>,
    /// Whether only the labels of the notes are shown.
    pub hide_notes: bool,
    /// A section, and whether it has dice or a table to roll.
    dice: Option<(SectionRef, bool)>,
    /// Whether the page shows which passages elsewhere change its rules.
    shows_changes: bool,
    /// Whether the passages that change the rules of the page have been requested since it was laid
    /// out.
    pub asked_for_changes: bool,
}

/// The maximum number of sections in which dice are looked for.
const MAX_SEARCHED: usize = 30;

impl Reader {
    /// Creates a page for the document of `start`. [`Reader::lay_out_in`] lays it out.
    pub fn new(start: SectionRef) -> Self {
        Self {
            focus: start,
            sheet: Sheet {
                current: Some(0),
                ..Sheet::default()
            },
            ..Self::default()
        }
    }

    fn laid_out(&mut self, library: &Library, width: u16) -> Page {
        let context = PageContext {
            highlight: self.highlight.as_ref(),
            hide_notes: self.hide_notes,
            ..library.context(width)
        };
        let root = library.book.document_of(self.focus).root;
        self.shows_changes = library.known_changes(root).is_some();
        self.asked_for_changes = self.shows_changes;
        library.page(context, root)
    }

    /// Forgets what was found out about sections of old rules.
    pub fn forget_dice(&mut self) {
        self.dice = None;
    }

    /// Finds out whether the section being read has dice, unless it is too large to look.
    fn look_for_dice(&mut self, library: &Library) {
        if self.dice.is_some_and(|(section, _)| section == self.focus) {
            return;
        }
        let book = &library.book;
        let sections = book.subtree(self.focus).take(MAX_SEARCHED + 1);
        let has_dice =
            sections.count() <= MAX_SEARCHED && !Rollable::in_section(book, self.focus).is_empty();
        self.dice = Some((self.focus, has_dice));
    }

    /// Whether the section being read has dice or a table to roll.
    pub fn has_dice(&self) -> bool {
        self.dice == Some((self.focus, true))
    }

    /// Adapts the page to a new size, and adds the passages elsewhere that change its rules once
    /// they are known. The reader stays at the same place.
    pub fn lay_out_in(&mut self, library: &Library, area: Rect) {
        let page = &self.sheet.page;
        let root = library.book.document_of(self.focus).root;
        if page.width != area.width
            || page.lines.is_empty()
            || !self.shows_changes && library.known_changes(root).is_some()
            || library.can_complete(page, &[root])
        {
            self.lay_out(library, area.width);
        }
        self.sheet.resize(usize::from(area.height));
        self.look_for_dice(library);
    }

    /// Lays out the page again. The reader stays at the same place.
    fn lay_out(&mut self, library: &Library, width: u16) {
        let place = self.place();
        let before = self.sheet.page.line_of(self.focus);
        // Below the blank line that ends the section above, whose text may grow.
        let is_second = before == Some(self.sheet.scroll + 1);
        let page = self.laid_out(library, width);
        let is_resized = page.width != self.sheet.page.width && place.offset > 1;
        let same = || page.same_line(&self.sheet.page, self.sheet.scroll);
        let top = is_resized.then(same).flatten();
        self.sheet.replace(page);
        let after = self.sheet.page.line_of(self.focus);
        // Move the current line by as many lines as the heading of the section being read has moved.
        let current = self.sheet.current;
        self.sheet.current = current.and_then(|line| (line + after?).checked_sub(before?));
        match (after.filter(|_| is_second), top) {
            (Some(line), _) => self.sheet.scroll_to(line.saturating_sub(1)),
            (None, Some(top)) => self.sheet.scroll_to(top),
            (None, None) => self.return_to_line(&place),
        }
    }

    /// Makes `section` the section being read, and lays out its document if necessary.
    pub fn open(&mut self, library: &Library, section: SectionRef, width: u16) {
        self.focus = section;
        self.sheet.link = None;
        let page = &self.sheet.page;
        if page.width != width || page.line_of(section).is_none() {
            self.sheet.page = self.laid_out(library, width);
        }
    }

    /// Moves to a section of the page. Its heading becomes the second visible line (the first on a
    /// very short screen), because a run-in rule continues the text above it.
    pub fn show(&mut self, section: SectionRef) {
        self.focus = section;
        self.sheet.link = None;
        self.sheet.fade();
        let line = self.sheet.page.line_of(section).unwrap_or(0);
        self.sheet.current = Some(line);
        self.sheet
            .scroll_to(line.saturating_sub(usize::from(self.sheet.height > 4)));
    }

    /// Marks the matches of a search when the page is laid out again.
    pub fn mark(&mut self, highlight: Highlight) {
        self.highlight = Some(highlight).filter(|highlight| !highlight.is_empty());
        self.sheet.page = Page::default();
    }

    /// Shows a section of the page, whose matches are marked. The line with the most of the
    /// lower-case `words` becomes the current match. If it is below the screen, scrolls to it.
    pub fn show_match(&mut self, book: &Rulebook, section: SectionRef, words: &[String]) {
        self.show(section);
        let lines = self
            .sheet
            .page
            .lines_before(section, book.section(section).end);
        if let Some(line) = self.sheet.page.best_match(lines, words) {
            self.sheet.show(line);
            self.sheet.current = Some(line);
        }
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
        let lines = self
            .sheet
            .page
            .lines_before(section, SectionRef(section.0 + 1));
        if let Some(line) = lines.max_by_key(score) {
            self.sheet.show(line);
            self.sheet.current = Some(line);
        }
    }

    /// Returns to a place on the page.
    pub fn restore(&mut self, place: &Place) {
        self.sheet.fade();
        self.return_to_line(place);
        // Without the links of all texts, another link may have this index.
        let page = &self.sheet.page;
        let has_link = |link: &usize| !page.lacks_links && *link < page.links.len();
        self.sheet.link = place.link.filter(has_link);
    }

    fn return_to_line(&mut self, place: &Place) {
        let line = self.sheet.page.line_of(place.top).unwrap_or(0) + place.offset;
        self.sheet.scroll_to(line);
    }

    /// Returns the current place.
    pub fn place(&self) -> Place {
        let (page, scroll) = (&self.sheet.page, self.sheet.scroll);
        let top = page.section_at(scroll).unwrap_or(self.focus);
        Place {
            focus: self.focus,
            top,
            offset: scroll.saturating_sub(page.line_of(top).unwrap_or(0)),
            link: self.sheet.link.filter(|_| !page.lacks_links),
            ..Place::default()
        }
    }

    /// Hides the notes, or shows them again. Returns a message.
    fn toggle_notes(&mut self, env: &Environment<'_>) -> String {
        self.hide_notes = !self.hide_notes;
        self.lay_out(env.library, self.sheet.page.width);
        if self.hide_notes {
            env.advice(env.context, "notes are hidden", Action::Notes, "shows them")
        } else {
            "notes are shown".to_owned()
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
            self.show(section);
        }
    }

    /// Moves to the next or the previous line with a match, and makes its section the one being
    /// read. Returns a message.
    fn move_to_match(&mut self, forward: bool) -> String {
        if let Some((at, of)) = self.sheet.move_to_match(forward) {
            let line = self.sheet.current.unwrap_or(0);
            self.focus = self.sheet.page.section_at(line).unwrap_or(self.focus);
            format!("match {at} of {of}")
        } else {
            "no match in this document".to_owned()
        }
    }

    /// Makes the section at the top of the screen the one being read.
    fn follow_scroll(&mut self) {
        self.sheet.fade();
        // The blank line above a heading belongs to the previous section, so the second line on the
        // screen decides.
        let line = self.sheet.scroll + usize::from(self.sheet.height > 4);
        self.focus = self.sheet.page.section_at(line).unwrap_or(self.focus);
    }
}

impl Pane for Reader {
    fn context(&self) -> Context {
        Context::Page
    }

    fn area(&self, screen: &ScreenAreas) -> Rect {
        screen.reading.page
    }

    fn sheet(&self) -> Option<&Sheet> {
        Some(&self.sheet)
    }

    fn sheet_mut(&mut self) -> Option<&mut Sheet> {
        Some(&mut self.sheet)
    }

    fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Effect> {
        let name = || env.library.title(self.focus);
        Some(match action {
            Action::NextSection | Action::PreviousSection => {
                self.move_to_section(env.library, action == Action::NextSection);
                return None;
            }
            Action::NextMatch | Action::PreviousMatch => {
                Effect::Status(self.move_to_match(action == Action::NextMatch))
            }
            Action::Notes => Effect::Status(self.toggle_notes(env)),
            Action::Pin => Effect::Pin(Some(self.focus)),
            Action::CompareVersions => match env.library.links.versions(self.focus).first() {
                Some(version) => Effect::Compare([self.focus, version.section]),
                None => Effect::Status(format!("{} has no other versions", name())),
            },
            Action::Copy => {
                let (name, text) = (name(), env.library.citation(self.focus));
                Effect::Copy(Clip { name, text })
            }
            Action::CopyId => {
                let id = &env.library.book.section(self.focus).id;
                let (name, text) = (id.clone(), id.clone());
                Effect::Copy(Clip { name, text })
            }
            // If a link is selected, the first press only deselects it, and the next removes the
            // marks of the search.
            Action::Close if self.sheet.link.take().is_none() => {
                if self.highlight.take().is_some() {
                    self.lay_out(env.library, self.sheet.page.width);
                }
                return None;
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
        })
    }

    /// Opens the clicked link.
    fn click(&mut self, at: Position, env: &Environment<'_>) -> Option<Effect> {
        self.sheet.click(env.area, at)
    }

    fn draw(&self, env: &Environment<'_>, canvas: &mut Canvas<'_>) -> Option<Position> {
        let areas = &env.screen.reading;
        if !areas.contents_cover_page() && !areas.side_covers_page() {
            self.sheet.draw(env.area, true, canvas);
        }
        None
    }

    fn linear(&self, env: &Environment<'_>) -> LinearScreen<'_> {
        self.sheet.linear(name(env), env)
    }
}

/// Returns the document, section and date for the first line of linear mode.
fn name(env: &Environment<'_>) -> String {
    let book = &env.library.book;
    let titles = book.titles(env.section);
    let mut name = titles[0].clone();
    if titles.len() > 1 {
        name = format!("{name}: {}", titles[1..].join(env.styles.symbols.path));
    }
    let front_matter = &book.document_of(env.section).front_matter;
    match front_matter.get("last_update_date") {
        Some(date) => format!("{name}, {}", readable_date(date)),
        None => name,
    }
}
