//! Front matter and game files that are broken or huge, or that expand to a huge size.

use std::time::Instant;

use rstest::rstest;
use tableside::rules::Rulebook;
use tableside::source::{Source, is_unsafe};

use super::MAX_TIME;

/// Loads a `game.yaml`, a `synonyms.yaml` and two documents. `yaml` is the text of both YAML files
/// and the front matter of the first document. Checks that both documents are intact.
fn with_head(yaml: &str) -> Rulebook {
    let start = Instant::now();
    let document = format!("---\n{yaml}\n---\n# Title\n\n## Heading\n\nText of it.\n");
    let sources = vec![
        Source::in_memory("a.md", &document),
        Source::in_memory("good.md", "# Title\n\n## Good\n\nText.\n"),
        Source::in_memory("game.yaml", yaml),
        Source::in_memory("synonyms.yaml", yaml),
    ];
    let book = Rulebook::load(sources, Vec::new());
    assert!(start.elapsed() < MAX_TIME);
    assert_eq!(book.documents.len(), 2);
    for title in ["Heading", "Good"] {
        assert!(
            book.sections().any(|section| section.title == title),
            "{title}"
        );
    }
    for fault in &book.diagnostics {
        assert!(
            !fault.to_string().contains(|c| is_unsafe(c) && c != '\n'),
            "{fault:?}"
        );
    }
    book
}

#[rstest]
#[case("2025-09-10", "2025-09-10")]
#[case("'2025-09-10'", "2025-09-10")]
#[case("2025-9-1", "2025-9-1")]
#[case("2025-02-31", "2025-02-31")]
#[case("0000-00-00", "0000-00-00")]
#[case("-1-1-1", "-1-1-1")]
#[case("99999999999999999999-01-01", "99999999999999999999-01-01")]
#[case("2025-09-10T12:00:00Z", "2025-09-10T12:00:00Z")]
#[case("2025-09-10 12:00:00 +02:00", "2025-09-10 12:00:00 +02:00")]
#[case("10/09/2025", "10/09/2025")]
#[case("10.09.2025", "10.09.2025")]
#[case("August 2025", "August 2025")]
#[case("10th of September, 2025", "10th of September, 2025")]
#[case("2025", "2025")]
#[case("2025.5", "2025.5")]
#[case("[2025, 9, 10]", "2025, 9, 10")]
#[case("{year: 2025}", "year: 2025")]
#[case("!!timestamp 2025-09-10", "2025-09-10")]
#[case("\"2025\\u202e-09\\e[31m\"", "2025-09[31m")]
#[case("二〇二五年九月", "二〇二五年九月")]
fn a_date_of_any_shape_is_kept_as_it_is_written(#[case] date: &str, #[case] kept: &str) {
    let book = with_head(&format!("last_update_date: {date}"));
    assert_eq!(
        book.documents[0].front_matter.get("last_update_date"),
        Some(kept)
    );
}

#[rstest]
#[case::null("last_update_date: ~")]
#[case::empty("last_update_date:")]
#[case::empty_list("last_update_date: []")]
fn an_empty_date_is_none(#[case] yaml: &str) {
    let book = with_head(yaml);
    assert_eq!(book.documents[0].front_matter.get("last_update_date"), None);
}

/// Returns YAML in which each line refers ten times to the line before. Expanded, it would take
/// gigabytes.
fn laughs(values: &str) -> String {
    let line = |name: char, of: char| {
        format!(
            "{name}: &{name} [{}]\n",
            vec![format!("*{of}"); 10].join(", ")
        )
    };
    ('b'..='l')
        .zip('a'..)
        .fold(format!("a: &a [{values}]\n"), |yaml, (name, of)| {
            yaml + &line(name, of)
        })
}

#[rstest]
#[case::laughs(laughs("x, x, x"))]
#[case::laughs_as_a_known_key(laughs("x") + "title: *l\n")]
#[case::one("a: &a x\ntitle: *a".to_owned())]
#[case::itself("title: &a [*a]".to_owned())]
#[case::merge("a: &a {title: x}\n<<: *a".to_owned())]
#[case::of_nothing("title: *nothing".to_owned())]
fn aliases_are_refused_by_name_and_place(#[case] yaml: String) {
    let book = with_head(&yaml);
    let faults: Vec<_> = book
        .diagnostics
        .iter()
        .filter(|fault| fault.path == "a.md")
        .collect();
    assert!(!faults.is_empty());
    assert!(
        faults
            .iter()
            .all(|fault| fault.code == "front-matter" && fault.location.is_some()),
        "{faults:?}"
    );
    assert!(
        faults[0].message.contains("aliases are not supported"),
        "{}",
        faults[0].message
    );
}

#[rstest]
#[case("a: ".to_owned() + &"[".repeat(65) + &"]".repeat(65), 1)]
#[case("a: ".to_owned() + &"[".repeat(64) + &"]".repeat(64), 0)]
#[case("a: [".to_owned() + &"[],".repeat(1000) + "]", 0)]
fn lists_nested_too_deep_are_refused_with_their_place(
    #[case] yaml: String,
    #[case] refused: usize,
) {
    let book = with_head(&yaml);
    let faults = book
        .diagnostics
        .iter()
        .filter(|fault| fault.path == "a.md" && fault.location.is_some());
    assert_eq!(
        faults
            .filter(|fault| fault.message.contains("nested more than 64 deep"))
            .count(),
        refused
    );
}

#[rstest]
#[case::deep_lists("title: ".to_owned() + &"[".repeat(20_000))]
#[case::deep_mappings("a: ".to_owned() + &"{b: ".repeat(10_000))]
#[case::deep_indents((0..300).fold(String::new(), |yaml, at| yaml + &" ".repeat(at) + "a:\n"))]
#[case::dashes("- ".repeat(20_000))]
#[case::questions("? ".repeat(20_000))]
#[case::anchors("&a ".repeat(15_000))]
#[case::tags("!a ".repeat(15_000))]
#[case::quotes("title: ".to_owned() + &"\"".repeat(60_000))]
#[case::many_keys((0..5_000).fold(String::new(), |yaml, at| yaml + &format!("k{at}: {at}\n")))]
#[case::equal_keys("title: x\n".repeat(5_000))]
#[case::huge("title: ".to_owned() + &"x".repeat(1_000_000))]
#[case::long_lines("title: x # ".to_owned() + &"y".repeat(60_000))]
#[case::nul("title: a\0b\nversion: \"\\0\"".to_owned())]
#[case::tabs("title:\tx\n\tsource: y".to_owned())]
#[case::another_document("title: x\n... \ntitle: y".to_owned())]
#[case::bidirectional("title: \u{202e}x\u{2066}\nundefined: [\u{202e}y]".to_owned())]
fn a_head_of_any_shape_leaves_the_text_whole(#[case] yaml: String) {
    with_head(&yaml);
}
