//! Reports changes of the rules' files, so that the browser can read them again.
//!
//! The system reports events where it can. Editors save by writing, by renaming, or in several steps, so the watch waits
//! until nothing has happened for a moment; then it lists the files and compares them with the listing before. Where the
//! system cannot watch (on a network, in too many folders, where a folder is missing), the files are listed every few
//! seconds, and everywhere on request.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use notify::event::{ModifyKind, RemoveKind};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::loader::{self, Origin};
use crate::source::Stamp;

#[cfg(test)]
mod tests;

/// The steps of one save follow each other faster than this.
const QUIET: Duration = Duration::from_millis(100);

/// Events that never stop delay a report no longer than this.
const LONGEST: Duration = Duration::from_secs(1);

/// The pause between two listings of files that the system does not watch.
const LIST_EVERY: Duration = Duration::from_secs(2);

/// A report of a watch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// These files were added, removed or changed; their absolute paths.
    Changed(Vec<PathBuf>),
    /// The system does not watch a path, for this reason; its files are listed every few seconds.
    Unwatched(String),
}

/// A watch over the files of the rules, which ends when it is dropped.
#[derive(Debug)]
pub struct Watch {
    signals: Sender<Signal>,
}

impl Watch {
    /// Watches origins from now on; `None` if there are only bundled rules, which never change. The watch calls `report` from
    /// its own thread, and ends when that returns `false`.
    #[must_use]
    pub fn start(
        origins: &[Origin],
        report: impl FnMut(News) -> bool + Send + 'static,
    ) -> Option<Self> {
        let targets: Vec<_> = origins.iter().filter_map(Target::new).collect();
        if targets.is_empty() {
            return None;
        }
        let (signals, queue) = channel();
        let events = signals.clone();
        let watcher = notify::recommended_watcher(move |event| forward(event, &events)).ok();
        let mut thread = Thread::new(targets, watcher, report);
        thread.watch();
        thread::spawn(move || thread.run(&queue));
        Some(Self { signals })
    }

    /// Reports files that changed after a time, but before the watch began.
    pub fn look_back(&self, since: SystemTime) {
        let _ = self.signals.send(Signal::LookBack(since));
    }

    /// Lists the files now, in case the system has missed a change.
    pub fn look(&self) {
        // A thread that has ended has nobody to report to.
        let _ = self.signals.send(Signal::Look);
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.signals.send(Signal::End);
    }
}

#[derive(Debug)]
enum Signal {
    Event(Event),
    /// The system has missed events.
    Missed,
    Look,
    LookBack(SystemTime),
    End,
}

/// Forwards an event of the system, unless a file was only read: the browser itself reads them.
fn forward(event: notify::Result<Event>, signals: &Sender<Signal>) {
    let signal = match event {
        Ok(event) if matches!(event.kind, EventKind::Access(_)) => return,
        Ok(event) if !event.need_rescan() => Signal::Event(event),
        _ => Signal::Missed,
    };
    let _ = signals.send(signal);
}

/// A file or folder that rules come from.
#[derive(Debug)]
struct Target {
    /// The origin with an absolute path.
    origin: Origin,
    /// The path, and where it leads if it is a symbolic link.
    paths: Vec<PathBuf>,
    watched: bool,
}

impl Target {
    fn new(origin: &Origin) -> Option<Self> {
        let path = std::path::absolute(origin.place()?).ok()?;
        let origin = match origin {
            Origin::Words(settings) => Origin::Words(std::path::absolute(settings).ok()?),
            _ => Origin::Path(path.clone()),
        };
        let target = fs::canonicalize(&path)
            .ok()
            .filter(|target| *target != path);
        let found = Self {
            origin,
            paths: [path].into_iter().chain(target).collect(),
            watched: false,
        };
        // A file of the player's own words can appear, but only in a folder of settings.
        let folder = found.paths[0].parent();
        (!found.is_optional() || folder.is_some_and(Path::is_dir)).then_some(found)
    }

    fn is_optional(&self) -> bool {
        matches!(self.origin, Origin::Words(_))
    }

    /// Whether an event at a path may change the rules.
    fn concerns(&self, path: &Path, kind: EventKind) -> bool {
        self.paths.iter().any(|root| match path.strip_prefix(root) {
            Ok(inner) => {
                inner.as_os_str().is_empty() || (!is_hidden(inner) && may_hold_rules(path, kind))
            }
            // A folder above the target.
            Err(_) => root.starts_with(path),
        })
    }

    /// Whether the target itself may be another file or folder now, which has to be watched anew.
    fn is_replaced(&self, path: &Path, kind: EventKind) -> bool {
        let itself = matches!(
            kind,
            EventKind::Create(_) | EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_))
        );
        itself && self.paths.iter().any(|root| root.starts_with(path))
    }
}

/// Whether the loader skips a path, because a part of it begins with a dot.
fn is_hidden(path: &Path) -> bool {
    path.components()
        .any(|part| part.as_os_str().to_string_lossy().starts_with('.'))
}

/// Whether a path is a rules file, or may be or have been a folder.
fn may_hold_rules(path: &Path, kind: EventKind) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let was_folder = matches!(kind, EventKind::Remove(RemoveKind::Folder));
    loader::is_rules_file(&name) || !name.contains('.') || was_folder || path.is_dir()
}

/// The files of the rules and their states.
type Stamps = BTreeMap<PathBuf, Stamp>;

fn stamps(targets: &[Target]) -> Stamps {
    let listings = targets
        .iter()
        .filter_map(|target| loader::find(std::slice::from_ref(&target.origin)).ok());
    listings
        .flat_map(|listing| listing.sources)
        .filter_map(|source| {
            let stamp = source.stamp();
            Some((source.origin?.into_path_buf(), stamp))
        })
        .collect()
}

struct Thread<R> {
    targets: Vec<Target>,
    /// `None` where the system cannot watch.
    watcher: Option<RecommendedWatcher>,
    /// The files at the last listing.
    seen: Stamps,
    /// Whether it was reported that something is not watched.
    complained: bool,
    report: R,
}

impl<R: FnMut(News) -> bool> Thread<R> {
    fn new(targets: Vec<Target>, watcher: Option<RecommendedWatcher>, report: R) -> Self {
        Self {
            seen: stamps(&targets),
            targets,
            watcher,
            complained: false,
            report,
        }
    }

    fn run(mut self, queue: &Receiver<Signal>) {
        loop {
            let signal = if self.targets.iter().all(|target| target.watched) {
                queue.recv().map_err(|_| RecvTimeoutError::Disconnected)
            } else {
                queue.recv_timeout(LIST_EVERY)
            };
            match signal {
                Ok(Signal::Event(event)) if !self.concerns(&event) => continue,
                Ok(Signal::Event(_) | Signal::Missed) => {
                    if !self.settle(queue) {
                        return;
                    }
                }
                Ok(Signal::End) | Err(RecvTimeoutError::Disconnected) => return,
                Ok(Signal::LookBack(since)) => self.forget(since),
                Ok(Signal::Look) | Err(RecvTimeoutError::Timeout) => {}
            }
            // The listing comes after the watch, so that no change falls between them.
            self.watch();
            let changed = self.changes();
            if !changed.is_empty() && !(self.report)(News::Changed(changed)) {
                return;
            }
        }
    }

    /// Forgets the files that changed between a time and now, so that they count as changed. Some files have times in the
    /// future, which say nothing.
    fn forget(&mut self, since: SystemTime) {
        let nanoseconds = |time: SystemTime| {
            time.duration_since(UNIX_EPOCH)
                .map_or(0, |since| since.as_nanos())
        };
        let recent = nanoseconds(since)..=nanoseconds(SystemTime::now());
        self.seen
            .retain(|_, stamp| !recent.contains(&u128::from(stamp.modified)));
    }

    /// The files that differ from the last listing.
    fn changes(&mut self) -> Vec<PathBuf> {
        let before = std::mem::replace(&mut self.seen, stamps(&self.targets));
        let now = &self.seen;
        let gone = before.keys().filter(|path| !now.contains_key(*path));
        let others = now
            .iter()
            .filter(|(path, stamp)| before.get(*path) != Some(stamp));
        let mut changes: Vec<_> = gone.chain(others.map(|(path, _)| path)).cloned().collect();
        changes.sort();
        changes
    }

    /// Whether an event concerns the rules; notes which targets have to be watched anew.
    fn concerns(&mut self, event: &Event) -> bool {
        let mut concerns = false;
        for target in &mut self.targets {
            for path in &event.paths {
                target.watched &= !target.is_replaced(path, event.kind);
                concerns |= target.concerns(path, event.kind);
            }
        }
        concerns
    }

    /// Waits until nothing has happened for a moment; `false` if the watch has ended.
    fn settle(&mut self, queue: &Receiver<Signal>) -> bool {
        let (begun, mut quiet_from) = (Instant::now(), Instant::now());
        while begun.elapsed() < LONGEST {
            match queue.recv_timeout(QUIET.saturating_sub(quiet_from.elapsed())) {
                Ok(Signal::Event(event)) if self.concerns(&event) => quiet_from = Instant::now(),
                Ok(Signal::End) | Err(RecvTimeoutError::Disconnected) => return false,
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => break,
            }
        }
        true
    }

    /// Asks the system to watch the targets that it does not watch yet. Reports the first failure.
    fn watch(&mut self) {
        let paths = self.targets.iter().flat_map(|target| &target.paths);
        let folders: Vec<_> = paths.filter(|path| path.is_dir()).cloned().collect();
        let mut complaint = None;
        for target in self.targets.iter_mut().filter(|target| !target.watched) {
            let Some(watcher) = &mut self.watcher else {
                complaint = Some("this system tells of no changes".to_owned());
                continue;
            };
            let failed = target
                .paths
                .iter()
                .find_map(|path| Some((path, watch_path(watcher, path, &folders).err()?)));
            let is_there = target.is_optional() || target.paths.iter().all(|path| path.exists());
            target.watched = failed.is_none() && is_there;
            if let Some((path, error)) = failed.filter(|(path, _)| path.exists()) {
                complaint = Some(format!("{error}: {}", path.display()));
            }
        }
        if let Some(complaint) = complaint.filter(|_| !self.complained) {
            self.complained = true;
            let _ = (self.report)(News::Unwatched(complaint));
        }
    }
}

/// Watches a folder with everything below it, and the folder above a file or folder, which reports that it goes or comes
/// back. The folder above is left out if a watched folder contains it: the system would forget the rest of that folder.
fn watch_path(
    watcher: &mut RecommendedWatcher,
    path: &Path,
    folders: &[PathBuf],
) -> notify::Result<()> {
    if path.is_dir() {
        // The name may have belonged to another folder.
        let _ = watcher.unwatch(path);
        watcher.watch(path, RecursiveMode::Recursive)?;
    }
    match path.parent() {
        Some(above) if !folders.iter().any(|folder| above.starts_with(folder)) => {
            watcher.watch(above, RecursiveMode::NonRecursive)
        }
        _ => Ok(()),
    }
}
