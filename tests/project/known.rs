//! Known faults, which may only become fewer. Each line of `known.txt` has a fault's kind and
//! subject. `KNOWN=update cargo test --test project` rewrites the file.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Mutex;

/// Fails if a fault is not listed in `known.txt`, or if a listed fault no longer exists.
pub fn compare(kind: &str, found: &BTreeSet<String>) {
    static UPDATE: Mutex<()> = Mutex::new(());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/project/known.txt");
    let _one_at_a_time = UPDATE.lock();
    let text = fs::read_to_string(&path).unwrap_or_default();
    if std::env::var_os("KNOWN").is_some_and(|asked| asked == "update") {
        let others = text.lines().filter(|line| known(kind, line).is_none());
        let mut lines: Vec<String> = others.map(str::to_owned).collect();
        lines.extend(found.iter().map(|fault| format!("{kind}: {fault}")));
        lines.sort();
        return fs::write(path, lines.join("\n") + "\n").expect("a list that can be written");
    }
    let difference = difference(kind, &text, found);
    assert!(difference.is_empty(), "{difference:#?}");
}

/// Returns the subject of a line in `known.txt`; `None` if the line is about another kind.
fn known<'a>(kind: &str, line: &'a str) -> Option<&'a str> {
    line.strip_prefix(kind)?.strip_prefix(": ")
}

fn difference(kind: &str, text: &str, found: &BTreeSet<String>) -> Vec<String> {
    let listed: BTreeSet<String> = text
        .lines()
        .filter_map(|line| known(kind, line))
        .map(str::to_owned)
        .collect();
    let new = found.difference(&listed);
    let gone = listed.difference(found);
    new.map(|fault| format!("{kind}: {fault}"))
        .chain(gone.map(|fault| format!("{kind}: {fault} is mended: take it off known.txt")))
        .collect()
}

#[test]
fn new_and_mended_faults_are_reported() {
    let found = |faults: &[&str]| faults.iter().map(|&fault| fault.to_owned()).collect();
    let text = "long: a.rs\nlong: b.rs\ncircle: c.rs\n";
    assert!(difference("long", text, &found(&["a.rs", "b.rs"])).is_empty());
    assert_eq!(
        difference("long", text, &found(&["b.rs", "d.rs"])),
        ["long: d.rs", "long: a.rs is mended: take it off known.txt"]
    );
}
