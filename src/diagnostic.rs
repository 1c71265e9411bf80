//! Faults of files, with locations and advice.

use std::fmt;

use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use crate::source::{Location, Source, Span, clean};

/// How severe a fault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Part of the file cannot be used.
    Error,
    /// The file is understood, but may mislead a reader.
    Warning,
}

/// A fault of a file, found while loading or checking. The program skips what it cannot use, and
/// fails only if no document is left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// How severe the fault is.
    pub severity: Severity,
    /// Stable short name of the kind of fault, such as `front-matter` or `dangling-link`.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// Path of the file or folder.
    pub path: String,
    /// Location in the file. `None` for a fault of a whole file or folder.
    pub location: Option<Location>,
    /// Advice on how to remove the fault.
    pub help: Option<String>,
    /// The line at `location`, and the number of its characters to mark with carets.
    #[serde(skip)]
    excerpt: Option<(String, usize)>,
}

impl Diagnostic {
    /// Creates a warning about a span of a source.
    pub fn at(source: &Source, span: Span, code: &'static str, message: impl Into<String>) -> Self {
        let (location, line) = source.locate(span.start);
        let marked = source.text.get(span.range()).unwrap_or("");
        let marked = marked.lines().next().unwrap_or("").chars().count();
        Self {
            location: Some(location),
            excerpt: Some((line.to_owned(), marked)),
            ..Self::of_file(&source.path, code, message)
        }
    }

    /// Creates a warning about a whole file or folder.
    pub fn of_file(path: &str, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            code,
            message: message.into(),
            path: path.to_owned(),
            location: None,
            help: None,
            excerpt: None,
        }
    }

    /// Returns `path:line:column`, or the path alone, without unsafe characters.
    fn location_text(&self) -> String {
        let place = self.location.as_ref().map(Location::to_string);
        clean(place.as_ref().unwrap_or(&self.path)).into_owned()
    }

    /// Returns the location and the message in one line, without unsafe characters.
    pub fn brief(&self) -> String {
        format!("{}: {}", self.location_text(), clean(&self.message))
    }

    /// Whether the fault is an error, not a warning.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Turns the fault into an error.
    pub fn error(mut self) -> Self {
        self.severity = Severity::Error;
        self
    }

    /// Adds advice to the fault.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Diagnostic {
    /// Writes the fault, the line with carets under the span, and the advice, without unsafe
    /// characters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = if self.is_error() { "error" } else { "warning" };
        let (place, message) = (self.location_text(), clean(&self.message));
        write!(f, "{place}: {severity}[{}]: {message}", self.code)?;
        if let (Some((line, marked)), Some(location)) = (&self.excerpt, &self.location) {
            // A long line is cut to the text around the location, so that the carets stay on the
            // screen.
            let column = location.column as usize - 1;
            let before = if column > 60 { 40 } else { column };
            let part = |start: usize, count: usize| {
                let part: String = line.chars().skip(start).take(count).collect();
                clean(&part).into_owned()
            };
            let blanks = " ".repeat(part(column - before, before).width());
            let marked = part(column, (*marked).min(100 - before)).width();
            let carets = "^".repeat(marked.max(1));
            let number = location.line.to_string();
            let margin = " ".repeat(number.len());
            write!(f, "\n {number} | {}", part(column - before, 100))?;
            write!(f, "\n {margin} | {blanks}{carets}")?;
        }
        match &self.help {
            Some(help) => write!(f, "\n   = help: {}", clean(help)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagnostic_shows_its_line_with_a_caret_and_the_advice() {
        let source = Source::in_memory("house.md", "# A\n\nSee [x](y.md).\n");
        let fault = Diagnostic::at(
            &source,
            Span::new(9, 18),
            "dangling-link",
            "no document `y.md`",
        )
        .help("check the name");
        let expected = "house.md:3:5: warning[dangling-link]: no document `y.md`\n 3 | See [x](y.md).\n   |     ^^^^^^^^^\n   = help: check the name";
        assert_eq!(fault.to_string(), expected);
    }

    #[test]
    fn the_caret_is_below_its_place_in_a_line_of_wide_characters() {
        let source = Source::in_memory("a.md", "規則\t[x](y.md)");
        let fault = Diagnostic::at(&source, Span::new(7, 16), "x", "m").to_string();
        assert!(
            fault.ends_with("\n 1 | 規則 [x](y.md)\n   |      ^^^^^^^^^"),
            "{fault}"
        );
    }

    #[test]
    fn a_place_far_to_the_right_stays_on_the_screen() {
        let source = Source::in_memory(
            "long.md",
            &format!("{}HERE{}", "a".repeat(5000), "b".repeat(5000)),
        );
        let fault = Diagnostic::at(&source, Span::new(5000, 5004), "x", "m").to_string();
        assert!(
            fault.lines().all(|line| line.chars().count() < 120),
            "{fault}"
        );
        assert!(fault.contains("HERE"));
    }
}
