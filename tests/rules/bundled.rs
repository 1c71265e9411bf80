//! Compares the bundled rules with the books. The facts are data: `facts.tsv` lists every figure,
//! every table and the cost of everything that has one, `words.tsv` the words that a condition or
//! an effect must contain, and `names.tsv` the names that search must find. Every file must meet
//! the requirements in `files.rs`.

mod facts;
mod files;
mod names;
mod words;

use std::process::{Command, Stdio};
use std::sync::LazyLock;

use serde_json::Value;

/// What `tableside export` prints of the bundled rules.
static EXPORT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_slice(&run(&["export"], "")).expect("export prints JSON"));

/// Runs the program on the bundled rules, and returns what it prints.
fn run(arguments: &[&str], input: &str) -> Vec<u8> {
    use std::io::Write;
    let nowhere = concat!(env!("CARGO_TARGET_TMPDIR"), "/nothing");
    let mut program = Command::new(env!("CARGO_BIN_EXE_tableside"))
        .args(["--rules", "bundled"])
        .args(arguments)
        .env("XDG_CONFIG_HOME", nowhere)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let written = program.stdin.take().unwrap().write_all(input.as_bytes());
    let output = program.wait_with_output().unwrap();
    // `export` reads no input.
    assert!(written.is_ok() || input.is_empty());
    output.stdout
}

/// Returns all sections in reading order.
fn sections() -> Vec<&'static Value> {
    fn walk(section: &'static Value, all: &mut Vec<&'static Value>) {
        all.push(section);
        for child in list(&section["children"]) {
            walk(child, all);
        }
    }
    let mut all = Vec::new();
    for document in list(&EXPORT["documents"]) {
        walk(&document["root"], &mut all);
    }
    all
}

/// Returns the blocks in a list of blocks and in the effects, conditions, lists, quotes and notes
/// among them, without the notes of editors.
fn blocks(all: &'static Value) -> Vec<(&'static str, &'static Value)> {
    let mut found = Vec::new();
    for block in list(all) {
        let (kind, content) = (text(&block["block"]), &block["content"]);
        match kind {
            "effect" | "condition" | "quote" => found.extend(blocks(content)),
            "note" if content["provenance"] == "editor" => {}
            "note" => found.extend(blocks(&content["blocks"])),
            "list" => found.extend(list(&content["items"]).iter().flat_map(blocks)),
            _ => found.push((kind, content)),
        }
    }
    found
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Returns the lines of a table of facts, without remarks.
fn lines(table: &str) -> impl Iterator<Item = &str> {
    let is_fact = |line: &&str| !line.is_empty() && !line.starts_with('#');
    table.lines().filter(is_fact)
}

fn none_wrong(wrong: &[String]) {
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
