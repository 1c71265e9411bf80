//! Loads the rules that a command works on, and finds the game that the user chose.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::args::Global;
use super::output::{Failure, notice};
use crate::cache::Cache;
use crate::diagnostic::Diagnostic;
use crate::folders;
use crate::library::{self, Library, LoadedRules, ReadingOptions, Report};
use crate::loader::{self, Listing, Origin};
use crate::rules::{GameRef, Rulebook, Unreadable, game_named};
use crate::search::SearchIndex;
use crate::settings::WatchMode;
use crate::source::counted;
use crate::tui::{CommandQueue, Rules};
use crate::watch;

/// The first document of a library whose text could not be read again.
pub type FirstUnreadable = Arc<OnceLock<Unreadable>>;

/// Opens the rules, and prints a message about their errors. `cache` returns the cache of the origins,
/// if one is used. With a cache, the rulebook lacks the warnings about unchanged files, because these
/// files are not parsed again.
pub fn open(
    global: &Global,
    cache: fn(&[Origin]) -> Option<Cache>,
) -> Result<(Library, FirstUnreadable), Failure> {
    let origins = origins(global, &[]);
    let cache = cache(&origins);
    let (before, listing) = find(cache.as_ref(), &origins)?;
    let first = FirstUnreadable::default();
    let unreadable = Arc::clone(&first);
    let report = move |error: &Unreadable| drop(first.set(error.clone()));
    let rules = load(before, listing, Arc::new(report))?;
    let game = chosen_game(&rules.book, global)?;
    if let Some(faults) = faults(&rules.book.diagnostics) {
        notice(&faults);
    }
    let library = Library {
        cache,
        game,
        ..Library::new(rules)
    };
    library.links.set_level(global.configured_links);
    Ok((library, unreadable))
}

/// Opens the search index, or updates and stores it.
pub fn index(library: &Library) -> Result<SearchIndex, Failure> {
    Ok(library
        .open_index(&mut |_| {})
        .map_err(|error| error.to_string())?)
}

/// The maximum total size, in bytes, of the new and changed files that are read before the browser
/// opens. Larger amounts, and books that have not been read before, are read in the background, while
/// a page shows the progress.
const MAX_READ_AT_START: u64 = 2 * 1024 * 1024;

/// Returns the rules that the browser starts with, and a message about their errors, if any. The
/// rules are not loaded yet if more than [`MAX_READ_AT_START`] bytes, or a new book, have to be read.
pub fn browser_rules(
    global: &Global,
    watch: WatchMode,
) -> Result<(Rules, Option<String>), Failure> {
    let origins = origins(global, &[]);
    let cache = Cache::of(&origins);
    let mut unread = None;
    let commands = CommandQueue::new();
    let (before, listing) = find(cache.as_ref(), &origins)?;
    let stamps = watch::stamps(&listing);
    let bytes = Rulebook::unread(before.as_ref(), &listing.sources);
    let has_new_books = bytes > 0 && listing.sources.iter().any(library::is_new_book);
    let mut library = if bytes > MAX_READ_AT_START || has_new_books {
        require_documents(&listing)?;
        unread = Some(listing);
        Library::placeholder(library::READING)
    } else {
        Library::new(load(before, listing, commands.report())?)
    };
    library.cache = cache;
    library.links.set_level(global.configured_links);
    let listed = unread.as_ref().map(|listing| &listing.diagnostics);
    let faults = faults(listed.unwrap_or(&library.book.diagnostics));
    if unread.is_none()
        && let Some(game) = chosen_game(&library.book, global)?
    {
        library.choose_game(game);
    }
    let game = global.game.as_ref().or(global.configured_game.as_ref());
    let rules = Rules {
        library,
        unread,
        origins,
        game: game.cloned(),
        stamps,
        commands,
        watch,
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

/// Returns the origins of the rules (see [`paths`]) and of the player's own synonyms.
pub fn origins(global: &Global, others: &[PathBuf]) -> Vec<Origin> {
    let rules = paths(global, others).into_iter().map(Origin::named);
    rules
        .chain(folders::config().map(Origin::Synonyms))
        .collect()
}

pub fn listing(origins: &[Origin]) -> Result<Listing, Failure> {
    Ok(loader::find(origins).map_err(|error| error.to_string())?)
}

fn find(cache: Option<&Cache>, origins: &[Origin]) -> Result<(Option<Rulebook>, Listing), Failure> {
    Ok(library::find(cache, origins).map_err(|error| error.to_string())?)
}

/// Loads the listed files, and reuses the unchanged documents of an earlier rulebook. Fails if no
/// document can be loaded.
pub fn load(
    before: Option<Rulebook>,
    listing: Listing,
    report: Report,
) -> Result<LoadedRules, Failure> {
    require_documents(&listing)?;
    let rules = library::load_after(
        before,
        listing,
        report,
        &mut ReadingOptions::all(&mut |_| {}),
    );
    if rules.book.documents.is_empty() {
        return Err(unreadable(&rules.book.diagnostics));
    }
    Ok(rules)
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
