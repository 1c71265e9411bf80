//! The folders and files whose changes concern the rules.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs;
use std::path::{Component, Path, PathBuf, absolute};

use crate::loader::{Listing, Origin, SYNONYMS_FILE};

/// The maximum number of symbolic links that lead to a file, as on Linux.
const MAX_LINKS: usize = 40;

/// The real folders and files to watch. No path contains a symbolic link, except that a file may be
/// one.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Targets {
    /// Folders of rules. Each file and folder in them matters.
    pub folders: HashSet<PathBuf>,
    /// Files in other folders, and the symbolic links that lead to rules.
    pub files: HashSet<PathBuf>,
    /// Whether everything was found. What is missing may appear anywhere, so it cannot be watched.
    pub is_complete: bool,
}

impl Targets {
    /// Returns the targets for the rules from `origins`, which were listed.
    pub fn of(origins: &[Origin], listing: &Listing) -> Self {
        let mut targets = Self {
            is_complete: true,
            ..Self::default()
        };
        for origin in origins {
            match origin {
                Origin::Path(path) => targets.is_complete &= targets.follow(path).is_some(),
                Origin::Synonyms(settings) if settings.is_dir() => {
                    targets.follow(&settings.join(SYNONYMS_FILE));
                }
                Origin::Bundled | Origin::Synonyms(_) => {}
            }
        }
        targets.add_folders(listing);
        for link in &listing.links {
            targets.follow(link);
        }
        targets
    }

    /// Returns the folders to watch without those below them.
    pub fn watched(&self) -> HashSet<&Path> {
        let files = self.files.iter().filter_map(|file| file.parent());
        self.folders
            .iter()
            .map(PathBuf::as_path)
            .chain(files)
            .collect()
    }

    /// Adds the folders of a listing, in which each comes after the one that contains it.
    fn add_folders(&mut self, listing: &Listing) {
        let links: HashSet<_> = listing.links.iter().collect();
        let mut real: HashMap<&Path, PathBuf> = HashMap::new();
        for folder in &listing.folders {
            let above = folder.parent().and_then(|parent| real.get(parent));
            let path = match (above, folder.file_name()) {
                (Some(above), Some(name)) if !links.contains(folder) => Some(above.join(name)),
                _ => folder.canonicalize().ok(),
            };
            if let Some(path) = path {
                self.folders.insert(path.clone());
                real.insert(folder, path);
            }
        }
    }

    /// Follows all symbolic links on a path. Adds the links, and the file to which they lead. Returns
    /// its real path, or `None` if there is none.
    fn follow(&mut self, path: &Path) -> Option<PathBuf> {
        let path = absolute(path).ok()?;
        let mut rest: Vec<OsString> = components(&path);
        let mut real = PathBuf::new();
        let mut links = 0;
        while let Some(name) = rest.pop() {
            if name == ".." {
                real.pop();
                continue;
            }
            let next = real.join(&name);
            match fs::read_link(&next) {
                Ok(target) if links < MAX_LINKS => {
                    links += 1;
                    self.files.insert(next);
                    if target.has_root() {
                        real = PathBuf::new();
                    }
                    rest.extend(components(&target));
                }
                _ => real = next,
            }
        }
        let metadata = fs::symlink_metadata(&real);
        if !metadata.as_ref().is_ok_and(fs::Metadata::is_dir) {
            self.files.insert(real.clone());
        }
        metadata.is_ok().then_some(real)
    }
}

/// Returns the parts of a path, the last one first.
fn components(path: &Path) -> Vec<OsString> {
    let parts = path.components().rev();
    let parts = parts.filter(|part| *part != Component::CurDir);
    parts.map(|part| part.as_os_str().to_owned()).collect()
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
