//! The program's own folders (settings, state and cache), and how their files are written.
//!
//! They are `$XDG_CONFIG_HOME/tableside`, `$XDG_STATE_HOME/tableside` and
//! `$XDG_CACHE_HOME/tableside`, or the usual defaults in the home folder. On Windows, the defaults
//! are the folders for application data.
//!
//! Without a home folder, each function returns `None`, and the program runs without its own
//! folders.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use etcetera::BaseStrategy;
use etcetera::base_strategy::choose_base_strategy;
use serde::Serialize;

use crate::platform::files::{self, Links};

const NAME: &str = "tableside";

/// The environment variable that moves the folder of [`state`].
pub const STATE_VARIABLE: &str = "XDG_STATE_HOME";

/// Returns the folder of `config.toml`.
pub fn config() -> Option<PathBuf> {
    let of_system = || Some(choose_base_strategy().ok()?.config_dir());
    folder("XDG_CONFIG_HOME", of_system)
}

/// Returns the folder of bookmarks, recent sections and recent queries.
pub fn state() -> Option<PathBuf> {
    folder(STATE_VARIABLE, || {
        let folders = choose_base_strategy().ok()?;
        Some(folders.state_dir().unwrap_or_else(|| folders.data_dir()))
    })
}

/// Returns the folder of cached rulebooks and search indexes, which can be deleted at any time.
pub fn cache() -> Option<PathBuf> {
    let of_system = || Some(choose_base_strategy().ok()?.cache_dir());
    folder("XDG_CACHE_HOME", of_system)
}

/// Returns the program's folder in the one that an environment variable names, which counts on
/// Windows too, or else in that of the system.
fn folder(variable: &str, of_system: impl FnOnce() -> Option<PathBuf>) -> Option<PathBuf> {
    let named = std::env::var_os(variable).map(PathBuf::from);
    let named = named.filter(|path| path.is_absolute());
    Some(named.or_else(of_system)?.join(NAME))
}

/// The age after which the new file of an unfinished replacement is removed: its program was killed.
const LEFTOVER_AGE: Duration = Duration::from_secs(3600);

/// The size of the pieces in which values are written, in bytes.
const CHUNK: usize = 64 * 1024;

/// Who may read a file that [`replace`] writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Whoever may read the file that is replaced; the player alone if there is none.
    Kept,
    /// The player alone.
    Private,
}

/// Reads one of the program's own files of at most `limit` bytes. Neither follows a symbolic link
/// nor blocks at a pipe or a device that somebody put there.
///
/// # Errors
/// Fails if the path is not a regular file, or if it is larger than `limit`.
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    files::read(path, Links::Refuse, limit).map(|(bytes, _)| bytes)
}

/// Creates one of the program's own folders, which only the player can enter. A folder that exists
/// stays as it is.
///
/// # Errors
/// Fails if the folder cannot be created.
pub fn create(folder: &Path) -> io::Result<()> {
    files::create_folder(folder)
}

/// Replaces a file with what `write` writes. The new file is renamed when it is complete, so that
/// no other process reads half of it. What killed programs left of earlier replacements is removed.
///
/// # Errors
/// Fails if the new file cannot be written. The old file then stays.
pub fn replace(
    path: &Path,
    access: Access,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    remove_leftovers(path);
    let (temporary, mut file) = create_beside(path)?;
    let replaced = fs::symlink_metadata(path).ok();
    let permissions = replaced.filter(|old| access == Access::Kept && old.is_file());
    write(&mut file)
        .and_then(|()| permissions.map_or(Ok(()), |old| file.set_permissions(old.permissions())))
        .and_then(|()| fs::rename(&temporary, path))
        .inspect_err(|_| drop(fs::remove_file(&temporary)))
}

/// Writes a value in the format of postcard, piece by piece, so that it is never in memory as a whole.
///
/// # Errors
/// Fails if the value cannot be encoded, or if `writer` fails.
pub fn encode(value: &impl Serialize, writer: &mut dyn Write) -> io::Result<()> {
    let chunks = Chunks {
        writer,
        chunk: Vec::with_capacity(CHUNK),
        result: Ok(()),
    };
    let mut chunks = postcard::to_extend(value, chunks).map_err(io::Error::other)?;
    chunks.flush();
    chunks.result
}

/// Collects bytes, and writes them whenever there are enough.
struct Chunks<'w> {
    writer: &'w mut dyn Write,
    chunk: Vec<u8>,
    result: io::Result<()>,
}

impl Chunks<'_> {
    fn flush(&mut self) {
        if self.result.is_ok() {
            self.result = self.writer.write_all(&self.chunk);
        }
        self.chunk.clear();
    }
}

impl Extend<u8> for Chunks<'_> {
    fn extend<T: IntoIterator<Item = u8>>(&mut self, bytes: T) {
        for byte in bytes {
            self.chunk.push(byte);
            if self.chunk.len() == CHUNK {
                self.flush();
            }
        }
    }
}

/// Creates a new file beside `path` whose name no other file or link has.
fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let name = name_of(path);
    let process = std::process::id();
    let mut number = 0;
    loop {
        let new = path.with_file_name(format!("{name}.{process}-{number}.new"));
        match files::create_new(&new) {
            Ok(file) => return Ok((new, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 100 => {
                number += 1;
            }
            Err(error) => return Err(error),
        }
    }
}

/// Removes new files of `path` that are older than `LEFTOVER_AGE`.
fn remove_leftovers(path: &Path) {
    let prefix = format!("{}.", name_of(path));
    let is_new = |name: &str| {
        let rest = name.strip_prefix(&prefix);
        rest.is_some_and(|rest| rest.strip_suffix(".new").is_some())
    };
    let entries = path.parent().and_then(|folder| fs::read_dir(folder).ok());
    for entry in entries.into_iter().flatten().flatten() {
        let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
        if is_new(&entry.file_name().to_string_lossy())
            && age().is_some_and(|age| age > LEFTOVER_AGE)
        {
            // If this fails, the next replacement tries it again.
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn name_of(path: &Path) -> Cow<'_, str> {
    path.file_name().unwrap_or_default().to_string_lossy()
}

#[cfg(test)]
mod tests;
