use std::collections::HashSet;

use rstest::rstest;

use super::*;
use crate::state::Bookmark;

fn store() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path().join("new/tableside"));
    (folder, store)
}

fn bookmark(id: &str) -> Change {
    Change::Bookmark(Bookmark {
        id: id.to_owned(),
        name: format!("Name of {id}"),
    })
}

/// Returns the error message of a failed read or write.
fn why(result: io::Result<StoredState>) -> String {
    result.unwrap_err().to_string()
}

fn names(store: &Store) -> HashSet<String> {
    fs::read_dir(&store.folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

#[test]
fn saved_state_is_loaded_by_the_next_run() {
    let (_folder, store) = store();
    store
        .save(&[bookmark("g/a"), Change::Query("wall".to_owned())])
        .unwrap();
    let kept = store.load().unwrap();
    assert_eq!(kept.notice, None);
    assert_eq!(
        (kept.state.bookmarks.len(), kept.state.queries.as_slice()),
        (1, &["wall".to_owned()][..])
    );
    assert_eq!(
        names(&store),
        HashSet::from([FILE.to_owned(), LOCK.to_owned()])
    );
}

#[test]
fn two_writers_in_turn_keep_each_others_bookmarks() {
    let (_folder, one) = store();
    let other = one.clone();
    one.save(&[bookmark("g/a"), bookmark("g/x")]).unwrap();
    other.load().unwrap();
    one.save(&[bookmark("g/b")]).unwrap();
    other
        .save(&[bookmark("g/c"), Change::Forget("g/x".to_owned())])
        .unwrap();
    let seen = one.save(&[bookmark("g/d")]).unwrap().state;
    let ids: Vec<_> = seen
        .bookmarks
        .iter()
        .map(|bookmark| bookmark.id.as_str())
        .collect();
    assert_eq!(ids, ["g/a", "g/b", "g/c", "g/d"]);
}

#[test]
fn many_writers_at_once_lose_nothing() {
    let (_folder, store) = store();
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let store = store.clone();
            scope.spawn(move || {
                for number in 0..25 {
                    store
                        .save(&[bookmark(&format!("g/{writer}-{number}"))])
                        .unwrap();
                }
            });
        }
    });
    assert_eq!(store.load().unwrap().state.bookmarks.len(), 100);
}

#[test]
fn a_damaged_file_is_set_aside_and_its_intact_lines_are_read() {
    let (_folder, store) = store();
    store.save(&[bookmark("g/a"), bookmark("g/b")]).unwrap();
    for number in 1..=2 {
        let mut bytes = fs::read(store.file()).unwrap();
        bytes.extend(b"{\"bookmark\":{\"id\":\"g/\xff");
        fs::write(store.file(), &bytes).unwrap();
        let kept = store.load().unwrap();
        assert_eq!(kept.state.bookmarks.len(), 2);
        let notice = kept.notice.unwrap();
        let aside = format!("{FILE}.broken-{number}");
        assert!(
            notice.ends_with(&format!(
                "was damaged and has been repaired; the damaged copy is {aside}"
            )),
            "{notice}"
        );
        assert_eq!(
            fs::read(store.folder.join(aside)).unwrap(),
            bytes,
            "nothing of it is lost"
        );
        assert_eq!(store.load().unwrap().notice, None, "said once");
    }
}

#[test]
fn a_file_of_a_later_version_is_set_aside() {
    let (_folder, store) = store();
    store.save(&[bookmark("g/a")]).unwrap();
    let later = "{\"tableside\":2}\n{\"bookmark\":\"another way\"}\n";
    fs::write(store.file(), later).unwrap();
    assert!(store.load().unwrap().notice.is_some());
    let aside = store.folder.join(format!("{FILE}.broken-1"));
    assert_eq!(fs::read_to_string(aside).unwrap(), later);
}

#[test]
fn a_folder_in_the_files_place_is_an_error_and_stays() {
    let (_folder, store) = store();
    fs::create_dir_all(store.folder.join(FILE)).unwrap();
    assert!(why(store.load()).contains("not a regular file"));
    assert!(why(store.save(&[bookmark("g/a")])).contains("not a regular file"));
    assert!(store.folder.join(FILE).is_dir());
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error_that_names_it() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    let store = Store::new(folder.path().join("file/tableside"));
    let said = store.save(&[bookmark("g/a")]).unwrap_err().to_string();
    assert!(said.ends_with("file/tableside)"), "{said}");
}

/// Puts folders in the place of all new files, so that nothing can be written, or removes them.
fn obstruct(store: &Store, is_blocked: bool) {
    for number in 0..=100 {
        let name = format!("{FILE}.{}-{number}.new", std::process::id());
        let path = store.folder.join(name);
        if is_blocked {
            fs::create_dir(path).unwrap();
        } else {
            fs::remove_dir(path).unwrap();
        }
    }
}

#[test]
fn if_nothing_can_be_written_the_old_state_stays() {
    let (_folder, store) = store();
    store.save(&[bookmark("g/a")]).unwrap();
    obstruct(&store, true);
    assert!(store.save(&[bookmark("g/b")]).is_err());
    assert_eq!(store.load().unwrap().state.bookmarks.len(), 1);
    obstruct(&store, false);
    assert!(store.save(&[bookmark("g/c")]).is_ok());
}

#[test]
fn if_nothing_can_be_written_a_damaged_file_stays_in_its_place() {
    let (_folder, store) = store();
    store.save(&[bookmark("g/a")]).unwrap();
    let mut bytes = fs::read(store.file()).unwrap();
    bytes.extend(b"{\"bookmark\":{\"id\":\"g/\xff");
    fs::write(store.file(), &bytes).unwrap();
    obstruct(&store, true);
    assert!(store.save(&[bookmark("g/b")]).is_err());
    assert_eq!(fs::read(store.file()).unwrap(), bytes);
    obstruct(&store, false);
    assert_eq!(
        names(&store),
        HashSet::from([FILE.to_owned(), LOCK.to_owned()])
    );
    let stored = store.save(&[bookmark("g/c")]).unwrap();
    assert_eq!(stored.state.bookmarks.len(), 2);
}

#[test]
fn a_file_of_many_superfluous_lines_is_written_anew() {
    let (_folder, store) = store();
    store.save(&[bookmark("g/a")]).unwrap();
    let compact = fs::read_to_string(store.file()).unwrap();
    let visits = "{\"visited\":\"g/a\"}\n".repeat(MAX_SURPLUS + 2);
    fs::write(store.file(), compact.clone() + &visits).unwrap();
    let loaded = store.load().unwrap();
    assert_eq!((loaded.state.visited.len(), loaded.notice), (1, None));
    let written = fs::read_to_string(store.file()).unwrap();
    assert_eq!(written, compact + "{\"visited\":\"g/a\"}\n");
}

#[cfg(unix)]
#[test]
fn pipes_devices_and_links_in_place_of_the_files_stop_nothing() {
    let (folder, store) = store();
    fs::create_dir_all(&store.folder).unwrap();
    let (file, lock) = (store.folder.join(FILE), store.folder.join(LOCK));
    let pipe = |path: &Path| {
        let made = std::process::Command::new("mkfifo").arg(path).status();
        assert!(made.unwrap().success());
    };
    pipe(&lock);
    assert!(why(store.save(&[bookmark("g/a")])).contains("not a regular file"));
    fs::remove_file(&lock).unwrap();
    let secret = folder.path().join("secret");
    fs::write(&secret, "secret").unwrap();
    std::os::unix::fs::symlink(&secret, &lock).unwrap();
    assert!(why(store.save(&[bookmark("g/a")])).contains("symbolic link"));
    fs::remove_file(&lock).unwrap();
    pipe(&file);
    assert!(why(store.load()).contains("not a regular file"));
    fs::remove_file(&file).unwrap();
    std::os::unix::fs::symlink("/dev/zero", &file).unwrap();
    assert!(why(store.load()).contains("not a regular file"));
    assert_eq!(fs::read_to_string(secret).unwrap(), "secret");
}

#[cfg(unix)]
#[test]
fn the_file_is_private_and_keeps_the_mode_that_the_player_gives_it() {
    use std::os::unix::fs::PermissionsExt;
    let (_folder, store) = store();
    store.save(&[bookmark("g/a")]).unwrap();
    let mode = || fs::metadata(store.file()).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(), 0o600);
    fs::set_permissions(store.file(), fs::Permissions::from_mode(0o644)).unwrap();
    store.save(&[bookmark("g/b")]).unwrap();
    assert_eq!(mode(), 0o644);
}

#[cfg(unix)]
#[test]
fn a_link_to_the_file_stays_a_link() {
    let (folder, store) = store();
    fs::create_dir_all(&store.folder).unwrap();
    let real = folder.path().join("dotfiles");
    fs::write(&real, "").unwrap();
    std::os::unix::fs::symlink(&real, store.folder.join(FILE)).unwrap();
    store.save(&[bookmark("g/a")]).unwrap();
    assert!(
        fs::symlink_metadata(store.folder.join(FILE))
            .unwrap()
            .is_symlink()
    );
    assert!(fs::read_to_string(real).unwrap().contains("g/a"));
}

#[test]
fn a_lock_that_is_never_given_back_stops_nobody_for_long() {
    let (_folder, store) = store();
    store.save(&[bookmark("g/a")]).unwrap();
    let held = store.lock().unwrap();
    assert!(why(store.save(&[bookmark("g/b")])).contains("another program has locked"));
    drop(held);
    assert!(store.save(&[bookmark("g/b")]).is_ok());
}

#[rstest]
#[case(ErrorKind::ReadOnlyFilesystem, "; set XDG_STATE_HOME (")]
#[case(ErrorKind::PermissionDenied, "permission denied; set")]
#[case(ErrorKind::StorageFull, "the disk is full (")]
#[case(ErrorKind::Other, "other error (")]
fn a_failure_says_what_to_do(#[case] kind: ErrorKind, #[case] expected: &str) {
    let said = with_path(Path::new("state.jsonl"))(kind.into()).to_string();
    assert!(said.contains(expected), "{said}");
    assert!(said.ends_with("(state.jsonl)"), "{said}");
}
