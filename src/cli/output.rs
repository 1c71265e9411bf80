//! Where results go: standard output, buffered, coloured only where a person reads it.

use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::Range;

use serde::Serialize;

use super::args::ColorChoice;
use crate::render::Line;
use crate::source::{clean, is_unsafe};
use crate::theme::{Role, Symbols};

/// How wide text is set where there is no terminal to ask.
const WIDTH: u16 = 80;

/// How a text is set. Weight and underline, not colours: they are read on every background.
pub(super) const BOLD: &str = "1";
pub(super) const DIM: &str = "2";
const MATCH: &str = "1;4";

/// A result worth printing goes here; everything else that is said goes to [`notice`].
pub(super) struct Output {
    writer: Box<dyn Write>,
    colour: bool,
    /// Whether it goes to a terminal.
    terminal: bool,
    /// How it is set.
    pub symbols: &'static Symbols,
}

impl Output {
    /// Standard output.
    pub fn stdout(choice: ColorChoice) -> Self {
        let stdout = io::stdout();
        let terminal = stdout.is_terminal();
        let colour = colour(choice, terminal);
        Self {
            // Not locked: other threads may have something to tell.
            writer: Box::new(BufWriter::with_capacity(64 * 1024, stdout)),
            colour,
            terminal,
            symbols: Symbols::UNICODE,
        }
    }

    /// Columns that text is set in.
    pub fn width(&self) -> u16 {
        let size = if self.terminal {
            crossterm::terminal::size().ok()
        } else {
            None
        };
        size.map_or(WIDTH, |(columns, _)| columns.max(1))
    }

    /// One line.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        self.writer.write_all(self.symbols.text(text).as_bytes())?;
        self.writer.write_all(b"\n")
    }

    /// Bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.writer.write_all(bytes)
    }

    /// A JSON value on a line of its own. What a terminal could obey is escaped too: JSON asks that of C0 controls only, and
    /// names of files are as they are.
    pub fn json<T: Serialize>(&mut self, value: &T) -> io::Result<()> {
        self.line(&escaped(&serde_json::to_string(value)?))
    }

    /// A line of a page.
    pub fn page_line(&mut self, line: &Line) -> io::Result<()> {
        let pieces = line.pieces.iter().map(|piece| {
            let paint = match piece.face.role {
                _ if piece.face.strong => BOLD,
                Role::Heading | Role::Chip => BOLD,
                Role::Dim | Role::Border => DIM,
                _ => "",
            };
            self.paint(&piece.text, paint)
        });
        let text: String = pieces.collect();
        self.line(text.trim_end())
    }

    /// Hands over what is buffered.
    pub fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }

    /// A text with the codes of [`BOLD`] and its like; plain where there is no colour.
    pub fn paint(&self, text: &str, code: &str) -> String {
        if !self.colour || text.is_empty() || code.is_empty() {
            return text.to_owned();
        }
        format!("\x1b[{code}m{text}\x1b[0m")
    }

    /// A text with stretches of it marked; ranges that do not lie on its characters are left out.
    pub fn marked(&self, text: &str, marks: &[Range<usize>]) -> String {
        let mut painted = String::with_capacity(text.len());
        let mut done = 0;
        for mark in marks {
            let (Some(before), Some(marked)) = (text.get(done..mark.start), text.get(mark.clone()))
            else {
                continue;
            };
            painted.push_str(before);
            painted.push_str(&self.paint(marked, MATCH));
            done = mark.end;
        }
        painted.push_str(text.get(done..).unwrap_or(""));
        painted
    }
}

/// Whether to use colour; `NO_COLOR` counts where it is not empty, see <https://no-color.org>.
pub(super) fn colour(choice: ColorChoice, terminal: bool) -> bool {
    let refused = || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    match choice {
        ColorChoice::Auto => terminal && !refused(),
        ColorChoice::Always => true,
        ColorChoice::Never => false,
    }
}

/// JSON with every character that may not reach a terminal as an escape; they stand in strings only, and are all below
/// U+10000.
fn escaped(json: &str) -> Cow<'_, str> {
    if !json.contains(is_unsafe) {
        return Cow::Borrowed(json);
    }
    let escape = |c: char| {
        if is_unsafe(c) {
            format!("\\u{:04x}", u32::from(c))
        } else {
            c.to_string()
        }
    };
    Cow::Owned(json.chars().map(escape).collect())
}

/// Says something about the run on standard error. That nobody listens there is no fault.
pub(super) fn notice(text: &str) {
    let safe: Vec<_> = text.lines().map(clean).collect();
    let _ = writeln!(io::stderr(), "tableside: {}", safe.join("\n"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(colour: bool) -> Output {
        Output {
            writer: Box::new(io::sink()),
            colour,
            terminal: false,
            symbols: Symbols::UNICODE,
        }
    }

    #[test]
    fn marks_are_set_and_the_text_between_is_kept() {
        let marks = [3..9, 10..11];
        let painted = "to \x1b[1;4mbreach\x1b[0m \x1b[1;4ma\x1b[0m wall";
        assert_eq!(output(true).marked("to breach a wall", &marks), painted);
        assert_eq!(
            output(false).marked("to breach a wall", &marks),
            "to breach a wall"
        );
    }

    #[test]
    fn json_holds_no_character_that_a_terminal_obeys_and_reads_the_same() {
        let name = "a\u{9b}31m\u{202e}\u{7f}\u{feff}b\n–";
        let json = serde_json::to_string(name).unwrap();
        let safe = escaped(&json);
        assert_eq!(safe, "\"a\\u009b31m\\u202e\\u007f\\ufeffb\\n–\"");
        assert_eq!(serde_json::from_str::<String>(&safe).unwrap(), name);
    }

    #[test]
    fn a_mark_outside_the_text_loses_nothing() {
        let marks = [1..2, 9..12, 0..40];
        assert_eq!(output(false).marked("é wall", &marks), "é wall");
    }
}
