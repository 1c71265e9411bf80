//! Calculates the areas of panes and overlays, and lays out their content for these areas.

use ratatui::layout::Rect;

use super::state::{App, Request};
use crate::rules::SectionRef;
use crate::tui::event::BackgroundCommand;
use crate::tui::finder::Finder;
use crate::tui::layout::{self, SIDE_FROM, SideRequest};
use crate::tui::overlay::Overlay;
use crate::tui::peek::Peek;
use crate::tui::sheet::Sheet;
use crate::tui::side::SideKind;

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
        let side = self.side_content().map(|(kind, _)| SideRequest {
            pinned: (kind == SideKind::Pin).then_some(self.side.sheet.page.lines.len()),
            focused: self.side.focused,
        });
        let (shown, focused) = (self.contents.shown, self.contents.focused);
        layout::reading(size, shown || focused, focused, side)
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

    /// Returns the content of the side pane: the list that the player asked for, or else the pinned
    /// section or, if there is none and the screen is wide, the backlinks of the section being read.
    /// `None` hides the pane.
    pub fn side_content(&self) -> Option<(SideKind, SectionRef)> {
        let has_room = self.shared.size.0 >= SIDE_FROM;
        match (self.side.list.filter(|_| self.side.focused), self.side.pin) {
            (None, Some(pinned)) => Some((SideKind::Pin, pinned)),
            (Some(list), _) => Some((list, self.reader.focus)),
            (None, None) => has_room.then_some((SideKind::Links, self.reader.focus)),
        }
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

    /// Returns the area and the sheet of the side pane if it has the focus, otherwise those of the
    /// page.
    pub(super) fn pane_sheet(&self) -> (Rect, &Sheet) {
        let areas = self.reading();
        if self.side.focused {
            (areas.side_text(), &self.side.sheet)
        } else {
            (areas.page, &self.reader.sheet)
        }
    }

    /// Returns the area and the sheet of the pane or comparison that the outermost peek was opened
    /// from.
    fn peeked_from(&self) -> (Rect, &Sheet) {
        let mut compared = self.overlays.iter().filter_map(|overlay| match overlay {
            Overlay::Compare(compare) => Some((self.reading().compared(), &compare.sheet)),
            _ => None,
        });
        compared.next_back().unwrap_or_else(|| self.pane_sheet())
    }

    /// Returns the area of the overlay at `index`.
    pub fn overlay_area(&self, index: usize) -> Rect {
        match self.overlays.get(index) {
            Some(Overlay::Peek(_)) if self.is_linear() => layout::screen(self.shared.size),
            Some(Overlay::Peek(peek)) => {
                let (from, sheet) = self.peeked_from();
                let lines = layout::clamped(peek.sheet.page.lines.len());
                layout::popup(
                    self.shared.size,
                    from,
                    sheet.selected_rows().unwrap_or((peek.row, peek.row)),
                    // The border takes two lines.
                    lines.saturating_add(2).max(5),
                    layout::clamped(index),
                )
            }
            Some(Overlay::Compare(_)) => self.reading().compared(),
            Some(Overlay::Prompt(_)) => self.footer_area(),
            _ => self.list_area(),
        }
    }

    /// Returns the area of the text of the overlay at `index`, inside a border.
    pub(super) fn text_area(&self, index: usize) -> Rect {
        let area = self.overlay_area(index);
        match self.overlays.get(index) {
            Some(Overlay::Peek(peek)) => peek.text_area(&self.environment(area)),
            _ => area,
        }
    }

    /// Requests the backlinks of the game and the versions of the document's rules, unless the page
    /// shows them already or they have been requested since it was laid out.
    pub(super) fn request_changes(&mut self) {
        if !std::mem::replace(&mut self.reader.asked_for_changes, true) {
            let document = self.shared.library.book.section(self.reader.focus).document;
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
        for index in 0..self.overlays.len() {
            let width = self.text_area(index).width.max(1);
            self.overlays[index].lay_out(&self.shared.library, width);
            let height = self.text_area(index).height.max(1);
            if let Some(sheet) = self.overlays[index].sheet_mut() {
                sheet.resize(usize::from(height));
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
    pub(super) fn fit_reading(&mut self) {
        match (self.side_content(), self.reading().side) {
            (Some(content), Some(area)) => {
                self.side.show(&self.shared.library, content, area.width);
            }
            (Some(_), None) => self.side.focused = false,
            (None, _) => self.side.clear(),
        }
        let areas = self.reading();
        self.reader.fit(&self.shared.library, areas.page);
        self.side
            .sheet
            .resize(usize::from(areas.side_text().height));
    }

    /// Makes `section` the section being read, and lays out its document.
    pub(super) fn turn_to(&mut self, section: SectionRef) {
        let width = self.reading().page.width;
        self.reader.open(&self.shared.library, section, width);
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

    /// Gives the focus back to the page. If `hide`, hides contents that are beside the page.
    pub(super) fn leave_contents(&mut self, hide: bool) {
        self.contents.shown &= !hide || self.reading().contents_cover_page();
        self.contents.focused = false;
    }
}
