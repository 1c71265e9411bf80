//! Loads the rules that a command works on, and finds the game that the user chose.

use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::thread;

use super::args::Global;
use super::output::{Failure, notice};
use crate::cache::Cache;
use crate::diagnostic::Diagnostic;
use crate::folders;
use crate::library::{self, Report};
use crate::links::LinkGraph;
use crate::loader::{self, Listing, Origin};
use crate::rules::{GameRef, Rulebook, SectionRef, Unreadable, game_named};
use crate::search::{Query, SearchIndex};
use crate::source::counted;
use crate::tui::library::Library;
use crate::tui::{CommandQueue, Rules};
use crate::watch::{self, Stamps};

#[derive(Debug)]
pub struct Scope {
    pub book: Arc<Rulebook>,
    pub links: LinkGraph,
    pub game: Option<GameRef>,
    cache: Option<Cache>,
    /// The first document whose text could not be read again.
    unreadable: Arc<OnceLock<Unreadable>>,
}

impl Scope {
    /// Loads the rules, and prints a message about their errors. `cache` returns the cache of the
    /// origins, if one is used. With a cache, the rulebook lacks the warnings about unchanged files,
    /// because these files are not parsed again.
    pub fn load(global: &Global, cache: fn(&[Origin]) -> Option<Cache>) -> Result<Self, Failure> {
        let origins = origins(global, &[]);
        let cache = cache(&origins);
        let unreadable = Arc::new(OnceLock::new());
        let book = if origins == [Origin::Bundled] {
            library::bundled()
        } else {
            let (before, listing) = cached_and_listed(cache.as_ref(), &origins)?;
            let first = Arc::clone(&unreadable);
            let report = move |error: &Unreadable| drop(first.set(error.clone()));
            load(before, listing, Arc::new(report))?
        };
        let game = chosen_game(&book, global)?;
        if let Some(faults) = faults(&book.diagnostics) {
            notice(&faults);
        }
        let links = LinkGraph::new(book);
        Ok(Self {
            book: Arc::clone(&links.book),
            links,
            game,
            cache,
            unreadable,
        })
    }

    /// Returns the prepared or cached search index, or builds a new one.
    pub fn index(&self) -> Result<SearchIndex, Failure> {
        let cache = self.cache.as_ref();
        let cached = cache.and_then(|cache| cache.index(&self.book, &mut |_| {}));
        let index = cached.map_or_else(|| library::index(&self.book), Ok);
        Ok(index.map_err(|error| error.to_string())?)
    }

    /// Fails if the command read a file again and the file had changed or could not be read. If so,
    /// also discards the cache.
    pub fn fail_if_outdated(&self) -> Result<(), Failure> {
        let Some(error) = self.unreadable.get() else {
            return Ok(());
        };
        self.cache.iter().for_each(Cache::delete);
        Err(format!("{error}; run the command again").into())
    }

    pub fn query(&self, text: &str, limit: usize) -> Query {
        Query {
            text: text.to_owned(),
            game: self.game,
            only_game: self.game,
            limit,
        }
    }

    /// Whether a section belongs to the chosen game. Always true if no game was chosen.
    pub fn wants(&self, section: SectionRef) -> bool {
        self.game
            .is_none_or(|game| self.book.game_of(section) == game)
    }
}

/// The maximum total size, in bytes, of the new and changed files that are read before the browser
/// opens. Larger amounts are read in the background, while a page shows the progress.
const MAX_READ_AT_START: u64 = 2 * 1024 * 1024;

/// Returns the rules that the browser starts with, and a message about their errors, if any. The
/// rules are not loaded yet if more than [`MAX_READ_AT_START`] bytes have to be read.
pub fn browser_rules(global: &Global) -> Result<(Rules, Option<String>), Failure> {
    let origins = origins(global, &[]);
    let cache = Cache::of(&origins);
    let mut stamps = Stamps::new();
    let mut unread = None;
    let commands = CommandQueue::new();
    let mut library = if origins == [Origin::Bundled] {
        Library::new(library::bundled())
    } else {
        let (before, listing) = cached_and_listed(cache.as_ref(), &origins)?;
        stamps = watch::stamps(&listing);
        let bytes = Rulebook::unread(before.as_ref(), &listing.sources);
        if bytes > MAX_READ_AT_START {
            require_documents(&listing)?;
            unread = Some(listing);
            Library::placeholder()
        } else {
            Library::new(load(before, listing, commands.report())?)
        }
    };
    let listed = unread.as_ref().map(|listing| &listing.diagnostics);
    let faults = faults(listed.unwrap_or(&library.book.diagnostics));
    if unread.is_none()
        && let Some(game) = chosen_game(&library.book, global)?
    {
        library.open_at(game);
    }
    let game = global.game.as_ref().or(global.configured_game.as_ref());
    let rules = Rules {
        library,
        unread,
        origins,
        cache,
        game: game.cloned(),
        stamps,
        commands,
    };
    Ok((rules, faults))
}

/// Returns a message with the number of errors, or `None` without errors.
fn faults(diagnostics: &[Diagnostic]) -> Option<String> {
    let count = errors(diagnostics).count();
    let errors = counted(count, "error");
    (count > 0).then(|| format!("{errors} in the rules; `tableside check` shows them"))
}

fn errors(diagnostics: &[Diagnostic]) -> impl Iterator<Item = &Diagnostic> {
    diagnostics.iter().filter(|fault| fault.is_error())
}

/// Fails if no document was found. The message lists the unreadable files.
pub fn require_documents(found: &Listing) -> Result<(), Failure> {
    match found.documents().next() {
        Some(_) => Ok(()),
        None => Err(unreadable(&found.diagnostics)),
    }
}

/// Returns the failure for rules without a readable file. Its message lists the errors.
fn unreadable(diagnostics: &[Diagnostic]) -> Failure {
    let start = "no document could be loaded".to_owned();
    let message = errors(diagnostics).fold(start, |message, error| format!("{message}\n{error}"));
    message.into()
}

/// Returns the paths of the rules to load: those of the command line and `others`, otherwise those
/// in `TABLESIDE_RULES`, otherwise those of the settings, otherwise `bundled`.
pub fn paths(global: &Global, others: &[PathBuf]) -> Vec<PathBuf> {
    let environment = std::env::var_os("TABLESIDE_RULES").unwrap_or_default();
    let environment = std::env::split_paths(&environment);
    let choices = [
        [&global.rules, others].concat(),
        environment.filter(|path| path != Path::new("")).collect(),
        global.configured_rules.clone(),
        vec!["bundled".into()],
    ];
    let chosen = choices.into_iter().find(|paths| !paths.is_empty());
    chosen.unwrap_or_default()
}

/// Returns the origins of the rules (see [`paths`]) and of the player's own synonyms. If the only
/// path is `bundled` and the player has no synonyms, the bundled rules are the only origin, and the
/// prepared rulebook can be used.
pub fn origins(global: &Global, others: &[PathBuf]) -> Vec<Origin> {
    let mut origins: Vec<_> = paths(global, others)
        .into_iter()
        .map(Origin::named)
        .collect();
    let own = folders::config()
        .filter(|settings| origins != [Origin::Bundled] || loader::has_synonyms_file(settings));
    origins.extend(own.map(Origin::Synonyms));
    origins
}

pub fn listing(origins: &[Origin]) -> Result<Listing, Failure> {
    Ok(loader::find(origins).map_err(|error| error.to_string())?)
}

/// Loads the cached rulebook, if there is one, while another thread lists the files.
fn cached_and_listed(
    cache: Option<&Cache>,
    origins: &[Origin],
) -> Result<(Option<Rulebook>, Listing), Failure> {
    thread::scope(|scope| {
        let listing = scope.spawn(|| listing(origins));
        let before = cache.and_then(Cache::load);
        let listing = listing.join().unwrap_or_else(|panic| resume_unwind(panic));
        Ok((before, listing?))
    })
}

/// Loads the listed files, and reuses the unchanged documents of an earlier rulebook. Fails if no
/// document can be loaded.
pub fn load(
    before: Option<Rulebook>,
    listing: Listing,
    report: Report,
) -> Result<Rulebook, Failure> {
    require_documents(&listing)?;
    let book = library::load_after(before, listing, report, &mut |_| {});
    if book.documents.is_empty() {
        return Err(unreadable(&book.diagnostics));
    }
    Ok(book)
}

/// Returns the game that the command line names, or otherwise the game in the settings. An unknown
/// or ambiguous name is an error on the command line; in the settings, the name is reported and
/// ignored.
fn chosen_game(book: &Rulebook, global: &Global) -> Result<Option<GameRef>, Failure> {
    match (&global.game, &global.configured_game) {
        (Some(name), _) => Ok(Some(game_named(&book.games, name)?)),
        (None, Some(usual)) => Ok(game_named(&book.games, usual)
            .map_err(|message| notice(&format!("the game in the settings is ignored: {message}")))
            .ok()),
        (None, None) => Ok(None),
    }
}
