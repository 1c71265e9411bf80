//! A document that is converted to markdown and loaded again has the same tree.

use std::path::Path;

use tableside::loader;
use tableside::rules::convert::to_markdown;
use tableside::rules::{DocumentRef, Rulebook};
use tableside::source::Source;

use crate::outline::outline;

fn game(text: &str) -> Source {
    let name = if text.contains(" SP]") {
        "zone-mortalis"
    } else {
        "kill-team"
    };
    Source::in_memory("game.yaml", &format!("vocabulary: {name}"))
}

#[track_caller]
fn check(name: &str, text: &str) {
    let load = |name: &str, copy: &str| {
        Rulebook::load(vec![Source::in_memory(name, copy), game(text)], Vec::new())
    };
    let before = load(name, text);
    let markdown = to_markdown(&before, DocumentRef(0)).unwrap();
    let after = load("converted.md", &markdown);
    let (before, after) = (
        outline(&before, DocumentRef(0)),
        outline(&after, DocumentRef(0)),
    );
    let end = || "end".to_owned();
    let (before, after) = (
        before.into_iter().chain([end()]),
        after.into_iter().chain([end()]),
    );
    let differs = before.zip(after).find(|(before, after)| before != after);
    assert_eq!(differs, None, "{name}:\n{text}\n=====\n{markdown}");
}

#[test]
fn a_tagged_label_without_a_question_is_a_paragraph() {
    let text = "## Start\n[^1]**Question*: \n";
    check("start.md", text);
    let book = Rulebook::load(vec![Source::in_memory("start.md", text)], Vec::new());
    let titles: Vec<_> = book.sections().map(|section| &*section.title).collect();
    assert_eq!(titles, ["Start"]);
}

#[test]
fn converted_fixtures_give_the_same_tree() {
    for folder in ["good", "bad"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/fixtures")
            .join(folder);
        for entry in std::fs::read_dir(path).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            check(&name, &std::fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn converted_bundled_rules_give_the_same_tree() {
    for source in loader::bundled().filter(|source| source.file.contains(".md")) {
        check(&source.file, &source.text);
    }
}

#[test]
fn front_matter_is_kept() {
    let text = "---\nlast_update_date: 2025-09-10\nsource: 'a: b'\nmine: yes\nnested:\n  a: [b]\n  c:\naliases: [x, y]\n---\n# A\n# B\n";
    let book = Rulebook::load(
        vec![Source::in_memory("a.md", text), game(text)],
        Vec::new(),
    );
    let markdown = to_markdown(&book, DocumentRef(0)).unwrap();
    let again = Rulebook::load(
        vec![Source::in_memory("b.md", &markdown), game(&markdown)],
        Vec::new(),
    );
    let (before, after) = (
        &book.documents[0].front_matter,
        &again.documents[0].front_matter,
    );
    assert_eq!(after.get("title"), Some(book.documents[0].title.as_str()));
    for key in ["last_update_date", "source", "mine", "nested"] {
        assert!(before.get(key).is_some());
        assert_eq!(after.get(key), before.get(key));
    }
    assert_eq!(after.aliases, before.aliases);
}

/// The pieces of random documents. Some pieces are incomplete markup.
const PIECES: [&str; 60] = [
    "# ",
    "## ",
    "### ",
    "- ",
    "1. ",
    "> ",
    "**Name:** ",
    "**NAME [1AP]:** ",
    "▶ ",
    "◆ ",
    "• ",
    "*Question*: ",
    "*Answer*: ",
    "**Stats:**",
    "| a | b |\n|---|---|\n| 1 | 2\" |",
    "**bold**",
    "*it*",
    "`code`",
    "[[Heavy]]",
    "[x](y.md)",
    "[Summary]",
    "---",
    "\n",
    "\n\n",
    "  ",
    "    ",
    "word",
    "Word Two",
    "4+",
    "$2''$",
    "&amp;",
    "<b>",
    "|",
    "\\",
    "*",
    "_",
    "`",
    "[",
    "!",
    "```\n",
    "\t",
    "#",
    "<br>",
    "~",
    " ",
    "** ",
    "[ ] ",
    "[x] ",
    "</b>",
    "<i>HTML</i>",
    "<sup>2</sup>",
    "![[Heavy]]",
    "![alt](a.png)",
    "Name: ",
    "***Run.*** ",
    "[^1]",
    "> [!note] T\n",
    "A line. ^id\n",
    "==mark==",
    "\n**Range** 3\n",
];

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig {
        cases: 2000,
        failure_persistence: None,
        ..Default::default()
    })]

    #[test]
    fn converted_patchwork_gives_the_same_tree(picked in proptest::collection::vec(0..PIECES.len(), 0..24)) {
        let text: String = picked.into_iter().map(|piece| PIECES[piece]).collect();
        check("patchwork.md", &format!("## Start\n{text}"));
    }

    #[test]
    fn converted_plain_patchwork_gives_the_same_tree(picked in proptest::collection::vec(0..PLAIN.len(), 0..24)) {
        let text: String = picked.into_iter().map(|piece| PLAIN[piece]).collect();
        check("patchwork.txt", &text);
    }
}

const PLAIN: [&str; 26] = [
    "Threat Level",
    "TOMB",
    "Name: ",
    "a line that goes on, and on, and on, and on, and on. ",
    "goes on",
    "\n",
    "\n\n",
    "\t",
    "• ",
    "- ",
    "1. ",
    "2\n",
    "APL\n2\nMOVE\n6\"\nSAVE\n4+\n",
    "NAME\nATK\nHIT\nDMG\nWR\nClaws\n4\n4+\n3/4\n-\n",
    "<|GONE|>",
    " [Terrain] [3 SP]",
    "Shoot1AP",
    "Marsh Event Card",
    "HERO; ",
    "+20 0-10",
    "x2",
    "*Shield: ",
    "(note)",
    "Close-",
    "[x]",
    "_",
];
