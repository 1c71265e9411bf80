//! The state of the browser, without drawing or a terminal.

use std::collections::VecDeque;

use ratatui::layout::{Position, Rect};

use crate::library::Library;
use crate::rules::DocumentRef;
use crate::state::{Change, ReadingPosition, State};
use crate::theme::Styles;
use crate::tui::action::Action;
use crate::tui::clipboard::Clip;
use crate::tui::contents::Contents;
use crate::tui::environment::{Environment, Shared};
use crate::tui::event::BackgroundCommand;
use crate::tui::finder::Finder;
use crate::tui::hints::Hints;
use crate::tui::history::{History, Place};
use crate::tui::keymap::{Context, Key, Keymap};
use crate::tui::messages::Messages;
use crate::tui::page::Reader;
use crate::tui::pane::Pane;
use crate::tui::side::{Side, SideKind};
use crate::tui::viewer::ImageRequest;

/// Options for a new [`App`].
pub struct Start {
    /// The rules to start with.
    pub library: Library,
    /// The query from the command line. Its best match opens when the index is ready.
    pub query: Option<String>,
    /// Whether to open the home screen if there is no query.
    pub home: bool,
    /// The styles.
    pub styles: Styles,
    /// The key bindings.
    pub keymap: Keymap,
    /// The columns and rows of the terminal.
    pub size: (u16, u16),
    /// The message that the footer shows first, if there is one.
    pub status: Option<String>,
}

/// A request for a task that only the event loop can perform.
pub enum Request {
    /// End the program.
    Quit,
    /// Suspend the program and give the terminal to the shell.
    Suspend,
    /// Draw the whole screen again, because its contents may be damaged.
    Redraw,
    /// Set up the terminal again after another program has used it.
    SetUp,
    /// Send a command to the background thread.
    Background(BackgroundCommand),
    /// Find the links of a long document on a thread of its own.
    FindLinks(Library, DocumentRef),
    /// Look for an image and open it.
    OpenImage(ImageRequest),
    /// Write a change to the state file.
    Store(Change),
    /// Copy text to the clipboard.
    Copy(Clip),
}

/// The panes over or beside the page from which a section was opened.
pub(super) struct LeftPanes {
    /// The place that they covered.
    pub place: Place,
    /// The overlays, topmost last.
    pub overlays: Vec<Box<dyn Pane>>,
    /// The list of the side pane, if the pane had the focus.
    pub list: Option<SideKind>,
    /// The selected link of the side pane.
    pub link: Option<usize>,
}

/// The state of the browser.
pub struct App {
    /// The state that all panes read.
    pub shared: Shared,
    /// The page being read.
    pub reader: Reader,
    /// The contents pane.
    pub contents: Contents,
    /// The side pane.
    pub side: Side,
    /// The search screen, while it is open.
    pub finder: Option<Finder>,
    /// The overlays, topmost last.
    pub overlays: Vec<Box<dyn Pane>>,
    /// The hints on links or words, while they are shown.
    pub hints: Option<Hints>,
    /// The pressed keys of an unfinished sequence.
    pub pending: Vec<Key>,
    /// The places before and after the current one, for Back and Forward.
    pub history: History,
    /// The panes from which sections were opened, for Back; the last one last.
    pub(super) left: Vec<LeftPanes>,
    /// Whether to open the stored reading position once its rules are loaded.
    pub restore_position: bool,
    /// The program that opens images, and its first arguments; empty if there is none.
    pub image_viewer: Vec<String>,
    /// The last click, if it was on a key in the footer: its place, the context, and what the key does.
    pub(super) clicked: Option<(Position, Context, Action)>,
    /// The last position that the browser chose, not the reader: the start page, or the page shown
    /// in place of a section that has disappeared. See `App::is_unread`.
    pub(super) unread: Option<ReadingPosition>,
    /// The long documents whose links are being found.
    pub(super) awaited_links: Vec<DocumentRef>,
    /// Requests to the event loop, oldest first.
    pub requests: Vec<Request>,
}

impl App {
    /// Creates a browser that shows its first screen.
    ///
    /// # Panics
    ///
    /// Panics if the rulebook has no document. Loaded rules always have one.
    pub fn new(start: Start) -> Self {
        let library = Library {
            symbols: start.styles.symbols,
            ..start.library
        };
        let mut contents = Contents::default();
        contents.shown = true;
        let mut app = Self {
            reader: Reader::new(library.start),
            shared: Shared {
                library,
                state: State::default(),
                keymap: start.keymap,
                styles: start.styles,
                messages: Messages {
                    status: start.status,
                    ..Messages::default()
                },
                rolls: Vec::new(),
                unwritten: VecDeque::new(),
                written: 0,
                seed: None,
                slot: 0,
                size: start.size,
                on_row: false,
            },
            contents,
            side: Side::default(),
            finder: match start.query {
                // The best match of the command line's query opens when the index is ready.
                Some(query) => Some(Finder {
                    opens_when_ready: true,
                    any_game: true,
                    ..Finder::with_text(&query)
                }),
                None => start.home.then(Finder::default),
            },
            overlays: Vec::new(),
            hints: None,
            pending: Vec::new(),
            history: History::default(),
            left: Vec::new(),
            restore_position: false,
            image_viewer: Vec::new(),
            clicked: None,
            unread: None,
            awaited_links: Vec::new(),
            requests: Vec::new(),
        };
        app.reader.sheet.height = usize::from(app.reading().page.height);
        app.unread = Some(app.reading_position());
        if app.context() == Context::Home {
            app.search(None);
        }
        app.fit();
        app
    }

    /// Shows a message in the footer until the next key or click.
    pub(super) fn say(&mut self, message: impl Into<String>) {
        self.shared.messages.status = Some(message.into());
    }

    /// Applies a change to the state, and queues it for the state file.
    pub(super) fn store(&mut self, change: Change) {
        self.shared.state.apply(&change);
        self.shared.unwritten.push_back(change.clone());
        if matches!(change, Change::Game(_)) {
            self.update_table();
            let home = self.finder.as_ref();
            if home.is_some_and(|finder| finder.context() == Context::Home) {
                self.search(None);
            }
        }
        self.requests.push(Request::Store(change));
    }

    /// Returns the environment of a pane in an area: the parts of the browser that the pane may
    /// read.
    pub fn environment(&self, area: Rect) -> Environment<'_> {
        let screen = self.screen(self.overlays.len());
        self.shared
            .environment(screen, area, self.context(), self.reader.focus)
    }
}
