//! The event loop of the browser: events change the state, and every frame shows the current state.

use std::io;
use std::iter;
use std::mem::{self, ManuallyDrop};
use std::sync::mpsc::{Receiver, Sender, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::Backend;

use super::app::{App, Request, Start};
use super::background::{self, Rules};
use super::clipboard::{self, Clip};
use super::event::{BackgroundCommand, Event};
use super::state_writer;
use super::terminal::{Screen, drawn_size, listen, listen_to_signals, restore};
use super::viewer::ImageRequest;
use super::watchdog::Watchdog;
use crate::library::Library;
use crate::platform::signals::Signals;
use crate::rules::DocumentRef;
use crate::state::{Change, Store};

/// The maximum time that the first frame waits for the index if the command line has a query.
const INDEX_TIMEOUT: Duration = Duration::from_millis(100);

/// The maximum number of waiting events. If drawing blocks, the queue fills up and no more input is
/// read, so the queue cannot exhaust the memory.
const MAX_WAITING: usize = 4096;

/// Options of the browser.
pub struct Options {
    /// The options for the initial state. `size` is replaced with the size of the terminal.
    pub start: Start,
    /// The rules for the background thread.
    pub rules: Rules,
    /// Whether the mouse is used.
    pub mouse: bool,
    /// The state file; `None` if there is no home folder.
    pub store: Option<Store>,
    /// Whether to open the last reading position.
    pub restore: bool,
    /// The program that opens images, and its first arguments.
    pub image_viewer: Vec<String>,
}

/// Runs the browser until the player quits.
///
/// # Errors
///
/// Fails if the terminal cannot be set up or written to. A terminal that was set up is restored
/// even after a failure.
pub fn run(options: Options) -> io::Result<()> {
    let (events, queue) = sync_channel(MAX_WAITING);
    let signals = Signals::catch()?;
    let size = drawn_size()?;
    let watchdog = Watchdog::new(|| drop(restore()));
    let mut screen = Screen::enter(options.mouse, size)?;
    // The threads for signals and keys start first, so that the player can quit at any time. Laying
    // out the first page may take seconds, and writing it may block forever.
    listen_to_signals(signals, events.clone(), watchdog.clone());
    listen(events.clone(), watchdog.clone());
    // Opening the index takes as long as laying out the first page, so both happen in parallel.
    let background = background::start(options.rules, events.clone());
    let start = Start {
        size,
        ..options.start
    };
    // The state is never dropped, because the system frees the memory faster when the process ends.
    let mut app = ManuallyDrop::new(App::new(start));
    app.restore_position = options.restore;
    app.image_viewer = options.image_viewer;
    let stored = options.store.as_ref().map(Store::load);
    let seen = stored.iter().flatten().find_map(|stored| stored.stamp);
    app.handle(Event::of_state(stored));
    let writer = options
        .store
        .map(|store| state_writer::start(store, seen, events.clone()));
    let (changes, writer) = writer.unzip();
    await_index(&mut app, &queue);
    screen.draw(&app)?;
    let mut browser = Browser {
        app: &mut app,
        screen: &mut screen,
        background,
        changes: changes.as_ref(),
        events,
        watchdog,
    };
    let ended = browser.run(&queue);
    drop(screen);
    // The state file is written even if the terminal is gone.
    app.store_place();
    for request in mem::take(&mut app.requests) {
        if let (Request::Store(change), Some(changes)) = (request, &changes) {
            let _ = changes.send(change);
        }
    }
    drop(changes);
    let _ = writer.map(JoinHandle::join);
    ended
}

/// Waits briefly for the index if the command line has a query, so that the first frame shows the
/// best match.
fn await_index(app: &mut App, queue: &Receiver<Event>) {
    let deadline = Instant::now() + INDEX_TIMEOUT;
    let waits = |app: &App| {
        let library = &app.shared.library;
        let opens = app
            .finder
            .as_ref()
            .is_some_and(|finder| finder.opens_when_ready);
        opens && library.index.is_none() && library.placeholder.is_none()
    };
    while waits(app)
        && let Ok(event) = queue.recv_timeout(deadline.saturating_duration_since(Instant::now()))
    {
        app.handle(event);
    }
}

/// The state, the terminal, and the channels to the other threads.
struct Browser<'a> {
    app: &'a mut App,
    screen: &'a mut Screen,
    background: Sender<BackgroundCommand>,
    /// Sends changes to the thread that writes the state file; `None` if there is no state file.
    changes: Option<&'a Sender<Change>>,
    events: SyncSender<Event>,
    watchdog: Watchdog,
}

impl Browser<'_> {
    /// Carries out the queued requests, draws frames and handles events until the player quits.
    fn run(&mut self, queue: &Receiver<Event>) -> io::Result<()> {
        self.watchdog.turn();
        loop {
            for request in mem::take(&mut self.app.requests) {
                match request {
                    Request::Quit => return Ok(()),
                    Request::Suspend => self.screen.suspend()?,
                    Request::Redraw => self.screen.frames.invalidate(),
                    Request::SetUp => self.screen.set_up()?,
                    Request::Copy(clip) => self.copy(clip)?,
                    // Sending fails if the background thread has ended. The command is then
                    // ignored.
                    Request::Background(command) => drop(self.background.send(command)),
                    Request::FindLinks(library, document) => self.find_links(library, document),
                    Request::OpenImage(image) => self.open_image(image),
                    Request::Store(change) => {
                        drop(self.changes.map(|changes| changes.send(change)));
                    }
                }
            }
            self.screen.draw(self.app)?;
            next(self.app, queue, |app, event| {
                self.watchdog.turn();
                app.handle(event);
                self.watchdog.turn();
            });
        }
    }

    /// Finds the links of a document on a thread of its own, because indexing large rules keeps the
    /// background thread busy.
    fn find_links(&self, library: Library, document: DocumentRef) {
        let events = self.events.clone();
        thread::spawn(move || {
            library.find_links_of(document);
            // Sending fails if the browser has ended.
            drop(events.send(Event::PageLinksReady(library.book, document)));
        });
    }

    /// Looks for an image and opens it on a thread of its own.
    fn open_image(&self, image: ImageRequest) {
        let events = self.events.clone();
        thread::spawn(move || drop(events.send(Event::Status(image.open()))));
    }

    /// Copies text through the terminal and with a clipboard program.
    fn copy(&mut self, clip: Clip) -> io::Result<()> {
        self.screen.copy(&clip.text)?;
        let events = self.events.clone();
        clipboard::copy(clip, move |message| {
            drop(events.send(Event::Status(message)));
        });
        Ok(())
    }
}

/// Waits for an event, then calls `handle` for it and for all other events in the queue. One frame
/// then shows the effect of all of them, for example while a key is held down. Stops after an event
/// that quits or suspends the browser.
pub fn next(app: &mut App, queue: &Receiver<Event>, handle: impl Fn(&mut App, Event)) {
    let first = queue.recv().unwrap_or(Event::End);
    for event in iter::once(first).chain(queue.try_iter().take(MAX_WAITING)) {
        handle(app, event);
        let leaves = |request: &Request| matches!(request, Request::Quit | Request::Suspend);
        if app.requests.iter().any(leaves) {
            break;
        }
    }
}

/// Draws a frame on any backend.
///
/// # Errors
///
/// Fails if the backend cannot draw the frame.
pub fn draw<B: Backend>(app: &App, terminal: &mut Terminal<B>) -> Result<(), B::Error> {
    let drawn = terminal.draw(|frame| {
        if let Some(cursor) = app.draw(frame.buffer_mut()) {
            frame.set_cursor_position(cursor);
        }
    });
    drawn.map(drop)
}
