//! The list of rules files. A listed file may have been read or not.

use std::fs;
use std::path::{Path, PathBuf};

use crate::diagnostic::Diagnostic;
use crate::source::{Source, last_part};

pub const SYNONYMS_FILE: &str = "synonyms.yaml";

const GAME_FILES: [&str; 2] = ["game.yaml", SYNONYMS_FILE];

/// Whether a file is a `game.yaml` or a `synonyms.yaml`, which contain no rules.
pub fn is_game_file(file: &str) -> bool {
    GAME_FILES.contains(&last_part(file))
}

/// Whether a file with this name is loaded from a rules folder: a document (`.md`, `.markdown`,
/// `.txt`), `game.yaml` or `synonyms.yaml`.
pub fn is_rules_file(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    ["md", "markdown", "txt"]
        .iter()
        .any(|known| extension.eq_ignore_ascii_case(known))
        || GAME_FILES.contains(&name)
}

/// Where rules or synonyms come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The rules inside the program.
    Bundled,
    /// A folder or a file.
    Path(PathBuf),
    /// The settings folder. Its `synonyms.yaml`, if there is one, contains the player's own
    /// synonyms for all games.
    Synonyms(PathBuf),
}

impl Origin {
    /// Parses an origin as the user writes it: `bundled`, or a path.
    pub fn named(name: impl Into<PathBuf>) -> Self {
        let path = name.into();
        if path.as_os_str() == "bundled" {
            Self::Bundled
        } else {
            Self::Path(path)
        }
    }

    /// Returns the file or folder to watch for changes. Returns `None` for the bundled rules, and
    /// for a settings folder that does not exist.
    pub fn watched(&self) -> Option<&Path> {
        match self {
            Self::Bundled => None,
            Self::Path(path) => Some(path),
            Self::Synonyms(settings) => Some(settings.as_path()).filter(|folder| folder.is_dir()),
        }
    }
}

/// Whether the settings folder has a `synonyms.yaml`. A dangling symbolic link counts, so that it
/// is reported as a fault.
pub fn has_synonyms_file(settings: &Path) -> bool {
    fs::symlink_metadata(settings.join(SYNONYMS_FILE)).is_ok()
}

/// The files found in a list of origins, in order.
#[derive(Debug, Default)]
pub struct Listing {
    /// The files, read or not.
    pub sources: Vec<Source>,
    /// Faults found so far, such as folders that cannot be read.
    pub diagnostics: Vec<Diagnostic>,
}

impl Listing {
    /// Returns the files that are documents: all except `game.yaml` and `synonyms.yaml`.
    pub fn documents(&self) -> impl Iterator<Item = &Source> {
        self.sources
            .iter()
            .filter(|source| !is_game_file(&source.file))
    }

    pub(super) fn fault(&mut self, path: &Path, code: &'static str, message: String) {
        let path = path.display().to_string();
        self.diagnostics
            .push(Diagnostic::of_file(&path, code, message).error());
    }

    pub(super) fn loaded_twice(&mut self, path: &Path, what: &str) {
        let message = format!("{what} already loaded");
        let path = path.display().to_string();
        let fault = Diagnostic::of_file(&path, "loaded-twice", message);
        self.diagnostics.push(fault.help(
            "remove the second path or symbolic link; a folder includes everything below it",
        ));
    }
}

/// Returns the bundled files, with texts borrowed from the program.
pub fn bundled() -> impl Iterator<Item = Source> {
    crate::bundled::FILES.iter().map(|(file, text)| {
        Source::new(
            format!("rules/{file}"),
            (*file).to_owned(),
            "rules".to_owned(),
            *text,
        )
    })
}
