//! Brings the frames of a page into reading order, and joins those that are one column.
//!
//! The order is that of Breuel, "High Performance Document Layout Analysis" (2003): what is above comes
//! first, and what is further left comes first unless something that spans both is between them.

use super::page::PdfPiece;

/// Frames that overlap by less than this many points are beside each other.
const OVERLAP: f32 = 3.0;

/// The pieces of a frame, from top to bottom, and the box around them.
struct PdfFrame {
    pieces: Vec<PdfPiece>,
    left: f32,
    right: f32,
    top: f32,
    bottom: f32,
}

impl PdfFrame {
    fn new(pieces: Vec<PdfPiece>) -> Self {
        let fold = |start: f32, choose: fn(f32, f32) -> f32, edge: fn(&PdfPiece) -> f32| {
            pieces.iter().map(edge).fold(start, choose)
        };
        Self {
            left: fold(f32::MAX, f32::min, |piece| piece.x),
            right: fold(f32::MIN, f32::max, |piece| piece.end),
            top: fold(f32::MIN, f32::max, |piece| piece.y + 0.7 * piece.size),
            bottom: fold(f32::MAX, f32::min, |piece| piece.y - 0.2 * piece.size),
            pieces,
        }
    }

    /// Whether something of one frame is right above something of the other.
    fn shares_width(&self, other: &Self) -> bool {
        let overlap = self.right.min(other.right) - self.left.max(other.left);
        let width = (self.right - self.left).min(other.right - other.left);
        overlap > OVERLAP.min(0.5 * width)
    }

    fn shares_height(&self, other: &Self) -> bool {
        self.top.min(other.top) - self.bottom.max(other.bottom) > OVERLAP
    }

    fn is_above(&self, other: &Self) -> bool {
        self.top + self.bottom > other.top + other.bottom
    }

    fn is_between(&self, a: &Self, b: &Self) -> bool {
        let parts =
            |a: &Self, b: &Self| a.bottom > self.top - OVERLAP && self.bottom > b.top - OVERLAP;
        self.shares_width(a) && self.shares_width(b) && (parts(a, b) || parts(b, a))
    }
}

/// Returns the pieces of a page column by column. The pieces come from top to bottom.
pub fn columns(pieces: Vec<PdfPiece>) -> Vec<Vec<PdfPiece>> {
    let count = pieces.iter().map(|piece| piece.frame + 1).max();
    let mut frames: Vec<Vec<PdfPiece>> = (0..count.unwrap_or(0)).map(|_| Vec::new()).collect();
    for piece in pieces {
        frames[piece.frame].push(piece);
    }
    frames.retain(|frame| !frame.is_empty());
    let frames: Vec<_> = frames.into_iter().map(PdfFrame::new).collect();
    let order = order(&frames);
    let mut columns: Vec<Vec<usize>> = Vec::new();
    for at in order {
        match columns.last_mut() {
            Some(column) if goes_on(&frames, column, at) => column.push(at),
            _ => columns.push(vec![at]),
        }
    }
    let mut frames: Vec<_> = frames.into_iter().map(|frame| frame.pieces).collect();
    columns
        .into_iter()
        .map(|column| {
            let parts = column.into_iter().map(|at| std::mem::take(&mut frames[at]));
            parts.flatten().collect()
        })
        .collect()
}

/// Returns the indices of the frames in reading order.
fn order(frames: &[PdfFrame]) -> Vec<usize> {
    let comes_first = |a: usize, b: usize| {
        let (first, second) = (&frames[a], &frames[b]);
        if first.shares_width(second) {
            return first.is_above(second);
        }
        let is_parted = |other: &PdfFrame| other.is_between(first, second);
        first.right <= second.left + OVERLAP && !frames.iter().any(is_parted)
    };
    let mut before: Vec<Vec<usize>> = (0..frames.len())
        .map(|at| {
            let others = (0..frames.len()).filter(|other| *other != at);
            others.filter(|other| comes_first(*other, at)).collect()
        })
        .collect();
    let mut left: Vec<usize> = (0..frames.len()).collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        // Frames that lie across each other may each be before the other: then the topmost comes first.
        let next = left.iter().position(|at| before[*at].is_empty());
        let next = next.unwrap_or_else(|| {
            let tops = left.iter().map(|at| frames[*at].top);
            let tops = tops.enumerate();
            tops.max_by(|a, b| a.1.total_cmp(&b.1))
                .map_or(0, |(at, _)| at)
        });
        let next = left.remove(next);
        for before in &mut before {
            before.retain(|at| *at != next);
        }
        order.push(next);
    }
    order
}

/// Whether a frame goes on below a column, and both are as wide as what is beside them allows.
fn goes_on(frames: &[PdfFrame], column: &[usize], at: usize) -> bool {
    let Some(last) = column.last().map(|last| &frames[*last]) else {
        return false;
    };
    let next = &frames[at];
    let is_below = last.shares_width(next) && !last.shares_height(next);
    let spans_more = |wide: &PdfFrame, narrow: &PdfFrame| {
        frames.iter().any(|beside| {
            beside.shares_height(narrow)
                && !beside.shares_width(narrow)
                && beside.shares_width(wide)
        })
    };
    let is_wider = column.iter().any(|part| spans_more(&frames[*part], next));
    is_below
        && last.is_above(next)
        && !is_wider
        && !column.iter().any(|part| spans_more(next, &frames[*part]))
}
