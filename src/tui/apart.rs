//! Very large rules are indexed by the program in a process of its own: what memory that takes is given back when it ends,
//! where a thread would leave most of it behind.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use crate::loader::{Loaded, Origin};

/// Rules of more bytes are indexed apart.
const LARGE: u64 = 16 * 1024 * 1024;

/// Whether rules are so large.
pub(super) fn is_large(files: &Loaded) -> bool {
    let lengths = files.sources.iter().filter_map(|source| source.stamp.map(|stamp| stamp.length));
    lengths.sum::<u64>() > LARGE
}

/// A process that reads some rules, makes their index and keeps it.
#[derive(Debug)]
pub(super) struct Apart {
    child: Child,
    told: BufReader<ChildStdout>,
}

impl Apart {
    /// Starts it; nothing where that cannot be done.
    pub(super) fn start(program: &Path, origins: &[Origin]) -> Option<Self> {
        let mut command = Command::new(program);
        command.arg("prepare");
        for origin in origins {
            match origin {
                Origin::Bundled => command.args(["--rules", "bundled"]),
                Origin::Path(path) => command.arg("--rules").arg(path),
                // It finds the player's own words by itself.
                Origin::Words(_) => &mut command,
            };
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().ok()?;
        let told = BufReader::new(child.stdout.take()?);
        Some(Self { child, told })
    }

    /// Waits for its end, told how many documents are indexed; whether all are, and are kept.
    pub(super) fn wait(mut self, tell: &mut dyn FnMut(usize)) -> bool {
        let mut line = String::new();
        while self.told.read_line(&mut line).is_ok_and(|length| length > 0) {
            if let Ok(done) = line.trim().parse() {
                tell(done);
            }
            line.clear();
        }
        self.child.wait().is_ok_and(|status| status.success())
    }
}

impl Drop for Apart {
    fn drop(&mut self) {
        // Nobody waits for it any more. One that has ended is not there to be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("echo 1; echo what; echo 20; exit 0", true)]
    #[case("echo 1; echo 20; exit 1", false)]
    #[case("echo 1; echo 20; kill -9 $$", false)]
    fn how_far_it_has_come_is_told_and_how_it_ended(#[case] script: &str, #[case] made: bool) {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("program");
        fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let mut told = Vec::new();
        let apart = Apart::start(&program, &[]).unwrap();
        assert_eq!(apart.wait(&mut |done| told.push(done)), made);
        assert_eq!(told, [1, 20]);
    }

    #[test]
    fn where_it_cannot_be_started_there_is_none() {
        assert!(Apart::start(Path::new("/nowhere/program"), &[]).is_none());
    }
}
