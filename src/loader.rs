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

mod decode;

/// A larger file is refused: no rules document is as long, and its tree would not fit a small machine.
pub const LARGEST_FILE: u64 = 32 * 1024 * 1024;

/// Folders nested deeper than this are not searched.
const DEEPEST: usize = 32;

/// Files that say something about a game and hold no rules.
const SETTINGS: [&str; 2] = ["game.yaml", "synonyms.yaml"];

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
            Self::NeitherFileNorFolder(path) => write!(f, "{}: is neither a file nor a folder", shown(path)),
            Self::Empty(path) => {
                write!(f, "{}: no rules in this folder; rules are files ending in .md, .markdown or .txt", shown(path))
            }
        }
    }
}

impl std::error::Error for LoadError {}

/// Reads all origins, in the order given; what is reached twice is loaded once.
///
/// # Errors
/// A path that does not exist, cannot be opened or is neither a file nor a folder, or a folder without any rules file.
pub fn load(origins: &[Origin]) -> Result<Loaded, LoadError> {
    let mut loaded = Loaded::default();
    let mut seen = HashSet::new();
    for (index, origin) in origins.iter().enumerate() {
        match origin {
            Origin::Bundled if origins[..index].contains(origin) => loaded.twice("bundled", "these rules are"),
            Origin::Bundled => loaded.sources.extend(bundled()),
            Origin::Path(path) => Reader { root: path, loaded: &mut loaded, seen: &mut seen }.origin()?,
        }
    }
    Ok(loaded)
}

impl Loaded {
    /// The files that are documents: all but the settings of games.
    pub fn documents(&self) -> impl Iterator<Item = &Source> {
        let is_setting = |source: &Source| source.file.rsplit('/').next().is_some_and(|name| SETTINGS.contains(&name));
        self.sources.iter().filter(move |source| !is_setting(source))
    }

    fn twice(&mut self, path: &str, what: &str) {
        let message = format!("{what} loaded already, by another path or name");
        let fault = Diagnostic::of_file(path, Severity::Warning, "loaded-twice", message);
        self.diagnostics.push(fault.help("name it once; a folder comes with everything below it"));
    }
}

/// The bundled rules, borrowed from the binary.
pub fn bundled() -> impl Iterator<Item = Source> {
    crate::bundled::files()
        .map(|(file, text)| Source::new(format!("rules/{file}"), file.to_owned(), "rules".to_owned(), text))
}

struct Reader<'a> {
    root: &'a Path,
    loaded: &'a mut Loaded,
    /// Files and folders that were read, from this origin or one before it: links may lead back to them.
    seen: &'a mut HashSet<PathBuf>,
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
        if !metadata.is_dir() {
            return Err(LoadError::NeitherFileNorFolder(self.root.to_owned()));
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

    /// Whether a file or folder is reached for the first time.
    fn is_new(&mut self, path: &Path) -> bool {
        self.seen.insert(fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()))
    }

    fn folder(&mut self, path: &Path, file: &str, folder: &str, depth: usize) {
        if depth > DEEPEST {
            let message = format!("folders more than {DEEPEST} deep are not searched; move its files up");
            return self.fault(path, "too-deep", message);
        }
        if !self.is_new(path) {
            return self.loaded.twice(&shown(path), "this folder is");
        }
        let names = self.names(path);
        self.entries(path, &names, file, folder, depth);
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
            match fs::metadata(&path) {
                Ok(metadata) if metadata.is_dir() => self.folder(&path, &file, folder, depth + 1),
                _ if is_rules_file(&name) => self.file(&path, file, folder),
                // It may be a folder of rules, and nobody can tell.
                Err(error) if !name.contains('.') => {
                    self.fault(&path, "unreadable", format!("this cannot be looked into: {error}"));
                }
                _ => {}
            }
        }
    }

    /// The names of what a folder holds, sorted.
    fn names(&mut self, path: &Path) -> Vec<OsString> {
        let entries = match fs::read_dir(path) {
            Ok(entries) => entries,
            Err(error) => {
                self.fault(path, "unreadable", format!("this folder cannot be read: {error}"));
                return Vec::new();
            }
        };
        let mut names = Vec::new();
        for entry in entries {
            match entry {
                Ok(entry) => names.push(entry.file_name()),
                Err(error) => self.fault(path, "unreadable", format!("a part of this folder cannot be read: {error}")),
            }
        }
        names.sort();
        names
    }

    fn file(&mut self, path: &Path, file: String, folder: &str) {
        if !self.is_new(path) {
            return self.loaded.twice(&shown(path), "this file is");
        }
        let bytes = match read(path) {
            Ok(bytes) => bytes,
            Err((code, message)) => return self.fault(path, code, message),
        };
        let decoded = match decode::decode(bytes) {
            Ok(decoded) => decoded,
            Err(message) => return self.fault(path, "not-text", message.to_owned()),
        };
        let source = Source::new(shown(path), file, folder.to_owned(), decoded.text);
        if let Some(at) = decoded.invalid_from {
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

/// The bytes of a file, or the code and the message of why there are none. What is too large is not opened, nor what is no
/// regular file: opening a pipe would wait for its writer.
fn read(path: &Path) -> Result<Vec<u8>, (&'static str, String)> {
    let unreadable = |error| ("unreadable", format!("this file cannot be read: {error}"));
    let metadata = fs::metadata(path).map_err(unreadable)?;
    if !metadata.is_file() {
        return Err(("unreadable", "this is neither a file nor a folder".to_owned()));
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
    matches!(extension.as_str(), "md" | "markdown" | "txt") || SETTINGS.contains(&name)
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
        assert_eq!((files(&loaded), codes(&loaded)), (vec!["a/b.md"], vec!["loaded-twice"]));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_nowhere_is_named() {
        let folder = folder(&[("a.md", b"")]);
        std::os::unix::fs::symlink(folder.path().join("gone"), folder.path().join("team")).unwrap();
        std::os::unix::fs::symlink(folder.path().join("gone.md"), folder.path().join("b.md")).unwrap();
        let loaded = read(&folder).unwrap();
        let paths: Vec<_> = loaded.diagnostics.iter().map(|fault| fault.path.rsplit('/').next().unwrap()).collect();
        assert_eq!((paths, codes(&loaded)), (vec!["b.md", "team"], vec!["unreadable", "unreadable"]));
    }

    #[test]
    fn a_folder_too_deep_is_named() {
        let deep = format!("{}a.md", "d/".repeat(DEEPEST + 1));
        let folder = folder(&[("b.md", b""), (&deep, b"")]);
        let loaded = read(&folder).unwrap();
        assert_eq!((files(&loaded), codes(&loaded)), (vec!["b.md"], vec!["too-deep"]));
        assert!(loaded.diagnostics[0].path.ends_with("d/d"), "{}", loaded.diagnostics[0]);
    }

    #[test]
    fn what_is_reached_twice_is_loaded_once() {
        let folder = folder(&[("a.md", b""), ("b/c.md", b"")]);
        let path = |file: &str| Origin::Path(folder.path().join(file));
        let origins =
            [path(""), path("./a.md"), path("b"), path("b/../b/c.md"), Origin::Bundled, Origin::Bundled, path("")];
        let loaded = load(&origins).unwrap();
        assert_eq!(files(&loaded)[..2], ["a.md", "b/c.md"]);
        assert_eq!(loaded.sources.len(), 2 + bundled().count());
        assert_eq!(codes(&loaded), ["loaded-twice"; 5]);
        let parts_first = load(&[path("b/c.md"), path("")]).unwrap();
        assert_eq!((files(&parts_first), codes(&parts_first)), (vec!["c.md", "a.md"], vec!["loaded-twice"]));
    }

    #[cfg(unix)]
    #[test]
    fn what_is_neither_a_file_nor_a_folder_is_not_opened() {
        let device = load(&[Origin::named("/dev/null")]).unwrap_err().to_string();
        assert_eq!(device, "/dev/null: is neither a file nor a folder");
        let folder = folder(&[("a.md", b"")]);
        let pipe = folder.path().join("pipe.md");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let loaded = read(&folder).unwrap();
        assert_eq!((files(&loaded), codes(&loaded)), (vec!["a.md"], vec!["unreadable"]));
        assert!(loaded.diagnostics[0].message.contains("neither a file nor a folder"), "{}", loaded.diagnostics[0]);
        let alone = load(&[Origin::Path(pipe)]).unwrap_err().to_string();
        assert!(alone.ends_with("pipe.md: is neither a file nor a folder"), "{alone}");
    }

    #[test]
    fn what_vanishes_after_the_folder_was_listed_is_named_and_the_rest_is_loaded() {
        let folder = folder(&[("a.md", b""), ("b.md", b""), ("c/d.md", b""), ("e.md", b"")]);
        let (mut loaded, mut seen) = (Loaded::default(), HashSet::new());
        let mut reader = Reader { root: folder.path(), loaded: &mut loaded, seen: &mut seen };
        let listed = reader.names(folder.path());
        fs::remove_file(folder.path().join("b.md")).unwrap();
        fs::remove_dir_all(folder.path().join("c")).unwrap();
        reader.entries(folder.path(), &listed, "", "rules", 0);
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
