//! The background thread: it reads the rules, indexes them, stores both for the next start, and reads again what changes.
//! The browser sends it [`BackgroundCommand`]s and takes its [`Event`]s in.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::SystemTime;

use super::event::Event;
use super::library::{FEW_WORDS, Library};
use super::progress::Progress;
use super::reload;
use crate::cache::Cache;
use crate::loader::{self, Listing, Origin};
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
    /// The files of large rules, which the background reads first.
    pub unread: Option<Listing>,
    /// Where the rules come from.
    pub origins: Vec<Origin>,
    /// Where what is made of them is stored.
    pub cache: Option<Cache>,
    /// The game to open at, where the library is a placeholder.
    pub game: Option<String>,
    /// When the files were listed: later changes are noticed.
    pub listed_at: SystemTime,
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
            let prepared = match rules.unread {
                Some(listing) => thread.first_read(listing),
                None => thread.index(rules.library),
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
    fn first_read(&self, listing: Listing) -> Option<()> {
        let known = listing.diagnostics.clone();
        let book = self.read(listing);
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
        self.index(library)
    }

    /// Reads the files that have changed since the rulebook was stored.
    fn read(&self, listing: Listing) -> Rulebook {
        let before = self.cache.as_ref().and_then(Cache::load);
        // The faults of a small set are reported with their places, which are found in the texts.
        let is_small = Rulebook::unread_bytes(None, &listing.sources) <= FEW_WORDS as u64;
        let listing = if is_small { listing.read() } else { listing };
        let progress = &mut self.progress("reading", listing.documents().count());
        Rulebook::load_after(before, listing.sources, listing.diagnostics, progress)
    }

    /// Opens the index of the library, after storing both.
    fn index(&self, mut library: Library) -> Option<()> {
        let mut progress = self.progress("indexing", library.book.documents.len());
        let stored = if self.origins == [Origin::Bundled] {
            prepared::index(&library.book)
        } else {
            self.stored_index(&library.book, &mut progress)
        };
        // An index that cannot be stored is made in memory.
        let index = stored.map_or_else(|| SearchIndex::build(&library.book), Ok);
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
        progress: &mut dyn FnMut(usize),
    ) -> Option<SearchIndex> {
        let cache = self.cache.as_ref()?;
        cache.store(book).ok()?;
        cache.index(book, progress)
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
                    )))?;
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
        let book = self.read(listing);
        if book.documents.is_empty() {
            let message = reload::without_documents(&book.diagnostics);
            return self.send(Event::Status(reload::refused(&message)));
        }
        let library = Library::new(book);
        let message = reload::message(&library, changed);
        self.send(Event::Rules(library.clone()))?;
        self.send(Event::Status(message))?;
        self.index(library)
    }
}
