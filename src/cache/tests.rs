//! What was kept comes back as long as it is true, and hurts nobody when it is not.

use std::time::{Duration, SystemTime};

use proptest::prelude::*;

use super::files::{Known, RACY};
use super::*;
use crate::loader::Entry;
use crate::search::Query;
use crate::source::{Source, Stamp};

#[cfg(unix)]
mod left_out;
mod partial;
mod steps;

struct Folder {
    rules: tempfile::TempDir,
    kept: tempfile::TempDir,
}

impl Folder {
    fn new() -> Self {
        let folder = Self {
            rules: tempfile::tempdir().unwrap(),
            kept: tempfile::tempdir().unwrap(),
        };
        folder.write(
            "a.md",
            "# Wall\n\nA wall is Heavy.\n\n## Heavy\n\nIt cannot be crossed.\n",
        );
        folder.write("b.md", "# Door\n\nA door opens.\n");
        folder
    }

    fn write(&self, file: &str, text: &str) {
        fs::write(self.rules.path().join(file), text).unwrap();
    }

    /// Makes a file look as if it had been changed long ago.
    fn age(&self, file: &str) {
        let file = fs::File::options()
            .write(true)
            .open(self.rules.path().join(file))
            .unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(3600))
            .unwrap();
    }

    fn origins(&self) -> Vec<Origin> {
        vec![Origin::Path(self.rules.path().to_owned())]
    }

    fn cache(&self) -> Cache {
        Cache::below(self.kept.path(), &self.origins()).unwrap()
    }

    fn keep(&self) -> io::Result<()> {
        let loaded = loader::load(&self.origins()).unwrap();
        let files = Files::of(&loaded);
        let book = Rulebook::load(loaded.sources, loaded.diagnostics);
        self.cache().make(&files, &book, None, &mut |_| {})
    }

    fn load(&self) -> Option<Kept> {
        self.cache().load()
    }

    fn files(&self) -> Vec<PathBuf> {
        let folder = fs::read_dir(&self.cache().folder).unwrap();
        folder.map(|entry| entry.unwrap().path()).collect()
    }
}

fn ids(book: &Rulebook) -> Vec<&str> {
    book.sections().map(|section| section.id.as_str()).collect()
}

#[test]
fn what_was_kept_comes_back_with_its_texts_and_its_answers() {
    let folder = Folder::new();
    folder.keep().unwrap();
    let kept = folder.load().unwrap();
    let loaded = loader::load(&folder.origins()).unwrap();
    let fresh = Rulebook::load(loaded.sources, loaded.diagnostics);
    assert!(kept.book.sections().eq(fresh.sections()));
    assert!(kept.book.walk().eq(fresh.walk()));
    let index = folder.cache().open(&kept.index).unwrap();
    let query = Query {
        text: "heavy".to_owned(),
        limit: 5,
        ..Query::default()
    };
    let hit = index.search(&kept.book, &query).hits[0].section;
    assert!(kept.book.section(hit).id.ends_with("a#heavy"));
}

#[test]
fn files_that_are_new_gone_or_changed_make_it_untrue() {
    let folder = Folder::new();
    folder.keep().unwrap();
    folder.write("c.md", "# New\n");
    assert!(folder.load().is_none());
    folder.keep().unwrap();
    assert_eq!(ids(&folder.load().unwrap().book).len(), 4);
    fs::remove_file(folder.rules.path().join("c.md")).unwrap();
    assert!(folder.load().is_none());
    folder.keep().unwrap();
    folder.write("b.md", "# Door\n\nA door opens and shuts.\n");
    assert!(folder.load().is_none());
}

#[test]
fn a_change_of_the_same_length_at_the_same_time_is_found_out() {
    let folder = Folder::new();
    let path = folder.rules.path().join("b.md");
    folder.keep().unwrap();
    let before = fs::metadata(&path).unwrap();
    folder.write("b.md", "# Door\n\nA door shuts!\n");
    fs::File::options()
        .write(true)
        .open(&path)
        .unwrap()
        .set_modified(before.modified().unwrap())
        .unwrap();
    let now = Stamp::of(&fs::metadata(&path).unwrap());
    assert_eq!(
        (now.length, now.modified),
        (before.len(), Stamp::of(&before).modified)
    );
    assert!(folder.load().is_none());
}

#[test]
fn what_programs_may_set_is_not_believed_alone() {
    let old = Stamp {
        length: 5,
        modified: 1,
        touched: 1,
        content: 7,
    };
    let known = Known {
        path: "a.md".to_owned(),
        stamp: old,
    };
    let known = |looked| Files {
        looked,
        known: vec![known.clone()],
        ..Files::default()
    };
    let source =
        |stamp| Source::unread("a.md".into(), "a.md".to_owned(), "rules".to_owned(), stamp);
    let same = |stamp, looked| {
        let entries = vec![Entry::File(
            source(Stamp {
                content: 0,
                ..stamp
            })
            .into(),
        )];
        known(looked).recognise(&mut Listing {
            entries,
            ..Listing::default()
        })
    };
    // There is no such file: whoever looked into it would find nothing.
    assert!(same(old, 10 * RACY));
    assert!(!same(Stamp { touched: 2, ..old }, 10 * RACY));
    // Written when the file was, by a clock that was behind, or now is.
    assert!(!same(old, RACY));
    assert!(!same(old, 0));
}

#[test]
fn old_files_are_not_opened_to_compare_them() {
    let folder = Folder::new();
    folder.age("a.md");
    folder.age("b.md");
    folder.keep().unwrap();
    let book = folder.load().unwrap().book;
    assert!(
        book.documents
            .iter()
            .all(|document| document.source.is_unread)
    );
    // The outline is there although the file is not: it is read when somebody wants its text, and then missed.
    fs::remove_file(folder.rules.path().join("a.md")).unwrap();
    assert!(book.blocks(book.documents[0].root).is_empty() && book.is_outdated());
}

#[test]
fn a_folder_that_cannot_be_written_is_no_more_than_an_error_to_ignore() {
    let folder = Folder::new();
    fs::write(folder.cache().folder, "a file stands in the way").unwrap();
    assert!(folder.keep().is_err());
    assert!(folder.load().is_none());
}

#[test]
fn earlier_indexes_are_swept_away_when_nobody_is_about_to_name_them() {
    let folder = Folder::new();
    folder.keep().unwrap();
    let first = folder.load().unwrap().index;
    folder.write("c.md", "# New\n");
    folder.keep().unwrap();
    assert_eq!(folder.files().len(), 3);
    let file = fs::File::options().write(true).open(first).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(NAMED + 2))
        .unwrap();
    folder.write("c.md", "# Newer\n");
    folder.keep().unwrap();
    // That of the time between was written just now.
    assert_eq!(folder.files().len(), 3);
}

#[test]
fn two_that_write_at_once_do_each_other_no_harm() {
    let folder = Folder::new();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| (0..5).for_each(|_| drop(folder.keep())));
        }
    });
    folder.keep().unwrap();
    let kept = folder.load().unwrap();
    assert_eq!(
        folder.cache().open(&kept.index).unwrap().sections(),
        kept.book.section_count()
    );
}

#[test]
fn only_rules_from_files_are_kept() {
    assert!(Cache::below(Path::new("x"), &[Origin::Bundled]).is_none());
    assert!(Cache::below(Path::new("x"), &[Origin::named("no such folder")]).is_none());
    assert!(Cache::below(Path::new("x"), &[Origin::Bundled, Origin::named(".")]).is_some());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn a_damaged_outline_is_passed_over_or_mended(at in any::<prop::sample::Index>(), bit in 0_u32..8, cut: bool) {
        let folder = Folder::new();
        folder.keep().unwrap();
        let outline = folder.cache().outline();
        let mut bytes = fs::read(&outline).unwrap();
        let at = at.index(bytes.len());
        if cut { bytes.truncate(at) } else { bytes[at] ^= 1 << bit }
        fs::write(&outline, bytes).unwrap();
        // Damage in the sections themselves is found when they are read: they are taken from the file again.
        if let Some(kept) = folder.load() {
            let loaded = loader::load(&folder.origins()).unwrap();
            prop_assert!(kept.book.sections().eq(Rulebook::load(loaded.sources, loaded.diagnostics).sections()));
            prop_assert!(!cut && !kept.book.is_outdated());
        }
    }
}
