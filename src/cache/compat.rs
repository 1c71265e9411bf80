//! The index of cached rules as one file, until an index of its own folder takes its place.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::store::Cache;
use crate::loader::{self, Listing};
use crate::rules::Rulebook;
use crate::search::{Before, Bytes, Indexer, SearchIndex};
use crate::source::digest;

/// Bytes of files that are read to see whether the cache is of the same texts.
const MOST_READ: u64 = 2 * 1024 * 1024;

/// Bytes of files whose texts are held in memory.
const MOST_HELD: u64 = MOST_READ;

/// The cached rules.
#[derive(Debug)]
pub struct Kept {
    /// The rules; their texts are left in the files.
    pub book: Rulebook,
    /// The file of their index; [`Cache::complete`] makes it if it does not exist.
    pub index: PathBuf,
}

/// The files that rules were made of.
#[derive(Clone, Debug, Default)]
pub struct Files;

/// Files and what the cache knows of them.
#[derive(Debug)]
pub enum Found {
    /// Unchanged since the rules were cached.
    Kept(Cache, Box<Kept>),
    /// Files to be read.
    Unread(Unread),
}

/// Files to be read.
#[derive(Debug)]
pub struct Unread {
    /// The files.
    pub files: Listing,
    /// The cached rules, of which some files have changed.
    pub before: Option<Box<Kept>>,
}

impl Found {
    /// Looks into a cache, if there is one.
    #[must_use]
    pub fn of(files: Listing, cache: Option<&Cache>) -> Self {
        let before = cache.and_then(|cache| Some((cache, cache.load()?)));
        let Some((cache, before)) = before else {
            return Self::unread(files, None);
        };
        let index = cache.index_of(&before);
        if Rulebook::unread_bytes(Some(&before), &files.sources) <= MOST_READ {
            let (sources, diagnostics) = (files.sources.clone(), files.diagnostics.clone());
            let book = Rulebook::load_after(Some(&before), sources, diagnostics, &mut |_| {});
            if cache.index_of(&book) == index {
                return Self::Kept(cache.clone(), Box::new(Kept { book, index }));
            }
        }
        let before = Kept {
            book: before,
            index,
        };
        Self::unread(files, Some(Box::new(before)))
    }

    fn unread(files: Listing, before: Option<Box<Kept>>) -> Self {
        let bytes = Rulebook::unread_bytes(None, &files.sources);
        let files = if bytes <= MOST_HELD {
            files.read()
        } else {
            files
        };
        Self::Unread(Unread { files, before })
    }
}

impl Unread {
    /// The files.
    #[must_use]
    pub fn known(&self) -> Files {
        Files
    }

    /// The bytes to be read.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let before = self.before.as_ref().map(|kept| &kept.book);
        Rulebook::unread_bytes(before, &self.files.sources)
    }

    /// Reads all of them; gives what was made of them before, too.
    #[must_use]
    pub fn load_after(self, tell: &mut dyn FnMut(usize)) -> (Rulebook, Option<Box<Kept>>) {
        let before = self.before.as_ref().map(|kept| &kept.book);
        let book = Rulebook::load_after(before, self.files.sources, self.files.diagnostics, tell);
        (book, self.before)
    }
}

impl Cache {
    /// The rules of the very files that are there now.
    #[must_use]
    pub fn load_kept(&self) -> Option<Kept> {
        match Found::of(loader::find(&self.origins).ok()?, Some(self)) {
            Found::Kept(_, kept) => Some(*kept),
            Found::Unread(_) => None,
        }
    }

    /// Opens an index, if it is there. One that turns out to be none is not tried again.
    #[must_use]
    pub fn open(&self, index: &Path) -> Option<SearchIndex> {
        if !index.exists() {
            return None;
        }
        let opened = SearchIndex::open(Bytes::File(index.to_owned())).ok();
        if opened.is_none() {
            let _ = fs::remove_file(index);
        }
        opened
    }

    /// Removes what is cached.
    pub fn forget(&self) {
        if let Some(folder) = self.index_folder().parent() {
            let _ = fs::remove_dir_all(folder);
        }
    }

    /// Makes the index of some rules and keeps both for the next start.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn make(
        &self,
        _: &Files,
        book: &Rulebook,
        before: Option<&Kept>,
        tell: &mut dyn FnMut(usize),
    ) -> io::Result<()> {
        let old = before.and_then(|kept| {
            let index = SearchIndex::open(Bytes::File(kept.index.clone())).ok()?;
            Some((index, &kept.book))
        });
        let place = self.index_of(book);
        self.store(book)?;
        if let Some((index, was)) = &old {
            let before = Some(Before::of(index, was, book));
            if self
                .write(&place, Indexer::new(book).after(before).telling(tell))
                .is_ok()
            {
                return Ok(());
            }
        }
        self.write(&place, Indexer::new(book).telling(tell))
    }

    /// Keeps some rules without an index.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn keep(&self, _: &Files, book: &Rulebook) -> io::Result<()> {
        self.store(book)
    }

    /// Makes the index of cached rules.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn complete(
        &self,
        book: &Rulebook,
        index: &Path,
        tell: &mut dyn FnMut(usize),
    ) -> io::Result<()> {
        self.write(index, Indexer::new(book).telling(tell))
    }

    fn write(&self, place: &Path, indexer: Indexer<'_>) -> io::Result<()> {
        let temporary = place.with_extension(format!("{}.new", std::process::id()));
        fs::create_dir_all(self.index_folder())?;
        let mut file = io::BufWriter::new(fs::File::create(&temporary)?);
        indexer.write(&mut file).map_err(io::Error::other)?;
        file.flush()?;
        for entry in fs::read_dir(self.index_folder())? {
            let path = entry?.path();
            if path != temporary {
                let _ = fs::remove_file(path);
            }
        }
        fs::rename(&temporary, place)
    }

    /// The index of some rules: named by all that an index depends on.
    fn index_of(&self, book: &Rulebook) -> PathBuf {
        let documents = book.documents.iter().map(|document| {
            format!(
                "{} {} {:x}",
                document.id, document.title, document.stamp.content
            )
        });
        let games = book.games.iter().map(|game| format!("{game:?}"));
        let all = games.chain(documents).collect::<Vec<_>>().join("\n");
        self.index_folder().join(format!("{:016x}", digest(&all)))
    }
}
