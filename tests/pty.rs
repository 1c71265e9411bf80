//! The program in a real pseudo-terminal: what a user does and what is left of it.

#![cfg(unix)]

use std::io::{Read, Write};
use std::path::Path;
use std::process::Command;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use tableside::state::Store;
use tempfile::TempDir;

fn home() -> Rc<TempDir> {
    Rc::new(tempfile::tempdir().expect("a temporary folder"))
}

/// A wait that takes longer is a failure.
const DEADLINE: Duration = Duration::from_secs(30);

struct Pty {
    /// Where the program keeps what it keeps, for as long as it runs.
    _home: Rc<TempDir>,
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    child: Box<dyn Child + Send + Sync>,
    parser: vt100::Parser,
    raw: Vec<u8>,
}

impl Pty {
    fn start(arguments: &[&str]) -> Self {
        Self::at_home(home(), arguments)
    }

    fn at_home(home: Rc<TempDir>, arguments: &[&str]) -> Self {
        Self::run(Path::new(env!("CARGO_BIN_EXE_tableside")), home, arguments)
    }

    fn run(program: &Path, home: Rc<TempDir>, arguments: &[&str]) -> Self {
        let size = PtySize { rows: 30, cols: 100, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        command.env("TERM", "xterm-256color");
        for name in ["XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
            command.env(name, home.path());
        }
        command.env_remove("TABLESIDE_RULES");
        command.env_remove("NO_COLOR");
        let child = pair.slave.spawn_command(command).expect("the program starts");
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let writer = pair.master.take_writer().expect("a writer");
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut bytes = vec![0; 65536];
            while let Ok(count) = reader.read(&mut bytes) {
                if count == 0 || sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let parser = vt100::Parser::new(30, 100, 0);
        Self { _home: home, master: pair.master, writer, output, child, parser, raw: Vec::new() }
    }

    fn send(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).and_then(|()| self.writer.flush()).expect("the program reads");
    }

    fn resize(&mut self, rows: u16, cols: u16) {
        self.master.resize(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }).expect("a new size");
        self.parser.screen_mut().set_size(rows, cols);
    }

    /// Reads until the screen shows what is asked for.
    fn wait(&mut self, what: &str, shown: impl Fn(&vt100::Screen) -> bool) {
        let start = Instant::now();
        while !shown(self.parser.screen()) {
            let left = DEADLINE.saturating_sub(start.elapsed());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.take(&bytes),
                Err(error) => {
                    panic!("waited in vain for {what} ({error}); the screen:\n{}", self.parser.screen().contents())
                }
            }
        }
    }

    fn wait_for(&mut self, text: &str) {
        self.wait(text, |screen| screen.contents().contains(text));
    }

    fn take(&mut self, bytes: &[u8]) {
        self.parser.process(bytes);
        self.raw.extend_from_slice(bytes);
    }

    fn end(self) -> ExitStatus {
        self.end_with_output().0
    }

    /// Waits for the end and checks that every mode that was set is ended.
    fn end_with_output(mut self) -> (ExitStatus, String) {
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a child of ours") {
                break status;
            }
            assert!(start.elapsed() < DEADLINE, "the program does not end");
            if let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(20)) {
                self.take(&bytes);
            }
        };
        while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(200)) {
            self.take(&bytes);
        }
        let raw = String::from_utf8_lossy(&self.raw).into_owned();
        let last = |one: &str, other: &str| raw.rfind(one) > raw.rfind(other);
        assert!(last("\x1b[?1049l", "\x1b[?1049h"), "the alternate screen is left");
        assert!(last("\x1b[?1000l", "\x1b[?1000h"), "the mouse is given back");
        assert!(last("\x1b[?2004l", "\x1b[?2004h"), "bracketed paste is ended");
        assert!(last("\x1b[?25h", "\x1b[?25l"), "the cursor is shown");
        (status, raw)
    }
}

#[test]
fn a_player_searches_follows_a_link_comes_back_resizes_and_quits() {
    let mut pty = Pty::start(&[]);
    pty.wait_for("search");
    pty.send("/hatchway fi");
    pty.wait_for("Hatchway Fight  1AP");
    pty.send("\r");
    pty.wait("the page", |screen| screen.contents().contains("follow") || screen.contents().contains("peek"));
    pty.send("\t\r");
    pty.wait("the header to change", |screen| {
        !screen.contents().lines().next().unwrap_or("").contains("Hatchway Fight")
    });
    pty.send("\x7f");
    pty.wait("the page again", |screen| screen.contents().lines().next().unwrap_or("").contains("Hatchway Fight"));
    pty.resize(12, 40);
    pty.wait("a small screen", |screen| screen.contents().lines().next().unwrap_or("").contains("Hatchway Fight"));
    pty.resize(1, 1);
    pty.resize(30, 100);
    pty.wait("a large screen", |screen| screen.contents().contains("search"));
    pty.send("q");
    assert!(pty.end().success());
}

#[test]
fn a_query_on_the_command_line_opens_its_best_match() {
    let mut pty = Pty::start(&["reaction", "fire"]);
    pty.wait("the rule", |screen| screen.contents().lines().next().unwrap_or("").contains("Reaction Fire"));
    pty.send("\x03");
    assert!(pty.end().success());
}

#[test]
fn a_signal_restores_the_terminal() {
    for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP] {
        let mut pty = Pty::start(&[]);
        pty.wait_for("search");
        let id = pty.child.process_id().expect("a running child").to_string();
        let sent = Command::new("kill").args([format!("-{signal}"), id]).status().expect("kill runs");
        assert!(sent.success());
        pty.end();
    }
}

#[test]
fn a_panic_restores_the_terminal_and_says_what_happened() {
    // `cargo test --test pty` alone does not build the examples.
    let built =
        Command::new(env!("CARGO")).args(["build", "--quiet", "--example", "panic"]).status().expect("cargo runs");
    assert!(built.success());
    let folder = Path::new(env!("CARGO_BIN_EXE_tableside")).parent().expect("a folder of binaries");
    let pty = Pty::run(&folder.join("examples").join("panic"), home(), &[]);
    let (status, output) = pty.end_with_output();
    assert!(!status.success());
    let message = output.rfind("panicked at").expect("the panic is told");
    assert!(
        output.rfind("\x1b[?1049l").is_some_and(|left| left < message),
        "the message is printed on the screen that is left"
    );
}

/// The names of the bookmarks that are kept below a folder, sorted: which of two programs writes first is open.
fn bookmarks(home: &Path) -> Vec<String> {
    let kept = Store::new(home.join("tableside")).load().expect("a state");
    let mut names: Vec<_> = kept.state.bookmarks.into_iter().map(|bookmark| bookmark.name).collect();
    names.sort();
    names
}

#[test]
fn two_running_programs_keep_each_others_bookmarks_and_a_third_shows_them() {
    let home = home();
    let mut one = Pty::at_home(home.clone(), &["hatchway", "fight"]);
    let mut other = Pty::at_home(home.clone(), &["reaction", "fire"]);
    one.wait_for("Hatchway Fight");
    other.wait("the rule", |screen| screen.contents().lines().next().unwrap_or("").contains("Reaction Fire"));
    one.send("m\x15of one\r");
    one.wait_for("★ of one");
    other.send("m\x15of the other\r");
    other.wait_for("★ of the other");
    one.send("m\x15of one again\rq");
    assert!(one.child.wait().expect("an end").success());
    other.send("q");
    assert!(other.child.wait().expect("an end").success());
    assert_eq!(bookmarks(home.path()), ["of one again", "of the other"]);
    let mut third = Pty::at_home(home, &[]);
    third.wait_for("search");
    third.send("'");
    third.wait_for("of one again");
    third.send("other");
    third.wait("the one place", |screen| {
        !screen.contents().contains("of one again") && !screen.contents().contains("still being read")
    });
    third.send("\r");
    third.wait("the rule", |screen| screen.contents().lines().next().unwrap_or("").contains("Reaction Fire"));
}

#[test]
fn what_cannot_be_kept_is_said_and_stops_nothing() {
    let home = home();
    std::fs::write(home.path().join("tableside"), "in the way").expect("a file");
    let mut pty = Pty::at_home(home, &["reaction", "fire"]);
    pty.wait_for("are not kept");
    pty.wait("the rule", |screen| screen.contents().lines().next().unwrap_or("").contains("Reaction Fire"));
    pty.send("j");
    pty.wait("the keys", |screen| !screen.contents().contains("are not kept"));
    pty.send("m\r");
    pty.wait_for("are not kept");
    pty.send("/hatchway fi");
    pty.wait_for("Hatchway Fight  1AP");
    pty.send("\x03");
    assert!(pty.end().success());
}
