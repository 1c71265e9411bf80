//! A comparison laid out: in two columns, in one, or in words.

use super::parts::{self, SectionPart};
use super::rows::{ComparisonRow, RowStatus, rows};
use crate::render::builder::{Builder, Context, MEASURE};
use crate::render::page::{Line, Page};
use crate::render::wrap;
use crate::rules::SectionRef;
use crate::theme::Role;

/// From this width on both texts stand side by side; below it one under the other.
const BESIDE_FROM: u16 = 72;

/// Columns between the two: a blank, the line or the sign, a blank.
const GUTTER: usize = 3;

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
            let counted = row.status as usize;
            comparison.counts[counted] += 1;
            if row.status != RowStatus::Same {
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

impl ComparisonRow {
    fn sign(&self, same: &'static str) -> (&'static str, Role) {
        let sign = match self.status {
            RowStatus::Same => return (same, Role::Border),
            RowStatus::Changed => SIGNS[0],
            RowStatus::OnlyLeft => SIGNS[1],
            RowStatus::OnlyRight => SIGNS[2],
        };
        (sign, Role::Heading)
    }
}

impl Builder<'_> {
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
            line.push(self.symbols().down, Role::Border);
        }
        self.end(line);
    }

    /// A row in two columns.
    fn beside(&mut self, row: &ComparisonRow, side: usize) {
        let of = |part: &Option<SectionPart>| part.as_ref().map(|part| column(part, side));
        let left = of(&row.left).unwrap_or_default();
        let right = of(&row.right).unwrap_or_default();
        let start = self.margin_width();
        let down = self.symbols().down;
        for at in 0..left.len().max(right.len()) {
            let mut line = self.begin();
            if let Some(cell) = left.get(at) {
                self.add(&mut line, cell.pieces.clone());
            }
            line.pad_to(start + side + 1);
            let (sign, role) = match at {
                0 => row.sign(down),
                _ => (down, Role::Border),
            };
            line.push(sign, role);
            if let Some(cell) = right.get(at).filter(|cell| !cell.is_blank()) {
                line.pad_to(start + side + GUTTER);
                self.add(&mut line, cell.pieces.clone());
            }
            self.end(line);
        }
    }

    /// A row in one column: what is the same once, else first the one text and then the other.
    fn stacked(&mut self, row: &ComparisonRow) {
        let side = self.room().saturating_sub(3).max(1);
        let (sign, role) = row.sign(" ");
        let changed = row.status == RowStatus::Changed;
        let right = row.right.as_ref().filter(|_| changed || row.left.is_none());
        for (part, which) in [(row.left.as_ref(), SIGNS[1]), (right, SIGNS[2])] {
            let which = if changed { which } else { " " };
            let mut label = format!("{sign}{which} ");
            for cell in part.map(|part| column(part, side)).unwrap_or_default() {
                let mut line = self.begin();
                line.push(std::mem::replace(&mut label, "   ".to_owned()), role);
                self.add(&mut line, cell.pieces);
                self.end(line);
            }
        }
    }

    /// A row in words: one text after the other, what differs between brackets.
    fn row_in_words(&mut self, row: &ComparisonRow) {
        let [left, right] = match row.status {
            RowStatus::Same => ["Same: ", ""],
            RowStatus::Changed => ["Changed, first: ", "Changed, second: "],
            RowStatus::OnlyLeft => ["Only in the first: ", ""],
            RowStatus::OnlyRight => ["", "Only in the second: "],
        };
        for (words, part) in [(left, &row.left), (right, &row.right)] {
            if let Some(part) = part.as_ref().filter(|_| !words.is_empty()) {
                self.lead(words, Role::Heading);
                self.lead(&part.mark.0, part.mark.1);
                // Without changes there are no brackets.
                self.set(&part.flow.bracketed());
            }
        }
    }
}

/// A part wrapped into a column of a width.
fn column(part: &SectionPart, width: usize) -> Vec<Line> {
    let (mark, role) = &part.mark;
    let wide = wrap::width(mark);
    let indent = part.indent.max(wide).min(width / 2);
    let room = width.saturating_sub(indent).max(1);
    let mut lines = Vec::new();
    for (index, range) in wrap::wrap(&part.flow.text, room).into_iter().enumerate() {
        let mut line = Line::default();
        if index == 0 && wide <= indent {
            line.pad_to(indent - wide);
            line.push(mark.as_str(), *role);
        }
        line.pad_to(indent);
        part.flow
            .pieces(range)
            .for_each(|piece| line.push_piece(piece));
        lines.push(line);
    }
    lines
}
