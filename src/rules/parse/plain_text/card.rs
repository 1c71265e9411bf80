//! Parses datacards with one value per line, as in the text of a copied web page.

use super::line::{TextLine, span_of_lines};
use super::table::table_block;
use super::title::is_title;
use crate::quantity::Quantity;
use crate::rules::model::{Block, BlockKind, ColumnRole, Stat, Vocabulary};
use crate::rules::parse::item::Item;

const MIN_STATS: usize = 3;

/// Reads a datacard at the start of `lines`: its stats, and then its weapons, if any. Returns the
/// items and the number of lines read.
///
/// The stats are labels in capitals, each with its value on the next line, such as `APL`, `2`,
/// `MOVE`, `6"`.
pub fn read(lines: &[TextLine<'_>], words: &Vocabulary) -> Option<(Vec<Item>, usize)> {
    let stats = lines.chunks_exact(2).map_while(|pair| {
        let quantity = Quantity::parse(pair[1].text).filter(|_| is_label(&pair[0]))?;
        Some(Stat {
            name: pair[0].text.to_owned(),
            text: pair[1].rich().plain,
            quantity: Some(quantity),
        })
    });
    let stats: Vec<_> = stats.collect();
    if stats.len() < MIN_STATS {
        return None;
    }
    let (stat_lines, below) = lines.split_at(stats.len() * 2);
    let stats = Block::new(BlockKind::Stats(stats), span_of_lines(stat_lines));
    let (weapons, line_count) = weapons(below, words).unzip();
    let blocks = [Some(stats), weapons].into_iter().flatten();
    let line_count = stat_lines.len() + line_count.unwrap_or(0);
    Some((blocks.map(Item::Block).collect(), line_count))
}

/// Reads the name of a monster or the like at the start of `lines`, and its statistics right below:
/// `Giant Eel`, `Size: Large`, `Hit Dice: 3`, `XP Value: 125`. Returns the statistics and their number
/// of lines.
pub fn below_name(lines: &[TextLine<'_>]) -> Option<(Block, usize)> {
    let (name, below) = lines.split_first()?;
    let is_name = name.starts_paragraph && is_title(name.text) && !name.text.contains(':');
    if !is_name {
        return None;
    }
    let mut below = below.iter();
    let block = below.by_ref().take_while(|line| !line.starts_paragraph);
    let stats: Option<Vec<_>> = block.map(labelled).collect();
    let stats = stats.filter(|stats| stats.len() >= MIN_STATS)?;
    let count = stats.len();
    let span = span_of_lines(&lines[1..=count]);
    Some((Block::new(BlockKind::Stats(stats), span), count))
}

/// Reads a statistic such as `Hit Dice: 3`: a short label and a short value that is no sentence.
fn labelled(line: &TextLine<'_>) -> Option<Stat> {
    let (name, value) = line.text.split_once(": ")?;
    let text = line.part(value.trim()).rich().plain;
    let is_short = |text: &str, most| text.split_whitespace().count() <= most;
    let is_stat = is_title(name) && is_short(name, 3) && is_short(&text, 6);
    (is_stat && !text.is_empty() && !text.ends_with(['.', '!', '?'])).then(|| Stat {
        name: name.to_owned(),
        quantity: Quantity::parse(&text),
        text,
    })
}

/// Reads a weapons table with one heading (`NAME`, `ATK`, `HIT`, `DMG`, `WR`) or value per line. A
/// weapon's name may be printed twice. Returns the table and the number of lines read.
fn weapons(lines: &[TextLine<'_>], words: &Vocabulary) -> Option<(Block, usize)> {
    let width = lines
        .iter()
        .take(12)
        .take_while(|line| is_label(line))
        .count();
    let (heads, mut rest) = lines.split_at(width);
    let column = |role: ColumnRole| {
        let mut heads = heads.iter();
        heads.position(|head| words.column_role(head.text) == Some(role))
    };
    let attacks = column(ColumnRole::Attacks)?;
    if column(ColumnRole::Weapon)? > 0 || column(ColumnRole::Damage).is_none() {
        return None;
    }
    let row = |lines: &[TextLine<'_>]| {
        let cells = lines.iter().map(TextLine::rich).collect();
        (cells, span_of_lines(lines))
    };
    let mut rows = vec![row(heads)];
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    loop {
        let doubled = matches!(rest, [name, next, ..] if name.text == next.text);
        let start = usize::from(doubled);
        match rest.get(start..start + width) {
            Some(cells) if is_number(cells[attacks].text) => rows.push(row(cells)),
            _ => break,
        }
        rest = &rest[start + width..];
    }
    Some((table_block(rows), lines.len() - rest.len()))
}

fn is_label(line: &TextLine<'_>) -> bool {
    line.text.len() <= 12 && line.text.chars().all(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::parse::plain_text::line::lines;

    const CARD: &str = "APL\n2\nMOVE\n6\"\nSAVE\n5+\nNAME\nATK\nHIT\nDMG\nWR\nTeeth\nTeeth\n5\n4+\n1/2\n-\nTail\n3\n4+\n2/2\nStun\nBehaviour:\n1. Fight.";

    #[test]
    fn values_on_lines_of_their_own_are_a_datacard() {
        let lines = lines(CARD, 0);
        let (blocks, line_count) = read(&lines, &Vocabulary::kill_team()).unwrap();
        let [
            Item::Block(Block {
                kind: BlockKind::Stats(stats),
                ..
            }),
            Item::Block(Block {
                kind: BlockKind::Table(table),
                ..
            }),
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
    fn labelled_values_below_a_name_are_its_statistics() {
        let text = "Giant Eel\nSize: Large\nHit Dice: 3\nXP Value: 125\n\nIt coils.";
        let (block, count) = below_name(&lines(text, 0)).unwrap();
        let BlockKind::Stats(stats) = &block.kind else {
            panic!("{block:?}")
        };
        let shown = stats
            .iter()
            .map(|stat| format!("{}={}", stat.name, stat.text));
        assert_eq!(
            shown.collect::<Vec<_>>(),
            ["Size=Large", "Hit Dice=3", "XP Value=125"]
        );
        assert_eq!(count, 3);
        for other in [
            "Giant Eel\nSize: Large\nHit Dice: 3\n\nIt coils.",
            "Giant Eel\nSize: Large\nHit Dice: 3\nXP: 1\nIt coils.",
            "Giant Eel\nAttack: It bites all who come near.\nHit Dice: 3\nXP: 1",
        ] {
            assert!(below_name(&lines(other, 0)).is_none(), "{other}");
        }
    }

    #[test]
    fn a_word_and_a_number_are_no_card() {
        assert!(
            read(
                &lines("LEVEL\n15\n14\n13\n12\n11", 0),
                &Vocabulary::kill_team()
            )
            .is_none()
        );
        assert!(read(&lines("", 0), &Vocabulary::kill_team()).is_none());
    }
}
