//! Tests that a stored rulebook can be loaded again, and that damage to a cache file is detected.

use std::fs;

use super::{Cache, INDEX, RULES};
use crate::loader::{self, Origin};
use crate::rules::Rulebook;
use crate::search::SearchIndex;

const EVERYTHING: &str = include_str!("../../tests/fixtures/everything.md");

/// The number of evenly spaced positions at which the tests damage a file.
const DAMAGES: usize = 600;

/// A temporary folder with rules in `rules/` and caches in `cache/`.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        let rules = folder.0.path().join("rules");
        fs::create_dir(&rules).unwrap();
        for (file, text) in [
            ("everything.md", EVERYTHING),
            (
                "a.md",
                "---\naliases: [x]\nteam: y\n---\n## *B* 1AP\n\n[a](b.md)\n",
            ),
            ("game.yaml", "name: House\norder: 2\nundefined: [Pit]\n"),
            ("synonyms.yaml", "rats: [Vermin]\n"),
        ] {
            fs::write(rules.join(file), text).unwrap();
        }
        folder
    }

    fn origins(&self) -> [Origin; 1] {
        [Origin::Path(self.0.path().join("rules"))]
    }

    fn cache(&self) -> Cache {
        Cache::in_folder(&self.0.path().join("cache"), &self.origins())
    }

    fn book(&self) -> Rulebook {
        let listing = loader::find(&self.origins()).unwrap().read();
        Rulebook::load(listing.sources, listing.diagnostics)
    }

    fn file(&self) -> std::path::PathBuf {
        self.cache().folder.join(RULES)
    }
}

#[test]
fn a_stored_rulebook_comes_back() {
    let folder = Folder::new();
    assert!(folder.cache().load().is_none());
    let book = folder.book();
    folder.cache().store(&book).unwrap();
    let loaded = folder.cache().load().unwrap();
    assert_eq!(loaded.games, book.games);
    assert!(loaded.iter().eq(book.iter()));
    assert_eq!(loaded.documents.len(), book.documents.len());
    let folder = fs::read_dir(folder.file().parent().unwrap()).unwrap();
    assert_eq!(folder.count(), 1);
}

#[test]
fn each_list_of_origins_has_its_own_cache() {
    let folder = Folder::new();
    let below = folder.0.path().join("cache");
    let [rules] = folder.origins();
    let both = Cache::in_folder(&below, &[rules, Origin::Bundled]);
    assert_ne!(both.folder, folder.cache().folder);
}

#[test]
fn damage_to_any_part_of_either_file_is_noticed() {
    let folder = Folder::new();
    let (book, cache) = (folder.book(), folder.cache());
    cache.store(&book).unwrap();
    let index = SearchIndex::build(&book).unwrap();
    cache.store_index(&index.to_bytes().unwrap()).unwrap();
    for name in [RULES, INDEX] {
        let file = cache.folder.join(name);
        let kept = fs::read(&file).unwrap();
        assert!(cache.read(name).is_some());
        for number in 0..DAMAGES {
            let at = number * kept.len() / DAMAGES;
            let mut changed = kept.clone();
            changed[at] ^= u8::try_from(1 + number % 255).unwrap();
            for damaged in [&changed[..], &kept[..at]] {
                fs::write(&file, damaged).unwrap();
                assert!(cache.read(name).is_none(), "{name} at byte {at}");
            }
        }
        fs::write(file, kept).unwrap();
    }
}

#[test]
fn a_damaged_file_is_made_again() {
    let folder = Folder::new();
    let (book, cache) = (folder.book(), folder.cache());
    cache.store(&book).unwrap();
    let kept = fs::read(folder.file()).unwrap();
    let mut damaged = kept.clone();
    damaged[kept.len() - 1] ^= 1;
    fs::write(folder.file(), damaged).unwrap();
    assert!(cache.load().is_none());
    cache.store(&book).unwrap();
    assert_eq!(fs::read(folder.file()).unwrap(), kept);
}
