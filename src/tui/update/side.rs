//! Actions in the side pane, and what it shows.

use crate::rules::SectionRef;
use crate::tui::action::Action;
use crate::tui::app::App;
use crate::tui::compare::Compare;
use crate::tui::history::Aside;
use crate::tui::keymap::Context;
use crate::tui::layout::SIDE_FROM;
use crate::tui::overlay::Overlay;
use crate::tui::popup::Peek;
use crate::tui::side::SideContent;
use ratatui::layout::Rect;

impl App {
    /// What the side pane is to show: the pinned section, else what links to the section being read where there is room.
    #[must_use]
    pub fn side_content(&self) -> Option<SideContent> {
        let links = (self.size.0 >= SIDE_FROM).then_some(SideContent::Links(self.reader.focus));
        self.side.pin.map(SideContent::Pin).or(links)
    }

    /// Brings the side pane, and the page beside it, in line with what has happened. Only what has changed is laid out again.
    pub(in crate::tui) fn settle(&mut self) {
        let game = self.library.book.game_of(self.reader.focus);
        if self.linking != Some(game) && self.library.wants_backlinks(game) {
            self.linking = Some(game);
            self.requests.backlinks = Some(game);
        }
        self.reader.learn_changes(&self.library);
        match (self.side_content(), self.reading().side) {
            (Some(content), Some(area)) => self.side.show(&self.library, content, area.width),
            (Some(_), None) => self.side.focused = false,
            (None, _) => self.side.forget(),
        }
        let height = self.side_height();
        self.side.sheet.scroll_by(0, height);
        let height = self.compare_height();
        if let Some(compare) = self.comparison_mut() {
            compare.sheet.scroll_by(0, height);
        }
        let page = self.reading().page;
        if (self.reader.page.width, self.reader.height()) != (page.width, usize::from(page.height))
        {
            self.fit();
        }
    }

    /// Lines of text that the side pane shows.
    #[must_use]
    pub fn side_height(&self) -> usize {
        usize::from(self.reading().side_text().height)
    }

    /// The area that peeks belong to: that of the pane or the comparison with the link.
    #[must_use]
    pub fn peeked_from(&self) -> Rect {
        let places = self.reading();
        if self.comparison().is_some() {
            places.compared()
        } else if self.side.focused && places.side_divider.is_none() && !places.side_covers_page() {
            // Under the page there is little room: the page's is used too.
            Rect {
                height: places.page.height + places.side.map_or(0, |side| side.height),
                ..places.page
            }
        } else if self.side.focused {
            places.side_text()
        } else {
            places.page
        }
    }

    /// Pins a section; the pinned one is let go, another one compared with it.
    pub(super) fn pin(&mut self, section: SectionRef) {
        match self.side.pin {
            Some(pinned) if pinned != section => self.compare(pinned, section),
            Some(_) => self.unpin(),
            None => {
                self.side.pin = Some(section);
                self.side.forget();
                let pinned = format!("pinned {}", self.name(section));
                let pin = (Context::Page, Action::Pin);
                self.status = Some(self.advice(&pinned, pin, "on another rule compares the two"));
            }
        }
    }

    /// Lets go of the pinned section.
    pub(super) fn unpin(&mut self) {
        if let Some(section) = self.side.pin.take() {
            self.side.forget();
            self.status = Some(format!("no longer pinned: {}", self.name(section)));
        }
    }

    /// Opens a comparison of two sections over the page.
    pub(super) fn compare(&mut self, left: SectionRef, right: SectionRef) {
        let width = self.reading().compared().width;
        self.overlays.push(Overlay::Compare(Compare::new(
            &self.library,
            left,
            right,
            width,
        )));
    }

    pub(super) fn name(&self, section: SectionRef) -> String {
        self.library.book.section(section).full_title()
    }

    /// The keys go to the side pane.
    pub(super) fn enter_side(&mut self) {
        self.side.focused = self.side_content().is_some();
        if !self.side.focused {
            let pin = (Context::Page, Action::Pin);
            self.status = Some(self.advice("nothing is pinned", pin, "pins the rule being read"));
        }
    }

    pub(super) fn on_side(&mut self, action: Action) {
        let height = self.side_height();
        if self.side.sheet.perform(action, height) {
            return;
        }
        match action {
            Action::Peek => self.peek_in_side(),
            Action::LinkLetters => self.show_letters(),
            Action::Follow => match self.side_target() {
                Some(target) => self.go(target),
                None => self.say_no_link(),
            },
            Action::Pin => match self.side_target() {
                Some(target) => self.pin(target),
                None => self.unpin(),
            },
            Action::Back => self.go_back(),
            Action::Forward => self.go_forward(),
            Action::Contents => self.toggle_contents(),
            Action::OtherPane | Action::Close => self.side.focused = false,
            _ => {}
        }
    }

    fn side_target(&self) -> Option<SectionRef> {
        self.side
            .sheet
            .selected()
            .and_then(|link| link.targets.first().copied())
    }

    fn peek_in_side(&mut self) {
        let height = self.side_height();
        if self.side.sheet.link.is_none() {
            self.side.sheet.to_link(true, height);
        }
        let above = self
            .reading()
            .side_text()
            .y
            .saturating_sub(self.peeked_from().y);
        let (first, last) = self.side.sheet.selected_rows();
        let rows = (first.saturating_add(above), last.saturating_add(above));
        let width = self.peek_width();
        let Some(link) = self.side.sheet.selected().cloned() else {
            return;
        };
        let peek = Peek::new(&self.library, link.targets, link.value, rows, width);
        self.overlays.extend(peek.map(Overlay::Peek));
    }

    /// What has the keys beside or over the page, to come back to.
    #[must_use]
    pub(crate) fn aside(&self) -> Option<Aside> {
        if let Some(compare) = self.comparison() {
            return Some(Aside::Compare(
                [compare.left, compare.right],
                compare.sheet.scroll,
                compare.sheet.link,
            ));
        }
        let content = self
            .side
            .content()
            .filter(|_| self.side.focused && self.finder.is_none())?;
        Some(Aside::Side(
            content,
            self.side.sheet.scroll,
            self.side.sheet.link,
        ))
    }

    /// Gives the keys back to what had them, if it is still there.
    pub(super) fn restore_aside(&mut self, aside: Option<Aside>) {
        self.side.focused = false;
        match aside {
            Some(Aside::Side(content, scroll, link)) if self.side_content() == Some(content) => {
                self.side.focused = true;
                self.settle();
                let sheet = std::mem::take(&mut self.side.sheet);
                self.side.sheet = sheet.at(scroll, link);
                self.settle();
            }
            Some(Aside::Compare([left, right], scroll, link)) => {
                self.compare(left, right);
                let height = self.compare_height();
                if let Some(compare) = self.comparison_mut() {
                    compare.sheet = std::mem::take(&mut compare.sheet).at(scroll, link);
                    compare.sheet.scroll_by(0, height);
                }
            }
            _ => {}
        }
    }
}
