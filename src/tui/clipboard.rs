//! Copying to the clipboard, by the terminal and by a clipboard program.
//!
//! A terminal never says whether it took a text (OSC 52), so that a program of the desktop gets it too: both put the same
//! text in the same place. The program is started without a shell and reads the text from standard input. The browser
//! never waits for it.

use std::env;
use std::io::{self, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::thread;

/// Some terminals refuse a longer sequence, in bytes of base64.
const LONGEST_SEQUENCE: usize = 100_000;

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

/// Hands a text to the first program that takes it, in a thread of its own, and reports the outcome. `by_terminal` is
/// whether the terminal was handed it.
pub(super) fn copy(clip: Clip, by_terminal: bool, report: impl FnOnce(String) + Send + 'static) {
    thread::spawn(move || {
        let has_desktop = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
        let command = |name: &str| Command::new(name);
        report(outcome(&clip, by_terminal, has_desktop, command));
    });
}

/// Tries the programs whose desktop is running, each as `command` finds it by its name.
fn outcome(
    clip: &Clip,
    by_terminal: bool,
    has_desktop: impl Fn(&str) -> bool,
    command: impl Fn(&str) -> Command,
) -> String {
    let (mut refused, name) = (None, &clip.name);
    for program in &PROGRAMS {
        if !program.desktop.is_none_or(&has_desktop) {
            continue;
        }
        match hand(command(program.name), program, &clip.text) {
            Ok(status) if status.success() => {
                return format!("copied {name} with {}", program.name);
            }
            Ok(status) => {
                refused.get_or_insert(format!("{} failed ({status})", program.name));
            }
            // It is not installed.
            Err(_) => {}
        }
    }
    match (by_terminal, refused) {
        (true, None) => format!("copied {name} by the terminal, if it allows that"),
        (true, Some(refused)) => {
            format!("copied {name} by the terminal, if it allows that; {refused}")
        }
        (false, refused) => {
            let why = refused.unwrap_or_else(|| "there is no clipboard program".to_owned());
            format!("{name} is not copied: too long for the terminal, and {why}")
        }
    }
}

/// Gives a program the text, and waits until it ends. Some programs stay in the background to serve the text.
fn hand(mut command: Command, program: &Program, text: &str) -> io::Result<ExitStatus> {
    // Output would end up on the browser's screen.
    let mut child = command
        .args(program.arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let bytes: Vec<u8> = if program.wide {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    } else {
        text.into()
    };
    if let Some(mut input) = child.stdin.take() {
        // A program that ends without reading says by its status what went wrong.
        let _ = input.write_all(&bytes);
    }
    child.wait()
}

#[cfg(all(test, unix))]
mod tests;
