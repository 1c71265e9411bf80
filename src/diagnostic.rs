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
    /// Nothing is wrong.
    Note,
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
    /// The part of the line that is shown with the fault.
    #[serde(skip)]
    excerpt: Option<Excerpt>,
}

/// A part of a line with a mark. It holds what fits on the screen, because a line may be as long as
/// its file, and a file may have many faults.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Excerpt {
    /// The text before the mark, the marked text and the text after it, without unsafe characters.
    parts: [Box<str>; 3],
}

/// The maximum number of characters in an excerpt.
const EXCERPT: usize = 100;

impl Excerpt {
    fn at(source: &Source, span: Span) -> Self {
        // A long line is cut to the text around the location, so that the carets stay on the
        // screen.
        let (left, _) = source.line_around(span.start, 4 * 61, 0);
        let column = left.chars().count();
        let before = if column > 60 { 40 } else { column };
        let (part, start) = source.line_around(span.start, 4 * before, 4 * EXCERPT);
        let (left, right) = part
            .split_at_checked((span.start as usize).saturating_sub(start))
            .unwrap_or((part, ""));
        let skipped = left.chars().count().saturating_sub(before);
        let left: String = left.chars().skip(skipped).collect();
        let marked = span.range().len();
        let room = EXCERPT - before;
        let mut at = 0;
        let [mut marked_text, mut rest] = [String::new(), String::new()];
        for c in right.chars().take(room) {
            let part = if at < marked {
                &mut marked_text
            } else {
                &mut rest
            };
            part.push(c);
            at += c.len_utf8();
        }
        Self {
            parts: [left, marked_text, rest].map(|part| clean(&part).into()),
        }
    }
}

impl Diagnostic {
    /// Creates a warning about a span of a source.
    pub fn at(source: &Source, span: Span, code: &'static str, message: impl Into<String>) -> Self {
        let location = source.locate(span.start);
        Self {
            excerpt: Some(Excerpt::at(source, span)),
            location: Some(location),
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

    /// Turns the fault into a note, because nothing is wrong.
    pub fn note(mut self) -> Self {
        self.severity = Severity::Note;
        self
    }

    /// Whether something is wrong.
    pub fn is_fault(&self) -> bool {
        self.severity != Severity::Note
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
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        let (place, message) = (self.location_text(), clean(&self.message));
        write!(f, "{place}: {severity}[{}]: {message}", self.code)?;
        if let (Some(excerpt), Some(location)) = (&self.excerpt, &self.location) {
            let [before, marked, after] = &excerpt.parts;
            let blanks = " ".repeat(before.width());
            let carets = "^".repeat(marked.width().max(1));
            let number = location.line.to_string();
            let margin = " ".repeat(number.len());
            write!(f, "\n {number} | {before}{marked}{after}")?;
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

    #[test]
    fn a_fault_in_a_long_line_keeps_only_what_is_shown() {
        let text = format!("{}[x](y.md){}", "é".repeat(50_000), "–".repeat(50_000));
        let source = Source::in_memory("long.md", &text);
        let fault = Diagnostic::at(&source, Span::new(100_000, 250_000), "x", "m");
        let kept: usize = fault
            .excerpt
            .iter()
            .flat_map(|excerpt| &excerpt.parts)
            .map(|part| part.len())
            .sum();
        assert!(kept <= 4 * EXCERPT, "{kept}");
        let shown = fault.to_string();
        assert!(shown.starts_with("long.md:1:50001: "), "{shown}");
        assert!(shown.contains("é[x](y.md)–"), "{shown}");
    }
}
