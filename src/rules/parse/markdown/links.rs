//! Finds links that `CommonMark` reads as text:
//! - links whose text contains another link: `[a [b](c.md)](d.md)`;
//! - links whose address contains a space, because it was broken over two lines: `[a](b/ c)`.

use std::ops::Range;

use super::markers::append;
use crate::rules::model::{LinkTarget, RichText};

/// The maximum length, in bytes, of a link's text and of its address.
const MAX_LENGTH: usize = 400;

pub fn with_links(text: RichText) -> RichText {
    if !text.plain.contains("](") {
        return text;
    }
    let mut linked = RichText::default();
    let mut at = 0;
    for (middle, _) in text.plain.match_indices("](") {
        let Some((whole, address)) = link(&text, at, middle) else {
            continue;
        };
        append(&mut linked, &text.slice(at..whole.start));
        for run in text.slice(whole.start + 1..middle).runs {
            let name = &text.plain[whole.start + 1..middle][run.range()];
            let target = run
                .link
                .unwrap_or_else(|| LinkTarget::Path(address.clone()));
            linked.push(name, run.style, Some(target), run.span);
        }
        at = whole.end;
    }
    append(&mut linked, &text.slice(at..text.plain.len()));
    linked
}

/// Finds the link whose `](` is at the byte offset `middle`. Returns its byte range, which does not
/// start before `from`, and its address.
fn link(text: &RichText, from: usize, middle: usize) -> Option<(Range<usize>, String)> {
    let run = text.runs.partition_point(|run| run.end as usize <= middle);
    if middle < from || text.runs[run].style.code || text.runs[run].link.is_some() {
        return None;
    }
    let length = closing(text.plain[from..middle].chars().rev(), ']', '[')?;
    let start = middle - length;
    let after = &text.plain[middle + 2..];
    let length = closing(after.chars(), '(', ')')?;
    let written = &after[..length - 1];
    let address = written
        .split_once(" \"")
        .map_or(written, |(address, _)| address);
    let address: String = address.split_whitespace().collect();
    let is_address = address.contains(['/', '#']) || address.contains(".md");
    (is_address && length > 1).then(|| (start..middle + 2 + length, address))
}

/// Returns the byte offsets of the bars in links such as `[[name|text]]`, except those that are
/// already escaped.
pub fn wiki_link_bars(line: &str) -> impl Iterator<Item = usize> {
    line.match_indices("[[").filter_map(|(open, _)| {
        let inside = &line[open + 2..];
        let length = inside.find(['[', ']']).unwrap_or(inside.len());
        let (link, after) = inside.split_at(length);
        let (name, _) = link.split_once('|')?;
        (after.starts_with("]]") && !name.ends_with('\\')).then_some(open + 2 + name.len())
    })
}

/// Returns the number of bytes up to and including the first unmatched `close` bracket. Returns
/// `None` if a line break or [`MAX_LENGTH`] bytes come first.
fn closing(letters: impl Iterator<Item = char>, open: char, close: char) -> Option<usize> {
    let (mut depth, mut length) = (0, 0);
    for letter in letters.take_while(|letter| *letter != '\n') {
        length += letter.len_utf8();
        match letter {
            _ if length > MAX_LENGTH => return None,
            _ if letter == close && depth == 0 => return Some(length),
            _ if letter == close => depth -= 1,
            _ if letter == open => depth += 1,
            _ => {}
        }
    }
    None
}
