use rstest::rstest;

use super::*;

fn check(text: &str) -> (FrontMatter, String, Vec<String>) {
    let source = Source::in_memory("a.md", text);
    let mut diagnostics = Vec::new();
    let (front_matter, body) = read(&source, &mut diagnostics);
    (
        front_matter,
        source.text[body..].to_owned(),
        diagnostics.iter().map(ToString::to_string).collect(),
    )
}

#[rstest]
#[case("---\nsource: \"Tomb World\"\nlast_update_date: 2025-09-10\n---\n# A")]
#[case("---\r\nsource: Tomb World\r\nlast_update_date: 2025-09-10\r\n--- \r\n# A")]
#[case("\u{feff}---\nlast_update_date: '2025-09-10'\nsource: Tomb World\n...\n# A")]
fn front_matter_is_read_in_every_notation(#[case] text: &str) {
    let (front_matter, body, faults) = check(text);
    assert_eq!(front_matter.get("source"), Some("Tomb World"));
    assert_eq!(front_matter.get("last_update_date"), Some("2025-09-10"));
    assert_eq!((body.as_str(), faults), ("# A", vec![]));
}

#[rstest]
#[case("+++\nnot toml\n+++\n")]
#[case("# A\n---\nsource: x\n---\n")]
#[case("---\nsource: x\n")]
#[case(" ---\nsource: x\n---\n")]
#[case("")]
fn text_that_is_not_front_matter_stays_in_the_body(#[case] text: &str) {
    let (front_matter, body, _) = check(text);
    assert_eq!(
        (front_matter, body.as_str()),
        (FrontMatter::default(), text)
    );
}

#[rstest]
#[case::never("---\nsource: x\ngame: y\n\n# A\n\ntext\n")]
#[case::never_with_windows_line_ends("---\r\nteam: rats\r\n# A\r\n")]
#[case::before_a_break("---\nsource: x\n\n# A\n\ntext\n\n---\n\nmore\n")]
#[case::at_once("---\nsource: x")]
fn unclosed_front_matter_is_reported_and_stays_text(#[case] text: &str) {
    let (front_matter, body, faults) = check(text);
    assert_eq!(
        (front_matter, body.as_str()),
        (FrontMatter::default(), text)
    );
    assert_eq!(faults.len(), 1);
    assert!(
        faults[0].starts_with("a.md:1:1: warning[front-matter]: "),
        "{}",
        faults[0]
    );
    assert!(
        faults[0].contains("help: end it with a line `---`"),
        "{}",
        faults[0]
    );
}

#[rstest]
#[case("---\n\n# A\n")]
#[case("---\n\n# A\n\ntext\n\n---\n\nmore\n")]
#[case("---\nA rule.\n\n---\n\nmore\n")]
#[case("---\ntext of a rule: it goes on\n")]
#[case("---\nNote: text\n")]
#[case("---\nhttps://example.org\n")]
#[case("---")]
#[case("--- \n## A\nsource: x\n")]
fn a_break_in_the_first_line_is_no_front_matter(#[case] text: &str) {
    let (front_matter, body, faults) = check(text);
    assert_eq!(
        (front_matter, body.as_str(), faults),
        (FrontMatter::default(), text, vec![])
    );
}

#[test]
fn front_matter_may_be_toml() {
    let (front_matter, body, faults) = check(
        "+++\ntitle = \"Bog\"\ndate = 2025-09-10\ntags = [\"a\", \"b\"]\n[extra]\ngame = \"Mud\"\n+++\n# A\n",
    );
    assert_eq!((body.as_str(), faults), ("# A\n", vec![]));
    let values = [
        ("title", "Bog"),
        ("date", "2025-09-10"),
        ("tags", "a, b"),
        ("extra", "game: Mud"),
    ];
    let values = values.map(|(key, value)| (key.to_owned(), value.to_owned()));
    let mut found = front_matter.values;
    found.sort();
    let mut values = values.to_vec();
    values.sort();
    assert_eq!(found, values);
}

#[test]
fn broken_lists_are_front_matter() {
    let (_, body, faults) = check("---\naliases:\n  - *Bog*\ntags:\n  - rule\n---\n# A\n");
    assert_eq!(body, "# A\n");
    assert!(faults[0].starts_with("a.md:3:"), "{}", faults[0]);
}

#[test]
fn broken_yaml_is_reported_with_its_place_and_readable_keys_are_kept() {
    let (front_matter, body, faults) = check("---\nsource: Tomb World\nsection: a: b\n---\ntext");
    assert_eq!(front_matter.get("source"), Some("Tomb World"));
    assert_eq!(body, "text");
    assert!(faults[0].starts_with("a.md:3:"), "{}", faults[0]);
}

#[test]
fn aliases_that_explode_are_refused() {
    let bomb = "---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b]\n---\n";
    let (_, _, faults) = check(bomb);
    assert!(
        faults[0].contains("aliases are not supported"),
        "{}",
        faults[0]
    );
}

#[test]
fn a_star_at_the_start_of_a_continued_line_is_text() {
    let (front_matter, _, faults) = check("---\na: Hit a foe.\n  *Push* it.\nb: c\n---\n");
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(front_matter.values[0].1, "Hit a foe. *Push* it.");
    let (_, _, faults) = check("---\na: &a [x]\nb:\n  *a\n---\n");
    assert_eq!(faults.len(), 1);
}

#[test]
fn unknown_keys_are_kept_and_lists_are_lists() {
    let (front_matter, _, faults) = check(
        "---\nalias: one\naliases: [two]\nteam: rats\nversion: 3\nheals: {self: , all: 2}\n---\n",
    );
    assert_eq!(front_matter.aliases, ["one", "two"]);
    assert_eq!(front_matter.get("version"), Some("3"));
    let values = [
        ("team", "rats"),
        ("version", "3"),
        ("heals", "self: , all: 2"),
    ];
    let values = values.map(|(key, value)| (key.to_owned(), value.to_owned()));
    assert_eq!(front_matter.values, values);
    assert!(faults.is_empty());
}
