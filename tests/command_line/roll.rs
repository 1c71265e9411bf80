//! `tableside roll`.

use std::fs;

use tempfile::tempdir;

use crate::harness::{command, finish};

const LOOT: &str = "# Loot\n\n## Loot Table\n\n| D6 | Find |\n|---|---|\n| 1-2 | Rope |\n| 4 | Lamp |\n| 5-6 | 2D6 coins |\n\n## Swamp\n\nOn a 5+, lose D3 boots in the swamp.\n";

fn roll(arguments: &[&str]) -> crate::harness::CommandOutput {
    roll_on(LOOT, arguments)
}

fn roll_on(rules: &str, arguments: &[&str]) -> crate::harness::CommandOutput {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("loot.md"), rules).unwrap();
    let mut command = command(&["roll"]);
    command.arg("--rules").arg(folder.path()).args(arguments);
    finish(command)
}

#[test]
fn a_seed_repeats_a_roll_and_json_has_its_parts() {
    let printed = roll(&["2D6+1", "--seed", "5"]);
    assert_eq!(printed.status, 0, "{}", printed.stderr);
    assert!(printed.stdout.starts_with("2D6+1: "), "{}", printed.stdout);
    assert_eq!(printed.stdout, roll(&["2D6+1", "--seed", "5"]).stdout);
    let lines = roll(&["2D6+1", "--seed", "5", "--times", "3", "--json"]).json();
    assert_eq!(lines.len(), 3);
    for line in lines {
        let dice = line["dice"].as_array().unwrap();
        let sum: u64 = dice.iter().map(|die| die.as_u64().unwrap()).sum();
        assert_eq!((dice.len(), line["result"].as_u64()), (2, Some(sum + 1)));
        assert!(line["chance"].as_f64().unwrap() > 2.7, "{line}");
    }
}

#[test]
fn a_roll_on_a_table_selects_the_row_of_its_result() {
    let lines = roll(&["loot", "table", "--times", "40", "--seed", "1", "--json"]).json();
    for line in lines {
        let row = &line["table"]["row"];
        match line["result"].as_u64().unwrap() {
            1 | 2 => assert_eq!(row[1], "Rope"),
            3 => assert!(row.is_null(), "{line}"),
            4 => assert_eq!(row[1], "Lamp"),
            _ => assert_eq!(row[1], "2D6 coins"),
        }
    }
    let clamped = roll(&["loot", "table", "--modifier", "9"]);
    assert!(clamped.stdout.contains("2D6 coins"), "{}", clamped.stdout);
    assert!(clamped.stdout.contains("(100.0 %)"), "{}", clamped.stdout);
}

#[test]
fn a_named_section_is_rolled_by_its_own_dice() {
    let lines = roll(&["swamp", "--json"]).json();
    assert_eq!(lines[0]["roll"], "D6>=5", "{:?}", lines[0]);
    assert!(lines[0]["table"].is_null(), "{:?}", lines[0]);
}

#[test]
fn what_cannot_be_rolled_gets_one_sentence() {
    for (words, status, said) in [
        ("0D6", 2, "no dice"),
        ("9999999D6", 2, "more than 1000 dice"),
        ("2D", 2, "is no roll"),
        ("2D66", 2, "several dice already"),
        ("swamp fever", 1, "no table with dice"),
    ] {
        let output = roll(&[words]);
        assert_eq!(output.status, status, "{words}: {}", output.stderr);
        assert!(output.stderr.contains(said), "{words}: {}", output.stderr);
        assert_eq!(output.stderr.lines().count(), 1, "{}", output.stderr);
    }
}

#[test]
fn only_a_table_of_all_these_words_is_rolled_on() {
    let text = "# Fear\n\n**Short fright**\n\n| d6 | Effect |\n|---|---|\n| 1-3 | Run |\n| 4-6 | Hide |\n\n**Long fright**\n\n| d6 | Effect |\n|---|---|\n| 1-6 | Weep |\n";
    let long = roll_on(text, &["long", "fright"]);
    assert!(long.stdout.contains("Fear: Long fright"), "{}", long.stdout);
    assert!(long.stdout.contains("Weep"), "{}", long.stdout);
    let none = roll_on(text, &["wild", "fright"]);
    assert!(
        none.stderr.contains("no table with dice"),
        "{}{}",
        none.stdout,
        none.stderr
    );
}
