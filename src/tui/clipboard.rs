//! Copying to the clipboard, through the terminal and with a clipboard program.
//!
//! A terminal never reports whether it took a text (OSC 52), so a program of the desktop gets the same text too. The program
//! is started without a shell and reads the text from standard input. The browser never waits for it.

use std::io::{self, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::thread;

/// The longest sequence that all terminals take, in bytes of base64.
const LONGEST_SEQUENCE: usize = 100_000;

/// A text to be copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clip {
    /// The name of the text in messages.
    pub name: String,
    /// The text.
    pub text: String,
}

/// The clipboard programs and their arguments, in the order in which they are tried. Each fails outside its own desktop.
const PROGRAMS: [(&str, &[&str]); 5] = [
    ("wl-copy", &[]),
    ("xclip", &["-selection", "clipboard"]),
    ("xsel", &["--clipboard", "--input"]),
    ("pbcopy", &[]),
    (WINDOWS, &[]),
];

/// The program of Windows, for its subsystem for Linux. It wants UTF-16.
const WINDOWS: &str = "clip.exe";

/// Whether the terminal may get a text: some terminals drop or show longer ones.
pub(super) fn fits_terminal(text: &str) -> bool {
    text.len().div_ceil(3) * 4 <= LONGEST_SEQUENCE
}

/// Gives a text to the first program that takes it, in a thread, and reports the outcome. `by_terminal` is whether the
/// terminal got the text.
pub(super) fn copy(clip: Clip, by_terminal: bool, report: impl FnOnce(String) + Send + 'static) {
    thread::spawn(move || report(outcome(&clip, by_terminal, |name| Command::new(name))));
}

/// Tries the programs, each as `command` finds it by its name.
fn outcome(clip: &Clip, by_terminal: bool, command: impl Fn(&str) -> Command) -> String {
    let name = &clip.name;
    let takes = |(program, arguments): &&(&str, &[&str])| {
        let mut command = command(program);
        command.args(*arguments);
        let bytes = if *program == WINDOWS {
            let units = clip.text.encode_utf16();
            units.flat_map(u16::to_le_bytes).collect()
        } else {
            clip.text.clone().into_bytes()
        };
        hand(command, &bytes).is_ok_and(|status| status.success())
    };
    match PROGRAMS.iter().find(takes) {
        Some((program, _)) => format!("copied {name} with {program}"),
        None if by_terminal => {
            format!("sent {name} to the terminal to copy, if the terminal allows it")
        }
        None => format!(
            "cannot copy {name}: it is too long for the terminal, and no clipboard program took it"
        ),
    }
}

/// Gives a program the text, and waits until it ends. Some programs stay in the background to serve the text.
fn hand(mut command: Command, bytes: &[u8]) -> io::Result<ExitStatus> {
    // Output would end up on the browser's screen.
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    if let Some(mut input) = child.stdin.take() {
        // The status of a program that ends without reading says what went wrong.
        let _ = input.write_all(bytes);
    }
    child.wait()
}

#[cfg(all(test, unix))]
mod tests;
