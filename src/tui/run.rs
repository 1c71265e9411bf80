//! The browser's loop: events change the state, and a frame shows it.

use std::io;
use std::iter;
use std::mem::{self, ManuallyDrop};
use std::sync::mpsc::{Receiver, Sender, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::Backend;

use super::app::{App, Requests, Start};
use super::background::{self, Rules};
use super::clipboard::{self, Clip};
use super::event::{BackgroundCommand, Event};
use super::replies;
use super::terminal::{Screen, Signals, listen};
use crate::state::Store;

/// The first frame waits this long for the index that finds the query of the command line.
const QUERY_PATIENCE: Duration = Duration::from_millis(100);

/// At most this many events wait for the frame that shows what they did. If no frame can be drawn, nothing more is read: the
/// terminal keeps what it can, and memory does not grow.
const MOST_WAITING: usize = 4096;

/// What the browser is run with.
pub struct Options {
    /// What the state starts with; its size is that of the terminal.
    pub start: Start,
    /// The rules for the background.
    pub rules: Rules,
    /// Whether to ask the terminal if its background is light, and to suit the theme to it.
    pub ask_background: bool,
    /// Whether the mouse is used.
    pub mouse: bool,
    /// Where bookmarks and places are kept; nowhere without a home folder.
    pub store: Option<Store>,
    /// Whether to open the place that was read last.
    pub restore: bool,
}

/// Runs the browser until the user quits.
///
/// # Errors
/// The terminal cannot be set up or written to. It is restored in any case.
pub fn run(options: Options) -> io::Result<()> {
    let (events, queue) = sync_channel(MOST_WAITING);
    let signals = Signals::catch()?;
    let size = crossterm::terminal::size()?;
    let mut screen = Screen::enter(options.mouse, size)?;
    // Never dropped: the program ends with it, and the system takes all memory back faster than piece by piece.
    let start = Start {
        size,
        ..options.start
    };
    let mut app = ManuallyDrop::new(App::new(start));
    app.restore = options.restore;
    let store = options.store;
    app.handle(Event::of_state(store.as_ref().map(Store::load)));
    // Writing even the first frame may block for ever: signals are heard before it.
    signals.listen(events.clone());
    let background = background::start(options.rules, store.clone(), events.clone());
    await_query(&mut app, &queue);
    screen.draw(&app)?;
    let asked = options.ask_background.then(Instant::now);
    if asked.is_some() {
        screen.ask_background()?;
    }
    listen(events.clone());
    let mut browser = Browser {
        app: &mut app,
        screen: &mut screen,
        background,
        events,
    };
    let ended = browser.run(&queue);
    if let Some(asked) = asked {
        replies::await_answer(&queue, asked);
    }
    drop(screen);
    // Whatever became of the terminal: the state is written. The background may have other things to do.
    app.note_end();
    let unwritten = app.marks.unwritten();
    if let Some(store) = store.filter(|_| !unwritten.is_empty()) {
        let _ = store.keep(unwritten);
    }
    ended
}

/// Waits a moment for the index if the command line asks for something, so that the first frame shows what it finds.
fn await_query(app: &mut App, queue: &Receiver<Event>) {
    let deadline = Instant::now() + QUERY_PATIENCE;
    while app.finder.is_some() && app.library.index.is_none() && !app.library.is_placeholder {
        match queue.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(event) => app.handle(event),
            Err(_) => return,
        }
    }
}

/// The state, the terminal, and the threads that serve them.
struct Browser<'a> {
    app: &'a mut App,
    screen: &'a mut Screen,
    background: Sender<BackgroundCommand>,
    events: SyncSender<Event>,
}

impl Browser<'_> {
    /// Does what the state asks for, draws it, and takes events in, until the user quits.
    fn run(&mut self, queue: &Receiver<Event>) -> io::Result<()> {
        let mut is_outdated = false;
        loop {
            let Requests {
                quit,
                suspend,
                redraw,
                retake,
                clipboard,
                mut commands,
            } = mem::take(&mut self.app.requests);
            // Asked to end before the first frame.
            if quit {
                return Ok(());
            }
            if suspend {
                self.screen.suspend()?;
            }
            if redraw {
                self.screen.forget();
            }
            if retake {
                self.screen.retake()?;
            }
            if let Some(clip) = clipboard {
                self.copy(clip)?;
            }
            if !mem::replace(&mut is_outdated, self.app.library.is_outdated()) && is_outdated {
                commands.push(BackgroundCommand::Reload);
            }
            let changes = self.app.marks.hand_over();
            if !changes.is_empty() {
                commands.push(BackgroundCommand::Store(changes));
            }
            for command in commands {
                // A thread that has ended found nobody to send its events to.
                let _ = self.background.send(command);
            }
            self.screen.draw(self.app)?;
            if !next(self.app, queue) {
                return Ok(());
            }
        }
    }

    /// Copies by the terminal, where it takes as much, and by a clipboard program, where there is one.
    fn copy(&mut self, clip: Clip) -> io::Result<()> {
        let by_terminal = clipboard::fits_terminal(&clip.text);
        if by_terminal {
            self.screen.copy(&clip.text)?;
        }
        let events = self.events.clone();
        clipboard::copy(clip, by_terminal, move |message| {
            drop(events.send(Event::Status(message)));
        });
        Ok(())
    }
}

/// Waits for an event and takes in those that wait behind it; whether the browser goes on. Held keys are taken in here, so
/// that one frame shows them all.
pub fn next(app: &mut App, queue: &Receiver<Event>) -> bool {
    let first = queue.recv().unwrap_or(Event::End);
    for event in iter::once(first).chain(queue.try_iter().take(MOST_WAITING)) {
        app.handle(event);
        if app.requests.quit || app.requests.suspend {
            break;
        }
    }
    !app.requests.quit
}

/// Draws a frame on any backend.
///
/// # Errors
/// Those of the backend.
pub fn draw<B: Backend>(app: &App, terminal: &mut Terminal<B>) -> Result<(), B::Error> {
    let drawn = terminal.draw(|frame| {
        if let Some(cursor) = app.draw(frame.buffer_mut()) {
            frame.set_cursor_position(cursor);
        }
    });
    drawn.map(drop)
}
