//! Finds tables whose columns are aligned with spaces.

use std::collections::BTreeSet;
use std::ops::Range;

use super::line::{TextLine, append, span_of_lines};
use crate::rules::model::RichText;
use crate::source::Span;

/// The minimum number of rows below the header.
const MIN_ROWS: usize = 2;

/// The cells of a row, and the span of the row.
pub type Cells = (Vec<RichText>, Span);

/// Reads the table at the start of `lines`. Returns its rows, header first, and the number of lines
/// read. An indented header has two lines.
///
/// Each row must have text in at least two places, or name the rows below it. Below the header, each text covers a range of
/// characters, and overlapping ranges are joined. The first range below each cell of the header is
/// a column. Text that starts between two columns belongs to the column on the left.
pub fn rows(lines: &[TextLine<'_>]) -> Option<(Vec<Cells>, usize)> {
    let is_indented = lines.first()?.columns().next()?.0.start > 0;
    let (head, body) = lines.split_at_checked(1 + usize::from(is_indented))?;
    let heads: Vec<_> = head
        .iter()
        .flat_map(TextLine::columns)
        .map(|(place, _)| place)
        .collect();
    if !head.iter().all(is_row) || head.last()?.starts_paragraph && is_indented {
        return None;
    }
    // The first column below each cell of the header.
    let headed = |columns: &[Range<usize>]| {
        let below = |head: &Range<usize>| columns.iter().position(|column| overlap(head, column));
        heads.iter().filter_map(below).collect::<BTreeSet<_>>()
    };
    let (mut columns, mut count) = (Vec::new(), 0);
    for (at, line) in body.iter().enumerate() {
        // A line that names rows belongs to the table only if the next line is a row.
        if at == count && is_group(line) {
            continue;
        }
        if line.starts_paragraph || !is_row(line) {
            break;
        }
        let mut wider: Vec<Range<usize>> = columns.clone();
        for (place, _) in line.columns() {
            add(&mut wider, place);
        }
        // The line does not fit the columns of the lines above.
        if headed(&wider).len() < headed(&columns).len().max(2) {
            break;
        }
        columns = wider;
        count = at + 1;
    }
    let columns: Vec<_> = headed(&columns)
        .into_iter()
        .map(|at| columns[at].clone())
        .collect();
    let is_aligned = |head: &&Range<usize>| {
        columns
            .iter()
            .any(|column| column.start == head.start || column.end == head.end)
    };
    if count < MIN_ROWS || heads.iter().filter(is_aligned).count() < 2 {
        return None;
    }
    let mut rows = vec![row(head, &columns)];
    rows.extend(body[..count].chunks(1).map(|line| row(line, &columns)));
    Some((rows, head.len() + count))
}

/// Whether a line may name the rows below it, such as `Ammunition` in a list of prices.
fn is_group(line: &TextLine<'_>) -> bool {
    let mut columns = line.columns();
    let is_first = columns.next().is_some_and(|(place, _)| place.start == 0);
    let is_text = line.is_marker || line.bullet().is_some() || line.is_prose();
    is_first && columns.next().is_none() && !is_text && !line.starts_paragraph
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
    #[case(
        "Item    Cost\nRat     1 gp\nBat     2 gp\nLoose\nA  ferret  bites  a  man",
        &["Item|Cost", "Rat|1 gp", "Bat|2 gp"]
    )]
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
