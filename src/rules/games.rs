//! Reads `game.yaml` and `synonyms.yaml`, and finds the game of each document.

mod table;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::model::{
    Document, FrontMatter, Game, GameRef, Synonym, TableRules, Vocabulary, VocabularyRef,
};
use super::parse::front_matter::read_mapping;
use super::parse::vocabulary::read_table;
use super::slug::fold;
use super::vocabularies::Vocabularies;
use crate::diagnostic::Diagnostic;
use crate::loader;
use crate::source::Source;
use table::table_faults;

/// The `game.yaml` and `synonyms.yaml` files of the rules.
#[derive(Default)]
pub struct GameFiles {
    pub vocabularies: Vocabularies,
    /// The games, by the folder of their `game.yaml`.
    games: BTreeMap<PathBuf, Game>,
    /// The `game.yaml` files.
    sources: Vec<Source>,
    synonyms: Vec<(Source, Vec<Synonym>)>,
}

/// Returns the synonyms of the bundled game from which a vocabulary is.
pub fn bundled_synonyms(vocabulary: &str) -> Vec<Synonym> {
    let path = format!("{vocabulary}/synonyms.yaml");
    let sources = loader::bundled().filter(|source| source.file == path);
    sources
        .flat_map(|source| read_synonyms(&source, &mut Vec::new()))
        .collect()
}

impl GameFiles {
    /// Reads the files. Their texts are in memory.
    pub fn read(sources: Vec<Source>, diagnostics: &mut Vec<Diagnostic>) -> Self {
        let mut files = Self::default();
        for source in sources {
            if source.name() == "game.yaml" {
                let game = files.read_game(&source, diagnostics);
                files.games.insert(folder(&source).to_owned(), game);
                files.sources.push(source);
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
        let game_of = |document: &&Document| self.game_of(&document.source, &document.front_matter);
        let of_documents: Vec<_> = documents.iter().map(game_of).collect();
        let mut known = HashSet::new();
        let first = of_documents.iter().filter(|game| known.insert(&game.id));
        let mut games: Vec<_> = first.map(|game| Game::clone(game)).collect();
        for game in &mut games {
            for other in self.games.values() {
                if other.id == game.id {
                    merge(game, other);
                }
            }
        }
        games.sort_by_cached_key(|game| (game.order.unwrap_or(u32::MAX), game.name.to_lowercase()));
        let ids = games.iter().map(|game| game.id.clone());
        let numbers: HashMap<_, _> = ids.zip((0..).map(GameRef)).collect();
        let of_documents: Vec<_> = of_documents.iter().map(|game| numbers[&game.id]).collect();
        self.add_synonyms(&mut games, diagnostics);
        self.check_tables(documents, diagnostics);
        (games, of_documents)
    }

    /// Reports names in the tables of the games that mean nothing.
    fn check_tables(&self, documents: &[&Document], diagnostics: &mut Vec<Diagnostic>) {
        for source in &self.sources {
            let game = &self.games[folder(source)];
            let is_own = |of: &&&Document| {
                let own = self.game_of(&of.source, &of.front_matter);
                own.id == game.id
            };
            if game.table != TableRules::default() {
                let own = documents.iter().filter(is_own);
                let names = own.map(|of| of.source.stem()).collect();
                diagnostics.extend(table_faults(source, &game.table, &names));
            }
        }
    }

    /// Returns the game of a document: that of its front matter, of the nearest `game.yaml`, or of
    /// its rules folder. If several files describe the same game, front matter that names the game
    /// refers to the file with the first path.
    pub fn game_of(&self, source: &Source, front_matter: &FrontMatter) -> Cow<'_, Game> {
        let (name, known) = match front_matter.get("game") {
            Some(name) => {
                let id = Game::id_of(name);
                (name, self.games.values().find(|game| game.id == id))
            }
            None => (source.folder.as_str(), self.nearest(source)),
        };
        known.map_or_else(|| Cow::Owned(Game::named(name)), Cow::Borrowed)
    }

    /// Returns the vocabulary of a document: that of its game or, if the game has none, the one
    /// whose signs are in its text.
    pub fn vocabulary_of(&self, source: &Source, front_matter: &FrontMatter) -> VocabularyRef {
        let game = self.game_of(source, front_matter);
        game.vocabulary
            .unwrap_or_else(|| self.vocabularies.recognise(&source.text))
    }

    /// Returns a vocabulary.
    pub fn vocabulary(&self, at: VocabularyRef) -> &Vocabulary {
        self.vocabularies.get(at)
    }

    /// Returns the vocabulary of a document that has not changed, if it is the one with which the
    /// document was parsed `before`: in this game, with these vocabularies.
    pub fn keep_vocabulary(
        &self,
        source: &Source,
        document: &Document,
        game: &Game,
        before: &[Vocabulary],
    ) -> Option<VocabularyRef> {
        let declared = self.game_of(source, &document.front_matter).vocabulary;
        let now = declared.unwrap_or(document.vocabulary);
        let before = before.get(document.vocabulary.0 as usize)?;
        let is_same = declared.is_some() == game.vocabulary.is_some()
            && self.vocabularies.contains(now, before);
        is_same.then_some(now)
    }

    /// Returns the game of the nearest `game.yaml`, from the folder of `source` upwards.
    fn nearest(&self, source: &Source) -> Option<&Game> {
        let mut above = folder(source).ancestors();
        above.find_map(|folder| self.games.get(folder))
    }

    /// Reads a `game.yaml`. Without a `name`, the game is named after its folder.
    fn read_game(&mut self, source: &Source, diagnostics: &mut Vec<Diagnostic>) -> Game {
        let folder = source.file.rsplit('/').nth(1);
        let mut game = Game::named(folder.unwrap_or(&source.folder));
        for (key, values) in read_mapping(source, diagnostics) {
            match (key.as_str(), values.first()) {
                ("name", Some(name)) => (game.id, game.name) = (Game::id_of(name), name.clone()),
                ("order", Some(order)) => game.order = order.parse().ok(),
                ("documents", _) => game.documents = values,
                ("undefined", _) => game.undefined = values,
                ("never_link", _) => game.never_link = values,
                ("always_link", _) => game.always_link = values,
                ("vocabulary" | "table", _) => {}
                _ => diagnostics.push(
                    Diagnostic::of_file(&source.path, "unknown-key", format!("unknown key `{key}`"))
                        .help("the keys of game.yaml are `name`, `order`, `documents`, `undefined`, `never_link`, `always_link`, `vocabulary` and `table`"),
                ),
            }
        }
        game.table = read_table(source, diagnostics);
        game.vocabulary = self.vocabularies.read(source, &game.id, diagnostics);
        game
    }

    /// Adds the synonyms of each file to the game of its folder. Synonyms in the settings folder,
    /// which is no rules folder, apply to all games. Reports files that apply to no game.
    fn add_synonyms(&self, games: &mut [Game], diagnostics: &mut Vec<Diagnostic>) {
        for (source, synonyms) in &self.synonyms {
            let nearest = self.nearest(source).map(|game| game.id.clone());
            let id = nearest.unwrap_or_else(|| Game::id_of(&source.folder));
            let mut served = games
                .iter_mut()
                .filter(|game| source.folder.is_empty() || game.id == id)
                .peekable();
            if served.peek().is_none() {
                let message =
                    "no document belongs to the game of these synonyms, so they find nothing";
                let fault = Diagnostic::of_file(&source.path, "unused-synonyms", message);
                diagnostics.push(
                    fault.help("put the file beside its documents, or beside their `game.yaml`"),
                );
            }
            for game in served {
                game.synonyms.extend(synonyms.iter().cloned());
            }
        }
    }
}

/// Adds what another `game.yaml` says about the same game, such as that of a player's own notes. What
/// the first file says counts.
fn merge(game: &mut Game, other: &Game) {
    let add = |known: &mut Vec<String>, new: &[String]| {
        let new: Vec<_> = new.iter().filter(|name| !known.contains(name)).collect();
        let new: Vec<_> = new.into_iter().cloned().collect();
        known.extend(new);
    };
    game.order = game.order.or(other.order);
    game.vocabulary = game.vocabulary.or(other.vocabulary);
    add(&mut game.documents, &other.documents);
    add(&mut game.undefined, &other.undefined);
    add(&mut game.never_link, &other.never_link);
    add(&mut game.always_link, &other.always_link);
    game.table.merge(&other.table);
}

/// Returns the path of a file's folder. Names do not identify a folder, because two rules folders
/// may have the same name.
fn folder(source: &Source) -> &Path {
    Path::new(&source.path).parent().unwrap_or(Path::new(""))
}

/// Reads a `synonyms.yaml`. Each key is a player's word, and its values are the words that the
/// rules use for it.
fn read_synonyms(source: &Source, diagnostics: &mut Vec<Diagnostic>) -> Vec<Synonym> {
    read_mapping(source, diagnostics)
        .into_iter()
        .map(|(word, means)| Synonym {
            word: word.to_lowercase(),
            means,
        })
        .collect()
}

/// Finds a game by its name, its id, or an unambiguous prefix of either.
///
/// # Errors
/// Fails if no game, or several games, match. The message lists all games.
pub fn game_named(games: &[Game], name: &str) -> Result<GameRef, String> {
    let wanted = fold(name);
    let names = |game: &Game| [fold(&game.name), game.id.clone()];
    let mut all = (0..).map(GameRef).zip(games);
    let mut begun = all.clone().filter(|(_, game)| {
        let mut names = names(game).into_iter();
        !wanted.is_empty() && names.any(|name| name.starts_with(&wanted))
    });
    let exact = all.find(|(_, game)| names(game).contains(&wanted));
    let only = begun.next().filter(|_| begun.next().is_none());
    exact.or(only).map(|(found, _)| found).ok_or_else(|| {
        let names = games.iter().map(|game| format!("`{}`", game.name));
        let names = names.collect::<Vec<_>>().join(", ");
        format!("no game is named `{name}`; the loaded rules have {names}")
    })
}

#[cfg(test)]
mod tests;
