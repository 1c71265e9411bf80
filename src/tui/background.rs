//! The background thread reads the rules, indexes them, caches the rulebook and the index, and
//! reloads changed files. The browser sends it [`BackgroundCommand`]s and receives its [`Event`]s.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel};
use std::thread;

use super::event::{BackgroundCommand, Event};
use super::messages::grouped;
use crate::cache::Cache;
use crate::diagnostic::Diagnostic;
use crate::library::{self, Library, LoadedRules, Progress, ReadingOptions, Report, SMALL_BYTES};
use crate::links;
use crate::loader::{self, Listing, Origin};
use crate::rules::{Document, Rulebook, game_named};
use crate::settings::WatchMode;
use crate::source::clean;
use crate::watch::{Stamps, Watch};

#[cfg(test)]
mod tests;

/// The number of documents or pages between two reports of progress. Each report draws a frame.
const REPORT_EVERY: usize = 50;

/// The number of pages of a new PDF that are shown while the others are being read.
const FIRST_PAGES: usize = 24;

/// The rules that a browser starts with.
pub struct Rules {
    /// The rules to show in the first frame. If many files are new or have changed, the rules are
    /// read later; until then, this is a placeholder.
    pub library: Library,
    /// The files of the rules, if `library` is a placeholder. The background thread reads them
    /// first. `None` if `library` contains the rules.
    pub unread: Option<Listing>,
    /// The origins of the rules and of the player's own synonyms.
    pub origins: Vec<Origin>,
    /// The game to open after the `unread` files have been read. `None` opens the first document of
    /// the rulebook.
    pub game: Option<String>,
    /// The size and times of each file when it was listed, to notice later changes.
    pub stamps: Stamps,
    /// The queue of the background thread.
    pub commands: CommandQueue,
    /// How changes are noticed.
    pub watch: WatchMode,
}

/// The commands that wait for the background thread. The queue exists before the thread, because the
/// first rules may already find that a file has changed.
pub struct CommandQueue {
    sender: Sender<BackgroundCommand>,
    receiver: Receiver<BackgroundCommand>,
}

impl CommandQueue {
    /// Creates an empty queue.
    pub fn new() -> Self {
        let (sender, receiver) = channel();
        Self { sender, receiver }
    }

    /// Returns a report that queues a reload, for rules with a file that can no longer be read.
    pub fn report(&self) -> Report {
        report(&self.sender)
    }
}

impl Default for CommandQueue {
    fn default() -> Self {
        Self::new()
    }
}

fn report(commands: &Sender<BackgroundCommand>) -> Report {
    let commands = commands.clone();
    // Sending fails if the background thread has ended. Then nothing is reloaded any more.
    Arc::new(move |_| drop(commands.send(BackgroundCommand::Reload)))
}

/// Starts the background thread, and returns the sender for its commands. The thread ends when it
/// cannot send an event, because the receiver has been dropped.
pub fn start(rules: Rules, events: SyncSender<Event>) -> Sender<BackgroundCommand> {
    let CommandQueue { sender, receiver } = rules.commands;
    let commands = sender.clone();
    thread::spawn(move || {
        let thread = Thread {
            origins: rules.origins,
            cache: rules.library.cache.clone(),
            game: rules.game,
            events,
            commands: sender,
        };
        match rules.unread {
            Some(listing) => thread.first_read(listing)?,
            None => thread.index(rules.library)?,
        }
        let signals = thread.commands.clone();
        let report = move || drop(signals.send(BackgroundCommand::CheckFiles));
        let watch = Watch::new(thread.origins.clone(), rules.stamps, rules.watch, report);
        thread.serve(watch, &receiver)
    });
    commands
}

struct Thread {
    origins: Vec<Origin>,
    cache: Option<Cache>,
    game: Option<String>,
    events: SyncSender<Event>,
    /// Sends commands to the thread itself.
    commands: Sender<BackgroundCommand>,
}

impl Thread {
    /// Sends an event. Returns `None` if the browser has ended, so that `?` ends the thread.
    fn send(&self, event: Event) -> Option<()> {
        self.events.send(event).ok()
    }

    fn progress(&self, what: &'static str, of: usize) -> impl FnMut(usize) {
        move |done| {
            if done.is_multiple_of(REPORT_EVERY) {
                let progress = format!("{what} {} of {}", grouped(done), grouped(of));
                // Ignore a failure: if the browser has ended, sending the next event fails too and
                // ends the thread.
                let _ = self.send(Event::Progress(progress));
            }
        }
    }

    /// Returns a function that reports what is being read, of so many documents.
    fn reading(&self, of: usize) -> impl FnMut(Progress<'_>) {
        let mut document = self.progress("reading", of);
        move |progress| match progress {
            Progress::Document(done) => document(done),
            Progress::Page(file, page, of) if page % REPORT_EVERY == 1 => {
                let (file, page, of) = (clean(file), grouped(page), grouped(of));
                let progress = format!("reading {file}, page {page} of {of}");
                let _ = self.send(Event::Progress(progress));
            }
            Progress::Page(..) => {}
        }
    }

    /// Reads the rules and sends them, to replace the placeholder of the first frame. If there are new
    /// books, sends the rules first with only the first pages of these.
    fn first_read(&self, listing: Listing) -> Option<()> {
        if listing.sources.iter().any(library::is_new_book) {
            let rules = self.read(listing.clone(), FIRST_PAGES);
            if !rules.book.documents.is_empty() {
                self.open(rules)?;
            }
        }
        self.open(self.read(listing, usize::MAX))
    }

    /// Sends the first rules, with the game that the player chose, and a message about their faults.
    fn open(&self, rules: LoadedRules) -> Option<()> {
        if rules.book.documents.is_empty() {
            let faults = summary(&rules.book.diagnostics).unwrap_or_default();
            return self.send(Event::Failed(format!(
                "no document could be loaded: {faults}"
            )));
        }
        let mut library = self.library(rules);
        let game = self.game.as_deref();
        let message = match game.map(|game| game_named(&library.book.games, game)) {
            Some(Ok(game)) => {
                library.choose_game(game);
                None
            }
            Some(Err(message)) => Some(message),
            None => {
                let mut faults = library.book.diagnostics.clone();
                faults.retain(Diagnostic::is_error);
                summary(&faults)
            }
        };
        self.publish(library, message)
    }

    /// Loads the listed files, and at most `max_pages` pages of a new PDF. Unchanged documents come
    /// from the cache.
    fn read(&self, listing: Listing, max_pages: usize) -> LoadedRules {
        let before = self.cache.as_ref().and_then(Cache::load);
        // For a small rulebook, load the text of every file, so that each fault can be reported
        // with its line. For a large one, this would take too long.
        let is_small = Rulebook::unread(None, &listing.sources) <= SMALL_BYTES as u64;
        let progress = &mut self.reading(listing.documents().count());
        let reading = &mut ReadingOptions {
            max_pages,
            progress,
        };
        let listing = if is_small {
            library::read_files(listing, reading)
        } else {
            listing
        };
        library::load_after(before, listing, report(&self.commands), reading)
    }

    fn library(&self, rules: LoadedRules) -> Library {
        Library {
            cache: self.cache.clone(),
            ..Library::new(rules)
        }
    }

    /// Sends new rules and a message to the browser, then indexes the rules.
    fn publish(&self, library: Library, message: Option<String>) -> Option<()> {
        self.send(Event::Rules(library.clone()))?;
        message.map_or(Some(()), |message| self.send(Event::Status(message)))?;
        self.index(library)
    }

    /// Opens or updates the index, caches it with the rulebook, and sends it to the browser.
    fn index(&self, mut library: Library) -> Option<()> {
        self.collect_links(library.clone());
        let mut progress = self.progress("indexing", library.book.documents.len());
        match library.open_index(&mut progress) {
            Ok(index) => {
                library.index = Some(Arc::new(index));
                self.send(Event::Indexed(library))
            }
            Err(error) => self.send(Event::Failed(format!("search is unavailable: {error}"))),
        }
    }

    /// Collects what links need on a thread of its own, beside the index.
    fn collect_links(&self, library: Library) {
        let events = self.events.clone();
        thread::spawn(move || {
            library.collect_links();
            // Sending fails if the browser has ended.
            let _ = events.send(Event::LinksReady);
        });
    }

    /// Carries out commands, and checks the files for changes when a check is due. Returns when the
    /// browser ends.
    fn serve(&self, mut watch: Watch, commands: &Receiver<BackgroundCommand>) -> Option<()> {
        loop {
            match commands.recv_timeout(watch.wait()) {
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {
                    if let Some((changed, listing)) = watch.poll() {
                        self.reload(&changed, listing)?;
                    }
                }
                Ok(BackgroundCommand::CheckFiles) => watch.schedule(),
                Ok(BackgroundCommand::CheckNow) => match watch.poll() {
                    Some((changed, listing)) => self.reload(&changed, listing)?,
                    None => self.send(Event::Status("the rules have not changed".to_owned()))?,
                },
                Ok(BackgroundCommand::Reload) => {
                    self.cache.iter().for_each(Cache::delete);
                    self.reload(&[], loader::find(&self.origins))?;
                }
                Ok(BackgroundCommand::Changes(library, document)) => {
                    let Document { game, root, .. } = *library.book.document(document);
                    library.collect_backlinks(game);
                    self.send(Event::ChangesReady)?;
                    if library.known_changes(root).is_none() {
                        library.collect_versions(document);
                        self.send(Event::ChangesReady)?;
                    }
                }
                Ok(BackgroundCommand::Prepare(library)) => {
                    // Sending fails if the browser has ended; then the next event fails too.
                    library.prepare(|| {
                        let _ = self.send(Event::Prepared);
                    });
                    self.send(Event::Prepared)?;
                }
                Ok(BackgroundCommand::KeyNumbers(library)) => {
                    library.collect_key_numbers();
                    self.send(Event::KeyNumbersReady)?;
                }
            }
        }
    }

    /// Reloads the rules. `changed` contains the files that were added, saved or removed; it is
    /// empty for [`BackgroundCommand::Reload`].
    fn reload(&self, changed: &[PathBuf], listing: io::Result<Listing>) -> Option<()> {
        let rules = match listing {
            Ok(listing) => self.read(listing, usize::MAX),
            Err(error) => return self.not_reloaded(&error.to_string()),
        };
        if rules.book.documents.is_empty() {
            let why = summary(&rules.book.diagnostics).unwrap_or("no documents left".to_owned());
            return self.not_reloaded(&why);
        }
        let library = self.library(rules);
        let message = reload_message(&library, changed);
        self.publish(library, Some(message))
    }

    /// Sends the message for a reload that failed: `not reloaded: no documents left`.
    fn not_reloaded(&self, why: &str) -> Option<()> {
        self.send(Event::Status(format!("not reloaded: {}", clean(why))))
    }
}

/// Returns the first fault and the number of others: `a.md:3:5: ... (and 1 more)`. `None` without a
/// fault.
fn summary(faults: &[Diagnostic]) -> Option<String> {
    match faults {
        [] => None,
        [fault] => Some(fault.brief()),
        [fault, more @ ..] => Some(format!("{} (and {} more)", fault.brief(), more.len())),
    }
}

/// Returns the message about a reload: the first fault in the changed files and the number of other
/// faults there. Errors come before other faults. Without faults, says what was reloaded.
fn reload_message(library: &Library, changed: &[PathBuf]) -> String {
    let paths: HashSet<&Path> = changed.iter().map(PathBuf::as_path).collect();
    let mut faults = library.book.diagnostics.clone();
    // Checking all links of a large rulebook takes longer than an author wants to wait.
    if library.is_small() {
        faults.extend(links::diagnostics(&library.links));
    }
    faults.retain(|fault| fault.is_fault() && paths.contains(Path::new(&fault.path)));
    faults.sort_by_key(|fault| !fault.is_error());
    let name = |file: &PathBuf| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        clean(&name).into_owned()
    };
    let is_loaded = |file: &PathBuf| {
        let mut documents = library.book.documents.iter();
        documents.any(|of| Path::new(&of.source.path) == file)
    };
    let mut changes = changed.iter();
    let gone = changes.find(|file| !is_loaded(file) && !file.exists());
    summary(&faults).unwrap_or_else(|| match (changed, gone) {
        (_, Some(file)) => format!("{} is gone", name(file)),
        ([file], None) => format!("reloaded {}", name(file)),
        _ => "reloaded the rules".to_owned(),
    })
}
