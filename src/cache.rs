//! The rulebook and the search index of a player's rules, kept for the next start.
//!
//! Everything here can be made again at any time: a file that is damaged or of another version is ignored, and the rules
//! are read as if there were no cache.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::folders;
use crate::loader::Origin;
use crate::rules::Rulebook;
use crate::search::SearchIndex;
use crate::source::digest;

/// The first bytes of every file: another version may parse the same texts differently.
const MAGIC: &[u8] = concat!("tableside cache 3 of ", env!("CARGO_PKG_VERSION"), "\n").as_bytes();

/// The names of the files.
const RULES: &str = "rules";
const INDEX: &str = "search";

/// The folder that belongs to some rules.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// The cache of rules from some origins; none for bundled rules alone, on a machine without a home, and for paths that
    /// are not Unicode.
    pub fn of(origins: &[Origin]) -> Option<Self> {
        Self::below(&folders::cache()?, origins)
    }

    /// The same, below a folder.
    pub fn below(folder: &Path, origins: &[Origin]) -> Option<Self> {
        if origins.iter().all(|origin| *origin == Origin::Bundled) {
            return None;
        }
        let mut roots = Vec::new();
        for origin in origins {
            match origin {
                Origin::Bundled => roots.push("bundled".to_owned()),
                // The path as given, because it is shown, and the real one, because the given one may be relative.
                Origin::Path(path) => {
                    let real = fs::canonicalize(path).ok()?;
                    roots.extend([path.to_str()?.to_owned(), real.to_str()?.to_owned()]);
                }
                Origin::Words(settings) => {
                    roots.extend(["words".to_owned(), settings.to_str()?.to_owned()]);
                }
            }
        }
        Some(Self {
            folder: folder.join(format!("{:016x}", digest(&roots.join("\n")))),
        })
    }

    /// The stored rulebook. Its documents lack their sources: [`Rulebook::load_after`] takes over those that are unchanged.
    pub fn load(&self) -> Option<Rulebook> {
        postcard::from_bytes(&self.read(RULES)?).ok()
    }

    /// Stores a rulebook for the next start, unless it is stored already.
    ///
    /// # Errors
    /// If it cannot be written; the next start then reads the rules again.
    pub fn store(&self, book: &Rulebook) -> io::Result<()> {
        let bytes = postcard::to_extend(book, Vec::new()).map_err(io::Error::other)?;
        if self.read(RULES).is_some_and(|stored| stored == bytes) {
            return Ok(());
        }
        self.write(RULES, &bytes)
    }

    /// Removes what is stored: it turned out to be wrong.
    pub fn forget(&self) {
        // If it cannot be removed, it cannot be replaced either, and the next start finds out again.
        let _ = fs::remove_dir_all(&self.folder);
    }

    /// Opens the search index of a rulebook, after updating it if necessary. `progress` gets the number of documents indexed
    /// so far.
    pub fn index(&self, book: &Rulebook, progress: &mut dyn FnMut(usize)) -> Option<SearchIndex> {
        let stored = self.read(INDEX).unwrap_or_default();
        if let Ok(index) = SearchIndex::open(&stored, book) {
            return Some(index);
        }
        let index = SearchIndex::update(&stored, book, progress).ok()?;
        // If it cannot be written, the next start makes it again.
        let _ = self.write(INDEX, &index.to_bytes().ok()?);
        Some(index)
    }

    /// What is stored in a file, unless it is damaged or of another version.
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        let mut file = fs::read(self.folder.join(name)).ok()?;
        let (checksum, bytes) = file.strip_prefix(MAGIC)?.split_first_chunk()?;
        if crc32fast::hash(bytes).to_le_bytes() != *checksum {
            return None;
        }
        file.drain(..MAGIC.len() + checksum.len());
        Some(file)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let checksum = crc32fast::hash(bytes).to_le_bytes();
        // Written to a file of its own and renamed, so that nobody reads half of it.
        let temporary = self
            .folder
            .join(format!("{name}.{}.new", std::process::id()));
        let written = fs::write(&temporary, [MAGIC, &checksum, bytes].concat())
            .and_then(|()| fs::rename(&temporary, self.folder.join(name)));
        if written.is_err() {
            let _ = fs::remove_file(temporary);
        }
        written
    }
}

#[cfg(test)]
mod tests;
