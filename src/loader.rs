//! Finds the files of the rules and reads them, in a stable order. The only reader of the rules' files.
//!
//! What cannot be read is said by name and the rest is loaded; only a place that holds no rules at all is an error.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{Source, Span};

mod bundled {
    include!(concat!(env!("OUT_DIR"), "/bundled.rs"));
}

/// A larger file is refused: no rules document is as long, and its tree would not fit a small machine.
pub const LARGEST_FILE: u64 = 32 * 1024 * 1024;

/// Folders nested deeper than this are not searched.
const DEEPEST: usize = 32;

/// Where rules come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The rules in the binary.
    Bundled,
    /// A folder or a file.
    Path(PathBuf),
}

impl Origin {
    /// The origin a user names: `bundled`, or a path.
    #[must_use]
    pub fn named(name: &str) -> Self {
        if name == "bundled" { Self::Bundled } else { Self::Path(PathBuf::from(name)) }
    }
}

/// What was read.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The files, in order.
    pub sources: Vec<Source>,
    /// What could not be read.
    pub diagnostics: Vec<Diagnostic>,
}

/// Why there is nothing to load.
#[derive(Debug)]
pub enum LoadError {
    /// The path is not there or cannot be opened.
    Unreadable(PathBuf, io::Error),
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
            Self::Empty(path) => {
                write!(f, "{}: no rules in this folder; rules are files ending in .md, .markdown or .txt", shown(path))
            }
        }
    }
}

impl std::error::Error for LoadError {}

/// Reads all origins, in the order given.
///
/// # Errors
/// A path that does not exist or cannot be opened, or a folder without any rules file.
pub fn load(origins: &[Origin]) -> Result<Loaded, LoadError> {
    let mut loaded = Loaded::default();
    for origin in origins {
        match origin {
            Origin::Bundled => loaded.sources.extend(bundled()),
            Origin::Path(path) => Reader { root: path, loaded: &mut loaded, seen: HashSet::new() }.origin()?,
        }
    }
    Ok(loaded)
}

/// The bundled rules, borrowed from the binary.
pub fn bundled() -> impl Iterator<Item = Source> {
    bundled::FILES
        .iter()
        .map(|(file, text)| Source::new(format!("rules/{file}"), (*file).to_owned(), "rules".to_owned(), *text))
}

struct Reader<'a> {
    root: &'a Path,
    loaded: &'a mut Loaded,
    /// Folders that were entered: a link back to one is not followed again.
    seen: HashSet<PathBuf>,
}

impl Reader<'_> {
    fn origin(mut self) -> Result<(), LoadError> {
        let unreadable = |error| LoadError::Unreadable(self.root.to_owned(), error);
        let metadata = fs::metadata(self.root).map_err(unreadable)?;
        if metadata.is_file() {
            let name = self.root.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let folder = self.root.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            self.file(self.root, name, &folder);
            return Ok(());
        }
        fs::read_dir(self.root).map_err(unreadable)?;
        let before = self.loaded.sources.len() + self.loaded.diagnostics.len();
        let folder = folder_name(self.root);
        self.folder(self.root, "", &folder, 0);
        if self.loaded.sources.len() + self.loaded.diagnostics.len() == before {
            return Err(LoadError::Empty(self.root.to_owned()));
        }
        Ok(())
    }

    fn folder(&mut self, path: &Path, file: &str, folder: &str, depth: usize) {
        let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if depth > DEEPEST || !self.seen.insert(real) {
            return;
        }
        match names(path) {
            Ok(names) => self.entries(path, &names, file, folder, depth),
            Err(error) => self.fault(path, "unreadable", format!("this folder cannot be read: {error}")),
        }
    }

    /// Reads what was listed; any of it may be gone by now.
    fn entries(&mut self, path: &Path, names: &[OsString], file: &str, folder: &str, depth: usize) {
        for name in names {
            let path = path.join(name);
            let name = name.to_string_lossy();
            let file = if file.is_empty() { name.clone().into_owned() } else { format!("{file}/{name}") };
            if name.starts_with('.') {
                continue;
            }
            if path.is_dir() {
                self.folder(&path, &file, folder, depth + 1);
            } else if is_rules_file(&name) {
                self.file(&path, file, folder);
            }
        }
    }

    fn file(&mut self, path: &Path, file: String, folder: &str) {
        let bytes = match read(path) {
            Ok(bytes) => bytes,
            Err((code, message)) => return self.fault(path, code, message),
        };
        let (text, invalid) = match String::from_utf8(bytes) {
            Ok(text) => (text, None),
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let bytes = error.into_bytes();
                if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
                    return self.fault(path, "not-text", "this file is UTF-16; save it as UTF-8".to_owned());
                }
                if bytes.contains(&0) {
                    return self.fault(path, "not-text", "this file is not text; it is left out".to_owned());
                }
                (String::from_utf8_lossy(&bytes).into_owned(), Some(at))
            }
        };
        let source = Source::new(shown(path), file, folder.to_owned(), text);
        if let Some(at) = invalid {
            let message = "not UTF-8 from here on; unreadable bytes are shown as \u{fffd}";
            let fault = Diagnostic::at(&source, Span::new(at, at + 3), Severity::Warning, "not-utf8", message);
            self.loaded.diagnostics.push(fault.help("save the file as UTF-8"));
        }
        self.loaded.sources.push(source);
    }

    fn fault(&mut self, path: &Path, code: &'static str, message: String) {
        self.loaded.diagnostics.push(Diagnostic::of_file(&shown(path), Severity::Error, code, message));
    }
}

/// The names in a folder, in order.
fn names(folder: &Path) -> io::Result<Vec<OsString>> {
    let mut names: Vec<_> =
        fs::read_dir(folder)?.filter_map(|entry| entry.ok().map(|entry| entry.file_name())).collect();
    names.sort();
    Ok(names)
}

/// The bytes of a file, or the code and the message of why there are none. What is too large or no file is not opened.
fn read(path: &Path) -> Result<Vec<u8>, (&'static str, String)> {
    let unreadable = |error| ("unreadable", format!("this file cannot be read: {error}"));
    let metadata = fs::metadata(path).map_err(unreadable)?;
    if !metadata.is_file() {
        return Err(("unreadable", "not a regular file".to_owned()));
    }
    let mut bytes = Vec::new();
    if metadata.len() <= LARGEST_FILE {
        // It may grow while it is read.
        fs::File::open(path)
            .and_then(|file| file.take(LARGEST_FILE + 1).read_to_end(&mut bytes))
            .map_err(unreadable)?;
    }
    let length = metadata.len().max(bytes.len() as u64);
    if length > LARGEST_FILE {
        let megabytes = |bytes: u64| bytes / (1024 * 1024);
        let (size, most) = (megabytes(length), megabytes(LARGEST_FILE));
        return Err(("too-large", format!("{size} MB: files over {most} MB are not loaded; split it")));
    }
    Ok(bytes)
}

fn is_rules_file(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_lowercase();
    matches!(extension.as_str(), "md" | "markdown" | "txt") || matches!(name, "game.yaml" | "synonyms.yaml")
}

fn folder_name(path: &Path) -> String {
    let named = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
    named(path).or_else(|| named(&fs::canonicalize(path).ok()?)).unwrap_or_else(|| "rules".to_owned())
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(loaded: &Loaded) -> Vec<&str> {
        loaded.sources.iter().map(|source| source.file.as_str()).collect()
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
        let folder =
            folder(&[("b.md", b""), ("a/x.txt", b""), ("a/notes.pdf", b""), (".git/c.md", b""), ("A.MARKDOWN", b"")]);
        assert_eq!(files(&read(&folder).unwrap()), ["A.MARKDOWN", "a/x.txt", "b.md"]);
    }

    #[test]
    fn what_is_no_text_is_named_and_the_rest_is_loaded() {
        let folder =
            folder(&[("a.md", b"\xff\xfeA\0"), ("b.md", b"\x89PNG\0\xff"), ("c.md", b"caf\xe9\n"), ("d.md", b"a\0b")]);
        let loaded = read(&folder).unwrap();
        assert_eq!(files(&loaded), ["c.md", "d.md"]);
        let codes: Vec<_> = loaded.diagnostics.iter().map(|fault| fault.code).collect();
        assert_eq!(codes, ["not-text", "not-text", "not-utf8"]);
        assert_eq!(loaded.sources[0].text, "caf\u{fffd}\n");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_back_is_not_followed_twice() {
        let folder = folder(&[("a/b.md", b"")]);
        std::os::unix::fs::symlink(folder.path(), folder.path().join("a/loop")).unwrap();
        assert_eq!(files(&read(&folder).unwrap()), ["a/b.md"]);
    }

    #[test]
    fn what_vanishes_after_the_folder_was_listed_is_named_and_the_rest_is_loaded() {
        let folder = folder(&[("a.md", b""), ("b.md", b""), ("c/d.md", b""), ("e.md", b"")]);
        let listed = names(folder.path()).unwrap();
        fs::remove_file(folder.path().join("b.md")).unwrap();
        fs::remove_dir_all(folder.path().join("c")).unwrap();
        let mut loaded = Loaded::default();
        let mut reader = Reader { root: folder.path(), loaded: &mut loaded, seen: HashSet::new() };
        reader.entries(folder.path(), &listed, "", "rules", 0);
        reader.folder(&folder.path().join("c"), "c", "rules", 1);
        assert_eq!(files(&loaded), ["a.md", "e.md"]);
        let named: Vec<_> = loaded.diagnostics.iter().map(|fault| (fault.code, fault.path.as_str())).collect();
        let [("unreadable", file), ("unreadable", inner)] = named.as_slice() else { panic!("{named:?}") };
        assert!(file.ends_with("b.md") && inner.ends_with('c'), "{named:?}");
    }

    #[test]
    fn a_place_without_rules_is_an_error_that_says_what_to_do() {
        let folder = folder(&[("a.pdf", b"")]);
        assert!(read(&folder).unwrap_err().to_string().ends_with("rules are files ending in .md, .markdown or .txt"));
        let missing = load(&[Origin::Path(folder.path().join("nowhere"))]).unwrap_err().to_string();
        assert!(missing.contains("there is no such file or folder"), "{missing}");
    }

    #[test]
    fn the_bundled_rules_are_borrowed() {
        assert!(bundled().all(|source| matches!(source.text, std::borrow::Cow::Borrowed(_))));
        assert!(bundled().any(|source| source.file == "kill-team/tomb-world.md"));
    }
}
