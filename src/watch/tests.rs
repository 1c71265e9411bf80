//! The watch with real files, and what concerns it.

use notify::event::{AccessKind, CreateKind, DataChange, RenameMode};
use rstest::rstest;

use super::*;

/// A wait that takes longer is a failure.
const DEADLINE: Duration = Duration::from_secs(30);

struct Watched {
    folder: tempfile::TempDir,
    watch: Watch,
    news: Receiver<News>,
}

impl Watched {
    /// Watches `rules` in a new folder, or a path in it.
    fn new(path: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("rules/deep")).unwrap();
        fs::write(folder.path().join("rules/a.md"), "# A").unwrap();
        let (sender, news) = channel();
        let origins = [Origin::Bundled, Origin::Path(folder.path().join(path))];
        let watch = Watch::start(&origins, move |news| sender.send(news).is_ok()).unwrap();
        Self {
            folder,
            watch,
            news,
        }
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// Waits until a change is told; gives the files, without the folder they are in.
    fn change(&self) -> Vec<String> {
        let Ok(News::Changed(paths)) = self.news.recv_timeout(DEADLINE) else {
            panic!("no change is told")
        };
        let inner = paths
            .iter()
            .filter_map(|path| path.strip_prefix(self.folder.path()).ok());
        inner
            .map(|path| path.to_string_lossy().into_owned())
            .collect()
    }
}

#[test]
fn the_bundled_rules_need_no_watch() {
    assert!(Watch::start(&[Origin::Bundled], |_| true).is_none());
    assert!(
        Watch::start(
            &[Origin::Bundled, Origin::Words("no such folder".into())],
            |_| true
        )
        .is_none()
    );
}

#[test]
fn the_players_own_words_are_seen_to_come() {
    let settings = tempfile::tempdir().unwrap();
    let (sender, news) = channel();
    let origins = [Origin::Bundled, Origin::Words(settings.path().to_owned())];
    let _watch = Watch::start(&origins, move |news| sender.send(news).is_ok()).unwrap();
    fs::write(settings.path().join("config.toml"), "").unwrap();
    fs::write(settings.path().join("synonyms.yaml"), "zap: [A]").unwrap();
    let path = std::path::absolute(settings.path().join("synonyms.yaml")).unwrap();
    assert_eq!(news.recv_timeout(DEADLINE), Ok(News::Changed(vec![path])));
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
fn a_change_in_a_folder_is_told(#[case] change: fn(&Watched) -> std::io::Result<()>) {
    let watched = Watched::new("rules");
    change(&watched).unwrap();
    let told = watched.change();
    assert!(
        told.iter().any(|path| path.starts_with("rules")),
        "{told:?}"
    );
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read_any_more_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let watched = Watched::new("rules");
    fs::set_permissions(watched.path("rules/a.md"), fs::Permissions::from_mode(0o0)).unwrap();
    assert_eq!(watched.change(), ["rules/a.md"]);
}

#[test]
fn a_file_by_itself_is_watched_through_renames() {
    let watched = Watched::new("rules/a.md");
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
    fs::create_dir(folder.path().join("real")).unwrap();
    fs::write(folder.path().join("real/a.md"), "# A").unwrap();
    std::os::unix::fs::symlink(
        folder.path().join("real/a.md"),
        folder.path().join("link.md"),
    )
    .unwrap();
    let (sender, news) = channel();
    let origins = [Origin::Path(folder.path().join("link.md"))];
    let _watch = Watch::start(&origins, move |news| sender.send(news).is_ok()).unwrap();
    fs::write(folder.path().join("real/a.md"), "# B").unwrap();
    assert!(matches!(news.recv_timeout(DEADLINE), Ok(News::Changed(_))));
}

#[test]
fn a_folder_that_goes_and_comes_back_is_watched_again() {
    let watched = Watched::new("rules");
    for round in 0..2 {
        fs::remove_dir_all(watched.path("rules")).unwrap();
        watched.change();
        fs::create_dir_all(watched.path("rules/deep")).unwrap();
        fs::write(watched.path("rules/deep/b.md"), format!("# B{round}")).unwrap();
        watched.change();
        // Whatever of the coming back is told later.
        while watched.news.recv_timeout(QUIET * 3).is_ok() {}
        fs::write(watched.path("rules/deep/b.md"), format!("# C{round}")).unwrap();
        assert_eq!(watched.change(), ["rules/deep/b.md"]);
    }
}

fn unwatched<T: FnMut(News) -> bool>(folder: &Path, tell: T) -> Thread<T> {
    let targets: Vec<_> = Target::new(&Origin::Path(folder.to_owned()))
        .into_iter()
        .collect();
    Thread::new(targets, None, tell)
}

#[test]
fn many_steps_of_one_save_are_taken_together() {
    let folder = tempfile::tempdir().unwrap();
    let (signals, queue) = channel();
    for _ in 0..20 {
        signals
            .send(Signal::Event(
                Event::new(WRITTEN).add_path(folder.path().join("a.md")),
            ))
            .unwrap();
    }
    assert!(unwatched(folder.path(), |_| true).settle(&queue));
    assert!(queue.try_recv().is_err());
}

#[test]
fn where_the_system_tells_nothing_the_files_are_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.md");
    fs::write(&file, "# A").unwrap();
    let (sender, news) = channel();
    let mut thread = unwatched(folder.path(), move |news| sender.send(news).is_ok());
    thread.watch();
    let (signals, queue) = channel();
    let running = thread::spawn(move || thread.run(&queue));
    assert!(matches!(
        news.recv_timeout(DEADLINE),
        Ok(News::Unwatched(_))
    ));
    fs::write(&file, "# A longer").unwrap();
    assert_eq!(news.recv_timeout(DEADLINE), Ok(News::Changed(vec![file])));
    signals.send(Signal::End).unwrap();
    running.join().unwrap();
}

#[test]
fn a_look_sees_a_change_and_nothing_where_there_is_none() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("deep/.git")).unwrap();
    fs::write(folder.path().join("deep/a.md"), "# A").unwrap();
    let mut thread = unwatched(folder.path(), |_| true);
    fs::write(folder.path().join("deep/a.png"), "new").unwrap();
    fs::write(folder.path().join("deep/.git/a.md"), "new").unwrap();
    assert!(thread.changes().is_empty());
    fs::write(folder.path().join("deep/a.md"), "# A longer").unwrap();
    fs::write(folder.path().join("b.md"), "# B").unwrap();
    assert_eq!(
        thread.changes(),
        [folder.path().join("b.md"), folder.path().join("deep/a.md")]
    );
    fs::remove_file(folder.path().join("b.md")).unwrap();
    assert_eq!(thread.changes(), [folder.path().join("b.md")]);
    assert!(thread.changes().is_empty());
}

#[test]
fn what_changed_before_the_watch_is_told_where_somebody_asks_for_it() {
    let watched = Watched::new("rules");
    let old = SystemTime::now() - Duration::from_secs(60);
    fs::File::options()
        .append(true)
        .open(watched.path("rules/a.md"))
        .unwrap()
        .set_modified(old)
        .unwrap();
    assert_eq!(watched.change(), ["rules/a.md"]);
    let to_come = SystemTime::now() + Duration::from_secs(3600);
    fs::File::create(watched.path("rules/to-come.md"))
        .unwrap()
        .set_modified(to_come)
        .unwrap();
    assert_eq!(watched.change(), ["rules/to-come.md"]);
    watched.watch.look_back(old + Duration::from_secs(1));
    watched.watch.look_back(old);
    assert_eq!(watched.change(), ["rules/a.md"], "and only once");
    fs::write(watched.path("rules/b.md"), "# B").unwrap();
    assert_eq!(watched.change(), ["rules/b.md"]);
}

#[test]
fn what_is_asked_for_is_looked_at_even_if_the_system_tells_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (sender, news) = channel();
    let mut thread = unwatched(folder.path(), move |news| sender.send(news).is_ok());
    // As on a network: the system says that it watches, and then says nothing.
    thread.targets[0].watched = true;
    fs::write(folder.path().join("a.md"), "# A").unwrap();
    let (signals, queue) = channel();
    signals.send(Signal::Look).unwrap();
    signals.send(Signal::End).unwrap();
    thread.run(&queue);
    assert_eq!(
        news.try_iter().collect::<Vec<_>>(),
        [News::Changed(vec![folder.path().join("a.md")])]
    );
}

const WRITTEN: EventKind = EventKind::Modify(ModifyKind::Data(DataChange::Any));

#[rstest]
#[case("/r/a.md", WRITTEN, true)]
#[case("/r/deep/synonyms.yaml", WRITTEN, true)]
#[case("/r/a.md~", WRITTEN, false)]
#[case("/r/.a.md.swp", WRITTEN, false)]
#[case("/r/.git/index", WRITTEN, false)]
#[case("/r/picture.png", WRITTEN, false)]
#[case("/r/folder", EventKind::Create(CreateKind::Folder), true)]
#[case("/r/v1.2", EventKind::Remove(RemoveKind::Folder), true)]
#[case("/other/a.md", WRITTEN, false)]
#[case("/r", EventKind::Remove(RemoveKind::Any), true)]
#[case("/", EventKind::Modify(ModifyKind::Name(RenameMode::Any)), true)]
fn only_what_may_change_the_rules_concerns_them(
    #[case] path: &str,
    #[case] kind: EventKind,
    #[case] expected: bool,
) {
    let target = Target {
        origin: Origin::Path(PathBuf::from("/r")),
        paths: vec![PathBuf::from("/r")],
        watched: true,
    };
    assert_eq!(target.concerns(Path::new(path), kind), expected);
}

#[test]
fn reading_is_no_change() {
    let (signals, queue) = channel();
    forward(Ok(Event::new(EventKind::Access(AccessKind::Any))), &signals);
    forward(Ok(Event::new(WRITTEN)), &signals);
    assert!(matches!(queue.try_recv(), Ok(Signal::Event(event)) if event.kind == WRITTEN));
}
