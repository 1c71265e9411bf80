//! The background thread: it reads the rules, indexes them, stores both for the next start, and reads again what changes.
//! The browser sends it [`BackgroundCommand`]s and takes its [`Event`]s in.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::SystemTime;

use super::event::Event;
use super::library::Library;
use super::progress::Progress;
use super::reload;
use crate::cache::{Cache, Files, Found, Kept, Unread};
use crate::loader::{self, Origin};
use crate::prepared;
use crate::rules::{GameRef, Rulebook, game_named};
use crate::search::SearchIndex;
use crate::source::clean;
use crate::watch::{News, Watch};

#[cfg(test)]
mod tests;

/// The rules that the browser starts with.
pub struct Rules {
    /// What the first frame shows: the rules, or a placeholder for large ones that are still to be read.
    pub library: Library,
    /// What the background does first.
    pub pending: Pending,
    /// Where the rules come from.
    pub origins: Vec<Origin>,
    /// Where what is made of them is stored.
    pub cache: Option<Cache>,
    /// The game to open at, where the library is a placeholder.
    pub game: Option<String>,
    /// When the files were listed: later changes are noticed.
    pub listed_at: SystemTime,
}

/// What is still to be done for the rules of a start.
pub enum Pending {
    /// To read them.
    Read(Unread),
    /// To index them.
    Index(Store),
}

/// What is stored of some rules, and so where their index comes from.
pub enum Store {
    /// The program holds the index of the bundled rules.
    Bundled,
    /// The rulebook; its index is in this file, if it was made already.
    Rulebook(PathBuf),
    /// Nothing of these files, but perhaps what was made of earlier ones.
    Nothing(Files, Option<Box<Kept>>),
}

/// What the background is asked to do.
pub(super) enum BackgroundCommand {
    /// To take in what the watch reports.
    Watched(News),
    /// To check whether files have changed without the system's noticing.
    Check,
    /// To read the rules again: what is stored of them is not true any more.
    Outdated,
    /// To find what links into a game.
    Backlinks(Library, GameRef),
    /// To gather the key numbers.
    KeyNumbers(Library),
}

/// The way to the background thread. The thread ends when nobody takes its events any more.
pub(super) struct Background {
    commands: Sender<BackgroundCommand>,
}

impl Background {
    /// Starts the thread.
    pub(super) fn start(rules: Rules, events: Sender<Event>) -> Self {
        let (commands, queue) = channel();
        let background = Self { commands };
        let watch = background.watch(&rules);
        let thread = Thread {
            origins: rules.origins,
            cache: rules.cache,
            game: rules.game,
            events,
        };
        thread::spawn(move || {
            let prepared = match rules.pending {
                Pending::Read(unread) => thread.first_read(unread),
                Pending::Index(store) => thread.index(rules.library, store),
            };
            prepared?;
            let watch = watch.join().ok().flatten();
            thread.serve(watch.as_ref(), &queue)
        });
        background
    }

    /// Watches the files from a thread of its own: nothing waits for that, and no change is missed while the rules are read.
    fn watch(&self, rules: &Rules) -> thread::JoinHandle<Option<Watch>> {
        let (origins, listed_at) = (rules.origins.clone(), rules.listed_at);
        let commands = self.commands.clone();
        let report = move |news| commands.send(BackgroundCommand::Watched(news)).is_ok();
        thread::spawn(move || {
            Watch::start(&origins, report).inspect(|watch| watch.look_back(listed_at))
        })
    }

    /// Asks for something.
    pub(super) fn send(&self, command: BackgroundCommand) {
        // A thread that has ended found nobody to send its events to.
        let _ = self.commands.send(command);
    }
}

struct Thread {
    origins: Vec<Origin>,
    cache: Option<Cache>,
    game: Option<String>,
    events: Sender<Event>,
}

impl Thread {
    /// Sends an event; nothing where the browser has ended.
    fn send(&self, event: Event) -> Option<()> {
        self.events.send(event).ok()
    }

    fn progress(&self, what: &'static str, of: usize) -> impl FnMut(usize) {
        Progress::reporter(what, of, |progress| {
            // Whoever goes on finds out that the browser has ended.
            let _ = self.events.send(Event::Progress(progress));
        })
    }

    /// Reads large rules, for which the browser shows a placeholder.
    fn first_read(&self, unread: Unread) -> Option<()> {
        let known = unread.files.diagnostics.clone();
        let (book, store) = self.read(unread);
        if book.documents.is_empty() {
            let faults = reload::summary(&book.diagnostics).unwrap_or_default();
            return self.send(Event::Failed(format!(
                "no document could be loaded: {faults}"
            )));
        }
        let mut library = Library::new(book);
        let game = self
            .game
            .as_deref()
            .map(|game| game_named(&library.book.games, game));
        let message = match game {
            Some(Ok(game)) => {
                library.open_at(game);
                None
            }
            Some(Err(message)) => Some(message),
            None => reload::summary(&reload::new_errors(&library.book, &known)),
        };
        self.send(Event::Rules(library.clone()))?;
        if let Some(message) = message {
            self.send(Event::Hint(message))?;
        }
        self.index(library, store)
    }

    fn read(&self, unread: Unread) -> (Rulebook, Store) {
        let known = unread.known();
        let documents = unread.files.documents().count();
        let (book, before) = unread.load_after(&mut self.progress("reading", documents));
        (book, Store::Nothing(known, before))
    }

    /// Opens the index of the library, or makes and stores it.
    fn index(&self, mut library: Library, store: Store) -> Option<()> {
        let documents = library.book.documents.len();
        let mut progress = self.progress("indexing", documents);
        let index = match self.stored_index(&library.book, store, &mut progress) {
            Some(index) => Ok(index),
            // Where it cannot be stored, it is made in memory.
            None => SearchIndex::build(&library.book),
        };
        match index {
            Ok(index) => {
                library.index = Some(Arc::new(index));
                self.send(Event::Indexed(library))
            }
            Err(error) => self.send(Event::Failed(format!("search does not work: {error}"))),
        }
    }

    fn stored_index(
        &self,
        book: &Rulebook,
        store: Store,
        progress: &mut dyn FnMut(usize),
    ) -> Option<SearchIndex> {
        let cache = self.cache.as_ref();
        match store {
            Store::Bundled => prepared::index(book),
            Store::Rulebook(folder) => SearchIndex::open(&folder, book)
                .or_else(|_| SearchIndex::update(&folder, book, progress))
                .ok(),
            Store::Nothing(files, _) => cache?.make(&files, book, progress).ok(),
        }
    }

    /// Carries commands out until nobody sends any, or takes events in.
    fn serve(&self, watch: Option<&Watch>, commands: &Receiver<BackgroundCommand>) -> Option<()> {
        loop {
            match commands.recv().ok()? {
                BackgroundCommand::Watched(News::Changed(paths)) => self.reload(&paths)?,
                BackgroundCommand::Watched(News::Unwatched(why)) => {
                    self.send(Event::Hint(format!(
                        "files are not watched but checked every few seconds: {}",
                        clean(&why)
                    )))?
                }
                BackgroundCommand::Check => watch.into_iter().for_each(Watch::look),
                BackgroundCommand::Outdated => {
                    self.cache.iter().for_each(Cache::forget);
                    self.reload(&[])?;
                }
                BackgroundCommand::Backlinks(library, game) => {
                    library.find_backlinks(game);
                    self.send(Event::Backlinks)?;
                }
                BackgroundCommand::KeyNumbers(library) => {
                    library.find_key_numbers();
                    self.send(Event::KeyNumbers)?;
                }
            }
        }
    }

    /// Reads the rules again after some files have changed.
    fn reload(&self, changed: &[PathBuf]) -> Option<()> {
        let listing = match loader::find(&self.origins) {
            Ok(listing) => listing,
            Err(error) => return self.send(Event::Status(reload::refused(&error.to_string()))),
        };
        let (book, store) = match Found::of(listing, self.cache.as_ref()) {
            Found::Unread(unread) if unread.files.documents().next().is_none() => {
                let message = reload::without_documents(&unread.files);
                return self.send(Event::Status(reload::refused(&message)));
            }
            Found::Unread(unread) => self.read(unread),
            Found::Kept(_, same) => (same.book, Store::Rulebook(same.index)),
        };
        let library = Library::new(book);
        let message = reload::message(&library, changed);
        self.send(Event::Rules(library.clone()))?;
        self.send(Event::Status(message))?;
        self.index(library, store)
    }
}
