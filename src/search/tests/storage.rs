//! What a player can rely on when an index is kept in a folder and updated.

use std::fs;
use std::path::Path;

use proptest::prelude::*;

use super::*;

/// A rulebook of some documents, each a file of this text.
fn rules(texts: &[(&str, &str)]) -> Rulebook {
    let sources = texts
        .iter()
        .map(|(file, text)| Source::in_memory(file, text));
    Rulebook::load(sources.collect(), Vec::new())
}

fn update(folder: &Path, book: &Rulebook) -> (SearchIndex, usize) {
    let mut done = 0;
    let index = SearchIndex::update(folder, book, &mut |count| done = count).unwrap();
    (index, done)
}

/// The ids of what is found.
fn found(index: &SearchIndex, book: &Rulebook, text: &str) -> Vec<String> {
    let hits = index.search(book, &ask(text)).hits;
    hits.iter()
        .map(|hit| book.section(hit.section).id.clone())
        .collect()
}

const QUERIES: [&str; 8] = [
    "fire",
    "rope",
    "dor",
    "fire door",
    "\"a wall\"",
    "fire -wall",
    "type:action",
    "what is a wall",
];

fn assert_same(index: &SearchIndex, book: &Rulebook) {
    let built = SearchIndex::build(book).unwrap();
    for query in QUERIES {
        assert_eq!(
            found(index, book, query),
            found(&built, book, query),
            "{query}"
        );
        assert_eq!(
            index.search(book, &ask(query)).outcome,
            built.search(book, &ask(query)).outcome,
            "{query}"
        );
    }
}

#[test]
fn an_index_is_opened_only_with_the_rules_that_it_was_built_from() {
    let folder = tempfile::tempdir().unwrap();
    let book = rules(&[("a.md", "# A\n\n## Fire Door\n\nHot.\n")]);
    assert!(SearchIndex::open(folder.path(), &book).is_err());
    let (_, done) = update(folder.path(), &book);
    assert_eq!(done, 1);
    let index = SearchIndex::open(folder.path(), &book).unwrap();
    assert_eq!(found(&index, &book, "fire"), ["rules/a#fire-door"]);
    let other = rules(&[("a.md", "# A\n\n## Fire Door\n\nCold.\n")]);
    assert!(SearchIndex::open(folder.path(), &other).is_err());
    let more = rules(&[("a.md", "# A\n\n## Fire Door\n\nHot.\n"), ("b.md", "# B\n")]);
    assert!(SearchIndex::open(folder.path(), &more).is_err());
}

#[test]
fn a_change_of_the_synonyms_alone_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let text = ("a.md", "# A\n\n## Fire Door\n\nHot.\n");
    let before = rules(&[text, ("synonyms.yaml", "gate: [Fire Door]\n")]);
    update(folder.path(), &before);
    let after = rules(&[text, ("synonyms.yaml", "portal: [Fire Door]\n")]);
    assert!(SearchIndex::open(folder.path(), &after).is_err());
    let (index, _) = update(folder.path(), &after);
    assert_eq!(found(&index, &after, "portal"), ["rules/a#fire-door"]);
    assert_eq!(found(&index, &after, "gate"), Vec::<String>::new());
}

#[test]
fn a_word_of_a_document_that_is_gone_is_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let text = "# A\n\n## Fire Door\n\nHot.\n";
    update(
        folder.path(),
        &rules(&[("a.md", text), ("b.md", "# B\n\n## Fyre\n\nHot.\n")]),
    );
    let book = rules(&[("a.md", text)]);
    let (index, _) = update(folder.path(), &book);
    assert_eq!(
        found(&index, &book, "fyre"),
        ["rules/a#fire-door"],
        "it is a typing error now"
    );
}

#[test]
fn an_index_with_any_byte_damaged_is_refused_and_built_again() {
    let folder = tempfile::tempdir().unwrap();
    let book = rules(&[("a.md", "# A\n\n## Fire Door\n\nHot.\n")]);
    update(folder.path(), &book);
    let file = folder.path().join("index");
    let bytes = fs::read(&file).unwrap();
    let step = bytes.len() / 97 + 1;
    let damaged = (0..bytes.len()).step_by(step).map(|at| {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x55;
        damaged
    });
    let cut = (0..bytes.len())
        .step_by(step)
        .map(|end| bytes[..end].to_vec());
    for damaged in damaged.chain(cut) {
        fs::write(&file, damaged).unwrap();
        assert!(SearchIndex::open(folder.path(), &book).is_err());
    }
    let (index, _) = update(folder.path(), &book);
    assert_same(&index, &book);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn an_updated_index_answers_as_a_new_one(
        versions in prop::collection::vec(prop::collection::vec(0_usize..5, 1..5), 1..4),
    ) {
        const TEXTS: [&str; 5] = [
            "# A\n\n## Fire Door 1AP\n\nA rope burns.\n",
            "# B\n\n## Fire\n\nIt burns a wall.\n\n**Rope:** It is long.\n",
            "# C\n\n## Wall\n\nA wall is stone, and a door is in a wall.\n",
            "# D\n\n## Ropes\n\n| Rope | Length |\n|---|---|\n| Long rope | 5 |\n",
            "# E\n\n## Reaction Fire\n\nFire at a wall.\n",
        ];
        let folder = tempfile::tempdir().unwrap();
        for version in versions {
            let files: Vec<_> = version.iter().enumerate().map(|(at, text)| (format!("{at}.md"), TEXTS[*text])).collect();
            let files: Vec<_> = files.iter().map(|(file, text)| (file.as_str(), *text)).collect();
            let book = rules(&files);
            let (index, _) = update(folder.path(), &book);
            assert_same(&index, &book);
            assert_same(&SearchIndex::open(folder.path(), &book).unwrap(), &book);
        }
    }
}
