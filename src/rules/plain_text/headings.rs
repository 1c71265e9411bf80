//! Which lines are headings: what can be told from the lines round one. The rules stand at the head of `plain_text`.

use super::line::{Line, append, clean_up};
use super::title::{has_cost, is_capitals, is_kind, is_open, is_title, is_title_tail};
use crate::rules::model::text::{RichText, Style};
use crate::source::Span;

/// A title is broken over at most this many lines.
const MOST_LINES: usize = 6;

/// A heading that was found.
#[derive(Debug)]
pub(super) struct Found<'a> {
    pub level: u8,
    pub text: RichText,
    pub span: Span,
    /// How many lines it took.
    pub taken: usize,
    /// What stands on its last line after it.
    pub rest: Option<Line<'a>>,
}

/// Where in the text a line stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Whether the text is hard-wrapped.
    pub wrapped: bool,
    /// Whether the line above is a heading in capitals.
    pub below_capitals: bool,
    /// Whether the paragraph above breaks off in the middle of a sentence.
    pub mid_sentence: bool,
}

/// The heading at the start of `lines`, if there is one.
pub(super) fn find<'a>(lines: &[Line<'a>], place: Place) -> Option<Found<'a>> {
    if place.wrapped {
        wrapped(lines, place)
    } else {
        unwrapped(lines)
    }
}

/// Of a text whose paragraphs are a line each.
fn unwrapped<'a>(lines: &[Line<'a>]) -> Option<Found<'a>> {
    let line = lines.first()?;
    let next = lines.get(1)?;
    if let Some(found) = kind_and_name(lines) {
        return Some(found);
    }
    // Below a name, right above it, a small letter is a slip of the pen; after a blank line it goes on with the sentence.
    if next.continues() && next.gap || next.missing || line.is_row() {
        return None;
    }
    let title = is_title(line.text);
    let level = if has_cost(line.text) {
        4
    } else if line.gap && next.gap && title && !next.is_row() {
        if line.text.contains(": ") { 2 } else { 3 }
    } else if !next.gap && next.is_prose() && (title || is_short_name(line)) {
        4
    } else {
        return None;
    };
    // A name printed twice stands where the text below it starts.
    let doubled = next.text == line.text && lines.get(2).is_some();
    let (line, taken) = if doubled && title {
        (next, 2)
    } else {
        (line, 1)
    };
    Some(Found {
        level,
        text: line.rich(line.text),
        span: line.span,
        taken,
        rest: None,
    })
}

/// `Event Card` above `Dark of the Tomb`: the name is the heading, what it is stands behind it in parentheses.
fn kind_and_name<'a>(lines: &[Line<'a>]) -> Option<Found<'a>> {
    let [kind, name, below, ..] = lines else {
        return None;
    };
    let both =
        is_kind(kind.text) && is_title(kind.text) && is_title(name.text) && !is_kind(name.text);
    (both && name.gap && below.gap && !below.continues()).then_some(())?;
    let mut text = name.rich(name.text);
    text.push(" (", Style::default(), None, name.span);
    text.push(&clean_up(kind.text), Style::default(), None, name.span);
    text.push(")", Style::default(), None, name.span);
    Some(Found {
        level: 3,
        text,
        span: name.span,
        taken: 2,
        rest: None,
    })
}

/// One to three words without any mark, above a line of text: `Fight action`.
fn is_short_name(line: &Line<'_>) -> bool {
    line.text.starts_with(char::is_uppercase)
        && line.text.len() <= 40
        && line.text.split_whitespace().count() <= 3
        && line
            .text
            .chars()
            .all(|c| c.is_alphabetic() || matches!(c, ' ' | '-' | '\'' | '’'))
}

/// Of a text that is broken into short lines.
fn wrapped<'a>(lines: &[Line<'a>], place: Place) -> Option<Found<'a>> {
    let first = lines.first()?;
    if !(first.gap || place.below_capitals) || first.is_row() {
        return None;
    }
    if let Some(found) = bracketed(lines) {
        return Some(found);
    }
    let capitals = is_capitals(first.text);
    let mut best = None;
    let mut count = 0;
    while count < MOST_LINES {
        let Some(line) = lines.get(count) else { break };
        let open = count > 0 && is_open(lines[count - 1].text);
        let fits = is_title(line.text) || open && is_title_tail(line.text);
        if !fits
            || line.missing
            || count > 0 && (line.gap && !open || is_capitals(line.text) != capitals)
        {
            break;
        }
        count += 1;
        if !is_open(line.text) && stands_above(lines.get(count), capitals && place.mid_sentence) {
            best = Some(count);
        }
        if has_cost(line.text) {
            break;
        }
    }
    let taken = best?;
    let next = lines.get(taken);
    let level = if has_cost(first.text) {
        4
    } else if capitals {
        2
    } else if next.is_some_and(|next| !next.gap && (next.bullet().is_some() || is_count(next))) {
        5
    } else {
        3
    };
    Some(joined(&lines[..taken], level))
}

/// Whether a line can be the first below a heading: it starts a sentence, an item, a row, a block of its own.
fn stands_above(next: Option<&Line<'_>>, mid_sentence: bool) -> bool {
    next.is_some_and(|next| {
        let starts = next
            .text
            .starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || "‘“\"".contains(c));
        next.missing
            || next.is_row()
            || next.bullet().is_some()
            || starts
            || next.gap && !next.continues()
            || mid_sentence
    })
}

fn joined<'a>(lines: &[Line<'a>], level: u8) -> Found<'a> {
    let mut text = RichText::default();
    for line in lines {
        append(&mut text, line.text, line.span);
    }
    let span = text.span();
    Found {
        level,
        text,
        span,
        taken: lines.len(),
        rest: None,
    }
}

/// `Name [Terrain] [3 SP]`, perhaps broken in or before a bracket; text may be glued to the last one.
fn bracketed<'a>(lines: &[Line<'a>]) -> Option<Found<'a>> {
    let (first, next) = (lines.first()?, lines.get(1)?);
    let name_end = first.text.find(" [")?;
    let broken = !first.text.ends_with(']');
    is_title(first.text.get(..name_end)?).then_some(())?;
    let glued_below =
        next.text.starts_with('[') && first.text.ends_with(']') && !has_cost(first.text);
    if (!broken && !glued_below) || next.gap {
        return None;
    }
    let close = next.text.find(']')? + 1;
    let (tail, rest) = next.text.split_at_checked(close)?;
    has_cost(&format!("{} {tail}", first.text)).then_some(())?;
    let mut found = joined(&lines[..1], 4);
    append(&mut found.text, tail, next.span_of(tail));
    found.span = found.text.span();
    found.taken = 2;
    let rest = rest.trim();
    found.rest = (!rest.is_empty()).then(|| Line {
        text: rest,
        raw: rest,
        span: next.span_of(rest),
        gap: false,
        missing: false,
    });
    Some(found)
}

/// `2 Fast Attack`: how many of what.
pub(super) fn is_count(line: &Line<'_>) -> bool {
    let Some((number, name)) = line.text.split_once(' ') else {
        return false;
    };
    let digits = number.len() <= 3 && number.bytes().all(|byte| byte.is_ascii_digit());
    digits && line.text.len() <= 40 && is_title(name)
}
