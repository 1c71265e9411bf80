use std::fs;
use std::path::Path;

use rstest::rstest;

use super::*;

/// Creates an executable shell script. Another process writes it, because a file that is open for
/// writing cannot be executed: a child process started by a parallel test could inherit the open
/// file from this process.
fn script(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    let write = "printf '#!/bin/sh\n%s\n' \"$1\" > \"$2\" && chmod +x \"$2\"";
    let written = Command::new("sh")
        .args(["-c", write, "sh", text])
        .arg(&path)
        .status()
        .unwrap();
    assert!(written.success());
}

/// A script that saves its input and its arguments.
const SAVE: &str = "cat > \"$0.copied\"; echo \"$@\" > \"$0.arguments\"";

/// Copies text with the programs in a folder, and returns the message.
fn message(folder: &Path, text: &str) -> String {
    outcome(
        &Clip {
            name: "Breach".to_owned(),
            text: text.to_owned(),
        },
        |name| Command::new(folder.join(name)),
    )
}

#[rstest]
#[case("wl-copy", "")]
#[case("xclip", "-selection clipboard")]
#[case("xsel", "--clipboard --input")]
#[case("pbcopy", "")]
fn a_program_gets_the_text_on_standard_input(#[case] name: &str, #[case] arguments: &str) {
    let folder = tempfile::tempdir().unwrap();
    script(folder.path(), name, SAVE);
    let text = "Wall\u{2019}s \"2\\\" $(false) `;\n".repeat(10_000);
    assert_eq!(
        message(folder.path(), &text),
        format!("copied Breach with {name}")
    );
    assert_eq!(
        fs::read_to_string(folder.path().join(format!("{name}.copied"))).unwrap(),
        text
    );
    assert_eq!(
        fs::read_to_string(folder.path().join(format!("{name}.arguments")))
            .unwrap()
            .trim(),
        arguments
    );
}

#[test]
fn the_program_of_another_system_gets_its_own_encoding() {
    let folder = tempfile::tempdir().unwrap();
    script(folder.path(), "clip.exe", SAVE);
    assert_eq!(
        message(folder.path(), "2\u{201d} \u{e9}"),
        "copied Breach with clip.exe"
    );
    let bytes = fs::read(folder.path().join("clip.exe.copied")).unwrap();
    let units = bytes
        .chunks(2)
        .map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    assert_eq!(
        char::decode_utf16(units)
            .collect::<Result<String, _>>()
            .unwrap(),
        "2\u{201d} \u{e9}"
    );
}

#[test]
fn without_a_program_the_terminal_is_left() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("xclip"), "no program").unwrap();
    assert_eq!(
        message(folder.path(), "text"),
        "sent Breach to the terminal to copy, if the terminal allows it"
    );
}

#[test]
fn the_next_clipboard_program_is_tried_if_one_fails() {
    let folder = tempfile::tempdir().unwrap();
    script(folder.path(), "wl-copy", "exit 3");
    script(folder.path(), "xsel", SAVE);
    assert_eq!(message(folder.path(), "text"), "copied Breach with xsel");
}
