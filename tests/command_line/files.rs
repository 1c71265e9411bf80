//! `tableside check`, `export` and `convert`.

use std::fs;

use rstest::rstest;

use crate::harness::{WALLS, keys, mud, over_mud, tableside};

#[test]
fn check_is_silent_on_the_bundled_rules() {
    let checked = tableside(&["check", "--strict"]);
    assert_eq!(
        (
            checked.status,
            checked.stdout.as_str(),
            checked.stderr.as_str()
        ),
        (0, "", "")
    );
}

#[test]
fn check_reports_a_fault_with_its_place_and_advice() {
    let folder = mud();
    let file = folder.path().join("mud/walls.md");
    fs::write(
        &file,
        WALLS.replace("title: Walls of Mud", "title: \"Walls"),
    )
    .unwrap();
    let path = file.to_str().unwrap();
    let checked = tableside(&["check", path]);
    assert_eq!(checked.status, 0);
    assert!(
        checked.stdout.starts_with(&format!("{path}:")),
        "{}",
        checked.stdout
    );
    assert!(
        checked.stdout.contains("warning[front-matter]") && checked.stdout.contains("help:"),
        "{}",
        checked.stdout
    );
    let taken = "walls: words of kill-team in 1 of 1 document, because of their signs";
    assert_eq!(
        checked.stderr,
        format!("tableside: {taken}\ntableside: 0 errors, 1 warning\n")
    );
    assert_eq!(tableside(&["check", "--strict", path]).status, 1);
}

#[test]
fn check_prints_faults_as_json() {
    let folder = mud();
    fs::write(folder.path().join("mud/picture.md"), b"\x89PNG\0\xff").unwrap();
    let checked = tableside(&["check", "--json", folder.path().to_str().unwrap()]);
    assert_eq!(checked.status, 1);
    assert_eq!(
        keys(&checked.stdout),
        ["severity", "code", "message", "path", "location", "help"]
    );
    let fault = &checked.json()[0];
    assert_eq!(
        (&fault["severity"], &fault["code"]),
        (&"error".into(), &"not-text".into())
    );
}

#[test]
fn other_commands_only_count_the_errors() {
    let folder = mud();
    fs::write(folder.path().join("mud/picture.md"), b"\x89PNG\0\xff").unwrap();
    let listed = tableside(&["list", "--rules", folder.path().to_str().unwrap()]);
    assert_eq!(listed.status, 0);
    let said = "tableside: 1 error in the rules; `tableside check` shows them\n";
    assert_eq!(listed.stderr, said);
}

#[rstest]
#[case(&["search", "dig"])]
#[case(&["show", "dig"])]
#[case(&["list"])]
#[case(&["links", "dig"])]
#[case(&["check"])]
#[case(&["export"])]
fn rules_without_a_readable_document_exit_with_status_two_and_the_reason(
    #[case] arguments: &[&str],
) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.yaml"), "name: Mud War\n").unwrap();
    let rules = folder.path().to_str().unwrap();
    let outcome = tableside(&[arguments, &["--rules", rules]].concat());
    assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""));
    assert_eq!(outcome.stderr, "tableside: no document could be loaded\n");
    let picture = folder.path().join("picture.md");
    fs::write(folder.path().join("picture.md"), b"\x89PNG\0\xff").unwrap();
    let outcome = tableside(&[arguments, &["--rules", rules]].concat());
    assert_eq!(outcome.status, 2);
    let expected = format!(
        "no document could be loaded\n{}: error[not-text]: this file is not text",
        picture.display()
    );
    assert!(outcome.stderr.contains(&expected), "{}", outcome.stderr);
}

#[test]
fn check_prints_the_faults_of_unreadable_rules() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("picture.md"), b"\x89PNG\0\xff").unwrap();
    let checked = tableside(&["check", "--json", folder.path().to_str().unwrap()]);
    assert_eq!(
        (checked.status, &checked.json()[0]["code"]),
        (2, &"not-text".into())
    );
}

#[test]
fn check_reads_the_rules_of_the_option_and_its_paths() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.md", "b.md"] {
        fs::write(folder.path().join(name), "# A\n\nsee [it](nowhere.md)\n").unwrap();
    }
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let checked = tableside(&["check", "--json", "--rules", &path("a.md"), &path("b.md")]);
    assert_eq!(checked.json().len(), 2, "{}", checked.stdout);
}

#[test]
fn export_is_one_json_document_with_the_whole_tree() {
    let exported = over_mud(&["export"]);
    assert_eq!((exported.status, exported.stdout.lines().count()), (0, 1));
    assert_eq!(
        keys(&exported.stdout),
        ["version", "games", "documents", "diagnostics"]
    );
    let document = &exported.json()[0]["documents"][0];
    assert_eq!(document["front_matter"]["last_update_date"], "2026-01-02");
    let dig = &document["root"]["children"][1];
    assert_eq!(
        (&dig["id"], &dig["line"]),
        (&"mud-war/walls#dig".into(), &16.into())
    );
    let span = |key: &str| usize::try_from(dig["span"][key].as_u64().unwrap()).unwrap();
    assert!(WALLS[span("start")..span("end")].starts_with("## Dig **1AP**"));
    assert_eq!(dig["blocks"][0]["block"], "effect");
    let table = &document["root"]["children"][2]["blocks"][0];
    assert_eq!(
        table["content"]["rows"][0]["cells"][1]["quantity"]["value"]["number"],
        2.0
    );
}

#[test]
fn check_reports_faults_of_whole_documents_in_the_order_of_lines() {
    let folder = mud();
    let file = folder.path().join("mud/walls.md");
    fs::write(
        &file,
        "# A\n\nSee [it](nowhere.md).\n\n## B\n\none\n\n## B\n\ntwo\n",
    )
    .unwrap();
    let checked = tableside(&["check", "--json", file.to_str().unwrap()]).json();
    let found: Vec<_> = checked
        .iter()
        .map(|fault| (fault["location"]["line"].as_u64(), &fault["code"]))
        .collect();
    assert_eq!(
        found,
        [
            (Some(3), &"dangling-link".into()),
            (Some(9), &"repeated-heading".into())
        ]
    );
}

#[test]
fn check_reports_terms_without_a_definition_and_figures_that_the_rules_contradict() {
    let folder = mud();
    let file = folder.path().join("mud/walls.md");
    let table = "| Rule | Value |\n|---|---|\n| Dig action cost | 2AP |\n";
    let text = format!(
        "# A\n\n## Dig **1AP**\n\nNeeds a **grox**.\n\n## Groxes\n\n### Key Numbers\n\n{table}\n### B\n\nA **wug** or **wugs**.\n\n### C\n\nA **wug** too.\n"
    );
    fs::write(&file, text).unwrap();
    fs::write(folder.path().join("mud/game.yaml"), "vocabulary: kill-team").unwrap();
    let checked = tableside(&[
        "check",
        "--json",
        folder.path().join("mud").to_str().unwrap(),
    ])
    .json();
    let found: Vec<_> = checked
        .iter()
        .map(|fault| (fault["location"]["line"].as_u64(), &fault["code"]))
        .collect();
    assert_eq!(
        found,
        [
            (Some(13), &"contradicted-figure".into()),
            (Some(17), &"undefined-term".into())
        ]
    );
}

#[test]
fn convert_prints_markdown_with_front_matter() {
    let folder = mud();
    let converted = tableside(&[
        "convert",
        folder.path().join("mud/walls.md").to_str().unwrap(),
    ]);
    assert_eq!((converted.status, converted.stderr.as_str()), (0, ""));
    assert!(
        converted.stdout.starts_with("---\n"),
        "{}",
        converted.stdout
    );
    assert!(
        converted.stdout.contains("\n## Mud Wall"),
        "{}",
        converted.stdout
    );
    assert!(
        converted.stdout.contains("| Holes a turn | 2 |"),
        "{}",
        converted.stdout
    );
}

#[test]
fn convert_refuses_a_folder() {
    let folder = mud();
    let converted = tableside(&["convert", folder.path().to_str().unwrap()]);
    assert_eq!((converted.status, converted.stdout.as_str()), (2, ""));
    assert!(
        converted.stderr.contains("`convert` takes one file"),
        "{}",
        converted.stderr
    );
}

#[test]
fn convert_refuses_binary_files() {
    let folder = mud();
    let file = folder.path().join("picture.md");
    fs::write(&file, b"\x89PNG\0\xff").unwrap();
    let converted = tableside(&["convert", file.to_str().unwrap()]);
    assert_eq!((converted.status, converted.stdout.as_str()), (2, ""));
    assert!(
        converted.stderr.contains("error[not-text]"),
        "{}",
        converted.stderr
    );
}

#[test]
fn convert_says_what_it_could_not_read() {
    let folder = mud();
    let file = folder.path().join("mud/latin.md");
    fs::write(&file, b"\xef\xbb\xbf# A\n\ncaf\xe9\n").unwrap();
    let converted = tableside(&["convert", file.to_str().unwrap()]);
    assert_eq!(converted.status, 0);
    assert!(
        converted.stderr.contains("latin.md:3:4: warning[not-utf8]"),
        "{}",
        converted.stderr
    );
}
