//! Finds the files of images.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::source::Source;

/// The maximum number of files and folders that a search for an image's name visits.
const MAX_ENTRIES: usize = 100_000;

/// Finds the file of an image by its path in a document. The path is tried relative to the
/// document, then relative to the rules folder. If neither leads to a file in the rules folder,
/// finds any file of the same name there. Never returns a file outside the rules folder.
pub fn image(document: &Source, path: &str) -> Option<PathBuf> {
    let file = document.origin.as_deref()?;
    let depth = document.file.split('/').count();
    let root = file.ancestors().nth(depth)?.canonicalize().ok()?;
    let inside = |path: PathBuf| {
        let path = path.canonicalize().ok()?;
        (path.starts_with(&root) && path.is_file()).then_some(path)
    };
    let name = Path::new(path).file_name()?;
    inside(file.with_file_name("").join(path))
        .or_else(|| inside(root.join(path.trim_start_matches('/'))))
        .or_else(|| inside(named(&root, name)?))
}

/// Finds a file by its name in a folder and its subfolders.
fn named(root: &Path, name: &OsStr) -> Option<PathBuf> {
    let mut folders = vec![root.to_owned()];
    let mut left = MAX_ENTRIES;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            left = left.checked_sub(1)?;
            if entry.file_name() == name && entry.path().is_file() {
                return Some(entry.path());
            }
            // Links to folders are not followed, because they may lead back to a folder above.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(entry.path());
            }
        }
    }
    None
}
