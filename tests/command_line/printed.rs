//! What commands print besides rules: errors about arguments, help, and failures of output.

#[cfg(target_os = "linux")]
use std::process::{Command, Stdio};

use rstest::rstest;
use tableside::source::is_unsafe;

use crate::harness::{command, finish, tableside};

/// Sets the clipboard, and colours and reverses text, also with C1 controls.
const ATTACK: &str = "\x1b]52;c;b3duZWQ=\x07\x1b[31m\u{9b}31m\u{202e}\u{e0041}";

#[rstest]
#[case(&["check", "--ATTACK.md"])]
#[case(&["list", "--kind", "ATTACK"])]
#[case(&["search", "--limit", "ATTACK", "x"])]
#[case(&["completions", "ATTACK"])]
#[case(&["help", "ATTACK"])]
#[case(&["--theme", "ATTACK"])]
#[case(&["--game", "ATTACK", "list"])]
#[case(&["--rules", "ATTACK", "list"])]
#[case(&["show", "ATTACK"])]
#[case(&["convert", "ATTACK"])]
#[case(&["search", "ATTACK"])]
#[case(&["search", "--json", "ATTACK"])]
fn what_arguments_contain_is_printed_as_text(#[case] words: &[&str]) {
    let words: Vec<_> = words
        .iter()
        .map(|word| word.replace("ATTACK", ATTACK))
        .collect();
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    let output = tableside(&words);
    let printed = output.stdout + &output.stderr;
    let is_attack = |c: &char| is_unsafe(*c) && *c != '\n';
    assert_eq!(printed.chars().find(is_attack), None, "{printed:?}");
    assert!(!printed.is_empty());
}

#[cfg(target_os = "linux")]
#[rstest]
#[case("--help")]
#[case("--version")]
#[case("list")]
#[case("man")]
#[case("doctor")]
fn output_that_cannot_be_written_is_a_failure(#[case] word: &str) {
    let full = std::fs::File::options()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tableside"));
    command.arg(word).env_remove("TABLESIDE_RULES");
    let status = command
        .stdout(Stdio::from(full))
        .stderr(Stdio::null())
        .status();
    assert_eq!(status.unwrap().code(), Some(2), "{word}");
}

#[test]
fn the_doctor_names_what_a_report_needs() {
    let mut command = command(&["doctor"]);
    command.env("TERM", "xterm").env("SECRET_TOKEN", "hunter2");
    let output = finish(command);
    assert_eq!(output.status, 0, "{}", output.stderr);
    for row in [
        "version",
        "system",
        "TERM=xterm",
        "settings",
        "cache",
        "bundled: ",
        "changes",
    ] {
        assert!(output.stdout.contains(row), "{row}: {}", output.stdout);
    }
    assert!(!output.stdout.contains("hunter2"));
}

#[test]
fn two_names_are_two_sections() {
    let output = tableside(&["show", "--json", "breach", "control range"]);
    assert_eq!(output.json().len(), 2, "{}", output.stderr);
    let output = tableside(&["show", "--json", "control", "range"]);
    assert_eq!(output.json().len(), 1, "{}", output.stderr);
}
