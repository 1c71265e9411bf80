//! Where the program's own files are: settings, state and cache, each in a folder of its own.
//!
//! `$XDG_CONFIG_HOME/tableside` and its like, with their usual places below the home folder; on Windows the folders for
//! application data. A machine without a home folder has none of them, which stops nothing.

use std::path::PathBuf;

use etcetera::BaseStrategy;

/// The name of the folder in each of them.
const NAME: &str = "tableside";

/// The folder of what the player sets: `config.toml`.
#[must_use]
pub fn config() -> Option<PathBuf> {
    Some(
        etcetera::choose_base_strategy()
            .ok()?
            .config_dir()
            .join(NAME),
    )
}

/// The folder of what is kept from one run to the next: bookmarks, recent places, queries.
#[must_use]
pub fn state() -> Option<PathBuf> {
    let places = etcetera::choose_base_strategy().ok()?;
    Some(
        places
            .state_dir()
            .unwrap_or_else(|| places.data_dir())
            .join(NAME),
    )
}

/// The folder of what can always be made again.
#[must_use]
pub fn cache() -> Option<PathBuf> {
    Some(
        etcetera::choose_base_strategy()
            .ok()?
            .cache_dir()
            .join(NAME),
    )
}
