//! Calculates the areas of panes, and lays out their content for these areas.

use super::state::{App, Request};
use crate::library::Missing;
use crate::rules::SectionRef;
use crate::tui::compare::Compare;
use crate::tui::environment::Environment;
use crate::tui::event::BackgroundCommand;
use crate::tui::finder::Finder;
use crate::tui::keymap::Context;
use crate::tui::layout::{self, BESIDE_FROM, SIDE_FROM, ScreenAreas, SideRequest};
use crate::tui::pane::Pane;
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
            from: if matches!(kind, SideKind::Pin | SideKind::Table) {
                BESIDE_FROM
            } else {
                SIDE_FROM
            },
            focused: self.side.focused,
        });
        let (shown, focused) = (self.contents.shown, self.contents.focused);
        layout::reading(size, shown || focused, focused, side)
    }

    /// Whether the browser is in linear mode: the focused pane fills the screen and is described in
    /// words.
    pub fn is_linear(&self) -> bool {
        self.shared.styles.symbols.linear
    }

    /// Returns the content of the side pane: the list that the player asked for, or else the pinned
    /// section or, if there is none and the screen is wide enough, the game that is played or the
    /// backlinks of the section being read. `None` hides the pane.
    pub fn side_content(&self) -> Option<(SideKind, SectionRef)> {
        let has_room = self.shared.size.0 >= SIDE_FROM;
        match (self.side.list.filter(|_| self.side.focused), self.side.pin) {
            (None, Some(pinned)) => Some((SideKind::Pin, pinned)),
            (Some(list), _) => Some((list, self.reader.focus)),
            (None, None)
                if self.shared.state.game().is_some() && self.shared.size.0 >= BESIDE_FROM =>
            {
                Some((SideKind::Table, self.reader.focus))
            }
            (None, None) => has_room.then_some((SideKind::Links, self.reader.focus)),
        }
    }

    /// Returns the areas of the screen for a pane above the first `depth` overlays.
    pub fn screen(&self, depth: usize) -> ScreenAreas {
        let (size, is_linear, reading) = (self.shared.size, self.is_linear(), self.reading());
        let screen = ScreenAreas {
            size,
            is_linear,
            reading,
            body: if is_linear {
                layout::lines(layout::screen(size), 0, size.1.saturating_sub(1))
            } else {
                reading.body
            },
            ..ScreenAreas::default()
        };
        let is_text = |pane: &&dyn Pane| !pane.context().is_peek() && pane.sheet().is_some();
        let overlays = self.overlays.iter().take(depth).rev();
        let beneath = overlays.map(|pane| &**pane).find(is_text);
        let beneath = beneath.unwrap_or_else(|| self.text_pane());
        let mut area = beneath.text_area(&screen);
        if beneath.context() == Context::Table && reading.page.width > area.width {
            // The table is narrow, so a peek at a card is over the page beside it.
            (area.x, area.width) = (reading.page.x, reading.page.width);
        }
        ScreenAreas {
            beneath: area,
            link: beneath.sheet().and_then(Sheet::selected_rows),
            ..screen
        }
    }

    /// Returns the environment of a pane above the first `depth` overlays.
    pub(super) fn environment_of(&self, pane: &dyn Pane, depth: usize) -> Environment<'_> {
        let screen = self.screen(depth);
        let (area, context) = (pane.area(&screen), self.context());
        self.shared
            .environment(screen, area, context, self.reader.focus)
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

    /// Requests the links that the page and the panes with it lack, unless they have been requested.
    fn request_links(&mut self) {
        let library = &self.shared.library;
        if !library.has_links() {
            // The names of the rules come first.
            return;
        }
        let peeks = self.overlays.iter().filter_map(|pane| pane.downcast());
        let peeks = peeks.map(|peek: &Peek| (&peek.sheet, peek.section()));
        let compared = self.overlays.iter().filter_map(|pane| pane.downcast());
        let compared = compared.flat_map(|compared: &Compare| {
            (compared.sections()).map(|section| (&compared.sheet, section))
        });
        let pin = self
            .side
            .content()
            .filter(|_| self.reading().side.is_some());
        let pin = pin.map(|(_, section)| (&self.side.sheet, section));
        let page = (&self.reader.sheet, self.reader.focus);
        let lacking = peeks.chain(compared).chain(pin).chain([page]);
        let lacking = lacking.filter(|(sheet, _)| sheet.page.lacks_links);
        for (_, section) in lacking {
            let document = library.book.section(section).document;
            let is_known = library.links.knows_links_of(document);
            if !is_known && !self.awaited_links.contains(&document) {
                self.awaited_links.push(document);
                let request = Request::FindLinks(library.clone(), document);
                self.requests.push(request);
            }
        }
    }

    /// Lays out the panes whose content or area has changed.
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
        let (context, section) = (self.context(), self.reader.focus);
        for depth in 0..self.overlays.len() {
            let screen = self.screen(depth);
            let pane = &mut self.overlays[depth];
            let area = pane.area(&screen);
            pane.fit(&self.shared.environment(screen, area, context, section));
        }
        self.request_links();
        let is_early = self.sheet().page.lacks_links;
        self.hints.take_if(|hints| hints.is_early && !is_early);
        let screen = self.screen(0);
        if let Some(finder) = &mut self.finder {
            let area = finder.area(&screen);
            finder.fit(&self.shared.environment(screen, area, context, section));
            if finder.asked_for != finder.missing {
                finder.asked_for = finder.missing.clone();
                let library = self.shared.library.clone();
                // This also stops the work for an earlier key.
                library.want(finder.missing.clone());
                if finder.missing != Missing::default() {
                    let command = BackgroundCommand::Prepare(library);
                    self.requests.push(Request::Background(command));
                }
            }
        }
    }

    /// Lays out the page and the side pane.
    pub(super) fn fit_reading(&mut self) {
        match (self.side_content(), self.reading().side) {
            (Some(content), Some(area)) => {
                self.side.show(&self.shared, content, area.width);
            }
            (Some(_), None) => self.side.focused = false,
            (None, _) => self.side.clear(),
        }
        let areas = self.reading();
        self.reader.lay_out_in(&self.shared.library, areas.page);
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
