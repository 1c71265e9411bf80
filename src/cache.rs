//! What was made of a folder of rules, kept for the next start: the outline and the search index.
//!
//! Everything here can be made again at any time. So whatever is damaged, of another version, of other files or cannot be
//! written is passed over without a word, and the rules are read as if there were no cache. The outline names its index
//! by a digest of itself: of two programs that write at once, a reader gets both parts of the one or of the other.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::bytes::{Reader, Stored, put_texts, put_u32, u32_at};
use crate::diagnostic::Severity;
use crate::folders;
use crate::links::LinkGraph;
use crate::loader::{self, Listing, Origin};
use crate::rules::Rulebook;
use crate::search::{Before, Bytes, Indexer, SearchIndex};
use crate::source::{Source, digest};

mod files;
mod unread;

pub use files::Files;
pub use unread::{Found, Unread};

/// The first bytes of every outline: another version may understand the same texts otherwise.
const MAGIC: &[u8] = concat!("tableside outline 7 of ", env!("CARGO_PKG_VERSION"), "\n").as_bytes();

/// Of more bytes of rules the names of links are not kept: to gather them all takes all sections into memory, and of large
/// rules few games are read.
const MOST_NAMED: u64 = 8 * 1024 * 1024;

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
    /// The file of their index.
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
                    roots.extend([path.to_str()?.to_owned(), fs::canonicalize(path).ok()?.to_str()?.to_owned()]);
                }
                Origin::Words(settings) => roots.extend(["words".to_owned(), settings.to_str()?.to_owned()]),
            }
        }
        let folder = folder.join(format!("{:016x}", digest(&roots.join("\n"))));
        origins.iter().any(|origin| *origin != Origin::Bundled).then(|| Self {
            folder,
            roots,
            origins: origins.to_vec(),
        })
    }

    /// What was made of the files, as far as they are still what they were: those of a listing that are the same are marked
    /// with the digests of their texts.
    #[must_use]
    pub fn recall(&self, listing: &mut Listing) -> Option<Kept> {
        let (head, sections) = open(&self.outline()).ok()??;
        let mut input = Reader::new(&head);
        if input.texts() != self.roots {
            return None;
        }
        let files = Files::restore(&mut input);
        let is_current = files.recognise(listing);
        let book = Rulebook::restore(&mut input, sections, &files.sources(listing))?;
        Some(Kept { book, index: self.index(&head), is_current })
    }

    /// What was made of the very files that are there now.
    #[must_use]
    pub fn load(&self) -> Option<Kept> {
        self.recall(&mut loader::find(&self.origins).ok()?).filter(|kept| kept.is_current)
    }

    /// Opens the index of what was kept. Where that fails, the next start will not try it again.
    #[must_use]
    pub fn open(&self, index: &Path) -> Option<SearchIndex> {
        let opened = SearchIndex::open(Bytes::File(index.to_owned())).ok();
        if opened.is_none() {
            self.forget();
        }
        opened
    }

    /// Forgets what was kept: it has turned out to be untrue.
    pub fn forget(&self) {
        // Where it cannot be removed, it cannot be replaced either, and is found out again each time.
        let _ = fs::remove_file(self.outline());
    }

    /// Makes the index of some rules and keeps both for the next start, if the files could be read and are still the same. What
    /// has not changed since `before` comes from there. `tell` is told after each document how many have been read.
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
        let old = before.and_then(|kept| Some((SearchIndex::open(Bytes::File(kept.index.clone())).ok()?, &kept.book)));
        if let Some((index, was)) = &old {
            let before = Some(Before::of(index, was, book));
            if self.store(files, book, Indexer::new(book).after(before).telling(tell)).is_ok() {
                return Ok(());
            }
            // It may be damaged, and all can be made without it.
        }
        self.store(files, book, Indexer::new(book).telling(tell))
    }

    fn store(&self, files: &Files, book: &Rulebook, indexer: Indexer<'_>) -> io::Result<()> {
        let is_untrue = || book.diagnostics.iter().any(|fault| fault.severity == Severity::Error) || book.is_outdated();
        if is_untrue() {
            return Ok(());
        }
        let files = files.with_digests(book);
        let mut head = Vec::new();
        put_texts(&mut head, &self.roots);
        files.store(&mut head);
        let mut order: Vec<_> = (0_u32..).zip(&files.known).map(|(at, known)| (known.path.as_str(), at)).collect();
        order.sort_unstable();
        let file = |source: &Source| {
            let found = order.binary_search_by(|(path, _)| (*path).cmp(&source.path));
            found.map_or(u32::MAX, |found| order[found].1)
        };
        let few = book.documents.iter().map(|document| u64::from(document.length)).sum::<u64>() <= MOST_NAMED;
        let names = |game| if few { LinkGraph::names_of(book, game) } else { Vec::new() };
        let names = book.store(&mut head, file, names);
        let mut begin = MAGIC.to_vec();
        put_u32(&mut begin, crc32fast::hash(&head));
        put_u32(&mut begin, u32::try_from(head.len()).map_err(io::Error::other)?);
        fs::create_dir_all(&self.folder)?;
        let place = self.index(&head);
        replace(&place, |file| indexer.write(file).map(drop).map_err(io::Error::other))?;
        if is_untrue() {
            // It turned out when the texts were read.
            return fs::remove_file(place);
        }
        replace(&self.outline(), |file| {
            file.write_all(&begin)?;
            file.write_all(&head)?;
            book.store_sections(file)?;
            file.write_all(&names)
        })?;
        self.sweep(&place)
    }

    /// Removes the indexes of earlier outlines, and what a program left that was ended while it wrote.
    fn sweep(&self, current: &Path) -> io::Result<()> {
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let is_written = name.ends_with(".new");
            let is_left = is_written || name.starts_with("index-");
            if is_left && path != current && !is_fresh(&path, if is_written { WRITTEN } else { NAMED }) {
                fs::remove_file(path)?;
            }
        }
        Ok(())
    }

    fn outline(&self) -> PathBuf {
        self.folder.join("outline")
    }

    /// The index of an outline, which is known by its head: that has the checksums of all else.
    fn index(&self, head: &[u8]) -> PathBuf {
        self.folder.join(format!("index-{:08x}-{}", crc32fast::hash(head), head.len()))
    }
}

/// The head of a stored outline, and the rest of the file; nothing where it is no outline of this version, or damaged.
fn open(path: &Path) -> io::Result<Option<(Vec<u8>, Stored)>> {
    let mut file = fs::File::open(path)?;
    let all = file.metadata()?.len();
    let mut begin = [0; MAGIC.len() + 8];
    file.read_exact(&mut begin)?;
    let length = u32_at(&begin[MAGIC.len()..], 1);
    let from = begin.len() as u64 + u64::from(length);
    if !begin.starts_with(MAGIC) || from > all {
        return Ok(None);
    }
    let mut head = vec![0; length as usize];
    file.read_exact(&mut head)?;
    let sound = crc32fast::hash(&head) == u32_at(&begin[MAGIC.len()..], 0);
    Ok(sound.then_some((head, Stored::File { file: Mutex::new(file), from, length: all - from })))
}

/// Whether a file was written less than so many seconds ago.
fn is_fresh(path: &Path, seconds: u64) -> bool {
    let modified = fs::metadata(path).and_then(|metadata| metadata.modified());
    modified.is_ok_and(|time| time.elapsed().is_ok_and(|age| age.as_secs() < seconds))
}

/// Writes a file beside its place and moves it there: whoever opens it sees all of it or the one before.
fn replace(path: &Path, write: impl FnOnce(&mut io::BufWriter<fs::File>) -> io::Result<()>) -> io::Result<()> {
    let temporary = path.with_extension(format!("{}.new", std::process::id()));
    let mut file = io::BufWriter::new(fs::File::create(&temporary)?);
    let written = write(&mut file).and_then(|()| file.flush()).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        let _ = fs::remove_file(temporary);
    }
    written
}

#[cfg(test)]
mod tests;
