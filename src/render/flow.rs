//! Running text with faces and links, ready to be wrapped.

use std::ops::Range;

use super::page::Piece;
use crate::theme::{Difference, Face, Role};

/// Text in one piece, with a face and a link for each stretch of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Flow {
    pub text: String,
    stretches: Vec<Stretch>,
}

#[derive(Clone, Debug)]
struct Stretch {
    end: usize,
    face: Face,
    link: Option<usize>,
}

impl Flow {
    /// Text in one role.
    pub fn of(text: &str, role: Role) -> Self {
        let mut flow = Self::default();
        flow.push(text, role);
        flow
    }

    /// Appends text in a face.
    pub fn push(&mut self, text: &str, face: impl Into<Face>) {
        self.push_linked(text, face, None);
    }

    /// Appends a separator, unless it would be the first text.
    pub fn separate(&mut self, gap: &str) {
        if !self.text.is_empty() {
            self.push(gap, Role::Dim);
        }
    }

    /// Appends text in a face that may belong to a link.
    pub fn push_linked(&mut self, text: &str, face: impl Into<Face>, link: Option<usize>) {
        if !text.is_empty() {
            self.text.push_str(text);
            let (end, face) = (self.text.len(), face.into());
            self.stretches.push(Stretch { end, face, link });
        }
    }

    /// Goes on with another.
    pub fn append(&mut self, other: &Self) {
        let before = self.text.len();
        self.text.push_str(&other.text);
        self.stretches
            .extend(other.stretches.iter().map(|stretch| Stretch {
                end: stretch.end + before,
                ..stretch.clone()
            }));
    }

    /// The same text with its changes in brackets.
    pub fn bracketed(&self) -> Self {
        let mut flow = Self::default();
        let (mut start, mut before) = (0, None);
        for stretch in &self.stretches {
            let differs = stretch.face.change;
            if differs != before {
                flow.push(before.map_or("", |_| "]"), Face::default());
                flow.push(differs.map_or("", |_| "["), Face::default());
            }
            flow.push_linked(&self.text[start..stretch.end], stretch.face, stretch.link);
            (start, before) = (stretch.end, differs);
        }
        flow.push(before.map_or("", |_| "]"), Face::default());
        flow
    }

    /// Sets all of it in bold.
    pub fn strengthen(&mut self) {
        self.stretches
            .iter_mut()
            .for_each(|stretch| stretch.face.strong = true);
    }

    /// Sets all of it in a quieter role; links stay links.
    pub fn quieten(&mut self) {
        let plain = self
            .stretches
            .iter_mut()
            .filter(|stretch| stretch.link.is_none());
        plain.for_each(|stretch| stretch.face.role = Role::Dim);
    }

    /// Marks parts of the text as different; the ranges are in order and do not overlap.
    pub fn mark(&mut self, changes: &[(Range<usize>, Difference)]) {
        let mut marked = Vec::with_capacity(self.stretches.len() + 2 * changes.len());
        let (mut start, mut next) = (0, 0);
        for stretch in &self.stretches {
            while start < stretch.end {
                while changes
                    .get(next)
                    .is_some_and(|(range, _)| range.end <= start)
                {
                    next += 1;
                }
                let (end, change) = match changes.get(next) {
                    Some((range, change)) if range.start <= start => (range.end, Some(*change)),
                    Some((range, _)) => (range.start, None),
                    None => (stretch.end, None),
                };
                let end = end.min(stretch.end);
                marked.push(Stretch {
                    end,
                    face: Face {
                        change,
                        ..stretch.face
                    },
                    link: stretch.link,
                });
                start = end;
            }
        }
        self.stretches = marked;
    }

    /// The pieces of a byte range of the text.
    pub fn pieces(&self, range: Range<usize>) -> impl Iterator<Item = Piece> + '_ {
        let first = self
            .stretches
            .partition_point(|stretch| stretch.end <= range.start);
        let mut start = range.start;
        self.stretches[first..].iter().map_while(move |stretch| {
            let end = stretch.end.min(range.end);
            let text = self
                .text
                .get(start..end)
                .filter(|_| start < end)?
                .to_owned();
            start = end;
            Some(Piece {
                text,
                face: stretch.face,
                link: stretch.link,
            })
        })
    }
}
