//! The whole state of the browser. No drawing, no terminal.

use std::time::Instant;

use ratatui::layout::{Position, Rect};

use crate::rules::SectionRef;
use crate::state;
use crate::theme::Styles;
use crate::tui::clipboard::Clip;
use crate::tui::contents::Contents;
use crate::tui::environment::Environment;
use crate::tui::event::BackgroundCommand;
use crate::tui::finder::Finder;
use crate::tui::hints::Hints;
use crate::tui::history::{History, Place};
use crate::tui::keymap::{Context, Key, Keymap};
use crate::tui::layout::{self, CONTENTS_FROM, SideWanted};
use crate::tui::library::Library;
use crate::tui::marks::Marks;
use crate::tui::overlay::Overlay;
use crate::tui::page::Reader;
use crate::tui::progress::Progress;
use crate::tui::side::Side;

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

/// What the state asks of whoever has the terminal; taken when it is done.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a request of its own, taken when it is done"
)]
#[derive(Default)]
pub struct Requests {
    /// To end.
    pub quit: bool,
    /// To give the terminal to the shell and stop for now.
    pub suspend: bool,
    /// To draw the whole screen: what was on it may be gone.
    pub redraw: bool,
    /// To take the terminal again: somebody else had it.
    pub retake: bool,
    /// What the background is to do.
    pub commands: Vec<BackgroundCommand>,
    /// To copy a text.
    pub clipboard: Option<Clip>,
}

/// Where the reader was when the section went, and where it was put instead.
pub(super) struct Lost {
    pub(super) was: state::Place,
    pub(super) put: Place,
}

/// The state.
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
    /// Hints on links or words, while there are any.
    pub hints: Option<Hints>,
    /// Keys of a binding of several, as far as they have been pressed.
    pub pending: Vec<Key>,
    /// Whether the last key chose among rows: the cursor stands there then, not where one types.
    pub choosing: bool,
    /// The section that the contents show by themselves.
    pub(super) followed: Option<SectionRef>,
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
}

impl App {
    /// A browser at its first screen.
    ///
    /// # Panics
    /// Where the rulebook has no document; loading refuses that before.
    pub fn new(start: Start) -> Self {
        let library = Library {
            symbols: start.styles.symbols(),
            ..start.library
        };
        let section = library.start;
        let mut contents = Contents::default();
        contents.shown = start.size.0 >= CONTENTS_FROM;
        contents.reveal(&library.book, section);
        let page = if library.symbols.linear {
            layout::linear::reading(start.size).page
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
            hints: None,
            pending: Vec::new(),
            choosing: false,
            followed: None,
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
        };
        app.settle();
        app.opened = Some(app.reader.place());
        app
    }

    /// Where keys go.
    pub fn context(&self) -> Context {
        match self.overlays.last() {
            Some(Overlay::Peek(_)) => Context::Peek,
            Some(Overlay::Mentions(_)) => Context::List,
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

    /// What a pane in an area sees of the browser.
    pub fn environment(&self, area: Rect) -> Environment<'_> {
        Environment {
            library: &self.library,
            state: &self.marks.state,
            keymap: &self.keymap,
            styles: &self.styles,
            size: self.size,
            area,
            context: self.context(),
            section: self.reader.focus,
            choosing: self.choosing,
        }
    }
}
