//! Books and web pages: found beside each other, each with its place, and broken ones told apart.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::harness::{command, finish, tableside};

const PDF: &[u8] = include_bytes!("../fixtures/formats/page.pdf");
const EPUB: &[u8] = include_bytes!("../fixtures/formats/book.epub");
const PAGE: &[u8] = include_bytes!("../fixtures/formats/page.html");

fn shelf(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    folder
}

#[test]
fn a_book_a_page_and_a_chapter_are_found_in_one_folder() {
    let folder = shelf(&[("a.pdf", PDF), ("b.epub", EPUB), ("c.html", PAGE)]);
    let path = folder.path().to_str().unwrap();
    let listed = tableside(&["--rules", path, "list", "--json"]).json();
    let walls: Vec<_> = listed
        .iter()
        .filter(|entry| entry["title"] == "Walls")
        .collect();
    let places: Vec<_> = walls
        .iter()
        .map(|entry| (entry["file"].as_str().unwrap(), entry["page"].as_u64()))
        .collect();
    assert_eq!(
        places,
        [("a.pdf", Some(1)), ("b.epub", None), ("c.html", None)],
        "{listed:?}"
    );
    let found = tableside(&["--rules", path, "search", "--json", "heavy"]).json();
    assert!(
        found
            .iter()
            .any(|hit| hit["file"] == "a.pdf" && hit["page"] == 1),
        "{found:?}"
    );
    let converted = tableside(&["convert", folder.path().join("a.pdf").to_str().unwrap()]);
    assert!(
        converted.stdout.contains("# Walls\n\nA wall is"),
        "{}",
        converted.stdout
    );
}

#[test]
fn a_broken_book_is_a_fault_and_the_others_are_read() {
    let folder = shelf(&[
        ("a.pdf", b"%PDF-1.7 cut"),
        ("b.epub", &EPUB[..400]),
        ("c.html", PAGE),
        ("d.pdf", b"# A text"),
    ]);
    let path = folder.path().to_str().unwrap();
    let checked = tableside(&["check", path]);
    assert_eq!(checked.status, 1, "{}", checked.stdout);
    assert!(
        checked.stdout.contains("a.pdf: error[broken-pdf]: "),
        "{}",
        checked.stdout
    );
    assert!(
        checked.stdout.contains("c.html: note[contents]: "),
        "{}",
        checked.stdout
    );
    let listed = tableside(&["--rules", path, "list"]).stdout;
    assert!(listed.contains("DIG"), "{listed}");
}

#[test]
fn a_damaged_text_of_a_book_in_the_cache_is_not_used() {
    let (folder, home) = (shelf(&[("a.pdf", PDF)]), tempfile::tempdir().unwrap());
    let rules = folder.path().to_str().unwrap();
    let shown = || {
        let mut command = command(&["--rules", rules, "show", "Walls"]);
        command.env("XDG_CACHE_HOME", home.path());
        finish(command).stdout
    };
    let before = shown();
    let texts = home.path().join("tableside");
    let texts = fs::read_dir(texts.join("extracted")).unwrap();
    let is_text = |path: &PathBuf| path.extension().is_some_and(|end| end == "html");
    let text = texts.map(|entry| entry.unwrap().path()).find(is_text);
    let path = text.expect("a cached text");
    let stored = fs::read_to_string(&path).unwrap();
    assert!(stored.contains("A wall is"), "{stored}");
    for damaged in [
        stored.replace("A wall is", "A wall has"),
        stored[..99].to_owned(),
    ] {
        fs::write(&path, damaged).unwrap();
        // Without the other files, the texts are read again.
        for entry in fs::read_dir(home.path().join("tableside")).unwrap() {
            let entry = entry.unwrap();
            if entry.file_name() != "extracted" {
                let is_folder = entry.path().is_dir();
                let removed = if is_folder {
                    fs::remove_dir_all(entry.path())
                } else {
                    fs::remove_file(entry.path())
                };
                removed.unwrap();
            }
        }
        assert_eq!(shown(), before);
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            stored,
            "it is written again"
        );
    }
}

#[test]
fn a_book_over_the_limit_is_refused() {
    let folder = shelf(&[("c.html", PAGE)]);
    let file = fs::File::create(folder.path().join("a.pdf")).unwrap();
    file.set_len((512 << 20) + 1).unwrap();
    let checked = tableside(&["check", folder.path().to_str().unwrap()]);
    assert_eq!(checked.status, 1, "{}", checked.stdout);
    assert!(
        checked.stdout.contains("file too large"),
        "{}",
        checked.stdout
    );
}
