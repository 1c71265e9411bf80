//! Removes what is around the text of every page: running heads and page numbers. They repeat at the
//! same height, or stand apart from the text there.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use super::page::{Book, PdfPage, PdfPiece};
use super::spans::in_tenths;

/// The number of rows at each edge of a page that may be furniture.
const ROWS: usize = 3;

/// Pieces whose heights differ by at most this many points are on one row.
const SAME_ROW: f32 = 0.5;

/// A running head repeats at least this often, and on one of this many pages.
const MIN_REPEATS: usize = 3;
const MAX_PAGES: usize = 20;

/// A row at the edge of a page.
struct EdgeRow {
    page: usize,
    /// The height, in units that tolerate a small difference.
    height: u32,
    y: f32,
    text: String,
    /// Whether the row is apart from the text below or above it.
    is_apart: bool,
    /// Whether the row may be a running head that changes from chapter to chapter: it is the outermost
    /// one, and its letters are not larger than those of the text.
    is_outer: bool,
}

/// The hash of a row with a sign for each number, at its height.
type Pattern = u64;

/// What repeats in a running head.
#[derive(PartialEq, Eq, Hash)]
enum Repeated {
    Row(Pattern),
    /// A number of a row, by its position, that stays: `Chapter 3`.
    Number(Pattern, usize, i64),
    /// A number of a row, by its position, that counts the pages: its distance from their positions.
    Page(Pattern, usize, i64),
}

impl EdgeRow {
    fn pattern(&self) -> Pattern {
        let mut hasher = FxHasher::default();
        self.height.hash(&mut hasher);
        let mut last = None;
        for c in self.text.chars() {
            let sign = if c.is_numeric() { '#' } else { c };
            if sign != '#' || last != Some('#') {
                sign.hash(&mut hasher);
            }
            last = Some(sign);
        }
        hasher.finish()
    }

    /// Returns the numbers of the row, each with its distance from the position of the page.
    fn numbers(&self) -> impl Iterator<Item = (i64, i64)> {
        let page = i64::try_from(self.page + 1).unwrap_or(0);
        let words = self.text.split(|c: char| !c.is_ascii_digit());
        let numbers = words.filter_map(|word| word.parse::<u16>().ok());
        numbers.map(move |number| (i64::from(number), i64::from(number) - page))
    }
}

/// Counts what repeats at the edges of the pages.
fn repeats(rows: &[EdgeRow]) -> FxHashMap<Repeated, usize> {
    let mut repeats = FxHashMap::default();
    for row in rows {
        let pattern = row.pattern();
        for (at, (number, distance)) in row.numbers().enumerate() {
            let number = Repeated::Number(pattern, at, number);
            let page = Repeated::Page(pattern, at, distance);
            *repeats.entry(number).or_default() += 1;
            *repeats.entry(page).or_default() += 1;
        }
        *repeats.entry(Repeated::Row(pattern)).or_default() += 1;
    }
    repeats
}

/// Whether a row is a running head: it repeats, and so does each of its numbers, or it counts the pages.
/// `Appendix 1` is not repeated by `Appendix 2`.
fn is_repeated(row: &EdgeRow, repeats: &FxHashMap<Repeated, usize>, pages: usize) -> bool {
    let pattern = row.pattern();
    let count = |repeated: Repeated| repeats.get(&repeated).copied().unwrap_or(0);
    let are_explained = row.numbers().enumerate().all(|(at, (number, distance))| {
        let number = count(Repeated::Number(pattern, at, number));
        let page = count(Repeated::Page(pattern, at, distance));
        number.max(page) >= MIN_REPEATS
    });
    let rows = count(Repeated::Row(pattern));
    let is_frequent = rows >= MIN_REPEATS && rows * MAX_PAGES >= pages;
    is_frequent && are_explained && !row.text.is_empty()
}

/// Removes running heads and page numbers. Returns the number of words that were removed.
pub fn remove(book: &mut Book) -> usize {
    let rows: Vec<_> = (0..book.pages.len())
        .flat_map(|page| edge_rows(book, page))
        .collect();
    let pages = book.pages.len();
    let repeats = repeats(&rows);
    let (mut heights, mut apart) = (BTreeMap::<u32, usize>::new(), BTreeMap::<u32, usize>::new());
    for row in &rows {
        *heights.entry(row.height).or_default() += 1;
        *apart.entry(row.height).or_default() += usize::from(row.is_apart);
    }
    let is_furniture = |row: &EdgeRow| {
        let is_band =
            apart[&row.height] * 5 >= pages * 2 && pages >= 4 && row.is_apart && row.is_outer;
        let is_number = row
            .text
            .trim_matches(|c: char| !c.is_alphanumeric())
            .parse::<u32>()
            .is_ok();
        is_repeated(row, &repeats, pages)
            || is_band
            || is_number && row.is_apart && heights[&row.height] >= 2
    };
    let removed: Vec<_> = rows.into_iter().filter(is_furniture).collect();
    number_pages(book, &removed);
    let mut words = 0;
    for row in &removed {
        let page = &mut book.pages[row.page];
        page.pieces.retain(|piece| !is_on(piece, row.y));
        words += row.text.split_whitespace().count();
    }
    words
}

/// Returns the first and last rows of a page.
fn edge_rows(book: &Book, at: usize) -> Vec<EdgeRow> {
    let page = &book.pages[at];
    let mut heights: Vec<f32> = page.pieces.iter().map(|piece| piece.y).collect();
    heights.dedup_by(|below, above| (*above - *below).abs() <= SAME_ROW);
    let apart = book.styles.leading * 1.45;
    let is_edge = |y: f32| y > page.height * 0.86 || y < page.height * 0.14;
    let mut rows = Vec::new();
    for (row, y) in heights.iter().enumerate() {
        let from_end = heights.len() - 1 - row;
        if row >= ROWS && from_end >= ROWS || !is_edge(*y) || heights.len() < 2 {
            continue;
        }
        let is_top = *y > page.height / 2.0;
        let next = if is_top { row + 1 } else { row.wrapping_sub(1) };
        let is_apart = heights
            .get(next)
            .is_none_or(|next| (next - y).abs() > apart);
        let pieces = page.pieces.iter().filter(|piece| is_on(piece, *y));
        let is_large = |piece: &PdfPiece| piece.size > book.styles.size * 1.15;
        rows.push(EdgeRow {
            page: at,
            height: in_tenths(*y) / 30,
            y: *y,
            text: row_text(page, *y),
            is_apart,
            is_outer: (row == 0 || from_end == 0) && !pieces.into_iter().any(is_large),
        });
    }
    rows
}

/// Whether a piece is on the row at a height.
fn is_on(piece: &PdfPiece, y: f32) -> bool {
    (piece.y - y).abs() <= SAME_ROW
}

fn row_text(page: &PdfPage, y: f32) -> String {
    let pieces = page.pieces.iter().filter(|piece| is_on(piece, y));
    let texts: Vec<_> = pieces.map(|piece| piece.text().trim().to_owned()).collect();
    texts.join(" ")
}

/// Numbers the pages as printed, if the furniture of most pages has their number.
fn number_pages(book: &mut Book, removed: &[EdgeRow]) {
    let mut offsets: BTreeMap<i64, usize> = BTreeMap::new();
    for (_, distance) in removed.iter().flat_map(EdgeRow::numbers) {
        *offsets.entry(distance).or_default() += 1;
    }
    let best = offsets.iter().max_by_key(|(_, count)| **count);
    if let Some((offset, count)) = best
        && count * 2 > book.pages.len()
    {
        for (position, page) in (1_i64..).zip(&mut book.pages) {
            page.number = u32::try_from(position + offset).unwrap_or(page.number);
        }
    }
}
