//! Watches the files of the rules, so that the browser can reload them when they change.
//!
//! The watch relies on the operating system, which reports events. Editors save a file in different
//! ways: they write it, replace it by renaming, or combine several of these steps. After an event,
//! the watch therefore waits until events stop coming for a moment, lists the files and compares
//! them with the previous listing. If the system cannot watch all files, for example because a
//! folder is missing or there are too many folders, the watch lists the files every two seconds.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::loader::{self, Listing, Origin};
use crate::source::Stamp;

#[cfg(test)]
mod tests;

/// The time without events after which the files are listed. The events of one save are closer
/// together.
const QUIET: Duration = Duration::from_millis(20);

/// The maximum time by which a series of events can delay a listing.
const MAX_DELAY: Duration = Duration::from_secs(1);

/// The time between two listings while the system does not watch the files.
const LIST_EVERY: Duration = Duration::from_secs(2);

/// The time from the start of the browser to the first listing, which finds the changes since the
/// start. Until then, opening the rules has the processor and the disk to itself.
const FIRST_DELAY: Duration = Duration::from_millis(500);

/// The stamp of each file of a listing, by path.
pub type Stamps = HashMap<PathBuf, Stamp>;

/// Returns the stamps of the listed files, by path.
pub fn stamps(listing: &Listing) -> Stamps {
    let sources = listing.sources.iter();
    sources
        .filter_map(|source| Some((source.origin.as_deref()?.to_owned(), source.stamp)))
        .collect()
}

/// The watch on the files of the rules.
pub struct Watch {
    origins: Vec<Origin>,
    /// The watcher of the operating system; `None` if the system cannot watch files.
    watcher: Option<RecommendedWatcher>,
    /// The stamps of the last listing.
    seen: Stamps,
    /// The time of the first event since the last listing; `None` if there was no event.
    first_event: Option<Instant>,
    /// The time of the next listing; `None` if the system watches the files and has reported no
    /// event since the last listing.
    due: Option<Instant>,
}

impl Watch {
    /// Creates a watch on the files of `origins`. `seen` contains the stamps of their last listing.
    /// The system starts to watch the files at the first [`Watch::poll`], which is due soon.
    /// From then on, `report` is called on another thread when a file may have changed. Bundled
    /// rules are not watched.
    pub fn new(origins: Vec<Origin>, seen: Stamps, report: impl Fn() + Send + 'static) -> Self {
        let forward = move |event: notify::Result<Event>| {
            // Reading a file changes nothing, and the browser itself reads these files.
            if !event.is_ok_and(|event| matches!(event.kind, EventKind::Access(_))) {
                report();
            }
        };
        Self {
            origins,
            watcher: notify::recommended_watcher(forward).ok(),
            seen,
            first_event: None,
            // The first listing finds the changes since `seen`.
            due: Some(Instant::now() + FIRST_DELAY),
        }
    }

    /// Schedules a listing, because a file may have changed. The listing is due `QUIET` after the
    /// latest call, but no later than `MAX_DELAY` after the first call since the previous listing.
    pub fn schedule(&mut self) {
        let now = Instant::now();
        let first_event = *self.first_event.get_or_insert(now);
        self.due = Some((now + QUIET).min(first_event + MAX_DELAY));
    }

    /// Returns the time until the next listing; [`Duration::MAX`] if none is scheduled.
    pub fn wait(&self) -> Duration {
        self.due.map_or(Duration::MAX, |due| {
            due.saturating_duration_since(Instant::now())
        })
    }

    /// Renews the watch, then lists the files without reading them. If some were changed, added or
    /// removed since the last listing, returns their paths and the new listing.
    pub fn poll(&mut self) -> Option<(Vec<PathBuf>, io::Result<Listing>)> {
        self.first_event = None;
        // The watch is renewed before the listing, so that no change between the two is missed.
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

    /// Watches all origins again, because the folder at a path may have been replaced by another.
    /// Returns whether the system can watch all of them.
    fn renew(&mut self) -> bool {
        let watcher = &mut self.watcher;
        let mut roots = self.origins.iter().filter_map(Origin::watched);
        roots.all(|root| {
            let watcher = watcher.as_mut();
            watcher.is_some_and(|watcher| watch(watcher, root).is_ok())
        })
    }
}

/// Watches a folder with everything in it. For a file, watches the folder that contains it, because
/// an editor may replace the file with another.
fn watch(watcher: &mut RecommendedWatcher, path: &Path) -> notify::Result<()> {
    let path = path.canonicalize()?;
    let (folder, mode) = match path.parent().filter(|_| !path.is_dir()) {
        Some(folder) => (folder, RecursiveMode::NonRecursive),
        None => (&*path, RecursiveMode::Recursive),
    };
    let _ = watcher.unwatch(folder);
    watcher.watch(folder, mode)
}
