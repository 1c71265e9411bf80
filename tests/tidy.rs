//! Holds the shape of the project: one direction of imports, crates behind their borders, no exceptions slipped in.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules in the order of the one direction of imports; modules of one row never import each other.
const ORDER: [&[&str]; 11] = [
    &["source"],
    &["diagnostic"],
    &["loader"],
    &["quantity"],
    &["rules"],
    &["links", "search", "theme"],
    &["render"],
    &["tui"],
    &["cli"],
    &["lib"],
    &["main"],
];

/// Crates that only one place may name.
const BORDERS: [(&str, &str); 3] =
    [("pulldown_cmark", "rules/markdown.rs"), ("serde_yaml", "rules/front_matter.rs"), ("tantivy", "search")];

/// Longer files are cut in parts; tests at the end of a file count.
const LONGEST_FILE: usize = 520;

fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&root, &mut files);
    assert!(files.len() > 20, "the sources were not found");
    let named = files.into_iter().map(|path| {
        let name = path.strip_prefix(&root).expect("below src").to_string_lossy().replace('\\', "/");
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
    ORDER.iter().position(|row| row.contains(&module)).unwrap_or_else(|| panic!("`{module}` has no place in ORDER"))
}

/// The modules that a text names as `crate::module` (or, in `main`, as `tableside::module`).
fn imports(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
        for front in ["crate::", "tableside::"] {
            for (at, _) in line.match_indices(front) {
                let name = line[at + front.len()..].split(|c: char| !c.is_alphanumeric() && c != '_').next();
                found.extend(name.filter(|name| !name.is_empty()));
            }
        }
    }
    found
}

#[test]
fn a_module_imports_only_from_its_left() {
    let mut faults = Vec::new();
    for (file, text) in sources() {
        let own = module(&file);
        for import in imports(&text) {
            let fine = import == own || (ORDER.iter().any(|row| row.contains(&import)) && rank(import) < rank(own));
            if !fine {
                faults.push(format!("{file} imports {import}"));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn the_check_of_imports_can_fail() {
    assert_eq!(imports("use crate::tui::app;\n// crate::cli\nlet x = crate::rules::slug::slug(y);"), ["tui", "rules"]);
    assert!(rank("tui") > rank("links"));
    assert_eq!(rank("links"), rank("search"));
}

#[test]
fn crates_stay_behind_their_borders() {
    for (file, text) in sources() {
        for (name, place) in BORDERS {
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            let named = code.into_iter().any(|line| line.contains(name));
            assert!(!named || file.starts_with(place), "{file} names {name}, which belongs to {place}");
        }
    }
}

#[test]
fn exceptions_are_argued_for() {
    for (file, text) in sources() {
        assert!(
            !text.contains("#[allow(") && !text.contains("#![allow("),
            "{file}: use #[expect(..., reason = \"...\")]"
        );
        let expects = text.matches("#[expect(").count() + text.matches("#![expect(").count();
        assert!(text.matches("reason = \"").count() >= expects, "{file}: an #[expect] without a reason");
    }
}

#[test]
fn files_stay_small() {
    for (file, text) in sources() {
        let lines = text.lines().count();
        assert!(lines <= LONGEST_FILE, "{file} has {lines} lines");
    }
}
