//! Which files there are, without reading them.

use std::ffi::OsString;
use std::fs::{self, FileType, Metadata};
use std::path::Path;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use rustc_hash::FxHashSet;

use super::{
    LoadError, Loaded, Origin, WORDS, bundled, folder_name, has_players_words, is_rules_file,
    is_setting, look, read, shown,
};
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{Source, Stamp};

/// Folders nested deeper than this are not searched.
const DEEPEST: usize = 32;

/// Of more bytes of rules no texts are held in memory, and what is made of them is made in processes of its own.
pub const LARGE: u64 = 8 * 1024 * 1024;

/// Of more files no texts are held either: to read them would keep a first frame waiting.
const MOST_FILES: usize = 500;

/// The files of some origins, in order.
#[derive(Debug, Default)]
pub struct Listing {
    /// What was found.
    pub entries: Vec<Entry>,
    /// When it was looked for, in nanoseconds since 1970.
    pub looked: u64,
}

/// Something that was found.
#[derive(Debug)]
pub enum Entry {
    /// A bundled file, or one that is still to be read.
    File(Arc<Source>),
    /// What cannot be looked into.
    Fault(Diagnostic),
}

/// Finds all files of all origins, in the order given; what is reached twice is there once. No file is opened.
///
/// # Errors
/// A path that does not exist, cannot be opened or is neither a file nor a folder, or a folder without any rules file.
pub fn find(origins: &[Origin]) -> Result<Listing, LoadError> {
    // The time from before: a change meanwhile is a later one.
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_nanos());
    let mut listing = Listing {
        looked: u64::try_from(now).unwrap_or(u64::MAX),
        ..Listing::default()
    };
    let mut seen = FxHashSet::default();
    for (index, origin) in origins.iter().enumerate() {
        match origin {
            Origin::Bundled if origins[..index].contains(origin) => {
                listing.twice("bundled", "these rules are")
            }
            Origin::Bundled => listing
                .entries
                .extend(bundled().map(Arc::new).map(Entry::File)),
            Origin::Path(path) => {
                let from = listing.entries.len();
                Finder {
                    root: path,
                    listing: &mut listing,
                    seen: &mut seen,
                }
                .origin()?;
                listing.look(from, &mut seen);
            }
            Origin::Words(settings) => listing
                .entries
                .extend(players_words(settings).map(Arc::new).map(Entry::File)),
        }
    }
    Ok(listing)
}

/// The player's own words, which come from no rules folder; nothing where there is no such file.
fn players_words(settings: &Path) -> Option<Source> {
    let path = settings.join(WORDS);
    let stamp = fs::metadata(&path)
        .map(|metadata| Stamp::of(&metadata))
        .unwrap_or_default();
    has_players_words(settings)
        .then(|| Source::unread(path, WORDS.to_owned(), String::new(), stamp))
}

/// Whether there is a document at a path: a file, or a folder with a file below it that has the name of one. It looks no
/// further than the first, and opens no file.
#[must_use]
pub fn has_documents(path: &Path) -> bool {
    fn below(path: &Path, depth: usize, seen: &mut FxHashSet<Identity>) -> bool {
        let Ok(metadata) = fs::metadata(path) else {
            return false;
        };
        if !metadata.is_dir() {
            return depth == 0
                || is_document(&path.file_name().unwrap_or_default().to_string_lossy());
        }
        if depth > DEEPEST || !seen.insert(identity(path, &metadata)) {
            return false;
        }
        let visible = |name: &OsString| !name.to_string_lossy().starts_with('.');
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        entries
            .map(|entry| entry.file_name())
            .filter(visible)
            .any(|name| below(&path.join(name), depth + 1, seen))
    }
    below(path, 0, &mut FxHashSet::default())
}

fn is_document(name: &str) -> bool {
    is_rules_file(name) && !is_setting(name)
}

impl Listing {
    /// The files with their texts, but those that are known by a digest: they need not be read to know what they say. Of very
    /// many no text is held in memory: each is read when it is needed.
    #[must_use]
    pub fn load(self) -> Loaded {
        let (files, bytes) = self.unknown();
        let many = files > MOST_FILES || bytes > LARGE;
        if many {
            self.take(|source, _| Some(source))
        } else {
            self.take(read_unknown)
        }
    }

    /// Reads all files.
    #[must_use]
    pub fn read(self) -> Loaded {
        self.take(read)
    }

    fn take(self, read: impl Fn(Source, &mut Vec<Diagnostic>) -> Option<Source>) -> Loaded {
        let mut loaded = Loaded {
            looked: self.looked,
            ..Loaded::default()
        };
        for entry in self.entries {
            match entry {
                Entry::File(source) => {
                    loaded
                        .sources
                        .extend(read(Arc::unwrap_or_clone(source), &mut loaded.diagnostics));
                }
                Entry::Fault(fault) => loaded.diagnostics.push(fault),
            }
        }
        loaded
    }

    /// What is wrong with what was found, as far as that is known.
    pub fn faults(&self) -> impl Iterator<Item = &Diagnostic> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Fault(fault) => Some(fault),
            Entry::File(_) => None,
        })
    }

    /// How many files are not known by a digest, and how many bytes they have.
    fn unknown(&self) -> (usize, u64) {
        let lengths = self.entries.iter().filter_map(|entry| match entry {
            Entry::File(source) if source.is_unread && !source.is_known() => {
                source.stamp.map(|stamp| stamp.length)
            }
            _ => None,
        });
        (lengths.clone().count(), lengths.sum())
    }

    /// Looks at the files from an entry on: at their sizes and times, and whether they are known by another path already.
    fn look(&mut self, from: usize, seen: &mut FxHashSet<Identity>) {
        let looked = look::look(&self.entries[from..]);
        for (entry, metadata) in self.entries[from..].iter_mut().zip(looked) {
            let (Entry::File(source), Some(metadata)) = (&mut *entry, metadata) else {
                continue;
            };
            Arc::make_mut(source).stamp = Some(Stamp::of(&metadata));
            let path = source.origin.as_deref().unwrap_or(Path::new(""));
            if !seen.insert(identity(path, &metadata)) {
                *entry = twice(&source.path, "this file is");
            }
        }
    }

    fn twice(&mut self, path: &str, what: &str) {
        self.entries.push(twice(path, what));
    }
}

fn twice(path: &str, what: &str) -> Entry {
    let message = format!("{what} loaded already, by another path or name");
    let fault = Diagnostic::of_file(path, Severity::Warning, "loaded-twice", message);
    Entry::Fault(fault.help("name it once; a folder comes with everything below it"))
}

fn read_unknown(source: Source, diagnostics: &mut Vec<Diagnostic>) -> Option<Source> {
    if source.is_known() {
        Some(source)
    } else {
        read(source, diagnostics)
    }
}

/// What tells one file or folder from all others, whatever paths lead to it.
#[cfg(unix)]
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(_: &Path, metadata: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

#[cfg(not(unix))]
type Identity = std::path::PathBuf;

#[cfg(not(unix))]
fn identity(path: &Path, _: &Metadata) -> Identity {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// A name in a folder, and what the folder says that it is.
type Named = (OsString, Option<FileType>);

struct Finder<'a> {
    root: &'a Path,
    listing: &'a mut Listing,
    /// Files and folders that were found, in this origin or one before it: links may lead back to them. Numbers of the system's:
    /// nobody who writes rules can choose many of one hash.
    seen: &'a mut FxHashSet<Identity>,
}

impl Finder<'_> {
    fn origin(mut self) -> Result<(), LoadError> {
        let unreadable = |error| LoadError::Unreadable(self.root.to_owned(), error);
        let metadata = fs::metadata(self.root).map_err(unreadable)?;
        if metadata.is_file() {
            let name = self
                .root
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let folder = self
                .root
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            self.file(self.root, name, &folder);
            return Ok(());
        }
        if !metadata.is_dir() {
            return Err(LoadError::NeitherFileNorFolder(self.root.to_owned()));
        }
        fs::read_dir(self.root).map_err(unreadable)?;
        let before = self.listing.entries.len();
        let folder = folder_name(self.root);
        self.folder(self.root, &metadata, "", &folder, 0);
        if self.listing.entries.len() == before {
            return Err(LoadError::Empty(self.root.to_owned()));
        }
        Ok(())
    }

    fn folder(&mut self, path: &Path, metadata: &Metadata, file: &str, folder: &str, depth: usize) {
        if depth > DEEPEST {
            let message =
                format!("folders more than {DEEPEST} deep are not searched; move its files up");
            return self.fault(path, "too-deep", message);
        }
        if !self.seen.insert(identity(path, metadata)) {
            return self.listing.twice(&shown(path), "this folder is");
        }
        let names = self.names(path);
        self.entries(path, &names, file, folder, depth);
    }

    /// Takes in what was listed; any of it may be gone by now.
    fn entries(&mut self, path: &Path, names: &[Named], file: &str, folder: &str, depth: usize) {
        for (name, kind) in names {
            let path = path.join(name);
            let name = name.to_string_lossy();
            let file = if file.is_empty() {
                name.clone().into_owned()
            } else {
                [file, "/", &name].concat()
            };
            if name.starts_with('.') {
                continue;
            }
            // What is surely a file is looked at later, together with all others.
            if kind.is_some_and(|kind| kind.is_file()) {
                if is_rules_file(&name) {
                    self.file(&path, file, folder);
                }
                continue;
            }
            match fs::metadata(&path) {
                Ok(metadata) if metadata.is_dir() => {
                    self.folder(&path, &metadata, &file, folder, depth + 1)
                }
                _ if is_rules_file(&name) => self.file(&path, file, folder),
                // It may be a folder of rules, and nobody can tell.
                Err(error) if !name.contains('.') => {
                    self.fault(
                        &path,
                        "unreadable",
                        format!("this cannot be looked into: {error}"),
                    );
                }
                _ => {}
            }
        }
    }

    /// The names of what a folder holds, sorted.
    fn names(&mut self, path: &Path) -> Vec<Named> {
        let entries = match fs::read_dir(path) {
            Ok(entries) => entries,
            Err(error) => {
                self.fault(
                    path,
                    "unreadable",
                    format!("this folder cannot be read: {error}"),
                );
                return Vec::new();
            }
        };
        let mut names = Vec::new();
        for entry in entries {
            match entry {
                Ok(entry) => names.push((entry.file_name(), entry.file_type().ok())),
                Err(error) => self.fault(
                    path,
                    "unreadable",
                    format!("a part of this folder cannot be read: {error}"),
                ),
            }
        }
        names.sort_unstable_by(|(name, _), (other, _)| name.cmp(other));
        names
    }

    fn file(&mut self, path: &Path, file: String, folder: &str) {
        let source = Source::unread(path.to_owned(), file, folder.to_owned(), Stamp::default());
        self.listing.entries.push(Entry::File(Arc::new(source)));
    }

    fn fault(&mut self, path: &Path, code: &'static str, message: String) {
        self.listing.entries.push(Entry::Fault(Diagnostic::of_file(
            &shown(path),
            Severity::Error,
            code,
            message,
        )));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_documents_where_a_file_below_it_has_the_name_of_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        assert!(!has_documents(folder.path()) && !has_documents(&path("none")));
        fs::create_dir_all(path("a/b")).unwrap();
        for file in ["game.yaml", "map.png", "a/.hidden.md"] {
            fs::write(path(file), "").unwrap();
        }
        assert!(!has_documents(folder.path()));
        fs::write(path("a/b/house.txt"), "").unwrap();
        assert!(has_documents(folder.path()) && has_documents(&path("a/b")));
        // A file that is named is read whatever it is called.
        assert!(has_documents(&path("map.png")));
    }

    #[cfg(unix)]
    #[test]
    fn folders_that_lead_back_to_themselves_are_looked_into_once() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a", "b", "c", "d"] {
            std::os::unix::fs::symlink(folder.path(), folder.path().join(name)).unwrap();
        }
        assert!(!has_documents(folder.path()));
    }

    #[test]
    fn what_vanishes_after_the_folder_was_listed_is_named_and_the_rest_is_loaded() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("c")).unwrap();
        for file in ["a.md", "b.md", "c/d.md", "e.md"] {
            fs::write(path(file), "").unwrap();
        }
        let (mut listing, mut seen) = (Listing::default(), FxHashSet::default());
        let mut finder = Finder {
            root: folder.path(),
            listing: &mut listing,
            seen: &mut seen,
        };
        let listed = finder.names(folder.path());
        fs::remove_file(path("b.md")).unwrap();
        fs::remove_dir_all(path("c")).unwrap();
        finder.entries(folder.path(), &listed, "", "rules", 0);
        listing.look(0, &mut seen);
        let loaded = listing.read();
        let files: Vec<_> = loaded
            .sources
            .iter()
            .map(|source| source.file.as_str())
            .collect();
        assert_eq!(files, ["a.md", "e.md"]);
        let named: Vec<_> = loaded
            .diagnostics
            .iter()
            .map(|fault| (fault.code, fault.path.as_str()))
            .collect();
        let [("unreadable", file), ("unreadable", inner)] = named.as_slice() else {
            panic!("{named:?}")
        };
        assert!(file.ends_with("b.md") && inner.ends_with('c'), "{named:?}");
    }
}
