//! Says when files of the rules change on disk, so that the browser can read them again.
//!
//! The system tells of changes where it can; editors save by writing, by renaming, or in several steps, so that a change
//! counts once it has been quiet for a moment. Where the system cannot tell (a network, too many folders, a folder that is
//! not there), times and sizes of the files are looked at every few seconds, and everywhere when somebody asks.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use notify::event::{ModifyKind, RemoveKind};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::loader::{self, Origin};

#[cfg(test)]
mod tests;

/// An editor's steps follow one another faster than this.
const QUIET: Duration = Duration::from_millis(100);

/// What never gets quiet is read all the same.
const LONGEST: Duration = Duration::from_secs(1);

/// Between two looks at files that the system does not watch.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// Folders nested deeper than this are not looked into.
const DEEPEST: usize = 32;

/// What a watch has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// These files have come, gone or changed, by their paths from the root.
    Changed(Vec<PathBuf>),
    /// The system does not watch a path: its files are looked at every few seconds. Why.
    Unwatched(String),
}

/// A watch over the files of the rules. It ends when it is dropped.
#[derive(Debug)]
pub struct Watch {
    signals: Sender<Signal>,
}

impl Watch {
    /// Watches origins from now on; nothing where there is nothing to watch, since the bundled rules never change. `tell` is
    /// called from a thread of the watch's own, and says whether somebody still listens.
    #[must_use]
    pub fn start(
        origins: &[Origin],
        tell: impl FnMut(News) -> bool + Send + 'static,
    ) -> Option<Self> {
        let targets: Vec<_> = origins.iter().filter_map(Target::new).collect();
        if targets.is_empty() {
            return None;
        }
        let (signals, queue) = channel();
        let events = signals.clone();
        let watcher = notify::recommended_watcher(move |event| hear(event, &events)).ok();
        let seen = stamps(&targets);
        let mut thread = Thread {
            targets,
            watcher,
            seen,
            named: BTreeSet::new(),
            complaint: None,
            complained: false,
            tell,
        };
        thread.watch();
        thread::spawn(move || thread.run(&queue));
        Some(Self { signals })
    }

    /// Tells of files that were changed at a time or later, before they were watched.
    pub fn look_back(&self, since: SystemTime) {
        let _ = self.signals.send(Signal::LookBack(since));
    }

    /// Looks at the files now: the system may have kept something to itself.
    pub fn look(&self) {
        // A thread that has ended has nobody to tell.
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
    /// The system has seen something happen.
    Event(Event),
    /// The system has lost sight.
    Lost,
    Look,
    LookBack(SystemTime),
    End,
}

/// Takes in what the system says. Reading is no change: the browser itself reads.
fn hear(event: notify::Result<Event>, signals: &Sender<Signal>) {
    let signal = match event {
        Ok(event) if event.need_rescan() => Signal::Lost,
        Ok(event) if matches!(event.kind, EventKind::Access(_)) => return,
        Ok(event) => Signal::Event(event),
        Err(_) => Signal::Lost,
    };
    let _ = signals.send(signal);
}

/// A file or folder that rules come from.
#[derive(Debug)]
struct Target {
    /// Its path from the root; where it is a link, where that leads to follows.
    paths: Vec<PathBuf>,
    /// Whether it need not be there.
    optional: bool,
    watched: bool,
}

impl Target {
    fn new(origin: &Origin) -> Option<Self> {
        let path = std::path::absolute(origin.place()?).ok()?;
        // Nobody has to have words of his own; where they would be is watched for them to come.
        let optional = matches!(origin, Origin::Words(_));
        if optional && !path.parent().is_some_and(Path::is_dir) {
            return None;
        }
        let led = fs::canonicalize(&path).ok().filter(|led| *led != path);
        Some(Self {
            paths: [path].into_iter().chain(led).collect(),
            optional,
            watched: false,
        })
    }

    /// Whether what happens to a path may change the rules.
    fn concerns(&self, path: &Path, kind: EventKind) -> bool {
        self.paths.iter().any(|root| match path.strip_prefix(root) {
            Ok(inner) => {
                inner.as_os_str().is_empty() || (!hidden(inner) && may_hold_rules(path, kind))
            }
            // A folder above it, with it inside.
            Err(_) => root.starts_with(path),
        })
    }

    /// Whether the target itself is another thing now, which has to be watched anew.
    fn is_replaced(&self, path: &Path, kind: EventKind) -> bool {
        let itself = matches!(
            kind,
            EventKind::Create(_) | EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_))
        );
        itself && self.paths.iter().any(|root| root.starts_with(path))
    }
}

/// Whether a part of a path is left out when rules are loaded.
fn hidden(path: &Path) -> bool {
    path.components()
        .any(|part| part.as_os_str().to_string_lossy().starts_with('.'))
}

/// Whether a path names a file of rules, or what may be a folder: of one that is gone nobody can tell any more.
fn may_hold_rules(path: &Path, kind: EventKind) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let was_folder = matches!(kind, EventKind::Remove(RemoveKind::Folder));
    loader::is_rules_file(&name) || !name.contains('.') || was_folder || path.is_dir()
}

struct Thread<T> {
    targets: Vec<Target>,
    /// None where the system has no way to watch.
    watcher: Option<RecommendedWatcher>,
    /// What the files looked like.
    seen: Stamps,
    /// Files that the system has named since.
    named: BTreeSet<PathBuf>,
    /// Why something is not watched.
    complaint: Option<String>,
    complained: bool,
    tell: T,
}

impl<T: FnMut(News) -> bool> Thread<T> {
    fn run(mut self, queue: &Receiver<Signal>) {
        while self.complain() {
            let signal = if self.targets.iter().all(|target| target.watched) {
                queue.recv().map_err(|_| RecvTimeoutError::Disconnected)
            } else {
                queue.recv_timeout(LOOK_EVERY)
            };
            match signal {
                Ok(Signal::Event(event)) if self.concerned(&event) && !self.settle(queue) => return,
                Ok(Signal::Lost) if !self.settle(queue) => return,
                Ok(Signal::End) | Err(RecvTimeoutError::Disconnected) => return,
                Ok(Signal::Event(_)) if self.named.is_empty() => continue,
                Ok(Signal::LookBack(since)) if !self.forget(since) => continue,
                Ok(Signal::Event(_) | Signal::Lost | Signal::Look | Signal::LookBack(_))
                | Err(RecvTimeoutError::Timeout) => {}
            }
            // What is watched from now on may have changed just before: that is seen too.
            self.watch();
            let changed = self.changes();
            if !changed.is_empty() && !(self.tell)(News::Changed(changed)) {
                return;
            }
        }
    }

    /// Forgets what files look like that were changed between a time and now, so that they count as changed; whether there
    /// are any. A time to come says nothing: files may have it for years.
    fn forget(&mut self, since: SystemTime) -> bool {
        let (known, now) = (self.seen.len(), SystemTime::now());
        self.seen
            .retain(|_, (_, time)| time.is_none_or(|time| time < since || time > now));
        self.seen.len() < known
    }

    /// The files that look different from before, and those that the system has named: a file that may not be read any
    /// more has the same size and time.
    fn changes(&mut self) -> Vec<PathBuf> {
        let now = stamps(&self.targets);
        let gone = self.seen.keys().filter(|path| !now.contains_key(*path));
        let other = now
            .iter()
            .filter(|(path, stamp)| self.seen.get(*path) != Some(stamp))
            .map(|(path, _)| path);
        let mut changes = std::mem::take(&mut self.named);
        changes.extend(gone.chain(other).cloned());
        self.seen = now;
        changes.into_iter().collect()
    }

    /// Says, once, why something is not watched; whether anybody listens.
    fn complain(&mut self) -> bool {
        match self.complaint.take() {
            Some(complaint) if !self.complained => {
                self.complained = true;
                (self.tell)(News::Unwatched(complaint))
            }
            _ => true,
        }
    }

    /// Whether an event concerns the rules; notes what has to be watched anew.
    fn concerned(&mut self, event: &Event) -> bool {
        let mut concerned = false;
        for target in &mut self.targets {
            target.watched &= !event
                .paths
                .iter()
                .any(|path| target.is_replaced(path, event.kind));
            concerned |= event
                .paths
                .iter()
                .any(|path| target.concerns(path, event.kind));
        }
        if concerned {
            self.named.extend(event.paths.iter().cloned());
        }
        concerned
    }

    /// Waits until nothing has happened for a moment; whether the watch goes on.
    fn settle(&mut self, queue: &Receiver<Signal>) -> bool {
        let (begun, mut quiet_from) = (Instant::now(), Instant::now());
        while begun.elapsed() < LONGEST {
            match queue.recv_timeout(QUIET.saturating_sub(quiet_from.elapsed())) {
                Ok(Signal::Event(event)) if self.concerned(&event) => quiet_from = Instant::now(),
                Ok(Signal::End) | Err(RecvTimeoutError::Disconnected) => return false,
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => break,
            }
        }
        true
    }

    /// Asks the system to watch what it does not watch yet, and the folder above it, which sees it go and come back.
    fn watch(&mut self) {
        let folders = self
            .targets
            .iter()
            .flat_map(|target| &target.paths)
            .filter(|path| path.is_dir());
        let folders: Vec<_> = folders.cloned().collect();
        for target in self.targets.iter_mut().filter(|target| !target.watched) {
            let Some(watcher) = &mut self.watcher else {
                self.complaint = Some("this system tells of no changes".to_owned());
                continue;
            };
            let failed = target
                .paths
                .iter()
                .find_map(|path| Some((path, watch_path(watcher, path, &folders).err()?)));
            let there = target.optional || target.paths.iter().all(|path| path.exists());
            target.watched = failed.is_none() && there;
            if let Some((path, error)) = failed.filter(|(path, _)| path.exists()) {
                self.complaint = Some(format!("{error}: {}", path.display()));
            }
        }
    }
}

/// Watches a folder with all below it, or a file by the folder it is in; and the folder above, unless one of the folders
/// that are watched whole holds it already: the system would forget the rest of that.
fn watch_path(
    watcher: &mut RecommendedWatcher,
    path: &Path,
    folders: &[PathBuf],
) -> notify::Result<()> {
    if path.is_dir() {
        // Whatever bore the name before is watched no more.
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

/// Size and time of each file of rules.
type Stamps = BTreeMap<PathBuf, (u64, Option<SystemTime>)>;

fn stamps(targets: &[Target]) -> Stamps {
    let (mut stamps, mut seen) = (Stamps::new(), HashSet::new());
    for path in targets.iter().filter_map(|target| target.paths.first()) {
        stamp(path, DEEPEST, &mut seen, &mut stamps);
    }
    stamps
}

fn stamp(path: &Path, depth: usize, seen: &mut HashSet<PathBuf>, stamps: &mut Stamps) {
    let Ok(metadata) = fs::metadata(path) else {
        return;
    };
    if !metadata.is_dir() {
        stamps.insert(path.to_owned(), (metadata.len(), metadata.modified().ok()));
        return;
    }
    // Links may lead back.
    if depth == 0 || !fs::canonicalize(path).is_ok_and(|real| seen.insert(real)) {
        return;
    }
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        let (name, inner) = (entry.file_name(), entry.path());
        let name = name.to_string_lossy();
        if !name.starts_with('.') && (loader::is_rules_file(&name) || inner.is_dir()) {
            stamp(&inner, depth - 1, seen, stamps);
        }
    }
}
