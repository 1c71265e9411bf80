//! Carries out the effects that panes return: opens sections, peeks, lists and comparisons, and
//! shows messages.

use super::state::{App, Request};
use crate::rules::SectionRef;
use crate::state::Change;
use crate::tui::action::Action;
use crate::tui::compare::Compare;
use crate::tui::effect::Effect;
use crate::tui::event::BackgroundCommand;
use crate::tui::finder::Finder;
use crate::tui::keymap::Context;
use crate::tui::layout::CONTENTS_FROM;
use crate::tui::overlay::Overlay;
use crate::tui::peek::Peek;
use crate::tui::prompt::Prompt;
use crate::tui::side::{Side, SideContent};
use crate::tui::subject::Subject;
use crate::tui::viewer;

impl App {
    /// Carries out the effect that a pane has returned.
    pub(super) fn carry_out(&mut self, effect: Option<Effect>) {
        let Some(effect) = effect else {
            return;
        };
        if effect.closes_overlay() {
            self.overlays.pop();
        }
        match effect {
            Effect::Close => {}
            Effect::Open(section) => self.go(section),
            Effect::OpenResult => self.open_result(),
            Effect::Search(text) => {
                self.finder = Some(Finder::with_text(&text));
                self.search(None);
            }
            Effect::CloseSearch => self.finder = None,
            Effect::Resume(position) => {
                self.leave();
                self.go_to_position(&position);
                self.fit();
            }
            Effect::Browse(section) => {
                self.go(section);
                self.enter_contents();
            }
            Effect::OpenKeyNumber(number) => {
                self.go(number.section);
                self.reader
                    .show_words(number.section, &number.printed, &number.about);
            }
            Effect::Peek(subject, lines) => self.peek(subject, lines),
            Effect::LeaveContents { hide } => self.leave_contents(hide),
            Effect::OpenImage(from, path) => {
                let document = &self.shared.library.book.document_of(from).source;
                let status = viewer::open(&self.image_viewer, document, &path);
                self.say(status);
            }
            Effect::Compare(left, right) => self.compare(left, right),
            Effect::Pin(section) => self.pin(section),
            Effect::Unpin => self.unpin(),
            Effect::Perform(action) => self.perform(action),
            Effect::Copy(clip) => {
                self.say(format!("copying {}", clip.name));
                self.requests.push(Request::Copy(clip));
            }
            Effect::Status(status) => self.say(status),
            Effect::Store(change, status) => {
                let is_prompt = |top: &mut Overlay| matches!(top, Overlay::Prompt(_));
                self.overlays.pop_if(is_prompt);
                self.say(status);
                self.store(change);
                self.refresh_overlays();
            }
        }
    }

    /// Opens a section on the page. The current place goes into the history.
    pub fn go(&mut self, section: SectionRef) {
        self.leave();
        let width = self.page_width(section);
        self.reader.go(&self.shared.library, section, width);
        self.fit();
    }

    fn leave(&mut self) {
        self.store_place();
        self.fallback = None;
        self.history.leave(self.place());
        self.finder = None;
        self.overlays.clear();
        self.side.focused = false;
        self.uncover_page();
    }

    /// Takes the focus away from the contents. On a narrow screen, also hides them, because they
    /// cover the page.
    pub(super) fn uncover_page(&mut self) {
        self.contents.focused = false;
        if self.shared.size.0 < CONTENTS_FROM {
            self.contents.shown = false;
        }
    }

    /// Opens a peek at a subject. `lines` are the first and the last line of the link or word from
    /// which the outermost peek was opened. They are counted from the top of the pane that contains
    /// the link or word.
    fn peek(&mut self, subject: Subject, lines: (u16, u16)) {
        let width = self.peek_width(self.overlays.len());
        let peek = Peek::new(&self.shared.library, subject, lines, width);
        self.overlays.extend(peek.map(Overlay::Peek));
    }

    /// Pins a section if none is pinned. Unpins the section if it is the pinned one. If another
    /// section is pinned, compares the two.
    fn pin(&mut self, section: SectionRef) {
        match self.side.pin {
            Some(pinned) if pinned != section => self.compare(pinned, section),
            Some(_) => self.unpin(),
            None => {
                self.side.pin = Some(section);
                self.side.clear();
                let pinned = format!("pinned {}", self.shared.library.title(section));
                self.say_advice(&pinned, "on another rule compares the two");
            }
        }
    }

    fn unpin(&mut self) {
        if let Some(section) = self.side.pin.take() {
            self.side.clear();
            self.say(format!("unpinned {}", self.shared.library.title(section)));
        }
    }

    /// Gives the side pane the focus. If the pane is empty, says how to pin a section.
    pub(super) fn enter_side(&mut self) {
        self.side.focused = self.side_content().is_some();
        if !self.side.focused {
            self.say_advice("nothing is pinned", "pins the rule being read");
        }
    }

    /// Opens a comparison over the page.
    pub(super) fn compare(&mut self, left: SectionRef, right: SectionRef) {
        let width = self.reading().compared().width;
        let compare = Compare::new(&self.shared.library, [left, right], width);
        self.overlays.push(Overlay::Compare(compare));
    }

    /// Returns the open comparison, even if a peek covers it.
    pub fn comparison(&self) -> Option<&Compare> {
        self.overlays
            .iter()
            .rev()
            .find_map(|overlay| match overlay {
                Overlay::Compare(compare) => Some(compare),
                _ => None,
            })
    }

    /// Shows a message that names the pin key of the page, if there is one: `nothing is pinned; p pins the rule
    /// being read`.
    fn say_advice(&mut self, matter: &str, does: &str) {
        let env = self.environment(self.footer_area());
        let advice = env.advice_in(Context::Page, matter, Action::Pin, does);
        self.say(advice);
    }

    /// Opens the search screen.
    pub(super) fn open_finder(&mut self) {
        self.overlays.clear();
        self.side.focused = false;
        self.uncover_page();
        self.finder = Some(Finder::default());
        self.search(None);
    }

    /// Searches for the text in the search box. Selects the result of the section with the id
    /// `choice`, if given.
    pub(super) fn search(&mut self, choice: Option<String>) {
        let (area, context) = (self.searching().results, self.context());
        let resume = self.resume();
        let env = self.shared.environment(area, context, self.reader.focus);
        if let Some(finder) = &mut self.finder {
            finder.resume = resume;
            finder.search(choice, &env);
        }
    }

    /// Repeats the search in new rules or with a new index. If a result still has to be opened,
    /// opens it as soon as there is an index.
    pub(super) fn search_again(&mut self, choice: Option<String>) {
        let Some(opens) = self.finder.as_ref().map(|finder| finder.opens_when_ready) else {
            return;
        };
        self.search(choice);
        if self.shared.library.index.is_some() && opens {
            self.messages.status = None;
            self.open_result();
        } else if let Some(finder) = &mut self.finder {
            finder.opens_when_ready = opens;
        }
    }

    /// Opens the selected result with its matches marked, or the selected comparison. Without an
    /// index, the result opens when the index is ready.
    pub(super) fn open_result(&mut self) {
        let waits = self.shared.library.index.is_none() && !self.messages.search_failed;
        let Some(finder) = &mut self.finder else {
            return;
        };
        let query = finder.input.value().trim().to_owned();
        if waits && !query.is_empty() {
            finder.opens_when_ready = true;
            self.say("the result opens when the index is ready");
            return;
        }
        if let Some([left, right]) = finder.pair() {
            self.store(Change::Query(query));
            self.go(left);
            self.compare(left, right);
            return;
        }
        let Some((section, words)) = finder.scroll_target(&self.shared.library) else {
            return;
        };
        let results = finder.results.as_ref();
        let highlight = results.map(|results| results.highlight.clone());
        self.store(Change::Query(query));
        self.leave();
        let width = self.page_width(section);
        self.reader.go_marked(
            &self.shared.library,
            section,
            width,
            highlight.unwrap_or_default(),
            &words,
        );
        self.fit();
    }

    /// Updates the open lists after the rules, the bookmarks or the size have changed. Requests the
    /// key numbers if their list is open and they are missing.
    pub(super) fn refresh_overlays(&mut self) {
        let (area, context) = (self.list_area(), self.context());
        let env = self.shared.environment(area, context, self.reader.focus);
        for overlay in &mut self.overlays {
            overlay.refresh(&env);
            if matches!(overlay, Overlay::Numbers(_)) && env.library.key_numbers().is_none() {
                let command = BackgroundCommand::KeyNumbers(self.shared.library.clone());
                self.requests.push(Request::Background(command));
            }
        }
    }

    /// Opens an overlay and fills its list.
    pub(super) fn open(&mut self, overlay: Overlay) {
        self.overlays.push(overlay);
        self.refresh_overlays();
    }

    /// Asks for the name of the bookmark for the section being read.
    pub(super) fn ask_for_bookmark(&mut self) {
        if self.shared.library.is_placeholder {
            self.say("still reading the rules");
            return;
        }
        let prompt = Prompt::new(&self.environment(self.footer_area()));
        self.overlays.push(Overlay::Prompt(prompt));
    }

    /// Lists the passages that link to the section being read. With `exceptions`, lists only
    /// passages that change the section.
    pub(super) fn list_mentions(&mut self, exceptions: bool) {
        let (library, focus) = (&self.shared.library, self.reader.focus);
        let game = library.book.game_of(focus);
        if library.is_small() {
            library.collect_backlinks(game);
        }
        if library.known_backlinks(focus).is_none() {
            self.request_changes();
            self.say("still collecting what links here");
            return;
        }
        // On a wide screen the list is already beside the page.
        if !exceptions && self.context() == Context::Page && self.side_shows_links() {
            self.enter_side();
            self.side.sheet.move_to_link(true);
            return;
        }
        let content = if exceptions {
            SideContent::Changes(focus)
        } else {
            SideContent::Links(focus)
        };
        match Side::list(&self.shared.library, content, self.list_area().width) {
            Ok(mentions) => self.overlays.push(Overlay::Mentions(mentions)),
            Err(nothing) => self.say(nothing),
        }
    }
}
