//! The only way to standard output and standard error: a writer that lets nothing control the
//! terminal but the program's own styles.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::source::is_hidden;

/// The parameters of the styles that the program and the help of clap use.
const STYLES: [&str; 5] = ["0", "1", "2", "4", "1;4"];

/// Drops hidden characters and escape sequences before it writes a text.
pub struct CleanWriter<W: Write> {
    writer: W,
    /// Whether styles such as bold pass.
    has_styles: bool,
}

impl<W: Write> CleanWriter<W> {
    pub fn new(writer: W, has_styles: bool) -> Self {
        Self { writer, has_styles }
    }

    /// Writes a text of any number of lines.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        self.writer
            .write_all(printable(text, self.has_styles).as_bytes())
    }

    pub fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Returns a text without hidden characters, except line breaks and tabs. If `has_styles` is set,
/// keeps the escape sequences of `STYLES`.
pub fn printable(text: &str, has_styles: bool) -> Cow<'_, str> {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n')) {
        return Cow::Borrowed(text);
    }
    let mut printable = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let style = (c == '\x1b' && has_styles).then(|| style(rest)).flatten();
        let length = style.unwrap_or(c.len_utf8());
        let is_kept = style.is_some() || matches!(c, '\n' | '\t') || !is_hidden(&printable, c);
        if is_kept {
            printable.push_str(&rest[..length]);
        }
        rest = &rest[length..];
    }
    Cow::Owned(printable)
}

/// Returns the length of the escape sequence of a style at the start of a text.
fn style(text: &str) -> Option<usize> {
    let (parameters, _) = text.strip_prefix("\x1b[")?.split_once('m')?;
    STYLES.contains(&parameters).then_some(parameters.len() + 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_styles_of_the_program_pass() {
        let attack = "\x1b]52;c;b3duZWQ=\x07\x1b[1mbold\x1b[0m \x1b[8mhidden\x1b[31m\u{9b}5m\u{202e}\tx\r\n\x1b";
        assert_eq!(
            printable(attack, true),
            "]52;c;b3duZWQ=\x1b[1mbold\x1b[0m [8mhidden[31m5m\tx\n"
        );
        assert_eq!(
            printable(attack, false),
            "]52;c;b3duZWQ=[1mbold[0m [8mhidden[31m5m\tx\n"
        );
    }
}
