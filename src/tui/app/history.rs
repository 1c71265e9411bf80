//! Places: back and forward, the place to open at the next start.

use super::state::App;

use crate::tui::finder::Finder;
use crate::tui::history::{Aside, Place};
use crate::tui::overlay::Overlay;

impl App {
    /// The current place, with the search that is open over it and the pane that has the focus.
    pub fn place(&self) -> Place {
        Place {
            search: self
                .finder
                .as_ref()
                .map(|finder| finder.searched(&self.library.book)),
            aside: self.aside(),
            ..self.reader.place()
        }
    }

    pub(super) fn go_back(&mut self) {
        let here = self.place();
        match self.history.back(here) {
            Some(place) => self.restore_place(&place),
            None => self.status = Some("this is where you began".to_owned()),
        }
    }

    pub(super) fn go_forward(&mut self) {
        let here = self.place();
        match self.history.forward(here) {
            Some(place) => self.restore_place(&place),
            None => self.status = Some("there is nothing ahead".to_owned()),
        }
    }

    fn restore_place(&mut self, place: &Place) {
        self.reader.restore(&self.library, place);
        self.finder = None;
        if let Some(search) = &place.search {
            let finder = Finder {
                unfolded: search.unfolded,
                ..Finder::with_text(&search.text)
            };
            self.finder = Some(finder);
            self.search(search.chosen.clone());
        }
        self.restore_aside(place.aside);
    }

    /// The side pane or the comparison that has the focus.
    pub(super) fn aside(&self) -> Option<Aside> {
        if let Some(compare) = self.comparison() {
            let (scroll, link) = (compare.sheet.scroll, compare.sheet.link);
            return Some(Aside::Compare([compare.left, compare.right], scroll, link));
        }
        let sheet = &self.side.sheet;
        let has_focus = self.side.focused && self.finder.is_none();
        let content = self.side.content().filter(|_| has_focus)?;
        Some(Aside::Side(content, sheet.scroll, sheet.link))
    }

    /// Gives the focus back to the side pane or to a comparison, if there is the same one.
    pub(super) fn restore_aside(&mut self, aside: Option<Aside>) {
        self.side.focused = false;
        match aside {
            Some(Aside::Side(content, scroll, link)) if self.side_content() == Some(content) => {
                self.side.focused = true;
                self.settle();
                self.side.sheet.return_to(scroll, link);
            }
            Some(Aside::Compare([left, right], scroll, link)) => {
                self.compare(left, right);
                self.fit_heights();
                if let Some(Overlay::Compare(compare)) = self.overlays.last_mut() {
                    compare.sheet.return_to(scroll, link);
                }
            }
            _ => {}
        }
    }
}
