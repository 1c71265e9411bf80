//! Two sections side by side: what belongs together on one line, the words that differ marked.
//!
//! What is the same is set quietly. What differs needs no colour: a sign between the columns tells what is changed (`~`),
//! only at the left (`-`) and only at the right (`+`); within what is changed, other words are reversed, and words that
//! the other side has nothing for are bold and underlined.

use std::time::{Duration, Instant};

use super::flow::Flow;
use super::{Builder, Context, Line, MEASURE, Page, wrap};
use crate::rules::SectionRef;
use crate::theme::{Face, Role};
use align::Part;
use parts::Piece;

mod align;
mod linear;
mod parts;
mod words;

/// From this width on both texts stand side by side; below it one under the other.
const BESIDE_FROM: u16 = 72;

/// Columns between the two: a blank, the line or the sign, a blank.
const GUTTER: usize = 3;

/// Two texts are compared for so long: who looks at them waits for it. What is left then counts as different.
const LONGEST: Duration = Duration::from_millis(200);

/// Signs of what differs: changed, only at the left, only at the right.
const SIGNS: [&str; 3] = ["~", "-", "+"];

/// Two sections, compared and laid out.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// The lines; links lead on from both sides.
    pub page: Page,
    /// The lines where differences begin, in order.
    pub differences: Vec<usize>,
    /// How many parts are the same, changed, only in the first section, only in the second.
    pub counts: [usize; 4],
    /// Columns that the first section's side takes; nothing where the sections stand one under the other.
    pub left: Option<usize>,
}

/// What one row of the comparison says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Same,
    Changed,
    OnlyLeft,
    OnlyRight,
}

/// Two parts that belong together, or one without a fellow.
struct Row {
    left: Option<Piece>,
    right: Option<Piece>,
    verdict: Verdict,
}

impl Comparison {
    /// Compares two sections with everything below them.
    #[must_use]
    pub fn of(context: Context<'_>, left: SectionRef, right: SectionRef) -> Self {
        let mut builder = Builder::new(context);
        let rows = rows(
            parts::gather(&mut builder, left),
            parts::gather(&mut builder, right),
        );
        let mut comparison = Self::default();
        let beside = context.width >= BESIDE_FROM && !context.form.linear;
        let side = builder.side();
        comparison.left = beside.then(|| builder.margin_width() + side);
        for (index, row) in rows.iter().enumerate() {
            if index > 0 && !row.is_tight() {
                builder.between(beside, side);
            }
            let counted = row.verdict as usize;
            comparison.counts[counted] += 1;
            if row.verdict != Verdict::Same {
                comparison.differences.push(builder.page.lines.len());
            }
            match (context.form.linear, beside) {
                (true, _) => builder.row_in_words(row),
                (false, true) => builder.beside(row, side),
                (false, false) => builder.stacked(row),
            }
        }
        comparison.page = builder.finish().in_reading_order();
        comparison
    }
}

/// The parts of both sections in pairs, marked where they differ.
fn rows(left: Vec<Piece>, right: Vec<Piece>) -> Vec<Row> {
    let of = |pieces: &[Piece]| {
        let part = |piece: &Piece| Part::new(words::words(&piece.flow.text), piece.heading);
        pieces.iter().map(part).collect::<Vec<_>>()
    };
    let (old, new) = (of(&left), of(&right));
    let deadline = Instant::now() + LONGEST;
    // The names of the two are what is compared, however different they are.
    let names = std::iter::once((Some(0), Some(0)));
    let rest = align::align(
        old.get(1..).unwrap_or_default(),
        new.get(1..).unwrap_or_default(),
        deadline,
    );
    let pairs = names.chain(
        rest.into_iter()
            .map(|(a, b)| (a.map(|at| at + 1), b.map(|at| at + 1))),
    );
    let (mut left, mut right) = (left.into_iter(), right.into_iter());
    let rows = pairs.map(|(a, b)| {
        let (mut one, mut other) = (a.and_then(|_| left.next()), b.and_then(|_| right.next()));
        let verdict = match (&mut one, &mut other) {
            (Some(one), Some(other)) => {
                let both = a
                    .zip(b)
                    .map(|(a, b)| words::changes(&old[a].words, &new[b].words, deadline));
                mark(one, other, &both.unwrap_or_default())
            }
            (Some(_), None) => Verdict::OnlyLeft,
            (None, Some(_)) => Verdict::OnlyRight,
            (None, None) => Verdict::Same,
        };
        Row {
            left: one,
            right: other,
            verdict,
        }
    });
    rows.collect()
}

fn mark(one: &mut Piece, other: &mut Piece, changes: &(words::Changes, words::Changes)) -> Verdict {
    if changes.0.is_empty() && changes.1.is_empty() {
        one.flow.quieten();
        other.flow.quieten();
        return Verdict::Same;
    }
    one.flow.mark(&changes.0);
    other.flow.mark(&changes.1);
    Verdict::Changed
}

impl Row {
    fn is_tight(&self) -> bool {
        [&self.left, &self.right]
            .into_iter()
            .flatten()
            .all(|piece| piece.tight)
    }

    fn sign(&self, same: &'static str) -> (&'static str, Face) {
        match self.verdict {
            Verdict::Same => (same, Face::of(Role::Border)),
            Verdict::Changed => (SIGNS[0], Face::of(Role::Heading)),
            Verdict::OnlyLeft => (SIGNS[1], Face::of(Role::Heading)),
            Verdict::OnlyRight => (SIGNS[2], Face::of(Role::Heading)),
        }
    }
}

impl Builder<'_> {
    fn margin_width(&self) -> usize {
        self.margins.iter().map(|margin| margin.width).sum()
    }

    /// Columns of one of the two texts: as wide as running text may be, both together twice as wide.
    fn side(&self) -> usize {
        let room = usize::from(self.context.width).saturating_sub(self.margin_width() + GUTTER + 1);
        (room / 2).clamp(1, usize::from(MEASURE))
    }

    /// A blank line between two rows; the line between the columns goes on.
    fn between(&mut self, beside: bool, side: usize) {
        let mut line = Line::default();
        if beside {
            line.pad_to(self.margin_width() + side + 1);
            line.push(self.symbols().down, Face::of(Role::Border));
        }
        self.end(line);
    }

    /// A row in two columns.
    fn beside(&mut self, row: &Row, side: usize) {
        let (left, right) = (
            column(row.left.as_ref(), side),
            column(row.right.as_ref(), side),
        );
        let start = self.margin_width();
        let down = self.symbols().down;
        for at in 0..left.len().max(right.len()) {
            let mut line = self.begin();
            let number = self.page.lines.len();
            self.add(&mut line, left.get(at), number);
            line.pad_to(start + side + 1);
            let (sign, face) = if at == 0 {
                row.sign(down)
            } else {
                (down, Face::of(Role::Border))
            };
            line.push(sign, face);
            if right.get(at).is_some_and(|cell| !cell.is_blank()) {
                line.pad_to(start + side + GUTTER);
                self.add(&mut line, right.get(at), number);
            }
            self.end(line);
        }
    }

    /// A row in one column: what is the same once, else first the one text and then the other.
    fn stacked(&mut self, row: &Row) {
        let side = self.room().saturating_sub(3).max(1);
        let (sign, face) = row.sign(" ");
        let texts: Vec<_> = match (&row.left, &row.right) {
            (Some(one), Some(other)) if row.verdict == Verdict::Changed => {
                vec![(one, SIGNS[1]), (other, SIGNS[2])]
            }
            (Some(one), _) => vec![(one, " ")],
            (None, Some(other)) => vec![(other, " ")],
            (None, None) => Vec::new(),
        };
        for (piece, which) in texts {
            for (at, cell) in column(Some(piece), side).iter().enumerate() {
                let mut line = self.begin();
                let number = self.page.lines.len();
                let label = if at == 0 {
                    format!("{sign}{which} ")
                } else {
                    "   ".to_owned()
                };
                line.push(label, face);
                self.add(&mut line, Some(cell), number);
                self.end(line);
            }
        }
    }

    /// Adds a cell's pieces to a line and notes where its links stand.
    fn add(&mut self, line: &mut Line, cell: Option<&Line>, number: usize) {
        for piece in cell.into_iter().flat_map(|cell| &cell.pieces) {
            if let Some(link) = piece.link {
                self.reach(link, number);
            }
            line.push_piece(piece.clone());
        }
    }
}

/// A part wrapped into a column of a width.
fn column(piece: Option<&Piece>, width: usize) -> Vec<Line> {
    let Some(piece) = piece else {
        return Vec::new();
    };
    let (mark, face) = &piece.mark;
    let indent = piece.indent.max(wrap::width(mark)).min(width / 2);
    let room = width.saturating_sub(indent).max(1);
    let mut lines = Vec::new();
    for (index, range) in wrap::wrap(&piece.flow.text, room, room)
        .into_iter()
        .enumerate()
    {
        let mut line = Line::default();
        if index == 0 && wrap::width(mark) <= indent {
            line.pad_to(indent - wrap::width(mark));
            line.push(mark.as_str(), *face);
        }
        line.pad_to(indent);
        Flow::pieces(&piece.flow, range).for_each(|piece| line.push_piece(piece));
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests;
