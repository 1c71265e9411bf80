//! The outcome of a command, and its output: buffered standard output, coloured on a terminal.

use std::error::Error;
use std::fmt::Write;
use std::io::{self, BufWriter, IsTerminal, Stdout};
use std::ops::Range;

use clap::ColorChoice;
use serde::Serialize;

use crate::render::Line;
use crate::theme::{Role, Symbols};
use writer::{CleanWriter, printable};

mod json;
mod pager;
mod writer;

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
    writer: CleanWriter<BufWriter<Stdout>>,
    colour: bool,
    is_terminal: bool,
    /// The text for the pager; `None` if the output is not paged.
    paged: Option<String>,
    pub symbols: &'static Symbols,
}

impl Output {
    pub fn stdout(choice: ColorChoice) -> Self {
        let stdout = io::stdout();
        let is_terminal = stdout.is_terminal();
        let colour = colour(choice, is_terminal);
        Self {
            writer: CleanWriter::new(BufWriter::new(stdout), colour),
            colour,
            is_terminal,
            paged: None,
            symbols: Symbols::UNICODE,
        }
    }

    /// From now on, collects the output for the pager if it goes to a terminal, unless `PAGER` is
    /// empty or the terminal is too simple for a pager.
    pub fn page(&mut self) {
        let is_empty = std::env::var_os("PAGER").is_some_and(|pager| pager.is_empty());
        let is_refused = is_empty || is_dumb();
        if self.is_terminal && io::stdin().is_terminal() && !is_refused {
            self.paged = Some(String::new());
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

    /// Writes a line of JSON or TOML with its typographic characters, because an ASCII quote in
    /// place of a typographic quote would break the syntax.
    pub fn exact_line(&mut self, text: &str) -> io::Result<()> {
        self.text(text)?;
        self.text("\n")
    }

    /// Writes a text of any number of lines, with its typographic characters.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        match &mut self.paged {
            Some(paged) => paged.push_str(&printable(text, self.colour)),
            None => self.writer.text(text)?,
        }
        Ok(())
    }

    /// Writes a value as JSON on one line, piece by piece, because an export may be large. Hidden
    /// characters are escaped, because JSON itself escapes only some control characters.
    pub fn json<T: Serialize>(&mut self, value: &T) -> io::Result<()> {
        json::write(value, |piece| self.text(piece))?;
        self.text("\n")
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

    /// Writes everything. Shows the text in the pager if it is longer than the screen.
    pub fn flush(&mut self) -> io::Result<()> {
        if let Some(text) = self.paged.take() {
            let rows = crossterm::terminal::size().map_or(usize::MAX, |(_, rows)| rows.into());
            if text.lines().nth(rows.saturating_sub(1)).is_some() {
                return pager::show(&text);
            }
            self.writer.text(&text)?;
        }
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

/// Whether the terminal can neither move its cursor nor show styles, such as those in editors.
pub fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|name| name == "dumb")
}

/// Whether to use colour. With `auto`, colour needs a terminal that is not dumb, and any value of
/// `NO_COLOR` that is not empty turns it off (see <https://no-color.org>).
pub fn colour(choice: ColorChoice, terminal: bool) -> bool {
    let refused = || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    match choice {
        ColorChoice::Auto => terminal && !refused() && !is_dumb(),
        ColorChoice::Always => true,
        ColorChoice::Never => false,
    }
}

/// Escapes every hidden character in a TOML string.
pub fn escaped_toml(toml: &str) -> String {
    json::escaped(toml, |c, escaped| {
        let _ = match u32::from(c) {
            code @ ..0x10000 => write!(escaped, "\\u{code:04x}"),
            code => write!(escaped, "\\U{code:08x}"),
        };
    })
}

/// Prints a message to standard error. Errors are ignored, because they could not be reported
/// anywhere.
pub fn notice(text: &str) {
    complaint(&format!("tableside: {text}"));
}

/// Prints a message of a library to standard error, without the name of the program.
pub fn complaint(text: &str) {
    let mut stderr = CleanWriter::new(io::stderr(), false);
    let _ = stderr
        .text(text.trim_end())
        .and_then(|()| stderr.text("\n"));
}
