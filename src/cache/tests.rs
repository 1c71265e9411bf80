//! Tests that a stored rulebook can be loaded again, and that damage to a cache file is detected.

use std::fs;
use std::time::SystemTime;

use rstest::rstest;

use super::{Cache, DAY, INDEX, LINKS, ORIGINS, RULES, UNUSED, list_in};
use crate::links::{LinkGraph, LinkStatistics};
use crate::loader::{self, Origin};
use crate::rules::{DocumentRef, GameRef, Rulebook, SectionRef};
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
    assert!(loaded.is_sound());
    let stored = list_in(&folder.0.path().join("cache"));
    assert_eq!(stored.len(), 1);
    assert!(stored[0].origins.ends_with("/rules"));
    stored[0].delete().unwrap();
    assert!(folder.cache().load().is_none());
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
fn damage_to_any_part_of_a_file_is_noticed() {
    let folder = Folder::new();
    let (book, cache) = (folder.book(), folder.cache());
    cache.store(&book).unwrap();
    let index = SearchIndex::build(&book).unwrap();
    cache.store_index(&index).unwrap();
    cache
        .store_links(&book, &LinkStatistics::default())
        .unwrap();
    for name in [RULES, INDEX, LINKS] {
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

#[test]
fn caches_that_nobody_uses_are_removed() {
    let folder = Folder::new();
    let below = folder.0.path().join("cache");
    let [rules] = folder.origins();
    let other = Cache::in_folder(&below, &[rules, Origin::Bundled]);
    let long_ago = SystemTime::now() - UNUSED - DAY;
    for (cache, is_old) in [(&other, true), (&folder.cache(), false)] {
        cache.store(&folder.book()).unwrap();
        let used = fs::File::options()
            .write(true)
            .open(cache.folder.join(ORIGINS));
        if is_old {
            used.unwrap().set_modified(long_ago).unwrap();
        }
    }
    assert_eq!(list_in(&below).len(), 1);
    assert!(other.load().is_none() && folder.cache().load().is_some());
}

#[test]
fn statistics_of_names_are_loaded_only_for_the_rules_that_they_are_from() {
    let folder = Folder::new();
    let (book, cache) = (folder.book(), folder.cache());
    let graph = LinkGraph::new(folder.book());
    assert!(cache.load_links(&book).is_none());
    cache.store_links(&book, graph.statistics()).unwrap();
    let stored = cache.load_links(&book).unwrap();
    assert_eq!(&stored, graph.statistics());
    assert!(LinkGraph::new(folder.book()).adopt(stored.clone()));
    let other = Rulebook::load(Vec::new(), Vec::new());
    assert!(!LinkGraph::new(other).adopt(stored));
    let mut renamed = folder.book();
    renamed.change_section(1, |section| section.title.push('x'));
    assert!(cache.load_links(&renamed).is_none());
}

#[cfg(unix)]
#[test]
fn a_cache_is_private_and_follows_no_link() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new();
    let cache = folder.cache();
    cache.store(&folder.book()).unwrap();
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&cache.folder), 0o700);
    for name in [RULES, ORIGINS] {
        assert_eq!(mode(&cache.folder.join(name)), 0o600, "{name}");
    }
    let elsewhere = folder.0.path().join("elsewhere");
    fs::rename(folder.file(), &elsewhere).unwrap();
    symlink(&elsewhere, folder.file()).unwrap();
    assert!(cache.load().is_none());
    // A pipe that nobody writes to, and a device that never ends.
    for hostile in ["pipe", "/dev/zero"] {
        fs::remove_file(folder.file()).unwrap();
        if hostile == "pipe" {
            let made = std::process::Command::new("mkfifo")
                .arg(folder.file())
                .status();
            assert!(made.unwrap().success());
        } else {
            symlink(hostile, folder.file()).unwrap();
        }
        assert!(cache.load().is_none());
    }
}

/// A change to a rulebook that no loading makes.
type Forgery = fn(&mut Rulebook);

#[rstest]
#[case::a_parent_outside(|book: &mut Rulebook| book.change_section(1, |section| section.parent = Some(SectionRef(9999))))]
#[case::a_parent_below(|book: &mut Rulebook| book.change_section(1, |section| section.parent = Some(SectionRef(1))))]
#[case::an_end_outside(|book: &mut Rulebook| book.change_section(1, |section| section.end = SectionRef(u32::MAX)))]
#[case::an_end_before(|book: &mut Rulebook| book.change_section(1, |section| section.end = SectionRef(0)))]
#[case::another_document(|book: &mut Rulebook| book.change_section(1, |section| section.document = DocumentRef(77)))]
#[case::a_foreign_id(|book: &mut Rulebook| book.change_section(1, |section| section.id = "x".to_owned()))]
#[case::a_span_outside(|book: &mut Rulebook| book.change_section(1, |section| section.span.end = u32::MAX))]
#[case::an_escape_in_a_title(|book: &mut Rulebook| book.change_section(1, |section| section.title.push('\u{1b}')))]
#[case::an_escape_in_an_alias(|book: &mut Rulebook| book.change_section(1, |section| section.aliases.push("\u{9b}2J".to_owned())))]
#[case::an_unknown_game(|book: &mut Rulebook| book.documents[0].game = GameRef(5))]
#[case::a_root_elsewhere(|book: &mut Rulebook| book.documents[0].root = SectionRef(1))]
#[case::no_document(|book: &mut Rulebook| book.documents.clear())]
#[case::no_game(|book: &mut Rulebook| book.games.clear())]
#[case::an_escape_in_the_front_matter(|book: &mut Rulebook| book.documents[0].front_matter.aliases.push("\u{1b}[2J".to_owned()))]
#[case::reordered_text_in_a_game(|book: &mut Rulebook| book.games[0].name.push('\u{202e}'))]
fn a_forged_rulebook_is_refused(#[case] forge: Forgery) {
    let folder = Folder::new();
    let mut book = folder.book();
    folder.cache().store(&book).unwrap();
    assert!(folder.cache().load().is_some());
    forge(&mut book);
    folder.cache().store(&book).unwrap();
    assert!(folder.cache().load().is_none());
}
