//! Walks through the texts of sections, and finds the sentence around a position in a text.

use std::cell::OnceCell;
use std::iter;
use std::num::NonZero;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, ScopedJoinHandle};

use super::words::trimmed;
use crate::quantity::Quantity;
use crate::rules::{
    Block, BlockKind, Blocks, DocumentRef, GameRef, RichText, Rulebook, Section, SectionRef, Table,
    TableRow,
};

/// The separator between the cells of a table row that is shown as a sentence.
const CELL_GAP: &str = " · ";

/// The number of documents that a thread takes at a time. Fewer documents are not worth a second
/// thread.
const SHARE: usize = 64;

/// The maximum length of a sentence in bytes. A longer sentence is probably text without full
/// stops, and is cut.
const MAX_SENTENCE_LENGTH: usize = 600;

/// Abbreviations whose full stop does not end a sentence.
const ABBREVIATIONS: [&str; 8] = ["e.g.", "i.e.", "etc.", "vs.", "cf.", "approx.", "no.", "p."];

/// A text of a section: a paragraph or a table cell.
pub struct Passage<'a> {
    pub text: &'a RichText,
    /// Whether the text is a table cell that was read as a figure.
    pub is_figure: bool,
    /// For a table cell: the text of its row, and the offset of the cell in that text.
    row: Option<(&'a str, usize)>,
    /// The offsets where the sentences of the text end.
    ends: OnceCell<Vec<usize>>,
}

impl<'a> Passage<'a> {
    fn new(text: &'a RichText) -> Self {
        Self {
            text,
            is_figure: false,
            row: None,
            ends: OnceCell::new(),
        }
    }

    /// Returns the sentence in which `range` begins, and `range` relative to the start of the
    /// sentence. For a table cell, the sentence is the whole row. A very long sentence is cut
    /// around the range.
    pub fn sentence(&self, range: &Range<usize>) -> (&str, Range<usize>) {
        if let Some((row, start)) = self.row {
            return around(row, &(start + range.start..start + range.end));
        }
        let sentence = self.sentence_at(range.start);
        let inner = range.start - sentence.start..range.end.min(sentence.end) - sentence.start;
        around(&self.text.plain[sentence], &inner)
    }

    fn sentence_at(&self, at: usize) -> Range<usize> {
        let plain = &self.text.plain;
        let ends = self.ends.get_or_init(|| sentence_ends(plain).collect());
        let index = ends.partition_point(|end| *end <= at);
        let start = index.checked_sub(1).map_or(0, |before| ends[before]);
        let end = ends.get(index).copied().unwrap_or(plain.len());
        trimmed(plain, start..end)
    }
}

/// Divides the documents of a game, or all documents if `game` is `None`, into shares. Calls `work`
/// once for each share, with the sections of its documents. Several threads do this in parallel.
/// Returns the results in reading order.
pub fn walk_in_parallel<T: Send>(
    book: &Rulebook,
    game: Option<GameRef>,
    work: impl Fn(&mut dyn Iterator<Item = (SectionRef, &Section, Blocks)>) -> T + Sync,
) -> Vec<T> {
    let documents: Vec<_> = documents(book, game).collect();
    let shares: Vec<_> = documents.chunks(SHARE).collect();
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let next = AtomicUsize::new(0);
    let take = || {
        let at = next.fetch_add(1, Ordering::Relaxed);
        let mut sections = shares
            .get(at)?
            .iter()
            .flat_map(|document| book.walk_document(*document));
        Some((at, work(&mut sections)))
    };
    let mut results = thread::scope(|scope| {
        let start = |_| scope.spawn(|| iter::from_fn(take).collect::<Vec<_>>());
        let workers: Vec<_> = (0..threads.min(shares.len())).map(start).collect();
        let results = workers.into_iter().map(ScopedJoinHandle::join);
        results
            .flat_map(|result| result.unwrap_or_else(|panic| resume_unwind(panic)))
            .collect::<Vec<_>>()
    });
    results.sort_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Returns the documents of a game, or all documents if `game` is `None`, in reading order.
pub fn documents(book: &Rulebook, game: Option<GameRef>) -> impl Iterator<Item = DocumentRef> {
    let all = (0..).map(DocumentRef).zip(&book.documents);
    all.filter(move |(_, document)| game.is_none_or(|game| game == document.game))
        .map(|(at, _)| at)
}

/// Calls `visitor` with each paragraph and each cell of a table row, in reading order.
pub fn visit(blocks: &[Block], visitor: &mut dyn FnMut(&Passage<'_>)) {
    for block in blocks {
        match &block.kind {
            BlockKind::Paragraph(text) => visitor(&Passage::new(text)),
            BlockKind::Table(table) => {
                for row in &table.rows {
                    visit_row(table, row, visitor);
                }
            }
            _ => block.parts().for_each(|blocks| visit(blocks, visitor)),
        }
    }
}

/// Returns the name and value of each datacard stat that has a value.
pub fn stats(blocks: &[Block]) -> impl Iterator<Item = (&str, &Quantity)> {
    let stats = blocks.iter().flat_map(|block| match &block.kind {
        BlockKind::Stats(stats) => stats.as_slice(),
        _ => &[],
    });
    stats.filter_map(|stat| Some((stat.name.as_str(), stat.quantity.as_ref()?)))
}

/// The maximum length in bytes of a column head that is repeated before the figures of its column.
const MAX_HEAD_LENGTH: usize = 40;

/// Visits the cells of a row. In a row of more than two cells, the sentence repeats the column head
/// before each cell that was read as a figure: `Melee · Teeth · ATK 5`.
fn visit_row(table: &Table, row: &TableRow, visitor: &mut dyn FnMut(&Passage<'_>)) {
    let mut shown = String::new();
    let mut starts = Vec::with_capacity(row.cells.len());
    for (column, cell) in row.cells.iter().enumerate() {
        let gap = if column > 0 { CELL_GAP } else { "" };
        shown.push_str(gap);
        let is_named = cell.quantity.is_some() && row.cells.len() > 2;
        let head = table.columns.get(column).filter(|_| is_named);
        let head = head.map_or("", |head| head.name.plain.trim());
        if (1..=MAX_HEAD_LENGTH).contains(&head.len()) {
            shown.push_str(head);
            shown.push(' ');
        }
        starts.push(shown.len());
        shown.push_str(&cell.text.plain);
    }
    let shown = shown.replace('\n', " ");
    for (cell, start) in row.cells.iter().zip(starts) {
        visitor(&Passage {
            is_figure: cell.quantity.is_some(),
            row: Some((&shown, start)),
            ..Passage::new(&cell.text)
        });
    }
}

/// Returns the part of a sentence around a range, and the range in that part. A sentence longer
/// than [`MAX_SENTENCE_LENGTH`] is cut between words; a shorter one stays whole.
fn around<'a>(sentence: &'a str, range: &Range<usize>) -> (&'a str, Range<usize>) {
    let (mut start, mut end) = (0, sentence.len());
    if sentence.len() > MAX_SENTENCE_LENGTH {
        // A space is a single byte, so a cut at a space never splits a character.
        let is_blank = |byte: &u8| *byte == b' ';
        let first = range.start.saturating_sub(MAX_SENTENCE_LENGTH / 2);
        let last = (range.end + MAX_SENTENCE_LENGTH / 2).min(end);
        if first > 0 {
            let mut before = sentence.as_bytes()[first..range.start].iter();
            start = before
                .position(is_blank)
                .map_or(range.start, |at| first + at + 1);
        }
        if last < end {
            let mut after = sentence.as_bytes()[range.end..last].iter();
            end = range.end + after.rposition(is_blank).unwrap_or(0);
        }
    }
    let part = &sentence[start..end];
    (part, range.start - start..range.end - start)
}

/// Returns the offset just after each sentence of a text, except a sentence that nothing follows.
fn sentence_ends(text: &str) -> impl Iterator<Item = usize> + '_ {
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
    #[case("é ", "é ")]
    #[case("é", "é")]
    #[case("é ", "é")]
    fn a_sentence_without_an_end_is_cut_round_the_place(#[case] before: &str, #[case] after: &str) {
        let text = format!("{}Term{}", before.repeat(900), after.repeat(900));
        let at = text.find("Term").unwrap();
        let (part, range) = around(&text, &(at..at + 4));
        assert_eq!(&part[range], "Term");
        assert!(part.len() <= MAX_SENTENCE_LENGTH + 4, "{}", part.len());
    }

    #[test]
    fn a_short_sentence_stays_whole() {
        assert_eq!(around("a Term b", &(2..6)), ("a Term b", 2..6));
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
        let sentence = Passage::new(&text).sentence_at(at);
        assert_eq!(&text.plain[sentence], expected);
    }
}
