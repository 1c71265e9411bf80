//! A stored rulebook comes back; a damaged one does not.

use std::fs;

use proptest::prelude::*;

use super::{Cache, RULES};
use crate::loader::{self, Origin};
use crate::rules::Rulebook;

const EVERYTHING: &str = include_str!("../../tests/fixtures/everything.md");

/// A folder of rules beside a folder of caches.
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
        Cache::below(&self.0.path().join("cache"), &self.origins()).unwrap()
    }

    fn book(&self) -> Rulebook {
        let listing = loader::find(&self.origins()).unwrap();
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
    let listing = loader::find(&folder.origins()).unwrap();
    let again = Rulebook::load_after(Some(loaded), listing.sources, Vec::new(), &mut |_| {});
    assert!(again.walk().eq(book.walk()));
    // Nothing but the rulebook is left behind.
    let folder = fs::read_dir(folder.file().parent().unwrap()).unwrap();
    assert_eq!(folder.count(), 1);
}

#[test]
fn bundled_rules_alone_have_no_cache_and_each_folder_has_its_own() {
    let folder = Folder::new();
    let below = folder.0.path().join("cache");
    assert!(Cache::below(&below, &[Origin::Bundled]).is_none());
    let [rules] = folder.origins();
    let both = Cache::below(&below, &[rules, Origin::Bundled]).unwrap();
    assert_ne!(both.folder, folder.cache().folder);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn damage_to_any_byte_is_noticed(at in any::<prop::sample::Index>(), change in 1..=u8::MAX, cut in any::<bool>()) {
        let folder = Folder::new();
        folder.cache().store(&folder.book()).unwrap();
        let mut bytes = fs::read(folder.file()).unwrap();
        let at = at.index(bytes.len());
        if cut {
            bytes.truncate(at);
        } else {
            bytes[at] ^= change;
        }
        fs::write(folder.file(), bytes).unwrap();
        prop_assert!(folder.cache().load().is_none());
    }
}
