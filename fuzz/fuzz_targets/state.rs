//! Opens arbitrary bytes as the file of bookmarks and recent places. A new bookmark must be stored.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tableside::state::{Bookmark, Change, Store};

fuzz_target!(|bytes: &[u8]| {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("state.jsonl");
    std::fs::write(&file, bytes).expect("a file");
    let store = Store::new(folder.path().to_owned());
    let bookmark = Bookmark { id: "game/rules#a".to_owned(), name: "mine".to_owned() };
    store.save(&[Change::Bookmark(bookmark.clone())]).expect("a writable folder");
    let stored = store.load().expect("the file that was written");
    assert_eq!(stored.state.bookmark(&bookmark.id), Some(&bookmark));
    assert_eq!(stored.notice, None, "the file that was written is intact");
});
