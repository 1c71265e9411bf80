//! The whole state of the browser. No drawing, no terminal.

use std::time::Instant;

use ratatui::layout::Position;

use super::clipboard::Clip;
use super::contents::Contents;
use super::finder::Finder;
use super::history::{History, Place};
use super::keymap::{Context, Key, Keymap};
use super::layout::{self, CONTENTS_FROM, SideWanted, linear::Focus};
use super::library::Library;
use super::marks::Marks;
use super::overlay::Overlay;
use super::popup::Peek;
use super::progress::Progress;
use super::reader::Reader;
use super::side::{Side, SideContent};
use super::update::{Lost, Word};
use crate::rules::{GameRef, SectionRef};
use crate::search::Highlight;
use crate::theme::{Form, Styles};

/// What the browser is started with.
pub struct Start {
    /// The rules.
    pub library: Library,
    /// What to search for at once, when the index is ready.
    pub query: Option<String>,
    /// The styles.
    pub styles: Styles,
    /// The keys.
    pub keymap: Keymap,
    /// Columns and rows of the terminal.
    pub size: (u16, u16),
    /// What to say in the footer at first.
    pub status: Option<String>,
}

/// How much of the screen the next frame draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Redraw {
    /// What has changed since the last frame.
    #[default]
    Changes,
    /// Everything: what was on the screen may be gone.
    Everything,
    /// Everything, after taking the terminal again: somebody else had it.
    Retaken,
}

/// What the state asks of whoever has the terminal; taken when it is done.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a request of its own, taken when it is done"
)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Requests {
    /// To end.
    pub quit: bool,
    /// To give the terminal to the shell and stop for now.
    pub suspend: bool,
    /// To check whether files of the rules have changed.
    pub check: bool,
    /// To draw a frame: what is on the screen may be another now.
    pub frame: bool,
    /// How much of the screen to draw.
    pub redraw: Redraw,
    /// To gather the key numbers in the background.
    pub key_numbers: bool,
    /// To find what links into a game in the background.
    pub backlinks: Option<GameRef>,
    /// To copy a text.
    pub clipboard: Option<Clip>,
}

/// The state.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct App {
    /// The rules.
    pub library: Library,
    /// Columns and rows of the terminal.
    pub size: (u16, u16),
    /// The styles.
    pub styles: Styles,
    /// The keys.
    pub keymap: Keymap,
    /// The page.
    pub reader: Reader,
    /// The contents.
    pub contents: Contents,
    /// The side pane.
    pub side: Side,
    /// The search box, while it is open.
    pub finder: Option<Finder>,
    /// What lies over the page, the topmost last.
    pub overlays: Vec<Overlay>,
    /// Letters on the links, and what of one has been typed.
    pub letters: Option<String>,
    /// Keys of a binding of several, as far as they have been pressed.
    pub pending: Vec<Key>,
    /// The words that letters stand on, where they are not on links.
    pub lettered: Vec<Word>,
    /// Whether the last key chose among rows: the cursor stands there then, not where one types.
    pub choosing: bool,
    /// Whether the terminal has told whether its background is light.
    pub(super) knows_background: bool,
    /// The last click on the page, to tell a double one.
    pub(super) clicked: Option<(Position, Instant)>,
    /// Places to go back to.
    pub history: History,
    /// Bookmarks, recent places and queries.
    pub marks: Marks,
    /// Whether the place that was read last is still to be opened.
    pub restore: bool,
    /// Where the browser opened by itself, as long as nobody has gone anywhere from there.
    pub(super) opened: Option<Place>,
    /// The place to come back to when its rules come back.
    pub(super) lost: Option<Lost>,
    /// What to say in the footer until the next key.
    pub status: Option<String>,
    /// How far the background has come, while it takes its time.
    pub progress: Option<Progress>,
    /// Whether there will never be an index.
    pub search_failed: bool,
    /// What the state asks of the terminal.
    pub requests: Requests,
    /// The game for which what links here was asked for last without a reader's asking.
    pub(super) linking: Option<GameRef>,
}

impl App {
    /// A browser at its first screen.
    ///
    /// # Panics
    /// Where the rulebook has no document; loading refuses that before.
    #[must_use]
    pub fn new(start: Start) -> Self {
        let form = Form {
            printings: true,
            ..start.styles.form
        };
        let library = Library {
            form,
            ..start.library
        };
        let section = library.start;
        let mut contents = Contents::default();
        contents.shown = start.size.0 >= CONTENTS_FROM;
        contents.reveal(&library.book, section);
        let page = if form.linear {
            layout::linear::reading(start.size, Focus::Page).page
        } else {
            layout::reading(start.size, contents.shown, SideWanted::Nothing).page
        };
        let reader = Reader::new(&library, section, (page.width, page.height));
        let mut app = Self {
            library,
            size: start.size,
            styles: start.styles,
            keymap: start.keymap,
            reader,
            contents,
            side: Side::default(),
            finder: start.query.as_deref().map(Finder::opening),
            overlays: Vec::new(),
            letters: None,
            pending: Vec::new(),
            lettered: Vec::new(),
            choosing: false,
            knows_background: false,
            clicked: None,
            history: History::default(),
            marks: Marks::default(),
            restore: false,
            opened: None,
            lost: None,
            status: start.status,
            progress: None,
            search_failed: false,
            requests: Requests::default(),
            linking: None,
        };
        app.settle();
        app.follow_focus();
        app.opened = Some(app.reader.place());
        app
    }

    /// Where keys go.
    #[must_use]
    pub fn context(&self) -> Context {
        match self.overlays.last() {
            Some(Overlay::Peek(_)) => Context::Peek,
            Some(Overlay::List(_)) => Context::List,
            Some(Overlay::Places(_)) => Context::Places,
            Some(Overlay::Numbers(_)) => Context::Numbers,
            Some(Overlay::Prompt(_)) => Context::Prompt,
            Some(Overlay::Compare(_)) => Context::Compare,
            Some(Overlay::Help(help)) if help.typing => Context::HelpFilter,
            Some(Overlay::Help(_)) => Context::Help,
            None if self.finder.is_some() => Context::Search,
            None if self.contents.focused => Context::Contents,
            None if self.side.focused => Context::Side,
            None => Context::Page,
        }
    }

    /// The places on the reading screen.
    #[must_use]
    pub fn reading(&self) -> layout::Reading {
        if self.is_linear() {
            let side = self.side.focused && self.side_content().is_some();
            let beside = if side { Focus::Side } else { Focus::Page };
            return layout::linear::reading(
                self.size,
                if self.contents.focused {
                    Focus::Contents
                } else {
                    beside
                },
            );
        }
        let side = match self.side_content() {
            Some(SideContent::Pin(_)) => SideWanted::Pin {
                lines: self.side.sheet.page.lines.len(),
                focused: self.side.focused,
            },
            Some(SideContent::Links(_)) => SideWanted::Links,
            None => SideWanted::Nothing,
        };
        let places = layout::reading(self.size, self.contents.shown, side);
        if places.contents_cover_page() && !self.contents.focused && self.size.0 >= CONTENTS_FROM {
            // They come back as soon as there is room beside the page again.
            return layout::reading(self.size, false, side);
        }
        places
    }

    /// The places on the search screen.
    #[must_use]
    pub fn searching(&self) -> layout::Searching {
        if self.is_linear() {
            layout::linear::searching(self.size)
        } else {
            layout::searching(self.size)
        }
    }

    /// Whether whatever has the focus fills the screen alone, told in words.
    #[must_use]
    pub fn is_linear(&self) -> bool {
        self.styles.form.linear
    }

    /// Whether the contents lie over the page, for want of room beside it.
    #[must_use]
    pub fn contents_cover_page(&self) -> bool {
        self.reading().contents_cover_page()
    }

    /// Puts the contents away where they lie over the page.
    pub(super) fn uncover_page(&mut self) {
        self.contents.focused = false;
        if self.size.0 < CONTENTS_FROM {
            self.contents.shown = false;
        }
    }

    /// Where the peek at a depth lies, 0 being the outermost.
    #[must_use]
    pub fn peek_area(&self, depth: usize) -> ratatui::layout::Rect {
        if self.is_linear() {
            return layout::linear::over(self.size);
        }
        let page = self.peeked_from();
        let Some(peek) = self.peeks().nth(depth) else {
            return ratatui::layout::Rect::default();
        };
        let lines = self.peeks().next().map_or((0, 0), |first| first.lines);
        let tabs = u16::from(peek.has_tabs());
        let height = u16::try_from(peek.page.lines.len())
            .unwrap_or(u16::MAX)
            .saturating_add(2 + tabs);
        let step = u16::try_from(depth).unwrap_or(u16::MAX);
        layout::popup(
            self.size,
            page,
            lines,
            height.clamp(5, self.size.1.max(5)),
            step,
        )
    }

    /// Lines of text that the topmost peek shows.
    #[must_use]
    pub fn peek_height(&self) -> usize {
        let depth = self.peeks().count().saturating_sub(1);
        let tabs = u16::from(self.peeks().last().is_some_and(Peek::has_tabs));
        usize::from(self.peek_area(depth).height.saturating_sub(2 + tabs)).max(1)
    }

    /// Where a list lies: over the page, or over everything where there is no page to see.
    #[must_use]
    pub fn list_area(&self) -> ratatui::layout::Rect {
        if self.is_linear() || self.finder.is_some() || self.contents_cover_page() {
            return layout::linear::over(self.size);
        }
        self.reading().page
    }

    /// The open peeks, outermost first.
    pub fn peeks(&self) -> impl Iterator<Item = &Peek> {
        self.overlays.iter().filter_map(|overlay| match overlay {
            Overlay::Peek(peek) => Some(peek),
            _ => None,
        })
    }

    /// The place being read, with the search that is open over it.
    #[must_use]
    pub fn place(&self) -> Place {
        let search = self.finder.as_ref().map(Finder::searched);
        Place {
            search,
            aside: self.aside(),
            ..self.reader.place()
        }
    }

    /// Leaves the current place for a section.
    pub fn go(&mut self, section: SectionRef) {
        self.leave();
        self.reader.go(&self.library, section);
        self.settle();
        self.follow_focus();
    }

    /// Leaves the current place for what a search found, its matches marked and those words of it in sight that are sought.
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

    /// Shows the section being read in the contents.
    pub fn follow_focus(&mut self) {
        if self.contents.shown && !self.contents.focused {
            self.contents.reveal(&self.library.book, self.reader.focus);
            self.show_contents_cursor();
        }
    }

    /// Scrolls the contents so that the chosen row is in sight.
    pub fn show_contents_cursor(&mut self) {
        let height = self
            .reading()
            .contents
            .map_or(0, |area| usize::from(area.height));
        self.contents
            .keep_in_sight(self.contents.cursor, height.max(1));
    }

    /// Fits everything to the current size and panes.
    pub fn fit(&mut self) {
        let page = self.reading().page;
        self.reader.resize(&self.library, (page.width, page.height));
        let (from, size, linear) = (self.peeked_from(), self.size, self.is_linear());
        let mut step = 0;
        for overlay in &mut self.overlays {
            match overlay {
                Overlay::Peek(peek) => {
                    peek.lay_out(
                        &self.library,
                        if linear {
                            size.0
                        } else {
                            layout::popup_width(size, from, step)
                        },
                    );
                    step += 1;
                }
                Overlay::Compare(compare) => compare.lay_out(&self.library, from.width),
                Overlay::List(_)
                | Overlay::Places(_)
                | Overlay::Numbers(_)
                | Overlay::Prompt(_)
                | Overlay::Help(_) => {}
            }
        }
        let preview = self.searching().preview;
        if let Some(finder) = &mut self.finder {
            finder.look(&self.library, (preview.width, preview.height));
        }
        self.show_contents_cursor();
    }

    /// Columns for the text of a peek that is opened now.
    #[must_use]
    pub fn peek_width(&self) -> u16 {
        let step = u16::try_from(self.peeks().count()).unwrap_or(u16::MAX);
        if self.is_linear() {
            self.size.0
        } else {
            layout::popup_width(self.size, self.peeked_from(), step)
        }
    }
}
