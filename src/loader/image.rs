//! Finds the files of images.

use std::path::{Path, PathBuf};

use walkdir::WalkDir;

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
        .or_else(|| {
            // Links to folders are not followed, because they may lead back to a folder above.
            let entries = WalkDir::new(&root).into_iter().flatten().take(MAX_ENTRIES);
            let mut named = entries.filter(|entry| entry.file_name() == name);
            named.find_map(|entry| inside(entry.into_path()))
        })
}
