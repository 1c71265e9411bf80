//! Joins lines of running text into paragraphs, and finds the labels of run-in rules.

use super::line::{TextLine, append};
use super::title::{is_title, label};
use crate::rules::model::{RichText, Style};
use crate::rules::parse::notation::normalise;
use crate::source::Span;

/// The length, in bytes, above which a line may contain several rules, each with a label in
/// capitals.
const LONG_LINE: usize = 300;

/// The maximum length of a label in capitals, in bytes.
const MAX_LABEL_LENGTH: usize = 24;

/// A hard-wrapped line ends early if the line and the first word of the next line are together
/// shorter than this fraction (numerator, denominator) of the longest line.
const EARLY: (usize, usize) = (4, 5);

/// Whether `lines[at]` belongs to the paragraph that starts at `lines[0]`.
pub fn continues_paragraph(lines: &[TextLine<'_>], at: usize, wrapped: bool) -> bool {
    let (above, line) = (&lines[at - 1], &lines[at]);
    if line.starts_paragraph || line.is_marker || line.is_row() || line.bullet().is_some() {
        return false;
    }
    // Short lines that are not sentences stay together as printed.
    let is_loose = |line: &TextLine<'_>| line.text.len() < 50 && !line.is_prose();
    let heads_text = lines
        .get(at + 1)
        .is_some_and(|below| !below.starts_paragraph && below.is_prose() && is_title(line.text));
    wrapped
        || at == 1 && is_label(above)
        || is_loose(above) && is_loose(line) && !heads_text && label(line).is_none()
}

/// Whether a line is only a label.
fn is_label(line: &TextLine<'_>) -> bool {
    label(line).is_some_and(|end| end == line.text.len())
}

pub fn paragraphs(lines: &[TextLine<'_>], wrapped: bool) -> Vec<RichText> {
    match lines {
        [line] if line.text.len() > LONG_LINE => split_labels(line),
        // The colon in a title such as `Joint Ops: Mission 03` does not end a label.
        [line] if !wrapped && is_title(line.text) => vec![line.rich()],
        _ if wrapped => wrapped_paragraphs(lines),
        [first, rest @ ..] => {
            let mut text = running(first);
            for line in rest {
                if is_label(first) {
                    append(&mut text, line);
                } else {
                    text.push_plain("\n", line.span());
                    text.extend(&line.rich());
                }
            }
            vec![text]
        }
        [] => Vec::new(),
    }
}

/// Joins hard-wrapped lines into paragraphs. A line that ends early (see [`EARLY`]) ends its
/// paragraph if the next line starts with a capital.
fn wrapped_paragraphs(lines: &[TextLine<'_>]) -> Vec<RichText> {
    let widest = lines.iter().map(|line| line.text.len()).max().unwrap_or(0);
    let mut texts: Vec<RichText> = Vec::new();
    let mut above = widest;
    for line in lines {
        let word = line.text.split_whitespace().next().map_or(0, str::len);
        let early = (above + 1 + word) * EARLY.1 < widest * EARLY.0;
        match texts.last_mut() {
            Some(text) if !early || !line.text.starts_with(char::is_uppercase) => {
                append(text, line);
            }
            _ => texts.push(running(line)),
        }
        above = line.text.len();
    }
    texts
}

/// Returns a line as text. A label at its start is in bold.
pub fn running(line: &TextLine<'_>) -> RichText {
    let Some(end) = label(line) else {
        return line.rich();
    };
    let (name, rest) = line.text.split_at(end);
    let bare = name.trim_start_matches('*');
    let mut text = RichText::default();
    if bare.len() < name.len() {
        text.push_plain("*", line.span_of(&name[..1]));
    }
    push_label(&mut text, bare, line.span_of(bare));
    text.extend(&line.part(rest).rich());
    text
}

pub fn push_label(text: &mut RichText, label: &str, span: Span) {
    text.push(&normalise(label), Style::STRONG, None, span);
}

/// Splits a very long line before each label in capitals: `SCAV; Move normally at night.`
fn split_labels(line: &TextLine<'_>) -> Vec<RichText> {
    let sentences = line.text.match_indices(". ").map(|(at, _)| at + 2);
    let labels: Vec<_> = std::iter::once(0)
        .chain(sentences)
        .filter_map(|at| Some((at, at + capitals_label(&line.text[at..])?)))
        .collect();
    if labels.len() < 2 {
        return vec![running(line)];
    }
    // The caller leaves out a blank text.
    let mut texts = vec![line.part(line.text[..labels[0].0].trim()).rich()];
    let starts = labels.iter().map(|(start, _)| *start);
    let ends = starts.skip(1).chain([line.text.len()]);
    for ((start, name_end), end) in labels.iter().zip(ends) {
        let name = &line.text[*start..*name_end];
        let mut text = RichText::default();
        push_label(&mut text, &format!("{name}:"), line.span_of(name));
        let rest = line.text[name_end + 1..end].trim_end();
        text.extend(&line.part(rest).rich());
        texts.push(text);
    }
    texts
}

/// Returns the byte length of a label in capitals, without the punctuation mark after it: `NIGHT`
/// in `NIGHT: No shooting.`
fn capitals_label(text: &str) -> Option<usize> {
    let mut pairs = text.as_bytes().windows(2).take(MAX_LABEL_LENGTH);
    let end = pairs.position(|pair| matches!(pair, [b':' | b';' | b'.', b' ']))?;
    let name = &text[..end];
    let capitals = name.chars().filter(|c| c.is_uppercase()).count();
    let small = name.chars().filter(|c| c.is_lowercase()).count();
    let is_label = name.starts_with(char::is_uppercase) && capitals >= 3 && small <= 1;
    is_label.then_some(end)
}
