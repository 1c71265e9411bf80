//! Faults of files, with their places and advice.

use std::fmt;

use serde::Serialize;

use crate::source::{Location, Source, Span, clean};

/// How severe a fault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// A part of the file cannot be used.
    Error,
    /// The file is understood, but may mislead a reader.
    Warning,
}

/// A fault of a rules file, found while loading or checking. It never stops the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// How severe a fault is.
    pub severity: Severity,
    /// Stable short name of the kind of fault, such as `front-matter` or `dangling-link`.
    pub code: &'static str,
    /// What happened.
    pub message: String,
    /// Path of the file, always known.
    pub path: String,
    /// The place, where there is one.
    pub location: Option<Location>,
    /// What to do about it.
    pub help: Option<String>,
    /// The line of the place, and how many characters of it to mark.
    #[serde(skip)]
    excerpt: Option<(String, usize)>,
}

impl Diagnostic {
    /// A warning at a span of a source.
    pub fn at(source: &Source, span: Span, code: &'static str, message: impl Into<String>) -> Self {
        let location = source.location(span.start);
        let line = source.line_text(location.line).to_owned();
        let meant = source.text.get(span.range()).unwrap_or("");
        let meant = meant.lines().next().unwrap_or("").chars().count();
        Self {
            location: Some(location),
            excerpt: Some((line, meant.max(1))),
            ..Self::of_file(&source.path, code, message)
        }
    }

    /// A warning about a whole file or folder.
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

    /// The place as `path:line:column`, or the path alone. Only safe characters.
    fn place(&self) -> String {
        let place = self.location.as_ref().map(Location::to_string);
        clean(place.as_ref().unwrap_or(&self.path)).into_owned()
    }

    /// The fault in one line: place and message. Only safe characters.
    pub fn brief(&self) -> String {
        format!("{}: {}", self.place(), clean(&self.message))
    }

    /// The same fault as an error.
    pub fn error(self) -> Self {
        Self {
            severity: Severity::Error,
            ..self
        }
    }

    /// The same fault with advice.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Diagnostic {
    /// Several lines: the fault, the line of the file with a caret, the advice. Only safe characters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = if self.severity == Severity::Error {
            "error"
        } else {
            "warning"
        };
        let (place, message) = (self.place(), clean(&self.message));
        write!(f, "{place}: {severity}[{}]: {message}", self.code)?;
        if let (Some((line, meant)), Some(location)) = (&self.excerpt, &self.location) {
            // A very long line is shown only around the place, so that the caret stays on the screen.
            let column = location.column as usize - 1;
            let skipped = if column > 60 { column - 40 } else { 0 };
            let shown: String = line
                .replace('\t', " ")
                .chars()
                .skip(skipped)
                .take(100)
                .collect();
            let number = location.line.to_string();
            let margin = " ".repeat(number.len());
            let carets = "^".repeat((*meant).min(100 - (column - skipped).min(99)));
            write!(f, "\n {number} | {}", clean(&shown))?;
            write!(f, "\n {margin} | {}{carets}", " ".repeat(column - skipped))?;
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
