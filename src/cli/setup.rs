//! What a command works on: the rules that were asked for, and the game.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::args::Global;
use super::output::notice;
use super::status::Failure;
use crate::cache::Cache;
use crate::diagnostic::{Diagnostic, Severity};
use crate::folders;
use crate::loader::{self, Listing, Origin};
use crate::prepared;
use crate::rules::{GameRef, Rulebook, SectionRef, game_named};
use crate::search::SearchIndex;
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
    faults: Option<String>,
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
        let game = wanted(&book, global)?;
        let faults = faults(&book.diagnostics, &global.rules);
        Ok(Self {
            book,
            game,
            is_bundled,
            cache,
            faults,
        })
    }

    /// The search index: the prepared or the stored one, else a new one.
    pub fn index(&self) -> Result<SearchIndex, Failure> {
        let stored = || {
            let cache = self.cache.as_ref()?;
            cache.store(&self.book).ok()?;
            cache.index(&self.book, &mut |_| {})
        };
        let index = if self.is_bundled {
            prepared::index(&self.book)
        } else {
            stored()
        };
        index.map_or_else(|| self.build(), Ok)
    }

    fn build(&self) -> Result<SearchIndex, Failure> {
        SearchIndex::build(&self.book).map_err(|error| Failure::Input(error.to_string()))
    }

    /// Says so where a text was not what the outline is of: a file was written meanwhile, or looks as if it never had been.
    pub fn check(&self) -> Result<(), Failure> {
        if !self.book.is_outdated() {
            return Ok(());
        }
        self.cache.iter().for_each(Cache::forget);
        Err(Failure::Input(
            "the rules changed while they were read; the same command reads them anew".to_owned(),
        ))
    }

    /// The first document of the game that was asked for.
    pub fn game_root(&self) -> Option<SectionRef> {
        self.game.and_then(|game| first_of(&self.book, game))
    }

    /// What to say about faults of the rules.
    pub fn faults(&self) -> Option<&str> {
        self.faults.as_deref()
    }

    /// Whether a section is of the game that was asked for.
    pub fn wants(&self, section: SectionRef) -> bool {
        self.game
            .is_none_or(|game| self.book.game_of(section) == game)
    }
}

/// More bytes of new or changed files are read behind a page that shows progress.
const MOST_READ_AT_START: u64 = 2 * 1024 * 1024;

/// What a browser starts with.
pub(super) struct BrowserStart {
    pub rules: Rules,
    /// What to say about files that could not be read.
    pub faults: Option<String>,
}

impl BrowserStart {
    /// Finds the rules, and reads them unless there is much to read.
    pub fn new(global: &Global) -> Result<Self, Failure> {
        let origins = named(&global.rules);
        let cache = Cache::of(&origins);
        let mut stamps = Stamps::new();
        let book = if origins == [Origin::Bundled] {
            prepared::bundled()
        } else {
            let listing = listing(&origins)?;
            stamps = watch::stamps(&listing);
            let before = cache.as_ref().and_then(Cache::load);
            if Rulebook::unread_bytes(before.as_ref(), &listing.sources) > MOST_READ_AT_START {
                without_documents(&listing).map_or(Ok(()), Err)?;
                return Ok(Self::large(listing, cache, origins, global, stamps));
            }
            load(before, listing)?
        };
        let mut library = Library::new(book);
        if let Some(game) = wanted(&library.book, global)? {
            library.open_at(game);
        }
        let faults = faults(&library.book.diagnostics, &global.rules);
        let rules = Rules {
            library,
            unread: None,
            origins,
            cache,
            game: None,
            stamps,
        };
        Ok(Self { rules, faults })
    }

    /// Leaves reading large rules to the background.
    fn large(
        listing: Listing,
        cache: Option<Cache>,
        origins: Vec<Origin>,
        global: &Global,
        stamps: Stamps,
    ) -> Self {
        let folder = listing
            .sources
            .iter()
            .find(|source| !source.folder.is_empty());
        let folder = folder.map_or("rules", |source| source.folder.as_str());
        let library = Library::placeholder(listing.documents().count(), folder);
        let faults = faults(&listing.diagnostics, &global.rules);
        let game = global.game.clone().or_else(|| global.usual_game.clone());
        let rules = Rules {
            library,
            unread: Some(listing),
            origins,
            cache,
            game,
            stamps,
        };
        Self { rules, faults }
    }
}

fn first_of(book: &Rulebook, game: GameRef) -> Option<SectionRef> {
    book.documents
        .iter()
        .find(|document| document.game == game)
        .map(|document| document.root)
}

/// How many errors there are, and the command that shows them with the warnings.
fn faults(diagnostics: &[Diagnostic], rules: &[PathBuf]) -> Option<String> {
    let errors = diagnostics
        .iter()
        .filter(|fault| fault.severity == Severity::Error)
        .count();
    let (errors, them) = match errors {
        0 => return None,
        1 => ("1 error".to_owned(), "it"),
        _ => (format!("{errors} errors"), "them"),
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

/// What to tell the user where not one document was loaded: which file is to blame, and why.
pub(super) fn without_documents(loaded: &Listing) -> Option<Failure> {
    if loaded.documents().next().is_some() {
        return None;
    }
    if loaded
        .diagnostics
        .iter()
        .all(|fault| fault.severity != Severity::Error)
    {
        let settings = loaded
            .sources
            .first()
            .map_or("the rules", |source| &source.path);
        let wanted = "rules are files ending in .md, .markdown or .txt";
        return Some(Failure::Input(format!(
            "{settings}: the settings of a game, and no document; {wanted}"
        )));
    }
    Some(unreadable(&loaded.diagnostics))
}

/// What to tell the user where none of the files could be read.
fn unreadable(diagnostics: &[Diagnostic]) -> Failure {
    let errors: Vec<_> = diagnostics
        .iter()
        .filter(|fault| fault.severity == Severity::Error)
        .collect();
    let mut lines = vec!["no document could be loaded".to_owned()];
    lines.extend(errors.iter().take(MOST_LISTED).map(ToString::to_string));
    if errors.len() > MOST_LISTED {
        lines.push(format!("and {} more", errors.len() - MOST_LISTED));
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
    without_documents(&listing).map_or(Ok(()), Err)?;
    let book = Rulebook::load_after(before, listing.sources, listing.diagnostics, &mut |_| {});
    if book.documents.is_empty() {
        return Err(unreadable(&book.diagnostics));
    }
    Ok(book)
}

/// Understands what was read, where there is a document in it.
pub(super) fn understood(loaded: Listing) -> Result<Rulebook, Failure> {
    without_documents(&loaded).map_or(Ok(()), Err)?;
    Ok(Rulebook::load(loaded.sources, loaded.diagnostics))
}

fn origins(rules: &[PathBuf], environment: Option<&OsStr>) -> Vec<Origin> {
    let mut named = rules.to_vec();
    if named.is_empty() {
        named.extend(
            environment
                .iter()
                .flat_map(std::env::split_paths)
                .filter(|path| !path.as_os_str().is_empty()),
        );
    }
    let origins: Vec<_> = named.iter().map(|path| origin(path)).collect();
    if origins.is_empty() {
        vec![Origin::Bundled]
    } else {
        origins
    }
}

fn origin(path: &Path) -> Origin {
    path.to_str()
        .map_or_else(|| Origin::Path(path.to_owned()), Origin::named)
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
