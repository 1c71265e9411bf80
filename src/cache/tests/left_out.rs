//! Rules of which not all files can be read are kept without those, and each start tries them again.

use rstest::rstest;

use super::*;

/// So many more files are left in the folder until each is needed.
const MANY: usize = 510;

/// What stands in the way of reading `c.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Obstacle {
    LinkToNowhere,
    Pipe,
    Socket,
    /// A file that is there and gives an error to whoever reads it.
    Error,
    NotText,
}

impl Folder {
    fn obstruct(&self, obstacle: Obstacle) {
        let path = self.rules.path().join("c.md");
        match obstacle {
            Obstacle::LinkToNowhere => {
                std::os::unix::fs::symlink(self.kept.path().join("c"), path).unwrap()
            }
            Obstacle::Pipe => assert!(
                std::process::Command::new("mkfifo")
                    .arg(&path)
                    .status()
                    .unwrap()
                    .success()
            ),
            Obstacle::Socket => drop(std::os::unix::net::UnixListener::bind(path).unwrap()),
            Obstacle::Error => std::os::unix::fs::symlink("/proc/self/mem", path).unwrap(),
            Obstacle::NotText => fs::write(path, b"\xff\xfeA\0").unwrap(),
        }
    }

    /// Takes it out of the way; the file is another one where it was one.
    fn free(&self, obstacle: Obstacle) {
        let text = "# Cellar\n\nDark.\n";
        if obstacle == Obstacle::LinkToNowhere {
            return fs::write(self.kept.path().join("c"), text).unwrap();
        }
        fs::remove_file(self.rules.path().join("c.md")).unwrap();
        self.write("c.md", text);
    }

    /// Reads what is not known and keeps all, as a start does.
    fn start(&self) {
        let Found::Unread(unread) =
            Found::of(loader::find(&self.origins()).unwrap(), Some(&self.cache()))
        else {
            return;
        };
        let files = unread.known();
        let (book, before) = unread.load_after(&mut |_| {});
        self.cache()
            .make(&files, &book, before.as_deref(), &mut |_| {})
            .unwrap();
    }
}

fn codes(book: &Rulebook) -> Vec<&str> {
    book.diagnostics.iter().map(|fault| fault.code).collect()
}

#[rstest]
fn what_cannot_be_read_is_left_out_and_tried_again(
    #[values(
        Obstacle::LinkToNowhere,
        Obstacle::Pipe,
        Obstacle::Socket,
        Obstacle::Error,
        Obstacle::NotText
    )]
    obstacle: Obstacle,
    #[values(0, MANY)] more: usize,
) {
    let folder = Folder::new();
    (0..more).for_each(|number| folder.write(&format!("more-{number}.md"), "# More\n"));
    folder.obstruct(obstacle);
    folder.start();
    let kept = folder
        .load()
        .expect("it is kept without what cannot be read");
    let code = if obstacle == Obstacle::NotText {
        "not-text"
    } else {
        "unreadable"
    };
    assert_eq!(
        (kept.book.documents.len(), codes(&kept.book)),
        (2 + more, vec![code])
    );
    assert!(folder.cache().open(&kept.index).is_some());
    folder.free(obstacle);
    assert!(folder.load().is_none());
    folder.start();
    let kept = folder.load().unwrap();
    assert_eq!(
        (kept.book.documents.len(), codes(&kept.book)),
        (3 + more, vec![])
    );
    assert!(
        kept.book
            .documents
            .iter()
            .any(|document| document.title == "Cellar")
    );
}

#[test]
fn a_file_that_cannot_be_read_any_more_is_left_out_of_what_was_kept() {
    let folder = Folder::new();
    folder.write("c.md", "# Cellar\n");
    folder.start();
    fs::remove_file(folder.rules.path().join("c.md")).unwrap();
    folder.obstruct(Obstacle::LinkToNowhere);
    assert!(folder.load().is_none());
    folder.start();
    let kept = folder.load().unwrap();
    assert_eq!(
        (kept.book.documents.len(), codes(&kept.book)),
        (2, vec!["unreadable"])
    );
}

#[test]
fn settings_that_cannot_be_read_are_tried_again_too() {
    let folder = Folder::new();
    let link = folder.rules.path().join("game.yaml");
    std::os::unix::fs::symlink(folder.kept.path().join("game"), link).unwrap();
    folder.start();
    assert_eq!(codes(&folder.load().unwrap().book), ["unreadable"]);
    fs::write(folder.kept.path().join("game"), "name: House\n").unwrap();
    assert!(folder.load().is_none());
    folder.start();
    assert_eq!(folder.load().unwrap().book.games[0].name, "House");
}

#[test]
fn folders_that_cannot_be_looked_into_are_no_reason_to_read_the_others_again() {
    let folder = Folder::new();
    std::os::unix::fs::symlink(
        folder.kept.path().join("team"),
        folder.rules.path().join("team"),
    )
    .unwrap();
    folder.start();
    assert_eq!(codes(&folder.load().unwrap().book), ["unreadable"]);
    fs::create_dir(folder.kept.path().join("team")).unwrap();
    fs::write(folder.kept.path().join("team/c.md"), "# Cellar\n").unwrap();
    assert!(folder.load().is_none());
}
