//! The files of the rules, read or not.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use super::names::is_setting;
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Source;

/// The files of some origins, in order.
#[derive(Debug, Default)]
pub struct Listing {
    /// The files.
    pub sources: Vec<Source>,
    /// Files and folders that cannot be read.
    pub diagnostics: Vec<Diagnostic>,
}

/// Why there is nothing to load.
#[derive(Debug)]
pub enum LoadError {
    /// The path does not exist or cannot be opened.
    Unreadable(PathBuf, io::Error),
    /// A pipe, a device or the like.
    NeitherFileNorFolder(PathBuf),
    /// A folder without rules in it.
    Empty(PathBuf),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, message) = match self {
            Self::Unreadable(path, error) if error.kind() == io::ErrorKind::NotFound => {
                let wanted = "give --rules a folder of rules, a file, or `bundled`";
                (path, format!("there is no such file or folder; {wanted}"))
            }
            Self::Unreadable(path, error) => (path, format!("cannot be read: {error}")),
            Self::NeitherFileNorFolder(path) => (path, "is neither a file nor a folder".to_owned()),
            Self::Empty(path) => {
                let wanted = "rules are files ending in .md, .markdown or .txt";
                (path, format!("no rules in this folder; {wanted}"))
            }
        };
        write!(f, "{}: {message}", path.display())
    }
}

impl std::error::Error for LoadError {}

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
            .push(Diagnostic::of_file(&path, Severity::Error, code, message));
    }

    pub(super) fn loaded_twice(&mut self, path: &str, what: &str) {
        let message = format!("{what} loaded already, by another path or name");
        let fault = Diagnostic::of_file(path, Severity::Warning, "loaded-twice", message);
        self.diagnostics
            .push(fault.help("name it once; a folder comes with everything below it"));
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
