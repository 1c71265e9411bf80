//! Reads the notations of Obsidian plugins: statblocks (creatures in YAML), admonitions (markdown
//! in a code block), fields (`Cost:: 5`), and queries, which only their plugin can answer.

use std::borrow::Cow;
use std::fmt::Write;

use serde_yaml::{Mapping, Value};

use super::markers::blanked;
use crate::rules::parse::front_matter;

/// The maximum length of a stat's value, in characters. A longer value becomes the text of an
/// ability.
const MAX_STAT_LENGTH: usize = 24;

/// Keys of a statblock that a page does not show, such as layout and pictures.
const LAYOUT: [&str; 9] = [
    "bestiary",
    "columnwidth",
    "columns",
    "dice",
    "forcecolumns",
    "image",
    "layout",
    "source",
    "statblock",
];

/// Keys that set the look of an admonition.
const LOOK: [&str; 3] = ["collapse:", "color:", "icon:"];

/// Languages of code blocks that a plugin replaces with a button, a map or the result of a query.
const QUERIES: [&str; 5] = ["button", "dataview", "dataviewjs", "leaflet", "tasks"];

/// The maximum length of a field's name, in bytes.
const MAX_FIELD_LENGTH: usize = 40;

pub enum Plugin<'a> {
    /// A statblock, or the creatures of an encounter.
    Statblock,
    Admonition,
    /// A query, a button or a map, which only its plugin can show. Contains the language of the
    /// code block, such as `dataview`.
    Query(&'a str),
}

/// Returns the plugin whose code block starts on a line, and the number of backticks in its fence.
/// Returns `None` for other lines.
pub fn opening(line: &str) -> Option<(Plugin<'_>, usize)> {
    let info = line.trim_start_matches('`');
    let fence = line.len() - info.len();
    let plugin = match info.trim() {
        "statblock" | "encounter" | "encounter-table" => Plugin::Statblock,
        kind if QUERIES.contains(&kind) => Plugin::Query(kind),
        kind if kind.starts_with("ad-") && !kind.contains(['`', ' ']) => Plugin::Admonition,
        _ => return None,
    };
    (fence >= 3).then_some((plugin, fence))
}

/// Whether a line closes a code block whose fence has `fence` backticks.
pub fn closes_fence(line: &str, fence: usize) -> bool {
    line.len() >= fence && line.bytes().all(|byte| byte == b'`')
}

/// Returns the code before the closing fence, which has at least `fence` backticks, and the byte
/// length of the code and the fence together. Without a closing fence, the code is the whole text.
pub fn fenced(text: &str, fence: usize) -> (&str, usize) {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if closes_fence(line.trim_end(), fence) {
            return (&text[..at], at + line.len());
        }
        at += line.len();
    }
    (text, at)
}

/// Returns the text that a page shows instead of a plugin's query: `[not shown: dataview]`.
pub fn named(plugin: &str) -> String {
    format!("[not shown: {plugin}]")
}

/// Whether a line is a field: `Cost:: 5`, `**Range**:: 2`.
pub fn is_field(line: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '*' | '_');
    line.split_once("::").is_some_and(|(name, value)| {
        (1..=MAX_FIELD_LENGTH).contains(&name.len())
            && name.chars().all(is_name)
            && (value.is_empty() || value.starts_with(char::is_whitespace))
    })
}

/// Replaces the double colons of fields with single ones: `Cost:: 5` becomes `Cost: 5`.
pub fn without_field_marks(text: &str) -> String {
    let (mut shown, mut done) = (String::with_capacity(text.len()), 0);
    for (at, _) in text.match_indices("::") {
        let (before, after) = (&text[..at], &text[at + 2..]);
        if !before.ends_with([':', ' ']) && (after.is_empty() || after.starts_with(' ')) {
            shown.push_str(&text[done..=at]);
            done = at + 2;
        }
    }
    shown + &text[done..]
}

/// Converts a line of an admonition without changing its length. `title: ...` becomes the title of
/// a callout, and a line about the look, such as `color: red`, becomes spaces.
pub fn titled(line: &str) -> Cow<'_, str> {
    if let Some(title) = line.strip_prefix("title: ") {
        Cow::Owned(format!("[!ad]  {title}"))
    } else if LOOK.iter().any(|key| line.starts_with(key)) {
        Cow::Owned(blanked(line))
    } else {
        Cow::Borrowed(line)
    }
}

/// Converts a statblock to markdown. Short values become stats; long values and entries with a name
/// become abilities. Returns `None` if the code is not a YAML mapping.
pub fn statblock(code: &str) -> Option<String> {
    let mapping = front_matter::parse(code).ok()?;
    let (mut name, mut stats, mut texts) = (String::new(), String::new(), String::new());
    for (key, value) in mapping {
        let key = inline(&key);
        match value {
            _ if LAYOUT.contains(&key.to_ascii_lowercase().as_str()) => {}
            Value::Sequence(entries) if entries.iter().any(is_named) => {
                if key.ends_with("actions") {
                    let _ = write!(texts, "\n**{}**\n", titled_key(&key));
                }
                for entry in &entries {
                    ability(entry, "\n", &mut texts);
                }
            }
            value => {
                let value = inline(&value);
                if key == "name" {
                    name = format!("\n**{value}**\n");
                } else if !value.is_empty()
                    && value.chars().count() <= MAX_STAT_LENGTH
                    && !value.contains('\n')
                {
                    let _ = writeln!(stats, "- {}: {value}", titled_key(&key));
                } else if !value.is_empty() {
                    let _ = write!(texts, "\n**{}:** {value}\n", titled_key(&key));
                }
            }
        }
    }
    if !stats.is_empty() {
        stats = format!("\n**Stats:**\n\n{stats}");
    }
    Some(format!("{name}{stats}{texts}\n"))
}

fn is_named(entry: &Value) -> bool {
    entry
        .as_mapping()
        .is_some_and(|entry| entry.contains_key("name"))
}

/// Appends `opening` and an entry of a statblock to `out`. The entry's name becomes a label, and
/// nested entries become a list.
fn ability(entry: &Value, opening: &str, out: &mut String) {
    let no_fields = Mapping::new();
    let fields = entry.as_mapping().unwrap_or(&no_fields);
    let name = fields.get("name").map(inline).unwrap_or_default();
    let name = name.replace('*', "");
    if name.is_empty() {
        let _ = writeln!(out, "{opening}{}", inline(entry));
        return;
    }
    let _ = write!(out, "{opening}**{}:**", name.trim_end_matches(':'));
    for (key, value) in fields
        .iter()
        .filter(|(key, _)| key.as_str() != Some("name"))
    {
        match value {
            Value::Sequence(entries) if entries.iter().any(is_named) => {
                out.push_str("\n\n");
                for entry in entries {
                    let mut inner = String::new();
                    ability(entry, "- ", &mut inner);
                    let _ = writeln!(out, "{}", inner.trim_end().replace('\n', "\n  "));
                }
            }
            value if matches!(key.as_str(), Some("desc" | "description" | "text")) => {
                let _ = write!(out, " {}", inline(value));
            }
            value => {
                let _ = write!(out, " {}: {}", titled_key(&inline(key)), inline(value));
            }
        }
    }
    out.push('\n');
}

fn inline(value: &Value) -> String {
    match value {
        Value::String(text) => text.trim().replace('\n', "  \n"),
        Value::Tagged(tagged) => inline(&tagged.value),
        Value::Sequence(values) => values.iter().map(inline).collect::<Vec<_>>().join(", "),
        Value::Mapping(fields) => {
            let fields = fields
                .iter()
                .map(|(key, value)| format!("{} {}", titled_key(&inline(key)), inline(value)));
            fields.collect::<Vec<_>>().join(", ")
        }
        other => front_matter::scalar(other),
    }
}

/// Converts a key to a label: `ac` becomes `AC`, `trait_04` becomes `Trait`, `abilityMods` becomes
/// `Ability mods`. A number, such as a count of creatures, does not change.
fn titled_key(key: &str) -> String {
    let mut words = String::new();
    for c in key.chars() {
        if c.is_uppercase() && words.ends_with(char::is_lowercase) {
            words.push(' ');
        }
        words.push(if matches!(c, '_' | ':') { ' ' } else { c });
    }
    let words = match words.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ') {
        "" => key,
        words => words,
    };
    if words.len() <= 3 {
        return words.to_uppercase();
    }
    let mut letters = words.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters.flat_map(char::to_lowercase)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statblock_is_stats_and_abilities() {
        let code = "layout: Basic\nname: \"Marsh Rat\"\nac: 12\nspeed: 30 feet, swim 30 feet, climb 10 feet\nsaves:\n  - dex: 4\n  - con: 2\nactions:\n  - name: \"Bite +4\"\n    desc: \"7 damage.\\nIt holds.\"\n    traits:\n      - name: Even\n        desc: Twice.\n";
        assert_eq!(
            statblock(code).unwrap(),
            "\n**Marsh Rat**\n\n**Stats:**\n\n- AC: 12\n- Saves: DEX 4, CON 2\n\n**Speed:** 30 feet, swim 30 feet, climb 10 feet\n\n**Actions**\n\n**Bite +4:** 7 damage.  \nIt holds.\n\n- **Even:** Twice.\n\n\n"
        );
        assert_eq!(statblock("a: ["), None);
        assert_eq!(statblock("- a"), None);
    }

    #[rstest::rstest]
    #[case("Cost:: 5", "Cost: 5")]
    #[case(":: 5 (Range:: 2)", ": 5 (Range: 2)")]
    #[case("Cost::", "Cost:")]
    #[case("a::b ::c ::: d", "a::b ::c ::: d")]
    fn fields_have_one_colon(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(without_field_marks(text), expected);
        assert_eq!(is_field(text), text.starts_with("Cost"));
    }

    #[rstest::rstest]
    #[case("ac", "AC")]
    #[case("trait_04", "Trait")]
    #[case("legendary_actions", "Legendary actions")]
    #[case("abilityMods", "Ability mods")]
    #[case("", "")]
    fn keys_read_as_labels(#[case] key: &str, #[case] expected: &str) {
        assert_eq!(titled_key(key), expected);
    }
}
