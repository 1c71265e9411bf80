//! Parses datacards with one value per line, as in the text of a copied web page.

use super::line::TextLine;
use crate::quantity::Quantity;
use crate::rules::model::{Block, BlockKind, Cell, Stat, Table, TableRow};
use crate::rules::parse::table::finish;
use crate::source::Span;

const MIN_STATS: usize = 3;

/// Reads a datacard at the start of `lines`: its stats, and then its weapons, if any. Returns the
/// blocks and the number of lines read.
pub fn read(lines: &[TextLine<'_>]) -> Option<(Vec<Block>, usize)> {
    let (stats, mut line_count) = stats(lines)?;
    let mut blocks = vec![stats];
    if let Some((weapons, more)) = weapons(&lines[line_count..]) {
        blocks.push(weapons);
        line_count += more;
    }
    Some((blocks, line_count))
}

/// Reads stats: labels in capitals, each with its value on the next line, such as `APL`, `2`,
/// `MOVE`, `6"`. Returns the block and the number of lines read.
fn stats(lines: &[TextLine<'_>]) -> Option<(Block, usize)> {
    let stats = lines.chunks_exact(2).map_while(|pair| {
        let [name, value] = pair else { return None };
        let quantity = Quantity::parse(value.text).filter(|_| is_label(name))?;
        Some(Stat {
            name: name.text.to_owned(),
            text: value.rich().plain,
            quantity: Some(quantity),
        })
    });
    let stats: Vec<_> = stats.collect();
    let line_count = stats.len() * 2;
    let span = cover(&lines[..line_count])?;
    let is_card = stats.len() >= MIN_STATS;
    is_card.then(|| (Block::new(BlockKind::Stats(stats), span), line_count))
}

/// Reads a weapons table with one heading (`NAME`, `ATK`, `HIT`, `DMG`, `WR`) or value per line. A
/// weapon's name may be printed twice. Returns the table and the number of lines read.
fn weapons(lines: &[TextLine<'_>]) -> Option<(Block, usize)> {
    let heads = lines.iter().take(12).take_while(|line| is_label(line));
    let (heads, _) = lines.split_at(heads.count());
    let has = |name: &str| heads.iter().any(|head| head.text == name);
    if heads.first()?.text != "NAME" || !has("ATK") || !has("DMG") {
        return None;
    }
    let cells = heads.iter().map(|line| Cell::from(line.rich())).collect();
    let mut rows = vec![TableRow {
        cells,
        span: cover(heads)?,
    }];
    let mut line_count = heads.len();
    while let Some((row, more)) = weapon(heads, &lines[line_count..]) {
        rows.push(row);
        line_count += more;
    }
    let span = cover(&lines[..line_count])?;
    let mut table = Table {
        rows,
        ..Table::default()
    };
    finish(&mut table);
    Some((Block::new(BlockKind::Table(table), span), line_count))
}

/// Reads one weapon, if each line fits the heading of its column. Returns the row and the number of
/// lines read.
fn weapon(heads: &[TextLine<'_>], lines: &[TextLine<'_>]) -> Option<(TableRow, usize)> {
    let [name, next, ..] = lines else {
        return None;
    };
    let doubled = usize::from(name.text == next.text);
    let cells = lines[doubled..].get(..heads.len())?;
    let fits = |(head, value): (&TextLine<'_>, &TextLine<'_>)| match head.text {
        "ATK" => value.text.bytes().all(|byte| byte.is_ascii_digit()),
        "HIT" => value.text.ends_with('+') || value.text == "-",
        "DMG" => value.text.contains('/') || value.text == "-",
        _ => true,
    };
    if !heads.iter().zip(cells).all(fits) {
        return None;
    }
    let cells = cells.iter().map(|line| Cell::from(line.rich())).collect();
    let line_count = heads.len() + doubled;
    let span = cover(&lines[..line_count])?;
    Some((TableRow { cells, span }, line_count))
}

fn is_label(line: &TextLine<'_>) -> bool {
    line.text.len() <= 12 && line.text.chars().all(char::is_uppercase)
}

/// Returns the span from the first to the last line, or `None` if there are no lines.
fn cover(lines: &[TextLine<'_>]) -> Option<Span> {
    let spans = lines.iter().map(TextLine::span);
    spans.reduce(Span::to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::parse::plain_text::line::lines;

    const CARD: &str = "APL\n2\nMOVE\n6\"\nSAVE\n5+\nNAME\nATK\nHIT\nDMG\nWR\nTeeth\nTeeth\n5\n4+\n1/2\n-\nTail\n3\n4+\n2/2\nStun\nBehaviour:\n1. Fight.";

    #[test]
    fn values_on_lines_of_their_own_are_a_datacard() {
        let lines = lines(CARD, 0);
        let (blocks, line_count) = read(&lines).unwrap();
        let [
            Block {
                kind: BlockKind::Stats(stats),
                ..
            },
            Block {
                kind: BlockKind::Table(table),
                ..
            },
        ] = &blocks[..]
        else {
            panic!("{blocks:?}")
        };
        assert_eq!(
            stats
                .iter()
                .map(|stat| stat.text.as_str())
                .collect::<Vec<_>>(),
            ["2", "6\"", "5+"]
        );
        let names: Vec<_> = table
            .rows
            .iter()
            .map(|row| row.cells[0].text.plain.as_str())
            .collect();
        assert_eq!(names, ["Teeth", "Tail"]);
        assert_eq!(lines[line_count].text, "Behaviour:");
    }

    #[test]
    fn a_word_and_a_number_are_no_card() {
        assert!(read(&lines("LEVEL\n15\n14\n13\n12\n11", 0)).is_none());
        assert!(read(&lines("", 0)).is_none());
    }
}
