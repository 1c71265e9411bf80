//! The program's own folders: settings, state and cache.
//!
//! `$XDG_CONFIG_HOME/tableside` and its like, or their usual places below the home folder; on Windows the folders for
//! application data. Without a home folder there are none, and the program works all the same.

use std::path::PathBuf;

use etcetera::BaseStrategy;
use etcetera::base_strategy::choose_base_strategy;

/// The name of the program's folder in each of them.
const NAME: &str = "tableside";

/// The folder of the settings: `config.toml`.
pub fn config() -> Option<PathBuf> {
    Some(choose_base_strategy().ok()?.config_dir().join(NAME))
}

/// The folder of the state: bookmarks, recent sections, queries.
pub fn state() -> Option<PathBuf> {
    let folders = choose_base_strategy().ok()?;
    let state = folders.state_dir().unwrap_or_else(|| folders.data_dir());
    Some(state.join(NAME))
}

/// The folder of everything that can be rebuilt.
pub fn cache() -> Option<PathBuf> {
    Some(choose_base_strategy().ok()?.cache_dir().join(NAME))
}
