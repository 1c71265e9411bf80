//! The source files of the program, and their tokens without comments, quoted literals or tests.

use std::fs;
use std::path::{Path, PathBuf};

pub struct SourceFile {
    /// The path relative to `src`, with `/` between folders.
    pub name: String,
    pub text: String,
}

/// Returns all source files of the program, including tests.
pub fn files() -> Vec<SourceFile> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    collect(&root, &mut paths);
    paths.sort();
    assert!(paths.len() > 20, "the sources were not found");
    let read = |path: PathBuf| SourceFile {
        name: path
            .strip_prefix(&root)
            .expect("below src")
            .to_string_lossy()
            .replace('\\', "/"),
        text: fs::read_to_string(&path).expect("a readable source"),
    };
    paths.into_iter().map(read).collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            paths.push(path);
        }
    }
}

pub fn module(file: &str) -> &str {
    file.split(['/', '.']).next().unwrap_or(file)
}

pub fn is_test(file: &str) -> bool {
    file.ends_with("/tests.rs") || file.contains("/tests/")
}

pub fn without_comments(text: &str) -> String {
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .fold(String::new(), |code, line| code + line + "\n")
}

/// Returns the tokens that are compiled into the program: names, numbers, `::` and single
/// punctuation characters. Leaves out comments, quoted literals and items under `#[cfg(test)]`.
pub fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if first.is_whitespace() {
            first.len_utf8()
        } else if let Some(skipped) = skipped(rest) {
            skipped
        } else if first.is_alphanumeric() || first == '_' {
            rest.find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        if !first.is_whitespace() && skipped(rest).is_none() {
            tokens.push(&rest[..length]);
        }
        rest = &rest[length..];
    }
    without_tests(&tokens)
}

/// Returns the length of the comment, quoted literal or lifetime quote that `rest` starts with, if
/// any.
fn skipped(rest: &str) -> Option<usize> {
    let through = |end: &str, from: usize| {
        rest[from..]
            .find(end)
            .map_or(rest.len(), |at| from + at + end.len())
    };
    let quote = rest.trim_start_matches('b');
    let prefix = rest.len() - quote.len();
    if rest.starts_with("//") {
        return Some(through("\n", 0));
    }
    if rest.starts_with("/*") {
        return Some(through("*/", 2));
    }
    if let Some(raw) = quote.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            return Some(through(&end, prefix + 1 + hashes + 1));
        }
    }
    if quote.starts_with('"') {
        return Some(prefix + quoted(quote, '"'));
    }
    if let Some(inner) = quote.strip_prefix('\'') {
        let mut characters = inner.chars();
        let (first, second) = (characters.next()?, characters.next());
        let is_lifetime = first != '\\' && second != Some('\'');
        return Some(prefix + if is_lifetime { 1 } else { quoted(quote, '\'') });
    }
    None
}

fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        if character == quote && !escaped {
            return at + character.len_utf8();
        }
        escaped = character == '\\' && !escaped;
    }
    text.len()
}

/// Removes the items under `#[cfg(test)]`.
fn without_tests<'a>(tokens: &[&'a str]) -> Vec<&'a str> {
    const MARK: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if !tokens[at..].starts_with(&MARK) {
            kept.push(tokens[at]);
            at += 1;
            continue;
        }
        let mut depth = 0;
        for (next, token) in tokens.iter().enumerate().skip(at + MARK.len()) {
            match *token {
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" => depth -= 1,
                _ => {}
            }
            at = next + 1;
            if depth == 0 && matches!(*token, ";" | "}") {
                break;
            }
        }
    }
    kept
}

#[test]
fn tokens_are_what_is_compiled() {
    let normalised = |text| tokens(text).join(" ");
    assert_eq!(normalised("use a::b; // c::d\n/* e */ f"), "use a :: b ; f");
    assert_eq!(
        normalised(r##"x("a \" b", 'c', '\'', r#"d " e"#, b"f", &'a str)"##),
        "x ( , , , , , & a str )"
    );
    assert_eq!(
        normalised("a\n#[cfg(test)]\nmod tests {\n    fn f() { b }\n}\nc"),
        "a c"
    );
    assert_eq!(normalised("#[cfg(test)]\nmod tests;\nc"), "c");
    assert_eq!(normalised("rules::body"), "rules :: body");
}
