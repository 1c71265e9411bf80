//! What a command works on: the rules that were asked for, and the game.

use std::ffi::OsStr;
use std::path::PathBuf;

use super::args::Global;
use super::output::notice;
use super::status::Failure;
use crate::cache::Cache;
use crate::diagnostic::{Diagnostic, Severity};
use crate::folders;
use crate::loader::{self, Listing, Origin};
use crate::prepared;
use crate::rules::{GameRef, Rulebook, SectionRef, game_named};
use crate::search::{Query, SearchIndex};
use crate::tui::Rules;
use crate::tui::library::Library;
use crate::watch::{self, Stamps};

/// How many files are named of which none can be read.
const MOST_LISTED: usize = 5;

/// The loaded rules, and the game that was asked for.
#[derive(Debug)]
pub(super) struct Scope {
    pub book: Rulebook,
    pub game: Option<GameRef>,
    is_bundled: bool,
    cache: Option<Cache>,
    /// What to say about faults of the rules.
    pub faults: Option<String>,
}

impl Scope {
    /// Loads the rules and finds the game.
    pub fn start(global: &Global) -> Result<Self, Failure> {
        let origins = named(&global.rules);
        let is_bundled = origins == [Origin::Bundled];
        let cache = Cache::of(&origins);
        let book = if is_bundled {
            prepared::bundled()
        } else {
            let before = cache.as_ref().and_then(Cache::load);
            load(before, listing(&origins)?)?
        };
        Ok(Self {
            game: wanted(&book, global)?,
            faults: faults(&book.diagnostics, &global.rules),
            book,
            is_bundled,
            cache,
        })
    }

    /// The search index: the prepared or the cached one, else a new one.
    pub fn index(&self) -> Result<SearchIndex, Failure> {
        let cached = || {
            let cache = self.cache.as_ref()?;
            cache.store(&self.book).ok()?;
            cache.index(&self.book, &mut |_| {})
        };
        let known = if self.is_bundled {
            prepared::index(&self.book)
        } else {
            cached()
        };
        let build = || SearchIndex::build(&self.book);
        known
            .map_or_else(build, Ok)
            .map_err(|error| Failure::Input(error.to_string()))
    }

    /// Fails if a file changed after its document was listed.
    pub fn check(&self) -> Result<(), Failure> {
        if !self.book.is_outdated() {
            return Ok(());
        }
        self.cache.iter().for_each(Cache::forget);
        Err(Failure::Input(
            "the rules changed while they were read; the same command reads them anew".to_owned(),
        ))
    }

    /// A search in the game that was asked for.
    pub fn query(&self, text: &str, limit: usize) -> Query {
        Query {
            text: text.to_owned(),
            game: self.game,
            only_game: self.game,
            limit,
        }
    }

    /// Whether a section is of the game that was asked for.
    pub fn wants(&self, section: SectionRef) -> bool {
        self.game
            .is_none_or(|game| self.book.game_of(section) == game)
    }
}

/// More bytes of new or changed files are read behind a page that shows progress.
const MOST_READ_AT_START: u64 = 2 * 1024 * 1024;

/// The rules that a browser starts with, read unless there is much to read, and what to say about their faults.
pub(super) fn browser_rules(global: &Global) -> Result<(Rules, Option<String>), Failure> {
    let origins = named(&global.rules);
    let cache = Cache::of(&origins);
    let mut stamps = Stamps::new();
    let mut unread = None;
    let mut library = if origins == [Origin::Bundled] {
        Library::new(prepared::bundled())
    } else {
        let listing = listing(&origins)?;
        stamps = watch::stamps(&listing);
        let before = cache.as_ref().and_then(Cache::load);
        if Rulebook::unread_bytes(before.as_ref(), &listing.sources) > MOST_READ_AT_START {
            require_documents(&listing)?;
            let mut folders = listing.sources.iter().map(|source| source.folder.as_str());
            let folder = folders.find(|folder| !folder.is_empty()).unwrap_or("rules");
            let library = Library::placeholder(listing.documents().count(), folder);
            unread = Some(listing);
            library
        } else {
            Library::new(load(before, listing)?)
        }
    };
    let (mut game, mut diagnostics) = (None, &library.book.diagnostics);
    if let Some(listing) = &unread {
        game = global.game.clone().or_else(|| global.usual_game.clone());
        diagnostics = &listing.diagnostics;
    }
    let faults = faults(diagnostics, &global.rules);
    if unread.is_none()
        && let Some(game) = wanted(&library.book, global)?
    {
        library.open_at(game);
    }
    let rules = Rules {
        library,
        unread,
        origins,
        cache,
        game,
        stamps,
    };
    Ok((rules, faults))
}

/// How many errors there are, and the command that shows them with the warnings.
fn faults(diagnostics: &[Diagnostic], rules: &[PathBuf]) -> Option<String> {
    let (errors, them) = match errors(diagnostics).count() {
        0 => return None,
        1 => ("1 error".to_owned(), "it"),
        count => (format!("{count} errors"), "them"),
    };
    let mut command = vec!["tableside check".to_owned()];
    command.extend(
        rules
            .iter()
            .map(|path| format!("--rules {}", quoted(&path.to_string_lossy()))),
    );
    Some(format!(
        "{errors} in the rules; `{}` shows {them}",
        command.join(" ")
    ))
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+:,@%=".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

fn errors(diagnostics: &[Diagnostic]) -> impl Iterator<Item = &Diagnostic> {
    let is_error = |fault: &&Diagnostic| fault.severity == Severity::Error;
    diagnostics.iter().filter(is_error)
}

/// Fails where not one document was found: which file is to blame, and why.
pub(super) fn require_documents(found: &Listing) -> Result<(), Failure> {
    if found.documents().next().is_some() {
        return Ok(());
    }
    if errors(&found.diagnostics).next().is_some() {
        return Err(unreadable(&found.diagnostics));
    }
    let first = found.sources.first();
    let settings = first.map_or("the rules", |source| &source.path);
    let wanted = "rules are files ending in .md, .markdown or .txt";
    Err(Failure::Input(format!(
        "{settings}: the settings of a game, and no document; {wanted}"
    )))
}

/// What to tell the user where none of the files could be read.
fn unreadable(diagnostics: &[Diagnostic]) -> Failure {
    let mut lines = vec!["no document could be loaded".to_owned()];
    lines.extend(
        errors(diagnostics)
            .take(MOST_LISTED)
            .map(ToString::to_string),
    );
    let more = errors(diagnostics).skip(MOST_LISTED).count();
    if more > 0 {
        lines.push(format!("and {more} more"));
    }
    Failure::Input(lines.join("\n"))
}

/// The rules of `--rules`, else of `TABLESIDE_RULES`, else the bundled ones; and behind them the player's own words. Where
/// he has none, the bundled rules stay what they were prepared as.
pub(super) fn named(rules: &[PathBuf]) -> Vec<Origin> {
    let environment = std::env::var_os("TABLESIDE_RULES");
    let mut named = origins(rules, environment.as_deref());
    let own = folders::config()
        .filter(|settings| named != [Origin::Bundled] || loader::has_players_words(settings));
    named.extend(own.map(Origin::Words));
    named
}

/// Reads the files of the rules.
pub(super) fn read(origins: &[Origin]) -> Result<Listing, Failure> {
    Ok(listing(origins)?.read())
}

/// Finds them, unread.
pub(super) fn listing(origins: &[Origin]) -> Result<Listing, Failure> {
    loader::find(origins).map_err(|error| Failure::Input(error.to_string()))
}

/// Loads the files that have changed since an earlier rulebook. There has to be a document.
fn load(before: Option<Rulebook>, listing: Listing) -> Result<Rulebook, Failure> {
    require_documents(&listing)?;
    let book = Rulebook::load_after(before, listing.sources, listing.diagnostics, &mut |_| {});
    if book.documents.is_empty() {
        return Err(unreadable(&book.diagnostics));
    }
    Ok(book)
}

/// Understands what was read, where there is a document in it.
pub(super) fn understood(loaded: Listing) -> Result<Rulebook, Failure> {
    require_documents(&loaded)?;
    Ok(Rulebook::load(loaded.sources, loaded.diagnostics))
}

fn origins(rules: &[PathBuf], environment: Option<&OsStr>) -> Vec<Origin> {
    let mut named = rules.to_vec();
    if named.is_empty() {
        named.extend(environment.iter().flat_map(std::env::split_paths));
        named.retain(|path| !path.as_os_str().is_empty());
    }
    if named.is_empty() {
        return vec![Origin::Bundled];
    }
    let origin = |path: PathBuf| match path.to_str() {
        Some(name) => Origin::named(name),
        None => Origin::Path(path),
    };
    named.into_iter().map(origin).collect()
}

/// The game that was asked for, else that of the settings, where the rules have it.
fn wanted(book: &Rulebook, global: &Global) -> Result<Option<GameRef>, Failure> {
    match (&global.game, &global.usual_game) {
        (Some(name), _) => game_named(&book.games, name)
            .map(Some)
            .map_err(Failure::Input),
        (None, Some(usual)) => Ok(game_named(&book.games, usual)
            .map_err(|message| notice(&format!("the settings name a game, but {message}")))
            .ok()),
        (None, None) => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_comes_before_the_environment_and_that_before_the_bundled_rules() {
        let joined = std::env::join_paths(["a", "bundled", ""]).unwrap();
        let environment = Some(joined.as_os_str());
        let path = |path: &str| Origin::Path(PathBuf::from(path));
        assert_eq!(
            origins(&["x".into(), "bundled".into()], environment),
            [path("x"), Origin::Bundled]
        );
        assert_eq!(origins(&[], environment), [path("a"), Origin::Bundled]);
        assert_eq!(origins(&[], Some(OsStr::new(""))), [Origin::Bundled]);
        assert_eq!(origins(&[], None), [Origin::Bundled]);
    }
}
