//! What a command works on: the rules that were asked for, and the game.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::Failure;
use super::args::Global;
use super::output::notice;
use crate::cache::{self, Cache, Files, Kept, Unread};
use crate::diagnostic::{Diagnostic, Severity};
use crate::folders;
use crate::loader::{self, Listing, Loaded, Origin};
use crate::prepared;
use crate::rules::slug::fold;
use crate::rules::{Game, GameRef, Rulebook, SectionRef};
use crate::search::{Query, Results, SearchIndex};
use crate::tui::library::Library;
use crate::tui::{Ready, Rules};

/// How many files are named of which none can be read.
const MOST_LISTED: usize = 5;

/// The loaded rules, and the game that was asked for.
#[derive(Debug)]
pub(super) struct Scope {
    pub book: Rulebook,
    pub game: Option<GameRef>,
    made: Made,
    faults: Option<String>,
}

/// What is made of the rules already.
#[derive(Debug)]
enum Made {
    /// All of it, when the program was built.
    Prepared,
    /// The outline, by an earlier run; where its index is, or belongs.
    Kept(Cache, PathBuf),
    /// The outline alone; where to keep it with its index, if that can be, and what was made before.
    Outline(Option<(Cache, Files)>, Option<Box<Kept>>),
}

impl Scope {
    /// Loads the rules and finds the game.
    pub fn start(global: &Global) -> Result<Self, Failure> {
        let origins = named(&global.rules);
        let (book, made) = match found(&origins)? {
            Found::Prepared => (prepared::bundled(), Made::Prepared),
            Found::Kept(cache, kept) => (kept.book, Made::Kept(cache, kept.index)),
            Found::Unread(unread, cache) => {
                let keep = cache.map(|cache| (cache, unread.known()));
                let (book, before) = unread.load_after(&mut |_| {});
                (book, Made::Outline(keep, before))
            }
        };
        let game = wanted(&book, global)?;
        let faults = faults(&book.diagnostics, &global.rules);
        Ok(Self {
            book,
            game,
            made,
            faults,
        })
    }

    /// What answers a search: as it was prepared or kept, else built now and kept for the next time.
    pub fn index(&self) -> Result<SearchIndex, Failure> {
        let made = match &self.made {
            Made::Prepared => prepared::index(),
            Made::Kept(cache, index) => cache.open(index).or_else(|| {
                cache.complete(&self.book, index, &mut |_| {}).ok()?;
                cache.open(index)
            }),
            Made::Outline(keep, before) => keep.as_ref().and_then(|(cache, files)| {
                cache
                    .make(files, &self.book, before.as_deref(), &mut |_| {})
                    .ok()?;
                cache.open(&cache.load_kept()?.index)
            }),
        };
        // Where it cannot be kept, the next run takes as long as this one.
        made.map_or_else(|| self.build(), Ok)
    }

    fn build(&self) -> Result<SearchIndex, Failure> {
        SearchIndex::build(&self.book).map_err(|error| Failure::Input(error.to_string()))
    }

    /// Searches. An index that turns out to be damaged is let go of, and made anew.
    pub fn search(&self, index: &mut SearchIndex, query: &Query) -> Result<Results, Failure> {
        let results = index.search(&self.book, query);
        if !index.is_damaged() {
            return Ok(results);
        }
        if let Made::Kept(cache, _) = &self.made {
            cache.forget();
        }
        *index = self.build()?;
        Ok(index.search(&self.book, query))
    }

    /// Says so where a text was not what the outline is of: a file was written meanwhile, or looks as if it never had been.
    pub fn check(&self) -> Result<(), Failure> {
        if !self.book.is_outdated() {
            return Ok(());
        }
        if let Made::Kept(cache, _) = &self.made {
            cache.forget();
        }
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

/// What a browser needs for its first frame.
pub(super) struct Glance {
    pub rules: Rules,
    /// The first document of the game that was asked for.
    pub section: Option<SectionRef>,
    /// What to say about files that could not be read.
    pub faults: Option<String>,
}

impl Glance {
    /// Reads the files and finds the game.
    pub fn start(global: &Global) -> Result<Self, Failure> {
        let looked = SystemTime::now();
        let origins = named(&global.rules);
        let (library, index, kept): (_, Ready, _) = match found(&origins)? {
            Found::Prepared => (
                Library::new(prepared::bundled()),
                Box::new(prepared::index),
                None,
            ),
            Found::Kept(cache, kept) => {
                let Kept { book, index, .. } = *kept;
                let again = (cache.clone(), index.clone());
                (
                    Library::new(book),
                    Box::new(move || cache.open(&index)),
                    Some(again),
                )
            }
            Found::Unread(unread, cache) => {
                return Self::of_files(unread, cache, origins, looked, global);
            }
        };
        let book = &library.book;
        let section = wanted(book, global)?.and_then(|game| first_of(book, game));
        let faults = faults(&book.diagnostics, &global.rules);
        let (cache, place) = kept.unzip();
        let rules = Rules {
            library,
            unread: None,
            index: Some(index),
            place,
            looked,
            cache,
            origins,
        };
        Ok(Self {
            rules,
            section,
            faults,
        })
    }

    /// Looks at files of which not all is made yet.
    fn of_files(
        unread: Unread,
        cache: Option<Cache>,
        origins: Vec<Origin>,
        looked: SystemTime,
        global: &Global,
    ) -> Result<Self, Failure> {
        // A game may be one that only documents name.
        let any_game = global.game.is_none() && global.usual_game.is_none();
        let mut book = if any_game && unread.is_much() {
            unread.sketch()
        } else {
            unread.glance(None)
        };
        let mut section = None;
        if let Some(game) = wanted(&book, global)? {
            book = unread.glance(Some(&book.game(game).id));
            section = first_of(&book, game);
        }
        if book.documents.is_empty() {
            // Not one of them is a document after all; reading the others tells why.
            let diagnostics = unread.load(&mut |_| {}).diagnostics;
            return Err(unreadable(&diagnostics));
        }
        let faults = faults(&unread.files.diagnostics, &global.rules);
        let library = Library::new(book);
        let rules = Rules {
            library,
            unread: Some(unread),
            index: None,
            place: None,
            looked,
            cache,
            origins,
        };
        Ok(Self {
            rules,
            section,
            faults,
        })
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
pub(super) fn without_documents(loaded: &Loaded) -> Option<Failure> {
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
pub(super) fn read(origins: &[Origin]) -> Result<Loaded, Failure> {
    Ok(listing(origins)?.read())
}

/// Finds them, unread.
pub(super) fn listing(origins: &[Origin]) -> Result<Listing, Failure> {
    loader::find(origins).map_err(|error| Failure::Input(error.to_string()))
}

/// What there is of some rules.
enum Found {
    /// The bundled ones, as they are prepared in the program.
    Prepared,
    /// What was made of the files that are there now.
    Kept(Cache, Box<Kept>),
    /// Files, a document among them, and where to keep what is made of them.
    Unread(Unread, Option<Cache>),
}

fn found(origins: &[Origin]) -> Result<Found, Failure> {
    if origins == [Origin::Bundled] {
        return Ok(Found::Prepared);
    }
    let (listing, cache) = (listing(origins)?, Cache::of(origins));
    match cache::Found::of(listing, cache.as_ref()) {
        cache::Found::Kept(cache, kept) => Ok(Found::Kept(cache, kept)),
        cache::Found::Unread(unread) => {
            without_documents(&unread.files).map_or(Ok(Found::Unread(unread, cache)), Err)
        }
    }
}

/// Understands what was read, where there is a document in it.
pub(super) fn understood(loaded: Loaded) -> Result<Rulebook, Failure> {
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
        (None, Some(usual)) => Ok(game(book, Some(usual)).unwrap_or_else(|failure| {
            if let Failure::Input(message) = failure {
                notice(&format!("the settings name a game, but {message}"));
            }
            None
        })),
        (named, _) => game(book, named.as_deref()),
    }
}

/// The game that a user names: by its name or id, or the beginning of just one.
fn game(book: &Rulebook, name: Option<&str>) -> Result<Option<GameRef>, Failure> {
    let Some(name) = name else { return Ok(None) };
    let wanted = fold(name);
    let games = || (0..).map(GameRef).zip(&book.games);
    let exact = games().find(|(_, game)| names(game).contains(&wanted));
    if let Some((found, _)) = exact {
        return Ok(Some(found));
    }
    let begins = |game: &Game| names(game).iter().any(|name| name.starts_with(&wanted));
    let found: Vec<_> = games()
        .filter(|(_, game)| !wanted.is_empty() && begins(game))
        .collect();
    match found.as_slice() {
        [(found, _)] => Ok(Some(*found)),
        [] => Err(Failure::Input(format!(
            "no game is named `{name}`; the loaded rules have {}",
            listed(book.games.iter())
        ))),
        several => {
            let several = listed(several.iter().map(|(_, game)| *game));
            Err(Failure::Input(format!(
                "`{name}` may be {several}; write more of the name"
            )))
        }
    }
}

fn names(game: &Game) -> [String; 2] {
    [fold(&game.name), game.id.clone()]
}

fn listed<'a>(games: impl Iterator<Item = &'a Game>) -> String {
    games
        .map(|game| format!("`{}`", game.name))
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::source::Source;

    fn book() -> Rulebook {
        let sources = ["Skirmish", "Skirmish Nights", "Tunnel War"].map(|game| {
            Source::in_memory(
                &format!("{game}.md"),
                &format!("---\ngame: {game}\n---\n# A\n"),
            )
        });
        Rulebook::load(sources.into(), vec![])
    }

    #[rstest]
    #[case("skirmish", "Skirmish")]
    #[case("SKIRMISH  nights", "Skirmish Nights")]
    #[case("tunnel-war", "Tunnel War")]
    #[case("tun", "Tunnel War")]
    fn a_game_is_found_by_name_id_and_beginning(#[case] name: &str, #[case] expected: &str) {
        let book = book();
        let found = game(&book, Some(name)).ok().flatten();
        assert_eq!(
            found.map(|found| book.game(found).name.as_str()),
            Some(expected)
        );
    }

    #[rstest]
    #[case(
        "skir",
        "`skir` may be `Skirmish`, `Skirmish Nights`; write more of the name"
    )]
    #[case(
        "chess",
        "no game is named `chess`; the loaded rules have `Skirmish`, `Skirmish Nights`, `Tunnel War`"
    )]
    #[case(
        "",
        "no game is named ``; the loaded rules have `Skirmish`, `Skirmish Nights`, `Tunnel War`"
    )]
    fn a_game_that_is_not_one_is_refused_with_those_that_are(
        #[case] name: &str,
        #[case] expected: &str,
    ) {
        match game(&book(), Some(name)) {
            Err(Failure::Input(message)) => assert_eq!(message, expected),
            other => panic!("{other:?}"),
        }
    }

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
