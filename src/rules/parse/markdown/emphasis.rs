//! Reads emphasis that `CommonMark` leaves as text although the author meant it: `**Tie: **Attack`,
//! `_better _result`, and emphasis inside HTML.

use std::ops::Range;

use super::markers::append;
use crate::rules::model::RichText;

/// The emphasis between a mark and its partner.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PairedEmphasis {
    Bold,
    Italics,
}

/// The byte range of a mark, and the emphasis if the mark has a partner.
type Mark = (Range<usize>, Option<PairedEmphasis>);

/// Whether `text[range]` has an escaped mark of emphasis, such as `\*`.
pub fn is_escaped(text: &str, range: &Range<usize>) -> bool {
    let start = range.start - usize::from(text[..range.start].ends_with('\\'));
    let mut pairs = text.as_bytes()[start..range.end].windows(2);
    pairs.any(|pair| matches!(pair, br"\*" | br"\_"))
}

/// Emphasises the text between paired marks, and removes paired and stray marks. A star that may
/// refer to a footnote stays.
pub fn with_emphasis(text: RichText) -> RichText {
    if !text.plain.contains(['*', '_']) {
        return text;
    }
    let mut emphasised = RichText::default();
    let (mut at, mut strong, mut emphasis) = (0, false, false);
    let end = text.plain.len();
    for (mark, pair) in marks(&text).into_iter().chain([(end..end, None)]) {
        let mut part = text.slice(at..mark.start);
        for run in &mut part.runs {
            run.style.strong |= strong;
            run.style.emphasis |= emphasis;
        }
        append(&mut emphasised, &part);
        strong ^= pair == Some(PairedEmphasis::Bold);
        emphasis ^= pair == Some(PairedEmphasis::Italics);
        at = mark.end;
    }
    emphasised
}

fn marks(text: &RichText) -> Vec<Mark> {
    let plain = &text.plain;
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let is_gap = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let mut marks: Vec<Mark> = Vec::new();
    // The indexes in `marks` of the bold mark, the single star and the single underscore that have
    // no partner yet.
    let mut open = [None; 3];
    let mut at = 0;
    while let Some(start) = plain[at..].find(['*', '_']).map(|found| at + found) {
        let letter = &plain[start..=start];
        at = plain.len() - plain[start..].trim_start_matches(letter).len();
        let run = text.runs.partition_point(|run| run.end as usize <= start);
        let before = plain[..start].chars().next_back();
        let after = plain[at..].chars().next();
        let is_inside = is_word(before) && is_word(after);
        let is_blank = letter == "_" && is_gap(before) && is_gap(after);
        let kind = match (letter, at - start) {
            _ if is_blank || text.runs[run].style.code => continue,
            ("*", 4) | ("_", 2) if is_inside => None,
            ("*", 2..=3) | ("_", 2) => Some(0),
            ("*", 1) => Some(1),
            ("_", 1) if !is_inside || open[2].is_some() => Some(2),
            _ => continue,
        };
        // A single star may refer to a footnote, so it opens emphasis only at the start of a word,
        // and closes emphasis only after another single star.
        let opens = (is_gap(before) || before == Some('(')) && is_word(after);
        let closes = !is_gap(before) && !is_word(after)
            || is_gap(before) && is_word(after) && !ends_sentence(&plain[..start]);
        let (opens, closes) = match kind {
            Some(1) => (opens, closes && open[1].is_some()),
            _ => (true, true),
        };
        if !opens && !closes {
            continue;
        }
        let partner = kind.filter(|_| closes).and_then(|kind| open[kind].take());
        let pair = partner.map(|_| match kind {
            Some(0) => PairedEmphasis::Bold,
            _ => PairedEmphasis::Italics,
        });
        match (partner, kind) {
            (Some(partner), _) => {
                let (_, first): &mut Mark = &mut marks[partner];
                *first = pair;
            }
            (None, Some(kind)) => open[kind] = Some(marks.len()),
            (None, None) => {}
        }
        marks.push((start..at, pair));
    }
    // Stars without a partner stay in the text if they may refer to a footnote: a single star, and
    // two or three stars at the start or the end of the text.
    marks.retain(|(mark, pair)| {
        let is_edge = mark.start == 0 || mark.end == plain.len();
        let is_note = mark.len() == 1 || mark.len() < 4 && is_edge;
        pair.is_some() || !is_note || !plain[mark.start..].starts_with('*')
    });
    marks
}

fn ends_sentence(before: &str) -> bool {
    before.trim_end().ends_with(['.', '!', '?', ':', ';'])
}
