//! Joins the spans of a page to pieces: text on one baseline without a wide gap.

use pdfboss_text::TextSpan;

use super::faces;
use super::page::{PdfPiece, PdfRun};
use super::tags::heading_of;

/// A gap of this part of the size is a space between words.
const SPACE: f32 = 0.16;

/// A gap of this many sizes separates two columns or cells.
const WIDE: f32 = 1.25;

/// The same text within this part of its size, along the line and across it, is drawn twice to look
/// bold or to have a shadow. The figures are those of poppler (`dupMaxPriDelta`, `dupMaxSecDelta`).
const TWICE: (f32, f32) = (0.1, 0.2);

/// Returns the pieces of a page, from top to bottom and from left to right.
pub fn pieces(mut spans: Vec<TextSpan>) -> Vec<PdfPiece> {
    spans.retain(|span| span.x.is_finite() && span.y.is_finite() && span.size.is_finite());
    let mut rows: Vec<(f32, f32, Vec<TextSpan>)> = Vec::new();
    spans.sort_by(|a, b| b.y.total_cmp(&a.y).then(a.x.total_cmp(&b.x)));
    // Larger letters decide where the baseline is; raised and lowered ones join their line.
    for span in spans {
        let near = |row: &&mut (f32, f32, Vec<TextSpan>)| {
            let distance = (row.0 - span.y).abs();
            let (small, large) = (row.1.min(span.size), row.1.max(span.size));
            distance <= 0.15 * large || small < 0.85 * large && distance <= 0.45 * large
        };
        match rows.iter_mut().rev().take(4).find(near) {
            Some(row) => {
                if span.size > row.1 {
                    (row.0, row.1) = (span.y, span.size);
                }
                row.2.push(span);
            }
            None => rows.push((span.y, span.size, vec![span])),
        }
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    rows.into_iter()
        .flat_map(|(y, _, spans)| split(y, spans))
        .collect()
}

/// Splits the spans of a row at wide gaps.
fn split(y: f32, mut spans: Vec<TextSpan>) -> Vec<PdfPiece> {
    spans.sort_by(|a, b| a.x.total_cmp(&b.x));
    spans.dedup_by(|again, span| {
        let (along, across) = (again.x - span.x, (again.y - span.y).abs());
        let is_near = along <= TWICE.0 * span.size && across <= TWICE.1 * span.size;
        is_near && again.text == span.text
    });
    let mut pieces: Vec<PdfPiece> = Vec::new();
    for span in spans {
        let gap = pieces.last().map(|piece| span.x - piece.end);
        let size = pieces
            .last()
            .map_or(span.size, |piece| piece.size.max(span.size));
        let is_blank = span.text.trim().is_empty();
        match (gap, pieces.last_mut()) {
            (Some(gap), Some(piece)) if gap <= WIDE * size => {
                let has_gap = gap > SPACE * size;
                push(piece, &span, has_gap);
            }
            _ if is_blank => {}
            _ => {
                let mut piece = PdfPiece {
                    x: span.x,
                    end: span.end_x,
                    y,
                    ..PdfPiece::default()
                };
                push(&mut piece, &span, false);
                pieces.push(piece);
            }
        }
    }
    for piece in &mut pieces {
        tighten(piece);
    }
    pieces.retain(|piece| !piece.text().trim().is_empty());
    pieces
}

fn push(piece: &mut PdfPiece, span: &TextSpan, has_gap: bool) {
    let is_raised = span.size < 0.85 * piece.size && span.y > piece.y + 0.15 * piece.size;
    let ends_apart = piece.runs.last().is_none_or(|run| run.text.ends_with(' '));
    let text = span
        .text
        .replace(['\u{a0}', '\t', '\n'], " ")
        .replace(['\u{ad}', '\u{2010}'], "-");
    let starts_apart = text.starts_with(' ');
    let space = if has_gap && !ends_apart && !starts_apart {
        " "
    } else {
        ""
    };
    let run = PdfRun {
        text: format!("{space}{text}"),
        is_bold: faces::is_bold(span),
        is_italic: faces::is_italic(span),
        is_raised,
        tag: heading_of(span),
    };
    // A space alone has no style of its own.
    let same = |last: &PdfRun| {
        text.trim().is_empty()
            || (last.is_bold, last.is_italic, last.is_raised, last.tag)
                == (run.is_bold, run.is_italic, run.is_raised, run.tag)
    };
    match piece.runs.last_mut().filter(|last| same(last)) {
        Some(last) => last.text.push_str(&run.text),
        None => piece.runs.push(run),
    }
    if !text.trim().is_empty() {
        piece.is_code = faces::is_code(span) && (piece.is_code || piece.size == 0.0);
        piece.end = piece.end.max(span.end_x);
        piece.size = piece.size.max(span.size);
    }
}

/// Joins the letters of a letter-spaced text: `R U L E S`.
fn tighten(piece: &mut PdfPiece) {
    let text = piece.text();
    let words: Vec<_> = text.split(' ').filter(|word| !word.is_empty()).collect();
    let letters = words.iter().filter(|word| word.chars().count() == 1);
    let are_letters = letters
        .clone()
        .all(|word| word.chars().all(char::is_alphabetic));
    if words.len() > 3 && letters.count() * 10 >= words.len() * 9 && are_letters {
        for run in &mut piece.runs {
            let words: Vec<_> = run
                .text
                .split("  ")
                .map(|word| word.replace(' ', ""))
                .collect();
            run.text = words.join(" ");
        }
    }
}
