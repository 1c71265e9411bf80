//! The cached rulebook and search index of a player's rules.
//!
//! The cache can be rebuilt at any time: a file that is damaged or of another version is ignored, and the rules are read
//! as if there were no cache.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::folders;
use crate::loader::Origin;
use crate::rules::Rulebook;
use crate::search::SearchIndex;
use crate::source::digest;

/// The first bytes of every file: another version may parse the same texts differently.
const MAGIC: &[u8] = concat!("tableside cache 4 of ", env!("CARGO_PKG_VERSION"), "\n").as_bytes();

/// The names of the files.
const RULES: &str = "rules";
const INDEX: &str = "search";

/// The cache folder of some rules.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// The cache of rules from some origins; none for the bundled rules alone, or without a home folder.
    pub fn of(origins: &[Origin]) -> Option<Self> {
        Self::below(&folders::cache()?, origins)
    }

    /// The cache of rules from some origins below a folder.
    pub fn below(folder: &Path, origins: &[Origin]) -> Option<Self> {
        if origins.iter().all(|origin| *origin == Origin::Bundled) {
            return None;
        }
        // Paths as given, because they are shown, and the real ones, because those given may be relative.
        let roots = origins.iter().map(|origin| match origin {
            Origin::Path(path) => (origin, fs::canonicalize(path).ok()),
            _ => (origin, None),
        });
        let name = digest(&format!("{:?}", roots.collect::<Vec<_>>()));
        Some(Self {
            folder: folder.join(format!("{name:016x}")),
        })
    }

    /// The stored rulebook. Its documents have no sources: [`Rulebook::load_after`] reuses those that are unchanged.
    pub fn load(&self) -> Option<Rulebook> {
        postcard::from_bytes(&self.read(RULES)?).ok()
    }

    /// Stores a rulebook for the next start, unless it is stored already.
    ///
    /// # Errors
    /// If it cannot be written; the next start then reads the rules again.
    pub fn store(&self, book: &Rulebook) -> io::Result<()> {
        let bytes = postcard::to_extend(book, Vec::new()).map_err(io::Error::other)?;
        match self.open(RULES) {
            Some((_, stored)) if stored == checksum(&bytes) => Ok(()),
            _ => self.write(RULES, &bytes),
        }
    }

    /// Removes the stored files, which turned out to be wrong.
    pub fn forget(&self) {
        // If they cannot be removed, the next start finds the same fault again.
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
        // If it cannot be written, the next start builds it again.
        let _ = self.write(INDEX, &index.to_bytes().ok()?);
        Some(index)
    }

    /// The content of a stored file, unless it is damaged or of another version.
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        let (mut file, stored) = self.open(name)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).ok()?;
        if checksum(&bytes) != stored {
            // The next start stores a new one. It would keep this one, because storing compares only the checksums.
            let _ = fs::remove_file(self.folder.join(name));
            return None;
        }
        Some(bytes)
    }

    /// A stored file of this version, read up to its content, and the checksum of that.
    fn open(&self, name: &str) -> Option<(File, [u8; 4])> {
        let mut file = File::open(self.folder.join(name)).ok()?;
        let (mut magic, mut checksum) = ([0; MAGIC.len()], [0; 4]);
        file.read_exact(&mut magic).ok()?;
        file.read_exact(&mut checksum).ok()?;
        (magic == MAGIC).then_some((file, checksum))
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        // Written to a temporary file and renamed, so that no other process reads half of it.
        let temporary = self
            .folder
            .join(format!("{name}.{}.new", std::process::id()));
        let written = fs::write(&temporary, [MAGIC, &checksum(bytes), bytes].concat())
            .and_then(|()| fs::rename(&temporary, self.folder.join(name)));
        if written.is_err() {
            let _ = fs::remove_file(temporary);
        }
        written
    }
}

fn checksum(bytes: &[u8]) -> [u8; 4] {
    crc32fast::hash(bytes).to_le_bytes()
}

#[cfg(test)]
mod tests;
