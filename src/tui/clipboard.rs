//! Copies text to the clipboard, through the terminal and with a clipboard program.
//!
//! The text is sent to the terminal in an OSC 52 sequence. The terminal never reports whether it
//! accepted the text, so clipboard programs are always tried too. A program is started without a
//! shell and reads the text from standard input. The browser never waits for the program.

use std::io::{self, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::thread;

/// Text to copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clip {
    /// The name that messages give the text, such as the title of its section.
    pub name: String,
    /// The text.
    pub text: String,
}

/// The clipboard programs with their arguments, in the order in which they are tried. A program
/// that does not support the desktop fails, and the next one is tried.
const PROGRAMS: [(&str, &[&str]); 5] = [
    ("wl-copy", &[]),
    ("xclip", &["-selection", "clipboard"]),
    ("xsel", &["--clipboard", "--input"]),
    ("pbcopy", &[]),
    (WINDOWS, &[]),
];

/// The clipboard program of Windows, for the Windows Subsystem for Linux. It expects UTF-16.
const WINDOWS: &str = "clip.exe";

/// Returns the names of the clipboard programs, in the order in which they are tried.
pub fn clipboard_programs() -> impl Iterator<Item = &'static str> {
    PROGRAMS.iter().map(|(program, _)| *program)
}

/// In a new thread, copies text with the first clipboard program that accepts it, and calls
/// `report` with a message about the result.
pub(super) fn copy(clip: Clip, report: impl FnOnce(String) + Send + 'static) {
    thread::spawn(move || report(outcome(&clip, |name| Command::new(name))));
}

/// Tries the clipboard programs, and returns a message about the result. `command` maps the name of
/// a program to the command that runs it.
fn outcome(clip: &Clip, command: impl Fn(&str) -> Command) -> String {
    let name = &clip.name;
    let accepts = |(program, arguments): &&(&str, &[&str])| {
        let mut command = command(program);
        command.args(*arguments);
        let bytes = if *program == WINDOWS {
            let units = clip.text.encode_utf16();
            units.flat_map(u16::to_le_bytes).collect()
        } else {
            clip.text.clone().into_bytes()
        };
        run_with_input(command, &bytes).is_ok_and(|status| status.success())
    };
    match PROGRAMS.iter().find(accepts) {
        Some((program, _)) => format!("copied {name} with {program}"),
        None => format!("sent {name} to the terminal to copy, if the terminal allows it"),
    }
}

/// Runs a program with `bytes` as its standard input, and waits until the program ends. Some
/// programs leave a background process that provides the text, and exit immediately.
fn run_with_input(mut command: Command, bytes: &[u8]) -> io::Result<ExitStatus> {
    // Discard the output of the program, which would otherwise appear on the screen of the browser.
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    if let Some(mut input) = child.stdin.take() {
        // Ignore a failed write: if the program ended without reading, its exit status says more
        // about the reason.
        let _ = input.write_all(bytes);
    }
    child.wait()
}

#[cfg(all(test, unix))]
mod tests;
