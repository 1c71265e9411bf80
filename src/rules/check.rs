//! Finds faults that do not prevent a document from loading, but may mislead its reader: repeated
//! headings, table rows that do not fit their header, invisible characters, empty documents, two
//! editions in one game.
//!
//! The tree hides most of these faults: short rows are filled up, surplus cells are joined to the
//! last cell, and unsafe characters are dropped. Tables and characters are therefore checked in the
//! source text.

use std::collections::{BTreeMap, HashMap};

use super::model::{Document, Section, SectionRef, Table, title_above};
use super::rulebook::Rulebook;
use super::slug::fold;
use crate::diagnostic::Diagnostic;
use crate::loader::{DocumentKind, document_kind};
use crate::source::{Source, Span, clamped, counted, is_hidden, last_part};

/// The maximum number of hidden characters reported per document. A document with more is probably
/// damaged as a whole, so the rest are left out.
const MAX_CHARACTERS: usize = 20;

/// Two folders of one game, in the same folder, are reported as two editions if they share at least
/// this many titles, and at least half of the titles of the folder that has fewer.
const MIN_TITLES: usize = 8;

/// A title in more than this many folders is ignored in the comparison of folders, because it is
/// probably an everyday word.
const MAX_FOLDERS: usize = 4;

/// Checks every document for the faults that loading does not report.
pub fn check(book: &Rulebook) -> Vec<Diagnostic> {
    let mut faults = editions(book);
    for document in &book.documents {
        faults.extend(contents(document));
        faults.extend(empty_document(book, document));
        faults.extend(hidden_characters(&document.source));
    }
    for (at, _, blocks) in book.walk() {
        let source = &book.document_of(at).source;
        faults.extend(repeated_headings(book, source, at));
        for table in blocks.tables() {
            faults.extend(ragged_rows(source, table));
        }
    }
    faults
}

/// Reports pairs of folders of one game that share many titles. They are probably two editions.
fn editions(book: &Rulebook) -> Vec<Diagnostic> {
    // The folders with a title, by game, parent folder and title, each with the number of its sections of
    // this title.
    let mut titles: HashMap<_, BTreeMap<&str, usize>> = HashMap::new();
    for document in &book.documents {
        let source = &document.source;
        let start = source.path.len() - source.file.len();
        let ends = source
            .file
            .match_indices('/')
            .map(|(slash, _)| start + slash);
        let folders = std::iter::once(start).chain(ends);
        let folders: Vec<_> = folders.map(|end| &source.path[..end]).collect();
        for section in book.subtree(document.root).map(|at| book.section(at)) {
            let title = fold(&section.title);
            for pair in folders.windows(2) {
                // A translation is no edition.
                let game = (document.game, document.language);
                let place = (game, pair[0], title.clone());
                let folders = titles.entry(place).or_default();
                *folders.entry(pair[1]).or_default() += 1;
            }
        }
    }
    let (mut sizes, mut shared) = (HashMap::<_, usize>::new(), BTreeMap::<_, usize>::new());
    for folders in titles
        .values()
        .filter(|folders| folders.len() <= MAX_FOLDERS)
    {
        // A title that a folder repeats belongs to a form that its documents fill in.
        let single = folders.iter().filter(|(_, count)| **count == 1);
        let single: Vec<_> = single.map(|(folder, _)| *folder).collect();
        for (at, one) in single.iter().enumerate() {
            *sizes.entry(*one).or_default() += 1;
            for other in &single[..at] {
                *shared.entry((*other, *one)).or_default() += 1;
            }
        }
    }
    shared.retain(|(one, other), count| {
        *count >= MIN_TITLES && *count * 2 >= sizes[one].min(sizes[other])
    });
    let fault = |((one, other), count): ((&str, &str), usize)| {
        let message = format!("{count} titles of this folder are also in `{one}`");
        let name = last_part(other);
        let help = format!(
            "to read the folders as two games, write `name: {name}` in `{other}/game.yaml`"
        );
        Diagnostic::of_file(other, "two-editions", message).help(help)
    };
    shared.into_iter().map(fault).collect()
}

/// Says what a file that is not text contains.
fn contents(document: &Document) -> Option<Diagnostic> {
    let summary = document.summary.as_str();
    let note = || Diagnostic::of_file(&document.source.path, "contents", summary).note();
    (!summary.is_empty()).then(note)
}

fn empty_document(book: &Rulebook, document: &Document) -> Option<Diagnostic> {
    let root = book.section(document.root);
    // A page with fields for a site generator may be empty on purpose: a redirect, a list of pages.
    let has_fields = document
        .front_matter
        .values
        .iter()
        .any(|(key, _)| key != "title");
    let text = document.source.text.get(root.span.range());
    let is_blank = text.is_none_or(|text| text.trim().is_empty());
    let has_children = book.children(document.root).next().is_some();
    if !is_blank || root.has_text || has_fields || has_children {
        return None;
    }
    let message = "this document has no text";
    let fault = Diagnostic::of_file(&document.source.path, "empty-document", message);
    // A web page without text is probably a part of a website, such as its menu.
    let is_page = document_kind(document.source.name()) == Some(DocumentKind::Page);
    let fault = if is_page { fault.note() } else { fault };
    Some(fault.help("write its rules, or remove the file"))
}

/// Reports each subsection of `parent` that has the same heading as an earlier one. A reader could
/// not tell the two apart in the table of contents, in links or among search hits. If their texts are
/// different, this is only a note: many authors repeat headings such as `Example`.
fn repeated_headings(
    book: &Rulebook,
    source: &Source,
    parent: SectionRef,
) -> impl Iterator<Item = Diagnostic> {
    let mut first: HashMap<String, &Section> = HashMap::new();
    let text = |section: &Section| {
        let text = source
            .text
            .get(section.heading_span.end as usize..section.span.end as usize);
        text.unwrap_or("").trim()
    };
    let sections = book.children(parent).map(|child| book.section(child));
    sections.filter_map(move |section| {
        let name = fold(&section.heading);
        // Run-in rules are not checked: many repeat a label such as `Question:`.
        if section.run_in || name.is_empty() {
            return None;
        }
        let first = *first.entry(name).or_insert(section);
        let first_line = first.line;
        if first_line == section.line {
            return None;
        }
        let message = format!(
            "`{}` is the heading of two sections of `{}`; the other is on line {first_line}",
            section.title,
            title_above(&book.section(parent).title)
        );
        let help = "give each its own name, or put them under different headings";
        let span = section.heading_span;
        let fault = Diagnostic::at(source, span, "repeated-heading", message).help(help);
        let is_copy = text(section) == text(first);
        Some(if is_copy { fault } else { fault.note() })
    })
}

/// Reports rows with more or fewer cells than the table has columns. Fewer are only a note: many
/// authors leave out empty cells.
fn ragged_rows(source: &Source, table: &Table) -> impl Iterator<Item = Diagnostic> {
    let columns = table.columns.len();
    table.rows.iter().filter_map(move |row| {
        let text = source.text.get(row.span.range()).unwrap_or("");
        let cells = cells(text).filter(|cells| *cells != columns)?;
        let message = format!(
            "this row has {}, but its table has {}",
            counted(cells, "cell"),
            counted(columns, "column")
        );
        let help = if cells < columns {
            "missing cells are shown empty; add a `|` for each"
        } else {
            "surplus cells are shown in the last one; write `\\|` for a bar in a cell"
        };
        let fault = Diagnostic::at(source, row.span, "ragged-row", message).help(help);
        Some(if cells < columns { fault.note() } else { fault })
    })
}

/// Counts the cells in a row of a markdown table. Returns `None` for a row without bars, such as a
/// row of a table in plain text or HTML.
fn cells(row: &str) -> Option<usize> {
    let line = row.lines().next()?.trim().trim_start_matches(['>', ' ']);
    let line = line.replace("\\\\", "").replace("\\|", "\\");
    // The bar of a wiki link does not end a cell.
    let line = line
        .split("[[")
        .enumerate()
        .fold(String::new(), |line, (at, part)| {
            match part.split_once("]]") {
                Some((link, rest)) if at > 0 => line + &link.replace('|', " ") + rest,
                _ => line + part,
            }
        });
    let bars = line.matches('|').count();
    let outer = usize::from(line.starts_with('|')) + usize::from(line.ends_with('|'));
    (bars > 0).then(|| (bars + 1).saturating_sub(outer))
}

/// Reports characters that a page does not show. A character that repeats the previous hidden
/// character of its line is not reported.
fn hidden_characters(source: &Source) -> Vec<Diagnostic> {
    let is_shown = |c: char| matches!(c, '\n' | '\r' | '\t' | '\u{c}');
    let hidden = source
        .text
        .char_indices()
        .filter(|(at, c)| !is_shown(*c) && is_hidden(&source.text[..*at], *c));
    let mut places: Vec<_> = hidden
        .map(|(at, character)| (source.line(clamped(at)), character, at))
        .collect();
    places.dedup_by_key(|(line, character, _)| (*line, *character));
    let fault = |(_, character, at): (u32, char, usize)| {
        let code = u32::from(character);
        let message = format!("the invisible character U+{code:04X} is not shown");
        let span = Span::new(at, at + character.len_utf8());
        Diagnostic::at(source, span, "hidden-character", message)
            .help("remove it; it may hide or reorder text, or keep identical words from matching")
    };
    places.into_iter().take(MAX_CHARACTERS).map(fault).collect()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    /// Returns the first line of each fault of a document, and checks that each fault has advice.
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
    #[case::same_name_and_text("# A\n\n## Open\n\nx\n\n## OPEN\n\nx\n", &["a.md:7:1: warning[repeated-heading]: `OPEN` is the heading of two sections of `A`; the other is on line 3"])]
    #[case::same_name("# A\n\n## Open\n\nx\n\n## OPEN\n\ny\n", &["a.md:7:1: note[repeated-heading]: `OPEN` is the heading of two sections of `A`; the other is on line 3"])]
    #[case::other_parents("# A\n\n## B\n\n### Open\n\nx\n\n## C\n\n### Open\n\ny\n", &[])]
    #[case::other_cost("# A\n\n## Dash 1AP\n\nx\n\n## Dash 2AP\n\ny\n", &[])]
    #[case::other_step("# A\n\n## 1. Roll\n\nx\n\n## 2. Roll\n\ny\n", &[])]
    #[case::questions("# A\n\n**Question:** x\n\n**Question:** y\n", &[])]
    #[case::too_few("# A\n\n| a | b |\n|---|---|\n| 1 |\n", &["a.md:5:1: note[ragged-row]: this row has 1 cell, but its table has 2 columns"])]
    #[case::too_many("# A\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 1 | 2 | 3 |\n", &["a.md:6:1: warning[ragged-row]: this row has 3 cells, but its table has 2 columns"])]
    #[case::escaped_bar("# A\n\n| a | b |\n|---|---|\n| 1 \\| x | 2 |\n", &[])]
    #[case::link("# A\n\n| a | b |\n|---|---|\n| [[x|y]] | 2 |\n", &[])]
    #[case::fields("---\ntitle: x\nlayout: page\n---\n", &[])]
    #[case::no_outer_bars("# A\n\na | b\n---|---\n1 | 2\n", &[])]
    #[case::empty_cells("# A\n\n| a | b |\n|---|---|\n| | |\n", &[])]
    #[case::table_in_a_list("# A\n\n- x\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n", &[])]
    #[case::text_of_tabs("Stats of it\tx\ty\nAlpha\t1\t2\nBeta\t3\n", &[])]
    #[case::reordering("# A\n\nno \u{202e}hidden\u{202e} text\n", &["a.md:3:4: warning[hidden-character]: the invisible character U+202E is not shown"])]
    #[case::invisible("# A\n\nto\u{200b}day\n", &["a.md:3:3: warning[hidden-character]: the invisible character U+200B is not shown"])]
    #[case::control("# A\n\nx \u{1b}[31m\n", &["a.md:3:3: warning[hidden-character]: the invisible character U+001B is not shown"])]
    #[case::blanks("# A\r\n\r\nx\ty\u{a0}z\r\n", &[])]
    #[case::empty("", &["a.md: warning[empty-document]: this document has no text"])]
    #[case::head_only("---\ntitle: x\n---\n\n", &["a.md: warning[empty-document]: this document has no text"])]
    #[case::title_of_a_part("---\ntitle: x\n---\n\n# T\n", &[])]
    #[case::picture("<div class=\"cover\"></div>\n", &[])]
    #[case::heading_of_a_part("# T\n\n## A\n", &[])]
    #[case::one_line("text", &[])]
    fn what_may_mislead_a_reader_is_a_fault(#[case] text: &str, #[case] expected: &[&str]) {
        assert_eq!(faults(text), expected);
    }

    #[test]
    fn two_editions_in_two_folders_are_reported_once() {
        let rules = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|at| format!("## Rule {at}\n\nx\n\n"));
        let rules = rules.concat();
        let file =
            |file: &str, rules: &str| Source::in_memory(file, &format!("# Rules\n\n{rules}"));
        let files = || {
            vec![
                file("docs/old/a.md", &rules),
                file("docs/new/b.md", &rules),
                file("c/c.md", "x"),
            ]
        };
        let faults = |files| {
            let faults = check(&Rulebook::load(files, vec![]));
            faults.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let found = faults(files());
        assert_eq!(found.len(), 1);
        assert!(
            found[0].contains(
                "docs/old: warning[two-editions]: 10 titles of this folder are also in `docs/new`"
            ),
            "{found:?}"
        );
        assert!(
            found[0].contains("write `name: old` in `docs/old/game.yaml`"),
            "{found:?}"
        );
        let game = Source::in_memory("docs/old/game.yaml", "name: old\n");
        assert!(faults(files().into_iter().chain([game]).collect()).is_empty());
    }

    #[test]
    fn the_message_about_surplus_cells_is_true() {
        let text = "# A\n\n| a | b |\n|---|---|\n| 1 | 2 | 3 |\n";
        let book = Rulebook::load(vec![Source::in_memory("a.md", text)], vec![]);
        let table = book
            .walk()
            .find_map(|(_, _, blocks)| blocks.tables().next().cloned())
            .unwrap();
        assert_eq!(table.rows[0].cells.last().unwrap().text.plain, "2 | 3");
        let help = check(&book)[0].help.clone().unwrap();
        assert!(
            help.starts_with("surplus cells are shown in the last one"),
            "{help}"
        );
    }

    #[test]
    fn a_damaged_document_reports_a_limited_number_of_faults() {
        assert_eq!(faults(&"a\u{200b}\n".repeat(1000)).len(), MAX_CHARACTERS);
    }

    #[test]
    fn the_bundled_rules_are_well_formed() {
        let book = Rulebook::load(crate::loader::bundled().collect(), vec![]);
        assert_eq!(check(&book), []);
    }
}
