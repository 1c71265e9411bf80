use std::collections::BTreeSet;

use super::{Line, Page, PageContext};
use crate::links::LinkGraph;
use crate::loader;
use crate::rules::{Rulebook, SectionRef};
use crate::source::Source;
use crate::theme::Symbols;

#[test]
fn links_and_anchors_lie_on_the_page_at_every_width() {
    let sources = loader::bundled().collect();
    let links = LinkGraph::new(Rulebook::load(sources, Vec::new()));
    let book = &links.book;
    for width in [1, 7, 20, 39, 40, 60, 80, 120, 250] {
        for document in &book.documents {
            let page = Page::of(PageContext::new(&links, width), document.root);
            let lines = page.lines.len();
            assert!(
                page.links
                    .iter()
                    .all(|link| link.line <= link.last_line && link.last_line < lines)
            );
            assert!(
                page.anchors
                    .windows(2)
                    .all(|pair| pair[0].line <= pair[1].line)
            );
            assert!(page.anchors.iter().all(|anchor| anchor.line < lines));
        }
    }
}

#[test]
fn no_line_is_wider_than_the_page() {
    let sources = loader::bundled().collect();
    let links = LinkGraph::new(Rulebook::load(sources, Vec::new()));
    let book = &links.book;
    for width in [20, 40, 60, 80, 120] {
        for document in &book.documents {
            let page = Page::of(PageContext::new(&links, width), document.root);
            let widest = page
                .lines
                .iter()
                .max_by_key(|line| line.width())
                .map(|line| (line.width(), line.text()));
            assert!(
                widest
                    .as_ref()
                    .is_none_or(|(wide, _)| *wide <= usize::from(width)),
                "{width}: {widest:?}"
            );
        }
    }
}

#[test]
fn every_text_of_a_document_is_on_its_page() {
    let sources = loader::bundled().collect();
    let links = LinkGraph::new(Rulebook::load(sources, Vec::new()));
    let book = &links.book;
    let letters = |text: &str| {
        text.chars()
            .filter(|c| c.is_alphanumeric())
            .collect::<String>()
    };
    for document in &book.documents {
        let context = PageContext::new(&links, 80);
        let page = Page::of(context, document.root);
        let shown = letters(&page.lines.iter().map(Line::text).collect::<String>());
        for at in book.subtree(document.root) {
            let (section, blocks) = (book.section(at), book.blocks(at));
            assert!(shown.contains(&letters(&section.title)), "{}", section.id);
            let in_tables: Vec<_> = blocks
                .tables()
                .flat_map(crate::rules::Table::texts)
                .collect();
            for text in blocks.texts() {
                // A line of a table shows parts of several cells, so the words of a cell are
                // searched for one by one.
                let in_table = in_tables.iter().any(|cell| std::ptr::eq(*cell, text));
                let parts = if in_table {
                    text.plain.split_whitespace().collect()
                } else {
                    vec![text.plain.as_str()]
                };
                let missing = parts.iter().find(|part| !shown.contains(&letters(part)));
                assert_eq!(missing, None, "{}", section.id);
            }
        }
    }
}

#[test]
fn rules_are_shown_in_place_once_and_not_inside_themselves() {
    let sources = [
        ("a.md", "# A\n\nFirst.\n\n![[B]]\n\n- ![[C#Part]]\n"),
        (
            "b.md",
            "# B\n\nSecond.\n\n**Bite:** hard.\n\n## Inner\n\n![[A]]\n\n![B](b.md#inner)\n",
        ),
        ("c.md", "# C\n\nNot this.\n\n## Part\n\nThird.\n"),
        ("f.md", "# F\n\n![[C#Part]]\n![[H]]\n![[Lift Gate]]\n"),
        ("h.md", "# H\n\nFourth.\n\n**Lift Gate:** Fifth.\n"),
        ("d.md", "# D\n\n![[E]]\n\n![[E]]\n\n![[E]]\n"),
        ("e.md", &format!("# E\n\n{}\n", "word ".repeat(6_000))),
    ];
    let sources = sources.map(|(file, text)| Source::in_memory(file, text));
    let links = LinkGraph::new(Rulebook::load(sources.to_vec(), Vec::new()));
    let page = |id: &str| {
        let section = links.book.by_id(id).unwrap();
        Page::of(PageContext::new(&links, 40), section)
    };
    let lines: Vec<_> = page("rules/a")
        .lines
        .iter()
        .map(|line| line.text().trim().to_owned())
        .collect();
    assert_eq!(
        lines.join("|"),
        "A|──────────────────────────────────────||First.||B|│ Second.|│|│ Bite: hard.|│|│ Inner|│ A|│|│ B||• C#Part|│ Third."
    );
    assert_eq!(page("rules/a").anchors.len(), 1);
    let both = page("rules/f");
    let text: Vec<_> = both.lines.iter().map(Line::text).collect();
    for shown in ["Third", "Fourth"] {
        assert!(text.concat().contains(shown), "{shown}");
    }
    // Once in its parent, and once by itself.
    assert_eq!(text.concat().matches("Fifth").count(), 2);
    // A third copy would exceed the maximum number of embedded bytes.
    let long = page("rules/d");
    let words = long
        .lines
        .iter()
        .map(|line| line.text().matches("word").count());
    assert_eq!(words.sum::<usize>(), 12_000);
}

/// Returns the lines of a document's page, without its first line and blank lines.
fn lines(text: &str, width: u16, symbols: &'static Symbols) -> Vec<String> {
    let book = Rulebook::load(vec![Source::in_memory("a.md", text)], Vec::new());
    let links = LinkGraph::new(book);
    let context = PageContext {
        symbols,
        ..PageContext::new(&links, width)
    };
    let page = Page::of(context, SectionRef(0));
    let lines = page
        .lines
        .iter()
        .map(|line| line.text().trim_end().to_owned());
    lines.skip(1).filter(|line| !line.is_empty()).collect()
}

#[test]
fn code_keeps_its_indentation() {
    let code = "# A\n\n```\nif b\n\tc\n  ^\n```\n";
    let shown = lines(code, 40, Symbols::UNICODE);
    assert_eq!(shown[1..], [" if b", "     c", "   ^"]);
}

#[test]
fn rules_in_place_are_introduced_once_in_linear_mode() {
    let text = "# A\n\n![[B]]\n\n## B\n\nOne.\n\nTwo.\n";
    let shown = lines(text, 40, Symbols::LINEAR).concat();
    assert_eq!(shown.matches("Quote").count(), 1, "{shown}");
}

#[test]
fn long_stats_stay_within_the_width() {
    let stat = format!("- Move: 6\"{}\n- Save: 4+\n", " and more".repeat(20));
    let text = format!("# A\n\n## Rat\n\n{stat}");
    for line in lines(&text, 60, Symbols::UNICODE) {
        assert!(super::wrap::width(&line) <= 60, "{line}");
    }
}

#[test]
fn values_of_records_begin_in_one_column() {
    let wide = "word ".repeat(30);
    let text = format!("# A\n\n|名前|bc|\n|-|-|\n|{wide}|{wide}|\n");
    let shown = lines(&text, 24, Symbols::UNICODE);
    let start = |line: &String| Some(super::wrap::width(&line[..line.find("word")?]));
    let starts: BTreeSet<_> = shown.iter().filter_map(start).collect();
    assert_eq!(starts.len(), 1, "{shown:?}");
}
