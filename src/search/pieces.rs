//! The pieces of a section's text: what is indexed of it and what a snippet shows.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::tokenizer::tokenize;
use crate::quantity::Value;
use crate::rules::{Block, BlockKind, Body, Provenance, Rulebook, SectionRef, Table};

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PieceKind {
    /// Rules text.
    Text,
    /// A row of a table; its first cell has so many words.
    Row(u32),
    /// Words that are not the rules text itself.
    Note,
}

/// A piece of text of a section, as it is shown in a snippet.
pub(crate) struct Piece<'a> {
    pub text: Cow<'a, str>,
    pub kind: PieceKind,
    /// Words by which it is found and that are not in it: the results of a roll that choose a row.
    pub hidden: String,
}

/// The pieces of a section in reading order, its run-in rules' among them; `body` is that of its document.
pub(crate) fn pieces<'a>(
    book: &'a Rulebook,
    body: &'a Body,
    section: SectionRef,
) -> Vec<Piece<'a>> {
    let mut pieces = Vec::new();
    blocks(
        (book, body),
        body.blocks(section),
        PieceKind::Text,
        &mut pieces,
    );
    pieces
}

/// A datacard's keywords. They are no text of the rules, but name what has them.
pub(crate) fn keywords(blocks: &[Block]) -> impl Iterator<Item = &str> {
    let keywords = blocks.iter().filter_map(|block| match &block.kind {
        BlockKind::Keywords(keywords) => Some(keywords),
        _ => None,
    });
    keywords.flatten().map(String::as_str)
}

/// A rulebook and the body of one of its documents.
type Place<'a> = (&'a Rulebook, &'a Body);

fn blocks<'a>(place: Place<'a>, blocks: &'a [Block], kind: PieceKind, out: &mut Vec<Piece<'a>>) {
    for block in blocks {
        self::block(place, &block.kind, kind, out);
    }
}

fn block<'a>(place: Place<'a>, block: &'a BlockKind, kind: PieceKind, out: &mut Vec<Piece<'a>>) {
    let mut push = |text: Cow<'a, str>| {
        out.push(Piece {
            text,
            kind,
            hidden: String::new(),
        })
    };
    match block {
        BlockKind::Paragraph(text) => push(Cow::Borrowed(&text.plain)),
        BlockKind::Code(text) => push(Cow::Borrowed(text)),
        BlockKind::Stats(stats) => {
            let stats: Vec<_> = stats
                .iter()
                .map(|stat| format!("{} {}", stat.name, stat.text))
                .collect();
            push(Cow::Owned(stats.join(", ")));
        }
        BlockKind::List(list) => list
            .items
            .iter()
            .for_each(|item| blocks(place, item, kind, out)),
        BlockKind::Table(table) => rows(table, kind, out),
        BlockKind::Effect(inner) | BlockKind::Condition(inner) | BlockKind::Quote(inner) => {
            blocks(place, inner, kind, out);
        }
        // What is told from a picture is the rules text of that picture: no other words say it.
        BlockKind::Note {
            provenance: Provenance::Illustration,
            blocks: inner,
        } => blocks(place, inner, kind, out),
        BlockKind::Note { blocks: inner, .. } => blocks(place, inner, PieceKind::Note, out),
        BlockKind::RunIn(rule) => {
            let (book, body) = place;
            push(Cow::Borrowed(&book.section(*rule).heading));
            blocks(place, body.blocks(*rule), kind, out);
        }
        BlockKind::Keywords(_) | BlockKind::Break => {}
    }
}

fn rows<'a>(table: &'a Table, kind: PieceKind, out: &mut Vec<Piece<'a>>) {
    let heads = table.columns.iter();
    let heads: Vec<_> = heads
        .map(|head| head.name.plain.as_str())
        .filter(|head| !head.trim().is_empty())
        .collect();
    out.push(Piece {
        text: Cow::Owned(heads.join(" · ")),
        kind,
        hidden: String::new(),
    });
    for row in &table.rows {
        let cells: Vec<_> = row
            .cells
            .iter()
            .map(|cell| cell.text.plain.as_str())
            .collect();
        let first = tokenize(cells.first().copied().unwrap_or_default())
            .last()
            .map_or(0, |last| last.position + 1);
        let range = row
            .cells
            .first()
            .and_then(|cell| cell.quantity.as_ref())
            .map(|quantity| quantity.value);
        let kind = if kind == PieceKind::Note {
            kind
        } else {
            PieceKind::Row(first)
        };
        out.push(Piece {
            text: Cow::Owned(cells.join(" · ")),
            kind,
            hidden: range.map(results).unwrap_or_default(),
        });
    }
}

/// The most results of a roll that one row of a table may stand for.
const MOST_RESULTS: u32 = 40;

/// Marks for the results that choose a row: `7-10` gives ` #7 #8 #9 #10`.
fn results(value: Value) -> String {
    let mut marks = String::new();
    if let Value::Range(low, high) = value {
        // A row without an end, `12+`, is chosen by whatever the dice can still give.
        let high = high
            .unwrap_or(low.saturating_add(8))
            .min(low.saturating_add(MOST_RESULTS));
        for result in low..=high {
            let _ = write!(marks, " #{result}");
        }
    }
    marks
}
