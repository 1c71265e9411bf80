//! The browser in the terminal: keys become actions, actions change the state, the state is drawn.
//!
//! Everything but [`run`] knows no terminal: the same state machine and the same drawing serve the tests.

use std::io;
use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Instant, SystemTime};

use ratatui::Terminal;
use ratatui::backend::Backend;

use crate::cache::{Cache, Unread};
use crate::loader::Origin;
use crate::rules::SectionRef;
use crate::search::SearchIndex;
use crate::state::Store;
use crate::theme::{Form, Styles, Theme};

pub mod action;
mod apart;
pub mod app;
pub mod clipboard;
pub mod compare;
pub mod contents;
pub mod draw;
pub mod effect;
pub mod environment;
pub mod finder;
pub mod help;
pub mod history;
mod keeper;
pub mod keymap;
pub mod layout;
pub mod library;
pub mod list;
pub mod marks;
pub mod numbers;
pub mod overlay;
pub mod places;
pub mod popup;
mod prepare;
pub mod progress;
pub mod reader;
pub mod replies;
mod reread;
pub mod sheet;
pub mod side;
mod terminal;
mod typing;
pub mod update;
pub mod view;

pub use apart::Apart;

use app::{App, Redraw, Start};
use clipboard::Clip;
use keeper::Keeper;
use keymap::Keymap;
use library::Library;
use prepare::{Background, Supply};
use update::Event;

/// Gets an index that is made already; nothing where it turns out to be none.
pub type Ready = Box<dyn FnOnce() -> Option<SearchIndex>>;

/// The rules that the browser starts with, as far as they are there.
pub struct Rules {
    /// The rules, or a glance at them: what the first frame shows; at least one document among them.
    pub library: Library,
    /// The files, where its book is only a glance at them.
    pub unread: Option<Unread>,
    /// How to get the index of the rules, where it is made already.
    pub index: Option<Ready>,
    /// Where that belongs, if the outline is kept: it may not be there yet.
    pub place: Option<PathBuf>,
    /// When it was begun to look for the files of the rules.
    pub looked: SystemTime,
    /// Where to keep what is made of the rules.
    pub cache: Option<Cache>,
    /// Where the rules come from: what is read again when it changes.
    pub origins: Vec<Origin>,
}

/// What the browser is run with.
pub struct Options {
    /// The rules.
    pub rules: Rules,
    /// What reads and indexes large rules, where they can be kept.
    pub apart: Option<Apart>,
    /// The section to open at.
    pub section: Option<SectionRef>,
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
    let Rules {
        library,
        unread,
        index: mut ready,
        place,
        looked,
        cache,
        origins,
    } = options.rules;
    let signals = terminal::Signals::catch()?;
    let mut screen = terminal::Screen::enter(options.mouse)?;
    let size = screen.size()?;
    // Never let go of: the program ends with it, and the system takes all memory back at once, where freeing every section,
    // line and key by itself would take as long as drawing a frame.
    let mut app = ManuallyDrop::new(App::new(Start {
        library,
        section: options.section,
        query: options.query,
        styles: Styles::new(options.theme).in_form(options.form),
        keymap: options.keymap,
        size,
        status: options.status,
    }));
    app.restore = options.restore;
    if options.restore
        && let Some(Ok(kept)) = options.store.as_ref().map(Store::load)
    {
        app.handle(Event::Kept { count: 0, kept });
    }
    // Even the first frame may wait for ever to be written: signals are heard before it.
    signals.listen(&events);
    // It needs neither the index, unless it answers a query, nor what the other threads prepare.
    if app.finder.is_some() {
        open_index(&mut app, ready.take());
    }
    screen.draw(&app)?;
    open_index(&mut app, ready);
    if size.0 >= layout::SIDE_FROM {
        app.handle(Event::Drawn);
        screen.draw(&app)?;
    }
    // All that shows of what came until now is drawn.
    app.requests.frame = false;
    let asked = options.ask_background.then(Instant::now);
    if asked.is_some() {
        screen.ask_background()?;
    }
    screen.listen(&events);
    let keeper = Keeper::start(options.store, events.clone());
    let supply = Supply {
        origins,
        cache,
        apart: options.apart,
        looked,
    };
    let background =
        Background::start(app.library.clone(), (unread, place), supply, events.clone());
    let ended = browse(
        &mut app,
        &mut screen,
        &queue,
        (&keeper, &background, &events),
    );
    if let Some(asked) = asked.filter(|_| !app.knows_background) {
        replies::await_answer(&queue, asked);
    }
    let left = screen.leave();
    // Whatever became of the terminal: what is to be kept is kept.
    app.note_end();
    keeper.keep(app.marks.hand_over());
    keeper.finish();
    ended.and(left)
}

/// Takes in an index that is made already.
fn open_index(app: &mut App, ready: Option<Ready>) {
    if let Some(index) = ready.and_then(|open| open()) {
        app.handle(Event::Indexed(Library {
            index: Some(Arc::new(index)),
            ..app.library.clone()
        }));
    }
}

/// Takes events in and draws, until the user quits.
fn browse(
    app: &mut App,
    screen: &mut terminal::Screen,
    queue: &Receiver<Event>,
    (keeper, background, events): (&Keeper, &Background, &Sender<Event>),
) -> io::Result<()> {
    let mut outdated = false;
    while next(app, queue) {
        if std::mem::take(&mut app.requests.suspend) {
            screen.suspend()?;
        }
        match std::mem::take(&mut app.requests.redraw) {
            Redraw::Changes => {}
            Redraw::Everything => screen.forget(),
            Redraw::Retaken => screen.retake()?,
        }
        if let Some(clip) = app.requests.clipboard.take() {
            hand_over(clip, screen, events)?;
        }
        if app.library.is_outdated() && !std::mem::replace(&mut outdated, true) {
            background.changed();
        }
        outdated &= app.library.is_outdated();
        if std::mem::take(&mut app.requests.look) {
            background.look();
        }
        keeper.keep(app.marks.hand_over());
        if std::mem::take(&mut app.requests.frame) {
            screen.draw(app)?;
        }
        // What takes longer than a frame comes behind it: with few processors it would be done first.
        if std::mem::take(&mut app.requests.numbers) {
            prepare::gather_numbers(app.library.clone(), events.clone());
        }
        if let Some(game) = app.requests.backlinks.take() {
            prepare::find_backlinks(app.library.clone(), game, events.clone());
        }
    }
    Ok(())
}

/// Copies by the terminal, where it takes so much, and by a clipboard program, where there is one.
fn hand_over(clip: Clip, screen: &mut terminal::Screen, events: &Sender<Event>) -> io::Result<()> {
    let by_terminal = clipboard::fits_terminal(&clip.text);
    if by_terminal {
        screen.copy(&clip.text)?;
    }
    let events = events.clone();
    clipboard::copy(clip, by_terminal, move |said| {
        drop(events.send(Event::Told(said)))
    });
    Ok(())
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
    terminal.draw(|frame| view::draw(app, frame)).map(drop)
}
