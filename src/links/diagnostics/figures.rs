//! Finds figures in tables of key numbers that contradict the rules they summarise.
//!
//! The label of a row names a section (`Breach action cost`), and the value of the row has a unit
//! (`2AP`). If the section has figures of the same kind (`2"` and `25.4mm` are both lengths), but
//! none of them is equal to the value, either the table or the rule is wrong.

use std::cmp::{Ordering, Reverse};
use std::collections::HashMap;
use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::links::graph::LinkGraph;
use crate::links::names::NameIndex;
use crate::links::passages;
use crate::links::words::Phrase;
use crate::quantity::{self, Quantity, Value};
use crate::rules::{Rulebook, SectionKind, SectionRef, TableRow};

/// The maximum number of rows that are compared, in all tables of key numbers together.
const MAX_ROWS: usize = 1000;

/// The maximum number of sections that are read for one label.
const MAX_SECTIONS: usize = 16;

/// The maximum number of figures of a section. A section with more figures is not compared.
const MAX_FIGURES: usize = 500;

/// The maximum number of figures that a message lists.
const MAX_NAMED: usize = 4;

pub fn faults(graph: &LinkGraph) -> Vec<Diagnostic> {
    let book = &graph.book;
    let tables = book
        .iter()
        .filter(|(_, section)| section.kind == SectionKind::KeyNumbers);
    let rows = tables.flat_map(|(at, _)| {
        let blocks = book.blocks(at);
        let rows: Vec<_> = blocks
            .tables()
            .flat_map(|table| table.rows.clone())
            .collect();
        rows.into_iter().map(move |row| (at, row))
    });
    let mut figures = Figures {
        graph,
        known: HashMap::new(),
    };
    rows.take(MAX_ROWS)
        .filter_map(|(at, row)| figures.fault(at, &row))
        .collect()
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

    /// Returns the sections that a label names, longest name first, each with the length of its
    /// name. Searches the document of `table` and, if it finds nothing there, the whole game. The
    /// sections with the longest name are the subject of the row. The other sections can only
    /// confirm the row's value.
    fn named(&self, table: SectionRef, label: &str) -> Vec<(usize, SectionRef)> {
        let book = &self.graph.book;
        let fits = |at: SectionRef| {
            let is_rule = !matches!(
                book.section(at).kind,
                SectionKind::Document | SectionKind::KeyNumbers | SectionKind::Question
            );
            is_rule && !book.contains(at, table)
        };
        let document = |at: SectionRef| book.section(at).document;
        let near = |at: SectionRef| document(at) == document(table) && fits(at);
        let names = self.graph.names(book.game_of(table));
        let mut found = scan(names, label, &near);
        if found.is_empty() {
            found = scan(names, label, &fits);
        }
        found.sort_by_key(|(length, _)| Reverse(*length));
        found.truncate(MAX_SECTIONS);
        found
    }
}

/// Finds the names in a label, without overlaps: at each word, the longest name that begins there
/// and belongs to a section that `fits` accepts. Returns the sections, each with the length of its
/// name in bytes.
fn scan(
    names: &NameIndex,
    label: &str,
    fits: &dyn Fn(SectionRef) -> bool,
) -> Vec<(usize, SectionRef)> {
    let phrase = Phrase::new(label);
    let mut found = Vec::new();
    let mut at = 0;
    while at < phrase.words.len() {
        let find = |words: Range<usize>| {
            let (count, gaps) = (words.len(), phrase.gaps(words.clone()));
            let mut here: Vec<_> = forms(phrase.stems(words))
                .iter()
                .flat_map(|form| names.get(form))
                .filter(|name| name.gaps == gaps)
                .map(|name| name.section)
                .collect();
            here.retain(|section| fits(*section));
            (!here.is_empty()).then_some((count, here))
        };
        // Even if no name begins with the word itself, its `-ing` form may be a name.
        let here = names
            .longest(&phrase, at, find)
            .or_else(|| find(at..at + 1));
        let (count, here) = here.unwrap_or((1, Vec::new()));
        let length = phrase.words[at + count - 1].end - phrase.words[at].start;
        found.extend(here.into_iter().map(|section| (length, section)));
        at += count;
    }
    found
}

/// Returns the stems of a name, followed by its possible `-ing` forms: `drop`, `droping` and
/// `dropping`. A row labelled `Distance of a drop` may be about the rule `Dropping`.
fn forms(stems: &str) -> [String; 3] {
    let last = stems.chars().last().unwrap_or('e');
    let bare = stems.strip_suffix('e').unwrap_or(stems);
    [
        stems.to_owned(),
        format!("{bare}ing"),
        format!("{stems}{last}ing"),
    ]
}

/// Returns the figures of a section and its descendants (costs, stats and figures in the text),
/// each value once. Tables of key numbers are skipped. Returns an empty list if there are more than
/// [`MAX_FIGURES`].
fn read(book: &Rulebook, section: SectionRef) -> Vec<Quantity> {
    let mut figures: Vec<Quantity> = Vec::new();
    for at in book.subtree(section) {
        let (section, blocks) = (book.section(at), book.blocks(at));
        if section.kind == SectionKind::KeyNumbers {
            continue;
        }
        let cost = section.cost.map(|cost| cost.to_string());
        let cost = cost.and_then(|cost| Quantity::parse(&cost));
        let stats = passages::stats(&blocks).map(|(_, quantity)| quantity.clone());
        let in_text = blocks.texts().flat_map(|text| {
            quantity::all(&text.plain).map(|(range, value)| Quantity {
                text: text.plain[range].to_owned(),
                value,
            })
        });
        for figure in cost.into_iter().chain(stats).chain(in_text) {
            if figures.iter().all(|known| known.value != figure.value) {
                figures.push(figure);
            }
            if figures.len() > MAX_FIGURES {
                return Vec::new();
            }
        }
    }
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
    #[case::what_one_does("Distance of a drop", "2\"", "`Dropping` (a.md:15) says 4\"")]
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
    #[case::borne_out_by_another_name("Drop from a breach point", "4\"")]
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

    #[test]
    fn a_rule_of_the_same_document_comes_before_one_of_the_game() {
        let other = Source::in_memory(
            "b.md",
            "# Other\n\n## Hatch Width of Doors\n\nIt is 5\".\n\n## Vault **3AP**\n\nx\n",
        );
        let rows = "| Hatch width of doors | 3\" |\n| Vault cost | 2AP |";
        let book = Rulebook::load(
            vec![
                Source::in_memory("a.md", &format!("{RULES}{rows}\n")),
                other,
            ],
            vec![],
        );
        let faults = super::faults(&LinkGraph::new(book));
        let messages: Vec<_> = faults.iter().map(|fault| fault.message.as_str()).collect();
        assert_eq!(
            messages,
            ["`Vault cost` is `2AP` here, but `Vault` (b.md:7) says 3AP"]
        );
    }
}
