//! Shows a long output in the player's pager, as `git` does.

use std::io::{self, Write};
use std::process::{Command, Stdio};

/// The pager if `PAGER` is not set.
const PAGER: &str = "less";

/// The options of `less`, unless `LESS` is set: end if the text fits on the screen, show styles, and
/// leave the text on the screen.
const LESS: &str = "FRX";

/// Shows a text in the pager and waits until it ends. Writes the text to standard output if there
/// is no pager.
pub fn show(text: &str) -> io::Result<()> {
    let pager = std::env::var("PAGER").unwrap_or_default();
    let mut words = pager.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or(PAGER));
    command.args(words).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        command.env("LESS", LESS);
    }
    let Ok(mut child) = command.spawn() else {
        return io::stdout().write_all(text.as_bytes());
    };
    if let Some(mut input) = child.stdin.take() {
        // Writing fails if the player quits the pager before the end, which is no error.
        let _ = input.write_all(text.as_bytes());
    }
    child.wait().map(drop)
}
