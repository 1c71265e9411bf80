//! The cached rulebook and search index of a list of origins.
//!
//! A cache file that is damaged, or that another version of the program wrote, is ignored. The
//! rules are then read or indexed again.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::folders;
use crate::loader::Origin;
use crate::rules::Rulebook;
use crate::source::digest;

/// The last bytes of every cache file. They contain the program's version, because another version
/// may parse the same text differently.
const MAGIC: &[u8] = concat!("tableside cache 23 of ", env!("CARGO_PKG_VERSION"), "\n").as_bytes();

const RULES: &str = "rules";
const INDEX: &str = "search";

/// The folder with the cached rulebook and search index of a list of origins.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// Returns the cache for the rules from `origins`, or `None` if there is no home folder.
    pub fn of(origins: &[Origin]) -> Option<Self> {
        Some(Self::in_folder(&folders::cache()?, origins))
    }

    /// Returns the cache for `origins`, in a subfolder of `folder`.
    pub fn in_folder(folder: &Path, origins: &[Origin]) -> Self {
        // The folder's name is a hash of all origins. The paths of rules are hashed in two forms:
        // as given, because the rulebook stores this form, and canonical, because the next start
        // may resolve a relative path to another folder.
        let roots = origins.iter().map(|origin| match origin {
            Origin::Path(path) => (origin, fs::canonicalize(path).ok()),
            _ => (origin, None),
        });
        let name = digest(&format!("{:?}", roots.collect::<Vec<_>>()));
        Self {
            folder: folder.join(format!("{name:016x}")),
        }
    }

    /// Loads the stored rulebook, or returns `None` if there is no valid one. The documents of the
    /// rulebook have no sources until [`Rulebook::load_after`] attaches them.
    pub fn load(&self) -> Option<Rulebook> {
        postcard::from_bytes(&self.read(RULES)?).ok()
    }

    /// Stores a rulebook for the next start, unless it is unchanged since [`Cache::load`].
    ///
    /// # Errors
    /// Fails if the file cannot be written. The next start then reads the rules again.
    pub fn store(&self, book: &Rulebook) -> io::Result<()> {
        if book.is_unchanged {
            return Ok(());
        }
        let bytes = postcard::to_extend(book, Vec::new()).map_err(io::Error::other)?;
        self.write(RULES, &bytes)
    }

    /// Deletes the cached files, so that all rules are read again.
    pub fn delete(&self) {
        // If the files cannot be deleted, the cache is used again. If it is outdated, the next
        // start notices that again.
        let _ = fs::remove_dir_all(&self.folder);
    }

    /// Loads the bytes of the stored search index, or returns `None` if there is no valid one.
    pub fn load_index(&self) -> Option<Vec<u8>> {
        self.read(INDEX)
    }

    /// Stores the bytes of a search index for the next start.
    ///
    /// # Errors
    /// Fails if the file cannot be written. The next start then builds the index again.
    pub fn store_index(&self, bytes: &[u8]) -> io::Result<()> {
        self.write(INDEX, bytes)
    }

    /// Returns the content of a stored file, or `None` if the file is missing, damaged or from
    /// another version.
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        let mut bytes = fs::read(self.folder.join(name)).ok()?;
        let (content, stored) = bytes.strip_suffix(MAGIC)?.split_last_chunk()?;
        let length = (*stored == checksum(content)).then_some(content.len())?;
        bytes.truncate(length);
        Some(bytes)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        folders::replace(&self.folder.join(name), |file| {
            let parts = [bytes, &checksum(bytes), MAGIC];
            parts.iter().try_for_each(|part| file.write_all(part))
        })
    }
}

fn checksum(bytes: &[u8]) -> [u8; 4] {
    crc32fast::hash(bytes).to_le_bytes()
}

#[cfg(test)]
mod tests;
