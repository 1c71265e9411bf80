//! The program's own folders (settings, state and cache), and how their files are written.
//!
//! They are `$XDG_CONFIG_HOME/tableside`, `$XDG_STATE_HOME/tableside` and
//! `$XDG_CACHE_HOME/tableside`, or the usual defaults in the home folder. On Windows, they are in
//! the folders for application data.
//!
//! Without a home folder, each function returns `None`, and the program runs without its own
//! folders.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use etcetera::base_strategy::choose_base_strategy;

const NAME: &str = "tableside";

/// Returns the folder of `config.toml`.
pub fn config() -> Option<PathBuf> {
    Some(choose_base_strategy().ok()?.config_dir().join(NAME))
}

/// Returns the folder of bookmarks, recent sections and recent queries.
pub fn state() -> Option<PathBuf> {
    let folders = choose_base_strategy().ok()?;
    let state = folders.state_dir().unwrap_or_else(|| folders.data_dir());
    Some(state.join(NAME))
}

/// Returns the folder of cached rulebooks and search indexes, which can be deleted at any time.
pub fn cache() -> Option<PathBuf> {
    Some(choose_base_strategy().ok()?.cache_dir().join(NAME))
}

/// Replaces a file with what `write` writes. The file is renamed when it is complete, so that no
/// other process reads half of it.
///
/// # Errors
/// Fails if the new file cannot be written. The old file then stays.
pub fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = path.with_file_name(format!("{name}.{}.new", std::process::id()));
    File::create(&temporary)
        .and_then(|mut file| write(&mut file))
        .and_then(|()| fs::rename(&temporary, path))
        .inspect_err(|_| drop(fs::remove_file(&temporary)))
}
