//! Finds tables whose columns are aligned with spaces.

use std::collections::BTreeSet;
use std::ops::Range;

use super::line::{TextLine, append, span_of_lines};
use crate::rules::model::RichText;
use crate::rules::parse::number::rule_number;
use crate::source::Span;

/// The minimum number of rows below the header. A single row below a line that names it is enough if
/// three cells of the header are aligned with it.
const MIN_ROWS: usize = 2;

/// A line that is not aligned with the columns of this many lines below it is no header.
const MAX_UNALIGNED: usize = 64;

/// The cells of a row, and the span of the row.
pub type Cells = (Vec<RichText>, Span);

/// Reads the table at the start of `lines`. Returns its rows, header first, and the number of lines
/// read. An indented header has two lines.
///
/// Each row must have text in at least two places. Below the header, each text covers a range of
/// characters, and overlapping ranges are joined. The first range below each cell of the header is
/// a column. Two cells of the header must be aligned with columns. Text that starts between two
/// columns belongs to the column on the left. A line with a single text may name the rows below it:
/// see [`is_group`].
pub fn rows(lines: &[TextLine<'_>]) -> Option<(Vec<Cells>, usize)> {
    let is_indented = lines.first()?.columns().next()?.0.start > 0;
    let (head, body) = lines.split_at_checked(1 + usize::from(is_indented))?;
    let (heads, titles): (Vec<_>, Vec<_>) = head.iter().flat_map(TextLine::columns).unzip();
    if !head.iter().all(is_row) || head.last()?.starts_paragraph && is_indented {
        return None;
    }
    // The first column below each cell of the header.
    let headed = |columns: &[Range<usize>]| {
        let below = |head: &Range<usize>| columns.iter().position(|column| overlap(head, column));
        let columns_below: BTreeSet<_> = heads.iter().filter_map(below).collect();
        let columns = columns_below.into_iter().map(|at| columns[at].clone());
        columns.collect::<Vec<_>>()
    };
    // The number of cells of the header that are aligned with columns.
    let aligned_heads = |columns: &[Range<usize>]| {
        let heads = heads.iter().filter(|head| shares_edge(columns, head));
        heads.count()
    };
    let (mut ranges, mut columns) = (Vec::new(), Vec::new());
    let (mut row_count, mut line_count) = (0, 0);
    let mut is_table = false;
    for (at, line) in body.iter().enumerate() {
        if at == line_count && is_group(line) {
            continue;
        }
        let known = if columns.is_empty() { &heads } else { &columns };
        let is_other = at > line_count && !belongs_to_group(line, known, &titles);
        if line.starts_paragraph || !is_row(line) || is_other {
            break;
        }
        let mut wider: Vec<Range<usize>> = ranges.clone();
        for (place, _) in line.columns() {
            add(&mut wider, place);
        }
        let wider_columns = headed(&wider);
        // The line does not fit the columns of the lines above.
        if wider_columns.len() < columns.len().max(2) {
            break;
        }
        (ranges, columns) = (wider, wider_columns);
        (row_count, line_count) = (row_count + 1, at + 1);
        if !is_table {
            let aligned = aligned_heads(&columns);
            let has_group = line_count > row_count;
            is_table = aligned > 1 && row_count >= MIN_ROWS || aligned > 2 && has_group;
            if !is_table && line_count > MAX_UNALIGNED {
                break;
            }
        }
    }
    if !is_table {
        return None;
    }
    let mut rows = vec![row(head, &columns)];
    rows.extend(body[..line_count].chunks(1).map(|line| row(line, &columns)));
    Some((rows, head.len() + line_count))
}

/// Whether a line may name the rows below it, such as `Ammunition` in a list of prices: it has a
/// single text at its start, which is no running text and has no number, and it follows another line
/// directly.
fn is_group(line: &TextLine<'_>) -> bool {
    let mut columns = line.columns();
    let is_first = columns.next().is_some_and(|(place, _)| place.start == 0);
    let is_item = line.is_marker || line.bullet().is_some() || line.numbered().is_some();
    is_first
        && columns.next().is_none()
        && !is_item
        && !line.is_prose()
        && !line.starts_paragraph
        && rule_number(line.text).is_none()
}

/// Whether the line below a group is a row of the table with these columns and titles, not a sentence
/// or the header of another table.
fn belongs_to_group(line: &TextLine<'_>, columns: &[Range<usize>], titles: &[&str]) -> bool {
    let mut cells = line.columns().skip(1);
    let is_title = |text: &str| text.starts_with(char::is_uppercase) && titles.contains(&text);
    !cells.clone().any(|(_, text)| is_title(text))
        && cells.any(|(place, _)| shares_edge(columns, &place))
}

fn is_row(line: &TextLine<'_>) -> bool {
    !line.is_marker && line.bullet().is_none() && line.columns().nth(1).is_some()
}

/// Adds a range to `columns`, and joins it with those that it overlaps or touches.
fn add(columns: &mut Vec<Range<usize>>, mut place: Range<usize>) {
    let first = columns.partition_point(|column| column.end < place.start);
    let end = columns.partition_point(|column| column.start <= place.end);
    for column in columns.drain(first..end) {
        place = place.start.min(column.start)..place.end.max(column.end);
    }
    columns.insert(first, place);
}

/// Whether a range starts where one of `columns` starts, or ends where it ends.
fn shares_edge(columns: &[Range<usize>], place: &Range<usize>) -> bool {
    let mut columns = columns.iter();
    columns.any(|column| column.start == place.start || column.end == place.end)
}

fn overlap(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end
}

/// Puts the texts of `lines` into the cells of one row.
fn row(lines: &[TextLine<'_>], columns: &[Range<usize>]) -> Cells {
    let mut cells = vec![RichText::default(); columns.len()];
    for line in lines {
        for (place, text) in line.columns() {
            let at = columns.partition_point(|column| column.start <= place.start);
            append(&mut cells[at.saturating_sub(1)], &line.part(text));
        }
    }
    (cells, span_of_lines(lines))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::rules::parse::plain_text::line::lines;

    #[rstest]
    #[case(
        "Level  Guard  Bonus  Rats\n1st    +2            One,  two\n2nd    +2            Seven\nText.",
        &["Level|Guard Bonus|Rats", "1st|+2|One, two", "2nd|+2|Seven"]
    )]
    #[case(
        "       Guard         Dens\nLevel  Bonus  Rats   1st\n1st    +2     A bat  2\n2nd    +2     -      3",
        &["Level|Guard Bonus|Rats|Dens 1st", "1st|+2|A bat|2", "2nd|+2|-|3"]
    )]
    #[case(
        "Item    Cost\nTame\nRat     1 gp\nSaddle\nOld     2 gp\nOther goods\nText.",
        &["Item|Cost", "Tame|", "Rat|1 gp", "Saddle|", "Old|2 gp"]
    )]
    #[case::other_words(
        "Item    Cost\nRat     1 gp\nBat     2 gp\nLoose\nA  ferret  bites  a  man",
        &["Item|Cost", "Rat|1 gp", "Bat|2 gp"]
    )]
    #[case::sentences(
        "Item      Cost\nRat       1 gp\nBat       2 gp\nThe Ferret\nIt bites.  It also runs to the next river, and dives into it.",
        &["Item|Cost", "Rat|1 gp", "Bat|2 gp"]
    )]
    #[case::another_table(
        "Pet       Cost\nRat       1 gp\nBat       2 gp\nWeapons\nWeapon    Cost\nSword     5 gp",
        &["Pet|Cost", "Rat|1 gp", "Bat|2 gp"]
    )]
    #[case::a_rule(
        "Pet       Cost\nRat       1 gp\nBat       2 gp\n100.2. Weapons\nSword     5 gp",
        &["Pet|Cost", "Rat|1 gp", "Bat|2 gp"]
    )]
    #[case::a_row_over_two_columns(
        "Pet       Cost\nRat       1 gp\nBat       2 gp\nA large crocodile  3 gp",
        &["Pet|Cost", "Rat|1 gp", "Bat|2 gp"]
    )]
    #[case::aligned_at_the_right(
        "Pet             Cost\nRat              1 gp\nBat             12 gp\nTame\nA cat          100 gp",
        &["Pet|Cost", "Rat|1 gp", "Bat|12 gp", "Tame|", "A cat|100 gp"]
    )]
    #[case::a_row_below_its_name(
        "Armor   Cost  Weight\nLight Armor\nPadded  5 gp  8 lb.",
        &["Armor|Cost|Weight", "Light Armor||", "Padded|5 gp|8 lb."]
    )]
    #[case("STR 10  DEX 12\nSpeed\nCON 11  INT 13", &[])]
    #[case("The rat bites.  It then runs.\nThe rat swims\nThe bat flies.  It then dives.", &[])]
    #[case("A rat.  It runs.\nIt bites.  It runs away.\nAll rats.  They are tired.", &[])]
    #[case("A  b\n1  2", &[])]
    #[case("A  b\n1  2\n\n3  4", &[])]
    fn columns_are_found_by_their_places(#[case] text: &str, #[case] expected: &[&str]) {
        let rows = rows(&lines(text, 0)).map_or(Vec::new(), |(rows, _)| rows);
        let texts = |(cells, _): &Cells| {
            let cells: Vec<_> = cells.iter().map(|cell| cell.plain.as_str()).collect();
            cells.join("|")
        };
        assert_eq!(rows.iter().map(texts).collect::<Vec<_>>(), expected);
    }
}
