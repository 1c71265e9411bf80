//! Which files there are, without reading them.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::{self, FileType, Metadata};
use std::path::Path;

use super::listing::{Listing, LoadError, bundled};
use super::names::{WORDS, is_rules_file};
use super::origin::{Origin, has_players_words};
use crate::source::{Source, Stamp};

/// Folders nested deeper than this are not searched.
const DEEPEST: usize = 32;

/// Finds all files of all origins, in the order given, each once. No file is opened.
///
/// # Errors
/// A path that does not exist, cannot be opened or is neither a file nor a folder, or a folder without any rules file.
pub fn find(origins: &[Origin]) -> Result<Listing, LoadError> {
    let mut walker = Walker::default();
    for (index, origin) in origins.iter().enumerate() {
        match origin {
            Origin::Bundled if origins[..index].contains(origin) => {
                walker.listing.loaded_twice("bundled", "these rules are");
            }
            Origin::Bundled => walker.listing.sources.extend(bundled()),
            Origin::Path(path) => walker.path(path)?,
            // They belong to no rules folder, even if one contains the settings.
            Origin::Words(settings) if has_players_words(settings) => {
                let mut words = Walker::default();
                words.file(&settings.join(WORDS), WORDS.to_owned(), "");
                walker.listing.sources.extend(words.listing.sources);
            }
            Origin::Words(_) => {}
        }
    }
    Ok(walker.listing)
}

/// Whether a path is a file, or a folder with a document at any depth. It looks no further than the first, and opens no
/// file.
pub fn has_documents(path: &Path) -> bool {
    let mut walker = Walker {
        wants_one: true,
        ..Walker::default()
    };
    walker.path(path).is_ok() && walker.has_document()
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

/// A name in a folder, and its type if the folder tells.
type Named = (OsString, Option<FileType>);

#[derive(Default)]
struct Walker {
    listing: Listing,
    /// Files and folders found so far: links may lead back to them.
    seen: HashSet<Identity>,
    /// Whether the first document is enough.
    wants_one: bool,
}

impl Walker {
    fn path(&mut self, path: &Path) -> Result<(), LoadError> {
        let unreadable = |error| LoadError::Unreadable(path.to_owned(), error);
        let metadata = fs::metadata(path).map_err(unreadable)?;
        if metadata.is_file() {
            let text = |part: Option<&std::ffi::OsStr>| {
                part.unwrap_or_default().to_string_lossy().into_owned()
            };
            self.file(path, text(path.file_name()), &text(path.file_stem()));
            return Ok(());
        }
        if !metadata.is_dir() {
            return Err(LoadError::NeitherFileNorFolder(path.to_owned()));
        }
        fs::read_dir(path).map_err(unreadable)?;
        let found = |listing: &Listing| listing.sources.len() + listing.diagnostics.len();
        let before = found(&self.listing);
        self.folder(path, &metadata, "", &folder_name(path), 0);
        if found(&self.listing) == before {
            return Err(LoadError::Empty(path.to_owned()));
        }
        Ok(())
    }

    fn has_document(&self) -> bool {
        self.listing.documents().next().is_some()
    }

    fn folder(&mut self, path: &Path, metadata: &Metadata, file: &str, folder: &str, depth: usize) {
        if depth > DEEPEST {
            let message =
                format!("folders more than {DEEPEST} deep are not searched; move its files up");
            return self.listing.fault(path, "too-deep", message);
        }
        if !self.seen.insert(identity(path, metadata)) {
            let path = path.display().to_string();
            return self.listing.loaded_twice(&path, "this folder is");
        }
        let names = self.names(path);
        self.entries(path, &names, file, folder, depth);
    }

    /// Adds the entries of a folder; any of them may be gone by now.
    fn entries(&mut self, path: &Path, names: &[Named], file: &str, folder: &str, depth: usize) {
        for (name, kind) in names {
            if self.wants_one && self.has_document() {
                return;
            }
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
            if kind.is_some_and(|kind| kind.is_file()) {
                if is_rules_file(&name) {
                    self.file(&path, file, folder);
                }
                continue;
            }
            match fs::metadata(&path) {
                Ok(metadata) if metadata.is_dir() => {
                    self.folder(&path, &metadata, &file, folder, depth + 1);
                }
                _ if is_rules_file(&name) => self.file(&path, file, folder),
                // It may be a folder of rules; nobody can tell.
                Err(error) if !name.contains('.') => {
                    let message = format!("this cannot be looked into: {error}");
                    self.listing.fault(&path, "unreadable", message);
                }
                _ => {}
            }
        }
    }

    /// The names in a folder, sorted.
    fn names(&mut self, path: &Path) -> Vec<Named> {
        let entries = match fs::read_dir(path) {
            Ok(entries) => entries,
            Err(error) => {
                let message = format!("this folder cannot be read: {error}");
                self.listing.fault(path, "unreadable", message);
                return Vec::new();
            }
        };
        let mut names = Vec::new();
        for entry in entries {
            match entry {
                Ok(entry) => names.push((entry.file_name(), entry.file_type().ok())),
                Err(error) => {
                    let message = format!("a part of this folder cannot be read: {error}");
                    self.listing.fault(path, "unreadable", message);
                }
            }
        }
        names.sort_unstable_by(|(name, _), (other, _)| name.cmp(other));
        names
    }

    /// Adds a file. One that has vanished since its folder was listed is a fault when it is read.
    fn file(&mut self, path: &Path, file: String, folder: &str) {
        let metadata = fs::metadata(path).ok();
        let is_new = metadata
            .as_ref()
            .is_none_or(|metadata| self.seen.insert(identity(path, metadata)));
        let stamp = metadata.as_ref().map(Stamp::of).unwrap_or_default();
        let source = Source::unread(path.to_owned(), file, folder.to_owned(), stamp);
        if is_new {
            self.listing.sources.push(source);
        } else {
            self.listing.loaded_twice(&source.path, "this file is");
        }
    }
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

#[cfg(test)]
mod tests;
