//! The completion scripts and the manual page, loaded by the programs that they are for. A program
//! that is not installed is left out, and the test says so.

use std::fs;
use std::path::Path;
use std::process::Command;

use rstest::rstest;

use crate::harness::tableside;

/// Runs a program on a script. Returns what it prints, or `None` if it is not installed.
fn run(program: &str, arguments: &[&str], home: &Path) -> Option<String> {
    let run = Command::new(program)
        .args(arguments)
        .current_dir(home)
        .env("HOME", home)
        .output();
    let Ok(output) = run else {
        eprintln!("not tested: {program} is not installed");
        return None;
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program}: {errors}");
    assert_eq!(errors, "", "{program}");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Each shell loads its script and completes `tableside sea`, or at least knows who completes it.
#[rstest]
#[case(
    "bash",
    &["--norc", "--noprofile", "-c", "source ./script; \
        COMP_WORDS=(tableside sea); COMP_CWORD=1; COMP_LINE='tableside sea'; COMP_POINT=13; \
        _tableside tableside sea tableside; printf '%s\\n' \"${COMPREPLY[@]}\""],
    "search"
)]
#[case(
    "zsh",
    &["-f", "-c", "autoload -Uz compinit && compinit -u -D && source ./script && \
        print -r -- $_comps[tableside] $+functions[_tableside]"],
    "_tableside 1"
)]
#[case("fish", &["--no-config", "-c", "source ./script; complete -C 'tableside sea'"], "search\t")]
#[case(
    "pwsh",
    &["-NoLogo", "-NoProfile", "-Command", ". ./script.ps1; \
        (TabExpansion2 'tableside sea' 13).CompletionMatches.CompletionText"],
    "search"
)]
fn a_shell_loads_its_completions(
    #[case] program: &str,
    #[case] arguments: &[&str],
    #[case] expected: &str,
) {
    let home = tempfile::tempdir().unwrap();
    let name = if program == "pwsh" {
        "powershell"
    } else {
        program
    };
    let script = tableside(&["completions", name]).stdout;
    fs::write(home.path().join("script"), &script).unwrap();
    fs::write(home.path().join("script.ps1"), &script).unwrap();
    if let Some(printed) = run(program, arguments, home.path()) {
        let found = printed.lines().any(|line| line.starts_with(expected));
        assert!(found, "{program}: {printed}");
    }
}

/// groff complains about a request that it does not know.
#[test]
fn the_manual_page_has_no_faults_for_groff() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("page"), tableside(&["man"]).stdout).unwrap();
    let arguments = ["-man", "-Tutf8", "-ww", "-rCHECKSTYLE=0", "page"];
    if let Some(page) = run("groff", &arguments, home.path()) {
        assert!(page.contains("TABLESIDE_RULES"), "{page}");
    }
}
