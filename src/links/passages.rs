//! Walks through the texts of sections, and finds the sentence around a position in a text.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use super::words::trimmed;
use crate::rules::{
    Block, BlockKind, Blocks, CELL_GAP, DocumentRef, GameRef, RichText, Rulebook, Section,
    SectionRef, TableRow,
};

/// The maximum number of bytes of a sentence before and after a position. A longer sentence is
/// probably text without full stops, and is cut.
const MAX_REACH: usize = 600;

/// Abbreviations whose full stop does not end a sentence.
const ABBREVIATIONS: [&str; 8] = ["e.g.", "i.e.", "etc.", "vs.", "cf.", "approx.", "no.", "p."];

/// A text of a section: a paragraph or a table cell.
pub struct Passage<'a> {
    pub text: &'a RichText,
    /// Whether the text is a table cell that was read as a figure.
    pub is_figure: bool,
    /// For a table cell: the text of its row, and the offset of the cell in that text.
    row: Option<(&'a str, usize)>,
}

impl<'a> Passage<'a> {
    /// Creates a passage that is no table cell.
    pub fn of(text: &'a RichText) -> Self {
        Self {
            text,
            is_figure: false,
            row: None,
        }
    }
}

impl Passage<'_> {
    /// Returns `range`, a range of the passage, relative to the start of `sentence`, a range of the
    /// passage or its row. What is outside is cut off.
    fn within(&self, range: &Range<usize>, sentence: &Range<usize>) -> Range<usize> {
        let at = self.row.map_or(0, |(_, start)| start) + range.start;
        let inner = |at: usize| at.clamp(sentence.start, sentence.end) - sentence.start;
        inner(at)..inner(at + range.len())
    }

    /// Returns the text of the passage, or of its row, and the byte range of the sentence in which
    /// `range` begins. For a table cell, the sentence is the whole row. A very long sentence is cut.
    fn sentence(&self, range: &Range<usize>) -> (&str, Range<usize>) {
        let (text, at) = match self.row {
            Some((row, start)) => (row, start + range.start),
            None => (self.text.plain.as_str(), range.start),
        };
        let boundary = |at: usize| (0..=at).rev().find(|at| text.is_char_boundary(*at));
        let mut start = boundary(at.saturating_sub(MAX_REACH)).unwrap_or(0);
        let mut end = boundary((at + MAX_REACH).min(text.len())).unwrap_or(text.len());
        if self.row.is_none() {
            let mut before = text[start..at].rmatch_indices(MARKS);
            let before = before.find_map(|(mark, _)| sentence_end(text, start + mark));
            let mut after = text[at..end].match_indices(MARKS);
            let after = after.find_map(|(mark, _)| sentence_end(text, at + mark));
            start = before.map_or(start, |before| before.min(at));
            end = after.unwrap_or(end);
        }
        (text, trimmed(text, start..end))
    }

    /// Returns the text of the passage, or of its row.
    fn whole(&self) -> &str {
        self.row.map_or(&self.text.plain, |(row, _)| row)
    }

    /// Whether a range of the passage is inside `place`, a range of the passage or its row.
    fn is_within(&self, range: &Range<usize>, place: &Range<usize>) -> bool {
        let start = self.row.map_or(0, |(_, start)| start);
        place.start <= start + range.start && start + range.end <= place.end
    }
}

/// A sentence, and its byte range in the text of its passage.
#[derive(Default)]
pub struct SharedSentence {
    text: Arc<str>,
    place: Range<usize>,
}

impl SharedSentence {
    /// Returns the sentence of a mention, and the byte range of the mention in it. Mentions in the
    /// same sentence share it. A long text without full stops is cut into pieces, so that all
    /// sentences together are not much longer than the text.
    pub fn find(
        &mut self,
        passage: &Passage<'_>,
        range: &Range<usize>,
    ) -> (Arc<str>, Range<usize>) {
        let is_same = passage.is_within(range, &self.place)
            && passage.whole().get(self.place.clone()) == Some(&*self.text);
        if !is_same {
            let (text, place) = passage.sentence(range);
            self.text = text[place.clone()].into();
            self.place = place;
        }
        let inner = passage.within(range, &self.place);
        (Arc::clone(&self.text), inner)
    }
}

/// Calls `work` once for each document of a game, or of all games if `game` is `None`, with the
/// sections of the document, on several threads. Returns the results in reading order.
pub fn walk_in_parallel<T: Send>(
    book: &Rulebook,
    game: Option<GameRef>,
    work: impl Fn(&mut dyn Iterator<Item = (SectionRef, &Section, Blocks)>) -> T + Sync,
) -> Vec<T> {
    let mut documents: Vec<_> = (0..).map(DocumentRef).zip(&book.documents).collect();
    documents.retain(|(_, document)| game.is_none_or(|game| game == document.game));
    let documents = documents.into_par_iter();
    let results = documents.map(|(at, _)| work(&mut book.walk_document(at)));
    results.collect()
}

/// Calls `visitor` with each paragraph and each cell of a table row, in reading order.
pub fn visit(blocks: &[Block], visitor: &mut dyn FnMut(&Passage<'_>)) {
    for block in blocks {
        match &block.kind {
            BlockKind::Paragraph(text) => visitor(&Passage {
                text,
                is_figure: false,
                row: None,
            }),
            BlockKind::Table(table) => {
                for row in &table.rows {
                    visit_row(row, visitor);
                }
            }
            _ => block.parts().for_each(|blocks| visit(blocks, visitor)),
        }
    }
}

/// Visits the cells of a row, whose sentence is the whole row: `Teeth · 5 · 1/2`.
fn visit_row(row: &TableRow, visitor: &mut dyn FnMut(&Passage<'_>)) {
    let shown = row.line();
    let mut start = 0;
    for cell in &row.cells {
        visitor(&Passage {
            text: &cell.text,
            is_figure: cell.quantity.is_some(),
            row: Some((&shown, start)),
        });
        start += cell.text.plain.len() + CELL_GAP.len();
    }
}

const MARKS: [char; 4] = ['.', '!', '?', '\n'];

/// Returns the offset just after a sentence that may end with the mark at byte `at`. Returns `None`
/// if no sentence ends there.
fn sentence_end(text: &str, at: usize) -> Option<usize> {
    let end = at + 1;
    if text[at..].starts_with('\n') {
        return Some(end);
    }
    let closed = text[end..].trim_start_matches(['"', '”', '\'', '’', ')', ']']);
    let ends = closed.starts_with(char::is_whitespace) && !is_abbreviation(&text[..end]);
    ends.then_some(text.len() - closed.len())
}

fn is_abbreviation(text: &str) -> bool {
    let mut words = text.rsplit(|c: char| c.is_whitespace() || c == '(');
    let word = words.next().unwrap_or("");
    ABBREVIATIONS
        .iter()
        .any(|known| word.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn passage(text: &RichText) -> Passage<'_> {
        Passage {
            text,
            is_figure: false,
            row: None,
        }
    }

    #[rstest]
    #[case("é ", "é ")]
    #[case("é", "é")]
    #[case("é ", "é")]
    fn a_sentence_without_an_end_is_cut_round_the_place(#[case] before: &str, #[case] after: &str) {
        let text = format!("{}Term{}", before.repeat(900), after.repeat(900));
        let at = text.find("Term").unwrap();
        let text = RichText {
            plain: text,
            ..RichText::default()
        };
        let passage = passage(&text);
        let (text, place) = passage.sentence(&(at..at + 4));
        let part = &text[place.clone()];
        assert_eq!(&part[passage.within(&(at..at + 4), &place)], "Term");
        assert!(part.len() <= 2 * MAX_REACH, "{}", part.len());
    }

    #[test]
    fn mentions_in_one_sentence_share_it() {
        let text = RichText {
            plain: "zo ".repeat(2000),
            ..RichText::default()
        };
        let passage = passage(&text);
        let mut last = SharedSentence::default();
        let mut sentences: Vec<Arc<str>> = Vec::new();
        for at in (0..text.plain.len()).step_by(3) {
            let (sentence, range) = last.find(&passage, &(at..at + 2));
            assert_eq!(&sentence[range], "zo");
            if sentences
                .last()
                .is_none_or(|last| !Arc::ptr_eq(last, &sentence))
            {
                sentences.push(sentence);
            }
        }
        let length: usize = sentences.iter().map(|sentence| sentence.len()).sum();
        assert!(length <= 2 * text.plain.len(), "{length}");
    }

    #[rstest]
    #[case("One two. Three four. Five.", "Three", "Three four.")]
    #[case("One two. Three four. Five.", "One", "One two.")]
    #[case("One two. Three four. Five", "Five", "Five")]
    #[case("Terms (e.g. cover) count. So.", "cover", "Terms (e.g. cover) count.")]
    #[case("He says \"stop.\" Then goes.", "Then", "Then goes.")]
    #[case("Moves 3.5\" over it. End.", "Moves", "Moves 3.5\" over it.")]
    #[case("a line\nanother line", "another", "another line")]
    fn a_sentence_is_cut_out(#[case] text: &str, #[case] word: &str, #[case] expected: &str) {
        let text = RichText {
            plain: text.to_owned(),
            ..RichText::default()
        };
        let at = text.plain.find(word).unwrap();
        let passage = passage(&text);
        let (text, place) = passage.sentence(&(at..at + word.len()));
        assert_eq!(&text[place], expected);
    }
}
