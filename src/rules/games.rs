//! Reads `game.yaml` and `synonyms.yaml`, and finds the game of each document.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::model::{Document, Game, GameRef, Synonym};
use super::parse::front_matter::read_mapping;
use super::slug::{fold, slug};
use crate::diagnostic::Diagnostic;
use crate::loader;
use crate::source::Source;

#[derive(Default)]
pub struct GameFiles {
    games: Vec<(Source, Game)>,
    synonyms: Vec<(Source, Vec<Synonym>)>,
    /// Indexes into `games`, by the folder of each `game.yaml`.
    of_folder: HashMap<PathBuf, usize>,
    /// Indexes into `games`, by game id.
    of_id: HashMap<String, usize>,
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
                files.games.push((source, game));
            } else {
                let synonyms = read_synonyms(&source, diagnostics);
                files.synonyms.push((source, synonyms));
            }
        }
        // If several files describe the same game, front matter that names the game refers to the
        // file with the first path.
        files
            .games
            .sort_by(|(one, _), (other, _)| folder(one).cmp(folder(other)));
        for (at, (source, game)) in files.games.iter().enumerate() {
            files.of_folder.insert(folder(source).to_owned(), at);
            files.of_id.entry(game.id.clone()).or_insert(at);
        }
        files
    }

    /// Returns the games that have a document, sorted and with their synonyms, and the game of each
    /// document. `documents` pairs each document with its source, because [`Document::source`] may
    /// not be set yet.
    pub fn games(
        &self,
        documents: &[(&Document, &Source)],
        diagnostics: &mut Vec<Diagnostic>,
    ) -> (Vec<Game>, Vec<GameRef>) {
        let game_of = |(document, source): &(&Document, &Source)| self.game_of(document, source);
        let of_documents: Vec<_> = documents.iter().map(game_of).collect();
        let mut known = HashSet::new();
        let first = of_documents.iter().filter(|game| known.insert(&game.id));
        let mut games: Vec<_> = first.map(|game| Game::clone(game)).collect();
        games.sort_by_cached_key(|game| (game.order.unwrap_or(u32::MAX), game.name.to_lowercase()));
        let ids = games.iter().map(|game| game.id.as_str());
        let numbers: HashMap<_, _> = ids.zip((0..).map(GameRef)).collect();
        let of_documents: Vec<_> = of_documents
            .iter()
            .map(|game| numbers[game.id.as_str()])
            .collect();
        if !self.synonyms.is_empty() {
            let sources = documents.iter().map(|(_, source)| *source);
            self.add_synonyms(&mut games, sources.zip(&of_documents), diagnostics);
        }
        (games, of_documents)
    }

    /// Returns the game of a document: the game that its front matter names, or else the game of
    /// the nearest `game.yaml`, or else a game named after the rules folder.
    fn game_of(&self, document: &Document, source: &Source) -> Cow<'_, Game> {
        let (name, known) = match &document.front_matter.game {
            Some(name) => {
                let known = self.of_id.get(&slug(name));
                (name, known.map(|at| &self.games[*at].1))
            }
            None => (&source.folder, self.nearest(source)),
        };
        known.map_or_else(|| Cow::Owned(Game::named(name)), Cow::Borrowed)
    }

    /// Returns the game of the nearest `game.yaml`, from the folder of `source` upwards.
    fn nearest(&self, source: &Source) -> Option<&Game> {
        let mut above = folder(source).ancestors();
        let at = above.find_map(|folder| self.of_folder.get(folder))?;
        Some(&self.games[*at].1)
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
            let is_global = source.folder.is_empty();
            let nearest = self.nearest(source).map(|game| &game.id);
            let found = below.get(folder(source));
            let is_served = |at: GameRef, game: &Game| match nearest {
                _ if is_global => true,
                Some(id) => *id == game.id,
                None => found.is_some_and(|games| games.contains(&at)),
            };
            let mut served = (0..)
                .map(GameRef)
                .zip(games.iter_mut())
                .filter(|(at, game)| is_served(*at, game))
                .map(|(_, game)| game)
                .peekable();
            if served.peek().is_none() {
                let message =
                    "no document belongs to the game of these synonyms, so they find nothing";
                let code = "unused-synonyms";
                let fault = Diagnostic::of_file(&source.path, code, message);
                diagnostics.push(
                    fault.help("put the file beside its documents, or beside their `game.yaml`"),
                );
            }
            served.for_each(|game| game.synonyms.extend(synonyms.iter().cloned()));
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
            ("name", Some(name)) => {
                game = Game {
                    name: name.clone(),
                    id: slug(name),
                    ..game
                }
            }
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
    let with = |fits: &dyn Fn(&String) -> bool| -> Vec<GameRef> {
        let all = (0..).map(GameRef).zip(games);
        let named = all.filter(|(_, game)| fits(&fold(&game.name)) || fits(&game.id));
        named.map(|(at, _)| at).collect()
    };
    let exact = with(&|name| *name == wanted);
    let begun = with(&|name| !wanted.is_empty() && name.starts_with(&wanted));
    let listed = |games: &mut dyn Iterator<Item = &Game>| {
        let names: Vec<_> = games.map(|game| format!("`{}`", game.name)).collect();
        names.join(", ")
    };
    match (exact.as_slice(), begun.as_slice()) {
        ([found, ..], _) | (_, [found]) => Ok(*found),
        (_, []) => {
            let all = listed(&mut games.iter());
            Err(format!(
                "no game is named `{name}`; the loaded rules have {all}"
            ))
        }
        (_, several) => {
            let several = listed(&mut several.iter().map(|at| &games[at.0 as usize]));
            Err(format!("`{name}` may be {several}; write more of the name"))
        }
    }
}

#[cfg(test)]
mod tests;
