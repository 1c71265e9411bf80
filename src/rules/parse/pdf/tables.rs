//! Finds tables: lines whose pieces are in the same columns.

use super::columns::PdfLine;

/// A table has at least this many rows.
const MIN_ROWS: usize = 3;

/// A table of a page.
pub struct PdfTable {
    /// The texts of the cells, row by row.
    pub rows: Vec<Vec<String>>,
    pub line_count: usize,
}

/// Reads the table that starts at the first line; `None` if there is none, or its columns are not
/// clear.
pub fn read(lines: &[PdfLine], leading: f32) -> Option<PdfTable> {
    let first = lines.first().filter(|line| line.pieces.len() > 1)?;
    let mut end = 1;
    let mut rows = 1;
    while let Some(line) = lines.get(end) {
        let is_near = line
            .distance
            .is_some_and(|distance| distance > 0.0 && distance < 2.6 * leading);
        let is_row = line.pieces.len() > 1;
        // A single piece goes on in a cell above, and is not as wide as the column of the page.
        let is_rest = line.pieces.len() == 1
            && line
                .distance
                .is_some_and(|distance| distance < 1.35 * leading)
            && line.end - line.x < 0.75 * (line.right - line.left);
        if line.page != first.page || !is_near || !(is_row || is_rest) {
            break;
        }
        rows += usize::from(is_row);
        end += 1;
    }
    // Lines of text after the last row are not part of the table.
    while lines[end - 1].pieces.len() == 1 && lines[end - 1].x < first.left + 2.0 {
        end -= 1;
    }
    if rows < MIN_ROWS {
        return None;
    }
    let lines = &lines[..end];
    let columns = columns(lines)?;
    let mut table: Vec<Vec<String>> = Vec::new();
    for line in lines {
        let mut cells = vec![String::new(); columns.len()];
        for piece in &line.pieces {
            let middle = f32::midpoint(piece.x, piece.end);
            let at = columns
                .iter()
                .position(|column| middle >= column.0 - 1.0 && middle <= column.1 + 1.0)?;
            if !cells[at].is_empty() {
                return None;
            }
            piece.text().trim().clone_into(&mut cells[at]);
        }
        let is_rest = cells.iter().filter(|cell| !cell.is_empty()).count() == 1
            && cells[0].is_empty()
            || line.pieces.len() == 1
                && line
                    .distance
                    .is_some_and(|distance| distance < 1.2 * leading);
        match table.last_mut() {
            Some(above) if is_rest => {
                for (cell, more) in above.iter_mut().zip(cells) {
                    if !more.is_empty() && !cell.is_empty() {
                        cell.push(' ');
                    }
                    cell.push_str(&more);
                }
            }
            _ => table.push(cells),
        }
    }
    (table.len() >= MIN_ROWS).then_some(PdfTable {
        rows: table,
        line_count: end,
    })
}

/// Returns the left and right edges of the columns: pieces that overlap are in one column. Returns
/// `None` if there is only one.
fn columns(lines: &[PdfLine]) -> Option<Vec<(f32, f32)>> {
    let mut edges: Vec<_> = lines
        .iter()
        .flat_map(|line| &line.pieces)
        .map(|piece| (piece.x, piece.end))
        .collect();
    edges.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut columns: Vec<(f32, f32)> = Vec::new();
    for (x, end) in edges {
        match columns.last_mut() {
            Some(column) if x <= column.1 => column.1 = column.1.max(end),
            _ => columns.push((x, end)),
        }
    }
    (columns.len() > 1).then_some(columns)
}
