//! Reads the YAML front matter of documents, and the YAML files of games.
//!
//! Front matter is found without the markdown parser, which would also accept it in the middle of a
//! document, where `---` is a thematic break.

use serde_yaml::{Mapping, Value};

use crate::diagnostic::Diagnostic;
use crate::rules::model::FrontMatter;
use crate::source::{Source, Span, clean};

/// The maximum length in bytes of YAML that is parsed.
const MAX_BYTES: usize = 64 * 1024;

/// The maximum depth of nested brackets in YAML. Deeper YAML is not parsed, because the YAML crate
/// takes time quadratic in the depth.
const MAX_DEPTH: usize = 64;

const NO_ALIASES: &str = "YAML aliases are not supported";

/// Returns the front matter of a source, and the byte offset at which the body starts. Invalid YAML
/// is reported, and the keys that can be read are kept. Front matter that is never closed is
/// reported and stays in the body.
pub fn read(source: &Source, diagnostics: &mut Vec<Diagnostic>) -> (FrontMatter, usize) {
    let head = split(&source.text).filter(|(yaml, _)| !is_text(&source.text[yaml.range()]));
    let Some((yaml, body)) = head else {
        if opens_with_key(&source.text) {
            let message = "front matter starts here and is never closed; it is shown as text";
            let fault = Diagnostic::at(source, Span::new(0, 3), "front-matter", message);
            diagnostics.push(fault.help("end it with a line `---` after the last `key: value`"));
        }
        return (FrontMatter::default(), 0);
    };
    let message = "front matter is not valid YAML";
    let mut front_matter = FrontMatter::default();
    for (key, values) in mapping(source, yaml, "front-matter", message, diagnostics) {
        if key == "aliases" || key == "alias" {
            front_matter.aliases.extend(values);
            continue;
        }
        let value = values.join(", ").trim_end().to_owned();
        if !value.is_empty() || !FrontMatter::KEYS.contains(&key.as_str()) {
            front_matter.values.push((key, value));
        }
    }
    (front_matter, body)
}

/// Reads `game.yaml` or `synonyms.yaml`, which map each key to its values. A broken file is
/// reported, and the keys that can be read are kept.
pub fn read_mapping(
    source: &Source,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<(String, Vec<String>)> {
    let whole = Span::new(0, source.text.len());
    let message = "this file is not valid YAML";
    mapping(source, whole, "yaml", message, diagnostics)
}

pub fn to_yaml(front_matter: &FrontMatter) -> String {
    let values = front_matter
        .values
        .iter()
        .map(|(key, value)| (key.as_str().into(), value.as_str().into()));
    let aliases = front_matter.aliases.clone();
    let aliases = (!aliases.is_empty()).then(|| ("aliases".into(), aliases.into()));
    let pairs: Mapping = values.chain(aliases).collect();
    serde_yaml::to_string(&pairs).unwrap_or_default()
}

/// Reads the keys and values of the YAML in the span `within`. Broken YAML is reported, and the
/// lines that can be read are kept.
fn mapping(
    source: &Source,
    within: Span,
    code: &'static str,
    message: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<(String, Vec<String>)> {
    let text = &source.text[within.range()];
    let mapping = parse(text).unwrap_or_else(|(fault, offset)| {
        let start = within.range().start + offset.min(text.len());
        let span = Span::new(start, (start + 1).min(within.range().end));
        let fault = Diagnostic::at(source, span, code, format!("{message}: {fault}"));
        diagnostics.push(
            fault.help("write one `key: value` per line; put a value that contains `: ` or starts with a quote in quotes"),
        );
        // The top-level `key: value` lines.
        text.lines()
            .take(64)
            .filter_map(pair)
            .filter(|(_, value)| !value.is_empty())
            .map(|(key, value)| (key.into(), value.into()))
            .collect()
    });
    mapping
        .into_iter()
        .map(|(key, value)| (scalar(&key), list(&value)))
        .collect()
}

/// Parses YAML that is a mapping. For empty YAML, returns an empty mapping.
///
/// # Errors
/// Fails if the text is neither empty nor a mapping, is too long, is nested too deep, or contains
/// an alias. The error is a message and the byte offset of the fault.
pub fn parse(text: &str) -> Result<Mapping, (String, usize)> {
    if text.len() > MAX_BYTES {
        return Err((format!("longer than {} KB", MAX_BYTES / 1024), 0));
    }
    // Front matter needs no aliases, and nested aliases can expand until they fill the memory.
    if let Some(offset) = alias(text) {
        return Err((NO_ALIASES.to_owned(), offset));
    }
    if let Some(offset) = too_deep(text) {
        return Err((format!("nested more than {MAX_DEPTH} deep"), offset));
    }
    match serde_yaml::from_str::<Value>(text) {
        Ok(Value::Mapping(mapping)) => Ok(mapping),
        Ok(Value::Null) => Ok(Mapping::new()),
        Ok(_) => Err(("expected `key: value` lines".to_owned(), 0)),
        Err(error) => {
            let message = error.to_string();
            // The YAML crate's message ends with a line number in `text`. The diagnostic shows the
            // line number in the file instead.
            let message = message.split(" at line ").next().unwrap_or("");
            let message = message.replace("unknown anchor", NO_ALIASES);
            let offset = error.location().map_or(0, |location| location.index());
            Err((message, offset))
        }
    }
}

/// Finds the byte offset of a YAML alias: `*name` where a value is expected. A star may also be
/// emphasis, so there is no alias without an anchor (`&name`).
fn alias(text: &str) -> Option<usize> {
    let mut stars = text.match_indices('*').map(|(at, _)| at);
    stars.find(|at| {
        let before = text[..*at].trim_end_matches(' ');
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        (before.is_empty() || before.ends_with([':', '-', ',', '[', '{', '\n']))
            && text[at + 1..].starts_with(is_name)
            && text.contains('&')
    })
}

/// Finds the byte offset of the first bracket that is nested deeper than [`MAX_DEPTH`].
fn too_deep(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    text.bytes().position(|byte| {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > MAX_DEPTH
    })
}

/// Splits a line into a key and a value. The value may be empty.
fn pair(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let is_plain = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let value = value.trim().trim_matches(['"', '\'']);
    (!key.is_empty() && key.chars().all(is_plain)).then_some((key, value))
}

/// Returns the text of a single value, or an empty text for a sequence or a mapping.
pub fn scalar(value: &Value) -> String {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(value) => value.to_string(),
        Value::Tagged(tagged) => scalar(&tagged.value),
        Value::Null | Value::Sequence(_) | Value::Mapping(_) => String::new(),
    };
    clean(text.trim()).into_owned()
}

fn list(value: &Value) -> Vec<String> {
    let mut items: Vec<_> = match value {
        Value::Sequence(items) => items.iter().map(scalar).collect(),
        Value::Mapping(pairs) => pairs
            .iter()
            .map(|(key, value)| format!("{}: {}", scalar(key), scalar(value)))
            .collect(),
        single => vec![scalar(single)],
    };
    items.retain(|item| !item.is_empty());
    items
}

/// Whether a text starts with `---` and a line such as `title: Rules`. The key must start in lower
/// case, because text below a thematic break usually starts with a capital or punctuation.
fn opens_with_key(text: &str) -> bool {
    let mut lines = text.lines();
    let fence = lines.next().unwrap_or("");
    let pair = lines.next().and_then(pair);
    let is_key = |(key, value): (&str, &str)| {
        // `https://` is not a key.
        key.starts_with(|c: char| c.is_ascii_lowercase()) && !value.starts_with("//")
    };
    fence.trim_end() == "---" && pair.is_some_and(is_key)
}

/// Whether `text`, the lines between the first two `---`, contains rules instead of front matter:
/// it is not valid YAML, and it has a heading after a blank line or no line that starts with a key.
fn is_text(text: &str) -> bool {
    let mut lines = text.lines().zip(text.lines().skip(1));
    let has_heading = lines.any(|(above, line)| above.trim().is_empty() && line.starts_with('#'));
    // Nearly all front matter has keys and no heading, and need not be parsed for this.
    (has_heading || !text.lines().any(|line| pair(line).is_some())) && parse(text).is_err()
}

/// Finds the span of the YAML between the opening `---` and the closing `---` or `...`, and the
/// byte offset of the body. Returns `None` if the text does not start with front matter.
fn split(text: &str) -> Option<(Span, usize)> {
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().filter(|line| line.trim_end() == "---")?;
    let mut at = first.len();
    for line in lines {
        if matches!(line.trim_end(), "---" | "...") {
            return Some((Span::new(first.len(), at), at + line.len()));
        }
        at += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn check(text: &str) -> (FrontMatter, String, Vec<String>) {
        let source = Source::in_memory("a.md", text);
        let mut diagnostics = Vec::new();
        let (front_matter, body) = read(&source, &mut diagnostics);
        (
            front_matter,
            source.text[body..].to_owned(),
            diagnostics.iter().map(ToString::to_string).collect(),
        )
    }

    #[rstest]
    #[case("---\nsource: \"Tomb World\"\nlast_update_date: 2025-09-10\n---\n# A")]
    #[case("---\r\nsource: Tomb World\r\nlast_update_date: 2025-09-10\r\n--- \r\n# A")]
    #[case("\u{feff}---\nlast_update_date: '2025-09-10'\nsource: Tomb World\n...\n# A")]
    fn front_matter_is_read_in_every_notation(#[case] text: &str) {
        let (front_matter, body, faults) = check(text);
        assert_eq!(front_matter.get("source"), Some("Tomb World"));
        assert_eq!(front_matter.get("last_update_date"), Some("2025-09-10"));
        assert_eq!((body.as_str(), faults), ("# A", vec![]));
    }

    #[rstest]
    #[case("# A\n---\nsource: x\n---\n")]
    #[case("---\nsource: x\n")]
    #[case(" ---\nsource: x\n---\n")]
    #[case("")]
    fn text_that_is_not_front_matter_stays_in_the_body(#[case] text: &str) {
        let (front_matter, body, _) = check(text);
        assert_eq!(
            (front_matter, body.as_str()),
            (FrontMatter::default(), text)
        );
    }

    #[rstest]
    #[case::never("---\nsource: x\ngame: y\n\n# A\n\ntext\n")]
    #[case::never_with_windows_line_ends("---\r\nteam: rats\r\n# A\r\n")]
    #[case::before_a_break("---\nsource: x\n\n# A\n\ntext\n\n---\n\nmore\n")]
    #[case::at_once("---\nsource: x")]
    fn unclosed_front_matter_is_reported_and_stays_text(#[case] text: &str) {
        let (front_matter, body, faults) = check(text);
        assert_eq!(
            (front_matter, body.as_str()),
            (FrontMatter::default(), text)
        );
        assert_eq!(faults.len(), 1);
        assert!(
            faults[0].starts_with("a.md:1:1: warning[front-matter]: "),
            "{}",
            faults[0]
        );
        assert!(
            faults[0].contains("help: end it with a line `---`"),
            "{}",
            faults[0]
        );
    }

    #[rstest]
    #[case("---\n\n# A\n")]
    #[case("---\n\n# A\n\ntext\n\n---\n\nmore\n")]
    #[case("---\nA rule.\n\n---\n\nmore\n")]
    #[case("---\ntext of a rule: it goes on\n")]
    #[case("---\nNote: text\n")]
    #[case("---\nhttps://example.org\n")]
    #[case("---")]
    #[case("--- \n## A\nsource: x\n")]
    fn a_break_in_the_first_line_is_no_front_matter(#[case] text: &str) {
        let (front_matter, body, faults) = check(text);
        assert_eq!(
            (front_matter, body.as_str(), faults),
            (FrontMatter::default(), text, vec![])
        );
    }

    #[test]
    fn broken_lists_are_front_matter() {
        let (_, body, faults) = check("---\naliases:\n  - *Bog*\ntags:\n  - rule\n---\n# A\n");
        assert_eq!(body, "# A\n");
        assert!(faults[0].starts_with("a.md:3:"), "{}", faults[0]);
    }

    #[test]
    fn broken_yaml_is_reported_with_its_place_and_readable_keys_are_kept() {
        let (front_matter, body, faults) =
            check("---\nsource: Tomb World\nsection: a: b\n---\ntext");
        assert_eq!(front_matter.get("source"), Some("Tomb World"));
        assert_eq!(body, "text");
        assert!(faults[0].starts_with("a.md:3:"), "{}", faults[0]);
    }

    #[test]
    fn aliases_that_explode_are_refused() {
        let bomb =
            "---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b]\n---\n";
        let (_, _, faults) = check(bomb);
        assert!(
            faults[0].contains("aliases are not supported"),
            "{}",
            faults[0]
        );
    }

    #[test]
    fn a_star_at_the_start_of_a_continued_line_is_text() {
        let (front_matter, _, faults) = check("---\na: Hit a foe.\n  *Push* it.\nb: c\n---\n");
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!(front_matter.values[0].1, "Hit a foe. *Push* it.");
        let (_, _, faults) = check("---\na: &a [x]\nb:\n  *a\n---\n");
        assert_eq!(faults.len(), 1);
    }

    #[test]
    fn unknown_keys_are_kept_and_lists_are_lists() {
        let (front_matter, _, faults) = check(
            "---\nalias: one\naliases: [two]\nteam: rats\nversion: 3\nheals: {self: , all: 2}\n---\n",
        );
        assert_eq!(front_matter.aliases, ["one", "two"]);
        assert_eq!(front_matter.get("version"), Some("3"));
        let values = [
            ("team", "rats"),
            ("version", "3"),
            ("heals", "self: , all: 2"),
        ];
        let values = values.map(|(key, value)| (key.to_owned(), value.to_owned()));
        assert_eq!(front_matter.values, values);
        assert!(faults.is_empty());
    }
}
