//! Tests of an index that is stored and updated.

use proptest::prelude::*;

use super::*;

/// Builds a rulebook of the given files, each as `(file, text)`.
fn rules(texts: &[(&str, &str)]) -> Rulebook {
    let sources = texts
        .iter()
        .map(|(file, text)| Source::in_memory(file, text));
    Rulebook::load(sources.collect(), Vec::new())
}

fn update(stored: &mut Vec<u8>, book: &Rulebook) -> (SearchIndex, usize) {
    let mut done = 0;
    let mut texts = |at| Ok(DocumentText::read(book, at).unwrap());
    let index = SearchIndex::update(stored, book, &mut texts, &mut |count| done = count).unwrap();
    stored.clear();
    index.write(stored).unwrap();
    (index, done)
}

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
        let scored = |index: &SearchIndex| -> Vec<_> {
            let hits = index.search(book, &ask(query)).hits;
            hits.iter()
                .map(|hit| (hit.section, hit.score.to_bits()))
                .collect()
        };
        assert_eq!(scored(index), scored(&built), "{query}");
        assert_eq!(
            index.search(book, &ask(query)).outcome,
            built.search(book, &ask(query)).outcome,
            "{query}"
        );
    }
}

#[test]
fn an_index_is_opened_only_with_the_rules_that_it_was_built_from() {
    let mut stored = Vec::new();
    let book = rules(&[("a.md", "# A\n\n## Fire Door\n\nHot.\n")]);
    assert!(SearchIndex::open(&stored, &book).is_err());
    let (_, done) = update(&mut stored, &book);
    assert_eq!(done, 1);
    let index = SearchIndex::open(&stored, &book).unwrap();
    assert_eq!(found(&index, &book, "fire"), ["rules/a#fire-door"]);
    let other = rules(&[("a.md", "# A\n\n## Fire Door\n\nCold.\n")]);
    assert!(SearchIndex::open(&stored, &other).is_err());
    let more = rules(&[("a.md", "# A\n\n## Fire Door\n\nHot.\n"), ("b.md", "# B\n")]);
    assert!(SearchIndex::open(&stored, &more).is_err());
}

#[test]
fn a_change_of_the_synonyms_alone_is_noticed() {
    let mut stored = Vec::new();
    let text = ("a.md", "# A\n\n## Fire Door\n\nHot.\n");
    let before = rules(&[text, ("synonyms.yaml", "gate: [Fire Door]\n")]);
    update(&mut stored, &before);
    let after = rules(&[text, ("synonyms.yaml", "portal: [Fire Door]\n")]);
    assert!(SearchIndex::open(&stored, &after).is_err());
    let (index, _) = update(&mut stored, &after);
    assert_eq!(found(&index, &after, "portal"), ["rules/a#fire-door"]);
    assert_eq!(found(&index, &after, "gate"), Vec::<String>::new());
}

#[test]
fn the_words_of_a_removed_document_are_forgotten() {
    let mut stored = Vec::new();
    let text = "# A\n\n## Fire Door\n\nHot.\n";
    update(
        &mut stored,
        &rules(&[("a.md", text), ("b.md", "# B\n\n## Fyre\n\nHot.\n")]),
    );
    let book = rules(&[("a.md", text)]);
    let (index, _) = update(&mut stored, &book);
    assert_eq!(
        found(&index, &book, "fyre"),
        ["rules/a#fire-door"],
        "it is a typing error now"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn an_updated_index_gives_the_answers_of_a_new_one(
        versions in prop::collection::vec(prop::collection::vec(0_usize..5, 1..5), 1..4),
    ) {
        const TEXTS: [&str; 5] = [
            "# A\n\n## Fire Door 1AP\n\nA rope burns.\n",
            "# B\n\n## Fire\n\nIt burns a wall.\n\n**Rope:** It is long.\n",
            "# C\n\n## Wall\n\nA wall is stone, and a door is in a wall.\n",
            "# D\n\n## Ropes\n\n| Rope | Length |\n|---|---|\n| Long rope | 5 |\n",
            "# E\n\n## Reaction Fire\n\nFire at a wall.\n",
        ];
        let mut stored = Vec::new();
        for version in versions {
            let mut files: Vec<_> = version.iter().enumerate().map(|(at, text)| (format!("{at}.md"), TEXTS[*text].to_owned())).collect();
            // The length of a long text is stored with few digits.
            let long = "A wall is stone. ".repeat(40 + version.iter().sum::<usize>());
            files.push(("long.md".to_owned(), format!("# F\n\n## Long\n\n{long}\n")));
            let files: Vec<_> = files.iter().map(|(file, text)| (file.as_str(), text.as_str())).collect();
            let book = rules(&files);
            let (index, _) = update(&mut stored, &book);
            assert_same(&index, &book);
            assert_same(&SearchIndex::open(&stored, &book).unwrap(), &book);
        }
    }
}
