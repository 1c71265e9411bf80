//! The text of a file, and positions in it.
//!
//! The rules tree stores positions as [`Span`]s, each of which takes only eight bytes of memory. A
//! [`Location`] (`path:line:column`) is computed only for messages.

use std::borrow::Cow;
use std::fs::Metadata;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::platform::files;

mod places;
mod visible;

pub use places::{FilePlace, FilePlaces, Location, PlaceKind};
pub use visible::{clean, clean_after, is_hidden, is_ignorable, is_unsafe};

/// The size of the blocks whose characters are counted once, in bytes.
const BLOCK: usize = 1024;

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
    /// The bytes of a file that is not text, such as a PDF. Empty for a text.
    pub bytes: Arc<[u8]>,
    /// The places in a text that was extracted from the file; `None` if the text is the file's own.
    pub places: Option<Arc<FilePlaces>>,
    /// The path of the file to read. `None` for a text that is not from a file.
    pub origin: Option<Box<Path>>,
    /// Whether the file still has to be read.
    pub is_unread: bool,
    /// The state of the file when it was listed or read. For a text that is not from a file, only
    /// the length and the hash are set.
    pub stamp: Stamp,
    line_starts: OnceLock<Vec<u32>>,
    /// The number of characters before the end of each whole block of [`BLOCK`] bytes, after a 0.
    chars_in_blocks: OnceLock<Vec<u32>>,
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
            modified: files::change_time(metadata),
            content_hash: 0,
        }
    }
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

    /// Returns the source with the bytes of a file that is not text.
    pub fn with_bytes(self, bytes: Vec<u8>, stamp: Stamp) -> Self {
        Self {
            stamp: Stamp {
                content_hash: digest_of(&bytes),
                ..stamp
            },
            bytes: bytes.into(),
            is_unread: false,
            ..self
        }
    }

    /// Returns the source with a text that was extracted from it.
    pub fn with_extracted(&self, text: String, places: FilePlaces) -> Self {
        Self {
            path: self.path.clone(),
            file: self.file.clone(),
            folder: self.folder.clone(),
            origin: self.origin.clone(),
            stamp: self.stamp,
            text: text.into(),
            places: Some(Arc::new(places)),
            ..Self::default()
        }
    }

    /// Returns what a place in the file is called.
    pub fn place_kind(&self) -> PlaceKind {
        self.places
            .as_ref()
            .map_or(PlaceKind::Line, |places| places.kind)
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
            bytes: Arc::default(),
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

    /// Returns the 1-based line of a byte offset; in an extracted text, the number of the place.
    pub fn line(&self, offset: u32) -> u32 {
        match &self.places {
            Some(places) => places.number(offset),
            None => self.text_line(offset),
        }
    }

    fn text_line(&self, offset: u32) -> u32 {
        let starts = self.line_starts();
        clamped(starts.partition_point(|start| *start <= offset))
    }

    /// Returns the 1-based line on which a span ends, not counting trailing white space.
    pub fn last_line(&self, span: Span) -> u32 {
        let text = self.text.get(span.range()).unwrap_or("").trim_end();
        self.line(span.start + clamped(text.len().saturating_sub(1)))
    }

    /// Returns the location of a byte offset.
    pub fn locate(&self, offset: u32) -> Location {
        let column = || {
            let start = self.line_starts()[self.text_line(offset) as usize - 1];
            clamped(self.chars_before(offset) - self.chars_before(start)) + 1
        };
        Location {
            path: self.path.clone(),
            line: self.line(offset),
            column: self.places.as_ref().map_or_else(column, |_| 1),
            kind: self.place_kind(),
        }
    }

    /// Returns the part of a line around the byte `offset`: about `before` bytes before it and
    /// `after` bytes after it, in whole characters. Also returns the part's offset.
    pub fn line_around(&self, offset: u32, before: usize, after: usize) -> (&str, usize) {
        let offset = char_boundary(&self.text, offset as usize);
        let line = self.text_line(clamped(offset)) as usize - 1;
        let line_start = self.line_starts()[line] as usize;
        let start = char_boundary(&self.text, offset.saturating_sub(before)).max(line_start);
        let end = char_boundary(&self.text, offset.saturating_add(after));
        let part = self.text[start..end.max(start)].lines().next();
        (part.unwrap_or(""), start)
    }

    /// Returns the number of characters before a byte offset. Reads at most [`BLOCK`] bytes, so that
    /// many places on one long line are found quickly.
    fn chars_before(&self, offset: u32) -> usize {
        let text = self.text.as_bytes();
        let count = |bytes: &[u8]| bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count();
        let blocks = self.chars_in_blocks.get_or_init(|| {
            let mut total = 0;
            let whole = text.chunks_exact(BLOCK).map(|block| {
                total += count(block);
                clamped(total)
            });
            std::iter::once(0).chain(whole).collect()
        });
        let offset = (offset as usize).min(text.len());
        let block = offset / BLOCK;
        blocks[block] as usize + count(&text[block * BLOCK..offset])
    }

    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let newlines = self.text.match_indices('\n');
            let below = newlines.map(|(at, _)| clamped(at + 1));
            std::iter::once(0).chain(below).collect()
        })
    }
}

/// Returns the start of the character that contains a byte offset, or the end of the text.
fn char_boundary(text: &str, offset: usize) -> usize {
    let offset = offset.min(text.len());
    let is_boundary = |at: &usize| text.is_char_boundary(*at);
    (0..=offset).rev().find(is_boundary).unwrap_or(0)
}

/// Returns a hash of a text, never 0. The hash may differ between builds of the program.
pub fn digest(text: &str) -> u64 {
    digest_of(text.as_bytes())
}

fn digest_of(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_location_counts_lines_and_characters_from_one() {
        let source = Source::in_memory("a.md", "one\r\n– two\nthree");
        let locate = |offset| {
            let line = source.line_around(offset, 100, 100).0;
            (source.locate(offset).to_string(), line)
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
    fn columns_far_to_the_right_are_counted_in_characters() {
        let text = format!("{}x\n{}y", "é".repeat(5000), "–é".repeat(700));
        let source = Source::in_memory("a.md", &text);
        for at in [0, 1, 4, 2000, 10_000, 10_002, 10_004, 12_000, 13_502] {
            let at = char_boundary(&text, at);
            let line = text[..at].rfind('\n').map_or(0, |before| before + 1);
            let column = text[line..at].chars().count() + 1;
            let location = source.locate(clamped(at));
            assert_eq!(location.column as usize, column, "at {at}");
            let (part, start) = source.line_around(clamped(at), 10, 20);
            assert!(part.len() <= 34 && text[start..].starts_with(part));
        }
    }
}
