//! Finds rules files without reading them.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::listing::{
    DocumentKind, Listing, Origin, SYNONYMS_FILE, UnreadFiles, bundled, document_kind,
    has_synonyms_file, is_rules_file,
};
use crate::platform::files::identity;
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
    let mut finder = FileFinder::default();
    for (index, origin) in origins.iter().enumerate() {
        match origin {
            Origin::Bundled if origins[..index].contains(origin) => {}
            Origin::Bundled => finder.listing.sources.extend(bundled()),
            Origin::Path(path) => finder.path(path)?,
            // Listed even if the settings folder is inside a rules folder that was searched.
            Origin::Synonyms(settings) if has_synonyms_file(settings) => {
                let path = settings.join(SYNONYMS_FILE);
                let stamp = fs::metadata(&path)
                    .as_ref()
                    .map(Stamp::of)
                    .unwrap_or_default();
                let source = Source::unread(path, SYNONYMS_FILE.to_owned(), String::new(), stamp);
                finder.listing.sources.push(source);
            }
            Origin::Synonyms(_) => {}
        }
    }
    Ok(finder.listing)
}

/// Whether a path is a document or a folder with a document at any depth. A document at the path
/// itself may have any extension.
pub fn has_documents(path: &Path) -> bool {
    let found = find(&[Origin::Path(path.to_owned())]);
    found.is_ok_and(|listing| listing.documents().next().is_some())
}

#[derive(Default)]
struct FileFinder {
    listing: Listing,
    /// The identities of the files and folders found so far. Symbolic links can lead back to them.
    seen: HashSet<OsString>,
}

impl FileFinder {
    fn path(&mut self, path: &Path) -> io::Result<()> {
        let refused = |why: &str| io::Error::other(format!("{}: {why}", path.display()));
        let unreadable = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => refused("there is no such file or folder"),
            _ => refused(&format!("cannot be read: {error}")),
        };
        let metadata = fs::metadata(path).map_err(unreadable)?;
        if metadata.is_file() {
            let file = text(path.file_name().unwrap_or_default());
            let folder = text(path.file_stem().unwrap_or_default());
            self.file(path, &metadata, file, &folder);
            return Ok(());
        }
        if !metadata.is_dir() {
            return Err(refused("is neither a file nor a folder"));
        }
        fs::read_dir(path).map_err(unreadable)?;
        let found = |listing: &Listing| listing.sources.len() + listing.diagnostics.len();
        let before = found(&self.listing);
        let unread = self.folder(path);
        if found(&self.listing) == before {
            let mut why =
                "no rules in this folder; rules are files ending in .md, .txt, .html, .epub or .pdf"
                    .to_owned();
            for fault in unread.faults() {
                why = format!("{why}\n{fault}");
            }
            return Err(refused(&why));
        }
        self.listing.diagnostics.extend(unread.faults());
        Ok(())
    }

    /// Lists the files of a folder. Returns those that may contain rules but are not read.
    fn folder(&mut self, root: &Path) -> UnreadFiles {
        let mut unread = UnreadFiles::default();
        let named = |path: &Path| path.file_name().map(text);
        let name = named(root).or_else(|| named(&fs::canonicalize(root).ok()?));
        let name = name.unwrap_or_else(|| "rules".to_owned());
        let walk = WalkDir::new(root).follow_links(true).sort_by_file_name();
        let is_shown = |entry: &DirEntry| entry.depth() == 0 || !is_hidden(entry.path());
        let mut entries = walk.into_iter().filter_entry(is_shown);
        while let Some(entry) = entries.next() {
            let found = entry.and_then(|entry| Ok((entry.metadata()?, entry)));
            if let Ok((_, entry)) = &found
                && entry.path_is_symlink()
            {
                self.listing.links.push(entry.path().to_owned());
            }
            match found {
                Ok((metadata, entry)) if metadata.is_dir() => {
                    if !self.enters(&entry, &metadata) {
                        entries.skip_current_dir();
                    }
                }
                Ok((metadata, entry)) if is_rules_file(&text(entry.file_name())) => {
                    let path = entry.path();
                    if let Some(corrected) = corrected(path) {
                        self.listing.replaced(path, &corrected);
                        continue;
                    }
                    let below = path.strip_prefix(root).unwrap_or(path);
                    let file: Vec<_> = below.iter().map(text).collect();
                    self.file(path, &metadata, file.join("/"), &name);
                }
                Ok((_, entry)) => unread.add(&text(entry.file_name()), entry.path()),
                Err(error) => self.unopened(&error),
            }
        }
        unread
    }

    /// Whether to enter a folder. Reports a folder that is too deep or that was entered before.
    fn enters(&mut self, folder: &DirEntry, metadata: &Metadata) -> bool {
        let path = folder.path();
        if is_saved_beside(path) {
            return false;
        }
        if folder.depth() > MAX_DEPTH {
            let message = format!(
                "this folder is more than {MAX_DEPTH} levels deep and is not searched; move its files up"
            );
            self.listing.fault(path, "too-deep", message);
            return false;
        }
        let is_new = self.seen.insert(identity(path, metadata));
        if is_new {
            self.listing.folders.push(path.to_owned());
        } else {
            self.listing.loaded_twice(path, "this folder is");
        }
        is_new
    }

    /// Reports a symbolic link back to a folder that contains it. Also reports an entry that cannot
    /// be opened, if it may be a folder (its name has no dot) or a rules file.
    fn unopened(&mut self, error: &walkdir::Error) {
        let Some(path) = error.path().filter(|path| !is_hidden(path)) else {
            return;
        };
        let name = text(path.file_name().unwrap_or_default());
        match error.io_error() {
            None => self.listing.loaded_twice(path, "this folder is"),
            Some(error) if is_rules_file(&name) || !name.contains('.') || path.is_dir() => {
                let message = format!("this cannot be opened: {error}");
                self.listing.fault(path, "unreadable", message);
            }
            Some(_) => {}
        }
    }

    /// Adds a file, or reports it if it was found before.
    fn file(&mut self, path: &Path, metadata: &Metadata, file: String, folder: &str) {
        if self.seen.insert(identity(path, metadata)) {
            let stamp = Stamp::of(metadata);
            let source = Source::unread(path.to_owned(), file, folder.to_owned(), stamp);
            self.listing.sources.push(source);
        } else {
            self.listing.loaded_twice(path, "this file is");
        }
    }
}

fn text(name: &OsStr) -> String {
    name.to_string_lossy().into_owned()
}

/// Returns the text that a reader has made of a file in another format: `book.md` beside `book.pdf`.
fn corrected(path: &Path) -> Option<PathBuf> {
    let kind = document_kind(&path.file_name()?.to_string_lossy())?;
    if kind == DocumentKind::Text {
        return None;
    }
    let corrected = path.with_extension("md");
    corrected.is_file().then_some(corrected)
}

/// Whether a folder has the pictures and frames of a page beside it: `rules_files` beside
/// `rules.html`.
fn is_saved_beside(folder: &Path) -> bool {
    let name = text(folder.file_name().unwrap_or_default());
    let stem = name.strip_suffix("_files").filter(|stem| !stem.is_empty());
    stem.is_some_and(|stem| {
        let page = |extension| folder.with_file_name(format!("{stem}.{extension}"));
        ["html", "htm"]
            .into_iter()
            .any(|extension| page(extension).is_file())
    })
}

/// Whether a path is hidden, or is the folder in which npm puts the packages of a website.
fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| {
        let name = text(name);
        name.starts_with('.') || name == "node_modules"
    })
}

#[cfg(test)]
mod tests;
