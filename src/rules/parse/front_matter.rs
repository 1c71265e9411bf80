//! Reads the front matter of documents, in YAML or TOML, and the YAML files of games.
//!
//! Front matter is found without the markdown parser, which would also accept it in the middle of a
//! document, where `---` is a thematic break.

use serde_yaml::{Mapping, Value};
use toml::de::{DeTable, DeValue};

use crate::diagnostic::Diagnostic;
use crate::rules::model::FrontMatter;
use crate::source::{Source, Span, clean};

/// The maximum length in bytes of YAML that is parsed.
const MAX_BYTES: usize = 64 * 1024;

/// The maximum depth of nested brackets in YAML. Deeper YAML is not parsed, because the YAML crate
/// takes time quadratic in the depth.
const MAX_DEPTH: usize = 64;

const NO_ALIASES: &str = "YAML aliases are not supported";

/// A language for keys and values, and the faults about it.
struct HeadLanguage {
    code: &'static str,
    message: &'static str,
    help: &'static str,
    /// What separates a key from its value.
    sign: char,
    parse: fn(&str) -> Result<Mapping, (String, usize)>,
}

const YAML: HeadLanguage = HeadLanguage {
    code: "front-matter",
    message: "front matter is not valid YAML",
    help: "write one `key: value` per line; put a value that contains `: ` or starts with a quote in quotes",
    sign: ':',
    parse,
};

const TOML: HeadLanguage = HeadLanguage {
    code: "front-matter",
    message: "front matter is not valid TOML",
    help: "write one `key = \"value\"` per line, each text in quotes",
    sign: '=',
    parse: parse_toml,
};

/// Returns the front matter of a source, and the byte offset at which the body starts. Invalid YAML
/// is reported, and the keys that can be read are kept. Front matter that is never closed is
/// reported and stays in the body.
pub fn read(source: &Source, diagnostics: &mut Vec<Diagnostic>) -> (FrontMatter, usize) {
    let is_toml = source.text.starts_with('+');
    let Some((yaml, body)) = head(source) else {
        if opens_with_key(&source.text) {
            let message = "front matter starts here and is never closed; it is shown as text";
            let fault = Diagnostic::at(source, Span::new(0, 3), "front-matter", message);
            diagnostics.push(fault.help("end it with a line `---` after the last `key: value`"));
        }
        return (FrontMatter::default(), 0);
    };
    let language = if is_toml { TOML } else { YAML };
    let mut front_matter = FrontMatter::default();
    for (key, values) in mapping(source, yaml, &language, diagnostics) {
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

/// Whether a source has front matter.
pub fn starts(source: &Source) -> bool {
    head(source).is_some()
}

/// Returns the span of the front matter, and the byte offset at which the body starts.
fn head(source: &Source) -> Option<(Span, usize)> {
    let is_toml = source.text.starts_with('+');
    let is_head = |head: &str| is_toml && parse_toml(head).is_ok() || !is_toml && !is_text(head);
    split(&source.text).filter(|(head, _)| is_head(&source.text[head.range()]))
}

/// Reads `game.yaml` or `synonyms.yaml`, which map each key to its values. A broken file is
/// reported, and the keys that can be read are kept.
pub fn read_mapping(
    source: &Source,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<(String, Vec<String>)> {
    let whole = Span::new(0, source.text.len());
    let language = HeadLanguage {
        code: "yaml",
        message: "this file is not valid YAML",
        ..YAML
    };
    mapping(source, whole, &language, diagnostics)
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
    language: &HeadLanguage,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<(String, Vec<String>)> {
    let text = &source.text[within.range()];
    let mapping = (language.parse)(text).unwrap_or_else(|(fault, offset)| {
        let HeadLanguage { code, message, .. } = language;
        let start = within.range().start + offset.min(text.len());
        let span = Span::new(start, (start + 1).min(within.range().end));
        let fault = Diagnostic::at(source, span, code, format!("{message}: {fault}"));
        diagnostics.push(fault.help(language.help));
        // The top-level `key: value` lines.
        text.lines()
            .take(64)
            .filter_map(|line| pair(line, language.sign))
            // The start of a list is no value.
            .filter(|(_, value)| {
                let is_open = value.starts_with('[') && !value.ends_with(']');
                !value.is_empty() && !is_open
            })
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

/// Parses TOML. A table is a mapping, and a date its text.
fn parse_toml(text: &str) -> Result<Mapping, (String, usize)> {
    if text.len() > MAX_BYTES {
        return Err((format!("longer than {} KB", MAX_BYTES / 1024), 0));
    }
    let table = DeTable::parse(text).map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start);
        (error.message().to_owned(), offset)
    })?;
    Ok(yaml_mapping(table.get_ref()))
}

fn yaml_mapping(table: &DeTable<'_>) -> Mapping {
    let pairs = table.iter();
    let pairs =
        pairs.map(|(key, value)| (Value::from(&**key.get_ref()), yaml_value(value.get_ref())));
    pairs.collect()
}

fn yaml_value(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => Value::from(&**text),
        DeValue::Integer(number) => Value::from(number.as_str()),
        DeValue::Float(number) => Value::from(number.as_str()),
        DeValue::Boolean(value) => Value::from(*value),
        DeValue::Datetime(date) => Value::from(date.to_string()),
        DeValue::Array(values) => values
            .iter()
            .map(|value| yaml_value(value.get_ref()))
            .collect(),
        DeValue::Table(table) => Value::Mapping(yaml_mapping(table)),
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
fn pair(line: &str, sign: char) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(sign)?;
    let key = key.trim_end();
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
    let lines: Vec<_> = text.trim().lines().map(clean).collect();
    lines.join("\n")
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
    let pair = lines.next().and_then(|line| pair(line, ':'));
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
    (has_heading || !text.lines().any(|line| pair(line, ':').is_some())) && parse(text).is_err()
}

/// Finds the span of the YAML between the opening `---` and the closing `---` or `...`, or of the TOML
/// between two `+++`, and the byte offset of the body. Returns `None` if the text does not start with
/// front matter.
fn split(text: &str) -> Option<(Span, usize)> {
    let mut lines = text.split_inclusive('\n');
    let first = lines.next()?;
    let ends: &[&str] = match first.trim_end() {
        "---" => &["---", "..."],
        "+++" => &["+++"],
        _ => return None,
    };
    let mut at = first.len();
    for line in lines {
        if ends.contains(&line.trim_end()) {
            return Some((Span::new(first.len(), at), at + line.len()));
        }
        at += line.len();
    }
    None
}

#[cfg(test)]
mod tests;
