//! The YAML at the head of a document. The only module that knows the YAML crate.
//!
//! The block is cut out by hand, at the first line only: a markdown parser's own metadata blocks match in the middle of a
//! document too, where `---` is a break. Every key is optional and unknown ones are kept.

use serde_yaml::{Mapping, Value};

use super::model::front_matter::FrontMatter;
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{Source, Span, clean};

/// More than this is no front matter of a rules document; aliases that explode need room to do so.
const MOST_BYTES: usize = 64 * 1024;

/// Lists in lists in lists: the time the YAML crate takes grows with the square of the depth.
const DEEPEST: usize = 64;

/// Splits a source into front matter and the offset where the body begins. Broken front matter is a diagnostic, and the
/// keys that can be read are kept.
pub(super) fn read(source: &Source, diagnostics: &mut Vec<Diagnostic>) -> (FrontMatter, usize) {
    let Some((yaml, body)) = split(&source.text) else {
        if begins_with_keys(&source.text) {
            diagnostics.push(unclosed(source));
        }
        return (FrontMatter::default(), 0);
    };
    let text = &source.text[yaml.range()];
    let mapping = match parse_mapping(text) {
        Ok(mapping) => mapping,
        // The fence that was found is a break further down: what stands before it is text of the document.
        Err(_) if begins_with_keys(&source.text) && holds_heading(text) => {
            diagnostics.push(unclosed(source));
            return (FrontMatter::default(), 0);
        }
        Err(fault) => {
            diagnostics.push(fault.diagnostic(
                source,
                yaml,
                "front-matter",
                "front matter is not valid YAML",
            ));
            by_line(text)
        }
    };
    (from_mapping(mapping), body)
}

/// A YAML file that is one mapping: `game.yaml`, `synonyms.yaml`. Broken ones are a diagnostic and empty.
pub(super) fn read_mapping(
    source: &Source,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<(String, Vec<String>)> {
    let whole = Span::new(0, source.text.len());
    let mapping = parse_mapping(&source.text).unwrap_or_else(|fault| {
        diagnostics.push(fault.diagnostic(source, whole, "yaml", "this file is not valid YAML"));
        by_line(&source.text)
    });
    mapping
        .into_iter()
        .map(|(key, value)| (scalar(&key), list(&value)))
        .collect()
}

/// Front matter as YAML, a key a line.
pub(super) fn to_yaml(front_matter: &FrontMatter) -> String {
    let FrontMatter {
        title,
        source,
        last_update_date,
        document_type,
        section,
        game,
        version,
        aliases,
        other,
    } = front_matter;
    let known = [
        ("title", title),
        ("source", source),
        ("last_update_date", last_update_date),
        ("document_type", document_type),
        ("section", section),
        ("game", game),
        ("version", version),
    ];
    let known = known
        .into_iter()
        .filter_map(|(key, value)| Some((Value::from(key), Value::from(value.as_deref()?))));
    let aliases =
        (!aliases.is_empty()).then(|| (Value::from("aliases"), Value::from(aliases.clone())));
    let other = other
        .iter()
        .map(|(key, value)| (Value::from(key.as_str()), Value::from(value.as_str())));
    let line = |(key, value): (Value, Value)| match &value {
        // In quotes, so that it cannot be taken for an alias.
        Value::String(text) if text.contains('*') => {
            format!("{}: '{}'\n", scalar(&key), text.replace('\'', "''"))
        }
        _ => serde_yaml::to_string(&Mapping::from_iter([(key, value)])).unwrap_or_default(),
    };
    known.chain(aliases).chain(other).map(line).collect()
}

struct Fault {
    message: String,
    offset: Option<usize>,
}

impl Fault {
    fn diagnostic(
        self,
        source: &Source,
        within: Span,
        code: &'static str,
        what: &str,
    ) -> Diagnostic {
        let start = within.start + u32::try_from(self.offset.unwrap_or(0)).unwrap_or(0);
        let span = Span {
            start: start.min(within.end),
            end: (start + 1).min(within.end),
        };
        Diagnostic::at(source, span, Severity::Warning, code, format!("{what}: {}", self.message))
            .help("write one `key: value` a line; put a value that contains `: ` or starts with a quote in quotes")
    }
}

fn parse_mapping(text: &str) -> Result<Mapping, Fault> {
    if text.len() > MOST_BYTES {
        return Err(Fault {
            message: format!("longer than {} KB", MOST_BYTES / 1024),
            offset: None,
        });
    }
    // An alias is of no use in a head of plain values, and a few of them are enough to fill the memory.
    if let Some(offset) = alias(text) {
        return Err(Fault {
            message: "YAML aliases are not read".to_owned(),
            offset: Some(offset),
        });
    }
    if let Some(offset) = too_deep(text) {
        return Err(Fault {
            message: format!("nested more than {DEEPEST} deep"),
            offset: Some(offset),
        });
    }
    match serde_yaml::from_str::<Value>(text) {
        Ok(Value::Mapping(mapping)) => Ok(mapping),
        Ok(Value::Null) => Ok(Mapping::new()),
        Ok(_) => Err(Fault {
            message: "expected `key: value` lines".to_owned(),
            offset: None,
        }),
        Err(error) => {
            let offset = error.location().map(|location| location.index());
            let message = error.to_string();
            // The place is said by the diagnostic, in the file's own lines.
            let message = message
                .split(" at line ")
                .next()
                .unwrap_or(&message)
                .to_owned();
            Err(Fault { message, offset })
        }
    }
}

/// Offset of a YAML alias (`*name` where a value is expected).
fn alias(text: &str) -> Option<usize> {
    let starts = text.match_indices('*').map(|(at, _)| at);
    starts.into_iter().find(|at| {
        let before = text[..*at].trim_end_matches([' ', '\t']);
        let expects_value = before.is_empty() || before.ends_with([':', '-', ',', '[', '{', '\n']);
        expects_value
            && text[at + 1..].starts_with(|c: char| c.is_alphanumeric())
            && !ends_in_quotes(before)
    })
}

/// Offset of the bracket that opens one list too many.
fn too_deep(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    text.bytes().position(|byte| {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > DEEPEST
    })
}

/// Whether a text breaks off inside a quoted value of its last line.
fn ends_in_quotes(text: &str) -> bool {
    let line = text.rsplit('\n').next().unwrap_or("");
    line.chars()
        .find(|c| matches!(c, '"' | '\''))
        .is_some_and(|quote| line.matches(quote).count() % 2 == 1)
}

/// What can be saved of YAML that does not parse: its top-level `key: value` lines.
fn by_line(text: &str) -> Mapping {
    let pairs = text.lines().take(64).filter_map(|line| {
        let (key, value) = line.split_once(':')?;
        let plain = !key.is_empty()
            && key
                .chars()
                .all(|c| c.is_alphanumeric() || c == '_' || c == '-');
        let value = value.trim().trim_matches(['"', '\'']);
        (plain && !value.is_empty()).then(|| (Value::from(key), Value::from(value)))
    });
    pairs.collect()
}

fn from_mapping(mapping: Mapping) -> FrontMatter {
    let mut front_matter = FrontMatter::default();
    for (key, value) in mapping {
        let key = scalar(&key);
        let field = match key.as_str() {
            "title" => &mut front_matter.title,
            "source" => &mut front_matter.source,
            "last_update_date" => &mut front_matter.last_update_date,
            "document_type" => &mut front_matter.document_type,
            "section" => &mut front_matter.section,
            "game" => &mut front_matter.game,
            "version" => &mut front_matter.version,
            "aliases" => {
                front_matter.aliases = list(&value);
                continue;
            }
            _ => {
                front_matter.other.push((key, list(&value).join(", ")));
                continue;
            }
        };
        *field = Some(list(&value).join(", ")).filter(|text| !text.is_empty());
    }
    front_matter
}

fn scalar(value: &Value) -> String {
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
    let items = match value {
        Value::Sequence(items) => items.iter().map(scalar).collect(),
        Value::Mapping(pairs) => pairs
            .iter()
            .map(|(key, value)| format!("{}: {}", scalar(key), scalar(value)))
            .collect(),
        single => vec![scalar(single)],
    };
    items
        .into_iter()
        .filter(|item: &String| !item.is_empty())
        .collect()
}

/// Whether a text opens front matter and goes on with a key: text after a break begins with a capital or a mark.
fn begins_with_keys(text: &str) -> bool {
    let mut lines = text.lines();
    let opened = lines.next().is_some_and(|first| first.trim_end() == "---");
    let key = lines
        .next()
        .and_then(|line| line.split_once(':'))
        .filter(|(_, value)| {
            // `https://` is no key.
            value.is_empty() || value.starts_with([' ', '\t'])
        });
    let is_key = |key: &str| {
        let mut characters = key.chars();
        characters.next().is_some_and(|c| c.is_ascii_lowercase())
            && characters
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '-'))
    };
    opened && key.is_some_and(|(key, _)| is_key(key))
}

/// Whether a heading stands in a text after a blank line.
fn holds_heading(text: &str) -> bool {
    let lines = text.lines().zip(text.lines().skip(1));
    lines
        .into_iter()
        .any(|(before, line)| before.trim().is_empty() && line.starts_with('#'))
}

fn unclosed(source: &Source) -> Diagnostic {
    let message = "front matter is opened here and never closed; it is shown as text";
    Diagnostic::at(
        source,
        Span::new(0, 3),
        Severity::Warning,
        "front-matter",
        message,
    )
    .help("end it with a line `---` after the last `key: value`")
}

/// The span of the YAML between the fences and the offset of the body.
fn split(text: &str) -> Option<(Span, usize)> {
    let mut lines = text.split_inclusive('\n');
    let first = lines.next()?;
    if first.trim_end() != "---" {
        return None;
    }
    let mut at = first.len();
    for line in lines {
        let fence = line.trim_end();
        if fence == "---" || fence == "..." {
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
    fn the_head_is_read_in_every_spelling(#[case] text: &str) {
        let (front_matter, body, faults) = check(text);
        assert_eq!(front_matter.source.as_deref(), Some("Tomb World"));
        assert_eq!(front_matter.last_update_date.as_deref(), Some("2025-09-10"));
        assert_eq!((body.as_str(), faults), ("# A", vec![]));
    }

    #[rstest]
    #[case("# A\n---\nsource: x\n---\n")]
    #[case("---\nsource: x\n")]
    #[case(" ---\nsource: x\n---\n")]
    #[case("")]
    fn text_that_is_no_head_stays_in_the_body(#[case] text: &str) {
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
    fn front_matter_that_is_never_closed_is_said_and_stays_text(#[case] text: &str) {
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
    fn broken_yaml_is_placed_and_what_can_be_read_is_kept() {
        let (front_matter, body, faults) =
            check("---\nsource: Tomb World\nsection: a: b\n---\ntext");
        assert_eq!(front_matter.source.as_deref(), Some("Tomb World"));
        assert_eq!(body, "text");
        assert!(faults[0].starts_with("a.md:3:"), "{}", faults[0]);
    }

    #[test]
    fn aliases_that_explode_are_refused() {
        let bomb =
            "---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b]\n---\n";
        let (_, _, faults) = check(bomb);
        assert!(faults[0].contains("aliases are not read"), "{}", faults[0]);
    }

    #[test]
    fn unknown_keys_are_kept_and_lists_are_lists() {
        let (front_matter, _, faults) =
            check("---\naliases: [one, two]\nteam: rats\nversion: 3\n---\n");
        assert_eq!(front_matter.aliases, ["one", "two"]);
        assert_eq!(front_matter.version.as_deref(), Some("3"));
        assert_eq!(front_matter.other, [("team".to_owned(), "rats".to_owned())]);
        assert!(faults.is_empty());
    }
}
