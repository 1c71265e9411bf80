//! The files of the rules, read or not.

use std::fs;
use std::path::{Path, PathBuf};

use crate::diagnostic::Diagnostic;
use crate::source::Source;

/// The file of a game's or a player's synonyms.
pub(super) const WORDS: &str = "synonyms.yaml";

/// Files that describe a game and hold no rules.
const SETTINGS: [&str; 2] = ["game.yaml", WORDS];

/// Whether a file describes a game and holds no rules.
pub fn is_setting(file: &str) -> bool {
    file.rsplit('/')
        .next()
        .is_some_and(|name| SETTINGS.contains(&name))
}

/// Whether a file of this name is read when its folder is loaded.
pub fn is_rules_file(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    ["md", "markdown", "txt"]
        .iter()
        .any(|known| extension.eq_ignore_ascii_case(known))
        || SETTINGS.contains(&name)
}

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

    /// The file or folder to watch; nothing for the bundled rules, which never change, or for a missing settings folder.
    pub fn watched(&self) -> Option<&Path> {
        match self {
            Self::Bundled => None,
            Self::Path(path) => Some(path),
            Self::Words(settings) => Some(settings.as_path()).filter(|folder| folder.is_dir()),
        }
    }
}

/// Whether the settings folder has a file of the player's own synonyms, readable or not: a dangling symbolic link is a
/// fault, unlike a missing file.
pub fn has_players_words(settings: &Path) -> bool {
    fs::symlink_metadata(settings.join(WORDS)).is_ok()
}

/// The files of some origins, in order.
#[derive(Debug, Default)]
pub struct Listing {
    /// The files.
    pub sources: Vec<Source>,
    /// Files and folders that cannot be read.
    pub diagnostics: Vec<Diagnostic>,
}

impl Listing {
    /// The files that are documents: all but the settings of games.
    pub fn documents(&self) -> impl Iterator<Item = &Source> {
        self.sources
            .iter()
            .filter(|source| !is_setting(&source.file))
    }

    pub(super) fn fault(&mut self, path: &Path, code: &'static str, message: String) {
        let path = path.display().to_string();
        self.diagnostics
            .push(Diagnostic::of_file(&path, code, message).error());
    }

    pub(super) fn loaded_twice(&mut self, path: &str, what: &str) {
        let message = format!("{what} loaded already");
        let fault = Diagnostic::of_file(path, "loaded-twice", message);
        self.diagnostics
            .push(fault.help("name it once; a folder includes everything below it"));
    }
}

/// The bundled rules, borrowed from the binary.
pub fn bundled() -> impl Iterator<Item = Source> {
    crate::bundled::files().map(|(file, text)| {
        Source::new(
            format!("rules/{file}"),
            file.to_owned(),
            "rules".to_owned(),
            text,
        )
    })
}
