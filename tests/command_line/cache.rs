//! The cache of a rules folder: no answer depends on it.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use rstest::rstest;
use tempfile::TempDir;

use super::harness::*;

struct CachedRules {
    rules: TempDir,
    cache: TempDir,
}

impl CachedRules {
    fn new() -> Self {
        Self {
            rules: mud(),
            cache: TempDir::new().unwrap(),
        }
    }

    fn run(&self, arguments: &[&str]) -> CommandOutput {
        let rules = self.rules.path().to_str().unwrap();
        let mut command = command(&[&["--rules", rules], arguments].concat());
        command.env("XDG_CACHE_HOME", self.cache.path());
        finish(command)
    }

    fn search(&self, query: &str) -> String {
        let found = self.run(&["search", "--json", query]);
        assert_eq!(
            (found.status, found.stderr.as_str()),
            (0, ""),
            "{}",
            found.stdout
        );
        found.stdout
    }

    /// Searches again, and returns whether that leaves files of the cache as they were. Rules that were
    /// saved within the last two seconds are read again, and are stored once more when they are older
    /// than that, so one of two searches may write the files.
    fn is_kept(&self, files: &[PathBuf], first: &str) -> bool {
        let times = || files.iter().map(|file| modified(file)).collect::<Vec<_>>();
        let before = times();
        assert_eq!(self.search("dig"), first);
        times() == before
    }

    /// Returns the files in the cache whose paths start with one of `starts`, such as `rules` or
    /// `search`.
    fn files(&self, starts: &[&str]) -> Vec<PathBuf> {
        fn collect(folder: &Path, path: &str, files: &mut Vec<(String, PathBuf)>) {
            for entry in fs::read_dir(folder).into_iter().flatten() {
                let inner = entry.unwrap().path();
                let name = inner.file_name().unwrap().to_string_lossy();
                let path = format!("{path}{name}");
                if inner.is_dir() {
                    collect(&inner, &format!("{path}/"), files);
                } else {
                    files.push((path, inner));
                }
            }
        }
        let mut files = Vec::new();
        let folders = fs::read_dir(self.cache.path().join("tableside"));
        for folder in folders.into_iter().flatten() {
            collect(&folder.unwrap().path(), "", &mut files);
        }
        files.retain(|(path, _)| starts.iter().any(|start| path.starts_with(start)));
        files.into_iter().map(|(_, file)| file).collect()
    }
}

#[test]
fn a_search_caches_rules_and_index_for_the_next_one() {
    let cached = CachedRules::new();
    let first = cached.search("dig");
    let files = cached.files(&["rules", "search"]);
    assert_eq!(files.len(), 2);
    assert!(
        cached.is_kept(&files, &first) || cached.is_kept(&files, &first),
        "what is true is not written again"
    );
    let shown = cached.run(&["show", "dig"]);
    assert_eq!(
        (shown.status, shown.stdout),
        (0, over_mud(&["show", "dig"]).stdout)
    );
}

fn modified(file: &Path) -> std::time::SystemTime {
    fs::metadata(file).unwrap().modified().unwrap()
}

#[rstest]
#[case::no_bytes(|bytes: &mut Vec<u8>| bytes.clear())]
#[case::cut_off(|bytes: &mut Vec<u8>| bytes.truncate(bytes.len() / 2))]
#[case::of_another_version(|bytes: &mut Vec<u8>| bytes[10] ^= 1)]
#[case::a_wrong_checksum(|bytes: &mut Vec<u8>| { let end = bytes.iter().position(|byte| *byte == b'\n').unwrap(); bytes[end + 2] ^= 1 })]
#[case::another_text(|bytes: &mut Vec<u8>| { let at = bytes.len() * 2 / 3; bytes[at] ^= 0x20 })]
#[case::another_last_byte(|bytes: &mut Vec<u8>| *bytes.last_mut().unwrap() ^= 1)]
#[case::of_another_program(|bytes: &mut Vec<u8>| *bytes = b"\x89PNG\r\n\x1a\n".repeat(400))]
#[case::longer(|bytes: &mut Vec<u8>| bytes.extend([0; 99]))]
fn what_is_damaged_is_made_anew(
    #[case] damage: fn(&mut Vec<u8>),
    #[values("rules", "search")] which: &str,
) {
    let cached = CachedRules::new();
    let first = cached.search("dig");
    for file in cached.files(&[which]) {
        let mut bytes = fs::read(&file).unwrap();
        damage(&mut bytes);
        fs::write(&file, bytes).unwrap();
    }
    assert_eq!(cached.search("dig"), first);
    assert_eq!(cached.search("dig"), first);
    let files = cached.files(&["rules"]);
    assert!(
        cached.is_kept(&files, &first) || cached.is_kept(&files, &first),
        "the cache is written again and again"
    );
}

#[test]
fn a_cached_rulebook_without_an_index_gets_one() {
    let cached = CachedRules::new();
    let first = cached.search("dig");
    let outline = modified(&cached.files(&["rules"])[0]);
    // A browser that has stored only the rules so far leaves a cache without an index.
    cached
        .files(&["search"])
        .iter()
        .for_each(|index| fs::remove_file(index).unwrap());
    assert_eq!(
        cached.run(&["show", "dig"]).stdout,
        over_mud(&["show", "dig"]).stdout
    );
    assert_eq!(cached.search("dig"), first);
    assert_eq!(cached.files(&["search"]).len(), 1);
    assert_eq!(
        modified(&cached.files(&["rules"])[0]),
        outline,
        "what is true is not written again"
    );
}

#[test]
fn damage_found_by_a_search_changes_no_answer() {
    let cached = CachedRules::new();
    let sections =
        (0..2000).map(|at| format!("## Rule {at}\n\nDig as rule {at} of mud and wall says.\n\n"));
    fs::write(
        cached.rules.path().join("mud/long.md"),
        format!("# Long\n\n{}", sections.collect::<String>()),
    )
    .unwrap();
    let first = cached.search("rule 1234");
    let whole = fs::read(&cached.files(&["search"])[0]).unwrap();
    for at in (0..whole.len()).step_by(40_000) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        for file in cached.files(&["search"]) {
            fs::write(file, &bytes).unwrap();
        }
        // The first search replaces the damaged file, and the second reads the new file.
        assert_eq!(
            (cached.search("rule 1234"), cached.search("rule 1234")),
            (first.clone(), first.clone()),
            "{at}"
        );
    }
}

/// Windows tells only the time of the last modification, which any program can set.
#[cfg(unix)]
#[test]
fn a_file_that_only_seems_unchanged_is_read_again() {
    let cached = CachedRules::new();
    cached.search("dig");
    let file = cached.rules.path().join("mud/walls.md");
    let before = modified(&file);
    fs::write(&file, WALLS.replace("Dig", "Cut")).unwrap();
    File::options()
        .write(true)
        .open(&file)
        .unwrap()
        .set_modified(before)
        .unwrap();
    assert!(
        cached
            .search("cut")
            .lines()
            .next()
            .unwrap()
            .contains("\"title\":\"Cut\"")
    );
}

#[test]
fn an_unwritable_state_folder_stops_nothing() {
    let cached = CachedRules::new();
    fs::write(
        cached.cache.path().join("tableside"),
        "a file where the folder should be",
    )
    .unwrap();
    assert_eq!(cached.search("dig"), cached.search("dig"));
}

#[test]
fn runs_at_the_same_time_give_the_same_answer() {
    let cached = CachedRules::new();
    let first = CachedRules::new().search("dig");
    std::thread::scope(|scope| {
        let runs: Vec<_> = (0..6)
            .map(|_| scope.spawn(|| cached.search("dig")))
            .collect();
        for run in runs {
            assert_eq!(run.join().unwrap(), first);
        }
    });
    assert_eq!(cached.search("dig"), first);
}

#[test]
fn the_fault_of_a_book_is_kept_until_the_file_changes() {
    let fixture = CachedRules::new();
    let book = fixture.rules.path().join("book.pdf");
    fs::write(&book, "%PDF-1.7 cut").unwrap();
    let first = fixture.run(&["check"]);
    let extracted = fixture.cache.path().join("tableside/extracted");
    let kept = fs::read_dir(extracted)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let kept: Vec<_> = kept
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "html")
        })
        .collect();
    let [file] = &kept[..] else {
        panic!("{kept:?}");
    };
    assert!(fs::read_to_string(file).unwrap().starts_with("fault\n"));
    let before = modified(file);
    let again = fixture.run(&["check"]);
    assert!(
        first.stdout.contains("error[broken-pdf]"),
        "{}",
        first.stdout
    );
    assert_eq!((&again.stdout, again.status), (&first.stdout, first.status));
    assert_eq!(modified(file), before);
    fs::write(&book, include_bytes!("../fixtures/formats/page.pdf")).unwrap();
    let read = fixture.run(&["check"]);
    assert!(!read.stdout.contains("broken-pdf"), "{}", read.stdout);
}
