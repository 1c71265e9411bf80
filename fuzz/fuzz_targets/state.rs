//! Any bytes as the file of bookmarks and places: it is read, or refused and left as it is; what is added to it is there
//! afterwards.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tableside::state::{Bookmark, Change, Store, StoreError};

fuzz_target!(|bytes: &[u8]| {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("state.jsonl");
    std::fs::write(&file, bytes).expect("a file");
    let store = Store::new(folder.path().to_owned());
    let bookmark = Bookmark { id: "game/rules#a".to_owned(), name: "mine".to_owned() };
    match store.keep(&[Change::Bookmark(bookmark.clone())]) {
        Ok(_) => {
            let kept = store.load().expect("what was written is read");
            assert_eq!(kept.state.bookmark(&bookmark.id), Some(&bookmark));
            assert_eq!(kept.notice, None, "what was written is whole");
        }
        Err(StoreError::Newer(_)) => assert_eq!(std::fs::read(&file).expect("a file"), bytes),
        Err(error) => panic!("{error}"),
    }
});
