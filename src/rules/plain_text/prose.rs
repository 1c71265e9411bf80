//! Running text: which lines make a paragraph, and where labels start rules.

use super::line::{Line, append, clean_up};
use super::title::{has_cost, is_title, label};
use crate::rules::model::text::{RichText, Style};

/// A line longer than this may hold several rules, each under a label in capitals.
const LONG_LINE: usize = 300;

/// A label in capitals is no longer than this.
const LONGEST_LABEL: usize = 24;

/// A line of a hard-wrapped paragraph ends early where the next word would have fitted in this part of the width.
const EARLY: (usize, usize) = (4, 5);

/// Whether the line at `at` belongs to the paragraph that starts at the first of `lines`.
pub(super) fn goes_on(lines: &[Line<'_>], at: usize, wrapped: bool) -> bool {
    let (Some(above), Some(line)) = (lines.get(at - 1), lines.get(at)) else {
        return false;
    };
    if line.gap || line.missing || line.is_row() || line.bullet().is_some() || line.text.is_empty()
    {
        return false;
    }
    if wrapped {
        return true;
    }
    // Short lines without a sentence among them are kept together, as they stand.
    let loose = |line: &Line<'_>| {
        line.text.len() < 50
            && !line.is_prose()
            && !has_cost(line.text)
            && line.numbered().is_none()
    };
    let label_alone = at == 1 && label(above).is_some_and(|end| end == above.text.len());
    let heads_text = lines
        .get(at + 1)
        .is_some_and(|below| !below.gap && below.is_prose() && is_title(line.text));
    label_alone || (loose(above) && loose(line) && !heads_text && label(line).is_none())
}

/// The paragraphs of the lines of one block.
pub(super) fn paragraphs(lines: &[Line<'_>], wrapped: bool) -> Vec<RichText> {
    match lines {
        [line] if line.text.len() > LONG_LINE => split_labels(*line),
        // A title with a colon in it is no label.
        [line] if !wrapped && is_title(line.text) => vec![line.rich(line.text)],
        _ if wrapped => wrapped_paragraphs(lines),
        [first, rest @ ..] => {
            let mut text = running(*first);
            let label_alone = label(first).is_some_and(|end| end == first.text.len());
            for line in rest {
                if label_alone {
                    append(&mut text, line.text, line.span);
                } else {
                    text.push("\n", Style::default(), None, line.span);
                    text.push(&clean_up(line.text), Style::default(), None, line.span);
                }
            }
            vec![text]
        }
        [] => Vec::new(),
    }
}

/// Joins hard-wrapped lines; where a line ends early and the next starts with a capital, the break is meant.
fn wrapped_paragraphs(lines: &[Line<'_>]) -> Vec<RichText> {
    let width = |line: &Line<'_>| line.text.len();
    let widest = lines.iter().map(width).max().unwrap_or(0);
    let mut texts: Vec<RichText> = Vec::new();
    let mut above: Option<&Line<'_>> = None;
    for line in lines {
        let word = line.text.split_whitespace().next().map_or(0, str::len);
        let early =
            above.is_some_and(|above| (width(above) + 1 + word) * EARLY.1 < widest * EARLY.0);
        let starts = line.text.starts_with(char::is_uppercase) && early;
        match texts.last_mut() {
            Some(text) if !starts => append(text, line.text, line.span),
            _ => texts.push(running(*line)),
        }
        above = Some(line);
    }
    texts
}

/// A line as text, its label, if it starts with one, in bold.
pub(super) fn running(line: Line<'_>) -> RichText {
    let Some(end) = label(&line) else {
        return line.rich(line.text);
    };
    let (name, rest) = line.text.split_at(end);
    labelled(&line, name, rest)
}

fn labelled(line: &Line<'_>, name: &str, rest: &str) -> RichText {
    let mut text = RichText::default();
    let bare = name.strip_prefix('*').unwrap_or(name);
    if bare.len() < name.len() {
        text.push("*", Style::default(), None, line.span_of(&name[..1]));
    }
    text.push(
        &clean_up(bare),
        Style {
            strong: true,
            ..Style::default()
        },
        None,
        line.span_of(bare),
    );
    text.push(&clean_up(rest), Style::default(), None, line.span_of(rest));
    text
}

/// The rules in a very long line: each starts with a label in capitals, `SCAV; Move normally at night.`
fn split_labels(line: Line<'_>) -> Vec<RichText> {
    let starts: Vec<_> = sentence_starts(line.text)
        .filter_map(|at| Some((at, capitals_label(&line.text[at..])?)))
        .collect();
    if starts.len() < 2 {
        return vec![running(line)];
    }
    let mut texts = Vec::new();
    let before = line.text[..starts[0].0].trim();
    if !before.is_empty() {
        texts.push(line.rich(before));
    }
    let ends = starts
        .iter()
        .skip(1)
        .map(|(at, _)| *at)
        .chain([line.text.len()]);
    for ((at, length), end) in starts.iter().zip(ends) {
        let (name, rest) = line.text[*at..end].trim_end().split_at(*length);
        let bold = Style {
            strong: true,
            ..Style::default()
        };
        let mut text = RichText::default();
        text.push(name, bold, None, line.span_of(name));
        text.push(":", bold, None, line.span_of(name));
        let rest = &rest[1..];
        text.push(&clean_up(rest), Style::default(), None, line.span_of(rest));
        texts.push(text);
    }
    texts
}

fn sentence_starts(text: &str) -> impl Iterator<Item = usize> {
    std::iter::once(0).chain(text.match_indices(". ").map(|(at, _)| at + 2))
}

/// The length of a label in capitals without the mark that ends it: `CC w/2 WEAPS;`, `NIGHT:`, `BUILDING.`
fn capitals_label(text: &str) -> Option<usize> {
    let marks = text.bytes().zip(text.bytes().skip(1)).take(LONGEST_LABEL);
    let end = marks
        .into_iter()
        .position(|(byte, next)| matches!(byte, b':' | b';' | b'.') && next == b' ')?;
    let (name, after) = text.split_at_checked(end)?;
    let letters = |small: bool| {
        name.chars()
            .filter(|c| {
                if small {
                    c.is_lowercase()
                } else {
                    c.is_uppercase()
                }
            })
            .count()
    };
    let sure = !after.starts_with('.') || letters(false) >= 4;
    (name.starts_with(char::is_uppercase) && letters(false) >= 3 && letters(true) <= 1 && sure)
        .then_some(end)
}
