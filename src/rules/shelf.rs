//! Sources in order: settings apart from documents, documents by game.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::before::Before;
use super::front_matter;
use super::game::{read_game, read_synonyms};
use super::model::front_matter::FrontMatter;
use super::slug::slug;
use super::{Document, DocumentRef, Game, GameRef, Synonym};
use crate::diagnostic::{Diagnostic, Severity};
use crate::loader;
use crate::source::Source;

/// All sources, sorted.
pub(super) struct Shelf {
    /// The games that have a document, in order.
    pub games: Vec<Game>,
    /// The documents, by game, in the order their game gives them, then in the order of loading.
    pub documents: Vec<Shelved>,
}

/// A document whose head is read, or which is known by its name.
#[derive(Default)]
pub(super) struct Shelved {
    pub game: GameRef,
    pub source: Source,
    pub front_matter: FrontMatter,
    /// Where the text begins.
    pub body: usize,
    /// What it was before, if it is the same.
    pub before: Option<DocumentRef>,
    /// Whether its head is read.
    pub is_read: bool,
}

/// How much of the files is read to sort them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    /// All but the texts.
    Whole,
    /// No players' words.
    Heads,
    /// No players' words, and no document that is still in its file: it is known by its name.
    Names,
}

impl Shelf {
    /// Sorts sources. No document that is the same as before is read.
    pub fn sort(
        sources: Vec<Source>,
        depth: Depth,
        before: Option<&Before<'_>>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let mut settings = Settings::default();
        let mut heads = Vec::new();
        for source in sources {
            match file_name(&source.file) {
                "synonyms.yaml" if depth != Depth::Whole => {}
                "game.yaml" | "synonyms.yaml" => {
                    if let Some(source) = loader::read(source, diagnostics) {
                        settings.read(&source, diagnostics);
                    }
                }
                _ if depth == Depth::Names && source.is_unread && !source.is_known() => {
                    heads.push(Shelved {
                        source,
                        ..Shelved::default()
                    });
                }
                _ => heads.extend(head(source, before, diagnostics)),
            }
        }
        let heads = settings.with_games(heads);
        let mut games = in_order(heads.iter().map(|(game, _)| game));
        settings.hand_out(&mut games, &heads, diagnostics);
        let places: HashMap<&str, GameRef> = games
            .iter()
            .map(|game| game.id.as_str())
            .zip((0..).map(GameRef))
            .collect();
        let place = |game: &Game| places.get(game.id.as_str()).copied().unwrap_or_default();
        let placed = heads.into_iter().map(|(game, shelved)| Shelved {
            game: place(&game),
            ..shelved
        });
        let mut documents: Vec<_> = placed.collect();
        let rank = |document: &Shelved| {
            let listed = &games[document.game.0 as usize].documents;
            let stem = file_stem(&document.source.file);
            (
                document.game,
                listed
                    .iter()
                    .position(|name| name == stem)
                    .unwrap_or(usize::MAX),
            )
        };
        // A stable sort: what nothing orders stays in the order of loading.
        documents.sort_by_cached_key(rank);
        Self { games, documents }
    }

    /// Reads the head of a document that was known by its name; whether it can be read. Where it names another game, it goes
    /// there, and its new place is given.
    pub fn open(&mut self, at: usize) -> Option<usize> {
        let known = self.documents.get(at)?;
        if known.before.is_some() || known.is_read {
            return Some(at);
        }
        let read = head(known.source.clone(), None, &mut Vec::new())?;
        let name = read.front_matter.game.clone();
        self.documents[at] = Shelved {
            game: known.game,
            ..read
        };
        let Some(name) =
            name.filter(|name| slug(name) != self.games[self.documents[at].game.0 as usize].id)
        else {
            return Some(at);
        };
        let place = self
            .games
            .iter()
            .position(|game| game.id == slug(&name))
            .unwrap_or_else(|| {
                self.games.push(Game::named(&name));
                self.games.len() - 1
            });
        let mut moved = self.documents.remove(at);
        moved.game = GameRef(u32::try_from(place).unwrap_or(u32::MAX));
        let at = self
            .documents
            .partition_point(|document| document.game < moved.game);
        self.documents.insert(at, moved);
        Some(at)
    }
}

/// Every game that has a document, in order.
fn in_order<'a>(used: impl Iterator<Item = &'a Arc<Game>>) -> Vec<Game> {
    let mut seen = HashSet::new();
    let mut games: Vec<_> = used
        .filter(|game| seen.insert(game.id.as_str()))
        .map(|game| Game::clone(game))
        .collect();
    games.sort_by_cached_key(|game| (game.order.unwrap_or(u32::MAX), game.name.to_lowercase()));
    games
}

/// A document with the game it belongs to.
type Head = (Arc<Game>, Shelved);

/// Reads the head of a document, whose game is not known yet; nothing where it cannot be read.
fn head(
    source: Source,
    before: Option<&Before<'_>>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Shelved> {
    let known = before.and_then(|before| Some((before.book, before.document(&source)?)));
    if let Some((book, at)) = known {
        let Document {
            front_matter, body, ..
        } = book.document(at);
        let (front_matter, body) = (front_matter.clone(), *body as usize);
        return Some(Shelved {
            game: GameRef(0),
            source,
            front_matter,
            body,
            before: Some(at),
            is_read: true,
        });
    }
    let unread = source.is_unread;
    let source = loader::read(source, diagnostics)?;
    let (front_matter, body) = front_matter::read(&source, diagnostics);
    let source = if unread {
        source.without_text()
    } else {
        source
    };
    Some(Shelved {
        game: GameRef(0),
        source,
        front_matter,
        body,
        before: None,
        is_read: true,
    })
}

/// What the `game.yaml` and `synonyms.yaml` files say.
#[derive(Default)]
struct Settings {
    /// In the order of their paths, so that of two games with one name always the same counts.
    games: BTreeMap<Place, Arc<Game>>,
    synonyms: Vec<Words>,
}

/// A folder: the rules folder that was given, and the path below it.
type Place = (String, String);

/// A `synonyms.yaml`.
struct Words {
    place: Place,
    /// The name of the rules folder, and the file's path for messages.
    folder: String,
    path: String,
    synonyms: Vec<Synonym>,
}

impl Settings {
    fn read(&mut self, source: &Source, diagnostics: &mut Vec<Diagnostic>) {
        let place = place(source);
        if file_name(&source.file) == "game.yaml" {
            let folder = parent_folder(&source.file);
            let fallback = if folder.is_empty() {
                &source.folder
            } else {
                file_name(folder)
            };
            let game = read_game(source, fallback, diagnostics);
            self.games.insert(place, Arc::new(game));
        } else {
            let (folder, path) = (source.folder.clone(), source.path.clone());
            self.synonyms.push(Words {
                place,
                folder,
                path,
                synonyms: read_synonyms(source, diagnostics),
            });
        }
    }

    /// Documents with their games: their front matter's, else that of the nearest folder with a `game.yaml`, else the name of the
    /// rules folder it came from.
    fn with_games(&self, documents: Vec<Shelved>) -> Vec<Head> {
        // Documents of one folder follow one another.
        let mut last: Option<(Place, Arc<Game>)> = None;
        let game_of = |shelved: Shelved| {
            if let Some(name) = &shelved.front_matter.game {
                let known = self.games.values().find(|game| game.id == slug(name));
                return (
                    known
                        .cloned()
                        .unwrap_or_else(|| Arc::new(Game::named(name))),
                    shelved,
                );
            }
            let place = place(&shelved.source);
            let known = last
                .take()
                .filter(|(folder, _)| *folder == place)
                .map(|(_, game)| game);
            let game = known.or_else(|| self.nearest(&place).cloned());
            let game = game.unwrap_or_else(|| Arc::new(Game::named(&shelved.source.folder)));
            last = Some((place, Arc::clone(&game)));
            (game, shelved)
        };
        documents.into_iter().map(game_of).collect()
    }

    /// The game of the nearest `game.yaml`, from a folder upwards.
    fn nearest(&self, (root, folder): &Place) -> Option<&Arc<Game>> {
        let mut folders = std::iter::successors(Some(folder.as_str()), |folder| {
            (!folder.is_empty()).then(|| parent_folder(folder))
        });
        folders.find_map(|folder| self.games.get(&(root.clone(), folder.to_owned())))
    }

    /// Gives the players' words to the games they belong to.
    fn hand_out(&self, games: &mut [Game], heads: &[Head], diagnostics: &mut Vec<Diagnostic>) {
        for words in &self.synonyms {
            let owners = self.owners(words, heads);
            // The player's own words come from no rules folder, and serve every game.
            let all = words.folder.is_empty();
            let mut served = games
                .iter_mut()
                .filter(|game| all || owners.contains(&game.id))
                .peekable();
            if served.peek().is_none() {
                let message = "no document belongs to the game of these words: they find nothing";
                let fault =
                    Diagnostic::of_file(&words.path, Severity::Warning, "unused-synonyms", message);
                diagnostics.push(fault.help(
                    "put the file beside the documents it is for, or beside their `game.yaml`",
                ));
            }
            served.for_each(|game| game.synonyms.extend(words.synonyms.iter().cloned()));
        }
    }

    /// The ids of the games that words belong to: that of the nearest `game.yaml`, else those of the documents beside
    /// them, else that of the rules folder.
    fn owners(&self, words: &Words, heads: &[Head]) -> Vec<String> {
        if let Some(game) = self.nearest(&words.place) {
            return vec![game.id.clone()];
        }
        let beside = heads
            .iter()
            .filter(|(_, shelved)| place(&shelved.source) == words.place);
        let owners: Vec<_> = beside.map(|(game, _)| game.id.clone()).collect();
        if owners.is_empty() {
            vec![slug(&words.folder)]
        } else {
            owners
        }
    }
}

/// The folder that a source stands in. Two rules folders may bear one name: only their paths tell them apart.
fn place(source: &Source) -> Place {
    let root = source
        .path
        .len()
        .checked_sub(source.file.len())
        .and_then(|end| source.path.get(..end));
    (
        root.unwrap_or(&source.folder).to_owned(),
        parent_folder(&source.file).to_owned(),
    )
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

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    const HOUSE: &str = "---\ngame: House\n---\n# A\n";
    const WORDS: &str = "rats: [Vermin]\n";

    fn sort(files: &[(&str, &str)]) -> (Shelf, Vec<Diagnostic>) {
        let source = |(path, text): &(&str, &str)| {
            // As the loader does: `folder:file`, where a path is `folder/file`.
            let (folder, file) = path.split_once(':').unwrap_or(("rules", path));
            let name = file_name(folder).to_owned();
            Source::new(
                format!("{folder}/{file}"),
                file.to_owned(),
                name,
                (*text).to_owned(),
            )
        };
        let mut diagnostics = Vec::new();
        (
            Shelf::sort(
                files.iter().map(source).collect(),
                Depth::Whole,
                None,
                &mut diagnostics,
            ),
            diagnostics,
        )
    }

    fn served(files: &[(&str, &str)]) -> Vec<String> {
        let (shelf, diagnostics) = sort(files);
        assert_eq!(diagnostics, []);
        let served = shelf
            .games
            .into_iter()
            .filter(|game| !game.synonyms.is_empty());
        served
            .map(|game| format!("{} {}", game.id, game.synonyms.len()))
            .collect()
    }

    #[rstest]
    #[case::beside_documents_that_name_their_game(&[("a.md", HOUSE), ("synonyms.yaml", WORDS)], &["house 1"])]
    #[case::beside_documents_of_two_games(&[("a.md", HOUSE), ("b.md", "# B"), ("synonyms.yaml", WORDS)], &["house 1", "rules 1"])]
    #[case::below_a_game(&[("a.md", "# A"), ("game.yaml", "name: War"), ("x/y/synonyms.yaml", WORDS)], &["war 1"])]
    #[case::of_the_nearest_game(&[("a.md", "# A"), ("game.yaml", "name: War"), ("x/b.md", "# B"), ("x/game.yaml", "name: Duel"), ("x/synonyms.yaml", WORDS)], &["duel 1"])]
    #[case::of_the_rules_folder(&[("x/a.md", "# A"), ("synonyms.yaml", WORDS)], &["rules 1"])]
    #[case::of_two_files(&[("a.md", "# A"), ("game.yaml", "name: War"), ("synonyms.yaml", WORDS), ("x/synonyms.yaml", WORDS)], &["war 2"])]
    fn synonyms_serve_the_game_they_stand_by(
        #[case] files: &[(&str, &str)],
        #[case] expected: &[&str],
    ) {
        assert_eq!(served(files), expected);
    }

    #[test]
    fn synonyms_that_serve_no_document_are_said() {
        let files = [
            ("a.md", HOUSE),
            ("x/synonyms.yaml", WORDS),
            ("game.yaml", "name: War"),
        ];
        let (_, diagnostics) = sort(&files);
        let said: Vec<_> = diagnostics
            .iter()
            .map(|fault| (fault.path.as_str(), fault.code))
            .collect();
        assert_eq!(said, [("rules/x/synonyms.yaml", "unused-synonyms")]);
    }

    #[test]
    fn of_two_games_with_one_name_the_first_path_counts() {
        for _ in 0..20 {
            let files = [
                ("a.md", HOUSE),
                ("z/game.yaml", "name: HOUSE\norder: 3"),
                ("y/game.yaml", "name: House\norder: 2"),
                ("x/game.yaml", "name: house\norder: 1"),
            ];
            assert_eq!(sort(&files).0.games[0].order, Some(1));
        }
    }

    #[test]
    fn rules_folders_of_one_name_do_not_lend_each_other_their_game() {
        let files = [
            ("a/rules:a.md", "# A"),
            ("a/rules:game.yaml", "name: War"),
            ("b/rules:b.md", "# B"),
        ];
        let names: Vec<_> = sort(&files)
            .0
            .games
            .into_iter()
            .map(|game| game.name)
            .collect();
        assert_eq!(names, ["rules", "War"]);
    }
}
