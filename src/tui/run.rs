//! The browser's loop: events change the state, and a frame shows it.

use std::io;
use std::mem::{self, ManuallyDrop};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::Backend;

use super::app::{App, Redraw, Start};
use super::background::{Background, BackgroundCommand, Rules};
use super::clipboard::{self, Clip};
use super::event::Event;
use super::keeper::Keeper;
use super::keymap::Keymap;
use super::replies;
use super::terminal::{Screen, Signals};
use crate::state::Store;
use crate::theme::{Form, Styles, Theme};

/// The first frame waits this long for the index that finds the query of the command line.
const QUERY_PATIENCE: Duration = Duration::from_millis(100);

/// What the browser is run with.
pub struct Options {
    /// The rules.
    pub rules: Rules,
    /// What to search for at once.
    pub query: Option<String>,
    /// The theme.
    pub theme: Theme,
    /// Whether to ask the terminal if its background is light, and to suit the theme to it.
    pub ask_background: bool,
    /// How screens are set.
    pub form: Form,
    /// The keys.
    pub keymap: Keymap,
    /// Whether the mouse is used.
    pub mouse: bool,
    /// What to say at first.
    pub status: Option<String>,
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
    let (events, queue) = channel();
    let signals = Signals::catch()?;
    let mut screen = Screen::enter(options.mouse)?;
    // Never dropped: the program ends with it, and the system takes all memory back faster than piece by piece.
    let mut app = ManuallyDrop::new(App::new(Start {
        library: options.rules.library.clone(),
        query: options.query,
        styles: Styles::new(options.theme).in_form(options.form),
        keymap: options.keymap,
        size: screen.size()?,
        status: options.status,
    }));
    app.restore = options.restore;
    if options.restore
        && let Some(Ok(kept)) = options.store.as_ref().map(Store::load)
    {
        app.handle(Event::Kept { count: 0, kept });
    }
    // Writing even the first frame may block for ever: signals are heard before it.
    signals.listen(&events);
    let background = Background::start(options.rules, events.clone());
    await_query(&mut app, &queue);
    screen.draw(&app)?;
    app.requests.frame = false;
    let asked = options.ask_background.then(Instant::now);
    if asked.is_some() {
        screen.ask_background()?;
    }
    screen.listen(&events);
    let mut browser = Browser {
        app: &mut app,
        screen: &mut screen,
        keeper: Keeper::start(options.store, events.clone()),
        background,
        events,
    };
    let ended = browser.run(&queue);
    let keeper = browser.keeper;
    if let Some(asked) = asked.filter(|_| !app.knows_background) {
        replies::await_answer(&queue, asked);
    }
    let left = screen.leave();
    // Whatever became of the terminal: the state is written.
    app.note_end();
    keeper.keep(app.marks.hand_over());
    keeper.finish();
    ended.and(left)
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
    keeper: Keeper,
    background: Background,
    events: Sender<Event>,
}

impl Browser<'_> {
    /// Takes events in and draws, until the user quits.
    fn run(&mut self, queue: &Receiver<Event>) -> io::Result<()> {
        let mut outdated = false;
        self.ask_background();
        while next(self.app, queue) {
            if mem::take(&mut self.app.requests.suspend) {
                self.screen.suspend()?;
            }
            match mem::take(&mut self.app.requests.redraw) {
                Redraw::Changes => {}
                Redraw::Everything => self.screen.forget(),
                Redraw::Retaken => self.screen.retake()?,
            }
            if let Some(clip) = self.app.requests.clipboard.take() {
                self.copy(clip)?;
            }
            let was_outdated = mem::replace(&mut outdated, self.app.library.is_outdated());
            if outdated && !was_outdated {
                self.background.send(BackgroundCommand::Outdated);
            }
            self.ask_background();
            self.keeper.keep(self.app.marks.hand_over());
            if mem::take(&mut self.app.requests.frame) {
                self.screen.draw(self.app)?;
            }
        }
        Ok(())
    }

    /// Hands what the state asks of the background over.
    fn ask_background(&mut self) {
        let requests = &mut self.app.requests;
        if mem::take(&mut requests.check) {
            self.background.send(BackgroundCommand::Check);
        }
        if mem::take(&mut requests.key_numbers) {
            let library = self.app.library.clone();
            self.background.send(BackgroundCommand::KeyNumbers(library));
        }
        if let Some(game) = requests.backlinks.take() {
            let library = self.app.library.clone();
            self.background
                .send(BackgroundCommand::Backlinks(library, game));
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

/// Waits for an event and takes in all that have come; whether the browser goes on. Held keys are drained here, so that
/// one frame shows them all.
pub fn next(app: &mut App, queue: &Receiver<Event>) -> bool {
    match queue.recv() {
        Ok(event) => app.handle(event),
        Err(_) => app.requests.quit = true,
    }
    while !app.requests.quit && !app.requests.suspend {
        match queue.try_recv() {
            Ok(event) => app.handle(event),
            Err(_) => break,
        }
    }
    !app.requests.quit
}

/// Draws a frame on any backend.
///
/// # Errors
/// Those of the backend.
pub fn draw<B: Backend>(app: &App, terminal: &mut Terminal<B>) -> Result<(), B::Error> {
    terminal.draw(|frame| app.draw(frame)).map(drop)
}
