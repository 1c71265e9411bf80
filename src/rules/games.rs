//! Reads `game.yaml` and `synonyms.yaml`, and finds the game of each document.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::model::{Document, Game, GameRef, Synonym};
use super::parse::front_matter::read_mapping;
use super::slug::{fold, slug};
use crate::diagnostic::Diagnostic;
use crate::loader;
use crate::source::Source;

/// The `game.yaml` and `synonyms.yaml` files of the rules.
#[derive(Default)]
pub struct GameFiles {
    /// The games, by the folder of their `game.yaml`.
    games: BTreeMap<PathBuf, Game>,
    synonyms: Vec<(Source, Vec<Synonym>)>,
}

/// Returns the synonyms of all bundled games, which also apply to the player's own documents.
pub fn bundled_synonyms() -> Vec<Synonym> {
    let sources = loader::bundled().filter(|source| source.name() == "synonyms.yaml");
    sources
        .flat_map(|source| read_synonyms(&source, &mut Vec::new()))
        .collect()
}

impl GameFiles {
    pub fn read(sources: Vec<Source>, diagnostics: &mut Vec<Diagnostic>) -> Self {
        let mut files = Self::default();
        for source in sources {
            let Some(source) = loader::read(source, diagnostics) else {
                continue;
            };
            if source.name() == "game.yaml" {
                let game = read_game(&source, diagnostics);
                files.games.insert(folder(&source).to_owned(), game);
            } else {
                let synonyms = read_synonyms(&source, diagnostics);
                files.synonyms.push((source, synonyms));
            }
        }
        files
    }

    /// Returns the games that have a document, sorted and with their synonyms, and the game of each
    /// document.
    pub fn games(
        &self,
        documents: &[&Document],
        diagnostics: &mut Vec<Diagnostic>,
    ) -> (Vec<Game>, Vec<GameRef>) {
        // If several files describe the same game, front matter that names the game refers to the
        // file with the first path.
        let by_id = self
            .games
            .values()
            .rev()
            .map(|game| (game.id.as_str(), game));
        let by_id: HashMap<_, _> = by_id.collect();
        let game_of = |document: &&Document| {
            let Document { source, .. } = document;
            let (name, known) = match document.front_matter.get("game") {
                Some(name) => (name, by_id.get(slug(name).as_str()).copied()),
                None => (source.folder.as_str(), self.nearest(source)),
            };
            known.map_or_else(|| Cow::Owned(Game::named(name)), Cow::Borrowed)
        };
        let of_documents: Vec<_> = documents.iter().map(game_of).collect();
        let mut known = HashSet::new();
        let first = of_documents.iter().filter(|game| known.insert(&game.id));
        let mut games: Vec<_> = first.map(|game| Game::clone(game)).collect();
        games.sort_by_cached_key(|game| (game.order.unwrap_or(u32::MAX), game.name.to_lowercase()));
        let ids = games.iter().map(|game| game.id.clone());
        let numbers: HashMap<_, _> = ids.zip((0..).map(GameRef)).collect();
        let of_documents = of_documents.iter().map(|game| numbers[&game.id]);
        let of_documents: Vec<_> = of_documents.collect();
        if !self.synonyms.is_empty() {
            let sources = documents.iter().map(|document| &*document.source);
            self.add_synonyms(&mut games, sources.zip(&of_documents), diagnostics);
        }
        (games, of_documents)
    }

    /// Returns the game of the nearest `game.yaml`, from the folder of `source` upwards.
    fn nearest(&self, source: &Source) -> Option<&Game> {
        let mut above = folder(source).ancestors();
        above.find_map(|folder| self.games.get(folder))
    }

    /// Adds the synonyms of each file to the games that the file applies to. Reports files that
    /// apply to no game.
    fn add_synonyms<'a>(
        &self,
        games: &mut [Game],
        of_sources: impl Iterator<Item = (&'a Source, &'a GameRef)>,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        // For each folder, the games of the documents in the folder and its subfolders.
        let mut below: HashMap<&Path, HashSet<&GameRef>> = HashMap::new();
        for (source, game) in of_sources {
            for above in folder(source).ancestors() {
                below.entry(above).or_default().insert(game);
            }
        }
        for (source, synonyms) in &self.synonyms {
            // Synonyms in the settings folder have no rules folder, and apply to all games. Other
            // synonyms apply to the game of the nearest `game.yaml`. Without a `game.yaml`, they
            // apply to the games of the documents in the same folder and its subfolders.
            let nearest = self.nearest(source).map(|game| &game.id);
            let found = below.get(folder(source));
            let mut is_used = false;
            for (at, game) in (0..).map(GameRef).zip(&mut *games) {
                let is_found = || found.is_some_and(|games| games.contains(&at));
                if source.folder.is_empty() || nearest.map_or_else(is_found, |id| *id == game.id) {
                    game.synonyms.extend(synonyms.iter().cloned());
                    is_used = true;
                }
            }
            if !is_used {
                let message =
                    "no document belongs to the game of these synonyms, so they find nothing";
                let fault = Diagnostic::of_file(&source.path, "unused-synonyms", message);
                diagnostics.push(
                    fault.help("put the file beside its documents, or beside their `game.yaml`"),
                );
            }
        }
    }
}

/// Returns the path of a file's folder. Names do not identify a folder, because two rules folders
/// may have the same name.
fn folder(source: &Source) -> &Path {
    Path::new(&source.path).parent().unwrap_or(Path::new(""))
}

/// Reads a `game.yaml`. Without a `name`, the game is named after its folder.
fn read_game(source: &Source, diagnostics: &mut Vec<Diagnostic>) -> Game {
    let folder = source.file.rsplit('/').nth(1);
    let mut game = Game::named(folder.unwrap_or(&source.folder));
    for (key, values) in read_mapping(source, diagnostics) {
        match (key.as_str(), values.first()) {
            ("name", Some(name)) => (game.id, game.name) = (slug(name), name.clone()),
            ("order", Some(order)) => game.order = order.parse().ok(),
            ("documents", _) => game.documents = values,
            ("undefined", _) => game.undefined = values,
            _ => diagnostics.push(
                Diagnostic::of_file(&source.path, "unknown-key", format!("unknown key `{key}`"))
                    .help("the keys of game.yaml are `name`, `order`, `documents` and `undefined`"),
            ),
        }
    }
    game
}

/// Reads a `synonyms.yaml`. Each key is a player's word, and its values are the words that the
/// rules use for it.
fn read_synonyms(source: &Source, diagnostics: &mut Vec<Diagnostic>) -> Vec<Synonym> {
    let pairs = read_mapping(source, diagnostics).into_iter();
    pairs
        .map(|(word, means)| Synonym {
            word: word.to_lowercase(),
            means,
        })
        .collect()
}

/// Finds a game by its name, its id, or an unambiguous prefix of either.
///
/// # Errors
/// Fails if no game matches; the message lists all games. Also fails if several games match only by
/// a prefix; the message lists them.
pub fn game_named(games: &[Game], name: &str) -> Result<GameRef, String> {
    let wanted = fold(name);
    let all: Vec<_> = (0..).map(GameRef).zip(games).collect();
    let with = |fits: &dyn Fn(&str) -> bool| -> Vec<_> {
        let named = all.iter();
        let named = named.filter(|(_, game)| fits(&fold(&game.name)) || fits(&game.id));
        named.copied().collect()
    };
    let exact = with(&|name| name == wanted);
    let begun = with(&|name| !wanted.is_empty() && name.starts_with(&wanted));
    let listed = |games: &[(GameRef, &Game)]| {
        let names = games.iter().map(|(_, game)| format!("`{}`", game.name));
        names.collect::<Vec<_>>().join(", ")
    };
    match (&exact[..], &begun[..]) {
        ([(found, _), ..], _) | (_, [(found, _)]) => Ok(*found),
        (_, []) => Err(format!(
            "no game is named `{name}`; the loaded rules have {}",
            listed(&all)
        )),
        (_, several) => Err(format!(
            "`{name}` may be {}; write more of the name",
            listed(several)
        )),
    }
}

#[cfg(test)]
mod tests;
