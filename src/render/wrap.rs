//! Wraps text by graphemes and their widths on a terminal.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Returns the width of a text in columns.
pub fn width(text: &str) -> usize {
    // Most words are printable ASCII, where every byte takes one column.
    if text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        text.len()
    } else {
        text.width()
    }
}

/// Returns the width of a text in columns, as the `u16` of a screen coordinate. A width that does
/// not fit becomes `u16::MAX`.
pub fn columns(text: &str) -> u16 {
    u16::try_from(width(text)).unwrap_or(u16::MAX)
}

/// Wraps a text into lines of at most `room` columns, and returns the byte range of each line.
///
/// Lines break at spaces. A word that is wider than a line is cut between graphemes. `\n` always ends
/// a line. Spaces at a break belong to no line. A text that is empty, or only spaces, is one empty
/// line.
pub fn wrap(text: &str, room: usize) -> Vec<Range<usize>> {
    let room = room.max(1);
    let trimmed = |line: Range<usize>| {
        let length = text[line.clone()].trim_end_matches(' ').len();
        line.start..line.start + length
    };
    let mut lines = Vec::new();
    let mut at = 0;
    for paragraph in text.split('\n') {
        let (mut line, mut used) = (at..at, 0);
        for piece in paragraph.split_inclusive(' ') {
            let mut wide = width(piece.trim_end_matches(' '));
            let (whole, cut) = if wide > room {
                (None, piece)
            } else {
                (Some(piece), "")
            };
            for (index, part) in whole.into_iter().chain(cut.graphemes(true)).enumerate() {
                // For the first part of a cut piece, `wide` is still the width of the whole piece,
                // so that the piece starts on a new line.
                if index > 0 {
                    wide = width(part.trim_end_matches(' '));
                }
                if used > 0 && used + wide > room {
                    lines.push(trimmed(line));
                    (line, used) = (at..at, 0);
                }
                at += part.len();
                if used + wide > 0 {
                    line.end = at;
                    used += width(part);
                } else {
                    line = at..at;
                }
            }
        }
        lines.push(trimmed(line));
        at += 1;
    }
    lines
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
                // A grapheme may be wider than a line of one column.
                prop_assert!(width(line) <= room || line.graphemes(true).count() == 1, "{line:?} in {room}");
            }
        }
    }
}
