//! How output on a terminal differs: it has colour, and lines are as wide as the terminal.

use std::io::Read;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use rstest::rstest;

/// Runs the program in a terminal of 44 columns, and returns its exit status and output.
fn on_terminal(arguments: &[&str], environment: &[(&str, &str)]) -> (u32, String) {
    let size = PtySize {
        rows: 24,
        cols: 44,
        pixel_width: 0,
        pixel_height: 0,
    };
    let pair = native_pty_system().openpty(size).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_tableside"));
    command.args(arguments);
    command.env_remove("TABLESIDE_RULES");
    command.env_remove("NO_COLOR");
    command.env("TERM", "xterm-256color");
    // A pager would wait for keys.
    command.env("PAGER", "");
    for (name, value) in environment {
        command.env(name, value);
    }
    let mut reader = pair.master.try_clone_reader().unwrap();
    let mut child = pair.slave.spawn_command(command).unwrap();
    // While this process has the program's side of the terminal open too, the reader waits for more
    // output, even after the program has ended.
    drop(pair.slave);
    let mut bytes = Vec::new();
    // Linux reports the end of a pseudo-terminal as an error, but by then the output is complete.
    let _ = reader.read_to_end(&mut bytes);
    (
        child.wait().unwrap().exit_code(),
        String::from_utf8(bytes).unwrap(),
    )
}

#[test]
fn the_browser_explains_that_it_has_nothing_to_show() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.md"), b"\x89PNG\0\xff").unwrap();
    let (status, said) = on_terminal(&["--rules", folder.path().to_str().unwrap()], &[]);
    assert_eq!(status, 2);
    let said = said.replace("\r\n", "\n");
    assert!(
        said.starts_with("tableside: no document could be loaded\n"),
        "{said}"
    );
    assert!(
        said.contains("a.md: error[not-text]: this file is not text, so it is left out"),
        "{said}"
    );
}

#[rstest]
#[case(&[], &[], true)]
#[case(&[], &[("NO_COLOR", "1")], false)]
#[case(&[], &[("NO_COLOR", "")], true)]
#[case(&["--color", "never"], &[], false)]
#[case(&["--color", "always"], &[("NO_COLOR", "1")], true)]
fn colour_follows_option_and_environment(
    #[case] options: &[&str],
    #[case] environment: &[(&str, &str)],
    #[case] expected: bool,
) {
    let (status, printed) = on_terminal(
        &[&["list", "--kind", "action"], options].concat(),
        environment,
    );
    assert_eq!(status, 0);
    assert!(printed.contains("Breach"), "{printed}");
    assert_eq!(printed.contains('\x1b'), expected, "{printed}");
}

/// Such as the terminal in an editor.
#[test]
fn a_dumb_terminal_gets_plain_text_without_a_pager() {
    let dumb = [("TERM", "dumb"), ("PAGER", "false")];
    let (status, said) = on_terminal(&["breach"], &dumb);
    assert_eq!(status, 2, "{said}");
    assert!(
        said.contains("TERM=dumb") && said.contains("tableside search"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");
    let (status, printed) = on_terminal(&["list"], &dumb);
    assert_eq!(status, 0, "{printed}");
    assert!(printed.contains("Breach"), "{printed}");
    assert!(!printed.contains('\x1b') && !said.contains('\x1b'));
}

#[test]
fn a_section_is_laid_out_for_the_width_of_the_terminal() {
    let (_, shown) = on_terminal(
        &["show", "kill-team/tomb-world#breach", "--color", "never"],
        &[],
    );
    let longest = shown
        .lines()
        .map(|line| line.chars().count())
        .max()
        .unwrap();
    assert!((35..=44).contains(&longest), "{longest}: {shown}");
}
