//! What all subcommands promise (exit status, plain output in pipes, no error if a pipe is closed),
//! the completions and the manual page.

use std::fs;
use std::process::Stdio;

use rstest::rstest;

use crate::harness::{over_mud, tableside};

#[rstest]
#[case(&["show", "quzzlewump"])]
#[case(&["links", "quzzlewump"])]
#[case(&["search", "quzzlewump"])]
fn nothing_found_is_status_one_with_a_message(#[case] arguments: &[&str]) {
    let outcome = over_mud(arguments);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (1, ""));
    assert!(outcome.stderr.contains("quzzlewump"), "{}", outcome.stderr);
}

#[rstest]
#[case("bash", "complete -F")]
#[case("zsh", "#compdef tableside")]
#[case("fish", "complete -c tableside")]
fn completions_are_printed_for_a_shell(#[case] shell: &str, #[case] expected: &str) {
    let printed = tableside(&["completions", shell]);
    assert_eq!(printed.status, 0);
    assert!(printed.stdout.contains(expected));
    assert!(
        printed.stdout.contains("stratagem"),
        "the kinds of sections are completed"
    );
}

#[test]
fn the_manual_page_is_printed() {
    let page = tableside(&["man"]);
    assert_eq!(page.status, 0);
    for expected in [
        ".TH tableside 1",
        "TABLESIDE_RULES",
        ".TH tableside-search 1",
        "\\-\\-batch",
    ] {
        assert!(
            page.stdout.contains(expected),
            "{expected}: {}",
            page.stdout
        );
    }
}

#[rstest]
#[case(&[])]
#[case(&["breach"])]
#[case(&["--rules", "bundled", "breach", "list"])]
fn the_browser_without_a_terminal_names_the_alternatives(#[case] arguments: &[&str]) {
    let outcome = tableside(arguments);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""));
    let expected = "tableside: the browser needs a terminal; use `tableside search QUERY`, `tableside show NAME` or `tableside list` instead\n";
    assert_eq!(outcome.stderr, expected);
}

#[rstest]
#[case(&["list", "--rules", "/no/such/place"], "/no/such/place: there is no such file or folder")]
#[case(&["convert", "/no/such/place"], "/no/such/place: there is no such file or folder")]
#[case(&["check", "/no/such/place"], "/no/such/place: there is no such file or folder")]
#[case(&["list", "--rules", "/no/such/place", "--rules", "bundled"], "/no/such/place: there is no such file or folder")]
#[case(&["list", "--game", "chess"], "no game is named `chess`; the loaded rules have `Kill Team`, `Zone Mortalis`")]
#[case(&["list", "--kind", "spell"], "no section is of the kind `spell`; the kinds are action")]
#[case(&["search"], "required arguments were not provided")]
#[case(&["search", "--limit", "0", "x"], "0 is not in 1..")]
#[case(&["search", "--batch", "x"], "cannot be used with")]
#[case(&["show"], "required arguments were not provided")]
#[case(&["list", "--theme", "neon"], "[possible values: terminal, dark")]
#[case(&["list", "--colour"], "unexpected argument '--colour'")]
fn wrong_usage_and_unreadable_input_are_status_two(
    #[case] arguments: &[&str],
    #[case] expected: &str,
) {
    let outcome = tableside(arguments);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""));
    assert!(outcome.stderr.contains(expected), "{}", outcome.stderr);
}

#[test]
fn an_empty_folder_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = tableside(&["list", "--rules", folder.path().to_str().unwrap()]);
    assert_eq!(outcome.status, 2);
    assert!(
        outcome.stderr.contains("no rules in this folder"),
        "{}",
        outcome.stderr
    );
}

#[rstest]
#[case(&["show", "breach"])]
#[case(&["search", "breach"])]
#[case(&["list"])]
#[case(&["links", "breach"])]
fn piped_output_is_plain_and_colour_can_be_forced(#[case] arguments: &[&str]) {
    assert!(!tableside(arguments).stdout.contains('\x1b'));
    assert!(
        !tableside(&[arguments, &["--color", "never"]].concat())
            .stdout
            .contains('\x1b')
    );
    assert!(
        tableside(&[arguments, &["--color", "always"]].concat())
            .stdout
            .contains("\x1b[1m")
    );
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
    assert_eq!(
        (
            outcome.status.code(),
            String::from_utf8(outcome.stderr).unwrap().as_str()
        ),
        (Some(0), "")
    );
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_status_two() {
    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let program = assert_cmd::cargo::cargo_bin("tableside");
    let outcome = std::process::Command::new(program)
        .arg("list")
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(outcome.status.code(), Some(2));
    assert!(
        String::from_utf8(outcome.stderr)
            .unwrap()
            .contains("the output cannot be written")
    );
}
