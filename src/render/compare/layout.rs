//! Lays out a comparison: in two columns, in one column or, in linear mode, with words such as
//! `Only in the first: ` instead of columns and signs.

use std::ops::Range;
use std::time::{Duration, Instant};

use super::align::{PartWords, align, changes};
use crate::links::{ComparedWords, compared_words};
use crate::render::builder::{Builder, Margin, PageContext, SectionPart};
use crate::render::line::Line;
use crate::render::page::Page;
use crate::render::section::MAX_PARTS;
use crate::rules::SectionRef;
use crate::theme::{Face, Role};

/// The minimum page width, in columns, for two sections side by side. On a narrower page, the two
/// versions of a changed part are one above the other.
const BESIDE_FROM: u16 = 72;

/// The width of the gap between the two columns: a blank, a line or a sign, and a blank.
const GUTTER: usize = 3;

/// The minimum likeness, from 0 to 1, of two sections that are compared word by word: that of two
/// versions of a rule. Below it, the two sections are shown whole.
const MIN_LIKENESS: f32 = 2.0 / 3.0;

/// The face of the sign of a difference.
const DIFFERS: Face = Face {
    matched: true,
    ..Face::of(Role::Heading)
};

/// The time limit for comparing two sections, because a reader is waiting for the result. Words
/// that are not compared within the limit count as different. An unoptimised build needs longer.
const TIME_LIMIT: Duration = Duration::from_millis(if cfg!(debug_assertions) { 300 } else { 25 });

impl Page {
    /// Compares two sections, including their subsections: similar ones word by word, where the sign
    /// of each difference is a match of the page, and others as wholes, without signs.
    pub fn comparing(context: PageContext<'_>, left: SectionRef, right: SectionRef) -> Self {
        let mut builder = Builder::new(context);
        let mut sides = [left, right].map(|section| builder.parts_of(section));
        let is_cut = sides.iter().any(|parts| parts.len() > MAX_PARTS);
        for parts in &mut sides {
            parts.truncate(MAX_PARTS);
        }
        let room = usize::from(context.width).saturating_sub(builder.margin_width() + GUTTER + 1);
        let is_beside = !context.symbols.linear && context.width >= BESIDE_FROM;
        let side = is_beside.then_some(room / 2);
        if is_alike(&sides) {
            builder.compared(rows(sides), side);
        } else {
            builder.whole(sides, side);
        }
        if is_cut {
            builder.gap();
            let words = format!("Only the first {MAX_PARTS} paragraphs are compared.");
            builder.say(&words, Role::Dim);
        }
        builder.finish()
    }
}

/// Whether two sections are similar enough to be compared word by word.
fn is_alike(sides: &[Vec<SectionPart>; 2]) -> bool {
    let [left, right] = sides.each_ref().map(|parts| {
        let texts = parts.iter().map(|part| part.text.text());
        let words = texts.flat_map(|text| compared_words(&text).unzip::<_, _, Vec<_>, Vec<_>>().1);
        ComparedWords::new(words.collect())
    });
    left.likeness(&right) >= MIN_LIKENESS
}

/// Corresponding parts of both sections, or a part of one section without a counterpart.
struct ComparisonRow {
    left: Option<SectionPart>,
    right: Option<SectionPart>,
    is_same: bool,
}

/// Pairs the parts of both sections, and marks the differing words.
fn rows([left, right]: [Vec<SectionPart>; 2]) -> Vec<ComparisonRow> {
    let [old, new] = [&left, &right].map(|parts| {
        let words = |part: &SectionPart| PartWords::new(&part.text.text(), part.heading);
        parts.iter().map(words).collect::<Vec<_>>()
    });
    let deadline = Instant::now() + TIME_LIMIT;
    // The titles are always paired.
    let rest = align(&old[1..], &new[1..], deadline).into_iter();
    let rest = rest.map(|(a, b)| (a.map(|at| at + 1), b.map(|at| at + 1)));
    let (mut left, mut right) = (left.into_iter(), right.into_iter());
    let rows = [(Some(0), Some(0))].into_iter().chain(rest).map(|(a, b)| {
        let mut row = ComparisonRow {
            left: a.and_then(|_| left.next()),
            right: b.and_then(|_| right.next()),
            is_same: false,
        };
        if let (Some(one), Some(other), Some(a), Some(b)) = (&mut row.left, &mut row.right, a, b) {
            row.is_same = mark([one, other], &changes(&old[a], &new[b], deadline));
        }
        row
    });
    rows.collect()
}

/// Marks the changes of two corresponding parts. Returns whether there are none.
fn mark(parts: [&mut SectionPart; 2], changes: &[Vec<Range<usize>>; 2]) -> bool {
    let is_same = changes.iter().all(Vec::is_empty);
    for (part, ranges) in parts.into_iter().zip(changes) {
        part.text
            .restyle(ranges, |_, piece| piece.face.differs = true);
        let pieces = part.text.pieces.iter_mut();
        for piece in pieces.filter(|piece| is_same && piece.link.is_none()) {
            piece.face.role = Role::Dim;
        }
    }
    is_same
}

impl ComparisonRow {
    /// Whether the row follows the previous row without a blank line.
    fn is_tight(&self) -> bool {
        let parts = [&self.left, &self.right];
        parts.into_iter().flatten().all(|part| part.tight)
    }

    /// Returns the sign of a row that differs, or otherwise `same`, with its face.
    fn sign(&self, same: &'static str) -> (&'static str, Face) {
        let sign = match (&self.left, &self.right) {
            _ if self.is_same => return (same, Face::of(Role::Border)),
            (Some(_), Some(_)) => "~",
            (_, None) => "-",
            (None, _) => "+",
        };
        (sign, DIFFERS)
    }
}

impl Builder<'_> {
    /// Lays out the rows of a comparison, in two columns if `side` is the width of one.
    fn compared(&mut self, rows: Vec<ComparisonRow>, side: Option<usize>) {
        for (index, row) in rows.into_iter().enumerate() {
            if index > 0 && !row.is_tight() {
                self.between(side);
            }
            match side {
                Some(side) => self.beside_each_other(row, side),
                None => self.one_above_the_other(row),
            }
        }
    }

    /// Lays out two whole sections without marks: beside each other, each `side` cells wide, or one
    /// above the other.
    fn whole(&mut self, sides: [Vec<SectionPart>; 2], side: Option<usize>) {
        let Some(side) = side else {
            let labels = ["First: ", "Second: "];
            for (label, parts) in labels.into_iter().zip(sides) {
                self.above_each_other(label, parts);
            }
            return;
        };
        let [left, right] = sides.map(|parts| side_lines(&parts, side));
        let (down, start) = (self.symbols().down, self.margin_width());
        let height = left.len().max(right.len());
        let (mut left, mut right) = (left.into_iter(), right.into_iter());
        for _ in 0..height {
            let mut line = self.begin();
            line.append(left.next().unwrap_or_default());
            line.pad_to(start + side + 1);
            line.push(down, Role::Border);
            if let Some(cell) = right.next().filter(|cell| !cell.is_blank()) {
                line.pad_to(start + side + GUTTER);
                line.append(cell);
            }
            self.end(line);
        }
    }

    /// Lays out a whole section under another one, below a line or, in linear mode, after a label.
    fn above_each_other(&mut self, label: &str, parts: Vec<SectionPart>) {
        if self.is_linear() {
            self.lead.push(label, Role::Dim);
        } else if !self.page.lines.is_empty() {
            self.gap();
            let line = self.symbols().across.repeat(self.room());
            self.say(&line, Role::Border);
        }
        for (index, part) in parts.into_iter().enumerate() {
            if index > 0 && !part.tight {
                self.gap();
            }
            let margin = Margin {
                first: Some(part.first),
                rest: part.rest,
            };
            self.within(margin, |builder| builder.set(part.text));
        }
    }

    fn parts_of(&mut self, section: SectionRef) -> Vec<SectionPart> {
        let margins = std::mem::take(&mut self.margins);
        self.parts = Some(Vec::new());
        self.section(section, 0);
        self.margins = margins;
        self.page.anchors.clear();
        self.parts.take().unwrap_or_default()
    }

    /// Adds a blank line between two rows. Between two columns, each `side` cells wide, it continues
    /// the vertical line.
    fn between(&mut self, side: Option<usize>) {
        let mut line = Line::default();
        if let Some(side) = side {
            line.pad_to(self.margin_width() + side + 1);
            line.push(self.symbols().down, Role::Border);
        }
        self.end(line);
    }

    /// Lays out a row in two columns, each `side` cells wide.
    fn beside_each_other(&mut self, row: ComparisonRow, side: usize) {
        let down = self.symbols().down;
        let mut sign = row.sign(down);
        let of = |part: Option<SectionPart>| part.map(|part| column(&part, side));
        let mut left = of(row.left).unwrap_or_default().into_iter();
        let mut right = of(row.right).unwrap_or_default().into_iter();
        let start = self.margin_width();
        for _ in 0..left.len().max(right.len()) {
            let mut line = self.begin();
            line.append(left.next().unwrap_or_default());
            line.pad_to(start + side + 1);
            let (sign, face) = std::mem::replace(&mut sign, (down, Face::of(Role::Border)));
            line.push(sign, face);
            if let Some(cell) = right.next().filter(|cell| !cell.is_blank()) {
                line.pad_to(start + side + GUTTER);
                line.append(cell);
            }
            self.end(line);
        }
    }

    /// Lays out a row in one column. In linear mode, words stand in place of the signs, and the
    /// differences are in brackets.
    fn one_above_the_other(&mut self, row: ComparisonRow) {
        let is_linear = self.is_linear();
        let [left, right] = match (&row.left, &row.right) {
            _ if row.is_same => ["Same: ", ""],
            (Some(_), Some(_)) => ["Changed, first: ", "Changed, second: "],
            _ => ["Only in the first: ", "Only in the second: "],
        };
        let (sign, mut face) = row.sign(" ");
        for (words, part) in [(left, row.left), (right, row.right)] {
            let Some(part) = part.filter(|_| !words.is_empty()) else {
                continue;
            };
            let (mark, text) = if is_linear {
                (words.to_owned(), part.text.bracketed())
            } else {
                (format!("{sign} "), part.text)
            };
            let margin = Margin {
                first: Some(part.first),
                rest: part.rest,
            };
            self.led(&mark, face, |builder| {
                builder.within(margin, |builder| builder.set(text));
            });
            // The second version of a changed part is no further difference.
            face.matched = false;
        }
    }
}

/// Returns the lines of a section in a column.
fn side_lines(parts: &[SectionPart], width: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        if index > 0 && !part.tight {
            lines.push(Line::default());
        }
        lines.extend(column(part, width));
    }
    lines
}

fn column(part: &SectionPart, width: usize) -> Vec<Line> {
    let room = width.saturating_sub(part.rest.width());
    let mut next = &part.first;
    let texts = part.text.wrapped(room).into_iter();
    let lines = texts.map(|text| {
        let mut line = std::mem::replace(&mut next, &part.rest).clone();
        line.append(text);
        line
    });
    lines.collect()
}
