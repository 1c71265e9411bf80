//! `tableside list`, `show` and `links`.

use std::path::Path;

use crate::harness::{command, finish, keys, mud, over_mud, tableside};

#[test]
fn list_prints_the_json_of_the_contract_to_the_letter() {
    let listed = over_mud(&["list", "--json", "--kind", "action"]);
    let expected = r#"{"id":"mud-war/walls#dig","title":"Dig","kind":"action","game":"Mud War","path":["Walls of Mud"],"file":"mud/walls.md","line":16,"line_end":20}"#;
    assert_eq!(listed.stdout, format!("{expected}\n"));
    assert_eq!((listed.status, listed.stderr.as_str()), (0, ""));
}

#[test]
fn list_names_every_section_with_its_ancestors_outermost_first() {
    let listed = over_mud(&["list", "--json"]).json();
    let found: Vec<_> = listed
        .iter()
        .map(|line| (line["title"].as_str().unwrap(), line["path"].to_string()))
        .collect();
    let expected = [
        ("Walls of Mud", "[]"),
        ("Mud Wall", r#"["Walls of Mud"]"#),
        ("Wet", r#"["Walls of Mud","Mud Wall"]"#),
        ("Dig", r#"["Walls of Mud"]"#),
        ("Key Numbers", r#"["Walls of Mud"]"#),
        ("Sand Wall", r#"["Walls of Mud"]"#),
        ("Wet", r#"["Walls of Mud","Sand Wall"]"#),
    ];
    assert_eq!(
        found,
        expected.map(|(title, path)| (title, path.to_owned()))
    );
}

#[test]
fn list_for_people_is_a_line_a_section_with_kind_cost_and_id() {
    let listed = over_mud(&["list", "--kind", "ACTION"]);
    let words: Vec<_> = listed.stdout.split_whitespace().collect();
    assert_eq!(words, ["action", "Dig", "1AP", "mud-war/walls#dig"]);
}

#[test]
fn list_without_matches_finds_nothing() {
    let listed = over_mud(&["list", "--kind", "stratagem"]);
    assert_eq!((listed.status, listed.stdout.as_str()), (1, ""));
    assert_eq!(
        listed.stderr,
        "tableside: no such section in the loaded rules\n"
    );
}

#[test]
fn list_of_one_game_leaves_out_the_others() {
    let folder = mud();
    let rules = folder.path().to_str().unwrap();
    let listed = tableside(&[
        "list", "--json", "--rules", "bundled", "--rules", rules, "--game", "mud",
    ])
    .json();
    assert_eq!(listed.len(), 7);
    assert!(listed.iter().all(|line| line["game"] == "Mud War"));
}

#[test]
fn bundled_files_are_named_relative_to_the_rules() {
    let listed = tableside(&["list", "--json"]).json();
    assert!(
        listed
            .iter()
            .any(|line| line["file"] == "kill-team/tomb-world.md")
    );
    let count = |game: &str| listed.iter().filter(|line| line["game"] == game).count();
    assert!(count("Kill Team") > 50 && count("Zone Mortalis") > 50);
}

#[test]
fn a_single_file_is_named_after_itself() {
    let folder = mud();
    let file = folder.path().join("mud/walls.md");
    let listed = tableside(&["list", "--json", "--rules", file.to_str().unwrap()]).json();
    assert_eq!(listed[0]["file"], "walls.md");
}

#[test]
fn the_environment_names_rules_where_no_option_does() {
    let folder = mud();
    let paths = std::env::join_paths([Path::new("bundled"), folder.path()]).unwrap();
    let listed = |arguments: &[&str]| {
        let mut command = command(arguments);
        command.env("TABLESIDE_RULES", &paths);
        finish(command)
            .json()
            .iter()
            .map(|line| line["game"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let both = listed(&["list", "--json"]);
    assert!(both.contains(&"Mud War".to_owned()) && both.contains(&"Kill Team".to_owned()));
    assert!(!listed(&["list", "--json", "--rules", "bundled"]).contains(&"Mud War".to_owned()));
}

#[test]
fn show_prints_a_section_with_its_subsections() {
    let shown = over_mud(&["show", "mud", "wall"]);
    assert_eq!((shown.status, shown.stderr.as_str()), (0, ""));
    assert!(shown.stdout.contains("Mud Wall"), "{}", shown.stdout);
    assert!(
        shown.stdout.contains("A wet Mud Wall cannot be dug."),
        "{}",
        shown.stdout
    );
    assert!(!shown.stdout.contains("Make a hole"), "{}", shown.stdout);
    assert!(
        shown.stdout.lines().all(|line| line.chars().count() <= 80),
        "{}",
        shown.stdout
    );
}

#[test]
fn show_aligns_a_table_as_text() {
    let shown = over_mud(&["show", "mud-war/walls#key-numbers"]);
    let row = |name: &str| {
        shown
            .stdout
            .lines()
            .find(|line| line.contains(name))
            .unwrap()
            .to_owned()
    };
    let column = |name: &str, value: &str| row(name).find(value).map(|at| at + value.len());
    assert_eq!(
        column("Holes a turn", "2"),
        column("Wall height", "1.5\""),
        "{}",
        shown.stdout
    );
}

#[test]
fn show_takes_an_id_and_prints_json_with_the_typed_section() {
    let shown = over_mud(&["show", "--json", "mud-war/walls#dig"]);
    let expected = [
        "id", "title", "kind", "game", "path", "file", "line", "line_end", "text", "section",
    ];
    assert_eq!(keys(&shown.stdout), expected);
    let section = &shown.json()[0];
    assert_eq!(
        section["section"]["cost"],
        serde_json::json!({"amount": 1, "currency": "AP"})
    );
    assert!(section["text"].as_str().unwrap().contains("Make a hole"));
}

#[test]
fn show_reports_several_sections_of_one_name() {
    let shown = over_mud(&["show", "wet"]);
    assert_eq!(shown.status, 0);
    assert!(shown.stdout.contains("A wet"), "{}", shown.stdout);
    let expected = "tableside: `wet` is the name of 2 sections; showing mud-war/walls#mud-wall-wet; others:\n  mud-war/walls#sand-wall-wet\n";
    assert_eq!(shown.stderr, expected);
}

#[test]
fn links_prints_both_directions_as_json() {
    let linked = over_mud(&["links", "--json", "mud-war/walls#mud-wall"]);
    assert_eq!(linked.status, 0);
    let expected = [
        "id",
        "title",
        "kind",
        "game",
        "path",
        "file",
        "line",
        "line_end",
        "links",
        "backlinks",
        "exceptions",
    ];
    assert_eq!(keys(&linked.stdout), expected);
    let linked = &linked.json()[0];
    assert_eq!(linked["links"][0]["targets"][0], "mud-war/walls#dig");
    let from: Vec<_> = linked["backlinks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|link| link["id"].as_str().unwrap())
        .collect();
    assert!(from.contains(&"mud-war/walls#dig"), "{from:?}");
}

#[test]
fn links_for_people_name_the_sections_and_the_sentence() {
    let linked = over_mud(&["links", "mud", "wall"]).stdout;
    for expected in [
        "Links to: 1",
        "What links here",
        "Make a hole in a Mud Wall.",
    ] {
        assert!(linked.contains(expected), "{expected}: {linked}");
    }
}

#[test]
fn show_reports_a_name_that_is_undefined() {
    let shown = over_mud(&["show", "hole"]);
    let expected =
        "tableside: no section is named `hole`; the best match is mud-war/walls#key-numbers\n";
    assert_eq!((shown.status, shown.stderr.as_str()), (0, expected));
}
