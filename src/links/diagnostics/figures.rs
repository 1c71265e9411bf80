//! Finds figures in tables of key numbers that contradict the rules they summarise.
//!
//! The label of a row names a section (`Breach action cost`), and the value of the row has a unit
//! (`2AP`). If the section has figures of the same kind (`2"` and `25.4mm` are both lengths), but
//! none of them is equal to the value, either the table or the rule is wrong.

use std::cmp::{Ordering, Reverse};
use std::collections::HashMap;

use crate::diagnostic::Diagnostic;
use crate::links::graph::LinkGraph;
use crate::links::passages;
use crate::links::words::Phrase;
use crate::quantity::{self, Quantity, Value};
use crate::rules::{Rulebook, SectionKind, SectionRef, TableRow};

/// The maximum number of rows that are compared, in all tables of key numbers together.
const MAX_ROWS: usize = 1000;

/// The maximum number of words of a name in a label.
const MAX_WORDS: usize = 8;

/// The maximum number of sections that are read for one label.
const MAX_SECTIONS: usize = 16;

/// The maximum number of figures that are read in a section.
const MAX_FIGURES: usize = 500;

/// The maximum number of figures that a message lists.
const MAX_NAMED: usize = 4;

pub fn faults(graph: &LinkGraph) -> Vec<Diagnostic> {
    let mut figures = Figures {
        graph,
        known: HashMap::new(),
    };
    let mut faults = Vec::new();
    let mut left = MAX_ROWS;
    for (at, section) in graph.book.iter() {
        if section.kind == SectionKind::KeyNumbers {
            let blocks = graph.book.blocks(at);
            let rows = blocks.tables().flat_map(|table| &table.rows);
            for row in rows.take(left) {
                left -= 1;
                faults.extend(figures.fault(at, row));
            }
        }
    }
    faults
}

struct Figures<'a> {
    graph: &'a LinkGraph,
    known: HashMap<SectionRef, Vec<Quantity>>,
}

impl Figures<'_> {
    fn fault(&mut self, table: SectionRef, row: &TableRow) -> Option<Diagnostic> {
        let [label, value] = row.cells.as_slice() else {
            return None;
        };
        let here = value.quantity.as_ref()?;
        // Skip numbers without a unit, including damage (`3/4`): they may count anything, and
        // running text spells such numbers out.
        if matches!(here.value, Value::Number(_) | Value::Damage(..)) {
            return None;
        }
        let book = &self.graph.book;
        let named = self.named(table, &label.text.plain);
        let (longest, rule) = *named.first()?;
        let mut there: Vec<Quantity> = Vec::new();
        for (length, section) in named {
            let read = || read(book, section);
            for figure in self.known.entry(section).or_insert_with(read) {
                let is_new = there.iter().all(|known| known.value != figure.value);
                match figure.value.compare(here.value) {
                    Some(Ordering::Equal) => return None,
                    Some(_) if length == longest && is_new => there.push(figure.clone()),
                    _ => {}
                }
            }
        }
        let listed = there.iter().take(MAX_NAMED);
        let listed: Vec<_> = listed.map(|figure| figure.text.as_str()).collect();
        if listed.is_empty() {
            return None;
        }
        let source = &book.document_of(table).source;
        let written = &book.document_of(rule).source;
        let rule = book.section(rule);
        let message = format!(
            "`{}` is `{}` here, but `{}` ({}:{}) says {}",
            label.text.plain.trim(),
            here.text,
            rule.title,
            written.file,
            rule.line,
            listed.join(", "),
        );
        let fault = Diagnostic::at(source, row.span, "contradicted-figure", message);
        Some(fault.help("make the table and the rule agree"))
    }

    /// Returns the sections of the game that a label names, longest name first, each with the length
    /// of its name in words. At each word, only the longest name that begins there counts. The
    /// sections with the longest name are the subject of the row. The other sections can only
    /// confirm the row's value.
    fn named(&self, table: SectionRef, label: &str) -> Vec<(usize, SectionRef)> {
        let book = &self.graph.book;
        let is_rule = |at: SectionRef| {
            use SectionKind::{Document, KeyNumbers, Question};
            let kind = book.section(at).kind;
            !matches!(kind, Document | KeyNumbers | Question) && !book.contains(at, table)
        };
        let names = self.graph.names(book.game_of(table));
        let phrase = Phrase::new(label);
        let count = phrase.words.len();
        let mut found = Vec::new();
        let mut at = 0;
        while at < count {
            let longest = (1..=MAX_WORDS.min(count - at)).rev().find_map(|length| {
                let words = at..at + length;
                let gaps = phrase.gaps(words.clone());
                let here = names.get(phrase.stems(words)).iter();
                let here = here.filter(|name| name.gaps == gaps && is_rule(name.section));
                let here: Vec<_> = here.map(|name| (length, name.section)).collect();
                (!here.is_empty()).then_some(here)
            });
            at += longest.as_ref().map_or(1, |here| here[0].0);
            found.extend(longest.into_iter().flatten());
        }
        found.sort_by_key(|(length, _)| Reverse(*length));
        found.truncate(MAX_SECTIONS);
        found
    }
}

/// Returns the first figures of a section and its descendants: costs, stats and figures in the
/// text. Tables of key numbers are skipped.
fn read(book: &Rulebook, section: SectionRef) -> Vec<Quantity> {
    let mut figures: Vec<Quantity> = Vec::new();
    for at in book.subtree(section) {
        let (section, blocks) = (book.section(at), book.blocks(at));
        if section.kind != SectionKind::KeyNumbers && figures.len() < MAX_FIGURES {
            let cost = section.cost.map(|cost| cost.to_string());
            figures.extend(cost.and_then(|cost| Quantity::parse(&cost)));
            figures.extend(passages::stats(&blocks).map(|(_, quantity)| quantity.clone()));
            figures.extend(blocks.texts().flat_map(|text| {
                quantity::all(&text.plain).map(|(range, value)| Quantity {
                    text: text.plain[range].to_owned(),
                    value,
                })
            }));
        }
    }
    figures.truncate(MAX_FIGURES);
    figures
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::source::Source;

    const RULES: &str = "\
# Core

## Breach **2AP**

Reduce the cost by 1AP. On a 4+ it opens. Pieces within 25.4mm fall; 3 of them.

## Breach Point

It is 2\" wide.

## Climb

Move up.

## Dropping

Move down 4\".

## Rat

**Stats:**

- APL: 2
- Move: 6\"
- Save: 4+

## Doors

### Hatch

It is 3\" wide.

## Key Numbers

| Rule | Value |
|---|---|
";

    fn faults(row: &str) -> Vec<String> {
        let book = Rulebook::load(
            vec![Source::in_memory("a.md", &format!("{RULES}{row}\n"))],
            vec![],
        );
        let faults = super::faults(&LinkGraph::new(book));
        faults
            .iter()
            .map(|fault| fault.to_string().lines().next().unwrap_or("").to_owned())
            .collect()
    }

    #[rstest]
    #[case::cost("Breach action cost", "3AP", "`Breach` (a.md:3) says 2AP, 1AP")]
    #[case::plural("Breaches: the roll", "5+", "`Breach` (a.md:3) says 4+")]
    #[case::in_text("Breach distance", "More than 2\"", "`Breach` (a.md:3) says 25.4mm")]
    #[case::longest_name("Width of a breach point", "1\"", "`Breach Point` (a.md:7) says 2\"")]
    #[case::stat("Rat movement", "5\"", "`Rat` (a.md:19) says 6\"")]
    #[case::below("Width of doors", "2\"", "`Doors` (a.md:27) says 3\"")]
    fn a_row_that_its_rule_contradicts_is_a_fault(
        #[case] label: &str,
        #[case] value: &str,
        #[case] says: &str,
    ) {
        let fault = format!(
            "a.md:37:1: warning[contradicted-figure]: `{label}` is `{value}` here, but {says}"
        );
        assert_eq!(faults(&format!("| {label} | {value} |")), [fault]);
    }

    #[rstest]
    #[case::cost("Breach action cost", "2AP")]
    #[case::reduced("Breach action cost (reduced)", "1AP (minimum)")]
    #[case::roll("Breach roll", "4+")]
    #[case::other_unit_of_the_same_length("Breach distance", "1\"")]
    #[case::other_kind("Breach dice", "2D6")]
    #[case::borne_out_by_another_name("Dropping from a breach point", "4\"")]
    #[case::no_figure_there("Climb", "3\"")]
    #[case::bare_number("Breach pieces", "5")]
    #[case::no_value("Breach", "Always")]
    #[case::no_such_rule("Vault", "3AP")]
    #[case::the_document("Core board", "5+")]
    fn a_row_that_its_rule_confirms_or_does_not_mention_is_no_fault(
        #[case] label: &str,
        #[case] value: &str,
    ) {
        assert_eq!(
            faults(&format!("| {label} | {value} |")),
            Vec::<String>::new()
        );
    }
}
