//! Brings the pieces of a page into reading order, column by column, and joins them to lines. Columns
//! that are drawn as one frame, line by line, are parted at the gap between them.

use super::order;
use super::page::{Book, PdfPiece};
use super::tags::HeadingTag;

/// A column has at least this many pieces, and they have at least this many letters on average.
const MIN_PIECES: usize = 5;
const MIN_LETTERS: usize = 14;

/// At most one of this many pieces may cross the gap between two columns.
const MAX_CROSSING: usize = 4;

/// A line of a column.
#[derive(Clone, Debug, Default)]
pub struct PdfLine {
    /// The index of the page.
    pub page: usize,
    /// The pieces from left to right; several if wide gaps separate them.
    pub pieces: Vec<PdfPiece>,
    pub x: f32,
    pub end: f32,
    pub y: f32,
    pub size: f32,
    /// The edges of the column.
    pub left: f32,
    pub right: f32,
    /// The distance to the line above in the column; `None` for its first line.
    pub distance: Option<f32>,
}

impl PdfLine {
    pub fn text(&self) -> String {
        let texts: Vec<_> = self
            .pieces
            .iter()
            .map(|piece| piece.text().trim().to_owned())
            .collect();
        texts.join(" ")
    }

    /// Returns the heading that the line is a part of, as the tags of the document say.
    pub fn tag(&self) -> Option<HeadingTag> {
        let tag = self.pieces.first()?.tag();
        let is_same = self.pieces.iter().all(|piece| piece.tag() == tag);
        tag.filter(|_| is_same)
    }

    pub fn is_bold(&self) -> bool {
        self.pieces.iter().all(PdfPiece::is_bold)
    }

    pub fn is_code(&self) -> bool {
        self.pieces.iter().all(|piece| piece.is_code)
    }

    pub fn is_italic(&self) -> bool {
        self.pieces.iter().all(PdfPiece::is_italic)
    }
}

/// Returns the lines of all pages in reading order.
pub fn flow(book: &Book) -> Vec<PdfLine> {
    let mut flow = Vec::new();
    for (at, page) in book.pages.iter().enumerate() {
        let pieces = drop_capitals(page.pieces.clone(), book.styles.size);
        let mut columns = Vec::new();
        for column in order::columns(pieces) {
            split(column, book.styles.size, 0, &mut columns);
        }
        for column in columns {
            flow.extend(lines(column, at));
        }
    }
    flow
}

/// Joins a large first letter with the line beside its top.
fn drop_capitals(mut pieces: Vec<PdfPiece>, size: f32) -> Vec<PdfPiece> {
    while let Some(at) = pieces.iter().position(|piece| {
        let text = piece.text();
        piece.size > 1.8 * size
            && text.trim().chars().count() == 1
            && text.trim().chars().all(char::is_alphabetic)
    }) {
        let letter = pieces.remove(at);
        let beside = |piece: &&mut PdfPiece| {
            let is_right = piece.x > letter.x && piece.x < letter.end + size;
            is_right && piece.y >= letter.y - 1.0 && piece.y < letter.y + letter.size
        };
        let top = pieces
            .iter_mut()
            .filter(beside)
            .max_by(|a, b| a.y.total_cmp(&b.y));
        if let Some(line) = top {
            let text = letter.text();
            if let Some(run) = line.runs.first_mut() {
                run.text.insert_str(0, text.trim());
            }
            line.x = letter.x;
        }
    }
    pieces
}

/// Splits pieces into columns in reading order.
fn split(pieces: Vec<PdfPiece>, size: f32, depth: usize, columns: &mut Vec<Vec<PdfPiece>>) {
    let gutter = if depth < 3 {
        gutter(&pieces, size)
    } else {
        None
    };
    let Some(gutter) = gutter else {
        if !pieces.is_empty() {
            columns.push(pieces);
        }
        return;
    };
    // What crosses the gap, such as a title over both columns, parts them into bands.
    let mut band: [Vec<PdfPiece>; 2] = Default::default();
    let mut crossing = Vec::new();
    let flush = |band: &mut [Vec<PdfPiece>; 2], columns: &mut Vec<Vec<PdfPiece>>| {
        for side in band {
            split(std::mem::take(side), size, depth + 1, columns);
        }
    };
    for piece in pieces {
        if piece.x < gutter && piece.end > gutter {
            if band.iter().any(|side| !side.is_empty()) {
                flush(&mut band, columns);
            }
            crossing.push(piece);
            continue;
        }
        if !crossing.is_empty() {
            columns.push(std::mem::take(&mut crossing));
        }
        band[usize::from(piece.x >= gutter)].push(piece);
    }
    if !crossing.is_empty() {
        columns.push(crossing);
    }
    flush(&mut band, columns);
}

/// Returns the position of the gap between two columns of running text.
fn gutter(pieces: &[PdfPiece], size: f32) -> Option<f32> {
    let left = pieces.iter().map(|piece| piece.x).fold(f32::MAX, f32::min);
    let right = pieces.iter().map(|piece| piece.end).fold(0.0, f32::max);
    let width = right - left;
    if pieces.len() < 2 * MIN_PIECES || width < 12.0 * size {
        return None;
    }
    let mut best: Option<(usize, f32)> = None;
    for step in 20_u16..=80 {
        let x = left + width * f32::from(step) / 100.0;
        let crossing = pieces
            .iter()
            .filter(|piece| piece.x < x && piece.end > x)
            .count();
        let sides = [true, false].map(|is_left| {
            let side = pieces.iter().filter(|piece| {
                if is_left {
                    piece.end <= x
                } else {
                    piece.x >= x
                }
            });
            let (count, letters) = side.fold((0, 0), |(count, letters), piece| {
                (count + 1, letters + piece.length())
            });
            count >= MIN_PIECES && letters >= MIN_LETTERS * count
        });
        let is_gap = sides == [true, true] && crossing * MAX_CROSSING <= pieces.len();
        if is_gap && best.is_none_or(|(least, _)| crossing < least) {
            best = Some((crossing, x));
        }
    }
    best.map(|(_, x)| x)
}

/// Joins the pieces of a column to lines.
fn lines(pieces: Vec<PdfPiece>, page: usize) -> Vec<PdfLine> {
    let left = pieces.iter().map(|piece| piece.x).fold(f32::MAX, f32::min);
    let right = pieces.iter().map(|piece| piece.end).fold(0.0, f32::max);
    let mut lines: Vec<PdfLine> = Vec::new();
    for piece in pieces {
        let same = lines
            .last_mut()
            .filter(|line| (line.y - piece.y).abs() <= 0.5);
        if let Some(line) = same {
            line.end = line.end.max(piece.end);
            line.size = line.size.max(piece.size);
            line.pieces.push(piece);
            continue;
        }
        let distance = lines.last().map(|above| above.y - piece.y);
        lines.push(PdfLine {
            page,
            x: piece.x,
            end: piece.end,
            y: piece.y,
            size: piece.size,
            left,
            right,
            distance,
            pieces: vec![piece],
        });
    }
    lines
}
