//! Sources in order: settings apart from documents, documents by game.

use std::collections::HashMap;

use super::front_matter::{self, FrontMatter};
use super::game::{read_game, read_synonyms};
use super::slug::slug;
use super::{Game, GameRef, Synonym};
use crate::diagnostic::Diagnostic;
use crate::source::Source;

/// All sources, sorted.
pub(super) struct Shelf {
    /// The games that have a document, in order.
    pub games: Vec<Game>,
    /// The documents, by game, in the order their game gives them, then in the order of loading.
    pub documents: Vec<Shelved>,
}

/// A document whose head is read.
pub(super) struct Shelved {
    pub game: GameRef,
    pub source: Source,
    pub front_matter: FrontMatter,
    /// Where the text begins.
    pub body: usize,
}

impl Shelf {
    /// Sorts sources; the players' words are read only where they are asked for.
    pub fn sort(sources: Vec<Source>, synonyms: bool, diagnostics: &mut Vec<Diagnostic>) -> Self {
        let mut settings = Settings::default();
        let mut heads = Vec::new();
        for source in sources {
            match file_name(&source.file) {
                "synonyms.yaml" if !synonyms => {}
                "game.yaml" | "synonyms.yaml" => settings.read(&source, diagnostics),
                _ => heads.push((front_matter::read(&source, diagnostics), source)),
            }
        }
        let heads: Vec<_> = heads
            .into_iter()
            .map(|((front_matter, body), source)| {
                (settings.game_of(&source, &front_matter), source, front_matter, body)
            })
            .collect();
        let games = settings.games(heads.iter().map(|(game, ..)| game));
        let place = |game: &Game| games.iter().position(|known| known.id == game.id).unwrap_or(0);
        let mut documents: Vec<_> = heads
            .into_iter()
            .map(|(game, source, front_matter, body)| {
                let game = GameRef(u32::try_from(place(&game)).unwrap_or(u32::MAX));
                Shelved { game, source, front_matter, body }
            })
            .collect();
        let rank = |document: &Shelved| {
            let listed = &games[document.game.0 as usize].documents;
            let stem = file_stem(&document.source.file);
            (document.game, listed.iter().position(|name| name == stem).unwrap_or(usize::MAX))
        };
        // A stable sort: what nothing orders stays in the order of loading.
        documents.sort_by_cached_key(rank);
        Self { games, documents }
    }
}

/// The games that `game.yaml` and `synonyms.yaml` files tell of, by the folder they stand in.
#[derive(Default)]
struct Settings {
    games: HashMap<(String, String), Game>,
    synonyms: HashMap<(String, String), Vec<Synonym>>,
}

impl Settings {
    fn read(&mut self, source: &Source, diagnostics: &mut Vec<Diagnostic>) {
        let folder = parent_folder(&source.file);
        let key = (source.folder.clone(), folder.to_owned());
        if file_name(&source.file) == "game.yaml" {
            let fallback = if folder.is_empty() { &source.folder } else { file_name(folder) };
            let game = read_game(source, fallback, diagnostics);
            self.games.insert(key, game);
        } else {
            self.synonyms.insert(key, read_synonyms(source, diagnostics));
        }
    }

    /// A document's game: its front matter's, else that of the nearest folder with a `game.yaml`, else the name of the
    /// rules folder it came from.
    fn game_of(&self, source: &Source, front_matter: &FrontMatter) -> Game {
        if let Some(name) = &front_matter.game {
            let known = self.games.values().find(|game| game.id == slug(name));
            return known.cloned().unwrap_or_else(|| Game::named(name));
        }
        let folders = std::iter::successors(Some(parent_folder(&source.file)), |folder| {
            (!folder.is_empty()).then(|| parent_folder(folder))
        });
        let mut keys = folders.map(|folder| (source.folder.clone(), folder.to_owned()));
        keys.find_map(|key| self.games.get(&key).cloned()).unwrap_or_else(|| Game::named(&source.folder))
    }

    /// Every game that has a document, in order, with its synonyms.
    fn games<'a>(&self, used: impl Iterator<Item = &'a Game>) -> Vec<Game> {
        let mut games: Vec<Game> = Vec::new();
        for game in used {
            if games.iter().all(|known| known.id != game.id) {
                games.push(game.clone());
            }
        }
        games.sort_by_cached_key(|game| (game.order.unwrap_or(u32::MAX), game.name.to_lowercase()));
        let mut keys: Vec<_> = self.synonyms.keys().collect();
        keys.sort();
        for key in keys {
            let id = self.games.get(key).map_or_else(|| slug(&key.0), |game| game.id.clone());
            if let Some(game) = games.iter_mut().find(|game| game.id == id) {
                game.synonyms.extend(self.synonyms[key].iter().cloned());
            }
        }
        games
    }
}

fn parent_folder(file: &str) -> &str {
    file.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn file_name(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

pub(super) fn file_stem(file: &str) -> &str {
    let name = file_name(file);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}
