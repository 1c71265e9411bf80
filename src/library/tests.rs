//! Tests that loading after some files have changed produces the same rulebook as loading all files,
//! and that texts are read again from their files.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use proptest::prelude::*;

use super::bodies::MAX_BYTES;
use super::*;
use crate::library;
use crate::loader::{self, Listing, Origin};
use crate::rules::{Bodies, Document, DocumentRef, Rulebook, SectionRef};

fn find(folder: &Path) -> Listing {
    loader::find(&[Origin::Path(folder.to_owned())]).unwrap()
}

/// Writes a file whose modification time is `seconds` after a fixed time long ago.
fn write(folder: &Path, file: &str, text: &str, seconds: u64) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000 + seconds);
    fs::File::open(path).unwrap().set_modified(time).unwrap();
}

/// Encodes a rulebook as the cache does, without the sources and diagnostics.
fn encoded(book: &Rulebook) -> Vec<u8> {
    postcard::to_extend(book, Vec::new()).unwrap()
}

fn assert_same(book: &Rulebook, other: &Rulebook) {
    assert_eq!(book.games, other.games);
    let heads = |book: &Rulebook| -> Vec<_> {
        let head = |document: &Document| {
            let Document {
                id,
                title,
                front_matter,
                path,
                root,
                ..
            } = document.clone();
            (id, title, front_matter, path, root, document.game)
        };
        book.documents.iter().map(head).collect()
    };
    assert_eq!(heads(book), heads(other));
    assert!(book.walk().eq(other.walk()));
    for (at, section) in book.iter() {
        assert_eq!(other.by_id(&section.id), Some(at));
    }
}

/// Generates the name of a file and its text. `None` means that the file does not exist.
fn file() -> impl Strategy<Value = (&'static str, Option<&'static str>)> {
    let files = [
        "a.md",
        "b.md",
        "x/a.md",
        "x/c.txt",
        "game.yaml",
        "x/game.yaml",
    ];
    let documents = [
        "# A\n\ntext\n\n## B 1AP\n\n**Run-in:** x\n",
        "---\ngame: Inn\n---\n## B\n\n## B\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
        "---\ntitle: Named\naliases: [x]\n---\n### 2. Step\n",
        "name: Inn\ndocuments: [c, a]\n",
        "order: 3\n",
        "",
    ];
    (
        prop::sample::select(files.to_vec()),
        prop::option::of(prop::sample::select(documents.to_vec())),
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn loading_after_changes_equals_a_full_load(
        before in prop::collection::vec(file(), 1..8),
        changes in prop::collection::vec(file(), 0..4),
    ) {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "z.md", "# Z\n", 0);
        let apply = |files: &[(&str, Option<&str>)], from: u64| {
            for (number, (file, text)) in (from..).zip(files) {
                match text {
                    Some(text) => write(folder.path(), file, text, number),
                    None => drop(fs::remove_file(folder.path().join(file))),
                }
            }
        };
        apply(&before, 0);
        let listing = find(folder.path());
        let stored = encoded(&library::load(listing).book);
        let known = postcard::from_bytes(&stored).unwrap();
        apply(&changes, 100);
        let listing = find(folder.path());
        let book = library::load_after(Some(known), listing, Arc::new(|_| {}), &mut ReadingOptions::all(&mut |_| {})).book;
        assert!(!book.is_unchanged || encoded(&book) == stored);
        let listing = find(folder.path()).read();
        assert_same(&book, &Rulebook::load(listing.sources, listing.diagnostics));
    }
}

/// Sets the modification times of the documents to the times of the files in `listing`. Loading set
/// them to zero, because the test has just written the files.
fn settled(book: &mut Rulebook, listing: &Listing) {
    for document in &mut book.documents {
        let source = listing
            .sources
            .iter()
            .find(|source| source.path == document.path);
        let stamp = source.unwrap().stamp;
        document.stamp.modified = stamp.modified;
    }
}

#[test]
fn only_changed_files_are_read() {
    let folder = tempfile::tempdir().unwrap();
    for file in ["a.md", "b.md", "game.yaml"] {
        write(folder.path(), file, "# A\n", 0);
    }
    let listing = find(folder.path());
    let unread = |book: &Rulebook| Rulebook::unread(Some(book), &find(folder.path()).sources);
    let mut book = library::load(find(folder.path())).book;
    // The test has just written the files, so another change might not alter their modification
    // times. All documents therefore count as changed.
    assert_eq!(unread(&book), 8);
    settled(&mut book, &listing);
    assert_eq!(unread(&book), 0);
    let stored = encoded(&book);
    let again = || {
        let known = postcard::from_bytes(&stored).unwrap();
        let listing = find(folder.path());
        library::load_after(
            Some(known),
            listing,
            Arc::new(|_| {}),
            &mut ReadingOptions::all(&mut |_| {}),
        )
        .book
    };
    assert!(again().is_unchanged && encoded(&again()) == stored);
    write(folder.path(), "game.yaml", "order: 1\n", 1);
    assert!(!again().is_unchanged);
    write(folder.path(), "b.md", "# New\n", 1);
    assert_eq!(unread(&book), 6);
    assert_eq!(Rulebook::unread(None, &listing.sources), 8);
}

#[test]
fn only_recent_bodies_stay_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!("# A\n\n{}", "word ".repeat(MAX_BYTES / 20));
    for number in 0..9 {
        write(folder.path(), &format!("{number}.md"), &text, 0);
    }
    let book = library::load(find(folder.path())).book;
    let store = BodyStore::new(Arc::new(|_| {}));
    let read = |at| {
        store
            .body(
                DocumentRef(at),
                &book.documents[at as usize],
                book.vocabulary(DocumentRef(at)),
            )
            .unwrap()
    };
    for at in [0, 1, 2, 3, 2] {
        read(at);
    }
    assert_eq!(store.documents(), [1, 3, 2]);
    (0..9).for_each(|at| drop(read(at)));
    assert_eq!(store.documents(), [6, 7, 8]);
}

#[test]
fn a_file_that_changed_after_it_was_loaded_is_reported_once() {
    let folder = tempfile::tempdir().unwrap();
    let big = format!("# A\n\n{}\n\n## B\n\ny\n", "x ".repeat(MAX_BYTES / 2));
    write(folder.path(), "a.md", &big, 0);
    write(folder.path(), "b.md", "# B\n", 0);
    let reports = Arc::new(Mutex::new(Vec::new()));
    let list = Arc::clone(&reports);
    let report: Report = Arc::new(move |error| list.lock().unwrap().push(error.to_string()));
    let book = library::load_after(
        None,
        find(folder.path()),
        report,
        &mut ReadingOptions::all(&mut |_| {}),
    )
    .book;
    assert!(book.documents[0].source.text.is_empty());
    assert_eq!(book.blocks(SectionRef(1)).len(), 1);
    // The changed text leaves the sections and their spans the same.
    write(folder.path(), "a.md", &big.replace('y', "z"), 0);
    book.body(DocumentRef(1)).unwrap();
    for _ in 0..2 {
        assert!(book.body(DocumentRef(0)).is_err());
        assert_eq!(book.blocks(SectionRef(1)).len(), 0);
    }
    let reports = reports.lock().unwrap();
    assert_eq!(reports.len(), 1);
    assert!(reports[0].ends_with("a.md: it has changed since it was loaded"));
}

#[test]
fn what_the_search_screen_misses_is_prepared() {
    let folder = tempfile::tempdir().unwrap();
    let rule = "A wall of stone is heavy terrain, and nothing sees through it. ";
    let text = format!(
        "# Book\n\n## Wall\n\n{}\n",
        rule.repeat(70 * 1024 / rule.len())
    );
    let documents = MAX_BYTES / text.len() + 8;
    for number in 0..documents {
        write(folder.path(), &format!("{number:03}.md"), &text, 0);
    }
    let library = Library::new(library::load(find(folder.path())));
    let walls: Vec<_> = library
        .book
        .documents
        .iter()
        .map(|book| SectionRef(book.root.0 + 1))
        .collect();
    let [first, .., last] = walls[..] else {
        panic!("several documents")
    };
    assert!(library.reads_fast(first), "its body was kept while loading");
    assert!(!library.reads_fast(last));
    assert_eq!(
        library.earlier_versions(&[first, last]),
        (vec![None, None], vec![last])
    );
    let wanted = Missing {
        preview: Some(library.book.section(last).document),
        versions: vec![last],
    };
    library.want(wanted.clone());
    let is_outdated = std::cell::Cell::new(true);
    // Something else is wanted as soon as the preview is ready, so the versions are not looked up.
    library.prepare(|| {
        assert!(library.reads_fast(last));
        if is_outdated.take() {
            library.want(wanted.clone());
        }
    });
    assert_eq!(library.earlier_versions(&[first, last]).1, [last]);
    library.prepare(|| {});
    let (earlier, unknown) = library.earlier_versions(&[first, last]);
    assert_eq!((earlier[0], unknown), (None, vec![]));
}

#[test]
fn pages_have_no_links_until_names_are_collected() {
    let folder = tempfile::tempdir().unwrap();
    let filler = "Nothing here is a rule. ".repeat(2_000);
    let text = format!(
        "# Book\n\n## Wall\n\nA wall is stone.\n\n## Door\n\nA Door is in a Wall.\n\n{filler}\n"
    );
    write(folder.path(), "a.md", &text, 0);
    let library = Library::new(library::load(find(folder.path())));
    assert!(!library.has_links());
    library.collect_links();
    assert!(library.has_links());
}
