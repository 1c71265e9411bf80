//! Key numbers: collects the figures of the rules, each with its subject. Numbers without a unit in
//! running text, such as `3 of them`, do not count as figures.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use super::passages::{self, SharedSentence};
use crate::quantity::{self, Value};
use crate::rules::slug::fold;
use crate::rules::{
    BlockKind, Blocks, ColumnKind, ColumnRole, Rulebook, Section, SectionRef, Table, TableRow,
    Vocabulary,
};

/// A figure of the rules, such as `2AP`, and what it is about.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyNumber {
    /// The innermost section that contains the figure.
    pub section: SectionRef,
    /// The subject of the figure: its sentence, or a label such as `Teeth: ATK`.
    pub about: Arc<str>,
    /// The byte range of the figure in `about`; empty if `about` does not contain the figure.
    pub mark: Range<usize>,
    /// The figure as printed.
    pub printed: Box<str>,
    /// The value of the figure.
    pub value: Value,
    /// The section's path, then the subject, normalised by [`fold`]. Figures of one sentence share it.
    folded: Arc<str>,
}

impl KeyNumber {
    /// Whether the section's path, the subject or the figure contains a word that is normalised by
    /// [`fold`].
    pub fn contains(&self, word: &str) -> bool {
        self.folded.contains(word) || fold(&self.printed).contains(word)
    }
}

/// Collects the first `most` figures of all rules, section by section in reading order: costs,
/// stats, table cells, and figures in running text.
pub fn key_numbers(book: &Rulebook, most: usize) -> Vec<KeyNumber> {
    let by_document = passages::walk_in_parallel(book, None, |sections| {
        let found =
            sections.flat_map(|(at, section, blocks)| of_section(book, at, section, &blocks));
        found.take(most).collect::<Vec<_>>()
    });
    by_document.into_iter().flatten().take(most).collect()
}

fn of_section(
    book: &Rulebook,
    at: SectionRef,
    section: &Section,
    blocks: &Blocks,
) -> Vec<KeyNumber> {
    let mut found: Vec<KeyNumber> = Vec::new();
    let mut known = HashSet::new();
    let path = book.titles(at).join(" ");
    let (mut about, mut folded) = (Arc::<str>::default(), Arc::<str>::default());
    let mut push = |subject: &str, mark: Range<usize>, printed: &str, value: Value| {
        if *about != *subject {
            about = subject.into();
            folded = fold(&format!("{path} {subject}")).into();
        }
        // List a figure only once if a sentence repeats it.
        if known.insert((Arc::clone(&about), printed.to_owned())) {
            found.push(KeyNumber {
                section: at,
                about: Arc::clone(&about),
                mark,
                printed: printed.into(),
                value,
                folded: Arc::clone(&folded),
            });
        }
    };
    let title = section.full_title();
    if let Some(cost) = section.cost {
        let value = Value::Cost(cost.amount, cost.currency);
        push(&format!("{title}: cost"), 0..0, &cost.to_string(), value);
    }
    let stats = blocks.iter().flat_map(|block| match &block.kind {
        BlockKind::Stats(stats) => stats.as_slice(),
        _ => &[],
    });
    for stat in stats {
        if let Some(quantity) = &stat.quantity {
            let about = format!("{title}: {}", stat.name);
            push(&about, 0..0, &quantity.text, quantity.value);
        }
    }
    for table in blocks.tables() {
        for row in &table.rows {
            let subject = RowSubject::of(table, row, book.vocabulary(section.document));
            for (column, cell) in row.cells.iter().enumerate() {
                if let Some(quantity) = &cell.quantity {
                    let about = subject.label(table, row, column);
                    push(&about, 0..0, &quantity.text, quantity.value);
                }
            }
        }
    }
    let mut last = SharedSentence::default();
    passages::visit(blocks, &mut |passage| {
        if passage.is_figure {
            return;
        }
        for (range, value) in quantity::all(&passage.text.plain) {
            let (sentence, mark) = last.find(passage, &range);
            let sentence = sentence.replace('\n', " ");
            push(&sentence, mark, &passage.text.plain[range], value);
        }
    });
    found
}

/// What a row of a table is about.
struct RowSubject<'a> {
    /// The first cell that is words.
    first: &'a str,
    /// The cell under `Name` or `Weapon`, which says more than the first one, if that is the type of
    /// the weapon. Otherwise the first cell.
    name: &'a str,
}

impl<'a> RowSubject<'a> {
    fn of(table: &Table, row: &'a TableRow, vocabulary: &Vocabulary) -> Self {
        let words = |at: usize| {
            let words = row.cells[at].text.plain.trim();
            (row.cells[at].quantity.is_none() && !words.is_empty()).then_some(words)
        };
        let is_subject = |at: &usize| table.columns[*at].kind != ColumnKind::WeaponRules;
        let mut cells = (0..row.cells.len()).filter(is_subject);
        let first = cells.clone().find_map(words).unwrap_or_default();
        let role = |at: usize| vocabulary.column_role(table.columns[at].name.plain.trim());
        let name = cells.find(|at| role(*at) == Some(ColumnRole::Weapon));
        Self {
            first,
            name: name.and_then(words).unwrap_or(first),
        }
    }

    /// Returns the subject of a cell, such as `Teeth: ATK`: the name of its row and, in a row of more
    /// than two cells, the head of its column. For a dice result, the head comes first:
    /// `2D6: Nothing`.
    fn label(&self, table: &Table, row: &TableRow, column: usize) -> String {
        let head = table.columns[column].name.plain.trim();
        if table.columns[column].kind == ColumnKind::DiceKey {
            return format!("{head}: {}", self.first);
        }
        match head {
            head if row.cells.len() > 2 && !head.is_empty() => format!("{}: {head}", self.name),
            _ => self.name.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    const RULES: &str = "\
# Core

## Prise **2AP**

Move up to 3\". On a 4+ it opens within 2D6 turns.

## Rat

**Stats:**

- APL: 2
- Move: 6\"

| Type | Name | ATK | DMG | Weapon Rules |
|---|---|---|---|---|
| Melee | Teeth | 5 | 1/2 | Range 8\" |

## Out

| 2D6 | Result |
|---|---|
| 2-3 | Nothing |
| 4-12 | A rat within 1\" |
";

    fn gathered(most: usize) -> Vec<String> {
        let game = Source::in_memory("game.yaml", "vocabulary: kill-team");
        let book = Rulebook::load(vec![Source::in_memory("a.md", RULES), game], vec![]);
        let shown = |number: &KeyNumber| format!("{} | {}", number.about, number.printed);
        key_numbers(&book, most).iter().map(shown).collect()
    }

    #[test]
    fn every_figure_has_its_subject() {
        let expected = [
            "Prise: cost | 2AP",
            "Move up to 3\". | 3\"",
            "On a 4+ it opens within 2D6 turns. | 4+",
            "On a 4+ it opens within 2D6 turns. | 2D6",
            "Rat: APL | 2",
            "Rat: Move | 6\"",
            "Teeth: ATK | 5",
            "Teeth: DMG | 1/2",
            "Melee · Teeth · 5 · 1/2 · Range 8\" | 8\"",
            "2D6: Nothing | 2-3",
            "2D6: A rat within 1\" | 4-12",
            "4-12 · A rat within 1\" | 1\"",
        ];
        assert_eq!(gathered(100), expected);
    }

    #[test]
    fn key_numbers_stop_at_the_limit() {
        assert_eq!(gathered(3).len(), 3);
    }

    #[test]
    fn the_mark_covers_the_figure() {
        let book = Rulebook::load(crate::loader::bundled().collect(), vec![]);
        let numbers = key_numbers(&book, usize::MAX);
        assert!(numbers.len() > 500, "{}", numbers.len());
        for number in numbers.iter().filter(|number| !number.mark.is_empty()) {
            assert_eq!(&number.about[number.mark.clone()], &*number.printed);
        }
    }
}
