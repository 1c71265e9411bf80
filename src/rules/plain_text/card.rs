//! Datacards whose values stand one on a line, as a web page's cells come out of a copy.

use super::line::{LONGEST_SHORT, Line, clean_up};
use crate::quantity::Quantity;
use crate::rules::model::block::Stat;
use crate::rules::model::block::{Block, BlockKind, Cell, Column, Row, Table};

/// A label and its value, this often, are a datacard's stats.
const FEWEST_STATS: usize = 3;

/// Reads a datacard at the start of `lines`: its stats, and its weapons where they follow. Gives the blocks and how many
/// lines they took; nothing where there is no card.
pub(super) fn read(lines: &[Line<'_>]) -> Option<(Vec<Block>, usize)> {
    let (stats, mut taken) = stats(lines)?;
    let mut blocks = vec![stats];
    if let Some((weapons, more)) = weapons(lines.get(taken..).unwrap_or_default()) {
        blocks.push(weapons);
        taken += more;
    }
    Some((blocks, taken))
}

/// `APL`, `2`, `MOVE`, `6"`: labels in capitals, each with a value below it.
fn stats(lines: &[Line<'_>]) -> Option<(Block, usize)> {
    let pairs = lines.chunks_exact(2).map_while(|pair| {
        let [name, value] = pair else { return None };
        let quantity = Quantity::parse(value.text).filter(|_| is_short(value));
        (is_label(name) && quantity.is_some()).then_some((name, value, quantity))
    });
    let pairs: Vec<_> = pairs.collect();
    let (first, last) = (pairs.first()?, pairs.last()?);
    let span = first.0.span.to(last.1.span);
    let taken = pairs.len() * 2;
    let stats = pairs.iter().map(|(name, value, quantity)| Stat {
        name: name.text.to_owned(),
        text: clean_up(value.text).into_owned(),
        quantity: quantity.clone(),
    });
    let kind = BlockKind::Stats(stats.collect());
    (pairs.len() >= FEWEST_STATS).then_some((Block { kind, span }, taken))
}

fn is_label(line: &Line<'_>) -> bool {
    line.text.len() <= 12 && line.text.chars().all(char::is_uppercase)
}

fn is_short(line: &Line<'_>) -> bool {
    line.text.len() <= LONGEST_SHORT
}

/// `NAME`, `ATK`, `HIT`, `DMG`, `WR`, and then as many lines a weapon, its name perhaps twice.
fn weapons(lines: &[Line<'_>]) -> Option<(Block, usize)> {
    let heads = lines
        .iter()
        .take(12)
        .take_while(|line| is_label(line))
        .count();
    let (heads, rest) = lines.split_at_checked(heads)?;
    let known = |name: &str| heads.iter().any(|head| head.text == name);
    (heads.first()?.text == "NAME" && known("ATK") && known("DMG")).then_some(())?;
    let mut rows = Vec::new();
    let mut taken = 0;
    while let Some((row, more)) = weapon(heads, rest.get(taken..).unwrap_or_default()) {
        rows.push(row);
        taken += more;
    }
    let span = rows
        .iter()
        .fold(heads.first()?.span, |span, row| span.to(row.span));
    let columns = heads
        .iter()
        .map(|head| Column {
            name: head.rich(head.text),
            ..Column::default()
        })
        .collect();
    let table = Table {
        columns,
        rows,
        ..Table::default()
    };
    Some((
        Block {
            kind: BlockKind::Table(table),
            span,
        },
        heads.len() + taken,
    ))
}

/// One weapon; nothing where a line does not hold what its column does.
fn weapon(heads: &[Line<'_>], lines: &[Line<'_>]) -> Option<(Row, usize)> {
    let name = lines.first()?;
    let doubled = lines.get(1).is_some_and(|line| line.text == name.text);
    let values = lines
        .get(1 + usize::from(doubled)..)?
        .get(..heads.len() - 1)?;
    let fits = heads[1..]
        .iter()
        .zip(values)
        .all(|(head, value)| match head.text {
            "ATK" => value.text.bytes().all(|byte| byte.is_ascii_digit()),
            "HIT" => value.text.ends_with('+') || value.text == "-",
            "DMG" => value.text.contains('/') || value.text == "-",
            _ => true,
        });
    let cells = std::iter::once(name).chain(values).map(|line| Cell {
        text: line.rich(line.text),
        quantity: None,
    });
    let span = values
        .iter()
        .fold(name.span, |span, line| span.to(line.span));
    let short = std::iter::once(name).chain(values).all(is_short);
    (fits && short).then(|| {
        (
            Row {
                cells: cells.collect(),
                span,
            },
            heads.len() + usize::from(doubled),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::plain_text::line::lines;

    const CARD: &str = "APL\n2\nMOVE\n6\"\nSAVE\n5+\nNAME\nATK\nHIT\nDMG\nWR\nTeeth\nTeeth\n5\n4+\n1/2\n-\nTail\n3\n4+\n2/2\nStun\nBehaviour:\n1. Fight.";

    #[test]
    fn values_a_line_each_are_the_card_they_were() {
        let lines = lines(CARD, 0);
        let (blocks, taken) = read(&lines).unwrap();
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
        assert_eq!(lines[taken].text, "Behaviour:");
    }

    #[test]
    fn a_word_and_a_number_are_no_card() {
        assert!(read(&lines("LEVEL\n15\n14\n13\n12\n11", 0)).is_none());
        assert!(read(&lines("", 0)).is_none());
    }
}
