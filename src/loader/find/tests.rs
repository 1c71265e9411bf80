//! Tests the listing of nested, linked and changing folders.

use super::*;

#[test]
fn a_folder_has_documents_if_a_file_below_it_is_named_like_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    assert!(!has_documents(folder.path()) && !has_documents(&path("none")));
    fs::create_dir_all(path("a/b")).unwrap();
    for file in ["game.yaml", "map.png", "a/.hidden.md"] {
        fs::write(path(file), "").unwrap();
    }
    assert!(!has_documents(folder.path()));
    fs::write(path("a/b/house.txt"), "").unwrap();
    assert!(has_documents(folder.path()) && has_documents(&path("a/b")));
    assert!(has_documents(&path("map.png")));
}

#[cfg(unix)]
#[test]
fn folders_in_a_loop_are_entered_once() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a", "b", "c", "d"] {
        std::os::unix::fs::symlink(folder.path(), folder.path().join(name)).unwrap();
    }
    assert!(!has_documents(folder.path()));
}

#[test]
fn a_file_that_vanishes_after_listing_is_reported_and_the_rest_is_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for file in ["a.md", "b.md", "e.md"] {
        fs::write(path(file), "").unwrap();
    }
    let listing = find(&[Origin::Path(folder.path().to_owned())]).unwrap();
    fs::remove_file(path("b.md")).unwrap();
    let loaded = listing.read();
    let files: Vec<_> = loaded
        .sources
        .iter()
        .map(|source| source.file.as_str())
        .collect();
    assert_eq!(files, ["a.md", "e.md"]);
    let [fault] = &loaded.diagnostics[..] else {
        panic!("{:?}", loaded.diagnostics)
    };
    assert_eq!(fault.code, "unreadable");
    assert!(fault.path.ends_with("b.md"), "{fault}");
}
