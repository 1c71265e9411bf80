//! Lays out a comparison: in two columns, in one column or, in linear mode, with words such as
//! `Only in the first: ` instead of columns and signs.

use std::time::{Duration, Instant};

use super::align::{Changes, PartWords, align, changes};
use crate::render::builder::{Builder, MEASURE, PageContext, SectionPart};
use crate::render::line::{Line, Piece};
use crate::render::page::Page;
use crate::render::wrap;
use crate::rules::SectionRef;
use crate::theme::Role;

/// The minimum page width, in columns, for two sections side by side. On a narrower page, the two
/// versions of a changed part are one above the other.
const BESIDE_FROM: u16 = 72;

/// The width of the gap between the two columns: a blank, a line or a sign, and a blank.
const GUTTER: usize = 3;

/// The signs of a changed part, of a part only in the left section, and of a part only in the right
/// section.
const SIGNS: [&str; 3] = ["~", "-", "+"];

/// The time limit for comparing two sections, because a reader is waiting for the result. Words
/// that are not compared within the limit count as different.
const TIME_LIMIT: Duration = Duration::from_millis(20);

/// Two sections, compared and laid out.
#[derive(Debug, Default)]
pub struct Comparison {
    /// The lines of the comparison, with the links of both sections.
    pub page: Page,
    /// The lines where differences begin, in order.
    pub differences: Vec<usize>,
    /// The numbers of equal parts, changed parts, parts only in the left section, and parts only in
    /// the right section.
    pub counts: [usize; 4],
    /// The total width of the left column and its margin, in terminal cells. `None` if the sections
    /// are not side by side.
    pub left: Option<usize>,
}

impl Comparison {
    /// Compares two sections, including their subsections.
    pub fn of(context: PageContext<'_>, left: SectionRef, right: SectionRef) -> Self {
        let mut builder = Builder::new(context);
        let rows = rows(builder.parts_of(left), builder.parts_of(right));
        let mut comparison = Self::default();
        let beside = context.width >= BESIDE_FROM && !context.symbols.linear;
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
            match (context.symbols.linear, beside) {
                (true, _) => builder.row_in_words(row),
                (false, true) => builder.beside(row, side),
                (false, false) => builder.stacked(row),
            }
        }
        comparison.page = builder.finish().in_reading_order();
        comparison
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RowStatus {
    Same,
    Changed,
    OnlyLeft,
    OnlyRight,
}

struct ComparisonRow {
    left: Option<SectionPart>,
    right: Option<SectionPart>,
    status: RowStatus,
}

/// Pairs the parts of both sections, and marks the differing words.
fn rows(left: Vec<SectionPart>, right: Vec<SectionPart>) -> Vec<ComparisonRow> {
    let of = |parts: &[SectionPart]| {
        let words = |part: &SectionPart| PartWords::new(&part.text.text(), part.heading);
        parts.iter().map(words).collect::<Vec<_>>()
    };
    let (old, new) = (of(&left), of(&right));
    let deadline = Instant::now() + TIME_LIMIT;
    // The titles are always paired.
    let mut pairs = vec![(Some(0), Some(0))];
    let rest = align(
        old.get(1..).unwrap_or_default(),
        new.get(1..).unwrap_or_default(),
        deadline,
    );
    let after = |at: usize| at + 1;
    pairs.extend(rest.into_iter().map(|(a, b)| (a.map(after), b.map(after))));
    let (mut left, mut right) = (left.into_iter(), right.into_iter());
    let rows = pairs.into_iter().map(|(a, b)| {
        let mut row = ComparisonRow {
            left: a.and_then(|_| left.next()),
            right: b.and_then(|_| right.next()),
            status: RowStatus::Same,
        };
        row.status = match (&mut row.left, &mut row.right, a, b) {
            (Some(one), Some(other), Some(a), Some(b)) => {
                mark(one, other, &changes(&old[a].words, &new[b].words, deadline))
            }
            (Some(_), None, ..) => RowStatus::OnlyLeft,
            (None, Some(_), ..) => RowStatus::OnlyRight,
            _ => RowStatus::Same,
        };
        row
    });
    rows.collect()
}

fn mark(one: &mut SectionPart, other: &mut SectionPart, changes: &(Changes, Changes)) -> RowStatus {
    let is_same = changes.0.is_empty() && changes.1.is_empty();
    for (part, changes) in [(one, &changes.0), (other, &changes.1)] {
        let ranges = changes.iter().map(|(range, _)| range);
        part.text.restyle(ranges, |index, piece| {
            piece.face.difference = Some(changes[index].1);
        });
        let plain = |piece: &&mut Piece| piece.link().is_none();
        if is_same {
            let pieces = part.text.pieces.iter_mut().filter(plain);
            pieces.for_each(|piece| piece.face.role = Role::Dim);
        }
    }
    if is_same {
        RowStatus::Same
    } else {
        RowStatus::Changed
    }
}

impl ComparisonRow {
    /// Whether the row follows the previous row without a blank line.
    fn is_tight(&self) -> bool {
        let parts = [&self.left, &self.right];
        parts.into_iter().flatten().all(|part| part.tight)
    }

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
    fn parts_of(&mut self, section: SectionRef) -> Vec<SectionPart> {
        let margins = std::mem::take(&mut self.margins);
        self.parts = Some(Vec::new());
        self.section(section, 0);
        self.margins = margins;
        self.page.anchors.clear();
        self.parts.take().unwrap_or_default()
    }

    fn side(&self) -> usize {
        let room = usize::from(self.context.width).saturating_sub(self.margin_width() + GUTTER + 1);
        (room / 2).clamp(1, usize::from(MEASURE))
    }

    /// Adds a blank line between two rows. If `beside` is true, the sections are in two columns,
    /// each `side` cells wide, and the blank line continues the vertical line between them.
    fn between(&mut self, beside: bool, side: usize) {
        let mut line = Line::default();
        if beside {
            line.pad_to(self.margin_width() + side + 1);
            line.push(self.symbols().down, Role::Border);
        }
        self.end(line);
    }

    /// Lays out a row in two columns, each `side` cells wide.
    fn beside(&mut self, row: &ComparisonRow, side: usize) {
        let of = |part: &Option<SectionPart>| part.as_ref().map(|part| column(part, side));
        let left = of(&row.left).unwrap_or_default();
        let right = of(&row.right).unwrap_or_default();
        let start = self.margin_width();
        let down = self.symbols().down;
        for at in 0..left.len().max(right.len()) {
            let mut line = self.begin();
            if let Some(cell) = left.get(at) {
                self.add(&mut line, cell);
            }
            line.pad_to(start + side + 1);
            let (sign, role) = match at {
                0 => row.sign(down),
                _ => (down, Role::Border),
            };
            line.push(sign, role);
            if let Some(cell) = right.get(at).filter(|cell| !cell.is_blank()) {
                line.pad_to(start + side + GUTTER);
                self.add(&mut line, cell);
            }
            self.end(line);
        }
    }

    /// Lays out a row in one column. Equal text appears once. Changed text appears twice, the left
    /// version above the right one.
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
                line.push(&std::mem::replace(&mut label, "   ".to_owned()), role);
                self.add(&mut line, &cell);
                self.end(line);
            }
        }
    }

    /// Lays out a row in words, such as `Only in the first: `, with differences in brackets.
    fn row_in_words(&mut self, row: &ComparisonRow) {
        let [left, right] = match row.status {
            RowStatus::Same => ["Same: ", ""],
            RowStatus::Changed => ["Changed, first: ", "Changed, second: "],
            RowStatus::OnlyLeft => ["Only in the first: ", ""],
            RowStatus::OnlyRight => ["", "Only in the second: "],
        };
        for (words, part) in [(left, &row.left), (right, &row.right)] {
            if let Some(part) = part.as_ref().filter(|_| !words.is_empty()) {
                self.lead.push(words, Role::Heading);
                self.lead.append(&part.first.pieces);
                self.set(&part.text.bracketed());
            }
        }
    }
}

fn column(part: &SectionPart, width: usize) -> Vec<Line> {
    let room = width.saturating_sub(part.rest.width());
    let mut next = &part.first;
    let texts = part.text.parts(&wrap::wrap(&part.text.text(), room));
    let lines = texts.iter().map(|text| {
        let mut line = std::mem::replace(&mut next, &part.rest).clone();
        line.append(&text.pieces);
        line
    });
    lines.collect()
}
