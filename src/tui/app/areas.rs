//! Calculates the areas of panes and overlays, and lays out their content for these areas.

use ratatui::layout::Rect;

use super::state::{App, Request};
use crate::render::Page;
use crate::rules::{DocumentRef, SectionRef};
use crate::tui::event::BackgroundCommand;
use crate::tui::finder::Finder;
use crate::tui::layout::{self, CONTENTS_FROM, SIDE_FROM, SideRequest};
use crate::tui::overlay::Overlay;
use crate::tui::peek::Peek;
use crate::tui::sheet::Sheet;
use crate::tui::side::SideContent;

impl App {
    /// Returns the areas of the reading screen. In linear mode the focused pane gets the whole
    /// body.
    pub fn reading(&self) -> layout::Reading {
        let size = self.shared.size;
        if self.is_linear() {
            let mut areas = layout::linear_reading(size);
            if self.contents.focused {
                areas.contents = Some(areas.body);
            } else if self.side.focused && self.side_content().is_some() {
                areas.side = Some(areas.body);
            }
            return areas;
        }
        let areas = self.reading_with(self.contents.shown && !self.contents_hidden_for_tables());
        if areas.contents_cover_page() && !self.contents.focused && size.0 >= CONTENTS_FROM {
            // A pinned section leaves no room for the contents beside the page, so hide the
            // contents for now. `shown` stays true, so that they come back when there is room.
            return self.reading_with(false);
        }
        areas
    }

    /// Returns the areas of the reading screen with or without the contents.
    fn reading_with(&self, contents: bool) -> layout::Reading {
        let side = match self.side_content() {
            Some(SideContent::Pin(_)) => SideRequest::Pin {
                lines: self.side.sheet.page.lines.len(),
                focused: self.side.focused,
            },
            Some(_) => SideRequest::Links,
            None => SideRequest::Nothing,
        };
        layout::reading(self.shared.size, contents, side)
    }

    /// Returns the areas of the search screen.
    pub fn searching(&self) -> layout::Searching {
        let is_home = self.finder.as_ref().is_some_and(Finder::is_home);
        layout::searching(self.shared.size, self.is_linear(), is_home)
    }

    /// Whether the browser is in linear mode: the focused pane fills the screen and is described in
    /// words.
    pub fn is_linear(&self) -> bool {
        self.shared.styles.symbols.linear
    }

    /// Returns the content of the side pane: the pinned section or, if there is none and the screen
    /// is wide, the backlinks of the section being read. `None` hides the pane.
    pub fn side_content(&self) -> Option<SideContent> {
        let has_room = self.shared.size.0 >= SIDE_FROM;
        let links = has_room.then_some(SideContent::Links(self.reader.focus));
        self.side.pin.map(SideContent::Pin).or(links)
    }

    /// Whether the list of backlinks of the section being read is on the screen, beside the page.
    pub(super) fn side_shows_links(&self) -> bool {
        let is_links = matches!(self.side_content(), Some(SideContent::Links(_)));
        is_links && self.reading().side_divider.is_some()
    }

    /// Returns the area of a list: everything between header and footer, or in linear mode
    /// everything above the last line.
    pub fn list_area(&self) -> Rect {
        if self.is_linear() {
            let (screen, height) = (layout::screen(self.shared.size), self.shared.size.1);
            return layout::lines(screen, 0, height.saturating_sub(1));
        }
        self.reading().body
    }

    /// Returns the area of the footer of the current screen.
    pub fn footer_area(&self) -> Rect {
        if self.finder.is_some() {
            self.searching().footer
        } else {
            self.reading().footer
        }
    }

    /// Returns the open peeks in the order in which they were opened. The first is the outermost
    /// peek.
    pub fn peeks(&self) -> impl Iterator<Item = &Peek> {
        self.overlays.iter().filter_map(|overlay| match overlay {
            Overlay::Peek(peek) => Some(peek),
            _ => None,
        })
    }

    /// Returns the number of peeks beneath the overlay at `index`. The indentation of a peek
    /// depends on this number.
    fn peek_depth(&self, index: usize) -> u16 {
        let below = self.overlays.iter().take(index);
        let depth = below.filter(|overlay| matches!(overlay, Overlay::Peek(_)));
        u16::try_from(depth.count()).unwrap_or(u16::MAX)
    }

    /// Returns the number of text columns of the peek at `index` among the overlays.
    pub(super) fn peek_width(&self, index: usize) -> u16 {
        if self.is_linear() {
            return self.shared.size.0;
        }
        let depth = self.peek_depth(index);
        let popup = layout::popup(self.shared.size, self.peeked_from(), (0, 0), 1, depth);
        popup.width.saturating_sub(2).max(1)
    }

    /// Returns the topmost overlay that is not a peek, or `None` if there is none. The outermost
    /// peek was opened from this overlay, unless the overlay (for example the help) was opened
    /// later and covers that peek.
    fn peeked_overlay(&self) -> Option<&Overlay> {
        let mut overlays = self.overlays.iter();
        overlays.rfind(|overlay| !matches!(overlay, Overlay::Peek(_)))
    }

    /// Returns the area of the pane, list or comparison that the outermost peek was opened from.
    pub(super) fn peeked_from(&self) -> Rect {
        let areas = self.reading();
        match self.peeked_overlay() {
            Some(Overlay::Compare(_)) => areas.compared(),
            Some(Overlay::Mentions(_)) => layout::lines(self.list_area(), 1, u16::MAX),
            Some(_) => self.list_area(),
            // A side pane below the page has few lines, so let the peek cover the page too.
            None if self.side.focused
                && areas.side_divider.is_none()
                && !areas.side_covers_page() =>
            {
                Rect {
                    height: areas.page.height + areas.side.map_or(0, |side| side.height),
                    ..areas.page
                }
            }
            None if self.side.focused => areas.side_text(),
            None => areas.page,
        }
    }

    /// Returns the first and last line of the link or row that the outermost peek was opened from,
    /// counted from the top of [`Self::peeked_from`]. `None` if nothing is selected there.
    fn peeked_lines(&self) -> Option<(u16, u16)> {
        let rows = |sheet: &Sheet| sheet.selected().map(|_| sheet.selected_rows());
        match self.peeked_overlay() {
            Some(Overlay::Numbers(numbers)) => Some(numbers.rows()),
            Some(overlay) => overlay.sheet().and_then(rows),
            None if self.side.focused => {
                let above = self
                    .reading()
                    .side_text()
                    .y
                    .saturating_sub(self.peeked_from().y);
                let (first, last) = rows(&self.side.sheet)?;
                Some((first.saturating_add(above), last.saturating_add(above)))
            }
            None => rows(&self.reader.sheet),
        }
    }

    /// Returns the area of the overlay at `index`.
    pub fn overlay_area(&self, index: usize) -> Rect {
        let (screen, height) = (layout::screen(self.shared.size), self.shared.size.1);
        match self.overlays.get(index) {
            Some(Overlay::Peek(_)) if self.is_linear() => screen,
            Some(Overlay::Peek(peek)) => layout::popup(
                self.shared.size,
                self.peeked_from(),
                self.peeked_lines().unwrap_or(peek.lines),
                peek.full_height().clamp(5, height.max(5)),
                self.peek_depth(index),
            ),
            Some(Overlay::Compare(_)) => self.reading().compared(),
            // The first line of the list area is the caption, which is not part of the overlay.
            Some(Overlay::Mentions(_)) => layout::lines(self.list_area(), 1, u16::MAX),
            // On a screen with too few lines for a footer, the prompt covers the last line.
            Some(Overlay::Prompt(_)) if self.footer_area().is_empty() => {
                layout::lines(screen, height.saturating_sub(1), 1)
            }
            Some(Overlay::Prompt(_)) => self.footer_area(),
            _ => self.list_area(),
        }
    }

    /// Requests the backlinks of the game and the versions of the document's rules, unless the page
    /// shows them already or they have been requested since it was laid out.
    pub(super) fn request_changes(&mut self) {
        if std::mem::take(&mut self.reader.wants_changes) {
            let (document, _) = self.read_at();
            let command = BackgroundCommand::Changes(self.shared.library.clone(), document);
            self.requests.push(Request::Background(command));
        }
    }

    /// Lays out the panes and overlays whose content or area has changed.
    pub(super) fn fit(&mut self) {
        let book = &self.shared.library.book;
        if self.contents.follow_reader(book, self.reader.focus) {
            self.show_contents_cursor();
        }
        // While the search screen covers the page, skip the layout of a page that has never been
        // laid out or that a result is about to replace.
        let is_unseen =
            |finder: &Finder| finder.opens_when_ready || self.reader.sheet.page.lines.is_empty();
        if !self.finder.as_ref().is_some_and(is_unseen) {
            self.fit_reading();
        }
        if self.shared.library.collects_backlinks(self.reader.focus) {
            self.request_changes();
        }
        let areas = self.reading();
        for index in 0..self.overlays.len() {
            let width = self.peek_width(index);
            let library = &self.shared.library;
            match &mut self.overlays[index] {
                Overlay::Peek(peek) if peek.sheet.page.width != width => {
                    peek.lay_out(library, width);
                }
                Overlay::Compare(compare) => compare.lay_out(library, areas.compared().width),
                Overlay::Mentions(mentions) => mentions.refresh(library, areas.body.width),
                _ => {}
            }
            let height = self.overlay_area(index).height;
            match &mut self.overlays[index] {
                Overlay::Peek(peek) => {
                    let height = height.saturating_sub(peek.frame_height()).max(1);
                    peek.sheet.resize(usize::from(height));
                }
                Overlay::Compare(compare) => compare.sheet.resize(usize::from(height)),
                Overlay::Mentions(mentions) => mentions.sheet.resize(usize::from(height)),
                _ => {}
            }
        }
        let preview = self.searching().preview;
        if let Some(finder) = &mut self.finder {
            let sheet = &finder.preview;
            if (sheet.page.width, sheet.height) != (preview.width, usize::from(preview.height)) {
                finder.lay_out_preview(&self.shared.library, preview);
            }
        }
    }

    /// Lays out the page and the side pane.
    fn fit_reading(&mut self) {
        self.make_room_for_tables();
        self.reader.add_changes(&self.shared.library);
        match (self.side_content(), self.reading().side) {
            (Some(content), Some(area)) => {
                self.side.show(&self.shared.library, content, area.width);
            }
            (Some(_), None) => self.side.focused = false,
            (None, _) => self.side.clear(),
        }
        self.reader
            .resize(&self.shared.library, self.reading().page);
        let areas = self.reading();
        let height = areas.side_text().height;
        self.side.sheet.resize(usize::from(height));
    }

    /// Returns the document being read and the width of the screen.
    fn read_at(&self) -> (DocumentRef, u16) {
        let section = self.shared.library.book.section(self.reader.focus);
        (section.document, self.shared.size.0)
    }

    /// Whether the contents are hidden to make room for the tables of the document being read.
    fn contents_hidden_for_tables(&self) -> bool {
        let (document, width) = self.read_at();
        !self.contents.focused && self.contents.makes_room == Some((document, width, true))
    }

    /// Decides whether to hide the contents so that more tables fit with all their columns. Keeps
    /// the decision until the document, the screen width or the rules change.
    fn make_room_for_tables(&mut self) {
        let (document, width) = self.read_at();
        let known = self.contents.makes_room.map(|(of, at, _)| (of, at));
        let areas = self.reading();
        if areas.divider.is_none() || known == Some((document, width)) {
            return;
        }
        let library = &self.shared.library;
        let root = library.book.document(document).root;
        let count = |page: Rect| Page::count_records(library.context(page.width), root);
        let records = count(areas.page);
        let hides = records > 0 && count(self.reading_with(false).page) < records;
        self.contents.makes_room = Some((document, width, hides));
    }

    /// Returns the width that the page will have while `section` is read. A page that is laid out
    /// for this width when it is opened need not be laid out again.
    pub(super) fn page_width(&mut self, section: SectionRef) -> u16 {
        let before = std::mem::replace(&mut self.reader.focus, section);
        self.make_room_for_tables();
        let width = self.reading().page.width;
        self.reader.focus = before;
        width
    }

    /// Shows the contents and gives them the focus.
    pub(super) fn enter_contents(&mut self) {
        self.side.focused = false;
        self.contents.shown = true;
        self.contents.focused = true;
        let book = &self.shared.library.book;
        self.contents.reveal(book, self.reader.focus);
        self.show_contents_cursor();
    }

    /// Scrolls the contents so that the selected row is visible.
    pub(super) fn show_contents_cursor(&mut self) {
        let area = self.reading().contents.unwrap_or_default();
        self.contents.scroll_to_cursor(usize::from(area.height));
    }

    /// Gives the focus back to the page. On a narrow screen, also hides the contents, because they
    /// cover the page. On a wide screen, hides contents beside the page only if `hide` is true. If
    /// the contents cover the page because a section is pinned, they come back when it is unpinned.
    pub(super) fn leave_contents(&mut self, hide: bool) {
        let (covers, is_narrow) = (
            self.reading().contents_cover_page(),
            self.shared.size.0 < CONTENTS_FROM,
        );
        self.contents.focused = false;
        self.contents.shown &= !((hide || covers) && (is_narrow || !covers));
    }
}
