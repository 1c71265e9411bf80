//! Large rules are read and indexed by the program in processes of their own, a step each: what memory a step takes is given
//! back when its process ends, where a thread would leave most of it behind.

use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use super::progress::Progress;
use super::update::Event;
use crate::loader::Origin;

/// Rules with more bytes are read in processes of their own.
const LARGE: u64 = 8 * 1024 * 1024;

/// A step tells something ten times a second, however slow it is. One that tells nothing twice as long as this is stopped.
const SILENCE: Duration = Duration::from_secs(10);

/// What another process is started with.
#[derive(Clone, Debug)]
pub struct Apart {
    /// The program itself.
    program: PathBuf,
    /// The command that does a step.
    command: &'static str,
    silence: Duration,
}

/// Whether rules of so many bytes are made apart.
pub(super) fn is_large(bytes: u64) -> bool {
    bytes > LARGE
}

impl Apart {
    /// Steps that are done by a command of a program.
    #[must_use]
    pub fn new(program: PathBuf, command: &'static str) -> Self {
        Self {
            program,
            command,
            silence: SILENCE,
        }
    }

    /// Has the next step done for some rules: reading them, or making their index. Tells the browser how far it has come, until
    /// it has ended; whether it ended well. What it has done is found where such things are kept.
    pub(super) fn run(&self, origins: &[Origin], events: &Sender<Event>) -> bool {
        let mut command = Command::new(&self.program);
        command.arg(self.command).args(arguments(origins));
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        // The keys that stop or end what runs in a terminal are meant for the browser.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let Ok(mut child) = command.spawn() else {
            return false;
        };
        let lines = lines(child.stdout.take());
        if self.follow(&mut child, &lines, events) {
            return child.wait().is_ok_and(|status| status.success());
        }
        let _ = child.kill();
        // What holds it up may hold up its end too.
        thread::spawn(move || child.wait());
        false
    }

    /// Tells what a step tells until it has ended; whether it has, and did not fall silent.
    fn follow(&self, child: &mut Child, lines: &Receiver<String>, events: &Sender<Event>) -> bool {
        // Once, it may be that this program was stopped itself.
        let mut was_silent = false;
        loop {
            match lines.recv_timeout(self.silence) {
                Ok(line) => {
                    was_silent = false;
                    let progress = Progress::parse(&line);
                    if progress
                        .is_some_and(|progress| events.send(Event::Progress(progress)).is_err())
                    {
                        // Nobody wants to know. One that has ended is not there to be killed.
                        let _ = child.kill();
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return true,
                Err(RecvTimeoutError::Timeout) if was_silent => return false,
                Err(RecvTimeoutError::Timeout) => was_silent = true,
            }
        }
    }
}

/// The lines of a process, as they come; there are no more when it has ended.
fn lines(output: Option<ChildStdout>) -> Receiver<String> {
    let (sender, lines) = channel();
    if let Some(output) = output {
        thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            // Where nobody listens any more, it has been killed.
            let _ = lines.map(|line| sender.send(line)).find(Result::is_err);
        });
    }
    lines
}

/// The same rules on another command line. A path may begin with a hyphen.
fn arguments(origins: &[Origin]) -> impl Iterator<Item = OsString> {
    let rules = origins.iter().filter_map(|origin| match origin {
        Origin::Bundled => Some(Path::new("bundled")),
        Origin::Path(path) => Some(path),
        // It finds the player's own words by itself.
        Origin::Words(_) => None,
    });
    rules.map(|path| {
        let mut argument = OsString::from("--rules=");
        argument.push(path);
        argument
    })
}

#[cfg(all(test, unix))]
mod tests {
    use std::time::Instant;

    use rstest::rstest;

    use super::*;

    #[test]
    fn what_another_process_tells_is_told() {
        let (events, queue) = channel();
        let apart = Apart::new("/bin/echo".into(), "indexing 1 20\n\nwhat?\nindexing 20 20");
        assert!(apart.run(&[], &events));
        let told = queue.try_iter().map(|event| match event {
            Event::Progress(progress) => progress.shown(),
            _ => "something else".to_owned(),
        });
        assert_eq!(
            told.collect::<Vec<_>>(),
            ["indexing 1 of 20", "indexing 20 of 20"]
        );
    }

    #[test]
    fn where_it_cannot_be_started_nothing_is_done() {
        let apart = Apart::new("/nowhere/program".into(), "any");
        assert!(!apart.run(&[], &channel().0));
    }

    #[rstest]
    #[case("true", true)]
    #[case("false", false)]
    fn how_it_ended_is_told(#[case] program: &str, #[case] well: bool) {
        let apart = Apart::new(Path::new("/bin").join(program), "any");
        assert_eq!(apart.run(&[], &channel().0), well);
    }

    /// Steps that a script does.
    fn script(folder: &tempfile::TempDir, text: &str, silence: Duration) -> Apart {
        let path = folder.path().join("step");
        std::fs::write(&path, text).unwrap();
        Apart {
            silence,
            ..Apart::new("/bin/sh".into(), path.display().to_string().leak())
        }
    }

    #[test]
    fn one_that_falls_silent_is_not_waited_for() {
        let (events, queue) = channel();
        let (folder, begun) = (tempfile::tempdir().unwrap(), Instant::now());
        let text = "echo indexing 1 20\necho indexing 2 20\nexec sleep 3600\n";
        assert!(!script(&folder, text, Duration::from_millis(300)).run(&[], &events));
        assert!(begun.elapsed() < Duration::from_secs(600));
        assert_eq!(queue.try_iter().count(), 2);
    }

    #[test]
    fn one_that_tells_the_same_again_and_again_is_slow_and_not_silent() {
        let (events, queue) = channel();
        let folder = tempfile::tempdir().unwrap();
        // Together longer than a silence that ends it.
        let text = format!("{}exit 0\n", "echo indexing 1 20\nsleep 0.1\n".repeat(24));
        assert!(script(&folder, &text, Duration::from_millis(500)).run(&[], &events));
        assert_eq!(queue.try_iter().count(), 24);
    }

    #[test]
    fn the_same_rules_are_named_in_the_same_order() {
        let origins = [
            Origin::Path("-x y".into()),
            Origin::Bundled,
            Origin::Path("b".into()),
            Origin::Words("settings".into()),
        ];
        let arguments: Vec<_> = arguments(&origins).collect();
        assert_eq!(arguments, ["--rules=-x y", "--rules=bundled", "--rules=b"]);
    }
}
