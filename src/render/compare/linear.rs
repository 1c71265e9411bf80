//! A comparison in words: one text after the other, what differs between brackets.

use super::super::Builder;
use super::{Row, Verdict};
use crate::theme::{Face, Role};

impl Builder<'_> {
    /// A row of a comparison, introduced by what it is.
    pub(super) fn row_in_words(&mut self, row: &Row) {
        let texts = match row.verdict {
            Verdict::Same => [("Same: ", &row.left), ("", &None)],
            Verdict::Changed => [
                ("Changed, first: ", &row.left),
                ("Changed, second: ", &row.right),
            ],
            Verdict::OnlyLeft => [("Only in the first: ", &row.left), ("", &None)],
            Verdict::OnlyRight => [("", &None), ("Only in the second: ", &row.right)],
        };
        for (words, piece) in texts {
            let Some(piece) = piece else { continue };
            self.lead(words, Face::of(Role::Heading));
            let (mark, face) = &piece.mark;
            self.lead(mark, *face);
            let flow = if row.verdict == Verdict::Changed {
                piece.flow.bracketed()
            } else {
                piece.flow.clone()
            };
            self.set(&flow);
        }
    }
}
