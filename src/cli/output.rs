//! The outcome of a command, and its output: buffered standard output, coloured on a terminal.

use std::error::Error;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::Range;

use clap::ColorChoice;
use serde::Serialize;

use crate::render::Line;
use crate::source::{clean, is_unsafe};
use crate::theme::{Role, Symbols};

/// `Ok(true)` means success: the command found something, or found no errors. `Ok(false)` is exit
/// status 1. `Err` says why the command failed. An [`io::Error`] means that the output cannot be
/// written; every other failure is only its message for the user, such as wrong usage or unreadable
/// input.
pub type Outcome = Result<bool, Failure>;

pub type Failure = Box<dyn Error + Send + Sync>;

/// The width, in columns, of text that is not written to a terminal.
const WIDTH: u16 = 80;

/// ANSI codes for [`Output::paint`]. Weight and underline are legible on every background, unlike
/// colours.
pub const BOLD: &str = "1";
pub const DIM: &str = "2";
const MATCH: &str = "1;4";

/// The writer for the results of a command. [`notice`] writes messages about the run.
pub struct Output {
    writer: Box<dyn Write>,
    colour: bool,
    is_terminal: bool,
    pub symbols: &'static Symbols,
}

impl Output {
    pub fn stdout(choice: ColorChoice) -> Self {
        let stdout = io::stdout();
        let is_terminal = stdout.is_terminal();
        Self {
            writer: Box::new(BufWriter::new(stdout)),
            colour: colour(choice, is_terminal),
            is_terminal,
            symbols: Symbols::UNICODE,
        }
    }

    /// Returns the width in columns of the terminal, or `WIDTH` without a terminal.
    pub fn width(&self) -> u16 {
        match crossterm::terminal::size() {
            Ok((columns, _)) if self.is_terminal => columns.max(1),
            _ => WIDTH,
        }
    }

    /// Writes a line. If the symbols are ASCII, typographic characters become ASCII.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        self.exact_line(&self.symbols.text(text))
    }

    /// Writes a line of JSON or TOML unchanged, because an ASCII quote in place of a typographic
    /// quote would break the syntax.
    pub fn exact_line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.writer, "{text}")
    }

    pub fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.writer.write_all(bytes)
    }

    /// Writes a value as JSON on one line. Unsafe characters are escaped, because JSON itself
    /// escapes only some control characters.
    pub fn json<T: Serialize>(&mut self, value: &T) -> io::Result<()> {
        self.exact_line(&escaped(&serde_json::to_string(value)?))
    }

    pub fn page_line(&mut self, line: &Line) -> io::Result<()> {
        let pieces = line.pieces.iter().map(|piece| {
            let paint = match piece.face.role {
                _ if piece.face.matched => MATCH,
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

    /// Writes an indented sentence with the ranges `marks` in bold and underlined.
    pub fn sentence(&mut self, text: &str, marks: &[Range<usize>]) -> io::Result<()> {
        let mut sentence = Line::of(text, Role::Text);
        sentence.restyle(marks, |_, piece| piece.face.matched = true);
        let mut line = Line::of("    ", Role::Text);
        line.append(sentence);
        self.page_line(&line)
    }

    pub fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }

    /// Returns a text in a style such as [`BOLD`], or unchanged if the output has no colour.
    pub fn paint(&self, text: &str, code: &str) -> String {
        if !self.colour || text.is_empty() || code.is_empty() {
            return text.to_owned();
        }
        format!("\x1b[{code}m{text}\x1b[0m")
    }
}

/// Whether to use colour. With `auto`, colour needs a terminal, and any value of `NO_COLOR` that is
/// not empty turns it off (see <https://no-color.org>).
pub fn colour(choice: ColorChoice, terminal: bool) -> bool {
    let refused = || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    match choice {
        ColorChoice::Auto => terminal && !refused(),
        ColorChoice::Always => true,
        ColorChoice::Never => false,
    }
}

/// Escapes every unsafe character in JSON. One `\u` escape is enough, because all unsafe characters
/// are below U+10000.
pub fn escaped(json: &str) -> String {
    let mut escaped = String::new();
    for c in json.chars() {
        if is_unsafe(c) {
            escaped.extend(format!("\\u{:04x}", u32::from(c)).chars());
        } else {
            escaped.push(c);
        }
    }
    escaped
}

/// Prints a message to standard error. Errors are ignored, because they could not be reported
/// anywhere.
pub fn notice(text: &str) {
    let safe: Vec<_> = text.lines().map(clean).collect();
    let _ = writeln!(io::stderr(), "tableside: {}", safe.join("\n"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_escapes_control_characters_and_parses_to_the_same_text() {
        let name = "a\u{9b}31m\u{202e}\u{7f}\u{feff}b\n–";
        let json = serde_json::to_string(name).unwrap();
        let safe = escaped(&json);
        assert_eq!(safe, "\"a\\u009b31m\\u202e\\u007f\\ufeffb\\n–\"");
        assert_eq!(serde_json::from_str::<String>(&safe).unwrap(), name);
    }
}
