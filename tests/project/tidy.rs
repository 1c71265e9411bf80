//! Checks what clippy cannot: that some crates are named in one place only, that files stay small,
//! and that no two types have the same name.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use walkdir::{DirEntry, WalkDir};

use crate::known;
use crate::sources::{self, SourceFile, module, without_comments};

/// Crates and outputs, each with the only files or folders that may name it.
const BORDERS: [(&str, &[&str]); 9] = [
    ("toml::", &["settings.rs", "rules/parse/front_matter.rs"]),
    ("pulldown_cmark", &["rules/parse/markdown"]),
    ("serde_yaml", &["rules/parse"]),
    ("tantivy", &["search"]),
    ("pdfboss", &["rules/parse/pdf"]),
    // All that is printed goes through the writer of `cli/output`, all that the browser draws through its terminal,
    // and the text of a book through a pipe.
    (
        "io::stdout",
        &[
            "cli/output",
            "cli/browse.rs",
            "cli/doctor.rs",
            "library/extract.rs",
            "tui/terminal.rs",
        ],
    ),
    ("io::stderr", &["cli/output", "library/extract.rs"]),
    ("print!(", &[]),
    ("println!(", &[]),
];

/// The maximum number of lines in a file, including its tests.
const MAX_FILE_LINES: usize = 400;

#[test]
fn crates_stay_behind_their_borders() {
    for SourceFile { name: file, text } in sources::files() {
        for (name, places) in BORDERS {
            let named = without_comments(&text).contains(name);
            assert!(
                !named || places.iter().any(|place| file.starts_with(place)),
                "{file} names {name}, which belongs to {places:?}"
            );
        }
    }
}

#[test]
fn no_connection_is_opened_and_no_program_started_but_for_the_clipboard_images_and_the_pager() {
    for SourceFile { name: file, text } in sources::files() {
        let code = without_comments(&text);
        let is_test = file.ends_with("tests.rs");
        let programs = [
            "library/extract.rs",
            "tui/clipboard.rs",
            "tui/viewer.rs",
            "cli/output/pager.rs",
            // Their tests start programs.
            "platform/process.rs",
            "platform/signals.rs",
        ];
        for (name, places) in [("Command::new", &programs[..]), ("::net", &[])] {
            let is_here = code.contains(name) && !is_test;
            assert!(!is_here || places.contains(&&*file), "{file} names {name}");
        }
    }
}

#[test]
fn the_tests_that_the_security_page_names_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let security = fs::read_to_string(root.join("SECURITY.md")).expect("the page");
    for name in security.split('`').skip(1).step_by(2) {
        let is_file = name.starts_with("tests/") || name.starts_with("src/");
        assert!(!is_file || root.join(name).exists(), "{name}");
        if name.matches('_').count() > 2 {
            let folders = ["tests", "src"].map(|folder| WalkDir::new(root.join(folder)));
            let mut paths = folders.into_iter().flatten().flatten();
            let test = format!("fn {name}(");
            let has_test = |file: DirEntry| {
                fs::read_to_string(file.path()).is_ok_and(|code| code.contains(&test))
            };
            assert!(paths.any(has_test), "{name}");
        }
    }
}

#[test]
fn files_stay_small() {
    let long = sources::files()
        .into_iter()
        .filter(|file| file.text.lines().count() > MAX_FILE_LINES);
    known::compare("long", &long.map(|file| file.name).collect());
}

/// Returns the types that a file defines, without associated types.
fn types<'a>(tokens: &[&'a str]) -> Vec<&'a str> {
    let mut depth = 0;
    let mut types = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let name = || tokens.get(at + 1).copied();
        match *token {
            "{" => depth += 1,
            "}" => depth -= 1,
            "struct" | "enum" | "trait" | "union" => types.extend(name()),
            "type" if depth == 0 => types.extend(name()),
            _ => {}
        }
    }
    types
}

fn shared_names<'a>(files: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let mut shared = BTreeSet::new();
    for text in files {
        let types = types(&sources::tokens(text)).into_iter();
        shared.extend(
            types
                .map(str::to_owned)
                .filter(|name| !seen.insert(name.clone())),
        );
    }
    shared
}

#[test]
fn a_type_name_is_used_once() {
    let files = sources::files();
    let shipped = files.iter().filter(|file| !sources::is_test(&file.name));
    known::compare(
        "type",
        &shared_names(shipped.map(|file| file.text.as_str())),
    );
}

#[test]
fn the_check_of_type_names_can_fail() {
    let one = "pub struct Place(u8);\nimpl Iterator for A { type Item = B; }\ntype Count = u8;";
    let fine =
        "enum Found { Place }\nimpl Iterator for C { type Item = B; }\n#[cfg(test)]\nstruct Count;";
    assert!(shared_names([one, fine]).is_empty());
    let same = "trait Place {}\nenum Count {}";
    assert_eq!(
        shared_names([one, fine, same])
            .into_iter()
            .collect::<Vec<_>>(),
        ["Count", "Place"]
    );
}

/// Returns the lines that contain a non-ASCII character. Leaves out comments and tests.
fn marked_lines(text: &str) -> Vec<String> {
    let shipped = text.split("#[cfg(test)]").next().unwrap_or(text);
    without_comments(shipped)
        .lines()
        .filter(|line| !line.is_ascii())
        .map(str::to_owned)
        .collect()
}

/// A mark in the code would also be drawn on an ASCII screen. Tests may contain marks, because they
/// contain screens.
#[test]
fn marks_on_the_screen_come_from_the_symbols() {
    for SourceFile { name: file, text } in sources::files() {
        if matches!(module(&file), "tui" | "render") && !file.ends_with("/tests.rs") {
            assert_eq!(
                marked_lines(&text),
                Vec::<String>::new(),
                "{file}: see theme::Symbols"
            );
        }
    }
}

#[test]
fn the_check_of_marks_can_fail() {
    assert_eq!(
        marked_lines("// ▶\nput(\"▶\");\nlet x = 1;\n#[cfg(test)]\nmod tests { \"é\" }"),
        ["put(\"▶\");"]
    );
}
