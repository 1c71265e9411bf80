//! Finds rules files without reading them.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, Metadata};
use std::io;
use std::path::Path;

use super::listing::{Listing, Origin, SYNONYMS_FILE, bundled, has_synonyms_file, is_rules_file};
use crate::source::{Source, Stamp};

/// The maximum depth of nested folders. Deeper folders are reported instead of searched.
const MAX_DEPTH: usize = 32;

/// Finds the files of all origins, in the order of the origins. Does not open the files. A file in
/// two origins is listed once, unless it is the player's own `synonyms.yaml`.
///
/// # Errors
/// Fails if a path cannot be accessed, or is neither a file nor a folder. Also fails if a path is a
/// folder that cannot be opened, or in which neither rules files nor faults are found.
pub fn find(origins: &[Origin]) -> io::Result<Listing> {
    let mut walker = Walker::default();
    for (index, origin) in origins.iter().enumerate() {
        match origin {
            Origin::Bundled if origins[..index].contains(origin) => {
                walker.listing.loaded_twice("bundled", "these rules are");
            }
            Origin::Bundled => walker.listing.sources.extend(bundled()),
            Origin::Path(path) => walker.path(path)?,
            // A walker lists no file twice. A separate walker therefore lists the synonyms, in case
            // the settings folder is inside a rules folder.
            Origin::Synonyms(settings) if has_synonyms_file(settings) => {
                let mut own = Walker::default();
                let path = settings.join(SYNONYMS_FILE);
                let metadata = fs::metadata(&path).ok();
                own.file(&path, metadata.as_ref(), SYNONYMS_FILE.to_owned(), "");
                walker.listing.sources.extend(own.listing.sources);
            }
            Origin::Synonyms(_) => {}
        }
    }
    Ok(walker.listing)
}

/// Whether a path is a document or a folder with a document at any depth. A document at the path
/// itself may have any extension.
pub fn has_documents(path: &Path) -> bool {
    let found = find(&[Origin::Path(path.to_owned())]);
    found.is_ok_and(|listing| listing.documents().next().is_some())
}

/// Identifies a file or folder. All paths to it, such as symbolic links, have the same identity.
#[cfg(unix)]
fn identity(_: &Path, metadata: &Metadata) -> OsString {
    use std::os::unix::fs::MetadataExt;
    format!("{}:{}", metadata.dev(), metadata.ino()).into()
}

#[cfg(not(unix))]
fn identity(path: &Path, _: &Metadata) -> OsString {
    fs::canonicalize(path).map_or_else(|_| path.into(), Into::into)
}

#[derive(Default)]
struct Walker {
    listing: Listing,
    /// The identities of the files and folders found so far. Symbolic links can lead back to them.
    seen: HashSet<OsString>,
}

impl Walker {
    fn path(&mut self, path: &Path) -> io::Result<()> {
        let refused = |why: &str| io::Error::other(format!("{}: {why}", path.display()));
        let unreadable = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => refused("there is no such file or folder"),
            _ => refused(&format!("cannot be read: {error}")),
        };
        let metadata = fs::metadata(path).map_err(unreadable)?;
        if metadata.is_file() {
            let text =
                |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
            let (file, folder) = (text(path.file_name()), text(path.file_stem()));
            self.file(path, Some(&metadata), file, &folder);
            return Ok(());
        }
        if !metadata.is_dir() {
            return Err(refused("is neither a file nor a folder"));
        }
        fs::read_dir(path).map_err(unreadable)?;
        let found = |listing: &Listing| listing.sources.len() + listing.diagnostics.len();
        let before = found(&self.listing);
        self.folder(path, &metadata, "", &folder_name(path), 0);
        if found(&self.listing) == before {
            return Err(refused(
                "no rules in this folder; rules are files ending in .md, .markdown or .txt",
            ));
        }
        Ok(())
    }

    fn folder(&mut self, path: &Path, metadata: &Metadata, file: &str, folder: &str, depth: usize) {
        if depth > MAX_DEPTH {
            let message = format!(
                "this folder is more than {MAX_DEPTH} levels deep and is not searched; move its files up"
            );
            return self.listing.fault(path, "too-deep", message);
        }
        if !self.seen.insert(identity(path, metadata)) {
            let path = path.display().to_string();
            return self.listing.loaded_twice(&path, "this folder is");
        }
        let names = self.names(path);
        self.entries(path, &names, file, folder, depth);
    }

    /// Adds the entries `names` of a folder. Some of them may have vanished since the folder was
    /// listed.
    fn entries(&mut self, path: &Path, names: &[OsString], file: &str, folder: &str, depth: usize) {
        for name in names {
            let path = path.join(name);
            let name = name.to_string_lossy();
            let file = [file, "/", &name].concat();
            let file = file.trim_start_matches('/');
            if name.starts_with('.') {
                continue;
            }
            match fs::metadata(&path) {
                Ok(metadata) if metadata.is_dir() => {
                    self.folder(&path, &metadata, file, folder, depth + 1);
                }
                metadata if is_rules_file(&name) => {
                    self.file(&path, metadata.ok().as_ref(), file.to_owned(), folder);
                }
                // An entry without a dot in its name may be a folder of rules, so report that it
                // cannot be opened. Skip all other entries.
                Err(error) if !name.contains('.') => {
                    let message = format!("this cannot be opened: {error}");
                    self.listing.fault(&path, "unreadable", message);
                }
                _ => {}
            }
        }
    }

    /// Returns the sorted names of a folder's entries. A folder that cannot be read is reported.
    fn names(&mut self, path: &Path) -> Vec<OsString> {
        let names = fs::read_dir(path).and_then(|entries| {
            let names = entries.map(|entry| Ok(entry?.file_name()));
            names.collect::<io::Result<Vec<_>>>()
        });
        let mut names = names.unwrap_or_else(|error| {
            let message = format!("this folder cannot be read: {error}");
            self.listing.fault(path, "unreadable", message);
            Vec::new()
        });
        names.sort_unstable();
        names
    }

    /// Adds a file, or reports it if it was found before. A file without `metadata` cannot be
    /// opened, for example because it has vanished. It is added, and reported when it is read.
    fn file(&mut self, path: &Path, metadata: Option<&Metadata>, file: String, folder: &str) {
        let is_new = metadata.is_none_or(|metadata| self.seen.insert(identity(path, metadata)));
        let stamp = metadata.map(Stamp::of).unwrap_or_default();
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
