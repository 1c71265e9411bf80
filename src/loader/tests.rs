//! Tests of the loader: the files that it finds and reads, and those that it refuses.

use std::{fs, io};

use super::*;

fn files(loaded: &Listing) -> Vec<&str> {
    loaded
        .sources
        .iter()
        .map(|source| source.file.as_str())
        .collect()
}

fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (file, bytes) in files {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

fn load(origins: &[Origin]) -> io::Result<Listing> {
    Ok(find(origins)?.read())
}

fn read(folder: &tempfile::TempDir) -> io::Result<Listing> {
    load(&[Origin::Path(folder.path().to_owned())])
}

#[test]
fn a_folder_is_read_in_the_order_of_its_names() {
    let folder = folder(&[
        ("b.md", b""),
        ("a/x.txt", b""),
        ("a/notes.docx", b""),
        (".git/c.md", b""),
        ("A.MARKDOWN", b""),
    ]);
    assert_eq!(
        files(&read(&folder).unwrap()),
        ["A.MARKDOWN", "a/x.txt", "b.md"]
    );
}

#[test]
fn binary_files_are_reported_and_the_rest_is_loaded() {
    let folder = folder(&[
        ("a.md", b"\xff\xfeA\0"),
        ("b.md", b"\x89PNG\0\xff"),
        ("c.md", b"caf\xe9\n"),
        ("d.md", b"a\0b"),
    ]);
    let loaded = read(&folder).unwrap();
    assert_eq!(files(&loaded), ["a.md", "c.md"]);
    assert_eq!(
        codes(&loaded),
        ["encoding", "not-text", "encoding", "not-text"]
    );
    let texts = loaded.sources.iter().map(|source| &*source.text);
    assert_eq!(texts.collect::<Vec<_>>(), ["A", "café\n"]);
}

#[test]
fn a_corrected_text_is_read_in_place_of_the_book_beside_it() {
    let folder = folder(&[
        ("a.html", b"<p>a"),
        ("a.md", b"# A"),
        ("b.html", b"<p>b"),
        ("b_files/frame.html", b"<p>c"),
        ("c_files/d.html", b"<p>d"),
    ]);
    let loaded = read(&folder).unwrap();
    assert_eq!(files(&loaded), ["a.md", "b.html", "c_files/d.html"]);
    assert_eq!(codes(&loaded), ["replaced"]);
    assert!(!loaded.diagnostics[0].is_fault());
}

fn codes(loaded: &Listing) -> Vec<&str> {
    loaded.diagnostics.iter().map(|fault| fault.code).collect()
}

#[cfg(unix)]
#[test]
fn a_link_back_is_not_followed_twice() {
    let folder = folder(&[("a/b.md", b"")]);
    std::os::unix::fs::symlink(folder.path(), folder.path().join("a/loop")).unwrap();
    let loaded = read(&folder).unwrap();
    assert_eq!(
        (files(&loaded), codes(&loaded)),
        (vec!["a/b.md"], vec!["loaded-twice"])
    );
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_is_named() {
    let folder = folder(&[("a.md", b"")]);
    std::os::unix::fs::symlink(folder.path().join("gone"), folder.path().join("team")).unwrap();
    std::os::unix::fs::symlink(folder.path().join("gone.md"), folder.path().join("b.md")).unwrap();
    let loaded = read(&folder).unwrap();
    let paths: Vec<_> = loaded
        .diagnostics
        .iter()
        .map(|fault| fault.path.rsplit('/').next().unwrap())
        .collect();
    assert_eq!(
        (paths, codes(&loaded)),
        (vec!["b.md", "team"], vec!["unreadable", "unreadable"])
    );
}

#[test]
fn a_folder_too_deep_is_named() {
    let deep = format!("{}a.md", "d/".repeat(33));
    let folder = folder(&[("b.md", b""), (&deep, b"")]);
    let loaded = read(&folder).unwrap();
    assert_eq!(
        (files(&loaded), codes(&loaded)),
        (vec!["b.md"], vec!["too-deep"])
    );
    assert!(
        loaded.diagnostics[0].path.ends_with("d/d"),
        "{}",
        loaded.diagnostics[0]
    );
}

#[test]
fn a_file_reached_twice_is_loaded_once() {
    let folder = folder(&[("a.md", b""), ("b/c.md", b"")]);
    let path = |file: &str| Origin::Path(folder.path().join(file));
    let origins = [
        path(""),
        path("./a.md"),
        path("b"),
        path("b/../b/c.md"),
        Origin::Bundled,
        Origin::Bundled,
        path(""),
    ];
    let loaded = load(&origins).unwrap();
    assert_eq!(files(&loaded)[..2], ["a.md", "b/c.md"]);
    assert_eq!(loaded.sources.len(), 2 + bundled().count());
    assert_eq!(codes(&loaded), ["loaded-twice"; 4]);
    let parts_first = load(&[path("b/c.md"), path("")]).unwrap();
    assert_eq!(
        (files(&parts_first), codes(&parts_first)),
        (vec!["c.md", "a.md"], vec!["loaded-twice"])
    );
}

#[cfg(unix)]
#[test]
fn special_files_are_not_opened() {
    let device = load(&[Origin::named("/dev/null")]).unwrap_err().to_string();
    assert_eq!(device, "/dev/null: is neither a file nor a folder");
    let folder = folder(&[("a.md", b"")]);
    let pipe = folder.path().join("pipe.md");
    assert!(
        std::process::Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let loaded = read(&folder).unwrap();
    assert_eq!(
        (files(&loaded), codes(&loaded)),
        (vec!["a.md"], vec!["unreadable"])
    );
    assert!(
        loaded.diagnostics[0].message.contains("not a regular file"),
        "{}",
        loaded.diagnostics[0]
    );
    let alone = load(&[Origin::Path(pipe)]).unwrap_err().to_string();
    assert!(
        alone.ends_with("pipe.md: is neither a file nor a folder"),
        "{alone}"
    );
}

#[test]
fn a_folder_without_rules_is_an_error_with_advice() {
    let folder = folder(&[("a.docx", b"")]);
    assert!(
        read(&folder)
            .unwrap_err()
            .to_string()
            .contains("rules are files ending in .md, .txt, .html, .epub or .pdf")
    );
    let missing = load(&[Origin::Path(folder.path().join("nowhere"))])
        .unwrap_err()
        .to_string();
    assert!(
        missing.contains("there is no such file or folder"),
        "{missing}"
    );
}

#[test]
fn the_bundled_rules_are_borrowed() {
    assert!(bundled().all(|source| matches!(source.text, std::borrow::Cow::Borrowed(_))));
    assert!(bundled().any(|source| source.file == "kill-team/tomb-world.md"));
}
