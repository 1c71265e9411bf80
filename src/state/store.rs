//! The state file, which is always read and replaced as a whole.
//!
//! A writer takes a lock, reads the file, adds its changes, writes a temporary file in the same
//! folder, syncs it to the disk and renames it to the state file. Readers need no lock, because
//! they see either the old file or the new one. A damaged file is copied under another name before
//! it is replaced. A file that cannot be read is never overwritten.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::format::{self, StateText};
use super::model::{Change, State};
use crate::folders::{self, Access};
use crate::platform::files;
use crate::source::Stamp;

const FILE: &str = "state.jsonl";
const LOCK: &str = "state.lock";

/// The maximum wait for the lock. Another running Tableside
/// normally holds it for only a few milliseconds.
const LOCK_TIMEOUT: Duration = Duration::from_secs(2);

/// The pause between two attempts to take the lock.
const PAUSE: Duration = Duration::from_millis(5);

/// The maximum size of the state file, in bytes.
const MAX_SIZE: u64 = 16 * 1024 * 1024;

/// The number of superfluous lines from which a file is written anew when it is loaded.
const MAX_SURPLUS: usize = 1000;

/// Reads and writes the state file in a folder.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

/// The result of reading or writing the state file.
#[derive(Debug, Default)]
pub struct StoredState {
    /// The current state, including the changes that other programs have written.
    pub state: State,
    /// A message for the reader if the file was damaged and has been repaired, else `None`.
    pub notice: Option<String>,
    /// The number of changes that the writer has stored since it started.
    pub written: usize,
    /// The stamp of the file that contains this state; `None` without a file.
    pub stamp: Option<Stamp>,
}

/// Returns a function that adds `path` to the message of an error, and what the player can do.
fn with_path(path: &Path) -> impl Fn(io::Error) -> io::Error {
    move |error| {
        let kind = error.kind();
        let what = match kind {
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                format!("{kind}; set {}", folders::STATE_VARIABLE)
            }
            ErrorKind::StorageFull => "the disk is full".to_owned(),
            _ => error.to_string(),
        };
        // The reason comes before the path, because the footer of a narrow screen cuts off the end
        // of the message.
        io::Error::new(kind, format!("{what} ({})", path.display()))
    }
}

impl Store {
    /// Returns a store in the given folder. The first change creates the folder.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Reads the state. If the file is damaged, copies it under another name and replaces it with
    /// its intact lines. If many lines are superfluous, writes the file anew without them.
    ///
    /// # Errors
    /// Fails if the file exists but cannot be read, or if a damaged file cannot be replaced.
    pub fn load(&self) -> io::Result<StoredState> {
        // If the file changes while it is read, the stamp is too old, and it is read again.
        let stamp = self.stamp();
        let parsed = read(&self.file())?;
        if parsed.is_damaged || parsed.surplus > MAX_SURPLUS {
            return self.save(&[]);
        }
        Ok(StoredState {
            state: parsed.state,
            stamp,
            ..StoredState::default()
        })
    }

    /// Returns the stamp of the file, which tells whether another program has changed it.
    pub fn stamp(&self) -> Option<Stamp> {
        let metadata = fs::metadata(self.file()).ok()?;
        Some(Stamp::of(&metadata))
    }

    /// Adds changes to the file, and returns the new state.
    ///
    /// # Errors
    /// Fails if the changes cannot be written. The file then stays unchanged.
    pub fn save(&self, changes: &[Change]) -> io::Result<StoredState> {
        folders::create(&self.folder).map_err(with_path(&self.folder))?;
        // The lock is released at the end of the function, or by the system if the program ends
        // first.
        let _lock = self.lock()?;
        let file = self.file();
        let StateText {
            mut state,
            is_damaged,
            ..
        } = read(&file)?;
        for change in changes {
            state.apply(change);
        }
        let notice = if is_damaged {
            let copy = replace_damaged(&file, &state).map_err(with_path(&file))?;
            Some(format!(
                "{} was damaged and has been repaired; the damaged copy is {copy}",
                file.display()
            ))
        } else {
            replace(&file, &state).map_err(with_path(&file))?;
            None
        };
        Ok(StoredState {
            state,
            notice,
            written: 0,
            // Until the lock is released, no other program changes the file.
            stamp: self.stamp(),
        })
    }

    /// Returns the path of the state file. A symbolic link is resolved, because renaming a file to
    /// the path of the link would replace the link, not its target.
    fn file(&self) -> PathBuf {
        let file = self.folder.join(FILE);
        fs::canonicalize(&file).unwrap_or(file)
    }

    fn lock(&self) -> io::Result<File> {
        let path = self.folder.join(LOCK);
        let file = files::open_own(&path).map_err(with_path(&path))?;
        let start = Instant::now();
        // Some file systems do not support locks. Saving without a lock is better than not saving.
        while let Err(TryLockError::WouldBlock) = file.try_lock() {
            if start.elapsed() > LOCK_TIMEOUT {
                let why = format!("another program has locked {}", path.display());
                return Err(io::Error::other(why));
            }
            std::thread::sleep(PAUSE);
        }
        Ok(file)
    }
}

/// Reads the state file. A missing file is an empty state.
fn read(path: &Path) -> io::Result<StateText> {
    // The path has no symbolic link at its end (see `Store::file`).
    let bytes = match folders::read(path, MAX_SIZE) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(StateText::default()),
        read => read.map_err(with_path(path))?,
    };
    let mut parsed = format::read(&String::from_utf8_lossy(&bytes));
    parsed.is_damaged |= str::from_utf8(&bytes).is_err();
    Ok(parsed)
}

/// Copies a damaged file to a new name, replaces it and returns the name of the copy. If replacing
/// fails, removes the copy.
fn replace_damaged(path: &Path, state: &State) -> io::Result<String> {
    let mut names = (1..).map(|number| format!("{FILE}.broken-{number}"));
    let is_free = |name: &String| fs::symlink_metadata(path.with_file_name(name)).is_err();
    let name = names.find(is_free).unwrap_or_default();
    let copy = path.with_file_name(&name);
    copy_new(path, &copy)
        .and_then(|()| replace(path, state))
        .inspect_err(|_| drop(fs::remove_file(&copy)))
        .map(|()| name)
}

/// Copies a file to a new file.
fn copy_new(path: &Path, copy: &Path) -> io::Result<()> {
    let bytes = folders::read(path, MAX_SIZE)?;
    files::create_new(copy)?.write_all(&bytes)
}

fn replace(path: &Path, state: &State) -> io::Result<()> {
    folders::replace(path, Access::Kept, |file| {
        file.write_all(format::write(state).as_bytes())?;
        file.sync_all()
    })
}

#[cfg(test)]
mod tests;
