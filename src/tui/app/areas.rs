//! Where the panes are, how they are fitted to it, and how the contents come and go.

use ratatui::layout::Rect;

use super::state::App;
use crate::tui::layout::{self, CONTENTS_FROM, SIDE_FROM, SideWanted};
use crate::tui::overlay::Overlay;
use crate::tui::peek::Peek;
use crate::tui::side::SideContent;

impl App {
    /// The areas of the reading screen.
    pub fn reading(&self) -> layout::Reading {
        if self.is_linear() {
            let mut areas = layout::linear::reading(self.size);
            if self.contents.focused {
                areas.contents = Some(areas.body);
            } else if self.side.focused && self.side_content().is_some() {
                areas.side = Some(areas.body);
            }
            return areas;
        }
        let side = match self.side_content() {
            Some(SideContent::Pin(_)) => SideWanted::Pin {
                lines: self.side.sheet.page.lines.len(),
                focused: self.side.focused,
            },
            Some(SideContent::Links(_)) => SideWanted::Links,
            None => SideWanted::Nothing,
        };
        let areas = layout::reading(self.size, self.contents.shown, side);
        if areas.contents_cover_page() && !self.contents.focused && self.size.0 >= CONTENTS_FROM {
            // The contents come back as soon as there is room beside the page again.
            return layout::reading(self.size, false, side);
        }
        areas
    }

    /// The areas of the search screen.
    pub fn searching(&self) -> layout::Searching {
        layout::search_screen(self.size, self.is_linear())
    }

    /// Whether the pane with the focus fills the screen alone, described in words.
    pub fn is_linear(&self) -> bool {
        self.styles.symbols().linear
    }

    /// Whether the contents cover the page, because there is no room beside it.
    pub fn contents_cover_page(&self) -> bool {
        self.reading().contents_cover_page()
    }

    /// The content of the side pane: the pinned section, else what links to the section being read if there is room.
    pub fn side_content(&self) -> Option<SideContent> {
        let links = (self.size.0 >= SIDE_FROM).then_some(SideContent::Links(self.reader.focus));
        self.side.pin.map(SideContent::Pin).or(links)
    }

    /// The area of a list: over the page, or over everything where no page is to be seen.
    pub fn list_area(&self) -> Rect {
        if self.is_linear() || self.finder.is_some() || self.contents_cover_page() {
            return layout::screen(self.size);
        }
        self.reading().page
    }

    /// The area of the footer.
    pub fn footer_area(&self) -> Rect {
        if self.finder.is_some() {
            self.searching().footer
        } else {
            self.reading().footer
        }
    }

    /// The open peeks, outermost first.
    pub fn peeks(&self) -> impl Iterator<Item = &Peek> {
        self.overlays.iter().filter_map(|overlay| match overlay {
            Overlay::Peek(peek) => Some(peek),
            _ => None,
        })
    }

    /// The area of the peek at a depth; the outermost one has depth 0.
    pub fn peek_area(&self, depth: usize) -> Rect {
        if self.is_linear() {
            return layout::screen(self.size);
        }
        let (Some(first), Some(peek)) = (self.peeks().next(), self.peeks().nth(depth)) else {
            return Rect::default();
        };
        let height = peek.wanted_height().clamp(5, self.size.1.max(5));
        let step = u16::try_from(depth).unwrap_or(u16::MAX);
        layout::popup(self.size, self.peeked_from(), first.lines, height, step)
    }

    /// The columns for the text of the peek at a depth.
    pub fn peek_width(&self, depth: usize) -> u16 {
        if self.is_linear() {
            return self.size.0;
        }
        let step = u16::try_from(depth).unwrap_or(u16::MAX);
        layout::popup_width(self.size, self.peeked_from(), step)
    }

    /// The area that peeks belong to: that of the pane or the comparison with the link.
    pub fn peeked_from(&self) -> Rect {
        let areas = self.reading();
        if self.comparison().is_some() {
            areas.compared()
        } else if self.side.focused && areas.side_divider.is_none() && !areas.side_covers_page() {
            // Under the page there is little room: the page's is used too.
            Rect {
                height: areas.page.height + areas.side.map_or(0, |side| side.height),
                ..areas.page
            }
        } else if self.side.focused {
            areas.side_text()
        } else {
            areas.page
        }
    }

    /// The area of an overlay, by its place among the overlays.
    pub fn overlay_area(&self, index: usize) -> Rect {
        match self.overlays.get(index) {
            Some(Overlay::Peek(_)) => {
                let is_peek = |below: &&Overlay| matches!(below, Overlay::Peek(_));
                self.peek_area(self.overlays[..index].iter().filter(is_peek).count())
            }
            Some(Overlay::Compare(_)) => self.reading().compared(),
            // A screen too low for a footer still asks.
            Some(Overlay::Prompt(_)) if self.footer_area().is_empty() => {
                layout::lines(layout::screen(self.size), self.size.1.saturating_sub(1), 1)
            }
            Some(Overlay::Prompt(_)) => self.footer_area(),
            _ => self.list_area(),
        }
    }

    /// Fits everything to the size of the screen and to what is open.
    pub fn fit(&mut self) {
        let page = self.reading().page;
        self.reader.resize(&self.library, (page.width, page.height));
        let mut depth = 0;
        for index in 0..self.overlays.len() {
            let (width, compared) = (self.peek_width(depth), self.reading().compared().width);
            match &mut self.overlays[index] {
                Overlay::Peek(peek) => {
                    peek.lay_out(&self.library, width);
                    depth += 1;
                }
                Overlay::Compare(compare) => compare.lay_out(&self.library, compared),
                _ => {}
            }
        }
        self.fit_heights();
        let preview = self.searching().preview;
        if let Some(finder) = &mut self.finder {
            finder.look(&self.library, preview);
        }
        self.show_contents_cursor();
    }

    /// Tells the side pane, peeks and comparisons how many lines they have.
    pub(super) fn fit_heights(&mut self) {
        let areas = self.reading();
        self.side
            .sheet
            .resize(usize::from(areas.side_text().height));
        for index in 0..self.overlays.len() {
            let height = self.overlay_area(index).height;
            match &mut self.overlays[index] {
                Overlay::Peek(peek) => {
                    let height = height.saturating_sub(peek.height_round_text()).max(1);
                    peek.sheet.resize(usize::from(height));
                }
                Overlay::Compare(compare) => compare.sheet.resize(usize::from(height)),
                _ => {}
            }
        }
    }

    /// Brings the side pane, and the page beside it, in line with what has happened. Only what has changed is laid out again.
    pub(super) fn settle(&mut self) {
        let game = self.library.book.game_of(self.reader.focus);
        if self.library.wants_backlinks(game) {
            self.find_backlinks(game);
        }
        self.follow_reader();
        self.reader.learn_changes(&self.library);
        match (self.side_content(), self.reading().side) {
            (Some(content), Some(area)) => self.side.show(&self.library, content, area.width),
            (Some(_), None) => self.side.focused = false,
            (None, _) => self.side.forget(),
        }
        self.fit_heights();
        let (page, sheet) = (self.reading().page, &self.reader.sheet);
        if (sheet.page.width, sheet.height) != (page.width, usize::from(page.height)) {
            self.fit();
        }
    }

    /// Shows the section being read in the contents, unless they have the focus.
    fn follow_reader(&mut self) {
        let follows = self.contents.shown && !self.contents.focused;
        let followed = follows.then_some(self.reader.focus);
        if std::mem::replace(&mut self.followed, followed) != followed && follows {
            self.contents.reveal(&self.library.book, self.reader.focus);
            self.show_contents_cursor();
        }
    }

    /// Shows the contents and gives them the focus.
    pub(super) fn enter_contents(&mut self) {
        self.side.focused = false;
        self.contents.shown = true;
        self.contents.focused = true;
        self.contents.reveal(&self.library.book, self.reader.focus);
        self.show_contents_cursor();
    }

    /// Scrolls the contents so that the selected row is in sight.
    pub fn show_contents_cursor(&mut self) {
        let area = self.reading().contents.unwrap_or_default();
        self.contents.keep_in_sight(usize::from(area.height));
    }

    /// Gives the focus back to the page. The contents are hidden only where they cover it, or if they are asked to; where a
    /// pinned section takes their room, they come back with it.
    pub(super) fn leave_contents(&mut self, hide: bool) {
        let (covers, is_narrow) = (self.contents_cover_page(), self.size.0 < CONTENTS_FROM);
        self.contents.focused = false;
        self.contents.shown &= !((hide || covers) && (is_narrow || !covers));
    }
}
