//! `tableside search`, with one query and with a batch.

use rstest::rstest;

use crate::harness::{command, finish, keys, mud, over_mud, tableside};

#[test]
fn search_prints_the_json_of_the_contract_to_the_letter() {
    let found = over_mud(&["search", "--json", "--limit", "1", "dig"]);
    assert_eq!(found.status, 0);
    let expected = [
        "query", "rank", "id", "title", "kind", "game", "path", "file", "line", "line_end",
        "score", "snippet", "record",
    ];
    assert_eq!(keys(&found.stdout), expected);
    let hits = found.json();
    assert_eq!(hits.len(), 1);
    assert_eq!(
        (&hits[0]["query"], &hits[0]["rank"], &hits[0]["id"]),
        (&"dig".into(), &1.into(), &"mud-war/walls#dig".into())
    );
    assert!(
        hits[0]["score"].is_number()
            && hits[0]["snippet"].is_string()
            && hits[0]["path"].is_array()
    );
}

#[test]
fn search_without_hits_gives_the_reason_in_json() {
    let found = over_mud(&["search", "--json", "quzzlewump"]);
    assert_eq!(
        found.stdout,
        "{\"query\":\"quzzlewump\",\"hits\":0,\"reason\":\"none\",\"record\":\"reason\"}\n"
    );
    assert_eq!(found.status, 1);
}

#[test]
fn search_of_a_batch_answers_each_line_in_turn() {
    let folder = mud();
    let mut command = command(&[
        "search",
        "--batch",
        "--json",
        "--rules",
        folder.path().to_str().unwrap(),
    ]);
    command.write_stdin("dig\r\nquzzlewump\n\nmud wall");
    let found = finish(command);
    assert_eq!(found.status, 0);
    let mut queries: Vec<_> = found
        .json()
        .iter()
        .map(|line| line["query"].as_str().unwrap().to_owned())
        .collect();
    queries.dedup();
    assert_eq!(queries, ["dig", "quzzlewump", "", "mud wall"]);
}

#[test]
fn batch_search_prints_each_query_as_a_heading() {
    let folder = mud();
    let mut command = command(&[
        "search",
        "--batch",
        "--rules",
        folder.path().to_str().unwrap(),
    ]);
    command.write_stdin("quzzlewump\ndig\n");
    let found = finish(command).stdout;
    assert!(found.starts_with("# quzzlewump\n"), "{found}");
    assert!(found.contains("\n# dig\nDig  1AP  action"), "{found}");
}

#[rstest]
#[case("\"")]
#[case("30\" x 22\"")]
#[case("AP:")]
#[case("type:")]
#[case("*")]
#[case("a AND")]
#[case("")]
#[case("\u{202e}\u{0}x")]
fn no_query_is_an_error(#[case] query: &str) {
    let folder = mud();
    let mut command = command(&[
        "search",
        "--batch",
        "--json",
        "--rules",
        folder.path().to_str().unwrap(),
    ]);
    command.write_stdin(format!("{query}\n"));
    let found = finish(command);
    assert!(found.status <= 1, "{}", found.stderr);
    assert!(found.json().iter().all(|line| line["query"] == query));
}

#[test]
fn search_accepts_an_excluded_word_after_two_hyphens() {
    let found = over_mud(&["search", "--json", "--limit", "50", "--", "wall", "-sand"]);
    assert!(found.status <= 1, "{}", found.stderr);
    assert!(
        found
            .json()
            .iter()
            .all(|line| line["query"] == "wall -sand"),
        "{}",
        found.stdout
    );
}

#[test]
fn search_reads_a_batch_that_is_not_utf8() {
    let folder = mud();
    let mut command = command(&[
        "search",
        "--batch",
        "--json",
        "--rules",
        folder.path().to_str().unwrap(),
    ]);
    command.write_stdin(&b"d\xffg\n"[..]);
    assert_eq!(finish(command).json()[0]["query"], "d\u{fffd}g");
}

#[test]
fn search_in_one_game_reports_answers_of_another() {
    let folder = mud();
    let rules = [
        "--rules",
        "bundled",
        "--rules",
        folder.path().to_str().unwrap(),
    ];
    let found = tableside(&[&rules[..], &["--game", "mud", "search", "--json", "breach"]].concat());
    assert_eq!(
        found.stdout,
        "{\"query\":\"breach\",\"hits\":0,\"reason\":\"other-game\",\"record\":\"reason\"}\n"
    );
    assert_eq!(found.status, 1);
    let said = tableside(&[&rules[..], &["--game", "mud", "search", "breach"]].concat());
    assert!(
        said.stderr
            .ends_with("tableside: only another game answers `breach`\n"),
        "{}",
        said.stderr
    );
    let said = tableside(&["--game", "kill-team", "search", "cover"]);
    let used = "tableside: no rule of Kill Team defines `cover`, but it is used in 25 places\n";
    assert!(said.stderr.ends_with(used), "{}", said.stderr);
}

#[test]
fn search_reports_that_a_word_is_only_mentioned() {
    let said = over_mud(&["search", "soft"]);
    assert_eq!(said.status, 0);
    assert!(said.stdout.contains("are soft"), "{}", said.stdout);
    assert_eq!(
        said.stderr,
        "tableside: no loaded rule defines `soft`, but it is used in 2 places\n"
    );
    let last = over_mud(&["search", "--json", "soft"])
        .json()
        .pop()
        .unwrap();
    assert_eq!(
        (&last["hits"], &last["reason"]),
        (&0.into(), &"undefined".into())
    );
}

#[test]
fn batch_search_prints_the_messages_of_each_query() {
    let folder = mud();
    let mut command = command(&[
        "search",
        "--batch",
        "--rules",
        folder.path().to_str().unwrap(),
    ]);
    command.write_stdin("soft\ndoc:none wall\n");
    let found = finish(command);
    let (soft, none) = found.stdout.split_once("# doc:none wall").unwrap();
    assert!(
        soft.contains("no loaded rule defines `soft`, but it is used in 2 places"),
        "{}",
        found.stdout
    );
    assert!(
        none.contains("`doc:none` matches no loaded rules; ignoring it"),
        "{}",
        found.stdout
    );
    assert_eq!(found.stderr, "");
}

#[test]
fn search_without_an_answer_prints_no_hits() {
    let none =
        "{\"query\":\"quzzlewump wall\",\"hits\":0,\"reason\":\"none\",\"record\":\"reason\"}\n";
    let found = over_mud(&["search", "--json", "quzzlewump wall"]);
    assert_eq!((found.status, found.stdout.as_str()), (1, none));
    let said = over_mud(&["search", "quzzlewump wall"]);
    assert_eq!((said.status, said.stdout.as_str()), (1, ""));
    let nearest = "nothing in the loaded rules answers `quzzlewump wall`";
    assert_eq!(said.stderr, format!("tableside: {nearest}\n"));
    let said = over_mud(&["search", "quzzlewump"]);
    assert_eq!(
        said.stderr,
        "tableside: nothing in the loaded rules answers `quzzlewump`\n"
    );
    let folder = mud();
    let mut command = command(&[
        "search",
        "--batch",
        "--json",
        "--rules",
        folder.path().to_str().unwrap(),
    ]);
    command.write_stdin("quzzlewump wall\n");
    let batch = finish(command);
    assert_eq!((batch.status, batch.stdout.as_str()), (1, none));
}

#[test]
fn search_of_a_batch_ends_mere_mentions_with_the_reason() {
    let folder = mud();
    let mut command = command(&[
        "search",
        "--batch",
        "--json",
        "--rules",
        folder.path().to_str().unwrap(),
    ]);
    command.write_stdin("soft\n");
    let found = finish(command);
    let lines = found.json();
    assert!(lines.len() > 1 && lines[0]["rank"] == 1, "{}", found.stdout);
    assert_eq!(
        (found.status, lines.last().map(|line| &line["reason"])),
        (0, Some(&"undefined".into()))
    );
}

#[test]
fn search_keeps_hits_for_terms_of_another_game() {
    let folder = mud();
    std::fs::write(
        folder.path().join("mud/breach.md"),
        "# Gate\n\nA breach in the gate stays open.\n",
    )
    .unwrap();
    let rules = [
        "--rules",
        "bundled",
        "--rules",
        folder.path().to_str().unwrap(),
    ];
    let found = tableside(&[&rules[..], &["search", "--json", "mud war breach"]].concat());
    let lines = found.json();
    assert!(
        lines.iter().any(|line| line["id"] == "mud-war/breach"),
        "{}",
        found.stdout
    );
    assert_eq!(
        (found.status, lines.last().map(|line| &line["reason"])),
        (0, Some(&"other-game".into()))
    );
}

#[test]
fn a_phase_of_the_game_is_a_filter() {
    let found = tableside(&["search", "--json", "--limit", "50", "when:strategy"]).json();
    assert!(found.len() > 5, "{found:?}");
    let texts = found.iter().map(|hit| hit.to_string().to_lowercase());
    let named = texts.filter(|hit| hit.contains("strategy phase")).count();
    assert!(named > found.len() / 2, "{found:?}");
    let both = ["search", "--json", "when:firefight", "type:ploy"];
    assert!(!tableside(&both).json().is_empty());
}
