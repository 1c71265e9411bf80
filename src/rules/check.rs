//! Faults of well-loaded documents that may mislead a reader: headings that cannot be told apart, tables whose rows do not
//! fit their head, characters that cannot be seen, documents without content.
//!
//! Much of it is no longer in the tree: rows were filled up, or their surplus cells joined to the last one, and unsafe
//! characters dropped when it was made. So tables and characters are looked at in the sources.

use std::collections::HashMap;

use super::model::block::Table;
use super::model::document::Document;
use super::model::section::{Section, SectionRef};
use super::rulebook::Rulebook;
use super::slug::fold;
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{Source, Span, is_unsafe};

/// A document with more hidden characters than this is damaged as a whole, and one more place tells nothing.
const MOST_CHARACTERS: usize = 20;

/// Checks every document; what has been said in [`Rulebook::diagnostics`] is not repeated.
#[must_use]
pub fn check(book: &Rulebook) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    for document in &book.documents {
        empty_document(book, document, &mut faults);
        hidden_characters(&document.source, &mut faults);
    }
    for (_, section, blocks) in book.walk() {
        let document = book.document(section.document);
        repeated_headings(book, document, section, &mut faults);
        for table in blocks.tables() {
            ragged_rows(&document.source, table, &mut faults);
        }
    }
    faults
}

fn empty_document(book: &Rulebook, document: &Document, faults: &mut Vec<Diagnostic>) {
    let root = book.section(document.root);
    if !root.has_text && root.children.is_empty() {
        let span = root.heading_span;
        let fault = if span.start < span.end {
            let message = "this document says nothing: there is nothing under its heading";
            Diagnostic::at(
                &document.source,
                span,
                Severity::Warning,
                "empty-document",
                message,
            )
        } else {
            let message = "this document says nothing: there is no heading and no text in it";
            Diagnostic::of_file(
                &document.source.path,
                Severity::Warning,
                "empty-document",
                message,
            )
        };
        faults.push(fault.help("write its rules, or remove the file"));
    }
}

/// Headings of one section that have the same name: a reader of contents, links and search hits cannot tell them apart.
fn repeated_headings(
    book: &Rulebook,
    document: &Document,
    parent: &Section,
    faults: &mut Vec<Diagnostic>,
) {
    let mut seen: HashMap<String, SectionRef> = HashMap::new();
    for child in &parent.children {
        let section = book.section(*child);
        let name = fold(&section.heading);
        // Questions and run-in rules that repeat (`Question:`) are told apart by their text.
        if section.run_in || name.is_empty() {
            continue;
        }
        let Some(first) = seen.get(&name) else {
            seen.insert(name, *child);
            continue;
        };
        let line = document
            .source
            .line(book.section(*first).heading_span.start);
        let message = format!(
            "`{}` heads two parts of `{}`; the other is in line {line}",
            section.title, parent.title
        );
        let span = section.heading_span;
        let fault = Diagnostic::at(
            &document.source,
            span,
            Severity::Warning,
            "repeated-heading",
            message,
        );
        faults
            .push(fault.help("give each a name of its own, or put them under different headings"));
    }
}

/// Rows with more or fewer cells than the table has columns: cells stand empty, or several in one.
fn ragged_rows(source: &Source, table: &Table, faults: &mut Vec<Diagnostic>) {
    let columns = table.columns.len();
    for row in &table.rows {
        let Some(line) = source
            .text
            .get(row.span.range())
            .and_then(|text| text.lines().next())
        else {
            continue;
        };
        // Only a row that is written with bars has cells to count; one from plain text has tabs.
        let Some(cells) = cells(line) else { continue };
        if cells == columns {
            continue;
        }
        let message = format!(
            "this row has {}, its table has {columns} columns",
            counted(cells, "cell")
        );
        let help = if cells < columns {
            "the cells that are missing are shown empty; add a `|` for each of them"
        } else {
            "the cells that are too many are shown in the last one; write `\\|` for a bar within a cell"
        };
        faults.push(
            Diagnostic::at(source, row.span, Severity::Warning, "ragged-row", message).help(help),
        );
    }
}

/// How many cells a row has that is written with bars between them.
fn cells(line: &str) -> Option<usize> {
    let line = line.trim().trim_start_matches(['>', ' ']);
    let mut bars = 0;
    let mut escaped = false;
    let mut last_is_bar = false;
    for character in line.chars() {
        last_is_bar = character == '|' && !escaped;
        bars += usize::from(last_is_bar);
        escaped = character == '\\' && !escaped;
    }
    let outer = usize::from(line.starts_with('|')) + usize::from(last_is_bar);
    (bars > 0).then(|| (bars + 1).saturating_sub(outer))
}

/// Characters that are dropped when the text is shown: one fault for each line and kind of character.
fn hidden_characters(source: &Source, faults: &mut Vec<Diagnostic>) {
    let hidden = |c: &char| is_unsafe(*c) && !matches!(c, '\n' | '\r' | '\t' | '\u{c}');
    let mut last = None;
    let places = source
        .text
        .char_indices()
        .filter(|(_, character)| hidden(character));
    let mut found = 0;
    for (at, character) in places {
        let span = Span::new(at, at + character.len_utf8());
        let line = source.line(span.start);
        if last.replace((line, character)) == Some((line, character)) {
            continue;
        }
        found += 1;
        if found > MOST_CHARACTERS {
            break;
        }
        let message = format!(
            "{} U+{:04X} is not shown",
            what_is(character),
            u32::from(character)
        );
        let fault = Diagnostic::at(source, span, Severity::Warning, "hidden-character", message);
        faults.push(
            fault.help("remove it; it may hide or reorder text, or make equal words unequal"),
        );
    }
}

fn what_is(character: char) -> &'static str {
    match character {
        c if c.is_control() => "the control character",
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            "the character that sets the direction of writing"
        }
        _ => "the invisible character",
    }
}

fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    /// The faults of one document, each in its first line and its help.
    fn faults(text: &str) -> Vec<String> {
        let book = Rulebook::load(vec![Source::in_memory("a.md", text)], vec![]);
        let faults = check(&book);
        assert!(faults.iter().all(|fault| fault.help.is_some()));
        faults
            .iter()
            .map(|fault| fault.to_string().lines().next().unwrap_or("").to_owned())
            .collect()
    }

    #[rstest]
    #[case::same_name("# A\n\n## Open\n\nx\n\n## OPEN\n\ny\n", &["a.md:7:1: warning[repeated-heading]: `OPEN` heads two parts of `A`; the other is in line 3"])]
    #[case::other_parents("# A\n\n## B\n\n### Open\n\nx\n\n## C\n\n### Open\n\ny\n", &[])]
    #[case::other_cost("# A\n\n## Dash 1AP\n\nx\n\n## Dash 2AP\n\ny\n", &[])]
    #[case::other_step("# A\n\n## 1. Roll\n\nx\n\n## 2. Roll\n\ny\n", &[])]
    #[case::questions("# A\n\n**Question:** x\n\n**Question:** y\n", &[])]
    #[case::too_few("# A\n\n| a | b |\n|---|---|\n| 1 |\n", &["a.md:5:1: warning[ragged-row]: this row has 1 cell, its table has 2 columns"])]
    #[case::too_many("# A\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 1 | 2 | 3 |\n", &["a.md:6:1: warning[ragged-row]: this row has 3 cells, its table has 2 columns"])]
    #[case::escaped_bar("# A\n\n| a | b |\n|---|---|\n| 1 \\| x | 2 |\n", &[])]
    #[case::no_outer_bars("# A\n\na | b\n---|---\n1 | 2\n", &[])]
    #[case::empty_cells("# A\n\n| a | b |\n|---|---|\n| | |\n", &[])]
    #[case::table_in_a_list("# A\n\n- x\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n", &[])]
    #[case::text_of_tabs("Stats of it\tx\ty\nAlpha\t1\t2\nBeta\t3\n", &[])]
    #[case::reordering("# A\n\nno \u{202e}hidden\u{202e} text\n", &["a.md:3:4: warning[hidden-character]: the character that sets the direction of writing U+202E is not shown"])]
    #[case::invisible("# A\n\nto\u{200b}day\n", &["a.md:3:3: warning[hidden-character]: the invisible character U+200B is not shown"])]
    #[case::control("# A\n\nx \u{1b}[31m\n", &["a.md:3:3: warning[hidden-character]: the control character U+001B is not shown"])]
    #[case::blanks("# A\r\n\r\nx\ty\u{a0}z\r\n", &[])]
    #[case::empty("", &["a.md: warning[empty-document]: this document says nothing: there is no heading and no text in it"])]
    #[case::head_only("---\ntitle: x\n---\n\n", &["a.md: warning[empty-document]: this document says nothing: there is no heading and no text in it"])]
    #[case::heading_only("---\ntitle: x\n---\n\n# T\n", &["a.md:5:1: warning[empty-document]: this document says nothing: there is nothing under its heading"])]
    #[case::heading_of_a_part("# T\n\n## A\n", &[])]
    #[case::one_line("text", &[])]
    fn what_may_mislead_a_reader_is_a_fault(#[case] text: &str, #[case] expected: &[&str]) {
        assert_eq!(faults(text), expected);
    }

    #[test]
    fn what_is_said_of_surplus_cells_is_true() {
        let text = "# A\n\n| a | b |\n|---|---|\n| 1 | 2 | 3 |\n";
        let book = Rulebook::load(vec![Source::in_memory("a.md", text)], vec![]);
        let table = book
            .walk()
            .find_map(|(_, _, blocks)| blocks.tables().next().cloned())
            .unwrap();
        assert_eq!(table.rows[0].cells.last().unwrap().text.plain, "2 | 3");
        let help = check(&book)[0].help.clone().unwrap();
        assert!(
            help.starts_with("the cells that are too many are shown in the last one"),
            "{help}"
        );
    }

    #[test]
    fn a_damaged_document_is_not_told_of_by_the_thousands() {
        assert_eq!(faults(&"a\u{200b}\n".repeat(1000)).len(), MOST_CHARACTERS);
    }

    #[test]
    fn the_bundled_rules_are_well_formed() {
        let book = Rulebook::load(crate::loader::bundled().collect(), vec![]);
        assert_eq!(check(&book), []);
    }
}
