//! What panes ask for: other sections, peeks, comparisons, messages.

use super::state::App;
use crate::rules::SectionRef;
use crate::search::Highlight;
use crate::tui::action::Action;
use crate::tui::compare::Compare;
use crate::tui::effect::Effect;
use crate::tui::keymap::Context;
use crate::tui::layout::CONTENTS_FROM;
use crate::tui::overlay::Overlay;
use crate::tui::peek::Peek;
use crate::tui::subject::Subject;

impl App {
    /// Carries out what a pane asks for.
    pub(super) fn carry_out(&mut self, effects: impl IntoIterator<Item = Effect>) {
        for effect in effects {
            match effect {
                Effect::Close => drop(self.overlays.pop()),
                Effect::Open(section) => self.go(section),
                Effect::OpenResult => self.open_result(),
                Effect::CloseSearch => {
                    self.finder = None;
                    self.follow_focus();
                }
                Effect::OpenNumber(number) => {
                    self.go(number.section);
                    self.reader
                        .show_words(number.section, &number.printed, &number.about);
                }
                Effect::Peek(subject, lines) => self.peek(subject, lines),
                Effect::LeaveContents { hide } => self.leave_contents(hide),
                Effect::GatherNumbers => self.requests.key_numbers = true,
                Effect::Compare(left, right) => self.compare(left, right),
                Effect::Pin(section) => self.pin(section),
                Effect::Unpin => self.unpin(),
                Effect::Copy(clip) => {
                    self.status = Some(format!("copying {}", clip.name));
                    self.requests.clipboard = Some(clip);
                }
                Effect::Status(status) => self.status = Some(status),
                Effect::Store(change) => {
                    self.marks.note(change);
                    self.refresh_overlays();
                }
            }
        }
    }

    /// Leaves the current place for a section.
    pub fn go(&mut self, section: SectionRef) {
        self.leave();
        self.reader.go(&self.library, section);
        self.settle();
        self.follow_focus();
    }

    /// Leaves the current place for a search result, with its matches marked and the `sought` words in sight.
    pub fn go_marked(&mut self, section: SectionRef, highlight: Highlight, sought: &[String]) {
        self.leave();
        self.reader
            .go_marked(&self.library, section, highlight, sought);
        self.settle();
        self.follow_focus();
    }

    fn leave(&mut self) {
        self.note_place();
        self.opened = None;
        self.history.leave(self.place());
        self.finder = None;
        self.overlays.clear();
        self.side.focused = false;
        self.uncover_page();
    }

    /// Puts the contents away where they cover the page.
    pub(super) fn uncover_page(&mut self) {
        self.contents.focused = false;
        if self.size.0 < CONTENTS_FROM {
            self.contents.shown = false;
        }
    }

    /// Peeks at a subject, which the given lines of the pane with the focus lead to.
    fn peek(&mut self, subject: Subject, lines: (u16, u16)) {
        let mut lines = lines;
        if self.context() == Context::Side {
            let above = self.reading().side_text().y;
            let above = above.saturating_sub(self.peeked_from().y);
            lines = (lines.0.saturating_add(above), lines.1.saturating_add(above));
        }
        let width = self.peek_width(self.peeks().count());
        let peek = Peek::new(&self.library, subject, lines, width);
        self.overlays.extend(peek.map(Overlay::Peek));
    }

    /// Pins a section; the pinned one is unpinned, another one compared with it.
    fn pin(&mut self, section: SectionRef) {
        match self.side.pin {
            Some(pinned) if pinned != section => self.compare(pinned, section),
            Some(_) => self.unpin(),
            None => {
                self.side.pin = Some(section);
                self.side.forget();
                let pinned = format!("pinned {}", self.name(section));
                self.status = Some(self.page_advice(
                    &pinned,
                    Action::Pin,
                    "on another rule compares the two",
                ));
            }
        }
    }

    fn unpin(&mut self) {
        if let Some(section) = self.side.pin.take() {
            self.side.forget();
            self.status = Some(format!("no longer pinned: {}", self.name(section)));
        }
    }

    /// Gives the side pane the focus.
    pub(super) fn enter_side(&mut self) {
        self.side.focused = self.side_content().is_some();
        if !self.side.focused {
            self.status = Some(self.page_advice(
                "nothing is pinned",
                Action::Pin,
                "pins the rule being read",
            ));
        }
    }

    /// Opens a comparison over the page.
    pub(super) fn compare(&mut self, left: SectionRef, right: SectionRef) {
        let width = self.reading().compared().width;
        let compare = Compare::new(&self.library, [left, right], width);
        self.overlays.push(Overlay::Compare(compare));
    }

    /// The open comparison, perhaps under a peek.
    #[must_use]
    pub fn comparison(&self) -> Option<&Compare> {
        self.overlays
            .iter()
            .rev()
            .find_map(|overlay| match overlay {
                Overlay::Compare(compare) => Some(compare),
                _ => None,
            })
    }

    fn name(&self, section: SectionRef) -> String {
        self.library.book.section(section).full_title()
    }

    /// A message with the key of the page that helps.
    fn page_advice(&self, matter: &str, action: Action, does: &str) -> String {
        let env = self.environment(self.footer_area());
        env.advice_in(Context::Page, matter, action, does)
    }
}
