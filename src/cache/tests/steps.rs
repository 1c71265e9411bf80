//! The outline may be kept before its index is made.

use super::*;

impl Folder {
    /// Keeps the outline alone.
    fn keep_outline(&self) -> Kept {
        let loaded = loader::load(&self.origins()).unwrap();
        let files = Files::of(&loaded);
        self.cache()
            .keep(&files, &Rulebook::load(loaded.sources, loaded.diagnostics))
            .unwrap();
        self.load().unwrap()
    }

    fn complete(&self, kept: &Kept) -> io::Result<()> {
        self.cache().complete(&kept.book, &kept.index, &mut |_| {})
    }

    /// Whether the index is there, and is that of the texts as they are now.
    fn is_complete(&self) -> bool {
        let loaded = loader::load(&self.origins()).unwrap();
        let mut whole = Vec::new();
        let book = Rulebook::load(loaded.sources, loaded.diagnostics);
        SearchIndex::build(&book)
            .unwrap()
            .encode(&mut whole)
            .unwrap();
        self.load()
            .is_some_and(|kept| fs::read(kept.index).is_ok_and(|index| index == whole))
    }
}

#[test]
fn an_outline_without_its_index_is_believed_and_the_index_is_made_from_it() {
    let folder = Folder::new();
    let kept = folder.keep_outline();
    assert!(!kept.index.exists() && folder.files().len() == 1);
    assert!(folder.cache().open(&kept.index).is_none());
    let mut told = Vec::new();
    folder
        .cache()
        .complete(&kept.book, &kept.index, &mut |done| told.push(done))
        .unwrap();
    assert_eq!((told.len(), folder.files().len()), (2, 2));
    assert!(folder.is_complete() && folder.cache().open(&kept.index).is_some());
}

#[test]
fn an_index_that_cannot_be_opened_is_made_anew() {
    let folder = Folder::new();
    folder.keep().unwrap();
    let kept = folder.load().unwrap();
    fs::write(&kept.index, "damaged").unwrap();
    assert!(folder.cache().open(&kept.index).is_none() && !kept.index.exists());
    folder.complete(&folder.load().unwrap()).unwrap();
    assert!(folder.is_complete());
}

#[test]
fn an_index_is_not_kept_beside_the_outline_of_other_rules() {
    let folder = Folder::new();
    let before = folder.keep_outline();
    folder.write("c.md", "# New\n");
    let now = folder.keep_outline();
    assert!(before.index != now.index && folder.complete(&before).is_err());
    assert_eq!(folder.files().len(), 1, "nothing is left of it");
    folder.complete(&now).unwrap();
    assert!(folder.is_complete());
}

#[test]
fn an_index_of_a_file_that_has_changed_is_not_kept() {
    let folder = Folder::new();
    let kept = folder.keep_outline();
    folder.write("b.md", "# Gate\n\nA gate that is longer.\n");
    assert!(folder.complete(&kept).is_err());
    // What is the same may still be taken over.
    assert_eq!(folder.files().len(), 1);
    folder.keep().unwrap();
    assert!(folder.is_complete());
}

#[test]
fn an_outline_is_forgotten_where_a_file_only_looks_as_it_did() {
    let folder = Folder::new();
    let mut loaded = loader::load(&folder.origins()).unwrap();
    // Looked at so late that times are believed, and of another text than is there.
    let files = Files {
        looked: u64::MAX,
        ..Files::of(&loaded)
    };
    let door = loaded.sources.pop().unwrap();
    let stamp = door.stamp.unwrap();
    loaded
        .sources
        .push(door.with_text("# Door\n\nA door shuts!\n".to_owned(), stamp));
    folder
        .cache()
        .keep(&files, &Rulebook::load(loaded.sources, loaded.diagnostics))
        .unwrap();
    let kept = folder.load().unwrap();
    assert!(folder.complete(&kept).is_err());
    assert_eq!(folder.files(), Vec::<PathBuf>::new());
}

#[test]
fn an_outline_that_is_forgotten_gets_no_index() {
    let folder = Folder::new();
    let kept = folder.keep_outline();
    folder.cache().forget();
    assert!(folder.complete(&kept).is_err());
    assert_eq!(folder.files(), Vec::<PathBuf>::new());
}

#[test]
fn an_outline_of_before_without_an_index_serves_what_is_loaded_after_it() {
    let folder = Folder::new();
    folder.keep_outline();
    folder.write("b.md", "# Gate\n");
    let Found::Unread(unread) = Found::of(
        loader::find(&folder.origins()).unwrap(),
        Some(&folder.cache()),
    ) else {
        panic!("a file has changed");
    };
    let files = unread.known();
    let (book, before) = unread.load_after(&mut |_| {});
    assert!(before.as_ref().is_some_and(|before| !before.index.exists()));
    folder
        .cache()
        .make(&files, &book, before.as_deref(), &mut |_| {})
        .unwrap();
    assert!(folder.is_complete());
}

#[test]
fn two_that_make_one_index_at_once_do_each_other_no_harm() {
    let folder = Folder::new();
    let kept = folder.keep_outline();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            // They are one process here and have one temporary file, so that one of them may fail.
            scope.spawn(|| drop(folder.complete(&kept)));
        }
    });
    folder.complete(&kept).unwrap();
    assert!(folder.is_complete());
}
