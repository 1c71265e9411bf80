//! What is on the screen, and which link is selected.

use std::ops::Range;

use ratatui::layout::{Position, Rect};

use crate::render::{Link, Page};
use crate::rules::SectionRef;
use crate::tui::action::Action;

/// A page, the part of it that is on the screen, and the selected link.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The lines.
    pub page: Page,
    /// The first visible line.
    pub scroll: usize,
    /// The selected link.
    pub link: Option<usize>,
    /// The number of lines on the screen.
    pub height: usize,
}

impl Sheet {
    /// A page from its beginning.
    #[must_use]
    pub fn new(page: Page, height: usize) -> Self {
        Self {
            page,
            height,
            ..Self::default()
        }
    }

    /// The lines on the screen.
    #[must_use]
    pub fn visible(&self) -> Range<usize> {
        self.scroll..(self.scroll + self.height).min(self.page.lines.len())
    }

    /// Scrolls or selects a link, if that is what the action does; returns whether it is.
    pub fn perform(&mut self, action: Action) -> bool {
        let page = isize::try_from(self.height.saturating_sub(1)).unwrap_or(1);
        match action {
            Action::Down => self.scroll_by(1),
            Action::Up => self.scroll_by(-1),
            Action::PageDown => self.scroll_by(page.max(1)),
            Action::PageUp => self.scroll_by(-page.max(1)),
            Action::Top => self.scroll_by(isize::MIN),
            Action::Bottom => self.scroll_by(isize::MAX),
            Action::NextLink | Action::PreviousLink => {
                self.to_link(action == Action::NextLink);
            }
            _ => return false,
        }
        true
    }

    /// Scrolls so that a line is the first, as far as there are lines.
    pub fn scroll_to(&mut self, line: usize) {
        self.scroll = line.min(self.page.lines.len().saturating_sub(self.height));
    }

    /// Scrolls by lines. A link that leaves the screen is no longer selected.
    pub fn scroll_by(&mut self, lines: isize) {
        self.scroll_to(self.scroll.saturating_add_signed(lines));
        let visible = self.visible();
        self.link = self
            .link
            .filter(|link| visible.contains(&self.page.links[*link].line));
    }

    /// Takes another number of lines on the screen.
    pub fn resize(&mut self, height: usize) {
        self.height = height;
        self.scroll_to(self.scroll);
    }

    /// Returns to a place on the page, as far as the page has it.
    pub fn return_to(&mut self, scroll: usize, link: Option<usize>) {
        self.scroll_to(scroll);
        self.link = link.filter(|link| *link < self.page.links.len());
    }

    /// Selects the next or the previous link and scrolls as little as needed; returns whether there is one.
    pub fn to_link(&mut self, forward: bool) -> bool {
        let Some(next) = self.next_link(forward, &self.visible()) else {
            return false;
        };
        self.show(self.page.links[next].line);
        self.link = Some(next);
        true
    }

    /// Selects the first link on the screen, if none is selected.
    pub fn ensure_link(&mut self) {
        if self.link.is_none() {
            self.to_link(true);
        }
    }

    /// The next or the previous link; if none of the visible lines has the selected link, the first or the last one there.
    #[must_use]
    pub fn next_link(&self, forward: bool, visible: &Range<usize>) -> Option<usize> {
        let line = |link: usize| self.page.links[link].line;
        let mut links = 0..self.page.links.len();
        let selected = self.link.filter(|link| visible.contains(&line(*link)));
        match (selected, forward) {
            (Some(selected), true) => links.find(|link| *link > selected),
            (Some(selected), false) => links.rfind(|link| *link < selected),
            (None, true) => links.find(|link| line(*link) >= visible.start),
            (None, false) => links.rfind(|link| line(*link) < visible.end),
        }
    }

    /// Scrolls as little as needed to show a line.
    pub fn show(&mut self, line: usize) {
        let least = (line + 1).saturating_sub(self.height.max(1));
        self.scroll_to(self.scroll.clamp(least, line.max(least)));
    }

    /// The selected link.
    #[must_use]
    pub fn selected(&self) -> Option<&Link> {
        self.page.links.get(self.link?)
    }

    /// The nearest target of the selected link.
    #[must_use]
    pub fn target(&self) -> Option<SectionRef> {
        self.selected()?.targets.first().copied()
    }

    /// The first and the last line of the selected link, counted from the first visible one.
    #[must_use]
    pub fn selected_rows(&self) -> (u16, u16) {
        self.selected().map_or((0, 0), |link| {
            (self.row(link.line), self.row(link.last_line))
        })
    }

    /// A line, counted from the first visible one.
    #[must_use]
    pub fn row(&self, line: usize) -> u16 {
        u16::try_from(line.saturating_sub(self.scroll)).unwrap_or(u16::MAX)
    }

    /// The line and the column at a place of the screen, with the sheet in an area.
    #[must_use]
    pub fn place_at(&self, area: Rect, at: Position) -> Option<(usize, usize)> {
        let row = usize::from(at.y.saturating_sub(area.y));
        let column = usize::from(at.x.saturating_sub(area.x));
        area.contains(at).then_some((self.scroll + row, column))
    }

    /// Selects the link at a place of the screen; returns its nearest target.
    pub fn click(&mut self, area: Rect, at: Position) -> Option<SectionRef> {
        let (line, column) = self.place_at(area, at)?;
        let link = self.page.link_at(line, column)?;
        let target = self.page.links.get(link)?.targets.first().copied()?;
        self.link = Some(link);
        Some(target)
    }
}

#[cfg(test)]
mod tests;
