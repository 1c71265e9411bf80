//! The sentence round a place of a text.

use std::ops::Range;

/// Endings of words that close no sentence.
const ABBREVIATIONS: [&str; 8] = ["e.g.", "i.e.", "etc.", "vs.", "cf.", "approx.", "no.", "p."];

/// A text and where its sentences end.
pub(super) struct Sentences<'a> {
    text: &'a str,
    ends: Vec<usize>,
}

impl<'a> Sentences<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            ends: ends(text).collect(),
        }
    }

    /// The sentence that holds a byte of the text, as a range without the blanks at its ends.
    pub(super) fn at(&self, at: usize) -> Range<usize> {
        let index = self.ends.partition_point(|end| *end <= at);
        let start = index
            .checked_sub(1)
            .and_then(|before| self.ends.get(before))
            .copied()
            .unwrap_or(0);
        let end = self.ends.get(index).copied().unwrap_or(self.text.len());
        super::trimmed(self.text, start..end)
    }
}

/// Where sentences of a text end, one past their last byte.
fn ends(text: &str) -> impl Iterator<Item = usize> + '_ {
    text.match_indices(['.', '!', '?', '\n'])
        .filter_map(|(at, mark)| {
            let end = at + mark.len();
            if mark == "\n" {
                return Some(end);
            }
            let closed = text[end..].trim_start_matches(['"', '”', '\'', '’', ')', ']']);
            (closed.starts_with(char::is_whitespace) && !is_abbreviation(&text[..end]))
                .then_some(text.len() - closed.len())
        })
}

fn is_abbreviation(text: &str) -> bool {
    let word = text
        .rsplit(|c: char| c.is_whitespace() || c == '(')
        .next()
        .unwrap_or("");
    ABBREVIATIONS
        .iter()
        .any(|known| word.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("One two. Three four. Five.", "Three", "Three four.")]
    #[case("One two. Three four. Five.", "One", "One two.")]
    #[case("One two. Three four. Five", "Five", "Five")]
    #[case("Terms (e.g. cover) count. So.", "cover", "Terms (e.g. cover) count.")]
    #[case("He says \"stop.\" Then goes.", "Then", "Then goes.")]
    #[case("Moves 3.5\" over it. End.", "Moves", "Moves 3.5\" over it.")]
    #[case("a line\nanother line", "another", "another line")]
    fn a_sentence_is_cut_out(#[case] text: &str, #[case] word: &str, #[case] expected: &str) {
        assert_eq!(
            &text[Sentences::new(text).at(text.find(word).unwrap())],
            expected
        );
    }
}
