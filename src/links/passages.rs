//! The texts of a section, each with the sentence round a place of it.

use std::cell::OnceCell;
use std::ops::Range;

use super::sentences::Sentences;
use crate::rules::block::Row;
use crate::rules::{Block, BlockKind, RichText};

/// Between the cells of a row that is shown as a sentence.
const CELL_GAP: &str = " · ";

/// Longer sentences, in bytes, are text without a full stop.
const LONGEST_SENTENCE: usize = 600;

/// A text of a section.
pub(super) struct Passage<'a> {
    /// The text.
    pub text: &'a RichText,
    /// Whether the text is a cell that is a figure.
    pub typed: bool,
    /// The row of a table that the text is a cell of, and where it begins there.
    row: Option<(&'a str, usize)>,
    sentences: OnceCell<Sentences<'a>>,
}

impl Passage<'_> {
    /// The sentence that a range of the text begins in, and the range in it; of a cell that is its whole row. A range that
    /// runs over the end of a sentence is cut there, and a sentence without an end round the range.
    pub(super) fn sentence(&self, range: &Range<usize>) -> (&str, Range<usize>) {
        if let Some((row, start)) = self.row {
            return around(row, &(start + range.start..start + range.end));
        }
        let plain = &self.text.plain;
        let sentence = self
            .sentences
            .get_or_init(|| Sentences::new(plain))
            .at(range.start);
        let inner = range.start - sentence.start..range.end.min(sentence.end) - sentence.start;
        around(&plain[sentence], &inner)
    }
}

/// The part of a sentence that a range stands in: all of it, unless it is too long to be one.
fn around<'a>(sentence: &'a str, range: &Range<usize>) -> (&'a str, Range<usize>) {
    if sentence.len() <= LONGEST_SENTENCE {
        return (sentence, range.clone());
    }
    let before = range.start.saturating_sub(LONGEST_SENTENCE / 2);
    let after = (range.end + LONGEST_SENTENCE / 2).min(sentence.len());
    // Blanks are single bytes, so that a cut at one lies between characters.
    let bytes = |part: Range<usize>| sentence.as_bytes().get(part).unwrap_or_default();
    let first_blank = bytes(before..range.start)
        .iter()
        .position(|byte| *byte == b' ');
    let last_blank = bytes(range.end..after)
        .iter()
        .rposition(|byte| *byte == b' ');
    let start = if before == 0 {
        0
    } else {
        first_blank.map_or(range.start, |at| before + at + 1)
    };
    let end = if after == sentence.len() {
        after
    } else {
        last_blank.map_or(range.end, |at| range.end + at)
    };
    (
        &sentence[start..end],
        range.start - start..range.end - start,
    )
}

/// Visits the texts of a section's own blocks in reading order; the heads of tables are left out.
pub(super) fn visit(blocks: &[Block], visitor: &mut dyn FnMut(&Passage<'_>)) {
    for block in blocks {
        visit_block(block, visitor);
    }
}

fn visit_block(block: &Block, visitor: &mut dyn FnMut(&Passage<'_>)) {
    let text = |text, visitor: &mut dyn FnMut(&Passage<'_>)| {
        visitor(&Passage {
            text,
            typed: false,
            row: None,
            sentences: OnceCell::new(),
        });
    };
    match &block.kind {
        BlockKind::Paragraph(paragraph) => text(paragraph, visitor),
        BlockKind::List(list) => list
            .items
            .iter()
            .flatten()
            .for_each(|block| visit_block(block, visitor)),
        BlockKind::Table(table) => {
            table
                .caption
                .iter()
                .for_each(|caption| text(caption, visitor));
            table.rows.iter().for_each(|row| visit_row(row, visitor));
        }
        BlockKind::Effect(blocks)
        | BlockKind::Condition(blocks)
        | BlockKind::Quote(blocks)
        | BlockKind::Note { blocks, .. } => {
            blocks.iter().for_each(|block| visit_block(block, visitor))
        }
        BlockKind::RunIn(_)
        | BlockKind::Stats(_)
        | BlockKind::Keywords(_)
        | BlockKind::Break
        | BlockKind::Code(_) => {}
    }
}

fn visit_row(row: &Row, visitor: &mut dyn FnMut(&Passage<'_>)) {
    let cells: Vec<_> = row
        .cells
        .iter()
        .map(|cell| cell.text.plain.as_str())
        .collect();
    let shown = cells.join(CELL_GAP).replace('\n', " ");
    let mut start = 0;
    for cell in &row.cells {
        let (typed, row) = (cell.quantity.is_some(), Some((shown.as_str(), start)));
        visitor(&Passage {
            text: &cell.text,
            typed,
            row,
            sentences: OnceCell::new(),
        });
        start += cell.text.plain.len() + CELL_GAP.len();
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("é ", "é ")]
    #[case("é", "é")]
    #[case("é ", "é")]
    fn a_sentence_without_an_end_is_cut_round_the_place(#[case] before: &str, #[case] after: &str) {
        let text = format!("{}Term{}", before.repeat(900), after.repeat(900));
        let at = text.find("Term").unwrap();
        let (part, range) = around(&text, &(at..at + 4));
        assert_eq!(&part[range], "Term");
        assert!(part.len() <= LONGEST_SENTENCE + 4, "{}", part.len());
    }

    #[test]
    fn a_short_sentence_stays_whole() {
        assert_eq!(around("a Term b", &(2..6)), ("a Term b", 2..6));
    }
}
