//! Watches the files of the rules, so that the browser can reload them.
//!
//! The system reports events where it can. Editors save by writing, by renaming, or in several steps, so the files are
//! listed and compared with the last listing once nothing has happened for a moment. Where the system cannot watch (on a
//! network, in too many folders, if a folder is missing), they are listed every few seconds. They are also listed on request.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::loader::{self, Listing, Origin};
use crate::source::Stamp;

#[cfg(test)]
mod tests;

/// The longest pause between the steps of one save.
const QUIET: Duration = Duration::from_millis(20);

/// The longest delay of a listing by events that do not stop.
const LONGEST: Duration = Duration::from_secs(1);

/// The pause between two listings of files that the system does not watch.
const LIST_EVERY: Duration = Duration::from_secs(2);

/// The files of a listing and their states.
pub type Stamps = BTreeMap<PathBuf, Stamp>;

/// The files of an unread listing and their states.
pub fn stamps(listing: &Listing) -> Stamps {
    let sources = listing.sources.iter();
    sources
        .filter_map(|source| Some((source.origin.as_deref()?.to_owned(), source.stamp())))
        .collect()
}

/// A watch over the files of the rules.
pub struct Watch {
    origins: Vec<Origin>,
    /// The watched paths: absolute ones, and the targets of symbolic links.
    roots: Vec<PathBuf>,
    /// `None` if the system cannot watch.
    watcher: Option<RecommendedWatcher>,
    /// The files at the last listing.
    seen: Stamps,
    /// The time of the first event since the last listing.
    begun: Option<Instant>,
    /// The time of the next listing.
    due: Option<Instant>,
}

impl Watch {
    /// A watch over the rules of some origins, whose last listing is `seen`. It calls `report` from a thread of the system.
    /// Bundled rules never change.
    pub fn new(origins: Vec<Origin>, seen: Stamps, report: impl Fn() + Send + 'static) -> Self {
        let places = origins.iter().filter_map(Origin::watched);
        let absolute = places.filter_map(|path| std::path::absolute(path).ok());
        let mut roots: Vec<_> = absolute
            .flat_map(|path| [path.canonicalize().ok(), Some(path)])
            .flatten()
            .collect();
        roots.dedup();
        let of = roots.clone();
        let forward = move |event| {
            if concerns(&of, &event) {
                report();
            }
        };
        Self {
            origins,
            watcher: notify::recommended_watcher(forward).ok(),
            seen,
            begun: None,
            // Finds changes since that listing.
            due: Some(Instant::now()),
            roots,
        }
    }

    /// Handles a possible change: the files are listed once nothing more happens.
    pub fn note(&mut self) {
        let now = Instant::now();
        let begun = *self.begun.get_or_insert(now);
        self.due = Some((now + QUIET).min(begun + LONGEST));
    }

    /// The time until the next listing.
    pub fn wait(&self) -> Duration {
        self.due.map_or(Duration::MAX, |due| {
            due.saturating_duration_since(Instant::now())
        })
    }

    /// Lists the files. If some differ from the last listing, returns their paths and the new listing, unread.
    pub fn poll(&mut self) -> Option<(Vec<PathBuf>, io::Result<Listing>)> {
        self.begun = None;
        // Watching comes before listing, so that no change falls between them.
        self.due = (!self.renew()).then(|| Instant::now() + LIST_EVERY);
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

    /// Watches all roots anew: a path may now belong to another folder. Returns whether the system watches them.
    fn renew(&mut self) -> bool {
        let roots = &self.roots;
        let Some(watcher) = &mut self.watcher else {
            return roots.is_empty();
        };
        let mut existing = roots.iter();
        existing.all(|root| root.exists() && watch(watcher, root, roots).is_ok())
    }
}

/// Whether an event may have changed the rules below some roots.
fn concerns(roots: &[PathBuf], event: &notify::Result<Event>) -> bool {
    // After an error, events may have been missed.
    let Some(event) = event.as_ref().ok().filter(|event| !event.need_rescan()) else {
        return true;
    };
    let is_near = |path: &PathBuf| {
        let mut roots = roots.iter();
        roots.any(|root| path.starts_with(root) || root.starts_with(path))
    };
    // The browser itself reads the files.
    !matches!(event.kind, EventKind::Access(_)) && event.paths.iter().any(is_near)
}

/// Watches a folder with everything below it, and the parent of a file or folder, to learn when it is removed or created.
/// The parent is left out inside of a watched folder: the system would forget the rest of that folder.
fn watch(watcher: &mut RecommendedWatcher, path: &Path, roots: &[PathBuf]) -> notify::Result<()> {
    if path.is_dir() {
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
