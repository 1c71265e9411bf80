//! Where results go: standard output, buffered, coloured only where a person reads it.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::Range;

use serde::Serialize;

use super::args::ColorChoice;
use crate::render::Line;
use crate::source::clean;
use crate::theme::{Form, Role};

/// How wide text is set where there is no terminal to ask.
const WIDTH: u16 = 80;

/// A result worth printing goes here; everything else that is said goes to [`notice`].
pub(super) struct Output {
    writer: Box<dyn Write>,
    colour: bool,
    /// Columns that text is set in.
    pub width: u16,
    /// How it is set.
    pub form: Form,
}

impl Output {
    /// Standard output.
    pub fn stdout(choice: ColorChoice) -> Self {
        let stdout = io::stdout();
        let terminal = stdout.is_terminal();
        let colour = colour(choice, terminal);
        let size = if terminal { crossterm::terminal::size().ok() } else { None };
        let width = size.map_or(WIDTH, |(columns, _)| columns.max(1));
        Self {
            writer: Box::new(BufWriter::with_capacity(64 * 1024, stdout.lock())),
            colour,
            width,
            form: Form::default(),
        }
    }

    /// One line.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        self.writer.write_all(self.form.symbols.text(text).as_bytes())?;
        self.writer.write_all(b"\n")
    }

    /// Bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.writer.write_all(bytes)
    }

    /// A JSON value on a line of its own.
    pub fn json<T: Serialize>(&mut self, value: &T) -> io::Result<()> {
        serde_json::to_writer(&mut self.writer, value)?;
        self.writer.write_all(b"\n")
    }

    /// A line of a page.
    pub fn page_line(&mut self, line: &Line) -> io::Result<()> {
        let pieces = line.pieces.iter().map(|piece| {
            let bold = piece.face.strong || matches!(piece.face.role, Role::Heading | Role::Chip);
            let dim = matches!(piece.face.role, Role::Dim | Role::Border);
            self.paint(
                &piece.text,
                if bold {
                    Paint::Bold
                } else if dim {
                    Paint::Dim
                } else {
                    Paint::None
                },
            )
        });
        let text: String = pieces.collect();
        self.line(text.trim_end())
    }

    /// Hands over what is buffered.
    pub fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }

    /// A text as it is to be set; plain where there is no colour.
    pub fn paint(&self, text: &str, paint: Paint) -> String {
        match paint.code().filter(|_| self.colour && !text.is_empty()) {
            Some(code) => format!("\x1b[{code}m{text}\x1b[0m"),
            None => text.to_owned(),
        }
    }

    /// A text with stretches of it marked; ranges that do not lie on its characters are left out.
    pub fn marked(&self, text: &str, marks: &[Range<usize>]) -> String {
        let mut painted = String::with_capacity(text.len());
        let mut done = 0;
        for mark in marks {
            let (Some(before), Some(marked)) = (text.get(done..mark.start), text.get(mark.clone())) else { continue };
            painted.push_str(before);
            painted.push_str(&self.paint(marked, Paint::Match));
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

/// How a piece of a line is set. Weight and underline, not colours: they are read on every background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paint {
    None,
    Bold,
    Dim,
    Match,
}

impl Paint {
    fn code(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Bold => Some("1"),
            Self::Dim => Some("2"),
            Self::Match => Some("1;4"),
        }
    }
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
        Output { writer: Box::new(io::sink()), colour, width: 80, form: Form::default() }
    }

    #[test]
    fn marks_are_set_and_the_text_between_is_kept() {
        let marks = [3..9, 10..11];
        let painted = "to \x1b[1;4mbreach\x1b[0m \x1b[1;4ma\x1b[0m wall";
        assert_eq!(output(true).marked("to breach a wall", &marks), painted);
        assert_eq!(output(false).marked("to breach a wall", &marks), "to breach a wall");
    }

    #[test]
    fn a_mark_outside_the_text_loses_nothing() {
        let marks = [1..2, 9..12, 0..40];
        assert_eq!(output(false).marked("é wall", &marks), "é wall");
    }
}
