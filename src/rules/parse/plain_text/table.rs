//! Parses tables whose cells are separated by tabs or wide gaps.

use super::aligned::{self, Cells};
use super::line::{TextLine, append};
use super::prose::push_label;
use super::title::is_capitals;
use crate::quantity::{Quantity, Value};
use crate::rules::model::{Block, BlockKind, Cell, RichText, Table, TableRow};
use crate::rules::parse::item::Item;
use crate::rules::parse::table::finish;
use crate::source::Span;

const HEADING_LEVEL: u8 = 3;

/// The maximum length, in bytes, of a cell in a header, and of a name in capitals that starts a
/// row.
const MAX_HEAD_LENGTH: usize = 40;

/// A table whose rows differ too much in length becomes paragraphs. The rows differ too much if the
/// missing cells outnumber the cells of the table by more than this number.
const MAX_FILLING: usize = 4096;

/// Reads a text that is only a table: rows of tabs with the same number of cells. Its first row is the
/// header.
pub fn whole(lines: &[TextLine<'_>]) -> Option<Block> {
    let count = lines.first()?.cells().count();
    let is_row = |line: &TextLine<'_>| line.is_tabbed() && line.cells().count() == count;
    if lines.len() < 2 || !lines.iter().all(is_row) {
        return None;
    }
    let cells = |line: &TextLine<'_>| {
        let cells = line.cells().map(|cell| line.part_of(cell));
        (cells.collect(), line.span())
    };
    Some(table_block(lines.iter().map(cells).collect()))
}

/// Reads the table at the start of `lines`: lines whose columns are aligned with spaces, or
/// consecutive rows. Returns the items and the number of lines read.
pub fn read(lines: &[TextLine<'_>], wrapped: bool) -> Option<(Vec<Item>, usize)> {
    if let Some((rows, line_count)) = aligned::rows(lines) {
        return Some((table(rows, false), line_count));
    }
    if !lines.first()?.is_row() {
        return None;
    }
    let (mut rows, line_count) = rows(lines, wrapped);
    drop_empty_columns(&mut rows);
    let widths = rows.iter().map(|(cells, _)| cells.len());
    let (width, cells) = (widths.clone().max().unwrap_or(0), widths.sum::<usize>());
    let too_ragged = width * rows.len() > 2 * cells + MAX_FILLING;
    let most = |is_entry: fn(&[RichText]) -> bool| {
        let entries = rows.iter().filter(|(cells, _)| is_entry(cells)).count();
        entries * 2 > rows.len()
    };
    let items = if rows.len() < 2 || width < 2 || too_ragged {
        rows.iter()
            .map(|(cells, span)| paragraph(joined(cells, " | "), *span))
            .collect()
    } else if most(is_priced) {
        entries(&rows, priced_name_length)
    } else if !is_head(&rows[0].0) && most(|cells| row_name_length(cells).is_some()) {
        entries(&rows, row_name_length)
    } else {
        table(rows, lines[0].starts_paragraph)
    };
    Some((items, line_count))
}

/// Reads consecutive rows. Returns them and the number of lines read.
///
/// In hard-wrapped text, a line that is not a row continues the last filled cell of the row above,
/// and a blank line may separate rows with consecutive dice keys (`2-3`, `4-5`).
fn rows(lines: &[TextLine<'_>], wrapped: bool) -> (Vec<Cells>, usize) {
    let mut rows: Vec<Cells> = Vec::new();
    let mut line_count = 0;
    while let Some(line) = lines.get(line_count) {
        let above = rows.last_mut();
        if line.is_row()
            && above
                .as_ref()
                .is_none_or(|(above, _)| !line.starts_paragraph || wrapped && follows(above, line))
        {
            let cells = line.cells().map(|cell| line.part(cell).rich());
            rows.push((cells.collect(), line.span()));
        } else if let Some((cells, span)) = above
            && wrapped
            && !line.is_marker
            && (!line.starts_paragraph || continues_row(&lines[line_count..], cells))
            && let Some(cell) = cells.iter_mut().rev().find(|cell| !cell.is_blank())
        {
            append(cell, line);
            *span = span.to(line.span());
        } else {
            break;
        }
        line_count += 1;
    }
    (rows, line_count)
}

/// Whether the dice key in the first cell of `line`, such as `4-5`, follows the key of the row
/// `above`, such as `2-3`. Any key follows a row without a key.
fn follows(above: &[RichText], line: &TextLine<'_>) -> bool {
    let low = line.cells().find(|cell| !cell.is_empty()).and_then(key);
    let above = above.iter().find(|cell| !cell.is_blank());
    let high = above.and_then(|cell| key(&cell.plain));
    low.is_some_and(|(low, _)| high.is_none_or(|(_, high)| Some(low) == high.map(|high| high + 1)))
}

/// Whether the text at the start of `lines` continues the row `above` after a blank line. It does
/// if the next paragraph starts within a few lines with a row whose dice key follows the key of
/// `above`.
fn continues_row(lines: &[TextLine<'_>], above: &[RichText]) -> bool {
    let next = lines
        .iter()
        .take(6)
        .skip(1)
        .find(|line| line.starts_paragraph);
    next.is_some_and(|next| next.is_row() && follows(above, next))
}

fn key(text: &str) -> Option<(u32, Option<u32>)> {
    match Quantity::dice_key(text)?.value {
        Value::Range(low, high) => Some((low, high)),
        _ => None,
    }
}

/// Removes the empty columns on the left, which only indent the table, and the empty cells at the
/// end of each row.
fn drop_empty_columns(rows: &mut [Cells]) {
    let is_filled = |cell: &RichText| !cell.is_blank();
    let indent = |(cells, _): &Cells| cells.iter().position(is_filled);
    let indent = rows.iter().filter_map(indent).min().unwrap_or(0);
    for (cells, _) in rows {
        cells.drain(..indent.min(cells.len()));
        let last = cells.iter().rposition(is_filled);
        cells.truncate(last.map_or(0, |last| last + 1));
    }
}

fn table(mut rows: Vec<Cells>, starts_paragraph: bool) -> Vec<Item> {
    let mut items = Vec::new();
    let (head, span) = &mut rows[0];
    if !is_head(head) {
        let head = (Vec::new(), *span);
        rows.insert(0, head);
    } else if starts_paragraph && let Some(text) = caption(head) {
        items.push(heading(text, *span));
    }
    items.push(Item::Block(table_block(rows)));
    items
}

/// Builds a table from its rows, header first.
pub fn table_block(rows: Vec<Cells>) -> Block {
    let spans = rows.iter().map(|(_, span)| *span);
    let span = spans.reduce(Span::to).unwrap_or_default();
    let rows = rows.into_iter().map(|(cells, span)| {
        let cells = cells.into_iter().map(Cell::from).collect();
        TableRow { cells, span }
    });
    let mut table = Table {
        rows: rows.collect(),
        ..Table::default()
    };
    finish(&mut table);
    Block::new(BlockKind::Table(table), span)
}

fn heading(text: RichText, span: Span) -> Item {
    let level = HEADING_LEVEL;
    Item::Heading { level, text, span }
}

/// Whether a row can be the header of a table: no cell is long or a sentence.
fn is_head(cells: &[RichText]) -> bool {
    let is_sentence = |text: &str| text.ends_with('.') && text.contains(' ');
    cells
        .iter()
        .map(|cell| cell.plain.as_str())
        .all(|text| text.len() <= MAX_HEAD_LENGTH && !is_sentence(text))
}

/// Finds the caption of a table in its header.
///
/// A header has no caption if it consists of short labels (`STR DEX CON`), if its first filled cell
/// is a value (`D6 | Result`), or if its first cell is empty and several others are filled. In any
/// other header, the first filled cell is the caption if it has at least four letters, and is then
/// removed from the header. Otherwise, if several cells are filled, the whole header is the
/// caption, and stays unchanged.
fn caption(head: &mut [RichText]) -> Option<RichText> {
    let mut filled = head.iter().enumerate().filter(|(_, cell)| !cell.is_blank());
    let (at, name) = filled.next()?;
    let is_only = filled.next().is_none();
    if at > 0 && !is_only || Quantity::parse(&name.plain).is_some() {
        return None;
    }
    if name.plain.chars().filter(|c| c.is_alphabetic()).count() >= 4 {
        return Some(std::mem::take(&mut head[at]));
    }
    let is_long = |cell: &RichText| cell.plain.trim().len() > 3;
    (!is_only && head.iter().any(is_long)).then(|| joined(head, " "))
}

/// Whether a row starts with a name and a price: `Assault Rifle +20 0-10 10-30 3`.
fn is_priced(cells: &[RichText]) -> bool {
    let first = cells.first().map_or("", |cell| &cell.plain);
    price(first).is_some_and(|at| first[at..].starts_with(" +"))
}

/// Finds the byte offset of the space before a price (`+20`) or, without a price, before the first
/// number.
fn price(text: &str) -> Option<usize> {
    let is_digit = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    let mut gaps = text.match_indices(' ').map(|(at, _)| at);
    let signed = |at: &usize| text[at + 1..].strip_prefix('+').is_some_and(is_digit);
    let price = gaps.clone().find(signed);
    price.or_else(|| gaps.find(|at| is_digit(&text[at + 1..])))
}

fn priced_name_length(cells: &[RichText]) -> Option<usize> {
    price(&cells.first()?.plain)
}

/// Returns the byte length of the first cell if it is the name of the row: in capitals, and
/// followed by at least two cells.
fn row_name_length(cells: &[RichText]) -> Option<usize> {
    let first = &cells.first()?.plain;
    let is_name = cells.len() > 2 && is_capitals(first) && first.len() <= MAX_HEAD_LENGTH;
    is_name.then_some(first.len())
}

/// Turns each row that starts with a name into a paragraph with the name as its label. The
/// paragraph later becomes a run-in rule. A header right above the first of these rows becomes a
/// heading. `name` returns the byte length of the name in a row.
fn entries(rows: &[Cells], name: fn(&[RichText]) -> Option<usize>) -> Vec<Item> {
    let first = rows.iter().position(|(cells, _)| name(cells).is_some());
    let items = rows.iter().enumerate().map(|(at, (cells, span))| {
        if let Some(end) = name(cells) {
            let named = cells[0].slice(0..end);
            let mut text = RichText::default();
            push_label(&mut text, &format!("{}:", named.plain), named.span());
            text.push_plain(" ", named.span());
            let mut rest = cells.clone();
            rest[0] = cells[0].after(end);
            text.extend(&joined(&rest, " | "));
            paragraph(text, *span)
        } else if first == Some(at + 1) && is_head(cells) {
            heading(joined(cells, " "), *span)
        } else {
            paragraph(joined(cells, " | "), *span)
        }
    });
    items.collect()
}

fn paragraph(text: RichText, span: Span) -> Item {
    Item::Block(Block::new(BlockKind::Paragraph(text), span))
}

fn joined(cells: &[RichText], between: &str) -> RichText {
    let mut all = RichText::default();
    for cell in cells.iter().filter(|cell| !cell.is_blank()) {
        if !all.plain.is_empty() {
            all.push_plain(between, cell.span());
        }
        all.extend(cell);
    }
    all
}
