//! Finds figures in tables of key numbers that contradict the rules they summarise.
//!
//! The label of a row names a section (`Breach action cost`), and the value of the row has a unit
//! (`2AP`). If the section has figures of the same kind (`2"` and `25.4mm` are both lengths), but
//! none of them is equal to the value, either the table or the rule is wrong.

use std::cmp::{Ordering, Reverse};
use std::collections::HashMap;

use crate::diagnostic::Diagnostic;
use crate::links::graph::LinkGraph;
use crate::links::key_numbers::{KeyNumber, key_numbers};
use crate::links::names::MAX_NAMESAKES;
use crate::links::words::Phrase;
use crate::quantity::Value;
use crate::rules::{SectionKind, SectionRef, TableRow};

/// The maximum number of rows that are compared, in all tables of key numbers together.
const MAX_ROWS: usize = 1000;

/// The maximum number of figures of the rules that rows are compared with.
const MAX_FIGURES: usize = 200_000;

/// The maximum number of figures that a message lists.
const MAX_NAMED: usize = 4;

/// Returns a fault for each row of a table of key numbers that a rule contradicts.
pub fn faults(graph: &LinkGraph) -> Vec<Diagnostic> {
    let book = &graph.book;
    let is_summary = |at: SectionRef| book.section(at).kind == SectionKind::Table;
    let sections = book.iter().map(|(at, _)| at);
    let summaries: Vec<_> = sections.filter(|at| is_summary(*at)).collect();
    let mut faults = Vec::new();
    if summaries.is_empty() {
        return faults;
    }
    let mut by_section: HashMap<_, Vec<_>> = HashMap::new();
    let mut numbers = key_numbers(book, MAX_FIGURES);
    numbers.retain(|number| !is_summary(number.section));
    for number in numbers {
        by_section.entry(number.section).or_default().push(number);
    }
    let figures = Figures { graph, by_section };
    let mut left = MAX_ROWS;
    for at in summaries {
        let blocks = book.blocks(at);
        for row in blocks.tables().flat_map(|table| &table.rows).take(left) {
            left -= 1;
            faults.extend(figures.fault(at, row));
        }
    }
    faults
}

struct Figures<'a> {
    graph: &'a LinkGraph,
    /// The figures of the rules, without those of tables of key numbers.
    by_section: HashMap<SectionRef, Vec<KeyNumber>>,
}

impl Figures<'_> {
    /// Returns the figures of a section and its descendants.
    fn of(&self, section: SectionRef) -> impl Iterator<Item = &KeyNumber> {
        let sections = self.graph.book.subtree(section);
        sections.filter_map(|at| self.by_section.get(&at)).flatten()
    }

    fn fault(&self, table: SectionRef, row: &TableRow) -> Option<Diagnostic> {
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
        let compare = |there: &&KeyNumber| there.value.compare(here.value);
        let is_equal = |there: &KeyNumber| compare(&there) == Some(Ordering::Equal);
        if named.iter().any(|at| self.of(*at).any(is_equal)) {
            return None;
        }
        // The section with the longest name is the subject of the row. The others can only confirm
        // the row's value.
        let subject = named.first()?;
        let there = self.of(*subject).filter(|there| compare(there).is_some());
        let mut printed: Vec<_> = there.map(|there| &*there.printed).collect();
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
        let is_rule = |at: &SectionRef| {
            use SectionKind::{Document, Question, Table};
            let kind = book.section(*at).kind;
            !matches!(kind, Document | Table | Question) && !book.contains(*at, table)
        };
        let names = self.graph.names(book.game_of(table));
        let mut stemmer = self.graph.stemmer(book.document_of(table).language);
        let phrase = Phrase::new(label, &mut stemmer);
        self.graph.return_stemmer(stemmer);
        let longest = (0..phrase.words.len()).filter_map(|at| {
            names.longest(&phrase, at, |words| {
                let here = names.get(&phrase.stems(words.clone())).iter();
                let here = here.map(|name| name.section).filter(is_rule);
                let here: Vec<_> = here.take(MAX_NAMESAKES).collect();
                (!here.is_empty()).then_some((words.len(), here))
            })
        });
        let mut longest: Vec<_> = longest.collect();
        longest.sort_by_key(|(length, _)| Reverse(*length));
        let sections = longest.into_iter().flat_map(|(_, sections)| sections);
        sections.collect()
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::rules::Rulebook;
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
            vec![
                Source::in_memory("a.md", &format!("{RULES}{row}\n")),
                Source::in_memory("game.yaml", "vocabulary: kill-team"),
            ],
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
