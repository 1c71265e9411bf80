//! The program's own folders: settings, state and cache.
//!
//! They are `$XDG_CONFIG_HOME/tableside`, `$XDG_STATE_HOME/tableside` and
//! `$XDG_CACHE_HOME/tableside`, or the usual defaults in the home folder. On Windows, they are in
//! the folders for application data.
//!
//! Without a home folder, each function returns `None`, and the program runs without its own
//! folders.

use std::path::PathBuf;

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
