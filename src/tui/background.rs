//! The background thread: it reads and indexes the rules, caches both, and reloads changed files. The browser sends it
//! [`BackgroundCommand`]s and receives its [`Event`]s.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel};
use std::thread;

use super::event::{BackgroundCommand, Event};
use super::library::{FEW_WORDS, Library};
use super::messages::Progress;
use super::reload;
use crate::cache::Cache;
use crate::diagnostic::Diagnostic;
use crate::loader::{self, Listing, Origin};
use crate::prepared;
use crate::rules::{Rulebook, game_named};
use crate::search::SearchIndex;
use crate::watch::{Stamps, Watch};

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
    /// The files as they were listed: later changes are noticed.
    pub stamps: Stamps,
}

/// Starts the thread, which ends when nobody takes its events any more.
pub(super) fn start(rules: Rules, events: SyncSender<Event>) -> Sender<BackgroundCommand> {
    let (commands, queue) = channel();
    let signals = commands.clone();
    thread::spawn(move || {
        let thread = Thread {
            origins: rules.origins,
            cache: rules.cache,
            game: rules.game,
            events,
        };
        match rules.unread {
            Some(listing) => thread.first_read(listing)?,
            None => thread.index(rules.library)?,
        }
        let report = move |event| drop(signals.send(BackgroundCommand::Files(event)));
        let watch = Watch::new(thread.origins.clone(), rules.stamps, report);
        thread.serve(watch, &queue)
    });
    commands
}

struct Thread {
    origins: Vec<Origin>,
    cache: Option<Cache>,
    game: Option<String>,
    events: SyncSender<Event>,
}

impl Thread {
    /// Sends an event; `None` where the browser has ended.
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
            None => reload::summary(&reload::errors(&library.book)),
        };
        self.publish(library, message.map(Event::Hint))
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

    /// Sends new rules with a message, and indexes them.
    fn publish(&self, library: Library, message: Option<Event>) -> Option<()> {
        self.send(Event::Rules(library.clone()))?;
        message.map_or(Some(()), |message| self.send(message))?;
        self.index(library)
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

    /// Carries commands out, and lists the files when that is due, until the browser ends.
    fn serve(&self, mut watch: Watch, commands: &Receiver<BackgroundCommand>) -> Option<()> {
        loop {
            match commands.recv_timeout(watch.wait()) {
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {
                    if let Some((changed, listing)) = watch.poll() {
                        self.reload(&changed, listing)?;
                    }
                }
                Ok(BackgroundCommand::Files(event)) => watch.note(event),
                Ok(BackgroundCommand::Reload) => {
                    self.cache.iter().for_each(Cache::forget);
                    self.reload(&[], loader::find(&self.origins))?;
                }
                Ok(BackgroundCommand::Backlinks(library, game)) => {
                    library.find_backlinks(game);
                    self.send(Event::Backlinks)?;
                }
                Ok(BackgroundCommand::KeyNumbers(library)) => {
                    library.find_key_numbers();
                    self.send(Event::KeyNumbers)?;
                }
            }
        }
    }

    /// Reads the rules again after some files have changed.
    fn reload(&self, changed: &[PathBuf], listing: io::Result<Listing>) -> Option<()> {
        let listing = match listing {
            Ok(listing) => listing,
            Err(error) => return self.send(Event::Status(reload::refused(&error.to_string()))),
        };
        let book = self.read(listing);
        if book.documents.is_empty() {
            let none = "there are no rules any more".to_owned();
            let why = book.diagnostics.first().map_or(none, Diagnostic::brief);
            return self.send(Event::Status(reload::refused(&why)));
        }
        let library = Library::new(book);
        let message = reload::message(&library, changed);
        self.publish(library, Some(Event::Status(message)))
    }
}
