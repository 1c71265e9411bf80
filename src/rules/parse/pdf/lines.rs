//! Joins the spans of a page to pieces: text on one baseline without a wide gap.

use pdfboss_text::TextSpan;
use unicode_normalization::char::decompose_compatible;

use super::bullets::BULLETS;
use super::page::{PdfPiece, PdfRun};
use super::tags::heading_of;
use super::{faces, frames};

/// A gap of this part of the size is a space between words.
const SPACE: f32 = 0.16;

/// An overlap of two spans by this part of the size is no distance between letters.
const NO_SPACE: f32 = 0.6;

/// At most this many letters are spaced: a word of one letter and its neighbours, as in `ensure a coherent`.
const MAX_SPACED: usize = 3;

/// A gap of this many sizes separates two columns or cells.
const WIDE: f32 = 1.25;

/// The same text within this part of its size, along the line and across it, is drawn twice to look
/// bold or to have a shadow. The figures are those of poppler (`dupMaxPriDelta`, `dupMaxSecDelta`).
const TWICE: (f32, f32) = (0.1, 0.2);

/// Stands for a letter of a font that only its author knows, such as an icon.
const ICON: char = '▯';

/// Whether a letter is for private use: only its font says what it looks like. The marks of lists are
/// known.
pub fn is_icon(c: char) -> bool {
    let is_private = matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}');
    is_private && !BULLETS.contains(c)
}

/// Returns the pieces of a page, from top to bottom and from left to right.
pub fn pieces(mut spans: Vec<TextSpan>) -> Vec<PdfPiece> {
    spans.retain(|span| span.x.is_finite() && span.y.is_finite() && span.size.is_finite());
    let frames = frames::part(spans).into_iter().enumerate();
    let mut pieces: Vec<_> = frames
        .flat_map(|(frame, spans)| {
            let pieces = rows(spans).into_iter();
            pieces.map(move |piece| PdfPiece { frame, ..piece })
        })
        .collect();
    pieces.sort_by(|a, b| b.y.total_cmp(&a.y).then(a.x.total_cmp(&b.x)));
    pieces
}

/// The spans on one baseline.
struct SpanRow {
    y: f32,
    size: f32,
    /// Whether one of the spans has letters. Icons are often larger than the text around them.
    has_letters: bool,
    spans: Vec<TextSpan>,
}

fn has_letters(span: &TextSpan) -> bool {
    span.text.contains(char::is_alphanumeric)
}

/// Joins the spans of a frame to pieces.
fn rows(mut spans: Vec<TextSpan>) -> Vec<PdfPiece> {
    let mut rows: Vec<SpanRow> = Vec::new();
    spans.sort_by(|a, b| b.y.total_cmp(&a.y).then(a.x.total_cmp(&b.x)));
    // Larger letters decide where the baseline is; raised and lowered ones join their line.
    for span in spans {
        let near = |row: &&mut SpanRow| {
            let distance = (row.y - span.y).abs();
            let (small, large) = (row.size.min(span.size), row.size.max(span.size));
            distance <= 0.15 * large || small < 0.85 * large && distance <= 0.45 * large
        };
        let has_letters = has_letters(&span);
        match rows.iter_mut().rev().take(4).find(near) {
            Some(row) => {
                if (has_letters, span.size) > (row.has_letters, row.size) {
                    (row.y, row.size, row.has_letters) = (span.y, span.size, has_letters);
                }
                row.spans.push(span);
            }
            None => rows.push(SpanRow {
                y: span.y,
                size: span.size,
                has_letters,
                spans: vec![span],
            }),
        }
    }
    rows.sort_by(|a, b| b.y.total_cmp(&a.y));
    rows.into_iter()
        .flat_map(|row| split(row.y, row.spans))
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
    for at in 1..spans.len() {
        let overlap = (spans[at - 1].end_x - spans[at].x) / spans[at].size;
        if !(SPACE..NO_SPACE).contains(&overlap) {
            continue;
        }
        if spans[at].text.starts_with(' ') {
            // Spaces below the letter before them, as after some ligatures, part no words.
            let text = &mut spans[at].text;
            text.drain(..text.len() - text.trim_start().len());
        } else {
            space_letters(&mut spans[at - 1].text);
        }
    }
    let mut pieces: Vec<PdfPiece> = Vec::new();
    // The largest letters of the last piece, or its largest icon.
    let mut largest = (false, 0.0);
    for span in spans {
        let gap = pieces.last().map(|piece| span.x - piece.end);
        let size = pieces
            .last()
            .map_or(span.size, |piece| piece.size.max(span.size));
        let is_blank = span.text.trim().is_empty();
        let letters = (has_letters(&span), span.size);
        match (gap, pieces.last_mut()) {
            (_, Some(piece)) if is_blank && span.end_x <= piece.end => {}
            (Some(gap), Some(piece)) if gap <= WIDE * size => {
                let has_gap = gap > SPACE * size;
                push(piece, &span, has_gap);
                if !is_blank && letters > largest {
                    largest = letters;
                }
                piece.size = largest.1;
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
                largest = letters;
                piece.size = span.size;
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

/// Parts the letters of a short span. Each letter of a span has the same distance from the next one (ISO
/// 32000-1, 9.3.3); some programs write a space so, as between `2` and `G` in `2 General`. The distance also
/// follows the last letter, where the next span overlaps it. More letters are a word with wide letters.
fn space_letters(text: &mut String) {
    if !text.contains(' ') && text.chars().count() <= MAX_SPACED {
        let letters: Vec<_> = text.chars().map(String::from).collect();
        *text = letters.join(" ");
    }
}

/// Returns a text with one kind of spaces and hyphens, letters for ligatures, and a sign for each icon.
pub fn readable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{a0}' | '\t' | '\n' => out.push(' '),
            '\u{ad}' | '\u{2010}' => out.push('-'),
            '\u{fb00}'..='\u{fb06}' => decompose_compatible(c, |letter| out.push(letter)),
            icon if is_icon(icon) => out.push(ICON),
            other => out.push(other),
        }
    }
    out
}

fn push(piece: &mut PdfPiece, span: &TextSpan, has_gap: bool) {
    let is_raised = span.size < 0.85 * piece.size && span.y > piece.y + 0.15 * piece.size;
    let ends_apart = piece.runs.last().is_none_or(|run| run.text.ends_with(' '));
    let text = readable(&span.text);
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
