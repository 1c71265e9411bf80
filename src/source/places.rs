//! Places in a file whose text is not what the file contains: pages, chapters, lines of HTML.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a place in a file is called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlaceKind {
    /// A line of the file.
    #[default]
    Line,
    /// A printed page.
    Page,
    /// A chapter of a book without pages.
    Chapter,
}

/// A place in a file: `p. 93`, `chapter 4`, `line 12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilePlace {
    /// What the place is called.
    pub kind: PlaceKind,
    /// The number of the place, counted from 1.
    pub number: u32,
}

impl fmt::Display for FilePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.kind {
            PlaceKind::Line => "line",
            PlaceKind::Page => "p.",
            PlaceKind::Chapter => "chapter",
        };
        write!(f, "{name} {}", self.number)
    }
}

/// A position in a file, displayed as `path:line:column`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Location {
    /// Path of the file as in [`Source::path`](super::Source::path).
    pub path: String,
    /// Line number, counted from 1.
    pub line: u32,
    /// Column in characters, counted from 1.
    pub column: u32,
    /// What `line` counts. In a file without lines, it is the number of the page or chapter.
    #[serde(skip)]
    pub kind: PlaceKind,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, number) = (self.kind, self.line);
        match kind {
            PlaceKind::Line => write!(f, "{}:{number}:{}", self.path, self.column),
            _ => write!(f, "{}: {}", self.path, FilePlace { kind, number }),
        }
    }
}

/// The places in a text that was extracted from a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilePlaces {
    /// What the places are called.
    pub kind: PlaceKind,
    /// The byte offset at which each place starts, in order, and its number.
    pub starts: Vec<(u32, u32)>,
}

impl FilePlaces {
    /// Notes that a place starts at a byte offset.
    pub fn start(&mut self, offset: u32, number: u32) {
        match self.starts.last_mut() {
            Some(last) if last.1 == number => {}
            Some(last) if last.0 == offset => last.1 = number,
            _ => self.starts.push((offset, number)),
        }
    }

    /// Returns the number of the place at a byte offset.
    pub fn number(&self, offset: u32) -> u32 {
        let after = self.starts.partition_point(|(start, _)| *start <= offset);
        after.checked_sub(1).map_or(1, |at| self.starts[at].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offset_is_at_the_last_place_that_starts_before_it() {
        let mut places = FilePlaces::default();
        for (offset, page) in [(0, 4), (0, 5), (10, 5), (20, 6)] {
            places.start(offset, page);
        }
        assert_eq!(places.starts, [(0, 5), (20, 6)]);
        assert_eq!([0, 19, 20, 90].map(|at| places.number(at)), [5, 5, 6, 6]);
        assert_eq!(FilePlaces::default().number(7), 1);
    }
}
