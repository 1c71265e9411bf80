//! Large rules are read and indexed by the program in processes of their own, a step each: what memory a step takes is given
//! back when its process ends, where a thread would leave most of it behind.

use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::Sender;

use super::progress::Progress;
use super::update::Event;
use crate::loader::{LARGE, Origin};

/// What another process is started with.
#[derive(Clone, Debug)]
pub struct Apart {
    /// The program itself.
    pub program: PathBuf,
    /// The command that does a step.
    pub command: &'static str,
}

/// Whether rules of so many bytes are made apart.
pub(super) fn is_large(bytes: u64) -> bool {
    bytes > LARGE
}

impl Apart {
    /// Has the next step done for some rules: reading them, or making their index. Tells the browser how far it has come, until
    /// it has ended; whether it ended well. What it has done is found where such things are kept.
    pub(super) fn run(&self, origins: &[Origin], events: &Sender<Event>) -> bool {
        let mut command = Command::new(&self.program);
        command.arg(self.command).args(arguments(origins));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        // The keys that stop or end what runs in a terminal are meant for the browser.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let Ok(mut child) = command.spawn() else { return false };
        let lines = child.stdout.take().map(|output| BufReader::new(output).lines());
        for line in lines.into_iter().flatten().map_while(Result::ok) {
            let progress = Progress::parse(&line);
            if progress.is_some_and(|progress| events.send(Event::Progress(progress)).is_err()) {
                // Nobody wants to know. One that has ended is not there to be killed.
                let _ = child.kill();
            }
        }
        child.wait().is_ok_and(|status| status.success())
    }
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
    use std::sync::mpsc::channel;

    use rstest::rstest;

    use super::*;

    #[test]
    fn what_another_process_tells_is_told() {
        let (events, queue) = channel();
        let apart = Apart { program: "/bin/echo".into(), command: "indexing 1 20\n\nwhat?\nindexing 20 20" };
        assert!(apart.run(&[], &events));
        let told = queue.try_iter().map(|event| match event {
            Event::Progress(progress) => progress.shown(),
            _ => "something else".to_owned(),
        });
        assert_eq!(told.collect::<Vec<_>>(), ["indexing 1 of 20", "indexing 20 of 20"]);
    }

    #[test]
    fn where_it_cannot_be_started_nothing_is_done() {
        let apart = Apart { program: "/nowhere/program".into(), command: "any" };
        assert!(!apart.run(&[], &channel().0));
    }

    #[rstest]
    #[case("true", true)]
    #[case("false", false)]
    fn how_it_ended_is_told(#[case] program: &str, #[case] well: bool) {
        let apart = Apart { program: Path::new("/bin").join(program), command: "any" };
        assert_eq!(apart.run(&[], &channel().0), well);
    }

    #[test]
    fn the_same_rules_are_named_in_the_same_order() {
        let origins =
            [Origin::Path("-x y".into()), Origin::Bundled, Origin::Path("b".into()), Origin::Words("settings".into())];
        let arguments: Vec<_> = arguments(&origins).collect();
        assert_eq!(arguments, ["--rules=-x y", "--rules=bundled", "--rules=b"]);
    }
}
