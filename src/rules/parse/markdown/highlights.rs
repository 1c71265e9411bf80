//! Removes the marks of highlights, such as `==Uncommon==` in Obsidian.

use super::markers::append;
use crate::rules::model::RichText;

const MARK: &str = "==";

pub fn without_highlights(text: RichText) -> RichText {
    let marks = marks(&text);
    if marks.is_empty() {
        return text;
    }
    let mut kept = RichText::default();
    let mut at = 0;
    for mark in marks {
        append(&mut kept, &text.slice(at..mark));
        at = mark + MARK.len();
    }
    append(&mut kept, &text.slice(at..text.plain.len()));
    kept
}

/// Returns the byte offsets of the marks, in order. The marks of a highlight are on one line, and no
/// space separates them from its text. Three or more equals signs are not a mark, nor is code.
fn marks(text: &RichText) -> Vec<usize> {
    let plain = &text.plain;
    let mut marks = Vec::new();
    let mut open = None;
    for (at, _) in plain.match_indices(MARK) {
        let (before, after) = (&plain[..at], &plain[at + MARK.len()..]);
        let run = text.runs.partition_point(|run| run.end as usize <= at);
        let is_code = text.runs.get(run).is_some_and(|run| run.style.code);
        if is_code || before.ends_with('=') || after.starts_with('=') {
            continue;
        }
        open = open.filter(|open| !plain[*open..at].contains('\n'));
        match open {
            Some(start) if !before.ends_with(char::is_whitespace) => {
                marks.extend([start, at]);
                open = None;
            }
            _ => open = Some(at).filter(|_| !after.starts_with(char::is_whitespace)),
        }
    }
    marks
}
