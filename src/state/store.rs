//! The file of the state: read whole, written whole under a lock, never half.
//!
//! A writer takes the lock, reads what is there by then, adds its changes, writes a temporary file in the same folder,
//! forces it to the disk and renames it. Readers need no lock: what they open is one state or the next. A file that is
//! damaged stays beside the new one under another name, and a file that cannot be read is never written over.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use fs4::{FileExt, TryLockError};

use super::record::{self, Read};
use super::{Change, State};

const FILE: &str = "state.jsonl";
const LOCK: &str = "state.lock";

/// Another program holds the lock for a few milliseconds; who holds it longer is stuck.
const PATIENCE: Duration = Duration::from_secs(2);

/// Between two attempts to get the lock.
const PAUSE: Duration = Duration::from_millis(5);

/// A larger file is none of ours.
const LARGEST: u64 = 16 * 1024 * 1024;

/// Where the state is kept.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

/// What is kept by now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// The state, with what other programs have added.
    pub state: State,
    /// Whether nothing was kept before.
    pub first: bool,
    /// What to tell the reader about it.
    pub notice: Option<String>,
}

/// Why nothing can be kept.
#[derive(Debug)]
pub enum StoreError {
    /// A file or folder that cannot be read or written.
    Io(PathBuf, io::Error),
    /// The file was written by a later version of the program.
    Newer(PathBuf),
    /// Something else at the file's place, or far too much.
    Foreign(PathBuf),
    /// Another program does not give the lock back.
    Locked(PathBuf),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // What happened comes first: the footer of a small screen cuts the path off.
            Self::Io(path, error) => write!(f, "{error}: {}", path.display()),
            Self::Newer(path) => write!(f, "a later version of tableside wrote {}", path.display()),
            Self::Foreign(path) => write!(f, "this is no file of tableside: {}", path.display()),
            Self::Locked(path) => {
                write!(f, "another program does not let go of {}", path.display())
            }
        }
    }
}

impl std::error::Error for StoreError {}

impl Store {
    /// A store in a folder, which is made when there is something to keep.
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// What was kept.
    ///
    /// # Errors
    /// What is there cannot be read. A damaged file is no error: it is set aside, and what is whole in it is taken.
    pub fn load(&self) -> Result<Kept, StoreError> {
        match read(&self.file())? {
            None => Ok(Kept {
                first: true,
                ..Kept::default()
            }),
            Some(Read::Whole(state)) => Ok(Kept {
                state,
                ..Kept::default()
            }),
            Some(Read::Newer) => Err(StoreError::Newer(self.file())),
            Some(Read::Damaged(_)) => self.keep(&[]),
        }
    }

    /// Adds changes to what is kept by now.
    ///
    /// # Errors
    /// The changes are not kept, and what was kept before is as it was.
    pub fn keep(&self, changes: &[Change]) -> Result<Kept, StoreError> {
        fs::create_dir_all(&self.folder)
            .map_err(|error| StoreError::Io(self.folder.clone(), error))?;
        // Given back when it goes out of scope, and by the system if the program ends before.
        let _lock = self.lock()?;
        let file = self.file();
        let (mut state, damaged, first) = match read(&file)? {
            None => (State::default(), false, true),
            Some(Read::Whole(state)) => (state, false, false),
            Some(Read::Damaged(state)) => (state, true, false),
            Some(Read::Newer) => return Err(StoreError::Newer(file)),
        };
        let before = state.clone();
        for change in changes {
            state.apply(change);
        }
        let failed = |error| StoreError::Io(file.clone(), error);
        let aside = if damaged {
            Some(set_aside(&file).map_err(failed)?)
        } else {
            None
        };
        if (damaged || state != before || (first && !changes.is_empty()))
            && let Err(error) = replace(&file, &record::write(&state))
        {
            if let Some(aside) = aside {
                put_back(&aside, &file);
            }
            return Err(failed(error));
        }
        let notice = aside.map(|aside| {
            let name = aside.file_name().unwrap_or_default().to_string_lossy();
            format!("{} was damaged; it is kept as {name}", file.display())
        });
        Ok(Kept {
            state,
            first,
            notice,
        })
    }

    /// The file itself where a link leads to it: renaming over the link would leave the file behind.
    fn file(&self) -> PathBuf {
        let file = self.folder.join(FILE);
        fs::canonicalize(&file).unwrap_or(file)
    }

    fn lock(&self) -> Result<File, StoreError> {
        let path = self.folder.join(LOCK);
        let opened = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path);
        let file = opened.map_err(|error| StoreError::Io(path.clone(), error))?;
        let start = Instant::now();
        loop {
            match FileExt::try_lock(&file) {
                Err(TryLockError::WouldBlock) if start.elapsed() < PATIENCE => {
                    std::thread::sleep(PAUSE)
                }
                Err(TryLockError::WouldBlock) => return Err(StoreError::Locked(path)),
                // There are file systems without locks. Two programs there may lose each other's changes of the same
                // moment; keeping nothing at all would be worse.
                Ok(()) | Err(TryLockError::Error(_)) => return Ok(file),
            }
        }
    }
}

/// What a file says; nothing where there is no file.
fn read(path: &Path) -> Result<Option<Read>, StoreError> {
    let failed = |error| StoreError::Io(path.to_owned(), error);
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
    };
    if !metadata.is_file() || metadata.len() > LARGEST {
        return Err(StoreError::Foreign(path.to_owned()));
    }
    let bytes = fs::read(path).map_err(failed)?;
    Ok(Some(match String::from_utf8(bytes) {
        Ok(text) => record::read(&text),
        Err(error) => match record::read(&String::from_utf8_lossy(error.as_bytes())) {
            Read::Whole(state) => Read::Damaged(state),
            other => other,
        },
    }))
}

/// Gives a damaged file a second name that nothing has yet. Its own name stays until the new file takes it, so that there
/// is no moment without either; where the file system has no links, it is renamed.
fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let mut number = 1;
    loop {
        let aside = path.with_file_name(format!("{FILE}.broken-{number}"));
        if aside.try_exists()? {
            number += 1;
            continue;
        }
        return match fs::hard_link(path, &aside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            Err(_) => fs::rename(path, &aside),
            Ok(()) => Ok(()),
        }
        .map(|()| aside);
    }
}

/// Undoes [`set_aside`] where no new file could be written: what is whole in the damaged one is read by its own name again,
/// and not every attempt leaves another name behind.
fn put_back(aside: &Path, path: &Path) {
    let _ = if path.exists() {
        fs::remove_file(aside)
    } else {
        fs::rename(aside, path)
    };
}

/// Puts a text in a file's place, in one step.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let temporary = path.with_file_name(format!("{FILE}.{}.new", std::process::id()));
    let written = write_through(&temporary, text).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // A full disk: what was begun is of no use.
        let _ = fs::remove_file(&temporary);
        return written;
    }
    // The new name has to reach the disk too, where folders can be opened.
    if let Some(folder) = path.parent().and_then(|folder| File::open(folder).ok()) {
        let _ = folder.sync_all();
    }
    Ok(())
}

fn write_through(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

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

    fn names(store: &Store) -> HashSet<String> {
        fs::read_dir(&store.folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect()
    }

    #[test]
    fn what_is_kept_is_there_in_the_next_run() {
        let (_folder, store) = store();
        assert!(store.load().unwrap().first);
        store
            .keep(&[bookmark("g/a"), Change::Query("wall".to_owned())])
            .unwrap();
        let kept = store.load().unwrap();
        assert_eq!((kept.first, kept.notice), (false, None));
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
    fn a_hint_that_was_seen_leaves_a_state_behind() {
        let (_folder, store) = store();
        store.keep(&[Change::Greeted]).unwrap();
        assert!(!store.load().unwrap().first);
    }

    #[test]
    fn two_writers_in_turn_keep_each_others_bookmarks() {
        let (_folder, one) = store();
        let other = one.clone();
        one.keep(&[bookmark("g/a"), bookmark("g/x")]).unwrap();
        other.load().unwrap();
        one.keep(&[bookmark("g/b")]).unwrap();
        other
            .keep(&[bookmark("g/c"), Change::Forget("g/x".to_owned())])
            .unwrap();
        let seen = one.keep(&[bookmark("g/d")]).unwrap().state;
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
                            .keep(&[bookmark(&format!("g/{writer}-{number}"))])
                            .unwrap();
                    }
                });
            }
        });
        assert_eq!(store.load().unwrap().state.bookmarks.len(), 100);
    }

    #[test]
    fn a_damaged_file_is_set_aside_and_its_whole_lines_are_taken() {
        let (_folder, store) = store();
        store.keep(&[bookmark("g/a"), bookmark("g/b")]).unwrap();
        for number in 1..=2 {
            let mut bytes = fs::read(store.file()).unwrap();
            bytes.extend(b"{\"bookmark\":{\"id\":\"g/\xff");
            fs::write(store.file(), &bytes).unwrap();
            let kept = store.load().unwrap();
            assert_eq!(kept.state.bookmarks.len(), 2);
            let notice = kept.notice.unwrap();
            let aside = format!("{FILE}.broken-{number}");
            assert!(
                notice.ends_with(&format!("was damaged; it is kept as {aside}")),
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
    fn what_a_later_version_wrote_is_left_alone() {
        let (_folder, store) = store();
        store.keep(&[bookmark("g/a")]).unwrap();
        fs::write(
            store.file(),
            "{\"tableside\":2}\n{\"bookmark\":\"another way\"}\n",
        )
        .unwrap();
        assert!(matches!(store.load(), Err(StoreError::Newer(_))));
        assert!(matches!(
            store.keep(&[bookmark("g/b")]),
            Err(StoreError::Newer(_))
        ));
        assert!(
            fs::read_to_string(store.file())
                .unwrap()
                .contains("another way")
        );
    }

    #[test]
    fn a_folder_in_the_files_place_is_an_error_and_stays() {
        let (_folder, store) = store();
        fs::create_dir_all(store.folder.join(FILE)).unwrap();
        assert!(matches!(store.load(), Err(StoreError::Foreign(_))));
        assert!(matches!(
            store.keep(&[bookmark("g/a")]),
            Err(StoreError::Foreign(_))
        ));
        assert!(store.folder.join(FILE).is_dir());
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_an_error_that_names_it() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), "").unwrap();
        let store = Store::new(folder.path().join("file/tableside"));
        let said = store.keep(&[bookmark("g/a")]).unwrap_err().to_string();
        assert!(said.ends_with("file/tableside"), "{said}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn on_a_full_disk_what_was_kept_stays() {
        // Writing to this device always fails for want of room.
        let error = write_through(Path::new("/dev/full"), "text").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        let (_folder, store) = store();
        store.keep(&[bookmark("g/a")]).unwrap();
        let temporary = store
            .folder
            .join(format!("{FILE}.{}.new", std::process::id()));
        std::os::unix::fs::symlink("/dev/full", &temporary).unwrap();
        assert!(matches!(
            store.keep(&[bookmark("g/b")]),
            Err(StoreError::Io(..))
        ));
        assert_eq!(store.load().unwrap().state.bookmarks.len(), 1);
        assert!(
            store.keep(&[bookmark("g/c")]).is_ok(),
            "what was in the way is gone"
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_damaged_file_stays_in_its_place_on_a_full_disk() {
        let (_folder, store) = store();
        store.keep(&[bookmark("g/a")]).unwrap();
        let mut bytes = fs::read(store.file()).unwrap();
        bytes.extend(b"{\"bookmark\":{\"id\":\"g/\xff");
        fs::write(store.file(), &bytes).unwrap();
        let temporary = store
            .folder
            .join(format!("{FILE}.{}.new", std::process::id()));
        std::os::unix::fs::symlink("/dev/full", &temporary).unwrap();
        assert!(matches!(
            store.keep(&[bookmark("g/b")]),
            Err(StoreError::Io(..))
        ));
        assert_eq!(fs::read(store.file()).unwrap(), bytes);
        assert_eq!(
            names(&store),
            HashSet::from([FILE.to_owned(), LOCK.to_owned()])
        );
        assert_eq!(
            store
                .keep(&[bookmark("g/c")])
                .unwrap()
                .state
                .bookmarks
                .len(),
            2,
            "there is room again"
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_the_file_stays_a_link() {
        let (folder, store) = store();
        fs::create_dir_all(&store.folder).unwrap();
        let real = folder.path().join("dotfiles");
        fs::write(&real, "").unwrap();
        std::os::unix::fs::symlink(&real, store.folder.join(FILE)).unwrap();
        store.keep(&[bookmark("g/a")]).unwrap();
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
        store.keep(&[bookmark("g/a")]).unwrap();
        let held = store.lock().unwrap();
        assert!(matches!(
            store.keep(&[bookmark("g/b")]),
            Err(StoreError::Locked(_))
        ));
        drop(held);
        assert!(store.keep(&[bookmark("g/b")]).is_ok());
    }
}
