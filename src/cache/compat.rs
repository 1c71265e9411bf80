//! The index of cached rules as one file, until an index of its own folder takes its place.

use std::fs;
use std::io;
use std::path::PathBuf;

use super::store::Cache;
use crate::loader::{self, Listing};
use crate::rules::Rulebook;
use crate::search::SearchIndex;
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
    /// The folder of their index.
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
        let index = cache.index_folder();
        if Rulebook::unread_bytes(Some(&before), &files.sources) <= MOST_READ {
            let (sources, diagnostics) = (files.sources.clone(), files.diagnostics.clone());
            let book = Rulebook::load_after(Some(&before), sources, diagnostics, &mut |_| {});
            if identity(&book) == identity(&before) {
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

    /// Removes what is cached.
    pub fn forget(&self) {
        if let Some(folder) = self.index_folder().parent() {
            let _ = fs::remove_dir_all(folder);
        }
    }

    /// Updates the index of some rules and keeps both for the next start.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn make(
        &self,
        _: &Files,
        book: &Rulebook,
        progress: &mut dyn FnMut(usize),
    ) -> io::Result<SearchIndex> {
        let index =
            SearchIndex::update(&self.index_folder(), book, progress).map_err(io::Error::other)?;
        self.store(book)?;
        Ok(index)
    }

    /// Keeps some rules without an index.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn keep(&self, _: &Files, book: &Rulebook) -> io::Result<()> {
        self.store(book)
    }
}

/// A digest of everything that an index depends on.
fn identity(book: &Rulebook) -> u64 {
    let documents = book.documents.iter().map(|document| {
        format!(
            "{} {} {:x}",
            document.id, document.title, document.stamp.content
        )
    });
    let games = book.games.iter().map(|game| format!("{game:?}"));
    let all = games.chain(documents).collect::<Vec<_>>().join("\n");
    digest(&all)
}
