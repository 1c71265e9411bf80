//! Watching with the operating system's own events.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use notify::event::ModifyKind;
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::targets::Targets;
use crate::loader::is_rules_file;
use crate::platform::files::{WATCHES_SUBFOLDERS, identity, reports_changes};

/// What has happened since the last call of [`SystemWatch::forget`].
#[derive(Debug, Default)]
struct Happened {
    /// Whether something that concerns the rules may have changed.
    is_change: bool,
    /// Whether the system lost events. The listing of many folders causes more events than the
    /// system stores, so this alone is no sign of a change.
    is_rescan: bool,
    /// Folders that were moved or removed. The system no longer watches their paths.
    gone: Vec<PathBuf>,
}

#[derive(Default)]
struct Noted {
    targets: Targets,
    happened: Happened,
}

/// A folder's identity and the time when it was created.
type Identity = (OsString, Option<SystemTime>);

/// The operating system's watch on folders. It watches each real folder once.
pub struct SystemWatch {
    watcher: RecommendedWatcher,
    watched: HashMap<PathBuf, Option<Identity>>,
    shared: Arc<Mutex<Noted>>,
}

impl SystemWatch {
    /// Starts to watch nothing. `report` is called on another thread when a file may have changed.
    /// Returns `None` if the system cannot watch files.
    pub fn new(report: impl Fn() + Send + 'static) -> Option<Self> {
        let shared: Arc<Mutex<Noted>> = Arc::default();
        let noted = Arc::clone(&shared);
        let handle = move |event: notify::Result<Event>| {
            if locked(&noted).note(event) {
                report();
            }
        };
        // A link in a watched folder is followed by `Targets`, not by the watcher.
        let config = notify::Config::default().with_follow_symlinks(false);
        Some(Self {
            watcher: RecommendedWatcher::new(handle, config).ok()?,
            watched: HashMap::new(),
            shared,
        })
    }

    /// Forgets what has happened, and the folders at whose paths there may be others now.
    pub fn forget(&mut self) {
        let happened = std::mem::take(&mut locked(&self.shared).happened);
        let is_gone = |(path, known): &(&PathBuf, &Option<Identity>)| {
            happened.gone.iter().any(|gone| path.starts_with(gone))
                || (happened.is_rescan && find_identity(path) != **known)
        };
        let gone: Vec<_> = self
            .watched
            .iter()
            .filter(is_gone)
            .map(|(path, _)| path.clone())
            .collect();
        for path in gone {
            self.unwatch(&path);
        }
    }

    /// Returns whether there was a change, and whether the system lost events.
    pub fn peek(&self) -> (bool, bool) {
        let shared = locked(&self.shared);
        (shared.happened.is_change, shared.happened.is_rescan)
    }

    /// Watches `targets` instead of those before. Returns whether the system can watch all of them
    /// and reports changes there, and whether a folder is watched that was not watched before.
    pub fn renew(&mut self, targets: Targets) -> (bool, bool) {
        let mut wanted = targets.watched();
        if WATCHES_SUBFOLDERS {
            let is_below = |path: &Path| {
                let mut above = path.ancestors().skip(1);
                above.any(|above| targets.folders.contains(above))
            };
            wanted.retain(|path| !is_below(path));
        }
        let surplus: Vec<_> = self
            .watched
            .keys()
            .filter(|path| !wanted.contains(path.as_path()))
            .cloned()
            .collect();
        for path in surplus {
            self.unwatch(&path);
        }
        let (mut is_watched, mut is_new) = (targets.is_complete, false);
        for path in wanted {
            if !self.watched.contains_key(path) {
                let is_added = self.watch(path, targets.folders.contains(path));
                is_new |= is_added;
                is_watched &= is_added;
            }
            // All folders below are on the same drive, unless a link leads to another.
            let is_top = path
                .parent()
                .is_none_or(|above| !targets.folders.contains(above));
            is_watched &= !is_top || reports_changes(path);
        }
        locked(&self.shared).targets = targets;
        (is_watched, is_new)
    }

    fn watch(&mut self, path: &Path, is_folder: bool) -> bool {
        let mode = if WATCHES_SUBFOLDERS && is_folder {
            RecursiveMode::Recursive
        } else {
            RecursiveMode::NonRecursive
        };
        // The identity is from before, so that a folder that is replaced meanwhile is noticed.
        let found = find_identity(path);
        let is_watched = self.watcher.watch(path, mode).is_ok();
        if is_watched {
            self.watched.insert(path.to_owned(), found);
        }
        is_watched
    }

    fn unwatch(&mut self, path: &Path) {
        // This fails if the folder is gone, because the system then no longer watches it.
        let _ = self.watcher.unwatch(path);
        self.watched.remove(path);
    }
}

fn locked(shared: &Mutex<Noted>) -> MutexGuard<'_, Noted> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

fn find_identity(path: &Path) -> Option<Identity> {
    let metadata = fs::symlink_metadata(path).ok()?;
    Some((identity(path, &metadata), metadata.created().ok()))
}

impl Noted {
    /// Notes an event. Returns whether a file may have changed.
    fn note(&mut self, event: notify::Result<Event>) -> bool {
        let Ok(event) = event else {
            self.happened.is_rescan = true;
            return true;
        };
        if event.need_rescan() {
            self.happened.is_rescan = true;
            return true;
        }
        // Reading a file changes nothing, and the browser itself reads these files.
        if matches!(event.kind, EventKind::Access(_)) {
            return false;
        }
        if matches!(
            event.kind,
            EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_))
        ) {
            let folders = event
                .paths
                .iter()
                .filter(|path| self.targets.folders.contains(*path));
            self.happened.gone.extend(folders.cloned());
        }
        let is_change = event
            .paths
            .iter()
            .any(|path| self.concerns(path, event.kind));
        self.happened.is_change |= is_change;
        is_change
    }

    /// Whether an event at a path concerns the rules.
    fn concerns(&self, path: &Path, kind: EventKind) -> bool {
        let Targets { folders, files, .. } = &self.targets;
        if files.contains(path) || folders.contains(path) {
            return true;
        }
        let mut above = path.ancestors().skip(1);
        let is_within = if WATCHES_SUBFOLDERS {
            above.any(|above| folders.contains(above))
        } else {
            above.next().is_some_and(|above| folders.contains(above))
        };
        let name = path
            .file_name()
            .map(OsStr::to_string_lossy)
            .unwrap_or_default();
        is_within && !name.starts_with('.') && (is_rules_file(&name) || may_be_folder(kind))
    }
}

/// Whether an event may be about a folder that appeared, moved or went away.
fn may_be_folder(kind: EventKind) -> bool {
    use notify::event::{CreateKind, RemoveKind};
    !matches!(
        kind,
        EventKind::Modify(ModifyKind::Data(_) | ModifyKind::Metadata(_))
            | EventKind::Create(CreateKind::File)
            | EventKind::Remove(RemoveKind::File)
    )
}
