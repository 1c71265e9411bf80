//! The way to the clipboard: the terminal itself where it takes the text, and a clipboard program where there is one.
//!
//! A terminal never says whether it took a text (OSC 52), so that a program of the desktop is asked too: both put the same
//! text in the same place. It is called without a shell, gets the text on standard input, and is never waited for by the
//! browser itself.

use std::env;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Some terminals take no longer sequence, in bytes of base64.
const LONGEST_SEQUENCE: usize = 100_000;

/// A clipboard program that takes longer is stopped.
const PATIENCE: Duration = Duration::from_secs(3);

/// Between two looks whether a program has ended.
const PAUSE: Duration = Duration::from_millis(10);

/// A text to be copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clip {
    /// What it is, for the message that it was copied.
    pub name: String,
    /// The text.
    pub text: String,
}

/// A program that takes text for the clipboard of a desktop.
struct Program {
    name: &'static str,
    arguments: &'static [&'static str],
    /// The variable that names the desktop; without it the program would have nobody to talk to.
    desktop: Option<&'static str>,
    /// Whether it wants UTF-16.
    wide: bool,
}

/// In the order in which they are asked.
const PROGRAMS: [Program; 5] = [
    Program {
        name: "wl-copy",
        arguments: &[],
        desktop: Some("WAYLAND_DISPLAY"),
        wide: false,
    },
    Program {
        name: "xclip",
        arguments: &["-selection", "clipboard"],
        desktop: Some("DISPLAY"),
        wide: false,
    },
    Program {
        name: "xsel",
        arguments: &["--clipboard", "--input"],
        desktop: Some("DISPLAY"),
        wide: false,
    },
    Program {
        name: "pbcopy",
        arguments: &[],
        desktop: None,
        wide: false,
    },
    Program {
        name: "clip.exe",
        arguments: &[],
        desktop: None,
        wide: true,
    },
];

/// Whether the terminal can be handed a text: longer ones some terminals drop, or show.
pub(super) fn fits_terminal(text: &str) -> bool {
    text.len().div_ceil(3) * 4 <= LONGEST_SEQUENCE
}

/// Hands a text to the first program that takes it, in a thread of its own, and tells what became of it. `by_terminal` is
/// whether the terminal was handed it.
pub(super) fn copy(clip: Clip, by_terminal: bool, tell: impl FnOnce(String) + Send + 'static) {
    thread::spawn(move || {
        tell(outcome(
            &clip,
            by_terminal,
            &available(|name| env::var_os(name)),
        ))
    });
}

fn outcome(clip: &Clip, by_terminal: bool, programs: &[(&Program, PathBuf)]) -> String {
    let (mut refused, name) = (None, &clip.name);
    for (program, path) in programs {
        match hand(path, program, &clip.text, PATIENCE) {
            Ok(()) => return format!("copied {name} with {}", program.name),
            Err(why) => refused = refused.or(Some(format!("{} {why}", program.name))),
        }
    }
    match (by_terminal, refused) {
        (true, None) => format!("copied {name} by the terminal, if it allows that"),
        (true, Some(refused)) => {
            format!("copied {name} by the terminal, if it allows that; {refused}")
        }
        (false, Some(refused)) => {
            format!("{name} is not copied: too long for the terminal, and {refused}")
        }
        (false, None) => format!(
            "{name} is not copied: too long for the terminal, and there is no clipboard program"
        ),
    }
}

/// The programs that are there and have a desktop to talk to.
fn available(variable: impl Fn(&str) -> Option<OsString>) -> Vec<(&'static Program, PathBuf)> {
    let path = variable("PATH").unwrap_or_default();
    // A relative folder would depend on where the browser was started.
    let folders: Vec<_> = env::split_paths(&path)
        .filter(|folder| folder.is_absolute())
        .collect();
    let has_desktop = |program: &&Program| {
        program
            .desktop
            .is_none_or(|desktop| variable(desktop).is_some_and(|value| !value.is_empty()))
    };
    let found = |program: &'static Program| {
        let mut paths = folders.iter().map(|folder| folder.join(program.name));
        Some((program, paths.find(|path| is_program(path))?))
    };
    PROGRAMS
        .iter()
        .filter(has_desktop)
        .filter_map(found)
        .collect()
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata()
        .is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

/// Gives a program the text; why it did not take it.
fn hand(path: &Path, program: &Program, text: &str, patience: Duration) -> Result<(), String> {
    // What it writes would stand in the middle of the browser's screen; some stay behind to serve the text.
    let spawned = Command::new(path)
        .args(program.arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let mut child = spawned.map_err(|error| format!("cannot be started: {error}"))?;
    let bytes: Vec<u8> = if program.wide {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    } else {
        text.into()
    };
    if let Some(mut input) = child.stdin.take() {
        // A program that does not read would stop whoever writes; if it is ended, this ends too.
        thread::spawn(move || {
            let _ = input.write_all(&bytes);
        });
    }
    wait(&mut child, patience)
}

fn wait(child: &mut Child, patience: Duration) -> Result<(), String> {
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Ok(()),
            Ok(Some(status)) => return Err(format!("failed ({status})")),
            Err(error) => return Err(format!("is lost: {error}")),
            Ok(None) if start.elapsed() > patience => {
                let _ = child.kill();
                let _ = child.wait();
                return Err("does not answer".to_owned());
            }
            Ok(None) => thread::sleep(PAUSE),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;

    use rstest::rstest;

    use super::*;

    /// Makes a program of a shell script. Another process writes it: a file that this one holds open for writing, if only
    /// in a child that another test begins, cannot be run.
    fn script(folder: &Path, name: &str, text: &str) {
        let path = folder.join(name);
        let write = "printf '#!/bin/sh\n%s\n' \"$1\" > \"$2\" && chmod +x \"$2\"";
        let written = Command::new("sh")
            .args(["-c", write, "sh", text])
            .arg(&path)
            .status()
            .unwrap();
        assert!(written.success());
    }

    /// Takes what it is given, and notes it with its arguments.
    const TAKES: &str = "cat > \"$0.copied\"; echo \"$@\" > \"$0.arguments\"";

    /// What is said, with these programs and desktops, after the terminal was handed the text or not.
    fn said(folder: &Path, desktops: &[&str], text: &str, by_terminal: bool) -> String {
        let programs = available(|name| match name {
            "PATH" => Some(env::join_paths([Path::new("relative"), folder]).unwrap()),
            desktop => desktops.contains(&desktop).then(|| OsString::from(":0")),
        });
        outcome(
            &Clip {
                name: "Breach".to_owned(),
                text: text.to_owned(),
            },
            by_terminal,
            &programs,
        )
    }

    #[rstest]
    #[case("wl-copy", "WAYLAND_DISPLAY", "")]
    #[case("xclip", "DISPLAY", "-selection clipboard")]
    #[case("xsel", "DISPLAY", "--clipboard --input")]
    #[case("pbcopy", "", "")]
    fn a_program_gets_the_text_on_standard_input(
        #[case] name: &str,
        #[case] desktop: &str,
        #[case] arguments: &str,
    ) {
        let folder = tempfile::tempdir().unwrap();
        script(folder.path(), name, TAKES);
        let text = "Wall\u{2019}s \"2\\\" $(false) `;\n".repeat(10_000);
        assert_eq!(
            said(folder.path(), &[desktop], &text, true),
            format!("copied Breach with {name}")
        );
        assert_eq!(
            fs::read_to_string(folder.path().join(format!("{name}.copied"))).unwrap(),
            text
        );
        assert_eq!(
            fs::read_to_string(folder.path().join(format!("{name}.arguments")))
                .unwrap()
                .trim(),
            arguments
        );
    }

    #[test]
    fn the_program_of_another_system_gets_its_own_encoding() {
        let folder = tempfile::tempdir().unwrap();
        script(folder.path(), "clip.exe", TAKES);
        assert_eq!(
            said(folder.path(), &[], "2\u{201d} \u{e9}", true),
            "copied Breach with clip.exe"
        );
        let bytes = fs::read(folder.path().join("clip.exe.copied")).unwrap();
        let units = bytes
            .chunks(2)
            .map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
        assert_eq!(
            char::decode_utf16(units)
                .collect::<Result<String, _>>()
                .unwrap(),
            "2\u{201d} \u{e9}"
        );
    }

    #[test]
    fn without_a_desktop_its_programs_are_not_asked() {
        let folder = tempfile::tempdir().unwrap();
        script(folder.path(), "wl-copy", TAKES);
        assert_eq!(
            said(folder.path(), &[], "text", true),
            "copied Breach by the terminal, if it allows that"
        );
        let nobody =
            "Breach is not copied: too long for the terminal, and there is no clipboard program";
        assert_eq!(said(folder.path(), &[], "text", false), nobody);
        fs::write(folder.path().join("xclip"), "no program").unwrap();
        assert_eq!(said(folder.path(), &["DISPLAY"], "text", false), nobody);
    }

    #[test]
    fn where_one_program_fails_the_next_is_asked_and_the_first_fault_is_told() {
        let folder = tempfile::tempdir().unwrap();
        script(folder.path(), "wl-copy", "exit 3");
        let both = ["WAYLAND_DISPLAY", "DISPLAY"];
        let failed = said(folder.path(), &both, "text", false);
        assert!(
            failed.contains("too long for the terminal, and wl-copy failed (exit status: 3)"),
            "{failed}"
        );
        script(folder.path(), "xsel", TAKES);
        assert_eq!(
            said(folder.path(), &both, "text", false),
            "copied Breach with xsel"
        );
    }

    #[test]
    fn a_program_that_neither_reads_nor_ends_is_stopped() {
        let folder = tempfile::tempdir().unwrap();
        script(folder.path(), "wl-copy", "exec sleep 600");
        let start = Instant::now();
        let handed = hand(
            &folder.path().join("wl-copy"),
            &PROGRAMS[0],
            &"x".repeat(1_000_000),
            Duration::from_millis(50),
        );
        assert_eq!(handed, Err("does not answer".to_owned()));
        assert!(start.elapsed() < Duration::from_secs(60));
    }

    #[test]
    fn a_text_too_long_for_some_terminals_is_not_handed_to_any() {
        assert!(fits_terminal(&"x".repeat(75_000)));
        assert!(!fits_terminal(&"x".repeat(75_001)));
    }
}
