//! Folders with files that are too large or not regular, and with symbolic links that form loops or
//! lead nowhere. Each faulty file is reported by name, and the rest of the folder loads.

use std::fs::{self, File};
use std::path::Path;
use std::time::Instant;

use tableside::loader::{self, Listing, Origin};
use tableside::rules::Rulebook;
use tableside::source::Source;

use super::MAX_TIME;

/// Loads a folder with one good document and whatever `spoil` adds.
fn loaded(spoil: impl FnOnce(&Path)) -> Listing {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("good.md"), "# Good\n\nText.\n").unwrap();
    spoil(folder.path());
    let loaded = loader::find(&[Origin::Path(folder.path().to_owned())])
        .unwrap()
        .read();
    assert!(loaded.sources.iter().any(|source| source.file == "good.md"));
    loaded
}

fn faults(loaded: &Listing) -> Vec<(&str, &str)> {
    let name = |path| Path::new(path).file_name().unwrap().to_str().unwrap();
    loaded
        .diagnostics
        .iter()
        .map(|fault| (fault.code, name(&fault.path)))
        .collect()
}

#[test]
fn a_file_of_a_hundred_megabytes_is_refused_without_being_read() {
    let start = Instant::now();
    let loaded = loaded(|folder| {
        // These files take no space on the disk, but reading them would fill the memory.
        File::create(folder.join("huge.txt"))
            .unwrap()
            .set_len(100 * 1024 * 1024)
            .unwrap();
        File::create(folder.join("vast.md"))
            .unwrap()
            .set_len(1 << 40)
            .unwrap();
    });
    assert_eq!(
        faults(&loaded),
        [("too-large", "huge.txt"), ("too-large", "vast.md")]
    );
    assert!(
        loaded.diagnostics[0]
            .message
            .starts_with("this file is 100 MB; "),
        "{}",
        loaded.diagnostics[0].message
    );
    assert_eq!(loaded.sources.len(), 1);
    assert!(start.elapsed() < MAX_TIME);
}

#[test]
fn the_largest_file_that_is_not_refused_is_read() {
    let loaded = loaded(|folder| {
        let length = usize::try_from(loader::MAX_FILE_SIZE).unwrap();
        fs::write(folder.join("blank.txt"), vec![b' '; length]).unwrap();
    });
    assert_eq!(faults(&loaded), []);
    let book = Rulebook::load(loaded.sources, loaded.diagnostics);
    assert!(
        book.by_id(&book.section(book.documents[0].root).id)
            .is_some()
    );
    assert_eq!(book.documents.len(), 2);
}

#[cfg(unix)]
#[test]
fn links_in_circles_and_into_nothing_end() {
    use std::os::unix::fs::symlink;
    let loaded = loaded(|folder| {
        fs::create_dir(folder.join("below")).unwrap();
        fs::write(folder.join("below/deep.md"), "# Deep\n").unwrap();
        symlink(folder, folder.join("below/up")).unwrap();
        symlink(folder.join("below"), folder.join("below/same")).unwrap();
        symlink(folder.join("one"), folder.join("two")).unwrap();
        symlink(folder.join("two"), folder.join("one")).unwrap();
        symlink(folder.join("self.md"), folder.join("self.md")).unwrap();
        symlink(folder.join("nowhere.md"), folder.join("gone.md")).unwrap();
    });
    let expected = [
        ("loaded-twice", "same"),
        ("loaded-twice", "up"),
        ("unreadable", "gone.md"),
        ("unreadable", "one"),
        ("unreadable", "self.md"),
        ("unreadable", "two"),
    ];
    assert_eq!(faults(&loaded), expected);
    let files: Vec<_> = loaded
        .sources
        .iter()
        .map(|source| source.file.as_str())
        .collect();
    assert_eq!(files, ["below/deep.md", "good.md"]);
}

#[cfg(unix)]
#[test]
fn a_path_that_is_not_a_file_is_not_opened() {
    let loaded = loaded(|folder| {
        // Reading `/dev/zero` would never end, and neither would reading a pipe without a writer.
        std::os::unix::fs::symlink("/dev/zero", folder.join("zero.md")).unwrap();
        let made = std::process::Command::new("mkfifo")
            .arg(folder.join("pipe.md"))
            .status();
        assert!(made.unwrap().success());
    });
    assert_eq!(
        faults(&loaded),
        [("unreadable", "pipe.md"), ("unreadable", "zero.md")]
    );
}

#[test]
fn deeply_nested_folders_are_entered_up_to_a_limit() {
    let loaded = loaded(|folder| {
        let deep = (0..200).fold(folder.to_owned(), |path, _| path.join("d"));
        fs::create_dir_all(&deep).unwrap();
        fs::write(deep.join("deep.md"), "# Deep\n").unwrap();
        fs::write(folder.join("d/near.md"), "# Near\n").unwrap();
    });
    assert_eq!(faults(&loaded), [("too-deep", "d")]);
    let files: Vec<_> = loaded
        .sources
        .iter()
        .map(|source| source.file.as_str())
        .collect();
    assert_eq!(files, ["d/near.md", "good.md"]);
}

#[test]
fn every_bad_fixture_loads_beside_the_good_ones() {
    let loaded = loader::find(&[Origin::Path("tests/fixtures".into())])
        .unwrap()
        .read();
    let count = loaded.documents().count();
    let book = Rulebook::load(loaded.sources, loaded.diagnostics);
    assert_eq!(book.documents.len(), count);
    assert!(
        book.diagnostics
            .iter()
            .any(|fault| fault.path.ends_with("broken-yaml.md"))
    );
    assert!(
        book.diagnostics
            .iter()
            .all(|fault| fault.path.contains("fixtures/bad/")),
        "{:#?}",
        book.diagnostics
    );
}

#[test]
fn line_ends_of_every_kind_and_a_mark_at_the_start_are_read_from_disk() {
    let text = "---\ntitle: One\n---\n\n# One\n\nText\n\n- a\n- b\n";
    let ids = |bytes: &[u8]| {
        let mut loaded = loaded(|folder| fs::write(folder.join("one.md"), bytes).unwrap());
        assert_eq!(faults(&loaded), []);
        loaded
            .sources
            .retain(|source: &Source| source.file == "one.md");
        let book = Rulebook::load(loaded.sources, Vec::new());
        assert_eq!(book.documents[0].title, "One");
        let list = book.walk().flat_map(|(.., blocks)| {
            blocks
                .texts()
                .map(|text| text.plain.clone())
                .collect::<Vec<_>>()
        });
        list.collect::<Vec<_>>()
    };
    let plain = ids(text.as_bytes());
    assert_eq!(plain, ["Text", "a", "b"]);
    assert_eq!(ids(text.replace('\n', "\r\n").as_bytes()), plain);
    assert_eq!(ids(format!("\u{feff}{text}").as_bytes()), plain);
    assert_eq!(
        ids(format!("\u{feff}{}", text.replace('\n', "\r\n")).as_bytes()),
        plain
    );
}
