//! Cuts the snippet of a hit out of its text.

use std::ops::Range;

use super::highlight::Highlight;

/// A line of text around the best match.
#[derive(Debug, Default)]
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
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let marks = highlight.marks(&line);
        let range = window(&line, &marks);
        let lead = if range.start > 0 { "…" } else { "" };
        let tail = if range.end < line.len() { "…" } else { "" };
        let shown = marks
            .into_iter()
            .filter(|mark| mark.start >= range.start && mark.end <= range.end);
        let moved = shown
            .map(|mark| mark.start - range.start + lead.len()..mark.end - range.start + lead.len());
        let marks = moved.collect();
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
    let near = LENGTH - BEFORE;
    let followers = |first: usize| {
        let reach = marks.get(first).map_or(0, |mark| mark.start + near);
        marks
            .partition_point(|mark| mark.end < reach)
            .saturating_sub(first)
    };
    // `max_by_key` returns the last maximum, so the reversed order yields the first of equally good
    // matches.
    let best = (0..marks.len()).rev().max_by_key(|first| followers(*first));
    let best = best
        .and_then(|best| marks.get(best))
        .map_or(0, |mark| mark.start);
    let wanted = back(line, best, BEFORE);
    let start = if wanted == 0 {
        0
    } else {
        next_word(line, wanted).min(best)
    };
    let end = line[start..]
        .char_indices()
        .nth(LENGTH)
        .map_or(line.len(), |(offset, _)| start + offset);
    let word_end = if end == line.len() {
        end
    } else {
        line[..end]
            .rfind(' ')
            .filter(|at| *at > best)
            .unwrap_or(end)
    };
    start..word_end
}

/// Returns the byte offset that is `characters` characters before `at`, or 0 if there are fewer.
fn back(line: &str, at: usize, characters: usize) -> usize {
    line[..at]
        .char_indices()
        .rev()
        .nth(characters.saturating_sub(1))
        .map_or(0, |(offset, _)| offset)
}

fn next_word(line: &str, at: usize) -> usize {
    line[at..].find(' ').map_or(at, |blank| at + blank + 1)
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
