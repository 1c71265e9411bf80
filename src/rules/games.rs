//! Games: `game.yaml`, `synonyms.yaml`, and the documents they belong to.

use std::borrow::Cow;
use std::collections::HashMap;

use super::model::front_matter::FrontMatter;
use super::model::game::{Game, Synonym};
use super::model::section::GameRef;
use super::parse::front_matter::read_mapping;
use super::parsed::ParsedDocument;
use super::slug::slug;
use crate::diagnostic::{Diagnostic, Severity};
use crate::loader;
use crate::source::Source;

/// Everything that the `game.yaml` and `synonyms.yaml` files say.
#[derive(Default)]
pub(super) struct GameFiles {
    games: Vec<(Folder, Game)>,
    words: Vec<SynonymFile>,
}

/// A folder: the rules folder that was given, and the path below it. Two rules folders may have the same name: only their
/// paths tell them apart.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Folder {
    root: String,
    path: String,
}

/// A `synonyms.yaml`.
struct SynonymFile {
    folder: Folder,
    source: Source,
    synonyms: Vec<Synonym>,
}

/// The synonyms of all bundled games: they also serve a player's own documents.
#[must_use]
pub fn bundled_synonyms() -> Vec<Synonym> {
    let sources = loader::bundled().filter(|source| source.name() == "synonyms.yaml");
    sources
        .flat_map(|source| read_synonyms(&source, &mut Vec::new()))
        .collect()
}

impl GameFiles {
    /// Reads a `game.yaml` or a `synonyms.yaml`.
    pub fn read(&mut self, source: Source, diagnostics: &mut Vec<Diagnostic>) {
        let Some(source) = loader::read(source, diagnostics) else {
            return;
        };
        let folder = Folder::of(&source);
        if source.name() == "game.yaml" {
            let game = read_game(&source, folder.name(&source), diagnostics);
            self.games.push((folder, game));
        } else {
            let synonyms = read_synonyms(&source, diagnostics);
            self.words.push(SynonymFile {
                folder,
                source,
                synonyms,
            });
        }
    }

    /// The games that have a document, in order and with their synonyms, and the game of each document.
    pub fn games(
        mut self,
        documents: &[ParsedDocument],
        diagnostics: &mut Vec<Diagnostic>,
    ) -> (Vec<Game>, Vec<GameRef>) {
        // Of two games with one name the first path counts.
        self.games.sort_by(|(one, _), (other, _)| one.cmp(other));
        let (mut games, mut numbers) = (Vec::new(), HashMap::new());
        let mut number = |document: &ParsedDocument| {
            let game = self.game_of(&document.source, &document.front_matter);
            *numbers.entry(game.id.clone()).or_insert_with(|| {
                games.push(game.into_owned());
                games.len() - 1
            })
        };
        let of_documents: Vec<usize> = documents.iter().map(&mut number).collect();
        let mut order: Vec<_> = (0..games.len()).collect();
        order.sort_by_cached_key(|at| {
            let game: &Game = &games[*at];
            (game.order.unwrap_or(u32::MAX), game.name.to_lowercase())
        });
        let mut places = vec![GameRef(0); games.len()];
        for (place, at) in (0..).map(GameRef).zip(&order) {
            places[*at] = place;
        }
        let of_documents: Vec<_> = of_documents.into_iter().map(|at| places[at]).collect();
        let mut games: Vec<_> = order.into_iter().map(|at| games[at].clone()).collect();
        self.add_synonyms(&mut games, documents, &of_documents, diagnostics);
        (games, of_documents)
    }

    /// The game of a document: that of its front matter, else that of the nearest `game.yaml` up its folders, else one
    /// with the name of the rules folder.
    fn game_of(&self, source: &Source, front_matter: &FrontMatter) -> Cow<'_, Game> {
        let known = match &front_matter.game {
            Some(name) => self.games.iter().find(|(_, game)| game.id == slug(name)),
            None => self.nearest(&Folder::of(source)),
        };
        let name = front_matter.game.as_ref().unwrap_or(&source.folder);
        known.map_or_else(
            || Cow::Owned(Game::named(name)),
            |(_, game)| Cow::Borrowed(game),
        )
    }

    /// The nearest `game.yaml`, from a folder upwards.
    fn nearest(&self, folder: &Folder) -> Option<&(Folder, Game)> {
        let above = |known: &Folder| {
            known.root == folder.root
                && folder.path.strip_prefix(&known.path).is_some_and(|rest| {
                    known.path.is_empty() || rest.is_empty() || rest.starts_with('/')
                })
        };
        let above = self.games.iter().filter(|(known, _)| above(known));
        above.max_by_key(|(known, _)| known.path.len())
    }

    /// Gives the synonyms to the games they belong to.
    fn add_synonyms(
        &self,
        games: &mut [Game],
        documents: &[ParsedDocument],
        of_documents: &[GameRef],
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        for words in &self.words {
            // Those of the settings folder come from no rules folder, and serve every game.
            let is_global = words.source.folder.is_empty();
            let owners = self.owners(words, games, documents, of_documents);
            let mut served = games
                .iter_mut()
                .filter(|game| is_global || owners.contains(&game.id))
                .peekable();
            if served.peek().is_none() {
                let message = "no document belongs to the game of these words: they find nothing";
                let path = &words.source.path;
                let fault =
                    Diagnostic::of_file(path, Severity::Warning, "unused-synonyms", message);
                diagnostics.push(fault.help(
                    "put the file beside the documents it is for, or beside their `game.yaml`",
                ));
            }
            served.for_each(|game| game.synonyms.extend(words.synonyms.iter().cloned()));
        }
    }

    /// The ids of the games that synonyms belong to: that of the nearest `game.yaml`, else those of the documents in the
    /// same folder, else that of the rules folder.
    fn owners(
        &self,
        words: &SynonymFile,
        games: &[Game],
        documents: &[ParsedDocument],
        of_documents: &[GameRef],
    ) -> Vec<String> {
        if let Some((_, game)) = self.nearest(&words.folder) {
            return vec![game.id.clone()];
        }
        let owners: Vec<_> = documents
            .iter()
            .zip(of_documents)
            .filter(|(document, _)| Folder::of(&document.source) == words.folder)
            .map(|(_, game)| games[game.0 as usize].id.clone())
            .collect();
        if owners.is_empty() {
            vec![slug(&words.source.folder)]
        } else {
            owners
        }
    }
}

impl Folder {
    fn of(source: &Source) -> Self {
        let root = source.path.strip_suffix(&source.file);
        let path = source.file.rsplit_once('/').map_or("", |(path, _)| path);
        Self {
            root: root.unwrap_or(&source.folder).to_owned(),
            path: path.to_owned(),
        }
    }

    /// Its name; that of the rules folder for the rules folder itself.
    fn name<'a>(&'a self, source: &'a Source) -> &'a str {
        if self.path.is_empty() {
            &source.folder
        } else {
            self.path.rsplit('/').next().unwrap_or(&self.path)
        }
    }
}

/// Reads a `game.yaml`; without a `name` the game has the folder's.
fn read_game(source: &Source, folder: &str, diagnostics: &mut Vec<Diagnostic>) -> Game {
    let mut game = Game::named(folder);
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
                Diagnostic::of_file(
                    &source.path,
                    Severity::Warning,
                    "unknown-key",
                    format!("`{key}` means nothing here"),
                )
                .help("game.yaml knows `name`, `order`, `documents` and `undefined`"),
            ),
        }
    }
    game
}

/// Reads a `synonyms.yaml`.
fn read_synonyms(source: &Source, diagnostics: &mut Vec<Diagnostic>) -> Vec<Synonym> {
    let pairs = read_mapping(source, diagnostics).into_iter();
    pairs
        .map(|(word, means)| Synonym {
            word: word.to_lowercase(),
            means,
        })
        .collect()
}

#[cfg(test)]
mod tests;
