//! Large rules are read and indexed in processes of their own: what these leave, what becomes of them when the browser ends, and
//! of the browser when they do.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::pty_harness::{DEADLINE, FOLDERS, Pty, children_of, command};
use rstest::rstest;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_tableside");

/// Documents, and bytes of each: together more than is read within the browser.
const FILES: usize = 30;
const BYTES: usize = 310_000;

/// Kilobytes that a browser takes at the most which leaves all of that to other processes.
const MOST_MEMORY: u64 = 35_000;

/// A folder of large rules, and a home with nothing in it.
struct Large {
    rules: TempDir,
    home: TempDir,
}

impl Large {
    fn new() -> Self {
        let folder = || tempfile::tempdir().expect("a folder");
        let large = Self {
            rules: folder(),
            home: folder(),
        };
        for file in 0..FILES {
            let section = |at| {
                let text = "Nobody crosses a heavy wall. ".repeat(BYTES / 100 / 29);
                format!("## Rule {file} {at}\n\n{text}\n\n")
            };
            let sections: String = (0..100).map(section).collect();
            large.write(file, &format!("# Chapter {file}\n\n{sections}"));
        }
        large
    }

    fn write(&self, file: usize, text: &str) {
        fs::write(self.rules.path().join(format!("{file}.md")), text).expect("a file");
    }

    fn argument(&self) -> String {
        format!("--rules={}", self.rules.path().display())
    }

    fn browse(&self) -> Pty {
        Pty::start(
            command(Path::new(PROGRAM), &[&self.argument()], self.home.path()),
            (100, 30),
        )
    }

    /// Does a step by itself.
    fn step(&self) -> Child {
        let mut step = Command::new(PROGRAM);
        step.args(["prepare-rules", &self.argument()])
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        step.envs(FOLDERS.map(|name| (name, self.home.path())))
            .spawn()
            .expect("the program starts")
    }

    /// What is kept that has a name like this.
    fn kept(&self, begin: &str) -> Vec<PathBuf> {
        let folders = fs::read_dir(self.home.path().join("tableside"))
            .into_iter()
            .flatten()
            .flatten();
        let files =
            folders.flat_map(|folder| fs::read_dir(folder.path()).into_iter().flatten().flatten());
        let is_kept = |name: &str| name.starts_with(begin) && !name.contains(".new");
        files
            .filter(|file| is_kept(&file.file_name().to_string_lossy()))
            .map(|file| file.path())
            .collect()
    }

    fn has_index(&self) -> bool {
        !self.kept("index-").is_empty()
    }
}

/// Waits for something that is no output.
fn until(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < DEADLINE, "waited in vain for {what}");
        std::thread::yield_now();
    }
}

/// The process that does a step for a browser, other than one that did the step before.
fn child_of(pty: &Pty, before: Option<u32>) -> u32 {
    let found = || {
        children_of(pty.id())
            .into_iter()
            .find(|child| Some(*child) != before)
    };
    until("a process of its own", || found().is_some());
    found().expect("it takes longer than this")
}

fn signal(process: u32, name: &str) {
    assert!(
        Command::new("kill")
            .args(["-s", name, &process.to_string()])
            .status()
            .expect("kill runs")
            .success()
    );
}

/// The fields of a process's `stat` behind its name; none where there is no such process.
fn stat(process: u32) -> Vec<String> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").map_or_else(Vec::new, |(_, rest)| {
        rest.split(' ').map(str::to_owned).collect()
    })
}

/// Whether a process has ended, whoever is to be told of it.
fn has_ended(process: u32) -> bool {
    stat(process)
        .first()
        .is_none_or(|state| state == "Z" || state == "X")
}

fn search(pty: &mut Pty) {
    pty.send("/rule 17 42");
    pty.wait("the answer of an index", |screen| {
        let shown = screen.contents();
        shown.contains("Rule 17 42") && !shown.contains("indexing") && !shown.contains("reading")
    });
    pty.send("\x03");
}

#[test]
fn a_step_tells_how_far_it_has_come_and_the_next_one_goes_on() {
    let large = Large::new();
    for (what, files) in [("reading", (1, 0)), ("indexing", (1, 1)), ("", (1, 1))] {
        let mut step = large.step();
        let lines = BufReader::new(step.stdout.take().expect("a pipe")).lines();
        let told: Vec<_> = lines
            .map_while(Result::ok)
            .filter(|line| !line.is_empty())
            .collect();
        assert!(step.wait().expect("an end").success());
        assert_eq!(
            (large.kept("outline").len(), large.kept("index-").len()),
            files
        );
        assert_eq!(told.is_empty(), what.is_empty(), "{what}");
        for line in told {
            let words: Vec<_> = line.split(' ').collect();
            assert!(
                words[0] == what
                    && words[1].parse::<usize>().is_ok()
                    && words[2] == FILES.to_string(),
                "{line}"
            );
        }
    }
}

#[test]
fn a_step_that_nobody_listens_to_ends() {
    let large = Large::new();
    let mut step = large.step();
    drop(step.stdout.take());
    assert!(!step.wait().expect("an end").success());
    assert!(large.kept("outline").is_empty());
}

#[test]
fn large_rules_are_read_and_indexed_by_processes_of_their_own() {
    let large = Large::new();
    let mut pty = large.browse();
    let reading = child_of(&pty, None);
    // What the terminal tells the browser to do, it need not do: it is of a group of its own.
    until("a group of its own", || {
        stat(reading).get(2) == Some(&reading.to_string())
    });
    until("the outline", || !large.kept("outline").is_empty());
    assert!(!large.has_index());
    child_of(&pty, Some(reading));
    until("the index", || large.has_index());
    until("the end of all steps", || children_of(pty.id()).is_empty());
    search(&mut pty);
    assert!(pty.restored().0.success());
}

#[test]
fn large_rules_are_kept_without_a_file_that_cannot_be_read() {
    let large = Large::new();
    std::os::unix::fs::symlink("/nowhere/at/all.md", large.rules.path().join("x.md"))
        .expect("a link");
    let mut pty = large.browse();
    pty.wait_for("x.md: this file cannot be read");
    until("the index", || large.has_index());
    until("the end of all steps", || children_of(pty.id()).is_empty());
    let kept = large.kept("");
    assert_eq!(kept.len(), 2);
    pty.send("q");
    assert!(pty.restored().0.success());
    let mut pty = large.browse();
    pty.wait_for("1 error in the rules");
    search(&mut pty);
    assert!(pty.restored().0.success());
    assert_eq!(large.kept(""), kept, "nothing was made anew");
}

#[test]
fn a_saved_file_of_large_rules_shows_at_once_and_is_indexed_by_another_process() {
    let large = Large::new();
    for _ in 0..2 {
        assert!(
            large
                .step()
                .wait_with_output()
                .expect("an end")
                .status
                .success()
        );
    }
    let before = large.kept("index-");
    let mut pty = large.browse();
    pty.wait_for("search");
    // Until the folder is watched.
    pty.settle(Duration::from_millis(500));
    large.write(0, "# Chapter 0\n\nA gate opens.\n");
    pty.wait_for("A gate opens.");
    child_of(&pty, None);
    until("another index", || {
        large
            .kept("index-")
            .iter()
            .any(|index| !before.contains(index))
    });
    search(&mut pty);
    assert!(pty.restored().0.success());
}

#[rstest]
#[case::and_there_was_an_index(2)]
#[case::and_there_was_an_outline(1)]
fn a_file_that_is_saved_while_a_step_is_done_is_taken_in_apart_too(#[case] steps: usize) {
    let large = Large::new();
    for _ in 0..steps {
        assert!(
            large
                .step()
                .wait_with_output()
                .expect("an end")
                .status
                .success()
        );
    }
    let mut pty = large.browse();
    pty.wait_for("search");
    if steps == 2 {
        pty.settle(Duration::from_millis(500));
        large.write(0, "# Chapter 0\n\nA gate opens.\n");
        pty.wait_for("A gate opens.");
    }
    let child = child_of(&pty, None);
    signal(child, "STOP");
    let last = FILES - 1;
    large.write(
        last,
        &format!("# Chapter {last}\n\n## Rule 17 42 Again\n\nA door shuts.\n"),
    );
    pty.settle(Duration::from_millis(500));
    signal(child, "CONT");
    pty.send("/again shuts");
    pty.wait("the answer of an index of all", |screen| {
        let shown = screen.contents();
        shown.contains("Rule 17 42 Again")
            && !shown.contains("eadings only")
            && !shown.contains("indexing")
    });
    until("the end of all steps", || children_of(pty.id()).is_empty());
    assert!(
        pty.memory("VmHWM").is_some_and(|most| most < MOST_MEMORY),
        "{:?} KB",
        pty.memory("VmHWM")
    );
    pty.send("\x03");
    assert!(pty.restored().0.success());
    let told = large.step().wait_with_output().expect("an end").stdout;
    assert_eq!(String::from_utf8_lossy(&told).trim(), "", "all is done");
}

#[test]
fn what_was_left_half_done_is_gone_on_with_when_a_file_has_changed() {
    let large = Large::new();
    assert!(
        large
            .step()
            .wait_with_output()
            .expect("an end")
            .status
            .success()
    );
    large.write(0, "# Chapter 0\n\nA gate opens.\n");
    let mut pty = large.browse();
    pty.wait_for("A gate opens.");
    // One for the outline, one for the index.
    let first = child_of(&pty, None);
    child_of(&pty, Some(first));
    until("the index", || large.has_index());
    search(&mut pty);
    assert!(pty.restored().0.success());
}

#[rstest]
fn the_browser_goes_on_where_a_step_is_killed(#[values("reading", "indexing")] which: &str) {
    let large = Large::new();
    let mut pty = large.browse();
    let mut child = child_of(&pty, None);
    if which == "indexing" {
        child = child_of(&pty, Some(child));
    }
    assert_eq!(
        (large.kept("outline").is_empty(), large.has_index()),
        (which == "reading", false)
    );
    signal(child, "KILL");
    until("the index", || large.has_index());
    assert_eq!(children_of(pty.id()), Vec::<u32>::new());
    search(&mut pty);
    assert!(pty.restored().0.success());
}

#[rstest]
fn no_process_is_left_where_the_browser_ends(
    #[values("reading", "indexing")] which: &str,
    #[values(true, false)] killed: bool,
) {
    let large = Large::new();
    let mut pty = large.browse();
    pty.wait_for("search");
    let mut child = child_of(&pty, None);
    if which == "indexing" {
        child = child_of(&pty, Some(child));
    }
    if killed {
        pty.signal("KILL");
    } else {
        pty.send("q");
    }
    pty.ended();
    until("the end of the step", || has_ended(child));
    assert!(!large.has_index());
}

#[test]
fn a_program_whose_file_is_gone_does_all_of_it_itself() {
    let large = Large::new();
    let program = large.home.path().join("program");
    fs::copy(PROGRAM, &program).expect("a copy");
    let mut pty = Pty::start(
        command(&program, &[&large.argument()], large.home.path()),
        (100, 30),
    );
    let exe = format!("/proc/{}/exe", pty.id());
    until("the program to run", || {
        fs::read_link(&exe).is_ok_and(|running| running == program)
    });
    fs::remove_file(&program).expect("removed");
    until("the index", || large.has_index());
    search(&mut pty);
    assert!(pty.restored().0.success());
}
