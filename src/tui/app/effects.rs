//! Carries out the effects that panes return: opens sections, peeks, lists and comparisons, and
//! shows messages.

use super::state::{App, Request};
use crate::rules::SectionRef;
use crate::state::{Change, MAX_PINS};
use crate::tui::action::Action;
use crate::tui::compare::Compare;
use crate::tui::effect::{Effect, Question};
use crate::tui::event::BackgroundCommand;
use crate::tui::finder::Finder;
use crate::tui::keymap::Context;
use crate::tui::pane::Pane;
use crate::tui::peek::Peek;
use crate::tui::prompt::Prompt;
use crate::tui::side::SideKind;
use crate::tui::table::GameRow;
use crate::tui::viewer::{ImageRequest, NO_VIEWER};

impl App {
    /// Carries out the effect that a pane has returned.
    pub(super) fn carry_out(&mut self, effect: Option<Effect>) {
        use Effect::{Close, Compare, Perform, Pin};
        let Some(effect) = effect else {
            return;
        };
        let closes = matches!(effect, Close | Compare(_) | Pin(_) | Perform(_));
        let closed = closes.then(|| self.overlays.pop()).flatten();
        match effect {
            Close if closed.is_none() => self.finder = None,
            Close => {}
            Effect::Open(section) => self.go(section),
            Effect::OpenResult => self.open_result(),
            Effect::Search(text) => {
                self.finder = Some(Finder::with_text(&text));
                self.search(None);
            }
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
            Effect::Peek(targets) => self.peek(targets, 0),
            Effect::OpenImage(from, path) => {
                let document = &self.shared.library.book.document_of(from).source;
                match ImageRequest::new(&self.image_viewer, document, &path) {
                    Some(image) => self.requests.push(Request::OpenImage(image)),
                    None => self.say(NO_VIEWER),
                }
            }
            Compare(pair) => self.compare(pair),
            Pin(section) => self.pin(section),
            Effect::Roll(choices, about) => self.roll(choices, about),
            Effect::Rolled(roll) => self.keep_roll(roll),
            Effect::Ask(question, answer) => self.ask(question, &answer),
            Effect::When(phase) => self.show_phase(phase),
            Effect::Play(name) => self.resume_game(&name),
            Effect::Both(effects) => effects
                .map(Some)
                .into_iter()
                .for_each(|one| self.carry_out(one)),
            Perform(action) => self.perform(action),
            Effect::Copy(clip) => {
                self.say(format!("copying {}", clip.name));
                self.requests.push(Request::Copy(clip));
            }
            Effect::Status(status) => self.say(status),
            Effect::Store(change, status) => {
                self.overlays.pop_if(|top| top.context() == Context::Prompt);
                self.say(status);
                self.store(change);
                self.refresh_overlays();
            }
        }
    }

    /// Opens a section on the page. The current place goes into the history.
    pub fn go(&mut self, section: SectionRef) {
        self.leave();
        self.turn_to(section);
        self.reader.show(section);
        self.fit();
    }

    fn leave(&mut self) {
        self.store_place();
        if self.finder.is_some() && !self.is_unread() {
            // The page below the search is a place of its own.
            self.history.leave_once(self.reader.place());
        }
        self.unread = None;
        let place = self.place();
        self.keep_panes(&place);
        self.history.leave(place);
        self.uncover_page();
        self.finder = None;
    }

    /// Closes the overlays, and takes the focus away from the contents and the side pane.
    pub(super) fn uncover_page(&mut self) {
        self.overlays.clear();
        self.side.focused = false;
        self.contents.focused = false;
    }

    /// Opens a peek at the first of `targets`, if there is one. `row` is the line of the word that
    /// was looked up, counted from the top of its pane. All peeks of a stack store the line of the
    /// first one.
    pub(super) fn peek(&mut self, targets: Vec<SectionRef>, row: u16) {
        if !targets.is_empty() {
            let row = self.peeks().next().map_or(row, |first| first.row);
            let parent = self.shared.library.book.section(targets[0]).parent;
            let is_list = self.side.focused && self.side.list.is_some();
            let trail = match self.peeks().last() {
                Some(peek) => [&peek.trail[..], &[peek.section()]].concat(),
                // The rows of a list and of the table do not belong to the page.
                None if is_list => parent.into_iter().collect(),
                None => vec![self.reader.focus],
            };
            let is_other = matches!(self.side.row(), Some(GameRow::Roll(_) | GameRow::Pin(_)));
            let context = match self.context() {
                Context::Card => Context::Card,
                Context::Table if !is_other && self.shared.library.table.is_card(targets[0]) => {
                    Context::Card
                }
                _ => Context::Peek,
            };
            let peek = Peek::new(context, trail, targets, row);
            self.overlays.push(Box::new(peek));
        }
    }

    /// Pins a section if none is pinned. If another section is pinned, compares the two. Otherwise
    /// unpins the pinned section.
    fn pin(&mut self, section: Option<SectionRef>) {
        let title = |section| self.shared.library.title(section);
        match (self.side.pin, section) {
            (Some(pinned), Some(section)) if pinned != section => {
                return self.compare([pinned, section]);
            }
            (Some(pinned), _) => {
                self.say(format!("unpinned {}", title(pinned)));
                self.side.pins.retain(|pin| *pin != pinned);
            }
            (None, Some(section)) if self.side.pins.contains(&section) => {}
            (None, Some(_)) if self.side.pins.len() >= MAX_PINS => {
                return self.say(format!("there are {MAX_PINS} pins already"));
            }
            (None, Some(section)) => {
                let pinned = format!("pinned {}", title(section));
                self.say_advice(&pinned, "on another rule compares the two");
            }
            (None, None) => return,
        }
        self.side.pin = section.filter(|_| self.side.pin.is_none());
        let new = self.side.pin.filter(|pin| !self.side.pins.contains(pin));
        self.side.pins.extend(new);
        self.store_pins();
    }

    /// Gives the side pane the focus. If the pane is empty, says how to pin a section.
    pub(super) fn enter_side(&mut self) {
        if self.side_content().is_some() {
            self.side.enter(None);
        } else {
            self.say_advice("nothing is pinned", "pins the rule being read");
        }
    }

    /// Opens a comparison over the page.
    pub(super) fn compare(&mut self, pair: [SectionRef; 2]) {
        self.overlays.push(Box::new(Compare::new(pair)));
    }

    /// Shows a message that names the pin key of the page, if there is one: `nothing is pinned; p pins the rule
    /// being read`.
    fn say_advice(&mut self, matter: &str, does: &str) {
        let env = self.environment(self.reading().footer);
        let advice = env.advice(Context::Page, matter, Action::Pin, does);
        self.say(advice);
    }

    /// Opens the search screen.
    pub(super) fn open_finder(&mut self, finder: Finder) {
        self.uncover_page();
        self.finder = Some(finder);
        self.search(None);
    }

    /// Searches for the text in the search box. Selects the result of the section with the id
    /// `choice`, if given.
    pub(super) fn search(&mut self, choice: Option<String>) {
        let (screen, context, resume) = (self.screen(0), self.context(), self.resume());
        if let Some(finder) = &mut self.finder {
            let area = finder.area(&screen);
            let section = self.reader.focus;
            finder.resume = resume;
            finder.search(
                choice,
                &self.shared.environment(screen, area, context, section),
            );
        }
    }

    /// Repeats the search in new rules or with a new index. If a result still has to be opened,
    /// opens it as soon as there is an index.
    pub(super) fn search_again(&mut self, choice: Option<String>) {
        let finder = self.finder.as_ref();
        let opens = finder.is_some_and(|finder| finder.opens_when_ready);
        self.search(choice);
        if self.shared.library.index.is_some() && opens {
            self.shared.messages.status = None;
            self.open_result();
        } else if let Some(finder) = &mut self.finder {
            finder.opens_when_ready = opens;
        }
    }

    /// Opens the selected result with its matches marked, or the selected comparison. Without an
    /// index, says why, and the result opens when the index is ready.
    pub(super) fn open_result(&mut self) {
        let waits = self.shared.library.index.is_none();
        let Some(finder) = &mut self.finder else {
            return;
        };
        let query = finder.input.value().trim().to_owned();
        if waits && !query.is_empty() {
            finder.opens_when_ready = true;
            self.say(self.shared.messages.waiting());
        } else if let Some([left, right]) = finder.pair() {
            self.store(Change::Query(query));
            self.go(left);
            self.compare([left, right]);
        } else if let Some((section, words)) = finder.scroll_target() {
            let results = finder.results.as_ref();
            let highlight = results.map(|results| results.highlight.clone());
            self.store(Change::Query(query));
            self.leave();
            self.reader.mark(highlight.unwrap_or_default());
            self.turn_to(section);
            let book = &self.shared.library.book;
            self.reader.show_match(book, section, &words);
            self.fit();
        }
    }

    /// Updates the open lists after the rules, the bookmarks or the size have changed. Requests the
    /// key numbers if their list is open and they are missing.
    pub(super) fn refresh_overlays(&mut self) {
        let (context, section) = (self.context(), self.reader.focus);
        for depth in 0..self.overlays.len() {
            let screen = self.screen(depth);
            let pane = &mut self.overlays[depth];
            let area = pane.area(&screen);
            let env = self.shared.environment(screen, area, context, section);
            pane.refresh(&env);
            if pane.context() == Context::Numbers && !env.library.has_key_numbers() {
                let command = BackgroundCommand::KeyNumbers(self.shared.library.clone());
                self.requests.push(Request::Background(command));
            }
        }
    }

    /// Opens an overlay and fills its list.
    pub(super) fn open(&mut self, pane: Box<dyn Pane>) {
        self.overlays.push(pane);
        self.refresh_overlays();
    }

    /// Asks for the name of the bookmark for the section being read.
    pub(super) fn ask_for_bookmark(&mut self) {
        if self.shared.library.placeholder.is_some() {
            return self.say("still reading the rules");
        }
        let prompt = Prompt::for_bookmark(&self.environment(self.reading().footer));
        self.overlays.push(Box::new(prompt));
    }

    /// Asks a question, with a text in the input line.
    pub(super) fn ask(&mut self, question: Question, answer: &str) {
        self.overlays.push(Box::new(Prompt::new(question, answer)));
    }

    /// Lists the passages that link to the section being read or change it. While these are not
    /// known yet, the list is empty.
    pub(super) fn list_mentions(&mut self, kind: SideKind) {
        let (library, section) = (&self.shared.library, self.reader.focus);
        let mentions = library.links_to(section, kind == SideKind::Changes);
        if mentions.as_ref().is_some_and(Vec::is_empty) {
            let label = kind.label().replace("What", "nothing");
            return self.say(format!("{label} {}", library.title(section)));
        }
        let is_known = mentions.is_some();
        self.side.enter(Some(kind));
        self.fit_reading();
        if is_known {
            self.side.sheet.move_to_link(true);
        } else {
            self.request_changes();
        }
    }
}
