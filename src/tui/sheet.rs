//! A laid-out page that is looked at in part, with a link that may be selected: what the side pane and a comparison show.

use super::action::Action;
use crate::render::{Link, Page};

/// A page and what of it is on the screen. How many lines are visible is the layout's to say.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The lines.
    pub page: Page,
    /// The first visible line.
    pub scroll: usize,
    /// The selected link.
    pub link: Option<usize>,
}

impl Sheet {
    /// A page from its beginning.
    #[must_use]
    pub fn new(page: Page) -> Self {
        Self {
            page,
            scroll: 0,
            link: None,
        }
    }

    /// Scrolls or selects a link, where that is what an action does in any text; whether it is.
    pub fn perform(&mut self, action: Action, height: usize) -> bool {
        let page = isize::try_from(height.saturating_sub(1))
            .unwrap_or(1)
            .max(1);
        match action {
            Action::Down => self.scroll_by(1, height),
            Action::Up => self.scroll_by(-1, height),
            Action::PageDown => self.scroll_by(page, height),
            Action::PageUp => self.scroll_by(-page, height),
            Action::Top => self.scroll_by(isize::MIN, height),
            Action::Bottom => self.scroll_by(isize::MAX, height),
            Action::NextLink | Action::PreviousLink => {
                drop(self.to_link(action == Action::NextLink, height))
            }
            _ => return false,
        }
        true
    }

    /// The same with a place of its own, as far as it has one.
    #[must_use]
    pub fn at(self, scroll: usize, link: Option<usize>) -> Self {
        let link = link.filter(|link| *link < self.page.links.len());
        Self {
            scroll,
            link,
            ..self
        }
    }

    /// Scrolls by lines, with `height` of them visible; a link that leaves the screen is let go.
    pub fn scroll_by(&mut self, lines: isize, height: usize) {
        let last = self.page.lines.len().saturating_sub(height);
        self.scroll = self.scroll.saturating_add_signed(lines).min(last);
        let visible = self.scroll..self.scroll + height;
        self.link = self
            .link
            .filter(|link| lines == 0 || visible.contains(&self.page.links[*link].line));
    }

    /// Selects the next or the previous link, one on the screen first; scrolls as little as needed. Whether there was one.
    pub fn to_link(&mut self, forward: bool, height: usize) -> bool {
        let line = |link: usize| self.page.links[link].line;
        let mut links = 0..self.page.links.len();
        let next = match (self.link, forward) {
            (Some(link), true) => Some(link + 1).filter(|link| *link < links.end),
            (Some(link), false) => link.checked_sub(1),
            (None, true) => links.find(|link| line(*link) >= self.scroll),
            (None, false) => links.rfind(|link| line(*link) < self.scroll + height),
        };
        let Some(next) = next else { return false };
        self.show(line(next), height);
        self.link = Some(next);
        true
    }

    /// Scrolls as little as needed to show a line.
    pub fn show(&mut self, line: usize, height: usize) {
        let last = self.page.lines.len().saturating_sub(height);
        let least = (line + 1).saturating_sub(height.max(1));
        self.scroll = self.scroll.clamp(least, line.max(least)).min(last);
    }

    /// The selected link.
    #[must_use]
    pub fn selected(&self) -> Option<&Link> {
        self.page.links.get(self.link?)
    }

    /// The first and the last line of the selected link, counted from the first visible one.
    #[must_use]
    pub fn selected_rows(&self) -> (u16, u16) {
        let row = |line: usize| u16::try_from(line.saturating_sub(self.scroll)).unwrap_or(u16::MAX);
        self.selected()
            .map_or((0, 0), |link| (row(link.line), row(link.last_line)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Line;

    /// Twenty lines, with a link on each of some.
    fn sheet(links: &[usize]) -> Sheet {
        let link = |line: &usize| Link {
            targets: Vec::new(),
            value: None,
            line: *line,
            last_line: *line,
        };
        let links = links.iter().map(link).collect();
        Sheet::new(Page {
            lines: vec![Line::default(); 20],
            links,
            ..Page::default()
        })
    }

    #[test]
    fn the_first_link_selected_is_one_on_the_screen_from_either_end() {
        let mut forward = sheet(&[1, 4, 8, 9]);
        forward.scroll_by(3, 5);
        let mut backward = forward.clone();
        assert!(forward.to_link(true, 5) && backward.to_link(false, 5));
        assert_eq!((forward.link, forward.scroll), (Some(1), 3));
        assert_eq!(
            (backward.link, backward.scroll),
            (Some(1), 3),
            "line 8 is the first below the screen"
        );
    }

    #[test]
    fn scrolling_stays_within_the_lines_and_lets_go_of_what_leaves_the_screen() {
        let mut sheet = sheet(&[1]);
        assert!(sheet.to_link(true, 5));
        sheet.scroll_by(100, 5);
        assert_eq!((sheet.scroll, sheet.link), (15, None));
        sheet.scroll_by(-100, 5);
        assert_eq!(sheet.scroll, 0);
    }

    #[test]
    fn links_are_chosen_in_turn_and_shown() {
        let mut sheet = sheet(&[1, 12]);
        assert!(sheet.to_link(true, 5) && sheet.to_link(true, 5));
        assert_eq!((sheet.link, sheet.scroll), (Some(1), 8));
        assert!(!sheet.to_link(true, 5), "there is no third one");
        assert!(sheet.to_link(false, 5));
        assert_eq!((sheet.link, sheet.scroll), (Some(0), 1));
        assert!(!sheet.to_link(false, 5));
    }

    #[test]
    fn what_is_on_the_screen_is_chosen_first() {
        let mut sheet = sheet(&[1, 12]);
        sheet.scroll_by(6, 5);
        assert!(sheet.to_link(false, 5));
        assert_eq!(sheet.link, Some(0));
        sheet.link = None;
        sheet.scroll_by(6, 5);
        assert!(sheet.to_link(true, 5));
        assert_eq!(sheet.link, Some(1));
    }
}
