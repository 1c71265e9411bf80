//! Where rules come from.

use std::fs;
use std::path::{Path, PathBuf};

use super::names::WORDS;

/// Where rules come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The rules in the binary.
    Bundled,
    /// A folder or a file.
    Path(PathBuf),
    /// The player's own synonyms for all games: `synonyms.yaml` in this settings folder, if it exists.
    Words(PathBuf),
}

impl Origin {
    /// The origin a user names: `bundled`, or a path.
    pub fn named(name: &str) -> Self {
        if name == "bundled" {
            Self::Bundled
        } else {
            Self::Path(PathBuf::from(name))
        }
    }

    /// The file or folder to watch; nothing for the bundled rules, which never change, and for a folder of settings that is
    /// not there.
    pub fn watched(&self) -> Option<&Path> {
        match self {
            Self::Bundled => None,
            Self::Path(path) => Some(path),
            Self::Words(settings) => Some(settings.as_path()).filter(|folder| folder.is_dir()),
        }
    }
}

/// Whether the settings folder has a file of the player's own synonyms, readable or not: a dangling link is a fault, not
/// the same as no file.
pub fn has_players_words(settings: &Path) -> bool {
    fs::symlink_metadata(settings.join(WORDS)).is_ok()
}
