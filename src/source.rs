//! The text of a file, and positions in it.
//!
//! The rules tree stores positions as [`Span`]s, each of which takes only eight bytes of memory. A
//! [`Location`] (`path:line:column`) is computed only for messages.

use std::borrow::Cow;
use std::fmt;
use std::fs::Metadata;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// A half-open range of bytes in a [`Source`]'s text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

impl Span {
    /// Creates the span `start..end`. Offsets that do not fit in 32 bits are clamped.
    pub fn new(start: usize, end: usize) -> Self {
        Self {
            start: clamped(start),
            end: clamped(end),
        }
    }

    /// Returns the smallest span that covers `self` and `other`.
    pub fn to(self, other: Self) -> Self {
        Self {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// Returns the span as a range of byte offsets.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Formats a count with its noun, in the plural unless the count is 1: `1 game`, `3 games`.
pub fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// Returns the last part of a path or an id, such as a file name.
pub fn last_part(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Converts a number to 32 bits. A number that does not fit becomes `u32::MAX`. Offsets in a file
/// always fit, because the loader refuses files that are too large.
pub fn clamped(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// A position in a file, displayed as `path:line:column`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Location {
    /// Path of the file as in [`Source::path`].
    pub path: String,
    /// Line number, counted from 1.
    pub line: u32,
    /// Column in characters, counted from 1.
    pub column: u32,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.path, self.line, self.column)
    }
}

/// One file of rules: its origin and its text.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// Path for messages: as the user gave it, or `rules/...` for bundled files.
    pub path: String,
    /// Path relative to the rules folder, with `/` between folders. For a file that is loaded by
    /// itself, the file name.
    pub file: String,
    /// Name of the rules folder. For a file that is loaded by itself, the file name without
    /// extension. Empty for the player's own synonyms.
    ///
    /// A document's game has this name if neither the front matter nor a `game.yaml` names the
    /// game.
    pub folder: String,
    /// The text without a byte-order mark. Empty until the file is read.
    pub text: Cow<'static, str>,
    /// The path of the file to read. `None` for a text that is not from a file.
    pub origin: Option<Box<Path>>,
    /// Whether the file still has to be read.
    pub is_unread: bool,
    /// The state of the file when it was listed or read. For a text that is not from a file, only
    /// the length and the hash are set.
    pub stamp: Stamp,
    line_starts: OnceLock<Vec<u32>>,
}

/// The state of a file. If two stamps are equal, the text is almost certainly the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// Length of the file in bytes.
    pub length: u64,
    /// Time of the last change. `None` if it is unknown.
    pub modified: Option<SystemTime>,
    /// The [`digest`] of the text. 0 while the text has not been read.
    pub content_hash: u64,
}

impl Stamp {
    /// Converts metadata to a stamp without a hash of the text.
    pub fn of(metadata: &Metadata) -> Self {
        Self {
            length: metadata.len(),
            modified: change_time(metadata),
            content_hash: 0,
        }
    }
}

/// Returns the time of the last change of data or metadata. Unlike the time of the last
/// modification, only the system can set it.
#[cfg(unix)]
fn change_time(metadata: &Metadata) -> Option<SystemTime> {
    use std::os::unix::fs::MetadataExt;
    let seconds = u64::try_from(metadata.ctime()).ok()?;
    let nanoseconds = u32::try_from(metadata.ctime_nsec()).ok()?;
    Some(UNIX_EPOCH + Duration::new(seconds, nanoseconds))
}

#[cfg(not(unix))]
fn change_time(metadata: &Metadata) -> Option<SystemTime> {
    // The cache cannot store an earlier time.
    metadata.modified().ok().filter(|time| *time >= UNIX_EPOCH)
}

impl Source {
    /// Creates a source from a text in memory.
    pub fn new(
        path: String,
        file: String,
        folder: String,
        text: impl Into<Cow<'static, str>>,
    ) -> Self {
        let text = text.into();
        let stamp = Stamp {
            length: text.len() as u64,
            ..Stamp::default()
        };
        let source = Self {
            path,
            file,
            folder,
            ..Self::default()
        };
        source.with_text(text, stamp)
    }

    /// Creates a source whose file still has to be read.
    pub fn unread(path: PathBuf, file: String, folder: String, stamp: Stamp) -> Self {
        Self {
            path: path.to_string_lossy().into_owned(),
            file,
            folder,
            origin: Some(path.into()),
            is_unread: true,
            stamp,
            ..Self::default()
        }
    }

    /// Returns the source with the given text. Adds a hash of the text to the stamp.
    pub fn with_text(self, text: impl Into<Cow<'static, str>>, stamp: Stamp) -> Self {
        let text = text.into();
        Self {
            stamp: Stamp {
                content_hash: digest(&text),
                ..stamp
            },
            text,
            is_unread: false,
            ..self
        }
    }

    /// Returns the file name.
    pub fn name(&self) -> &str {
        last_part(&self.file)
    }

    /// Returns the folder of the file as a path from the rules folder; empty for the rules folder
    /// itself.
    pub fn folders(&self) -> &str {
        self.file.rsplit_once('/').unwrap_or_default().0
    }

    /// Returns the file name without the extension.
    pub fn stem(&self) -> &str {
        let name = self.name();
        name.rsplit_once('.').map_or(name, |(stem, _)| stem)
    }

    /// Whether the file has one of these extensions, in any case.
    pub fn has_extension(&self, extensions: &[&str]) -> bool {
        let (_, extension) = self.name().rsplit_once('.').unwrap_or_default();
        extensions
            .iter()
            .any(|known| extension.eq_ignore_ascii_case(known))
    }

    /// Creates a source from a text in memory, for tests, tools and settings. `file` is also the
    /// path in messages.
    pub fn in_memory(file: &str, text: &str) -> Self {
        Self::new(
            file.to_owned(),
            file.to_owned(),
            "rules".to_owned(),
            text.strip_prefix('\u{feff}').unwrap_or(text).to_owned(),
        )
    }

    /// Returns the 1-based line of a byte offset.
    pub fn line(&self, offset: u32) -> u32 {
        let starts = self.line_starts();
        clamped(starts.partition_point(|start| *start <= offset))
    }

    /// Returns the 1-based line on which a span ends, not counting trailing white space.
    pub fn last_line(&self, span: Span) -> u32 {
        let text = self.text.get(span.range()).unwrap_or("").trim_end();
        self.line(span.start + clamped(text.len().saturating_sub(1)))
    }

    /// Returns the location of a byte offset, and the text of its line without the line break.
    pub fn locate(&self, offset: u32) -> (Location, &str) {
        let line = self.line(offset);
        let start = self.line_starts()[line as usize - 1] as usize;
        let before = self.text.get(start..offset as usize).unwrap_or("");
        let location = Location {
            path: self.path.clone(),
            line,
            column: clamped(before.chars().count()) + 1,
        };
        let text = self.text[start..].lines().next();
        (location, text.unwrap_or(""))
    }

    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let newlines = self.text.match_indices('\n');
            let below = newlines.map(|(at, _)| clamped(at + 1));
            std::iter::once(0).chain(below).collect()
        })
    }
}

/// Returns a hash of a text, never 0. The hash may differ between builds of the program.
pub fn digest(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(text.as_bytes());
    hasher.finish().max(1)
}

/// Whether a character must not reach the terminal: a control character, or a character that
/// reorders or hides text.
///
/// Bidirectional controls can make a rule read as a different one (CVE-2021-42574), and words that
/// look the same can differ in invisible characters. Zero-width joiners, zero-width non-joiners and
/// variation selectors are allowed, because emoji and some scripts need them.
pub fn is_unsafe(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{00ad}' | '\u{061c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' |
            '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// Makes a text safe to show: removes unsafe characters, and replaces tabs, line breaks and
/// no-break spaces with spaces.
pub fn clean(text: &str) -> Cow<'_, str> {
    let is_ascii = text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    if is_ascii || !text.contains(|c: char| is_unsafe(c) || c == '\u{a0}') {
        return Cow::Borrowed(text);
    }
    let cleaned = text.chars().filter_map(|c| match c {
        '\t' | '\n' | '\r' | '\u{a0}' => Some(' '),
        c if is_unsafe(c) => None,
        c => Some(c),
    });
    Cow::Owned(cleaned.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_location_counts_lines_and_characters_from_one() {
        let source = Source::in_memory("a.md", "one\r\n– two\nthree");
        let locate = |offset| {
            let (location, line) = source.locate(offset);
            (location.to_string(), line)
        };
        assert_eq!(locate(0), ("a.md:1:1".to_owned(), "one"));
        assert_eq!(locate(9), ("a.md:2:3".to_owned(), "– two"));
    }

    #[test]
    fn the_last_line_of_a_span_leaves_out_the_blank_end() {
        let source = Source::in_memory("a.md", "one\ntwo\n\n\nthree\n");
        assert_eq!(source.last_line(Span::new(0, 10)), 2);
        assert_eq!(source.last_line(Span::new(0, 16)), 5);
    }

    #[test]
    fn a_byte_order_mark_is_dropped() {
        assert_eq!(Source::in_memory("a.md", "\u{feff}# A").text, "# A");
    }

    #[test]
    fn escape_sequences_and_reordering_never_pass() {
        assert_eq!(clean("a\x1b[31mb\u{202e}c\td"), "a[31mbc d");
        assert!(matches!(clean("plain – “text”"), Cow::Borrowed(_)));
    }
}
