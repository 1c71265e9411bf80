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
use crate::rules::{Blocks, Rulebook, SectionKind, SectionRef, TableRow};

/// The maximum number of rows that are compared, in all tables of key numbers together.
const MAX_ROWS: usize = 1000;

/// The maximum number of sections that are read for one label.
const MAX_SECTIONS: usize = 16;

/// The maximum number of figures that are read in a section.
const MAX_FIGURES: usize = 500;

/// The maximum number of figures that a message lists.
const MAX_NAMED: usize = 4;

/// The figures of the sections that tables of key numbers name, each read once.
pub struct Figures<'a> {
    graph: &'a LinkGraph,
    known: HashMap<SectionRef, Vec<Quantity>>,
    rows_left: usize,
}

impl<'a> Figures<'a> {
    pub fn new(graph: &'a LinkGraph) -> Self {
        Self {
            graph,
            known: HashMap::new(),
            rows_left: MAX_ROWS,
        }
    }

    /// Adds a fault for each figure of a section that a rule contradicts, if the section is a table
    /// of key numbers.
    pub fn faults_of_section(
        &mut self,
        at: SectionRef,
        blocks: &Blocks,
        faults: &mut Vec<Diagnostic>,
    ) {
        if self.graph.book.section(at).kind == SectionKind::KeyNumbers {
            let rows = blocks.tables().flat_map(|table| &table.rows);
            for row in rows.take(self.rows_left) {
                self.rows_left -= 1;
                faults.extend(self.fault(at, row));
            }
        }
    }

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
        for section in &named {
            let known = self.known.entry(*section);
            known.or_insert_with(|| figures(book, *section));
        }
        let is_equal = |there: &Quantity| there.value.compare(here.value) == Some(Ordering::Equal);
        if named.iter().any(|at| self.known[at].iter().any(is_equal)) {
            return None;
        }
        // The section with the longest name is the subject of the row. The others can only confirm
        // the row's value.
        let subject = named.first()?;
        let there = self.known[subject].iter();
        let there = there.filter(|there| there.value.compare(here.value).is_some());
        let mut printed: Vec<_> = there.map(|there| there.text.as_str()).collect();
        printed.dedup();
        printed.truncate(MAX_NAMED);
        if printed.is_empty() {
            return None;
        }
        let rule = book.section(*subject);
        let message = format!(
            "`{}` is `{}` here, but `{}` ({}:{}) says {}",
            label.text.plain.trim(),
            here.text,
            rule.title,
            book.document_of(*subject).source.file,
            rule.line,
            printed.join(", "),
        );
        let source = &book.document_of(table).source;
        let fault = Diagnostic::at(source, row.span, "contradicted-figure", message);
        Some(fault.help("make the table and the rule agree"))
    }

    /// Returns the sections of the game that a label names, longest name first. At each word, only
    /// the longest name that begins there counts.
    fn named(&self, table: SectionRef, label: &str) -> Vec<SectionRef> {
        let book = &self.graph.book;
        let is_rule = |at: SectionRef| {
            use SectionKind::{Document, KeyNumbers, Question};
            let kind = book.section(at).kind;
            !matches!(kind, Document | KeyNumbers | Question) && !book.contains(at, table)
        };
        let names = self.graph.names(book.game_of(table));
        let phrase = Phrase::new(label);
        let mut found = Vec::new();
        for at in 0..phrase.words.len() {
            let here = names.longest(&phrase, at, |words| {
                let gaps = phrase.gaps(words.clone());
                let here = names.get(phrase.stems(words.clone())).iter();
                let here = here.filter(|name| name.gaps == gaps && is_rule(name.section));
                let here: Vec<_> = here.map(|name| (words.len(), name.section)).collect();
                (!here.is_empty()).then_some(here)
            });
            found.extend(here.unwrap_or_default());
        }
        found.sort_by_key(|(length, _)| Reverse(*length));
        let found = found.into_iter().take(MAX_SECTIONS);
        found.map(|(_, section)| section).collect()
    }
}

/// Returns the first figures of a section and its descendants: costs, stats and figures in the
/// text. Tables of key numbers are skipped.
fn figures(book: &Rulebook, section: SectionRef) -> Vec<Quantity> {
    let sections = book.subtree(section).map(|at| (at, book.section(at)));
    let rules = sections.filter(|(_, section)| section.kind != SectionKind::KeyNumbers);
    let figures = rules.flat_map(|(at, section)| {
        let blocks = book.blocks(at);
        let cost = section.cost.map(|cost| cost.to_string());
        let cost = cost.and_then(|cost| Quantity::parse(&cost)).into_iter();
        let stats = passages::stats(&blocks).map(|(_, quantity)| quantity.clone());
        let texts = blocks.texts().flat_map(|text| {
            quantity::all(&text.plain).map(|(range, value)| Quantity {
                text: text.plain[range].to_owned(),
                value,
            })
        });
        let figures = cost.chain(stats).chain(texts).take(MAX_FIGURES);
        figures.collect::<Vec<_>>()
    });
    figures.take(MAX_FIGURES).collect()
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
        let graph = LinkGraph::new(book);
        let mut figures = Figures::new(&graph);
        let mut faults = Vec::new();
        for (at, _, blocks) in graph.book.walk() {
            figures.faults_of_section(at, &blocks, &mut faults);
        }
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
