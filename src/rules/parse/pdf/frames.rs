//! Parts a page into frames: the columns, boxes and captions that the program behind the file drew one
//! after the other. Inside a frame, each span goes on with the one before.
//!
//! Frames whose lines belong together are one: a bold word, a list's marks or the cells of a table may
//! be drawn later than what is beside them.

use pdfboss_text::TextSpan;
use rustc_hash::FxHashMap;

/// A page with more frames is not parted.
const MAX_FRAMES: usize = 200;

/// The next line of a frame is at least and at most this many sizes below the last one.
const MIN_DROP: f32 = 0.3;
const MAX_DROP: f32 = 2.2;

/// A row is compared with at most this many rows below it.
const MAX_NEIGHBOURS: usize = 4 * MAX_FRAMES;

/// The lines of a frame have sizes within this ratio.
const MAX_RATIO: f32 = 1.25;

/// A gap of at most this many sizes is inside a line.
const NEAR: f32 = 0.6;

/// A mark or label of one line is at most this many sizes beside its text.
const LABEL_GAP: f32 = 3.0;

/// Rows with fewer letters on average are marks, labels or cells.
const MIN_LETTERS: usize = 14;

/// The spans on one baseline of a frame.
struct FrameRow {
    frame: usize,
    x: f32,
    end: f32,
    y: f32,
    size: f32,
    letters: usize,
}

/// Parts the spans of a page, which come in the order of drawing.
pub fn part(spans: Vec<TextSpan>) -> Vec<Vec<TextSpan>> {
    let mut frames: Vec<Vec<TextSpan>> = Vec::new();
    let mut rows: Vec<FrameRow> = Vec::new();
    // The left and right edges of the last frame.
    let mut width = (f32::MAX, f32::MIN);
    for span in spans {
        if span.text.trim().is_empty() {
            if let Some(frame) = frames.last_mut() {
                frame.push(span);
            }
            continue;
        }
        let place = place(rows.last(), width, &span);
        if place == SpanPlace::Apart {
            frames.push(Vec::new());
            width = (f32::MAX, f32::MIN);
        }
        width = (width.0.min(span.x), width.1.max(span.end_x));
        let frame = frames.len() - 1;
        match rows.last_mut().filter(|_| place == SpanPlace::Line) {
            Some(row) => {
                row.x = row.x.min(span.x);
                row.end = row.end.max(span.end_x);
                if span.size > row.size {
                    (row.size, row.y) = (span.size, span.y);
                }
                row.letters += span.text.chars().count();
            }
            None => rows.push(FrameRow {
                frame,
                x: span.x,
                end: span.end_x,
                y: span.y,
                size: span.size,
                letters: span.text.chars().count(),
            }),
        }
        frames[frame].push(span);
    }
    if frames.len() > MAX_FRAMES {
        return vec![frames.into_iter().flatten().collect()];
    }
    join(frames, rows)
}

/// Where a span is.
#[derive(PartialEq)]
enum SpanPlace {
    /// On the last line of the frame.
    Line,
    /// On the line below it.
    Below,
    /// In another frame.
    Apart,
}

/// Finds the place of a span after the last row of a frame with these edges.
fn place(last: Option<&FrameRow>, width: (f32, f32), span: &TextSpan) -> SpanPlace {
    let Some(last) = last else {
        return SpanPlace::Apart;
    };
    let size = last.size.max(span.size);
    let drop = last.y - span.y;
    if drop.abs() <= 0.5 * size && span.x > last.end - size {
        return SpanPlace::Line;
    }
    // A title may be wider than the column below it.
    let is_below =
        (MIN_DROP * size..=MAX_DROP * size).contains(&drop) && is_alike(last.size, span.size);
    if is_below && span.x < width.1 && span.end_x > width.0 {
        return SpanPlace::Below;
    }
    SpanPlace::Apart
}

/// Joins the frames whose rows belong together: rows that touch, and a column of labels or cells with what
/// is beside it on the same lines.
fn join(frames: Vec<Vec<TextSpan>>, mut rows: Vec<FrameRow>) -> Vec<Vec<TextSpan>> {
    let count = frames.len();
    let (mut letters, mut lines) = (vec![0; count], vec![0; count]);
    for row in &rows {
        letters[row.frame] += row.letters;
        lines[row.frame] += 1;
    }
    rows.sort_by(|a, b| b.y.total_cmp(&a.y));
    // For each frame, the first one that it is a part of.
    let mut parents: Vec<usize> = (0..count).collect();
    let mut unite = |a: usize, b: usize| {
        let (a, b) = (root(&parents, a), root(&parents, b));
        parents[a.max(b)] = a.min(b);
    };
    // The number of rows of a frame with a row of another one beside them, and for a frame of one row
    // the nearest other one.
    let mut beside: FxHashMap<(usize, usize), usize> = FxHashMap::default();
    let mut nearest: FxHashMap<usize, (f32, usize)> = FxHashMap::default();
    for (at, row) in rows.iter().enumerate() {
        let below = rows[at + 1..].iter().take(MAX_NEIGHBOURS);
        for other in below.take_while(|other| row.y - other.y <= row.size) {
            if row.frame == other.frame || !on_one_line(row, other) {
                continue;
            }
            let gap = gap(row, other) / row.size.min(other.size);
            if gap <= NEAR {
                unite(row.frame, other.frame);
            }
            for (a, b) in [(row, other), (other, row)] {
                let best = nearest.entry(a.frame).or_insert((f32::MAX, b.frame));
                if gap < best.0 && is_alike(a.size, b.size) {
                    *best = (gap, b.frame);
                }
                if lines[a.frame] > 1 && is_aligned(a, b) {
                    *beside.entry((a.frame, b.frame)).or_default() += 1;
                }
            }
        }
    }
    let is_short = |frame: usize| letters[frame] < MIN_LETTERS * lines[frame];
    for ((label, text), rows) in beside {
        if is_short(label) && rows * 5 >= lines[label] * 4 {
            unite(label, text);
        }
    }
    for (label, (gap, text)) in nearest {
        if lines[label] == 1 && is_short(label) && gap <= LABEL_GAP {
            unite(label, text);
        }
    }
    let mut joined: Vec<Vec<TextSpan>> = (0..count).map(|_| Vec::new()).collect();
    for (at, frame) in frames.into_iter().enumerate() {
        joined[root(&parents, at)].extend(frame);
    }
    joined.retain(|frame| !frame.is_empty());
    joined
}

fn root(parents: &[usize], mut frame: usize) -> usize {
    while parents[frame] != frame {
        frame = parents[frame];
    }
    frame
}

/// Whether text of two sizes may be of one frame.
fn is_alike(a: f32, b: f32) -> bool {
    a.max(b) <= MAX_RATIO * a.min(b)
}

/// The distance from the end of the left row to the start of the right one.
fn gap(a: &FrameRow, b: &FrameRow) -> f32 {
    (a.x - b.end).max(b.x - a.end)
}

/// Whether two rows are parts of one line, as its words and raised numbers are.
fn on_one_line(a: &FrameRow, b: &FrameRow) -> bool {
    (a.y - b.y).abs() <= NEAR * a.size.min(b.size)
}

/// Whether two rows have one baseline, as the cells of a table do.
fn is_aligned(a: &FrameRow, b: &FrameRow) -> bool {
    (a.y - b.y).abs() <= 0.1 * a.size.max(b.size)
}
