//! From sources to a rulebook: which game each document belongs to, its title, unique ids.

use std::collections::HashMap;
use std::sync::Arc;

use super::assemble::Draft;
use super::game::{read_game, read_synonyms};
use super::slug::slug;
use super::{Document, DocumentRef, Game, GameRef, Rulebook, Section, SectionRef};
use crate::diagnostic::Diagnostic;
use crate::source::Source;

/// An id names at most this many sections above its own.
const MOST_PREFIXES: usize = 6;

impl Rulebook {
    /// Understands all sources. Never fails: what is wrong with a file is in [`Rulebook::diagnostics`], after those that
    /// are handed in from loading.
    #[must_use]
    pub fn load(sources: Vec<Source>, diagnostics: Vec<Diagnostic>) -> Self {
        let mut book = Self { diagnostics, ..Self::default() };
        let mut settings = Settings::default();
        let mut drafts = Vec::new();
        for source in sources {
            match file_name(&source.file) {
                "game.yaml" | "synonyms.yaml" => settings.read(&source, &mut book.diagnostics),
                _ => drafts.push((Draft::parse(&source, &mut book.diagnostics), source)),
            }
        }
        let mut drafts: Vec<_> =
            drafts.into_iter().map(|(draft, source)| (settings.game_of(&source, &draft), source, draft)).collect();
        book.games = settings.games(drafts.iter().map(|(game, ..)| game));
        let place = |game: &Game| book.games.iter().position(|known| known.id == game.id).unwrap_or(0);
        // A stable sort: within a game the order of loading stays.
        drafts.sort_by_cached_key(|(game, ..)| place(game));
        let places: Vec<_> = drafts.iter().map(|(game, ..)| place(game)).collect();
        for (place, (_, source, draft)) in places.into_iter().zip(drafts) {
            book.add(GameRef(small(place)), source, draft);
        }
        book
    }

    fn add(&mut self, game: GameRef, source: Source, draft: Draft) {
        let document = DocumentRef(small(self.documents.len()));
        let root = SectionRef(small(self.sections.len()));
        let id = self.document_id(game, &source.file);
        let title = draft.title(file_stem(&source.file));
        let (front_matter, mut sections) = draft.into_sections(&title, document, root, source.text.len());
        self.name(&id, root, &mut sections);
        self.sections.append(&mut sections);
        self.documents.push(Document { id, game, title, front_matter, root, source: Arc::new(source) });
    }

    fn document_id(&self, game: GameRef, file: &str) -> String {
        let wanted = format!("{}/{}", self.game(game).id, slug(file_stem(file)));
        unique(&wanted, &mut 2, |id| self.by_id.contains_key(id))
    }

    /// Gives each section its id. A slug that occurs more than once in the document is prefixed with its parents' until it
    /// is unique, in all its places, so that the id of one does not depend on whether another comes before it.
    fn name(&mut self, document: &str, root: SectionRef, sections: &mut [Section]) {
        let slugs: Vec<_> = sections.iter().map(|section| slug(&section.title)).collect();
        let parent =
            |index: usize| sections[index].parent.map(|parent| (parent.0 - root.0) as usize).filter(|at| *at > 0);
        let mut wanted = slugs.clone();
        let mut above: Vec<_> = (0..sections.len()).map(parent).collect();
        for _ in 0..MOST_PREFIXES {
            let mut count: HashMap<&str, usize> = HashMap::new();
            wanted.iter().skip(1).for_each(|slug| *count.entry(slug).or_default() += 1);
            let repeated: Vec<_> = (1..wanted.len()).filter(|index| count[wanted[*index].as_str()] > 1).collect();
            let mut longer = false;
            for index in repeated {
                if let Some(prefix) = above[index] {
                    wanted[index] = format!("{}-{}", slugs[prefix], wanted[index]);
                    above[index] = parent(prefix);
                    longer = true;
                }
            }
            if !longer {
                break;
            }
        }
        let mut numbers = HashMap::new();
        for (index, section) in sections.iter_mut().enumerate() {
            let wanted = if index == 0 { document.to_owned() } else { format!("{document}#{}", wanted[index]) };
            // Equal names go on counting where the last one stopped: a hundred thousand of them are not tried each time.
            let number = numbers.entry(wanted.clone()).or_insert(2);
            section.id = unique(&wanted, number, |id| self.by_id.contains_key(id));
            self.by_id.insert(section.id.clone(), SectionRef(root.0 + small(index)));
        }
    }
}

/// The games that `game.yaml` and `synonyms.yaml` files tell of, by the folder they stand in.
#[derive(Default)]
struct Settings {
    games: HashMap<(String, String), Game>,
    synonyms: HashMap<(String, String), Vec<super::Synonym>>,
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
    fn game_of(&self, source: &Source, draft: &Draft) -> Game {
        if let Some(name) = &draft.front_matter.game {
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

/// A name that is not taken: the wanted one, or with the first free number from `number` on, which is left at the next.
fn unique(wanted: &str, number: &mut u32, taken: impl Fn(&str) -> bool) -> String {
    let mut id = wanted.to_owned();
    while taken(&id) {
        id = format!("{wanted}-{number}");
        *number += 1;
    }
    id
}

fn parent_folder(file: &str) -> &str {
    file.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn file_name(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

fn file_stem(file: &str) -> &str {
    let name = file_name(file);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
