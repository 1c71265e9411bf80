//! Wrapping by what a terminal shows: graphemes and their widths, never bytes or characters.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Columns that a text takes.
pub fn width(text: &str) -> usize {
    // Most words are ASCII: there every letter takes a column.
    if text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        text.len()
    } else {
        text.width()
    }
}

/// Columns that a text takes on a screen.
pub fn columns(text: &str) -> u16 {
    u16::try_from(width(text)).unwrap_or(u16::MAX)
}

/// The byte ranges of the lines that a text is set in, each at most `room` columns wide.
///
/// Lines break at spaces and after hyphens inside words, never inside a grapheme; a word that is wider than a line is cut
/// where it must be. `\n` always ends a line. Spaces at a break belong to no line; everything else to exactly one. A text
/// without words is one empty line.
pub fn wrap(text: &str, room: usize) -> Vec<Range<usize>> {
    let mut wrapper = Wrapper {
        text,
        room: room.max(1),
        lines: Vec::new(),
        line: None,
        used: 0,
    };
    let mut at = 0;
    for paragraph in text.split('\n') {
        wrapper.paragraph(at, paragraph);
        at += paragraph.len() + 1;
    }
    wrapper.lines
}

struct Wrapper<'a> {
    text: &'a str,
    room: usize,
    lines: Vec<Range<usize>>,
    line: Option<Range<usize>>,
    used: usize,
}

impl Wrapper<'_> {
    fn paragraph(&mut self, start: usize, paragraph: &str) {
        let mut at = start;
        for piece in pieces(paragraph) {
            self.piece(at, piece);
            at += piece.len();
        }
        self.line.get_or_insert(start..start);
        self.end_line();
    }

    fn piece(&mut self, at: usize, piece: &str) {
        let word = piece.trim_end_matches(' ');
        let wide = width(word);
        if self.line.is_some() && self.used + wide > self.room {
            self.end_line();
        }
        if wide > self.room {
            self.cut(at, word);
        } else if wide > 0 || self.line.is_some() {
            self.extend(at, at + word.len(), wide);
        }
        if self.line.is_some() {
            self.extend(at, at + piece.len(), piece.len() - word.len());
        }
    }

    /// A word wider than a line: cut at graphemes.
    fn cut(&mut self, at: usize, word: &str) {
        for (offset, grapheme) in word.grapheme_indices(true) {
            let wide = width(grapheme);
            if self.line.is_some() && self.used + wide > self.room {
                self.end_line();
            }
            self.extend(at + offset, at + offset + grapheme.len(), wide);
        }
    }

    fn extend(&mut self, start: usize, end: usize, wide: usize) {
        let line = self.line.get_or_insert(start..start);
        line.end = end;
        self.used += wide;
    }

    fn end_line(&mut self) {
        if let Some(line) = self.line.take() {
            let end = line.start + self.text[line.clone()].trim_end_matches(' ').len();
            self.lines.push(line.start..end);
        }
        self.used = 0;
    }
}

/// A paragraph cut where a line may break: words with the spaces after them, words with hyphens in parts.
fn pieces(paragraph: &str) -> impl Iterator<Item = &str> {
    let mut rest = paragraph;
    std::iter::from_fn(move || {
        let end = break_after(rest)?;
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(piece)
    })
}

/// Length of the first piece; `None` at the end.
fn break_after(text: &str) -> Option<usize> {
    if text.is_empty() {
        return None;
    }
    let bytes = text.as_bytes();
    for at in 0..bytes.len() {
        if bytes[at] == b' ' {
            return Some(at + bytes[at..].iter().take_while(|byte| **byte == b' ').count());
        }
        // `Close-Quarter` may break after the hyphen; `-2`, `7-10` and `re-roll` stay whole.
        let letters = |text: &str| text.chars().take_while(|c| c.is_alphabetic()).count();
        let before = || {
            text[..at]
                .chars()
                .rev()
                .take_while(|c| c.is_alphabetic())
                .count()
        };
        if bytes[at] == b'-' && before() >= 3 && letters(&text[at + 1..]) >= 3 {
            return Some(at + 1);
        }
    }
    Some(text.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    fn lines(text: &str, room: usize) -> Vec<&str> {
        wrap(text, room)
            .into_iter()
            .map(|line| &text[line])
            .collect()
    }

    #[rstest]
    #[case("one two three", 7, &["one two", "three"])]
    #[case("one  two", 20, &["one  two"])]
    #[case("", 10, &[""])]
    #[case("a\n\nb", 10, &["a", "", "b"])]
    #[case("abcdefgh", 3, &["abc", "def", "gh"])]
    #[case("Close-Quarter fight", 8, &["Close-", "Quarter", "fight"])]
    #[case("roll 7-10 or -2", 9, &["roll 7-10", "or -2"])]
    #[case("日本語", 4, &["日本", "語"])]
    #[case("e\u{301}e\u{301}e\u{301}", 2, &["e\u{301}e\u{301}", "e\u{301}"])]
    fn lines_break_at_words(#[case] text: &str, #[case] width: usize, #[case] expected: &[&str]) {
        assert_eq!(lines(text, width), expected);
    }

    proptest! {
        #[test]
        fn wrapping_loses_nothing_and_never_overflows(text in "[a-zé日\\- \\n]{0,80}", room in 1_usize..20) {
            let lines = lines(&text, room);
            let visible = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            prop_assert_eq!(visible(&lines.concat()), visible(&text));
            for line in lines {
                // A single grapheme may be wider than a line of one column.
                prop_assert!(width(line) <= room || line.graphemes(true).count() == 1, "{line:?} in {room}");
            }
        }
    }
}
