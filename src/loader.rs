//! Finds the files of the rules and reads them, in a stable order. The only reader of the rules' files.
//!
//! What cannot be read is said by name and the rest is loaded; only a place that holds no rules at all is an error.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::diagnostic::Diagnostic;
use crate::source::Source;

mod decode;
mod find;
mod look;
mod read;

pub use find::{Entry, LARGE, Listing, find, has_documents};
pub use read::{read, reread};

/// A larger file is refused: no rules document is as long, and its tree would not fit a small machine.
pub const LARGEST_FILE: u64 = 32 * 1024 * 1024;

/// Files that say something about a game and hold no rules.
const SETTINGS: [&str; 2] = ["game.yaml", WORDS];

/// The file of what players call things.
const WORDS: &str = "synonyms.yaml";

/// Where rules come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The rules in the binary.
    Bundled,
    /// A folder or a file.
    Path(PathBuf),
    /// The player's own words, which serve every game: `synonyms.yaml` in this folder of settings, if it is there.
    Words(PathBuf),
}

impl Origin {
    /// The origin a user names: `bundled`, or a path.
    #[must_use]
    pub fn named(name: &str) -> Self {
        if name == "bundled" {
            Self::Bundled
        } else {
            Self::Path(PathBuf::from(name))
        }
    }

    /// The file or folder to be watched for it; nothing for the bundled rules, which never change.
    #[must_use]
    pub fn place(&self) -> Option<PathBuf> {
        match self {
            Self::Bundled => None,
            Self::Path(path) => Some(path.clone()),
            Self::Words(settings) => Some(settings.join(WORDS)),
        }
    }
}

/// What was read.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The files, in order.
    pub sources: Vec<Source>,
    /// What could not be read.
    pub diagnostics: Vec<Diagnostic>,
    /// When the files were looked at, in nanoseconds since 1970.
    pub looked: u64,
}

/// Why there is nothing to load.
#[derive(Debug)]
pub enum LoadError {
    /// The path is not there or cannot be opened.
    Unreadable(PathBuf, io::Error),
    /// A pipe, a device or the like.
    NeitherFileNorFolder(PathBuf),
    /// A folder without rules in it.
    Empty(PathBuf),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(path, error) if error.kind() == io::ErrorKind::NotFound => {
                write!(
                    f,
                    "{}: there is no such file or folder; give --rules a folder of rules, a file, or `bundled`",
                    shown(path)
                )
            }
            Self::Unreadable(path, error) => write!(f, "{}: cannot be read: {error}", shown(path)),
            Self::NeitherFileNorFolder(path) => {
                write!(f, "{}: is neither a file nor a folder", shown(path))
            }
            Self::Empty(path) => {
                write!(
                    f,
                    "{}: no rules in this folder; rules are files ending in .md, .markdown or .txt",
                    shown(path)
                )
            }
        }
    }
}

impl std::error::Error for LoadError {}

/// Reads all origins, in the order given; what is reached twice is loaded once.
///
/// # Errors
/// Those of [`find`].
pub fn load(origins: &[Origin]) -> Result<Loaded, LoadError> {
    Ok(find(origins)?.read())
}

/// Whether the folder of the settings has a file of the player's own words, readable or not: a link that leads nowhere is
/// a fault, and not the same as no file.
#[must_use]
pub fn has_players_words(settings: &Path) -> bool {
    fs::symlink_metadata(settings.join(WORDS)).is_ok()
}

impl Loaded {
    /// The files that are documents: all but the settings of games.
    pub fn documents(&self) -> impl Iterator<Item = &Source> {
        self.sources
            .iter()
            .filter(|source| !is_setting(&source.file))
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

/// Whether a file says something about a game and holds no rules.
#[must_use]
pub fn is_setting(file: &str) -> bool {
    file.rsplit('/')
        .next()
        .is_some_and(|name| SETTINGS.contains(&name))
}

/// Whether a file of this name is read where a folder is loaded.
pub(crate) fn is_rules_file(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    ["md", "markdown", "txt"]
        .iter()
        .any(|known| extension.eq_ignore_ascii_case(known))
        || SETTINGS.contains(&name)
}

fn folder_name(path: &Path) -> String {
    let named = |path: &Path| {
        path.file_name()
            .map(|name| name.to_string_lossy().into_owned())
    };
    named(path)
        .or_else(|| named(&fs::canonicalize(path).ok()?))
        .unwrap_or_else(|| "rules".to_owned())
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn files(loaded: &Loaded) -> Vec<&str> {
        loaded
            .sources
            .iter()
            .map(|source| source.file.as_str())
            .collect()
    }

    fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (file, bytes) in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        folder
    }

    fn read(folder: &tempfile::TempDir) -> Result<Loaded, LoadError> {
        load(&[Origin::Path(folder.path().to_owned())])
    }

    #[test]
    fn a_folder_is_read_in_the_order_of_its_names() {
        let folder = folder(&[
            ("b.md", b""),
            ("a/x.txt", b""),
            ("a/notes.pdf", b""),
            (".git/c.md", b""),
            ("A.MARKDOWN", b""),
        ]);
        assert_eq!(
            files(&read(&folder).unwrap()),
            ["A.MARKDOWN", "a/x.txt", "b.md"]
        );
    }

    #[test]
    fn what_is_no_text_is_named_and_the_rest_is_loaded() {
        let folder = folder(&[
            ("a.md", b"\xff\xfeA\0"),
            ("b.md", b"\x89PNG\0\xff"),
            ("c.md", b"caf\xe9\n"),
            ("d.md", b"a\0b"),
        ]);
        let loaded = read(&folder).unwrap();
        assert_eq!(files(&loaded), ["c.md", "d.md"]);
        assert_eq!(codes(&loaded), ["not-text", "not-text", "not-utf8"]);
        assert_eq!(loaded.sources[0].text, "caf\u{fffd}\n");
    }

    fn codes(loaded: &Loaded) -> Vec<&str> {
        loaded.diagnostics.iter().map(|fault| fault.code).collect()
    }

    #[cfg(unix)]
    #[test]
    fn a_link_back_is_not_followed_twice() {
        let folder = folder(&[("a/b.md", b"")]);
        std::os::unix::fs::symlink(folder.path(), folder.path().join("a/loop")).unwrap();
        let loaded = read(&folder).unwrap();
        assert_eq!(
            (files(&loaded), codes(&loaded)),
            (vec!["a/b.md"], vec!["loaded-twice"])
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_nowhere_is_named() {
        let folder = folder(&[("a.md", b"")]);
        std::os::unix::fs::symlink(folder.path().join("gone"), folder.path().join("team")).unwrap();
        std::os::unix::fs::symlink(folder.path().join("gone.md"), folder.path().join("b.md"))
            .unwrap();
        let loaded = read(&folder).unwrap();
        let paths: Vec<_> = loaded
            .diagnostics
            .iter()
            .map(|fault| fault.path.rsplit('/').next().unwrap())
            .collect();
        assert_eq!(
            (paths, codes(&loaded)),
            (vec!["b.md", "team"], vec!["unreadable", "unreadable"])
        );
    }

    #[test]
    fn a_folder_too_deep_is_named() {
        let deep = format!("{}a.md", "d/".repeat(33));
        let folder = folder(&[("b.md", b""), (&deep, b"")]);
        let loaded = read(&folder).unwrap();
        assert_eq!(
            (files(&loaded), codes(&loaded)),
            (vec!["b.md"], vec!["too-deep"])
        );
        assert!(
            loaded.diagnostics[0].path.ends_with("d/d"),
            "{}",
            loaded.diagnostics[0]
        );
    }

    #[test]
    fn what_is_reached_twice_is_loaded_once() {
        let folder = folder(&[("a.md", b""), ("b/c.md", b"")]);
        let path = |file: &str| Origin::Path(folder.path().join(file));
        let origins = [
            path(""),
            path("./a.md"),
            path("b"),
            path("b/../b/c.md"),
            Origin::Bundled,
            Origin::Bundled,
            path(""),
        ];
        let loaded = load(&origins).unwrap();
        assert_eq!(files(&loaded)[..2], ["a.md", "b/c.md"]);
        assert_eq!(loaded.sources.len(), 2 + bundled().count());
        assert_eq!(codes(&loaded), ["loaded-twice"; 5]);
        let parts_first = load(&[path("b/c.md"), path("")]).unwrap();
        assert_eq!(
            (files(&parts_first), codes(&parts_first)),
            (vec!["c.md", "a.md"], vec!["loaded-twice"])
        );
    }

    #[cfg(unix)]
    #[test]
    fn what_is_neither_a_file_nor_a_folder_is_not_opened() {
        let device = load(&[Origin::named("/dev/null")]).unwrap_err().to_string();
        assert_eq!(device, "/dev/null: is neither a file nor a folder");
        let folder = folder(&[("a.md", b"")]);
        let pipe = folder.path().join("pipe.md");
        assert!(
            std::process::Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .unwrap()
                .success()
        );
        let loaded = read(&folder).unwrap();
        assert_eq!(
            (files(&loaded), codes(&loaded)),
            (vec!["a.md"], vec!["unreadable"])
        );
        assert!(
            loaded.diagnostics[0]
                .message
                .contains("neither a file nor a folder"),
            "{}",
            loaded.diagnostics[0]
        );
        let alone = load(&[Origin::Path(pipe)]).unwrap_err().to_string();
        assert!(
            alone.ends_with("pipe.md: is neither a file nor a folder"),
            "{alone}"
        );
    }

    #[test]
    fn a_place_without_rules_is_an_error_that_says_what_to_do() {
        let folder = folder(&[("a.pdf", b"")]);
        assert!(
            read(&folder)
                .unwrap_err()
                .to_string()
                .ends_with("rules are files ending in .md, .markdown or .txt")
        );
        let missing = load(&[Origin::Path(folder.path().join("nowhere"))])
            .unwrap_err()
            .to_string();
        assert!(
            missing.contains("there is no such file or folder"),
            "{missing}"
        );
    }

    #[test]
    fn the_bundled_rules_are_borrowed() {
        assert!(bundled().all(|source| matches!(source.text, std::borrow::Cow::Borrowed(_))));
        assert!(bundled().any(|source| source.file == "kill-team/tomb-world.md"));
    }
}
