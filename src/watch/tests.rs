//! Tests of the watch with real files, and of the filter of events.

use std::fs;
use std::sync::mpsc::{Receiver, channel};

use rstest::rstest;

use super::*;

/// The time after which a test fails if no change is reported.
const DEADLINE: Duration = Duration::from_secs(30);

struct Watched {
    folder: tempfile::TempDir,
    watch: Watch,
    events: Receiver<()>,
}

impl Watched {
    /// Watches `path` in a new folder that contains the file `rules/a.md` and the folder
    /// `rules/deep`.
    fn new(path: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("rules/deep")).unwrap();
        fs::write(folder.path().join("rules/a.md"), "# A").unwrap();
        let origin = Origin::Path(folder.path().join(path));
        Self::of(folder, origin)
    }

    fn of(folder: tempfile::TempDir, origin: Origin) -> Self {
        let origins = vec![origin];
        let (sender, events) = channel();
        let seen = loader::find(&origins).as_ref().map(stamps).unwrap();
        let mut watch = Watch::new(origins, seen, WatchMode::Auto, move || {
            let _ = sender.send(());
        });
        assert!(watch.poll().is_none());
        Self {
            folder,
            watch,
            events,
        }
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// Waits for a change, at most for `patience`, and returns the changed paths relative to the
    /// folder.
    fn next(&mut self, patience: Duration) -> Option<Vec<String>> {
        let deadline = Instant::now() + patience;
        while Instant::now() < deadline {
            let wait = self.watch.wait().min(patience);
            if self.events.recv_timeout(wait).is_ok() {
                self.watch.schedule();
            } else if self.watch.wait().is_zero()
                && let Some((paths, _)) = self.watch.poll()
            {
                let inner = paths
                    .iter()
                    .filter_map(|path| path.strip_prefix(self.folder.path()).ok());
                let names = inner.map(|path| path.to_string_lossy().into_owned());
                return Some(names.collect());
            }
        }
        None
    }

    fn change(&mut self) -> Vec<String> {
        self.next(DEADLINE).expect("a change")
    }
}

#[test]
fn the_bundled_rules_need_no_watch() {
    for origins in [
        vec![Origin::Bundled],
        vec![Origin::Bundled, Origin::Synonyms("no such folder".into())],
    ] {
        let mut watch = Watch::new(origins, Stamps::new(), WatchMode::Auto, || ());
        watch.schedule();
        assert!(watch.poll().is_none());
        assert_eq!(watch.wait(), Duration::MAX);
    }
}

#[test]
fn a_new_file_of_players_synonyms_is_noticed() {
    let settings = tempfile::tempdir().unwrap();
    let origin = Origin::Synonyms(settings.path().to_owned());
    let mut watched = Watched::of(settings, origin);
    fs::write(watched.path("config.toml"), "").unwrap();
    fs::write(watched.path("synonyms.yaml"), "zap: [A]").unwrap();
    assert_eq!(watched.change(), ["synonyms.yaml"]);
}

#[rstest]
#[case::written(|at: &Watched| fs::write(at.path("rules/a.md"), "# B"))]
#[case::new(|at: &Watched| fs::write(at.path("rules/deep/b.md"), "# B"))]
#[case::removed(|at: &Watched| fs::remove_file(at.path("rules/a.md")))]
#[case::renamed(|at: &Watched| fs::rename(at.path("rules/a.md"), at.path("rules/b.md")))]
#[case::made_a_folder(|at: &Watched| fs::remove_file(at.path("rules/a.md")).and_then(|()| fs::create_dir(at.path("rules/a.md"))))]
#[case::saved_by_renaming(|at: &Watched| {
    fs::write(at.path("rules/.a.md.swp"), "# B").and_then(|()| fs::rename(at.path("rules/.a.md.swp"), at.path("rules/a.md")))
})]
#[case::settings(|at: &Watched| fs::write(at.path("rules/game.yaml"), "name: Mud"))]
#[case::folder_removed(|at: &Watched| fs::remove_dir_all(at.path("rules")))]
#[case::folder_renamed(|at: &Watched| fs::rename(at.path("rules"), at.path("old")))]
fn a_change_in_a_folder_is_reported(#[case] change: fn(&Watched) -> std::io::Result<()>) {
    let mut watched = Watched::new("rules");
    change(&watched).unwrap();
    let changed = watched.change();
    assert!(
        changed.iter().any(|path| path.starts_with("rules")),
        "{changed:?}"
    );
}

#[cfg(unix)]
#[test]
fn a_file_that_becomes_unreadable_is_reported() {
    use std::os::unix::fs::PermissionsExt;
    let mut watched = Watched::new("rules");
    fs::set_permissions(watched.path("rules/a.md"), fs::Permissions::from_mode(0o0)).unwrap();
    assert_eq!(watched.change(), ["rules/a.md"]);
}

#[test]
fn a_single_file_is_watched_through_renames() {
    let mut watched = Watched::new("rules/a.md");
    for text in ["# B", "# CC", "# DDD"] {
        fs::write(watched.path("rules/new"), text).unwrap();
        fs::rename(watched.path("rules/new"), watched.path("rules/a.md")).unwrap();
        watched.change();
    }
}

#[cfg(unix)]
#[test]
fn behind_a_link_the_file_itself_is_watched() {
    let folder = tempfile::tempdir().unwrap();
    let (real, link) = (folder.path().join("real"), folder.path().join("link.md"));
    fs::create_dir(&real).unwrap();
    fs::write(real.join("a.md"), "# A").unwrap();
    std::os::unix::fs::symlink(real.join("a.md"), &link).unwrap();
    let mut watched = Watched::of(folder, Origin::Path(link));
    fs::write(real.join("a.md"), "# B longer").unwrap();
    assert_eq!(watched.change(), ["link.md"]);
}

#[cfg(unix)]
#[test]
fn links_in_a_folder_and_to_it_are_watched() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for rules in ["rules", "other", "files"] {
        fs::create_dir(at(rules)).unwrap();
        fs::write(at(rules).join("a.md"), "# A").unwrap();
    }
    symlink("../files/a.md", at("rules/b.md")).unwrap();
    symlink("rules", at("current")).unwrap();
    let (file, link, new) = (at("files/a.md"), at("current"), at("new"));
    let origin = Origin::Path(link.clone());
    let mut watched = Watched::of(folder, origin);
    assert_eq!(watched.watch.wait(), Duration::MAX, "the system watches");
    fs::write(&file, "# B longer").unwrap();
    assert_eq!(watched.change(), ["current/b.md"]);
    symlink("other", &new).unwrap();
    fs::rename(&new, &link).unwrap();
    let changed = watched.change();
    assert!(changed.contains(&"current/b.md".to_owned()), "{changed:?}");
    fs::write(watched.path("other/a.md"), "# C longer").unwrap();
    assert_eq!(watched.change(), ["current/a.md"]);
}

/// Folders that link to each other have exponentially many paths. Each is watched once.
#[cfg(unix)]
#[test]
fn folders_that_link_to_each_other_rest() {
    let folder = tempfile::tempdir().unwrap();
    for one in 0..9 {
        let at = folder.path().join(format!("f{one}"));
        fs::create_dir(&at).unwrap();
        fs::write(at.join("a.md"), "# A").unwrap();
        for other in (0..9).filter(|other| *other != one) {
            let link = at.join(format!("t{other}"));
            std::os::unix::fs::symlink(format!("../f{other}"), link).unwrap();
        }
    }
    let origin = Origin::Path(folder.path().to_owned());
    let mut watched = Watched::of(folder, origin);
    assert_eq!(watched.next(QUIET * 10), None);
    assert_eq!(watched.watch.wait(), Duration::MAX, "the watch rests");
    fs::write(watched.path("f3/a.md"), "# A longer").unwrap();
    assert_eq!(watched.change().len(), 1);
}

#[test]
fn what_does_not_concern_the_rules_wakes_nobody() {
    let watched = Watched::new("rules/a.md");
    fs::write(watched.path("rules/b.md"), "# B").unwrap();
    assert!(watched.events.recv_timeout(QUIET * 10).is_err());
    let mut watched = Watched::new("rules");
    fs::write(watched.path("rules/.a.md.swp"), "# B").unwrap();
    fs::write(watched.path("rules/map.png"), "").unwrap();
    fs::write(watched.path("b.md"), "# B").unwrap();
    assert!(watched.events.recv_timeout(QUIET * 10).is_err());
    fs::create_dir(watched.path("rules/v1.2")).unwrap();
    fs::write(watched.path("rules/v1.2/b.md"), "# B").unwrap();
    assert_eq!(watched.change(), ["rules/v1.2/b.md"]);
    fs::write(watched.path("rules/v1.2/b.md"), "# B longer").unwrap();
    assert_eq!(watched.change(), ["rules/v1.2/b.md"]);
}

#[test]
fn listings_without_a_change_rest_in_between() {
    let mut watched = Watched::new("rules");
    let long = Duration::from_secs(1);
    watched.watch.last = Some((Instant::now(), long));
    watched.watch.schedule();
    assert!(watched.watch.wait() > long * (REST - 1));
    watched.watch.unchanged = 0;
    watched.watch.first_event = None;
    watched.watch.schedule();
    assert!(watched.watch.wait() <= QUIET);
}

#[test]
fn the_player_may_ask_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.md"), "# A").unwrap();
    let origins = vec![Origin::Path(folder.path().to_owned())];
    for (mode, is_due) in [(WatchMode::Off, false), (WatchMode::Poll, true)] {
        let mut watch = Watch::new(origins.clone(), Stamps::new(), mode, || ());
        assert_eq!(watch.wait() < Duration::MAX, is_due);
        assert!(watch.poll().is_some(), "{mode:?}");
        assert!(watch.poll().is_none(), "{mode:?}");
        assert_eq!(watch.wait() <= LIST_EVERY, is_due);
    }
}

#[test]
fn a_folder_that_is_removed_and_created_again_is_watched() {
    let mut watched = Watched::new("rules");
    for round in 0..2 {
        fs::remove_dir_all(watched.path("rules")).unwrap();
        watched.change();
        fs::create_dir_all(watched.path("rules/deep")).unwrap();
        fs::write(watched.path("rules/deep/b.md"), format!("# B{round}")).unwrap();
        watched.change();
        // Waits until the last events of the new folder have been handled.
        while watched.next(QUIET * 3).is_some() {}
        assert_eq!(watched.watch.wait(), Duration::MAX, "the system watches");
        fs::write(watched.path("rules/deep/b.md"), format!("# C{round}")).unwrap();
        assert_eq!(watched.change(), ["rules/deep/b.md"]);
    }
}

#[test]
fn the_steps_of_one_save_are_one_reload_after_a_limited_wait() {
    let mut watched = Watched::new("rules");
    assert_eq!(watched.watch.wait(), Duration::MAX);
    watched.watch.last = None;
    watched.watch.schedule();
    let wait = watched.watch.wait();
    assert!(wait > Duration::ZERO && wait <= QUIET, "{wait:?}");
    watched.watch.first_event = Instant::now().checked_sub(MAX_DELAY);
    watched.watch.schedule();
    assert_eq!(watched.watch.wait(), Duration::ZERO);
}

#[test]
fn files_are_listed_periodically_without_system_events() {
    let mut watched = Watched::new("rules");
    watched.watch.system = None;
    watched.watch.schedule();
    assert!(watched.watch.poll().is_none());
    let wait = watched.watch.wait();
    assert!(wait > QUIET && wait <= LIST_EVERY, "{wait:?}");
}

#[test]
fn a_listing_reports_a_change_and_is_silent_without_one() {
    let mut watched = Watched::new("rules");
    fs::create_dir_all(watched.path("rules/deep/.git")).unwrap();
    fs::write(watched.path("rules/deep/a.png"), "new").unwrap();
    fs::write(watched.path("rules/deep/.git/a.md"), "new").unwrap();
    assert!(watched.watch.poll().is_none());
    let mut paths = || watched.watch.poll().map(|(paths, _)| paths);
    let files = ["rules/a.md", "rules/b.md"].map(|file| watched.folder.path().join(file));
    fs::write(&files[0], "# A longer").unwrap();
    fs::write(&files[1], "# B").unwrap();
    assert_eq!(paths().as_deref(), Some(&files[..]));
    fs::remove_file(&files[1]).unwrap();
    assert_eq!(paths().as_deref(), Some(&files[1..]));
    assert_eq!(paths(), None);
}

#[test]
fn changes_before_the_watch_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.md");
    fs::write(&file, "# A").unwrap();
    let origins = vec![Origin::Path(folder.path().to_owned())];
    let seen = loader::find(&origins).as_ref().map(stamps).unwrap();
    fs::write(&file, "# A longer").unwrap();
    let mut watch = Watch::new(origins, seen, WatchMode::Auto, || ());
    assert!(watch.wait() <= FIRST_DELAY);
    let (paths, listing) = watch.poll().expect("a change");
    assert_eq!(paths, [file]);
    assert_eq!(listing.unwrap().sources.len(), 1);
}
