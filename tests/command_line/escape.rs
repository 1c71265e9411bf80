//! Rules reach the terminal only as text. The tests fill names, texts, front matter, `game.yaml`
//! and `synonyms.yaml` with escape sequences. The browser may write only the sequences that it
//! needs itself, and the commands that read these rules may write none.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::pty_harness::{Pty, command};
use rstest::rstest;
use tableside::source::is_unsafe;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_tableside");

/// Sequences that must have no effect: they would set the window title, write to the clipboard,
/// query the terminal, change colours, leave the alternate screen or reverse text.
const ATTACK: &str = "\x1b]0;owned\x07\x1b]52;c;b3duZWQ=\x07\x1b[c\x1b[6n\x1b[31m\x1b[?1049l\x1bP$q\"p\x1b\\\u{9b}31m\u{9d}0;owned\u{9c}\x1b\\\r\x08\u{202e}";

/// The modes that the browser sets and resets: cursor, mouse, alternate screen, paste.
const MODES: [&str; 8] = ["25", "1000", "1002", "1003", "1006", "1015", "1049", "2004"];

/// Creates a folder of rules with attacks in its name, and in the texts and names of its files.
fn hostile(home: &TempDir) -> PathBuf {
    let folder = home.path().join("rules\x1b]0;owned\x07\u{9b}31m");
    fs::create_dir_all(&folder).expect("a folder");
    let quoted = ATTACK.chars().fold(String::new(), |quoted, c| {
        quoted + &format!("\\U{:08x}", u32::from(c))
    });
    let text = format!(
        "---\ntitle: \"Title{quoted}\"\nsource: \"Source{quoted}\"\nlast_update_date: \"{quoted}2026\"\naliases: [\"Alias{quoted}\"]\n\
         other{quoted}: \"{quoted}\"\n---\n# Heading{ATTACK}\n\nText {ATTACK} of the Target Rule.\n\n## Target Rule{ATTACK} (1AP)\n\n\
         **Run-in{ATTACK}:** `code{ATTACK}` [link](other.md#{ATTACK}) [[Nobody{ATTACK}]] instead of the Target Rule.\n\n\
         | A{ATTACK} | B |\n|---|---|\n| 4+{ATTACK} | cell{ATTACK} |\n\n> **Note{ATTACK}:** quoted{ATTACK}\n\n```\n{ATTACK}\n```\n\n\
         ## Loot{ATTACK}\n\n| D6{ATTACK} | Find{ATTACK} |\n|---|---|\n| 1-3 | Rope{ATTACK} |\n| 4-6 | Lamp{ATTACK} |\n"
    );
    let entities =
        "# Entities\n\n&#27;]0;owned&#7; &#x9b;31m &#8238; in the text of the Target Rule\n";
    let files = [
        ("plain.md", text.as_str()),
        ("name\x1b]0;owned\x07\u{9b}31m\u{202e}.md", text.as_str()),
        ("entities.md", entities),
        (
            "broken\x1b[31m.md",
            "---\ntitle: [\x1b]0;owned\x07\n---\n# Broken\n",
        ),
        ("latin.txt", "A Plain Title\n\nText."),
    ];
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("a file");
    }
    fs::write(folder.join("bytes.md"), b"# Bytes\n\n\xff\x9b31m\x1b[31m\n").expect("a file");
    fs::write(
        folder.join("game.yaml"),
        format!("name: \"Game{quoted}\"\n"),
    )
    .expect("a file");
    fs::write(
        folder.join("synonyms.yaml"),
        format!("\"word{quoted}\": [\"Target Rule\", \"{quoted}\"]\n"),
    )
    .expect("a file");
    folder
}

/// Creates a folder of rules in which only the name of the folder names the game, and only the name
/// of the file the document. Both names contain attacks.
fn untitled(home: &TempDir) -> PathBuf {
    let folder = home.path().join("bare\x1b]0;owned\x07\u{9b}31m");
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("bare\x1b]0;owned\x07\u{9b}31m\u{202e}.md");
    fs::write(
        file,
        "A target, owned by nobody.\n\n## Target Rule\n\nText.\n",
    )
    .expect("a file");
    folder
}

/// Returns the sequences that [`is_harmless`] does not allow.
fn side_effects(output: &str) -> Vec<String> {
    let mut side_effects = Vec::new();
    let mut rest = output;
    while let Some(at) = rest.find(is_unsafe) {
        rest = &rest[at..];
        let sequence = sequence(rest);
        if !is_harmless(sequence) {
            side_effects.push(sequence.to_owned());
        }
        rest = &rest[sequence.len()..];
    }
    side_effects
}

/// Returns the control character or escape sequence at the start of a text.
fn sequence(text: &str) -> &str {
    let length = |rest: &str, end: fn(char) -> bool| rest.find(end).map_or(rest.len(), |at| at + 1);
    match text.as_bytes().get(..2) {
        Some(b"\x1b[") => &text[..2 + length(&text[2..], |c| ('@'..='~').contains(&c))],
        Some([0x1b, b']' | b'P' | b'_' | b'^' | b'X']) => {
            let bell = text.find('\x07').map_or(text.len(), |at| at + 1);
            let string = text[1..].find("\x1b\\").map_or(text.len(), |at| at + 3);
            &text[..bell.min(string)]
        }
        _ => &text[..text.chars().next().map_or(0, char::len_utf8)],
    }
}

fn is_harmless(sequence: &str) -> bool {
    if matches!(sequence, "\n" | "\r") {
        return true;
    }
    if let Some(payload) = sequence.strip_prefix("\x1b]52;c;") {
        let base64 = |c: char| c.is_ascii_alphanumeric() || "+/=".contains(c);
        return payload != "b3duZWQ=\x07"
            && payload
                .trim_end_matches("\x1b\\")
                .trim_end_matches('\x07')
                .chars()
                .all(base64);
    }
    let Some(body) = sequence.strip_prefix("\x1b[") else {
        return false;
    };
    let (parameters, end) = body.split_at(body.len().saturating_sub(1));
    let numbers = |text: &str| {
        text.chars()
            .all(|c| c.is_ascii_digit() || c == ';' || c == ':')
    };
    match (parameters.strip_prefix('?'), end) {
        (None, "H" | "m" | "J" | "K" | "A" | "B" | "C" | "D") => numbers(parameters),
        (Some("2026"), "h" | "l") => true,
        (Some(mode), "h" | "l") => MODES.contains(&mode),
        _ => false,
    }
}

#[test]
fn the_check_of_written_text_can_fail() {
    for fine in [
        "text\r\n",
        "\x1b[1;2H\x1b[0m\x1b[38:5:1m",
        "\x1b[?2026h\x1b[?1049l",
        "\x1b]52;c;YQ==\x1b\\",
        "\x1b]52;c;YQ==\x07",
    ] {
        assert_eq!(side_effects(fine), Vec::<String>::new(), "{fine:?}");
    }
    for bad in [
        "\x1b]0;t\x07",
        "\x1b[c",
        "\x1b[6n",
        "\u{9b}31m",
        "\x07",
        "\x1bc",
        "\x1b]52;c;?\x07",
        "\x1b[?47h",
        "\u{202e}",
        "\x1bP$q\x1b\\",
    ] {
        assert!(!side_effects(bad).is_empty(), "{bad:?}");
    }
    assert!(side_effects(ATTACK).len() > 5);
}

/// The keys that open and close each view. The test waits for the screen after each entry.
const VIEWS: [&str; 37] = [
    "j", "G", "g", "\t", " ", "\x1b", "f", "\x1b", "F", "\x1b", "t", "jjj", "l", "t", "w", "\x1b",
    "x", "\x1b", "#", "\x1b", "m\r", "'", "\x1b", "r", "\r", "\x1b", "T", "\x1b", "=", "\x1b", "p",
    "*", "v", "y", "?", "\x1b", "}",
];

#[rstest]
#[case::on_screens(&[])]
#[case::in_words(&["--linear"])]
fn hostile_rules_are_only_shown_in_every_view(#[case] mode: &[&str]) {
    let home = tempfile::tempdir().expect("a folder");
    let rules = hostile(&home);
    let mut with_rules = command(Path::new(PROGRAM), mode, home.path());
    with_rules.arg("--rules");
    with_rules.arg(&rules);
    let mut pty = Pty::start(with_rules, (160, 48));
    pty.wait_for("Entities");
    for keys in VIEWS.into_iter().chain([
        "/",
        "owned",
        "\x08\x08\x08\x08\x08target",
        "\r",
        "y",
        "/word",
        "\x1b",
        "/Alias",
        "\r",
        "\x7f",
    ]) {
        pty.send(keys);
        pty.settle(Duration::from_millis(60));
    }
    pty.resize(30, 60);
    pty.settle(Duration::from_millis(60));
    for keys in VIEWS {
        pty.send(keys);
        pty.settle(Duration::from_millis(60));
    }
    pty.send("\x03");
    let (status, output) = pty.restored();
    assert!(status.success());
    assert!(output.contains("\x1b]52;c;"), "something was copied");
    assert!(
        side_effects(&output).is_empty(),
        "the terminal is asked nothing"
    );
}

#[rstest]
#[case(&["list"])]
#[case(&["list", "--json"])]
#[case(&["search", "target"])]
#[case(&["search", "--json", "owned"])]
#[case(&["show", "Target Rule"])]
#[case(&["show", "--json", "Target Rule"])]
#[case(&["links", "Target Rule"])]
#[case(&["links", "--why", "Target Rule"])]
#[case(&["roll", "Loot"])]
#[case(&["roll", "--json", "Loot"])]
#[case(&["doctor"])]
#[case(&["cache"])]
#[case(&["config"])]
#[case(&["check", "--strict"])]
#[case(&["check", "--json"])]
#[case(&["export"])]
#[case(&["show", "\x1b]0;owned\x07"])]
#[case(&["search", "\x1b]0;owned\x07"])]
#[case(&["list", "--game", "\x1b]0;owned\x07"])]
fn no_command_on_hostile_rules_writes_a_sequence(#[case] arguments: &[&str]) {
    let home = tempfile::tempdir().expect("a folder");
    let rules = hostile(&home);
    for rules in [rules.clone(), rules.join("nowhere"), untitled(&home)] {
        let output = Command::new(PROGRAM)
            .args(arguments)
            .arg("--rules")
            .arg(&rules)
            .envs(
                ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"]
                    .map(|name| (name, home.path())),
            )
            .output()
            .expect("the program runs");
        let said = [output.stdout, output.stderr].concat();
        assert!(
            !said.is_empty() || arguments[0] == "check",
            "something is said"
        );
        let said = String::from_utf8(said).expect("text");
        let found: Vec<_> = said
            .lines()
            .filter(|line| line.contains(is_unsafe))
            .collect();
        assert!(found.is_empty(), "{found:?}");
    }
}

#[test]
fn a_converted_file_has_no_sequence() {
    let home = tempfile::tempdir().expect("a folder");
    let bare = untitled(&home).read_dir().expect("a folder").next();
    let bare = bare.expect("a file").expect("a file").path();
    for file in [hostile(&home).join("plain.md"), bare] {
        let output = Command::new(PROGRAM)
            .arg("convert")
            .arg(file)
            .output()
            .expect("the program runs");
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(text.contains("Target Rule"));
        assert!(!text.contains(|c| is_unsafe(c) && c != '\n'), "{text:?}");
    }
}

/// A symbolic link that the player puts into the rules may lead to a file outside. A link in a
/// document leads only to loaded documents.
#[test]
fn a_document_reaches_no_file_outside_of_the_rules() {
    let home = tempfile::tempdir().expect("a folder");
    let rules = home.path().join("rules");
    fs::create_dir(&rules).expect("a folder");
    fs::write(home.path().join("secret.md"), "# Secret\n\nhidden words\n").expect("a file");
    let links = "# Open\n\n[a](../secret.md) [b](/etc/passwd) [[../secret]] ![c](../secret.md) [d](file:///etc/passwd)\n";
    fs::write(rules.join("open.md"), links).expect("a file");
    let said = |arguments: &[&str]| {
        let run = Command::new(PROGRAM)
            .args(arguments)
            .arg("--rules")
            .arg(&rules)
            .env("XDG_CACHE_HOME", home.path())
            .output();
        let output = run.expect("the program runs");
        String::from_utf8([output.stdout, output.stderr].concat()).expect("text")
    };
    for arguments in [
        &["list"][..],
        &["show", "Open"],
        &["links", "--json", "Open"],
        &["export"],
        &["search", "hidden"],
    ] {
        let said = said(arguments);
        assert!(
            !said.contains("hidden words") && !said.contains("root:"),
            "{arguments:?}: {said}"
        );
    }
    assert!(said(&["check"]).contains("dangling-link"));
    std::os::unix::fs::symlink(home.path().join("secret.md"), rules.join("chosen.md"))
        .expect("a link");
    assert!(
        said(&["show", "Secret"]).contains("hidden words"),
        "what the player links to is read"
    );
}
