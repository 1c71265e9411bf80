//! Limits on the markup of a file. In memory, a heading or a cell takes a hundred times as many
//! bytes as in the file, so without limits, a small file could fill the memory. Each line counts as
//! a piece of markup, and so does each run of marks such as `**`. A line with wide gaps counts
//! twice. Real documents are far below the limits.

use std::ops::Range;

use crate::rules::model::Block;
use crate::source::Span;

/// The number of pieces of markup that any file may have, however short.
const MIN_LIMIT: usize = 30_000;

/// In addition to [`MIN_LIMIT`], a file may have one piece of markup per this many bytes.
const BYTES_PER_PIECE: usize = 32;

/// A line that may be a heading or a run-in rule counts as this many pieces of markup.
const PIECES_OF_NAME: usize = 5;

/// The maximum length of a paragraph, in bytes. A longer one is split, because later stages need
/// several times the memory of the paragraph that they process.
const MAX_PARAGRAPH: usize = 64 * 1024;

/// The number of sections that any document may have, however short. A section takes kilobytes: its
/// names, its lines on the page and its entry in the index.
const MIN_SECTIONS: usize = 15_000;

/// In addition to [`MIN_SECTIONS`], a document may have one section per this many bytes.
const BYTES_PER_SECTION: usize = 2048;

/// Returns the maximum number of pieces of markup of a file with a number of bytes.
pub const fn max_pieces(bytes: usize) -> usize {
    MIN_LIMIT + bytes / BYTES_PER_PIECE
}

/// Returns the byte offset of the line with which a text exceeds the limit, or `None` if no line
/// does.
pub fn end_of_markup(text: &str) -> Option<usize> {
    let mut left = max_pieces(text.len());
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let Some(rest) = left.checked_sub(pieces(line)) else {
            return Some(offset);
        };
        left = rest;
        offset += line.len();
    }
    None
}

/// Returns the maximum number of sections of a document with the given text.
pub const fn max_sections(text: Span) -> usize {
    MIN_SECTIONS + (text.end - text.start) as usize / BYTES_PER_SECTION
}

/// Counts the pieces of markup in a line: the line itself, each run of marks, and one for all wide
/// gaps, which may separate the cells of a table in plain text.
fn pieces(line: &str) -> usize {
    let is_mark = |byte: &u8| matches!(byte, b'|' | b'*' | b'_' | b'`' | b'[' | b'<');
    let runs = line.as_bytes().chunk_by(|a, b| is_mark(a) == is_mark(b));
    let own = if line.starts_with(['#', '*']) {
        PIECES_OF_NAME
    } else {
        1
    };
    let text = line.trim();
    let has_gap = !text.contains('|') && (text.contains("  ") || text.contains('\t'));
    own + usize::from(has_gap) + runs.filter(|run| is_mark(&run[0])).count()
}

/// Splits a paragraph of more than [`MAX_PARAGRAPH`] bytes between words.
pub fn split_long(block: Block) -> Vec<Block> {
    let text = match block.as_paragraph() {
        Some(text) if text.plain.len() > MAX_PARAGRAPH => text,
        _ => return vec![block],
    };
    parts(&text.plain)
        .map(|part| text.slice(part))
        .map(Block::paragraph)
        .collect()
}

/// Splits a text between words into parts of at most [`MAX_PARAGRAPH`] bytes, and returns their
/// byte ranges, without the white space around them.
pub fn parts(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    std::iter::from_fn(move || {
        start += text[start..].len() - text[start..].trim_start().len();
        let mut end = text.len().min(start + MAX_PARAGRAPH);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        if end < text.len() {
            let gap = text[start..end].rfind(char::is_whitespace);
            end = gap.map_or(end, |at| start + at);
        }
        let part = start..start + text[start..end].trim_end().len();
        start = end;
        (!part.is_empty()).then_some(part)
    })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("text\n", 1)]
    #[case("## Heading\n", 5)]
    #[case("**Rule:** text\n", 7)]
    #[case("| 1 | **2** |\n", 6)]
    #[case("  Rat   12  3 gp\n", 2)]
    #[case("| Rat   | 12 |\n", 4)]
    fn names_count_more_than_text(#[case] line: &str, #[case] expected: usize) {
        assert_eq!(pieces(line), expected);
    }

    #[test]
    fn markup_ends_at_the_start_of_a_line() {
        let prose = "A sentence that goes on for as long as a line of text is.\n".repeat(20_000);
        assert_eq!(end_of_markup(&prose), None);
        let headings = "# A\n".repeat(8_000);
        let end = end_of_markup(&headings).unwrap();
        assert!(end > headings.len() / 2 && end < headings.len() && end.is_multiple_of(4));
    }

    #[test]
    fn a_long_text_is_split_between_words() {
        let words = "word ".repeat(MAX_PARAGRAPH / 5);
        let text = format!("{words} \n{}", "x".repeat(MAX_PARAGRAPH + 1));
        let lengths: Vec<_> = parts(&text).map(|part| part.len()).collect();
        assert_eq!(lengths, [words.len() - 1, MAX_PARAGRAPH, 1]);
    }
}
