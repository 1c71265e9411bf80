//! The cached rulebook and search index of a list of origins.
//!
//! A cache file that is damaged, or that another version of the program wrote, is ignored. The
//! rules are then read or indexed again.

use std::cmp::Reverse;
use std::fs::{self, File};
use std::hash::{Hash, Hasher};
use std::io::{self, Write};
use std::path::{self, Path, PathBuf};
use std::time::{Duration, SystemTime};

use rustc_hash::FxHasher;

use crate::folders;
use crate::links::LinkStatistics;
use crate::loader::Origin;
use crate::platform::files;
use crate::rules::Rulebook;
use crate::search::SearchIndex;
use crate::source::{clean, digest};

/// The last bytes of every cache file. They contain the program's version, because another version
/// may parse the same text differently.
const MAGIC: &[u8] = concat!("tableside cache 38 of ", env!("CARGO_PKG_VERSION"), "\n").as_bytes();

const RULES: &str = "rules";
const INDEX: &str = "search";
const LINKS: &str = "links";
/// The file that says what the cache is of, and by its time when it was last used.
const ORIGINS: &str = "origins";

/// The maximum size of a cache file in bytes, far above what the largest rules need.
const MAX_SIZE: u64 = 1 << 30;
/// The maximum size of the file with the paths of the origins, in bytes.
const MAX_PATHS: u64 = 64 * 1024;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// A cache that has not been used for this time is removed.
const UNUSED: Duration = Duration::from_secs(90 * 24 * 60 * 60);

/// The folder with the cached rulebook and search index of a list of origins.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
    /// The paths of the origins, one per line.
    origins: String,
}

/// What is stored for a list of origins.
#[derive(Debug)]
pub struct StoredCache {
    folder: PathBuf,
    /// The paths of the origins, one per line; empty if they are unknown.
    pub origins: String,
    /// The size of the files in bytes.
    pub bytes: u64,
    /// The day on which the rulebook was last loaded.
    pub used: SystemTime,
}

impl StoredCache {
    /// Deletes the files.
    ///
    /// # Errors
    /// Fails if one of them cannot be deleted.
    pub fn delete(&self) -> io::Result<()> {
        fs::remove_dir_all(&self.folder)
    }
}

/// Lists the caches of all origins, the most recently used one first.
pub fn list() -> Vec<StoredCache> {
    let folder = folders::cache();
    let mut stored = folder.map_or_else(Vec::new, |folder| list_in(&folder));
    stored.sort_by_key(|cache| Reverse(cache.used));
    stored
}

/// Says in a folder what it caches, for `tableside cache`.
///
/// # Errors
/// Fails if the file cannot be written.
pub fn name(folder: &Path, origins: &str) -> io::Result<()> {
    folders::replace(&folder.join(ORIGINS), folders::Access::Private, |file| {
        file.write_all(origins.as_bytes())
    })
}

fn list_in(folder: &Path) -> Vec<StoredCache> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let stored = folders.map(|entry| {
        let folder = entry.path();
        let files = fs::read_dir(&folder).into_iter().flatten().flatten();
        let bytes = files
            .filter_map(|file| Some(file.metadata().ok()?.len()))
            .sum();
        let origins = folder.join(ORIGINS);
        let used = fs::metadata(&origins).or_else(|_| entry.metadata());
        let paths = folders::read(&origins, MAX_PATHS).unwrap_or_default();
        StoredCache {
            origins: String::from_utf8_lossy(&paths).into_owned(),
            bytes,
            used: used
                .and_then(|file| file.modified())
                .unwrap_or(SystemTime::UNIX_EPOCH),
            folder,
        }
    });
    stored.collect()
}

/// Removes the caches beside `folder` that nobody has used for a long time: their rules are gone, or
/// nobody reads them any more.
fn remove_unused(folder: &Path) {
    for stored in folder.parent().map_or_else(Vec::new, list_in) {
        if stored.folder != folder && stored.used.elapsed().is_ok_and(|age| age > UNUSED) {
            // If this fails, the next store tries it again.
            let _ = stored.delete();
        }
    }
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
        let paths = origins.iter().filter_map(|origin| match origin {
            Origin::Bundled => Some("bundled".to_owned()),
            Origin::Path(path) => {
                // A relative path would mean nothing in a list.
                let path = path::absolute(path).unwrap_or_else(|_| path.clone());
                Some(clean(&path.to_string_lossy()).into_owned())
            }
            Origin::Synonyms(_) => None,
        });
        Self {
            folder: folder.join(format!("{name:016x}")),
            origins: paths.collect::<Vec<_>>().join("\n"),
        }
    }

    /// Loads the stored rulebook, or returns `None` if there is no valid one. The documents of the
    /// rulebook have no sources until [`Rulebook::load_after`] attaches them.
    ///
    /// The checksum only shows damage. A rulebook that somebody has put there is refused if it is not
    /// [sound](Rulebook::is_sound).
    pub fn load(&self) -> Option<Rulebook> {
        let book: Rulebook = postcard::from_bytes(&self.read(RULES)?).ok()?;
        self.mark_as_used();
        book.is_sound().then_some(book)
    }

    /// Stores a rulebook for the next start, unless it is unchanged since [`Cache::load`].
    ///
    /// # Errors
    /// Fails if the file cannot be written. The next start then reads the rules again.
    pub fn store(&self, book: &Rulebook) -> io::Result<()> {
        if book.is_unchanged {
            return Ok(());
        }
        self.write(RULES, |writer| folders::encode(book, writer))?;
        // These two only serve `tableside cache`.
        let _ = name(&self.folder, &self.origins);
        remove_unused(&self.folder);
        Ok(())
    }

    /// Notes that the cache was used today.
    fn mark_as_used(&self) {
        let file = self.folder.join(ORIGINS);
        let age = fs::metadata(&file).and_then(|file| file.modified());
        let age = age.map_or(UNUSED, |time| time.elapsed().unwrap_or_default());
        if age > DAY {
            // If this fails, the cache may be removed early, and is then built again.
            let _ = files::open_own(&file).and_then(|file| file.set_modified(SystemTime::now()));
        }
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

    /// Stores a search index for the next start.
    ///
    /// # Errors
    /// Fails if the file cannot be written. The next start then builds the index again.
    pub fn store_index(&self, index: &SearchIndex) -> io::Result<()> {
        self.write(INDEX, |writer| {
            index.write(writer).map_err(io::Error::other)
        })
    }

    /// Loads the stored statistics of names, or returns `None` if there are none for these rules.
    pub fn load_links(&self, book: &Rulebook) -> Option<LinkStatistics> {
        let (key, statistics): (u64, _) = postcard::from_bytes(&self.read(LINKS)?).ok()?;
        (key == links_key(book)).then_some(statistics)
    }

    /// Stores the statistics of names for the next start.
    ///
    /// # Errors
    /// Fails if the file cannot be written. The next start then collects the statistics again.
    pub fn store_links(&self, book: &Rulebook, statistics: &LinkStatistics) -> io::Result<()> {
        self.write(LINKS, |writer| {
            folders::encode(&(links_key(book), statistics), writer)
        })
    }

    /// Returns the content of a stored file, or `None` if the file is missing, damaged or from
    /// another version.
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        let mut bytes = folders::read(&self.folder.join(name), MAX_SIZE).ok()?;
        let (content, stored) = bytes.strip_suffix(MAGIC)?.split_last_chunk()?;
        let length = (*stored == checksum(content)).then_some(content.len())?;
        bytes.truncate(length);
        Some(bytes)
    }

    /// Writes a file: what `content` writes, its checksum, and [`MAGIC`]. The content is never in
    /// memory as a whole.
    fn write(
        &self,
        name: &str,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        folders::create(&self.folder)?;
        folders::replace(&self.folder.join(name), folders::Access::Private, |file| {
            let hash = crc32fast::Hasher::new();
            let mut checked = Checked { file, hash };
            content(&mut checked)?;
            let Checked { file, hash } = checked;
            file.write_all(&hash.finalize().to_le_bytes())?;
            file.write_all(MAGIC)
        })
    }
}

/// Computes the checksum of what is written to a file.
struct Checked<'f> {
    file: &'f mut File,
    hash: crc32fast::Hasher,
}

impl Write for Checked<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.file.write(bytes)?;
        self.hash.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Returns a hash of what the statistics of names depend on: the texts of the documents, the names of
/// their sections, and the games.
fn links_key(book: &Rulebook) -> u64 {
    let mut hasher = FxHasher::default();
    for document in &book.documents {
        (&document.path, &document.title, document.stamp.content_hash).hash(&mut hasher);
    }
    for section in book.sections() {
        (&section.title, &section.aliases).hash(&mut hasher);
    }
    // If the games could not be encoded, the rulebook could not have been stored either.
    let games = postcard::to_extend(&book.games, Vec::new());
    games.unwrap_or_default().hash(&mut hasher);
    hasher.finish()
}

fn checksum(bytes: &[u8]) -> [u8; 4] {
    crc32fast::hash(bytes).to_le_bytes()
}

#[cfg(test)]
mod tests;
