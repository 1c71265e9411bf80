//! Cuts the snippet of a hit out of its text.

use std::ops::Range;

use super::highlight::Highlight;
use crate::rules::slug::one_line;
use crate::source::clean;

/// A line of text around the best match.
#[derive(Debug)]
pub struct Snippet {
    /// One line of at most 120 characters, not counting the `…` where text is left out.
    pub text: String,
    /// The byte ranges of `text` that match the query.
    pub marks: Vec<Range<usize>>,
}

/// The maximum length of a snippet in characters, not counting `…`.
const LENGTH: usize = 120;
/// The maximum number of characters of a snippet before the best match.
const BEFORE: usize = 36;

impl Snippet {
    /// Cuts out the part of a text where the most matches are close together.
    pub(crate) fn of(text: &str, highlight: &Highlight) -> Self {
        // The text may come from a forged cache.
        let line = one_line(&clean(text));
        let marks = highlight.marks(&line);
        let range = window(&line, &marks);
        let lead = if range.start > 0 { "…" } else { "" };
        let tail = if range.end < line.len() { "…" } else { "" };
        let shown = marks
            .into_iter()
            .filter(|mark| mark.start >= range.start && mark.end <= range.end);
        let moved = |at: usize| at - range.start + lead.len();
        let marks = shown
            .map(|mark| moved(mark.start)..moved(mark.end))
            .collect();
        Self {
            text: format!("{lead}{}{tail}", &line[range]),
            marks,
        }
    }
}

/// Returns the part of a line to show, cut between words. The part starts shortly before the match
/// that has the most other matches shortly after it.
fn window(line: &str, marks: &[Range<usize>]) -> Range<usize> {
    if line.chars().count() <= LENGTH {
        return 0..line.len();
    }
    let followers = |(at, mark): &(usize, &Range<usize>)| {
        let reach = mark.start + LENGTH - BEFORE;
        marks
            .partition_point(|next| next.end < reach)
            .saturating_sub(*at)
    };
    // `max_by_key` returns the last maximum, so the reversed order yields the first of equally good
    // matches.
    let best = marks.iter().enumerate().rev().max_by_key(followers);
    let best = best.map_or(0, |(_, mark)| mark.start);
    let mut before = line[..best].char_indices().rev();
    let start = match before.nth(BEFORE - 1) {
        Some((at, _)) if at > 0 => line[at..best]
            .find(' ')
            .map_or(best, |blank| at + blank + 1),
        _ => 0,
    };
    let mut letters = line[start..].char_indices();
    let Some((end, _)) = letters.nth(LENGTH) else {
        return start..line.len();
    };
    let end = start + end;
    let blank = line[..end].rfind(' ').filter(|at| *at > best);
    start..blank.unwrap_or(end)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_window_lies_on_character_borders(words in proptest::collection::vec("[a-zé…”]{1,12}", 0..60), at in 0_usize..60) {
            let line = words.join(" ");
            let start = words.iter().take(at).map(|word| word.len() + 1).sum::<usize>();
            let marks: Vec<_> = words.get(at).map(|word| start..start + word.len()).into_iter().collect();
            let range = window(&line, &marks);
            let text = line.get(range.clone());
            prop_assert!(text.is_some_and(|text| text.chars().count() <= LENGTH));
            prop_assert!(marks.iter().all(|mark| range.start <= mark.start && mark.end <= range.end));
        }
    }
}
