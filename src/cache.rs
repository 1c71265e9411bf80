//! What was made of a folder of rules, kept for the next start: the outline and the search index.
//!
//! Everything here can be made again at any time. So whatever is damaged, of another version, of other files or cannot be
//! written is passed over without a word, and the rules are read as if there were no cache. The outline names its index
//! by a digest of itself: of two programs that write at once, a reader gets both parts of the one or of the other. An outline
//! without its index is worth keeping too: rules are restored from it, and the index is made from them.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::bytes::Reader;
use crate::folders;
use crate::loader::{self, Listing, Origin};
use crate::rules::Rulebook;
use crate::search::{Before, Bytes, Indexer, SearchIndex};
use crate::source::digest;

mod files;
mod outline;
mod unread;

pub use files::Files;
pub use unread::{Found, Unread};

use outline::Head;

/// A file that nobody has written to for so many seconds is not being written any more.
const WRITTEN: u64 = 60;

/// An index that was written so many seconds ago is named by its outline, if it ever will be. An author who saves a large folder
/// again and again leaves one each time.
const NAMED: u64 = 10;

/// The place where what was made of some rules is kept.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
    roots: Vec<String>,
    origins: Vec<Origin>,
}

/// What was kept.
#[derive(Debug)]
pub struct Kept {
    /// The rules; their texts are left in the files.
    pub book: Rulebook,
    /// The file of their index; where it is not there yet, [`Cache::complete`] makes it.
    pub index: PathBuf,
    /// Whether all files are what they were; else some documents are no more than what a new load may take over.
    pub is_current: bool,
}

impl Cache {
    /// The cache of rules from some origins; none for bundled rules alone, on a machine without a home, and for paths that
    /// are not Unicode.
    #[must_use]
    pub fn of(origins: &[Origin]) -> Option<Self> {
        Self::below(&folders::cache()?, origins)
    }

    /// The same, below a folder.
    #[must_use]
    pub fn below(folder: &Path, origins: &[Origin]) -> Option<Self> {
        let mut roots = Vec::new();
        for origin in origins {
            match origin {
                Origin::Bundled => roots.push("bundled".to_owned()),
                // As it was given, because it is shown so, and as it is, because that depends on where one stands.
                Origin::Path(path) => {
                    roots.extend([
                        path.to_str()?.to_owned(),
                        fs::canonicalize(path).ok()?.to_str()?.to_owned(),
                    ]);
                }
                Origin::Words(settings) => {
                    roots.extend(["words".to_owned(), settings.to_str()?.to_owned()])
                }
            }
        }
        let folder = folder.join(format!("{:016x}", digest(&roots.join("\n"))));
        origins
            .iter()
            .any(|origin| *origin != Origin::Bundled)
            .then(|| Self {
                folder,
                roots,
                origins: origins.to_vec(),
            })
    }

    /// What was made of the files, as far as they are still what they were: those of a listing that are the same are marked
    /// with the digests of their texts.
    #[must_use]
    pub fn recall(&self, listing: &mut Listing) -> Option<Kept> {
        let (stored, sections) = Head::open(&self.outline()).ok()??;
        let mut input = Reader::new(&stored.bytes);
        if input.texts() != self.roots {
            return None;
        }
        let files = Files::restore(&mut input);
        let is_current = files.recognise(listing);
        let mut book = Rulebook::restore(&mut input, sections, &files.sources(listing))?;
        book.diagnostics.extend(listing.faults().cloned());
        Some(Kept {
            book,
            index: self.index(&stored.name()),
            is_current,
        })
    }

    /// What was made of the very files that are there now.
    #[must_use]
    pub fn load(&self) -> Option<Kept> {
        self.recall(&mut loader::find(&self.origins).ok()?)
            .filter(|kept| kept.is_current)
    }

    /// Opens the index of what was kept, if it is there. One that turns out to be none is not tried again.
    #[must_use]
    pub fn open(&self, index: &Path) -> Option<SearchIndex> {
        if !index.exists() {
            return None;
        }
        let opened = SearchIndex::open(Bytes::File(index.to_owned())).ok();
        if opened.is_none() {
            // Where it cannot be removed, it is found out again each time.
            let _ = fs::remove_file(index);
        }
        opened
    }

    /// Forgets what was kept: it has turned out to be untrue.
    pub fn forget(&self) {
        // Where it cannot be removed, it cannot be replaced either, and is found out again each time.
        let _ = fs::remove_file(self.outline());
    }

    /// Makes the index of some rules and keeps both for the next start, if the files are still the same. What has not changed since `before` comes from there. `tell` is told after each document how many have been read.
    ///
    /// # Errors
    /// Where it cannot be written: nothing is lost by that but time.
    pub fn make(
        &self,
        files: &Files,
        book: &Rulebook,
        before: Option<&Kept>,
        tell: &mut dyn FnMut(usize),
    ) -> io::Result<()> {
        let old = before.and_then(|kept| {
            Some((
                SearchIndex::open(Bytes::File(kept.index.clone())).ok()?,
                &kept.book,
            ))
        });
        if let Some((index, was)) = &old {
            let before = Some(Before::of(index, was, book));
            if self
                .store(files, book, Indexer::new(book).after(before).telling(tell))
                .is_ok()
            {
                return Ok(());
            }
            // It may be damaged, and all can be made without it.
        }
        self.store(files, book, Indexer::new(book).telling(tell))
    }

    /// Keeps the outline of some rules alone, if the files are still the same: its index can be made later, from what is kept.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn keep(&self, files: &Files, book: &Rulebook) -> io::Result<()> {
        if book.is_outdated() {
            return Ok(());
        }
        let (head, names) = Head::of(&self.roots, files, book)?;
        fs::create_dir_all(&self.folder)?;
        replace(&self.outline(), |file| head.write(book, &names, file))?;
        self.sweep()
    }

    /// Makes the index of rules as they are kept, where there is only their outline. `tell` is told after each document how many
    /// have been read.
    ///
    /// # Errors
    /// Where it cannot be written, other rules are kept by now, or a file is not what its outline is of.
    pub fn complete(
        &self,
        book: &Rulebook,
        index: &Path,
        tell: &mut dyn FnMut(usize),
    ) -> io::Result<()> {
        let made = replace(index, |file| {
            Indexer::new(book)
                .telling(tell)
                .write(file)
                .map_err(io::Error::other)?;
            let is_wanted = !book.is_outdated() && self.named().is_some_and(|named| named == index);
            if is_wanted {
                Ok(())
            } else {
                Err(io::Error::other("the rules have changed"))
            }
        });
        if book.is_outdated() && self.load().is_some() {
            // A file that looks as it did has another text.
            self.forget();
        }
        made.and_then(|()| self.sweep())
    }

    fn store(&self, files: &Files, book: &Rulebook, indexer: Indexer<'_>) -> io::Result<()> {
        if book.is_outdated() {
            return Ok(());
        }
        let (head, names) = Head::of(&self.roots, files, book)?;
        fs::create_dir_all(&self.folder)?;
        let place = self.index(&head.name());
        // First the index: until it is there, an index of before is found by the outline of before.
        replace(&place, |file| {
            indexer.write(file).map(drop).map_err(io::Error::other)
        })?;
        if book.is_outdated() {
            // It turned out when the texts were read.
            return fs::remove_file(place);
        }
        replace(&self.outline(), |file| head.write(book, &names, file))?;
        self.sweep()
    }

    /// Removes the indexes of earlier outlines, and what a program left that was ended while it wrote.
    fn sweep(&self) -> io::Result<()> {
        let current = self.named();
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let is_written = name.ends_with(".new");
            let is_left = is_written || name.starts_with("index-");
            if is_left
                && Some(&path) != current.as_ref()
                && !is_fresh(&path, if is_written { WRITTEN } else { NAMED })
            {
                fs::remove_file(path)?;
            }
        }
        Ok(())
    }

    fn outline(&self) -> PathBuf {
        self.folder.join("outline")
    }

    /// The index of the outline that is kept now, whether it is there or not.
    fn named(&self) -> Option<PathBuf> {
        Some(self.index(&outline::name_of(&self.outline()).ok()??))
    }

    fn index(&self, name: &str) -> PathBuf {
        self.folder.join(format!("index-{name}"))
    }
}

/// Whether a file was written less than so many seconds ago.
fn is_fresh(path: &Path, seconds: u64) -> bool {
    let modified = fs::metadata(path).and_then(|metadata| metadata.modified());
    modified.is_ok_and(|time| time.elapsed().is_ok_and(|age| age.as_secs() < seconds))
}

/// Writes a file beside its place and moves it there: whoever opens it sees all of it or the one before.
fn replace(
    path: &Path,
    write: impl FnOnce(&mut io::BufWriter<fs::File>) -> io::Result<()>,
) -> io::Result<()> {
    let temporary = path.with_extension(format!("{}.new", std::process::id()));
    let mut file = io::BufWriter::new(fs::File::create(&temporary)?);
    let written = write(&mut file)
        .and_then(|()| file.flush())
        .and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        let _ = fs::remove_file(temporary);
    }
    written
}

#[cfg(test)]
mod tests;
