//! Holds the shape of the project: one direction of imports, crates behind their borders, no exceptions slipped in.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules in the order of the one direction of imports; modules of one row never import each other.
const ORDER: [&[&str]; 12] = [
    &["source", "folders", "bytes", "order", "bundled"],
    &["diagnostic"],
    &["loader", "settings", "state"],
    &["quantity", "watch"],
    &["rules"],
    &["links", "search", "theme"],
    &["prepared", "cache"],
    &["render"],
    &["tui"],
    &["cli"],
    &["lib", "build"],
    &["main"],
];

/// Crates that only one place may name.
const BORDERS: [(&str, &str); 4] = [
    ("toml::", "settings.rs"),
    ("pulldown_cmark", "rules/markdown.rs"),
    ("serde_yaml", "rules/front_matter.rs"),
    ("tantivy", "search"),
];

/// Longer files are cut in parts; tests at the end of a file count.
const LONGEST_FILE: usize = 1100;

fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&root, &mut files);
    assert!(files.len() > 20, "the sources were not found");
    let named = files.into_iter().map(|path| {
        let name = path
            .strip_prefix(&root)
            .expect("below src")
            .to_string_lossy()
            .replace('\\', "/");
        (name, fs::read_to_string(path).expect("a readable source"))
    });
    named.collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

fn module(file: &str) -> &str {
    file.split(['/', '.']).next().unwrap_or(file)
}

fn rank(module: &str) -> usize {
    ORDER
        .iter()
        .position(|row| row.contains(&module))
        .unwrap_or_else(|| panic!("`{module}` has no place in ORDER"))
}

/// The code of a text: without the lines that are comments.
fn code(text: &str) -> String {
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .fold(String::new(), |code, line| code + line + "\n")
}

/// The modules of the crate that a file names: as `crate::module`, in `main` as `tableside::module`, or by as many `super::`
/// as lead to the root; one, or several in braces.
fn imports(file: &str, text: &str) -> Vec<String> {
    let code = code(text);
    let mut found = Vec::new();
    for front in ["crate::", "tableside::"] {
        for (at, _) in code
            .match_indices(front)
            .filter(|(at, _)| !is_within_word(&code, *at))
        {
            found.extend(names(&code[at + front.len()..]));
        }
    }
    for (at, _) in code
        .match_indices("super::")
        .filter(|(at, _)| !is_within_word(&code, *at))
    {
        let rest = code[at..].trim_start_matches("super::");
        let ups = (code.len() - at - rest.len()) / "super::".len();
        if !code[..at].ends_with("super::")
            && ups == depth(file) + usize::from(in_inner_module(&code[..at]))
        {
            found.extend(names(rest));
        }
    }
    found
}

fn is_within_word(code: &str, at: usize) -> bool {
    code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// How many modules a file stands below the root of the crate.
fn depth(file: &str) -> usize {
    if matches!(file, "lib.rs" | "main.rs") {
        0
    } else {
        file.split('/').count()
    }
}

/// Whether a place is in a `mod tests { ... }` of its file: what stands before it opens one and does not close it.
fn in_inner_module(before: &str) -> bool {
    let lines = || before.lines().enumerate();
    let opened = lines()
        .filter(|(_, line)| line.starts_with("mod ") && line.ends_with('{'))
        .map(|(at, _)| at)
        .last();
    opened.is_some_and(|opened| lines().all(|(at, line)| at <= opened || line != "}"))
}

/// The names that a path goes on with.
fn names(rest: &str) -> Vec<String> {
    let name = |item: &str| {
        let end = item
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(item.len());
        item[..end].to_owned()
    };
    let Some(inner) = rest.strip_prefix('{') else {
        return vec![name(rest)];
    };
    let mut items = vec![String::new()];
    let mut open = 1;
    for character in inner.chars() {
        match character {
            '{' => open += 1,
            '}' => open -= 1,
            ',' if open == 1 => items.push(String::new()),
            _ => {}
        }
        if open == 0 {
            break;
        }
        items.last_mut().expect("there is a first").push(character);
    }
    let items = items
        .iter()
        .map(|item| name(item.trim_start_matches([',', ' ', '\n'])));
    items.filter(|item| !item.is_empty()).collect()
}

#[test]
fn a_module_imports_only_from_its_left() {
    let mut faults = Vec::new();
    for (file, text) in sources() {
        let own = module(&file);
        for import in imports(&file, &text) {
            let known = ORDER.iter().any(|row| row.contains(&import.as_str()));
            let fine = import == own || (known && rank(&import) < rank(own));
            if !fine {
                faults.push(format!("{file} imports {import}"));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn the_check_of_imports_can_fail() {
    let named = |file: &str, text: &str| imports(file, text).join(" ");
    assert_eq!(
        named(
            "x.rs",
            "use crate::tui::app;\n// crate::cli\nlet x = crate::rules::slug::slug(y);"
        ),
        "tui rules"
    );
    assert_eq!(
        named(
            "x.rs",
            "use crate::{\n    cli::{Cli, check},\n    tui, rules::Rulebook,\n};"
        ),
        "cli tui rules"
    );
    assert_eq!(named("links.rs", "use super::search;"), "search");
    assert_eq!(
        named(
            "links/terms.rs",
            "use super::words;\nuse super::super::search::Hit;"
        ),
        "search"
    );
    assert_eq!(
        named(
            "links/a/b.rs",
            "use super::super::words;\nuse super::super::super::{tui, cli};"
        ),
        "tui cli"
    );
    assert_eq!(
        named(
            "links.rs",
            "mod tests {\n    use super::*;\n    use super::super::search;\n}"
        ),
        "search"
    );
    assert_eq!(
        named(
            "links/a.rs",
            "mod tests {\n    use super::super::words;\n}\nuse super::super::tui;"
        ),
        "tui"
    );
    assert!(rank("tui") > rank("links"));
    assert_eq!(rank("links"), rank("search"));
}

#[test]
fn crates_stay_behind_their_borders() {
    for (file, text) in sources() {
        for (name, place) in BORDERS {
            let named = code(&text).contains(name);
            assert!(
                !named || file.starts_with(place),
                "{file} names {name}, which belongs to {place}"
            );
        }
    }
}

/// What stands between an opening bracket, which `rest` follows, and its closing one; brackets in strings do not count.
fn enclosed(rest: &str) -> &str {
    let (mut open, mut quoted, mut escaped) = (1, false, false);
    for (at, character) in rest.char_indices() {
        match character {
            '"' if !escaped => quoted = !quoted,
            '(' | '[' if !quoted => open += 1,
            ')' | ']' if !quoted => open -= 1,
            _ => {}
        }
        escaped = character == '\\' && !escaped;
        if open == 0 {
            return &rest[..at];
        }
    }
    rest
}

/// What is wrong with the exceptions from lints in a text: an `allow`, or an `expect` without a reason of its own.
fn unargued(text: &str) -> Vec<String> {
    let code = code(text);
    let attributes = ["#[", "#!["].into_iter().flat_map(|open| {
        let code = &code;
        code.match_indices(open)
            .map(move |(at, _)| enclosed(&code[at + open.len()..]))
    });
    let calls = |attribute: &str, name: &str| -> Vec<String> {
        let places = attribute
            .match_indices(name)
            .filter(|(at, _)| !is_within_word(attribute, *at));
        places
            .map(|(at, _)| enclosed(&attribute[at + name.len()..]).to_owned())
            .collect()
    };
    let mut faults = Vec::new();
    for attribute in attributes {
        faults.extend(
            calls(attribute, "allow(")
                .into_iter()
                .map(|lint| format!("allow({lint})")),
        );
        let expected = calls(attribute, "expect(")
            .into_iter()
            .filter(|lint| !lint.contains("reason = \""));
        faults.extend(expected.map(|lint| format!("expect({lint})")));
    }
    faults
}

#[test]
fn exceptions_are_argued_for() {
    for (file, text) in sources() {
        let faults = unargued(&text);
        assert!(
            faults.is_empty(),
            "{file}: {faults:?}: use #[expect(..., reason = \"...\")]"
        );
    }
}

#[test]
fn the_check_of_exceptions_can_fail() {
    for fine in [
        "#[expect(a, reason = \"x (y) ]\")]\nfn f() {}",
        "// #[allow(a)]",
        "x.expect(\"y\")",
        "#[test]\nfn allow() {}",
    ] {
        assert_eq!(unargued(fine), Vec::<String>::new(), "{fine}");
    }
    let two =
        "#[expect(a)]\nfn f() { let reason = \"\"; }\n#[expect(b, reason = \"x\", )]\nfn g() {}";
    assert_eq!(unargued(two), ["expect(a)"]);
    assert_eq!(unargued("#![allow(a)]"), ["allow(a)"]);
    assert_eq!(
        unargued("#[cfg_attr(\n    test,\n    allow(a)\n)]"),
        ["allow(a)"]
    );
    assert_eq!(unargued("#[cfg_attr(test, expect(a))]"), ["expect(a)"]);
}

#[test]
fn files_stay_small() {
    for (file, text) in sources() {
        let lines = text.lines().count();
        assert!(lines <= LONGEST_FILE, "{file} has {lines} lines");
    }
}

/// The lines of code, tests left out, that hold a character above U+007F.
fn marked_lines(text: &str) -> Vec<String> {
    let shipped = text.split("#[cfg(test)]").next().unwrap_or(text);
    code(shipped)
        .lines()
        .filter(|line| !line.is_ascii())
        .map(str::to_owned)
        .collect()
}

/// Tests say what is shown. What is drawn in a mark of its own would stay on a screen that is to be ASCII.
#[test]
fn marks_on_the_screen_come_from_the_symbols() {
    for (file, text) in sources() {
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

/// The rules of the ranking as its own comment names them, in their order.
fn rules_told(comment: &str) -> Vec<&str> {
    comment
        .lines()
        .filter_map(|line| line.strip_prefix("//! - **")?.split_once(".**"))
        .map(|(rule, _)| rule)
        .collect()
}

/// The first cells of the table that explains them.
fn rules_explained(architecture: &str) -> Vec<&str> {
    let chapter = architecture
        .split("### The rules of the ranking")
        .nth(1)
        .unwrap_or_default();
    let rows = chapter
        .lines()
        .skip_while(|line| !line.starts_with("|---"))
        .skip(1);
    rows.map_while(|line| line.strip_prefix("| ")?.split(" | ").next())
        .collect()
}

#[test]
fn every_rule_of_the_ranking_is_explained() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let ranking = fs::read_to_string(root.join("src/search/ranking.rs")).expect("the ranking");
    let architecture = fs::read_to_string(root.join("ARCHITECTURE.md")).expect("the architecture");
    let told = rules_told(&ranking);
    assert!(told.len() > 20, "the rules were not found");
    assert_eq!(rules_explained(&architecture), told);
}
