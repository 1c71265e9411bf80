//! Copying to the clipboard, by the terminal and by a clipboard program.
//!
//! A terminal never says whether it took a text (OSC 52), so that a program of the desktop gets it too: both put the same
//! text in the same place. The program is started without a shell and reads the text from standard input. The browser
//! never waits for it.

use std::env;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Some terminals refuse a longer sequence, in bytes of base64.
const LONGEST_SEQUENCE: usize = 100_000;

/// A clipboard program that takes longer is killed.
const PATIENCE: Duration = Duration::from_secs(3);

/// The pause between two checks whether a program has ended.
const PAUSE: Duration = Duration::from_millis(10);

/// A text to be copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clip {
    /// The name of the text in messages.
    pub name: String,
    /// The text.
    pub text: String,
}

/// A program that takes text for the clipboard of a desktop.
struct Program {
    name: &'static str,
    arguments: &'static [&'static str],
    /// The environment variable of the desktop that the program needs.
    desktop: Option<&'static str>,
    /// Whether it wants UTF-16.
    wide: bool,
}

/// The clipboard programs, in the order in which they are tried.
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
        ));
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

/// The installed programs whose desktop is running.
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

/// Gives a program the text; the error says why it failed.
fn hand(path: &Path, program: &Program, text: &str, patience: Duration) -> Result<(), String> {
    // Output would end up on the browser's screen. Some programs stay in the background to serve the text.
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
        // A program that does not read blocks this thread until it is killed.
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
mod tests;
