//! Files that have to be read, with what was made of those among them that are the same as before.

use super::{Cache, Files, Kept};
use crate::loader::{Listing, Loaded};
use crate::rules::Rulebook;

/// The heads of so many files are read within a few milliseconds.
const MOST_HEADS: usize = 200;

/// What there is of some files.
#[derive(Debug)]
pub enum Found {
    /// All that is made of them, and where it is kept.
    Kept(Cache, Box<Kept>),
    /// Files that are read now, or as they are needed.
    Unread(Unread),
}

/// Files of which not all is made that is made of rules.
#[derive(Debug)]
pub struct Unread {
    /// The files.
    pub files: Loaded,
    /// What was made of them before, when some of them were others.
    pub before: Option<Box<Kept>>,
}

impl Found {
    /// Looks into a cache, if there is one, and reads what it does not know.
    #[must_use]
    pub fn of(mut listing: Listing, cache: Option<&Cache>) -> Self {
        match cache.and_then(|cache| Some((cache, Box::new(cache.recall(&mut listing)?)))) {
            Some((cache, kept)) if kept.is_current => Self::Kept(cache.clone(), kept),
            before => Self::Unread(Unread {
                files: listing.load(),
                before: before.map(|(_, kept)| kept),
            }),
        }
    }
}

impl Unread {
    /// What they can be told apart by again.
    #[must_use]
    pub fn known(&self) -> Files {
        Files::of(&self.files)
    }

    /// Reads what a first frame needs; see [`Rulebook::glance`].
    #[must_use]
    pub fn glance(&self, game: Option<&str>) -> Rulebook {
        Rulebook::glance(
            self.before.as_ref().map(|kept| &kept.book),
            self.files.sources.clone(),
            game,
        )
    }

    /// Reads less than that; see [`Rulebook::sketch`].
    #[must_use]
    pub fn sketch(&self) -> Rulebook {
        Rulebook::sketch(
            self.before.as_ref().map(|kept| &kept.book),
            self.files.sources.clone(),
        )
    }

    /// How many bytes the files have that are not known from before, and are not read yet.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let unread = self
            .files
            .sources
            .iter()
            .filter(|source| source.is_unread && !source.is_known());
        unread
            .filter_map(|source| source.stamp.map(|stamp| stamp.length))
            .sum()
    }

    /// Whether so many files are unknown that reading their heads would keep a first frame waiting.
    #[must_use]
    pub fn is_much(&self) -> bool {
        self.files
            .sources
            .iter()
            .filter(|source| source.is_unread && !source.is_known())
            .count()
            > MOST_HEADS
    }

    /// Reads all of them; before each document `tell` is told how many have been understood.
    #[must_use]
    pub fn load(self, tell: &mut dyn FnMut(usize)) -> Rulebook {
        self.load_after(tell).0
    }

    /// The same, and what was made of them before.
    #[must_use]
    pub fn load_after(self, tell: &mut dyn FnMut(usize)) -> (Rulebook, Option<Box<Kept>>) {
        let before = self.before.as_ref().map(|kept| &kept.book);
        let book = Rulebook::load_after(before, self.files.sources, self.files.diagnostics, tell);
        (book, self.before)
    }
}
