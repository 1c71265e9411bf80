//! Notices changes of the rules' files, so that the browser can read them again.
//!
//! The system reports events where it can. Editors save by writing, by renaming, or in several steps, so the files are
//! listed and compared with the listing before once nothing has happened for a moment. Where the system cannot watch (on a
//! network, in too many folders, where a folder is missing), they are listed every few seconds, and everywhere on request.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use notify::event::ModifyKind;
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::loader::{self, Listing, Origin};
use crate::source::Stamp;

#[cfg(test)]
mod tests;

/// The steps of one save follow each other faster than this.
const QUIET: Duration = Duration::from_millis(100);

/// Events that never stop delay a listing no longer than this.
const LONGEST: Duration = Duration::from_secs(1);

/// The pause between two listings of files that the system does not watch.
const LIST_EVERY: Duration = Duration::from_secs(2);

/// The files of a listing and their states.
pub type Stamps = BTreeMap<PathBuf, Stamp>;

/// The files of a listing that has not been read, and their states.
pub fn stamps(listing: &Listing) -> Stamps {
    let sources = listing.sources.iter();
    sources
        .filter_map(|source| Some((source.origin.as_deref()?.to_owned(), source.stamp())))
        .collect()
}

/// What an event of the system says of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileEvent {
    /// A file may have changed; also to be said when the system may have missed that.
    Changed,
    /// A watched file or folder may be another one now, which has to be watched anew.
    Replaced,
}

/// A watch over the files of the rules.
pub struct Watch {
    origins: Vec<Origin>,
    /// What the system watches: absolute paths, and where they lead if they are symbolic links.
    roots: Vec<PathBuf>,
    /// `None` where the system cannot watch.
    watcher: Option<RecommendedWatcher>,
    /// Whether the system watches all roots.
    is_watched: bool,
    /// The files at the last listing.
    seen: Stamps,
    /// When the first event came that no listing has followed yet.
    begun: Option<Instant>,
    /// When to list the files.
    due: Option<Instant>,
}

impl Watch {
    /// A watch over the rules of some origins, of which a listing has been `seen`. It calls `report` from a thread of the
    /// system. Bundled rules never change.
    pub fn new(
        origins: Vec<Origin>,
        seen: Stamps,
        report: impl Fn(FileEvent) + Send + 'static,
    ) -> Self {
        let places = origins.iter().filter_map(Origin::watched);
        let absolute = places.filter_map(|path| std::path::absolute(path).ok());
        let mut roots: Vec<_> = absolute
            .flat_map(|path| [path.canonicalize().ok(), Some(path)])
            .flatten()
            .collect();
        roots.dedup();
        let of = roots.clone();
        let forward = move |event| {
            if let Some(event) = concern(&of, event) {
                report(event);
            }
        };
        Self {
            origins,
            watcher: notify::recommended_watcher(forward).ok(),
            is_watched: roots.is_empty(),
            seen,
            begun: None,
            // What has changed since that listing is noticed now.
            due: Some(Instant::now()),
            roots,
        }
    }

    /// Takes an event in: the files are listed once nothing more happens.
    pub fn note(&mut self, event: FileEvent) {
        self.is_watched &= event != FileEvent::Replaced;
        let now = Instant::now();
        let begun = *self.begun.get_or_insert(now);
        self.due = Some((now + QUIET).min(begun + LONGEST));
    }

    /// The time until the files are to be listed.
    pub fn wait(&self) -> Duration {
        self.due.map_or(Duration::MAX, |due| {
            due.saturating_duration_since(Instant::now())
        })
    }

    /// Lists the files. If some of them differ from the last listing, gives their paths and the new listing, unread.
    pub fn poll(&mut self) -> Option<(Vec<PathBuf>, io::Result<Listing>)> {
        self.begun = None;
        // The listing comes after this, so that no change falls between them.
        self.renew();
        self.due = (!self.is_watched).then(|| Instant::now() + LIST_EVERY);
        let listing = loader::find(&self.origins);
        let now = listing.as_ref().map(stamps).unwrap_or_default();
        let before = std::mem::replace(&mut self.seen, now);
        let now = &self.seen;
        let gone = before.keys().filter(|path| !now.contains_key(*path));
        let others = now
            .iter()
            .filter(|(path, stamp)| before.get(*path) != Some(stamp));
        let mut paths: Vec<_> = gone.chain(others.map(|(path, _)| path)).cloned().collect();
        paths.sort();
        (!paths.is_empty()).then_some((paths, listing))
    }

    /// Asks the system to watch what it does not watch yet.
    fn renew(&mut self) {
        if let Some(watcher) = self.watcher.as_mut().filter(|_| !self.is_watched) {
            self.is_watched = self
                .roots
                .iter()
                .all(|root| root.exists() && watch(watcher, root, &self.roots).is_ok());
        }
    }
}

/// What an event says of the rules below some roots; `None` if it does not concern them.
fn concern(roots: &[PathBuf], event: notify::Result<Event>) -> Option<FileEvent> {
    // Events may have been missed.
    let Some(event) = event.ok().filter(|event| !event.need_rescan()) else {
        return Some(FileEvent::Changed);
    };
    let is_below = |path: &PathBuf| roots.iter().any(|root| path.starts_with(root));
    let is_above = |path: &PathBuf| roots.iter().any(|root| root.starts_with(path));
    let (above, below) = (
        event.paths.iter().any(is_above),
        event.paths.iter().any(is_below),
    );
    match event.kind {
        // The browser itself reads them.
        EventKind::Access(_) => None,
        EventKind::Create(_) | EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_))
            if above =>
        {
            Some(FileEvent::Replaced)
        }
        _ => (above || below).then_some(FileEvent::Changed),
    }
}

/// Watches a folder with everything below it, and the folder above a file or folder, which reports that it goes or comes
/// back. The folder above is left out if a watched folder contains it: the system would forget the rest of that folder.
fn watch(watcher: &mut RecommendedWatcher, path: &Path, roots: &[PathBuf]) -> notify::Result<()> {
    if path.is_dir() {
        // The name may have belonged to another folder.
        let _ = watcher.unwatch(path);
        watcher.watch(path, RecursiveMode::Recursive)?;
    }
    let is_watched = |above: &&Path| {
        roots
            .iter()
            .any(|root| root.is_dir() && above.starts_with(root))
    };
    match path.parent().filter(|above| !is_watched(above)) {
        Some(above) => watcher.watch(above, RecursiveMode::NonRecursive),
        None => Ok(()),
    }
}
