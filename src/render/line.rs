//! Styled text with links: a line of a page, or running text before it is wrapped.

use std::ops::Range;

use super::wrap;
use crate::theme::{Face, Role};

/// A styled text as a sequence of pieces.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// The pieces, left to right.
    pub pieces: Vec<Piece>,
}

/// A run of text in one face.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The text, without control characters other than line breaks. On a page, it has no line
    /// breaks either.
    pub text: String,
    /// The role, emphasis and highlighting of the text.
    pub face: Face,
    /// The link that the text belongs to: an index into [`Page::links`](super::Page::links).
    pub link: Option<usize>,
}

impl Line {
    /// Creates a line of one piece.
    pub fn of(text: &str, face: impl Into<Face>) -> Self {
        let mut line = Self::default();
        line.push(text, face);
        line
    }

    /// Returns the text without its faces.
    pub fn text(&self) -> String {
        self.pieces
            .iter()
            .map(|piece| piece.text.as_str())
            .collect()
    }

    /// Returns the pieces, each with its range of columns.
    pub fn columns(&self) -> impl Iterator<Item = (Range<usize>, &Piece)> {
        let mut end = 0;
        self.pieces.iter().map(move |piece| {
            let start = end;
            end += wrap::width(&piece.text);
            (start..end, piece)
        })
    }

    /// Returns the width in columns.
    pub fn width(&self) -> usize {
        self.columns().last().map_or(0, |(columns, _)| columns.end)
    }

    /// Whether the line contains only white space.
    pub fn is_blank(&self) -> bool {
        self.pieces.iter().all(|piece| piece.text.trim().is_empty())
    }

    pub(crate) fn push(&mut self, text: &str, face: impl Into<Face>) {
        self.push_linked(text, face, None);
    }

    /// Appends text that may belong to a link. The last piece is extended if it has the same face
    /// and link.
    pub(super) fn push_linked(&mut self, text: &str, face: impl Into<Face>, link: Option<usize>) {
        if !text.is_empty() {
            self.push_piece(Piece {
                text: text.to_owned(),
                face: face.into(),
                link,
            });
        }
    }

    /// Appends a separator, unless the line is empty.
    pub(super) fn separate(&mut self, gap: &str) {
        if !self.pieces.is_empty() {
            self.push(gap, Role::Dim);
        }
    }

    pub(crate) fn append(&mut self, other: Self) {
        for piece in other.pieces {
            self.push_piece(piece);
        }
    }

    fn push_piece(&mut self, piece: Piece) {
        match self.pieces.last_mut() {
            Some(last) if (last.face, last.link) == (piece.face, piece.link) => {
                last.text.push_str(&piece.text);
            }
            _ => self.pieces.push(piece),
        }
    }

    /// Fills the line with blanks up to a column.
    pub(crate) fn pad_to(&mut self, column: usize) {
        let missing = column.saturating_sub(self.width());
        self.push(&" ".repeat(missing), Role::Text);
    }

    /// Returns the lines that result from wrapping this line at `room` columns.
    pub(super) fn wrapped(&self, room: usize) -> Vec<Self> {
        let (mut at, mut start) = (0, 0);
        let part = |range: Range<usize>| {
            let mut part = Self::default();
            while let Some(piece) = self.pieces.get(at) {
                let end = start + piece.text.len();
                let (from, to) = (range.start.max(start), range.end.min(end));
                if from < to {
                    let text = &piece.text[from - start..to - start];
                    part.push_linked(text, piece.face, piece.link);
                }
                if range.end < end {
                    break;
                }
                (at, start) = (at + 1, end);
            }
            part
        };
        let ranges = wrap::wrap(&self.text(), room).into_iter();
        ranges.map(part).collect()
    }

    /// Splits the pieces at the boundaries of `ranges`, and applies `change` to the pieces inside.
    /// `ranges` are byte ranges of the text, in ascending order. `change` receives the index of the
    /// range and a piece.
    pub(crate) fn restyle<'a>(
        &mut self,
        ranges: impl IntoIterator<Item = &'a Range<usize>>,
        change: impl Fn(usize, &mut Piece),
    ) {
        let (mut ranges, mut end) = (ranges.into_iter().enumerate().peekable(), 0);
        for piece in std::mem::take(&mut self.pieces) {
            let first = end;
            end += piece.text.len();
            let mut at = first;
            while at < end {
                while ranges.next_if(|(_, range)| range.end <= at).is_some() {}
                let range = ranges.peek();
                let inside = range.filter(|(_, range)| range.start <= at);
                let next = match range {
                    Some((_, range)) if range.start > at => range.start,
                    Some((_, range)) => range.end,
                    None => end,
                };
                let text = piece.text[at - first..next.min(end) - first].to_owned();
                let mut part = Piece { text, ..piece };
                if let Some((index, _)) = inside {
                    change(*index, &mut part);
                }
                self.push_piece(part);
                at = next;
            }
        }
    }

    /// Returns the line with its differences in brackets.
    pub(super) fn bracketed(&self) -> Self {
        let mut line = Self::default();
        let differs = |piece: &Piece| piece.face.differs;
        // A link within a difference does not divide it.
        for pieces in (self.pieces).chunk_by(|one, next| differs(one) == differs(next)) {
            let [open, close] = if pieces.iter().any(differs) {
                ["[", "]"]
            } else {
                ["", ""]
            };
            line.push(open, Role::Text);
            for piece in pieces {
                line.push_linked(&piece.text, piece.face, piece.link);
            }
            line.push(close, Role::Text);
        }
        line
    }
}
