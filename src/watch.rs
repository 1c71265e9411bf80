//! Watches the files of the rules, so that the browser can reload them when they change.
//!
//! The watch relies on the operating system, which reports events. Editors save a file in different
//! ways: they write it, replace it by renaming, or combine several of these steps. After an event,
//! the watch therefore waits until events stop coming for a moment, lists the files and compares
//! them with the previous listing. The files are listed every two seconds if the system cannot watch
//! all of them, for example because a folder is missing or there are too many folders, or if it does
//! not report all changes, as on network drives.

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::loader::{self, Listing, Origin};
use crate::settings::WatchMode;
use crate::source::Stamp;
use system::SystemWatch;
use targets::Targets;

mod system;
mod targets;

#[cfg(test)]
mod tests;

/// The time without events after which the files are listed. The events of one save are closer
/// together.
const QUIET: Duration = Duration::from_millis(20);

/// The maximum time by which a series of events can delay a listing.
const MAX_DELAY: Duration = Duration::from_secs(1);

/// The time between two listings while the system does not watch the files.
const LIST_EVERY: Duration = Duration::from_secs(2);

/// The time between two listings without a change is at least this many times as long as a listing.
const REST: u32 = 4;

/// The maximum number of times that the rest doubles while the system loses events, because the
/// listings themselves may cause the lost events.
const MAX_DOUBLINGS: u32 = 5;

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
    mode: WatchMode,
    /// The watch of the operating system; `None` if the system cannot watch files, or is not asked.
    system: Option<SystemWatch>,
    /// The stamps of the last listing.
    seen: Stamps,
    /// The time of the first event since the last listing; `None` if there was no event.
    first_event: Option<Instant>,
    /// The time of the next listing; `None` if the system watches the files and has reported no
    /// event since the last listing.
    due: Option<Instant>,
    /// The end and the duration of the last listing.
    last: Option<(Instant, Duration)>,
    /// The number of the last listings in a row that found no change.
    unchanged: u32,
}

impl Watch {
    /// Creates a watch on the files of `origins`. `seen` contains the stamps of their last listing.
    /// The system starts to watch the files at the first [`Watch::poll`], which is due soon.
    /// From then on, `report` is called on another thread when a file may have changed. Bundled
    /// rules are not watched.
    pub fn new(
        origins: Vec<Origin>,
        seen: Stamps,
        mode: WatchMode,
        report: impl Fn() + Send + 'static,
    ) -> Self {
        let system = (mode == WatchMode::Auto).then(|| SystemWatch::new(report));
        Self {
            origins,
            mode,
            system: system.flatten(),
            seen,
            first_event: None,
            // The first listing finds the changes since `seen`.
            due: (mode != WatchMode::Off).then(|| Instant::now() + FIRST_DELAY),
            last: None,
            unchanged: 0,
        }
    }

    /// Schedules a listing, because a file may have changed. The listing is due `QUIET` after the
    /// latest call, but no later than `MAX_DELAY` after the first call since the previous listing.
    /// Listings that find nothing rest in between, longer each time while the system only loses
    /// events.
    pub fn schedule(&mut self) {
        let now = Instant::now();
        let first_event = *self.first_event.get_or_insert(now);
        let due = (now + QUIET).min(first_event + MAX_DELAY);
        let last = self.last.filter(|_| self.unchanged > 0);
        let rested = last.map(|(end, duration)| end + duration * self.rest());
        self.due = rested.map_or(due, |rested| due.max(rested)).into();
    }

    /// Returns the rest after the last listing, as a multiple of its duration.
    fn rest(&self) -> u32 {
        let happened = self.system.as_ref().map(SystemWatch::peek);
        if happened == Some((false, true)) {
            REST << self.unchanged.min(MAX_DOUBLINGS)
        } else {
            REST
        }
    }

    /// Returns the time until the next listing; [`Duration::MAX`] if none is scheduled.
    pub fn wait(&self) -> Duration {
        self.due.map_or(Duration::MAX, |due| {
            due.saturating_duration_since(Instant::now())
        })
    }

    /// Lists the files without reading them, and renews the watch. If some were changed, added or
    /// removed since the last listing, returns their paths and the new listing.
    pub fn poll(&mut self) -> Option<(Vec<PathBuf>, io::Result<Listing>)> {
        self.first_event = None;
        let start = Instant::now();
        if let Some(system) = &mut self.system {
            system.forget();
        }
        let mut listing = loader::find(&self.origins);
        let (is_watched, is_new) = self.renew(listing.as_ref().ok());
        if is_new {
            // Between the listing and the start of the watch, something may have changed.
            listing = loader::find(&self.origins);
        }
        let duration = start.elapsed();
        self.last = Some((Instant::now(), duration));
        let rest = LIST_EVERY.max(duration * REST);
        let lists = !is_watched && self.mode != WatchMode::Off;
        self.due = lists.then(|| Instant::now() + rest);
        let now = listing.as_ref().map(stamps).unwrap_or_default();
        let before = std::mem::replace(&mut self.seen, now);
        let now = &self.seen;
        let gone = before.keys().filter(|path| !now.contains_key(*path));
        let others = now
            .iter()
            .filter(|(path, stamp)| before.get(*path) != Some(stamp));
        let mut paths: Vec<_> = gone.chain(others.map(|(path, _)| path)).cloned().collect();
        paths.sort();
        self.unchanged = if paths.is_empty() {
            self.unchanged + 1
        } else {
            0
        };
        (!paths.is_empty()).then_some((paths, listing))
    }

    /// Watches what was listed. Returns whether the system can watch and report everything, and
    /// whether a folder is watched that was not watched before. Without a listing, the rules are
    /// missing and cannot be watched.
    fn renew(&mut self, listing: Option<&Listing>) -> (bool, bool) {
        if self.origins.iter().all(|origin| *origin == Origin::Bundled) {
            return (true, false);
        }
        let (Some(system), Some(listing)) = (&mut self.system, listing) else {
            return (false, false);
        };
        system.renew(Targets::of(&self.origins, listing))
    }
}
