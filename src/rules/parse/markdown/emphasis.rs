//! Reads emphasis that `CommonMark` leaves as text although the author meant it: `**Tie: **Attack`,
//! `_better _result`, and emphasis inside HTML.

use std::ops::Range;

use super::markers::append;
use crate::rules::model::RichText;

/// A mark of emphasis that is removed from the text.
struct Mark {
    start: usize,
    end: usize,
    /// `Some(true)` for one of a pair around bold text, `Some(false)` for italics, `None` for a
    /// single mark.
    pairs: Option<bool>,
}

/// Whether `text[range]` has an escaped mark of emphasis, such as `\*`.
pub(super) fn is_escaped(text: &str, range: &Range<usize>) -> bool {
    let start = range.start - usize::from(text[..range.start].ends_with('\\'));
    let part = &text[start..range.end];
    part.contains("\\*") || part.contains("\\_")
}

/// Emphasises the text between paired marks, and removes all marks. A star that may refer to a
/// footnote stays.
pub(super) fn with_emphasis(text: RichText) -> RichText {
    if !text.plain.contains(['*', '_']) {
        return text;
    }
    let mut emphasised = RichText::default();
    let (mut at, mut strong, mut emphasis) = (0, false, false);
    let end = text.plain.len();
    let last = Mark {
        start: end,
        end,
        pairs: None,
    };
    for mark in marks(&text).into_iter().chain([last]) {
        let mut part = text.slice(at..mark.start);
        for run in &mut part.runs {
            run.style.strong |= strong;
            run.style.emphasis |= emphasis;
        }
        append(&mut emphasised, &part);
        strong ^= mark.pairs == Some(true);
        emphasis ^= mark.pairs == Some(false);
        at = mark.end;
    }
    emphasised
}

fn marks(text: &RichText) -> Vec<Mark> {
    let plain = &text.plain;
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let is_gap = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let mut marks: Vec<Mark> = Vec::new();
    // The open marks of bold text, of italics with a star, and of italics with an underscore.
    // `inside` is the last underscore inside a word.
    let (mut strong, mut star, mut low, mut inside) = (None, None, None, None);
    let mut at = 0;
    while let Some(start) = plain[at..].find(['*', '_']).map(|found| at + found) {
        let letter = &plain[start..=start];
        let end = plain.len() - plain[start..].trim_start_matches(letter).len();
        at = end;
        let run = text.runs.partition_point(|run| run.end as usize <= start);
        if text.runs[run].style.code {
            continue;
        }
        let before = plain[..start].chars().next_back();
        let after = plain[end..].chars().next();
        let is_inside = is_word(before) && is_word(after);
        let is_apart = is_gap(before) && is_gap(after);
        let pairs = match (letter, end - start) {
            ("*", 4) | ("_", 2) if is_inside => None,
            ("*", 2..=3) => Some((&mut strong, true, true)),
            ("_", 2) if !is_apart => Some((&mut strong, true, true)),
            ("_", 1) if is_inside && low.is_none() => {
                inside = Some(start);
                continue;
            }
            ("_", 1) if !is_apart => {
                // In `.5_c_`, the emphasis starts inside a word.
                if is_gap(after) && low.is_none() {
                    low = inside.filter(|from| !plain[*from..start].contains(char::is_whitespace));
                    if let Some(from) = low {
                        marks.push(Mark {
                            start: from,
                            end: from + 1,
                            pairs: None,
                        });
                    }
                }
                Some((&mut low, false, true))
            }
            ("*", 1) => {
                let opens = (is_gap(before) || before == Some('(')) && is_word(after);
                let closes = !is_gap(before) && !is_word(after)
                    || is_gap(before) && is_word(after) && !ends_sentence(&plain[..start]);
                if !(opens || star.is_some() && closes) {
                    continue;
                }
                Some((&mut star, false, closes))
            }
            _ => continue,
        };
        let mut mark = Mark {
            start,
            end,
            pairs: None,
        };
        if let Some((open, is_strong, closes)) = pairs {
            match open.filter(|_| closes) {
                Some(from) => {
                    let partner = marks.iter_mut().rfind(|mark| mark.start == from);
                    if let Some(partner) = partner {
                        partner.pairs = Some(is_strong);
                    }
                    mark.pairs = Some(is_strong);
                    *open = None;
                }
                None => *open = Some(start),
            }
        }
        marks.push(mark);
    }
    // A single star refers to a footnote, and so do two at the start or end of a text.
    marks.retain(|mark| {
        let is_edge = mark.start == 0 || mark.end == plain.len();
        let is_note = mark.pairs.is_none() && plain[mark.start..].starts_with('*');
        !(is_note && (mark.end - mark.start == 1 || mark.end - mark.start < 4 && is_edge))
    });
    marks.sort_unstable_by_key(|mark| mark.start);
    marks
}

fn ends_sentence(before: &str) -> bool {
    before.trim_end().ends_with(['.', '!', '?', ':', ';'])
}
