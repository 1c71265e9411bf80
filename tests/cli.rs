//! The binary as scripts and players meet it: what each subcommand prints, where, and with which exit status.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use assert_cmd::Command;
use rstest::rstest;
use serde_json::Value;
use tempfile::TempDir;

const WALLS: &str = "\
---
title: Walls of Mud
last_update_date: 2026-01-02
---

# Walls of Mud

## Mud Wall (LIGHT TERRAIN)

Mud walls are soft. The Dig action goes through them.

### Wet

A wet Mud Wall cannot be dug.

## Dig **1AP**

\u{25b6} Make a hole in a Mud Wall.

\u{25c6} Not while the wall is wet.

## Key Numbers

| Rule | Value |
|---|---|
| Holes a turn | 2 |
| Wall height | 1.5\" |

## Sand Wall

### Wet

A wet sand wall falls down.
";

/// What the binary did.
struct Outcome {
    status: i32,
    stdout: String,
    stderr: String,
}

impl Outcome {
    fn json(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("tableside").unwrap();
    command.env_remove("TABLESIDE_RULES").env_remove("NO_COLOR").args(arguments);
    command
}

fn finish(mut command: Command) -> Outcome {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Outcome { status: output.status.code().unwrap(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

fn tableside(arguments: &[&str]) -> Outcome {
    finish(command(arguments))
}

/// A folder `mud` of one game with one document.
fn mud() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("mud")).unwrap();
    fs::write(folder.path().join("mud/game.yaml"), "name: Mud War\n").unwrap();
    fs::write(folder.path().join("mud/walls.md"), WALLS).unwrap();
    folder
}

/// Runs over the folder of [`mud`].
fn over_mud(arguments: &[&str]) -> Outcome {
    let folder = mud();
    let rules = folder.path().to_str().unwrap();
    tableside(&[arguments, &["--rules", rules]].concat())
}

fn keys(line: &str) -> Vec<String> {
    // The order as printed: a map of `serde_json` would sort it.
    let mut keys = Vec::new();
    let mut depth = 0;
    let mut rest = line;
    while let Some(at) = rest.find(['{', '}', '[', ']', '"']) {
        let found = rest.as_bytes()[at];
        rest = &rest[at + 1..];
        match found {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            _ => {
                let end =
                    rest.match_indices('"').map(|(end, _)| end).find(|end| !rest[..*end].ends_with('\\')).unwrap();
                if depth == 1 && rest[end + 1..].starts_with(':') {
                    keys.push(rest[..end].to_owned());
                }
                rest = &rest[end + 1..];
            }
        }
    }
    keys
}

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
    let found: Vec<_> = listed.iter().map(|line| (line["title"].as_str().unwrap(), line["path"].to_string())).collect();
    let expected = [
        ("Walls of Mud", "[]"),
        ("Mud Wall", r#"["Walls of Mud"]"#),
        ("Wet", r#"["Walls of Mud","Mud Wall"]"#),
        ("Dig", r#"["Walls of Mud"]"#),
        ("Key Numbers", r#"["Walls of Mud"]"#),
        ("Sand Wall", r#"["Walls of Mud"]"#),
        ("Wet", r#"["Walls of Mud","Sand Wall"]"#),
    ];
    assert_eq!(found, expected.map(|(title, path)| (title, path.to_owned())));
}

#[test]
fn list_for_people_is_a_line_a_section_with_kind_cost_and_id() {
    let listed = over_mud(&["list", "--kind", "ACTION"]);
    assert_eq!(listed.stdout, "action       Dig  1AP  mud-war/walls#dig\n");
}

#[test]
fn list_finds_nothing_where_there_is_no_such_section() {
    let listed = over_mud(&["list", "--kind", "stratagem"]);
    assert_eq!((listed.status, listed.stdout.as_str()), (1, ""));
    assert_eq!(listed.stderr, "tableside: no such section in the loaded rules\n");
}

#[test]
fn list_of_one_game_leaves_out_the_others() {
    let folder = mud();
    let rules = folder.path().to_str().unwrap();
    let listed = tableside(&["list", "--json", "--rules", "bundled", "--rules", rules, "--game", "mud"]).json();
    assert_eq!(listed.len(), 7);
    assert!(listed.iter().all(|line| line["game"] == "Mud War"));
}

#[test]
fn bundled_files_are_named_relative_to_the_rules() {
    let listed = tableside(&["list", "--json"]).json();
    assert!(listed.iter().any(|line| line["file"] == "kill-team/tomb-world.md"));
    let count = |game: &str| listed.iter().filter(|line| line["game"] == game).count();
    assert!(count("Kill Team") > 50 && count("Zone Mortalis") > 50);
}

#[test]
fn a_file_given_by_itself_is_named_by_its_name() {
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
        finish(command).json().iter().map(|line| line["game"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let both = listed(&["list", "--json"]);
    assert!(both.contains(&"Mud War".to_owned()) && both.contains(&"Kill Team".to_owned()));
    assert!(!listed(&["list", "--json", "--rules", "bundled"]).contains(&"Mud War".to_owned()));
}

#[test]
fn other_commands_only_count_the_faults() {
    let folder = mud();
    fs::write(folder.path().join("mud/picture.md"), b"\x89PNG\0\xff").unwrap();
    let listed = tableside(&["list", "--rules", folder.path().to_str().unwrap()]);
    assert_eq!(listed.status, 0);
    assert_eq!(listed.stderr, "tableside: 1 fault in the rules; `tableside check` shows them\n");
}

#[test]
fn export_is_one_json_document_with_the_whole_tree() {
    let exported = over_mud(&["export"]);
    assert_eq!((exported.status, exported.stdout.lines().count()), (0, 1));
    assert_eq!(keys(&exported.stdout), ["version", "games", "documents", "diagnostics"]);
    let document = &exported.json()[0]["documents"][0];
    assert_eq!(document["front_matter"]["last_update_date"], "2026-01-02");
    let dig = &document["root"]["children"][1];
    assert_eq!((&dig["id"], &dig["line"]), (&"mud-war/walls#dig".into(), &16.into()));
    let span = |key: &str| usize::try_from(dig["span"][key].as_u64().unwrap()).unwrap();
    assert!(WALLS[span("start")..span("end")].starts_with("## Dig **1AP**"));
    assert_eq!(dig["blocks"][0]["block"], "effect");
    let table = &document["root"]["children"][2]["blocks"][0];
    assert_eq!(table["content"]["rows"][0]["cells"][1]["quantity"]["value"]["number"], 2.0);
}

#[rstest]
#[case("bash", "complete -F")]
#[case("zsh", "#compdef tableside")]
#[case("fish", "complete -c tableside")]
fn completions_are_printed_for_a_shell(#[case] shell: &str, #[case] expected: &str) {
    let printed = tableside(&["completions", shell]);
    assert_eq!(printed.status, 0);
    assert!(printed.stdout.contains(expected));
    assert!(printed.stdout.contains("stratagem"), "the kinds of sections are completed");
}

#[test]
fn the_manual_page_is_printed() {
    let page = tableside(&["man"]);
    assert_eq!(page.status, 0);
    assert!(page.stdout.contains(".TH tableside 1") && page.stdout.contains("TABLESIDE_RULES"), "{}", page.stdout);
}

#[rstest]
#[case(&[])]
#[case(&["breach"])]
#[case(&["--rules", "bundled", "breach", "list"])]
fn the_browser_without_a_terminal_says_what_to_use_instead(#[case] arguments: &[&str]) {
    let outcome = tableside(arguments);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""));
    let expected = "tableside: the browser needs a terminal; use `tableside search QUERY`, `tableside show NAME` or `tableside list` instead\n";
    assert_eq!(outcome.stderr, expected);
}

#[test]
fn an_empty_folder_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = tableside(&["list", "--rules", folder.path().to_str().unwrap()]);
    assert_eq!(outcome.status, 2);
    assert!(outcome.stderr.contains("no rules in this folder"), "{}", outcome.stderr);
}

#[rstest]
#[case(&["export"])]
#[case(&["list"])]
#[case(&["completions", "bash"])]
#[case(&["man"])]
#[case(&["--help"])]
fn a_reader_that_has_enough_is_no_fault(#[case] arguments: &[&str]) {
    let program = assert_cmd::cargo::cargo_bin("tableside");
    let mut child = std::process::Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let outcome = child.wait_with_output().unwrap();
    assert_eq!((outcome.status.code(), String::from_utf8(outcome.stderr).unwrap().as_str()), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_status_two() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let program = assert_cmd::cargo::cargo_bin("tableside");
    let outcome = std::process::Command::new(program).arg("list").stdout(full).output().unwrap();
    assert_eq!(outcome.status.code(), Some(2));
    assert!(String::from_utf8(outcome.stderr).unwrap().contains("the output cannot be written"));
}
