//! Tables whose cells are parted by tabs.

use super::line::{Line, clean_up};
use super::title::is_capitals;
use crate::quantity::{Quantity, Value};
use crate::rules::assemble::Item;
use crate::rules::model::block::{Block, BlockKind, Cell, Column, Row, Table};
use crate::rules::model::text::{RichText, Style};
use crate::source::Span;

/// Level of a heading that a table brings along.
const LEVEL: u8 = 3;

/// A cell longer than this is text: its row is no head of columns.
const LONGEST_HEAD: usize = 40;

/// Cells that a table may be filled up with, beyond as many again as it has.
const MOST_FILLING: usize = 4096;

/// A row: its cells with their lines, the first for the place.
type Cells = Vec<RichText>;

/// Reads the run of rows at the start of `lines`. Gives the items and how many lines they took.
pub(super) fn read(lines: &[Line<'_>], wrapped: bool) -> (Vec<Item>, usize) {
    let (mut rows, taken) = rows(lines, wrapped);
    drop_empty_columns(&mut rows);
    let gap = lines.first().is_some_and(|line| line.gap);
    let width = rows.iter().map(|(cells, _)| cells.len()).max().unwrap_or(0);
    let cells: usize = rows.iter().map(|(cells, _)| cells.len()).sum();
    if rows.len() < 2 || width < 2 || width.saturating_mul(rows.len()) > 2 * cells + MOST_FILLING {
        return (
            rows.iter()
                .map(|(cells, span)| paragraph(cells, *span))
                .collect(),
            taken,
        );
    }
    if is_price_list(&rows) {
        return (entries(&rows, priced_name), taken);
    }
    if !is_head(&rows[0].0)
        && rows
            .iter()
            .filter(|(cells, _)| row_name(cells).is_some())
            .count()
            * 2
            > rows.len()
    {
        return (entries(&rows, row_name), taken);
    }
    (table(rows, width, gap), taken)
}

/// The rows of a run, and how many lines they take. In hard-wrapped text the lines below a row that are none themselves
/// belong to its last cell, and a blank line may stand between two rows that follow each other by their keys.
fn rows(lines: &[Line<'_>], wrapped: bool) -> (Vec<(Cells, Span)>, usize) {
    let mut rows: Vec<(Cells, Span)> = Vec::new();
    let mut taken = 0;
    while let Some(line) = lines.get(taken) {
        let first = rows.is_empty();
        if line.is_row()
            && (first || !line.gap || wrapped && follows(rows.last().map(|(cells, _)| cells), line))
        {
            rows.push((
                line.cells().map(|cell| line.rich(cell)).collect(),
                line.span,
            ));
        } else if let Some((cells, span)) = rows.last_mut()
            && wrapped
            && !line.missing
            && line.bullet().is_none()
            && (!line.gap || gap_inside(lines, taken, cells))
            && let Some(cell) = cells.iter_mut().rev().find(|cell| !cell.is_blank())
        {
            super::line::append(cell, line.text, line.span);
            *span = span.to(line.span);
        } else {
            break;
        }
        taken += 1;
    }
    (rows, taken)
}

/// Whether a row's key follows the key of the row before it, as `4-5` does `2-3`; the head's row is followed by any.
fn follows(last: Option<&Cells>, line: &Line<'_>) -> bool {
    let Some((low, _)) = line.cells().find(|cell| !cell.is_empty()).and_then(key) else {
        return false;
    };
    let Some(cells) = last else { return false };
    match cells
        .iter()
        .find(|cell| !cell.is_blank())
        .and_then(|cell| key(&cell.plain))
    {
        Some((_, high)) => high.is_some_and(|high| low == high + 1),
        None => true,
    }
}

/// Whether the text after a blank line still belongs to the row above: a row whose key follows stands right below it.
fn gap_inside(lines: &[Line<'_>], at: usize, cells: &Cells) -> bool {
    let next = lines[at..].iter().take(6).skip(1).find(|line| line.gap);
    next.is_some_and(|next| next.is_row() && follows(Some(cells), next))
}

fn key(text: &str) -> Option<(u32, Option<u32>)> {
    match Quantity::dice_key(text)?.value {
        Value::Range(low, high) => Some((low, high)),
        _ => None,
    }
}

/// Drops the columns at either side that no row fills: tabs that only indent.
fn drop_empty_columns(rows: &mut [(Cells, Span)]) {
    let filled = |cells: &Cells| {
        cells
            .iter()
            .position(|cell| !cell.is_blank())
            .unwrap_or(usize::MAX)
    };
    let indent = rows
        .iter()
        .map(|(cells, _)| filled(cells))
        .min()
        .unwrap_or(0);
    for (cells, _) in rows.iter_mut() {
        cells.drain(..indent.min(cells.len()));
        let end = cells
            .iter()
            .rposition(|cell| !cell.is_blank())
            .map_or(0, |last| last + 1);
        cells.truncate(end);
    }
}

fn table(mut rows: Vec<(Cells, Span)>, width: usize, gap: bool) -> Vec<Item> {
    let span = rows.iter().fold(rows[0].1, |span, (_, row)| span.to(*row));
    let mut items = Vec::new();
    let mut head = Vec::new();
    if is_head(&rows[0].0) {
        let (cells, head_span) = rows.remove(0);
        head = cells;
        if gap && let Some((name, rest)) = caption(&head) {
            items.push(Item::Heading {
                level: LEVEL,
                text: name,
                span: head_span,
            });
            head = rest;
        }
    }
    head.resize(width, RichText::default());
    let columns = head
        .into_iter()
        .map(|name| Column {
            name,
            ..Column::default()
        })
        .collect();
    let rows = rows.into_iter().map(|(mut cells, span)| {
        cells.resize(width, RichText::default());
        Row {
            cells: cells
                .into_iter()
                .map(|text| Cell {
                    text,
                    quantity: None,
                })
                .collect(),
            span,
        }
    });
    let table = Table {
        columns,
        rows: rows.collect(),
        ..Table::default()
    };
    items.push(Item::Block(Block {
        kind: BlockKind::Table(table),
        span,
    }));
    items
}

/// Whether a first row heads the columns: it holds no sentence and no long text.
fn is_head(cells: &Cells) -> bool {
    let sentence = |text: &str| text.ends_with('.') && text.contains(' ');
    cells
        .iter()
        .all(|cell| cell.plain.len() <= LONGEST_HEAD && !sentence(&cell.plain))
}

/// The name that a head's first cell is to the whole table, and the head without it. Where the head is one cell it is
/// the name wherever it stands; a value, such as the dice of `D6 | Result`, is no name.
fn caption(head: &Cells) -> Option<(RichText, Cells)> {
    let at = head.iter().position(|cell| !cell.is_blank())?;
    let only = head.iter().skip(at + 1).all(RichText::is_blank);
    let name = head
        .get(at)
        .filter(|name| (at == 0 || only) && Quantity::parse(&name.plain).is_none())?;
    let mut rest = head.clone();
    if name.plain.chars().filter(|c| c.is_alphabetic()).count() >= 4 {
        let name = name.clone();
        rest[at] = RichText::default();
        return Some((name, rest));
    }
    let cells: Vec<_> = head.iter().filter(|cell| !cell.is_blank()).collect();
    (cells.len() > 1).then(|| (joined(cells.into_iter(), " "), rest))
}

/// Whether most rows start with a name and a price: `Assault Rifle +20 0-10 10-30 3`.
fn is_price_list(rows: &[(Cells, Span)]) -> bool {
    let priced = |cells: &Cells| {
        cells.first().is_some_and(|cell| {
            price(&cell.plain).is_some_and(|at| cell.plain[at..].starts_with(" +"))
        })
    };
    rows.iter().filter(|(cells, _)| priced(cells)).count() * 2 > rows.len()
}

/// Where the price or the first figure after a name starts, with the space before it.
fn price(text: &str) -> Option<usize> {
    let digit = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    let gaps = || text.match_indices(' ').map(|(at, _)| at);
    let signed = gaps().find(|at| text[at + 1..].strip_prefix('+').is_some_and(digit));
    signed.or_else(|| gaps().find(|at| digit(&text[at + 1..])))
}

fn priced_name(cells: &Cells) -> Option<usize> {
    let first = &cells.first()?.plain;
    let at = price(first)?;
    first[..at].starts_with(char::is_uppercase).then_some(at)
}

/// The name of a row of a table without a head: a first cell in capitals beside at least two others.
fn row_name(cells: &Cells) -> Option<usize> {
    let first = &cells.first()?.plain;
    (cells.len() > 2 && is_capitals(first) && first.len() <= LONGEST_HEAD).then_some(first.len())
}

/// Rows as rules of their own, each under its name; what is no such row stays text, and the last text above the first
/// name heads them.
fn entries(rows: &[(Cells, Span)], name: fn(&Cells) -> Option<usize>) -> Vec<Item> {
    let first = rows
        .iter()
        .position(|(cells, _)| name(cells).is_some())
        .unwrap_or(0);
    let items = rows.iter().enumerate().map(|(at, (cells, span))| {
        match (name(cells), cells.split_first()) {
            (Some(end), Some((head, rest))) => {
                let mut text = strong(&head.slice(0..end));
                let after = head.after(end);
                let others = std::iter::once(&after)
                    .chain(rest)
                    .filter(|cell| !cell.is_blank());
                extend(&mut text, &joined(others, " | "));
                Item::Block(Block {
                    kind: BlockKind::Paragraph(text),
                    span: *span,
                })
            }
            _ if at + 1 == first && is_head(cells) => {
                let text = joined(cells.iter().filter(|cell| !cell.is_blank()), " ");
                Item::Heading {
                    level: LEVEL,
                    text,
                    span: *span,
                }
            }
            _ => paragraph(cells, *span),
        }
    });
    items.collect()
}

/// A name as the label of a run-in rule.
fn strong(name: &RichText) -> RichText {
    let bold = Style {
        strong: true,
        ..Style::default()
    };
    let mut text = RichText::default();
    text.push(&name.plain, bold, None, name.span());
    text.push(":", bold, None, name.span());
    text.push(" ", Style::default(), None, name.span());
    text
}

fn paragraph(cells: &Cells, span: Span) -> Item {
    let text = joined(cells.iter().filter(|cell| !cell.is_blank()), " | ");
    Item::Block(Block {
        kind: BlockKind::Paragraph(text),
        span,
    })
}

fn joined<'a>(texts: impl Iterator<Item = &'a RichText>, between: &str) -> RichText {
    let mut all = RichText::default();
    for text in texts {
        if !all.plain.is_empty() {
            all.push(between, Style::default(), None, text.span());
        }
        extend(&mut all, text);
    }
    all
}

fn extend(text: &mut RichText, more: &RichText) {
    for run in &more.runs {
        let part = more
            .plain
            .get(run.start as usize..run.end as usize)
            .unwrap_or("");
        text.push(&clean_up(part), run.style, None, run.span);
    }
}
