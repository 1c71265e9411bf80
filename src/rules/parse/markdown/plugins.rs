//! Reads the notations of Obsidian plugins: statblocks (creatures in YAML), admonitions (markdown
//! in a code block), fields (`Cost:: 5`), and queries, which only their plugin can answer.

use std::borrow::Cow;
use std::fmt::Write;

use serde_yaml::Value;

use super::markers::LineEdit;
use crate::rules::model::placeholder;
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

/// The key of the title of an admonition.
const TITLE: &str = "title: ";

/// Keys that set the look of an admonition.
const LOOK: [&str; 3] = ["collapse:", "color:", "icon:"];

/// The maximum length of a field's name, in bytes.
const MAX_FIELD_LENGTH: usize = 40;

/// The mark of a code fence, and the number of marks.
pub type Fence = (char, usize);

/// Returns the fence of a line that opens or closes a code block, and the text after it, such as
/// `statblock`. Returns `None` for other lines.
pub fn fence(line: &str) -> Option<(Fence, &str)> {
    let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let info = line.trim_start_matches(mark);
    let length = line.len() - info.len();
    (length >= 3 && !info.contains('`')).then(|| ((mark, length), info.trim()))
}

/// Whether a line closes the code block that `open` has opened.
pub fn closes_fence(line: &str, open: Fence) -> bool {
    fence(line)
        .is_some_and(|((mark, length), info)| mark == open.0 && length >= open.1 && info.is_empty())
}

/// Returns the text before the first line that fulfils a condition, and the byte length of the text
/// up to the end of this line.
pub fn split_at_line(text: &str, is_end: impl Fn(&str) -> bool) -> Option<(&str, usize)> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        if is_end(line.trim_end()) {
            return Some((&text[..start], at));
        }
    }
    None
}

/// Converts a plugin's code block to markdown. `text` is the text below the opening fence. Returns
/// the markdown, and the byte length of the code and the closing fence. Returns `None` if the page
/// shows the code, or the markdown in it.
pub fn markdown(kind: &str, open: Fence, text: &str) -> Option<(String, usize)> {
    let is_query = match kind {
        "statblock" | "encounter" | "encounter-table" => false,
        "button" | "dataview" | "dataviewjs" | "leaflet" | "tasks" => true,
        _ => return None,
    };
    let (code, length) = split_at_line(text, |line| closes_fence(line, open))?;
    let markdown = if is_query {
        format!("\n{}\n\n", placeholder(kind))
    } else {
        statblock(code)?
    };
    Some((markdown, length))
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
pub fn without_field_marks(text: &str) -> Cow<'_, str> {
    if !text.contains("::") {
        return text.into();
    }
    let is_mark = |at: &usize| {
        let before = text[..*at].chars().next_back();
        let after = text[*at + 2..].chars().next();
        before.is_none_or(|c| c != ':' && !c.is_whitespace())
            && after.is_none_or(char::is_whitespace)
    };
    let marks = text.match_indices("::").map(|(at, _)| at).filter(is_mark);
    let (mut shown, mut start) = (String::new(), 0);
    for at in marks {
        shown.push_str(&text[start..at]);
        start = at + 1;
    }
    (shown + &text[start..]).into()
}

/// Returns the edit that turns the line `title: ...` of an admonition into the title of a callout,
/// or removes a line about the look, such as `color: red`.
pub fn title_edit(line: &str) -> Option<LineEdit> {
    if line.starts_with(TITLE) {
        return Some((0..TITLE.len(), "[!ad] ".to_owned()));
    }
    let is_look = LOOK.iter().any(|key| line.starts_with(key));
    is_look.then(|| (0..line.len(), String::new()))
}

/// Converts a statblock to markdown. Short values become stats; long values and entries with a name
/// become abilities. Returns `None` if the code is not a YAML mapping.
fn statblock(code: &str) -> Option<String> {
    let (mut name, mut stats, mut texts) = (String::new(), String::new(), String::new());
    for (key, value) in front_matter::parse(code).ok()? {
        let key = inline(&key);
        let label = titled_key(&key);
        let text = inline(&value);
        if LAYOUT.contains(&key.to_ascii_lowercase().as_str()) || text.is_empty() {
        } else if let Some(entries) = named_entries(&value) {
            if key.ends_with("actions") {
                let _ = write!(texts, "\n**{label}**\n");
            }
            for entry in entries {
                ability(entry, "\n", &mut texts);
            }
        } else if key == "name" {
            name = format!("\n**{text}**\n");
        } else if text.chars().count() <= MAX_STAT_LENGTH && !text.contains('\n') {
            let _ = writeln!(stats, "- {label}: {text}");
        } else {
            let _ = write!(texts, "\n**{label}:** {text}\n");
        }
    }
    if !stats.is_empty() {
        stats = format!("\n**Stats:**\n\n{stats}");
    }
    Some(format!("{name}{stats}{texts}\n"))
}

/// Returns the entries of a list if some of them have a name.
fn named_entries(value: &Value) -> Option<&Vec<Value>> {
    let is_named = |entry: &Value| entry.get("name").is_some();
    value
        .as_sequence()
        .filter(|entries| entries.iter().any(is_named))
}

/// Appends `opening` and an entry of a statblock to `out`. The entry's name becomes a label, and
/// nested entries become a list.
fn ability(entry: &Value, opening: &str, out: &mut String) {
    let (Some(fields), Some(name)) = (entry.as_mapping(), entry.get("name")) else {
        let _ = writeln!(out, "{opening}{}", inline(entry));
        return;
    };
    let name = inline(name).replace('*', "");
    let _ = write!(out, "{opening}**{}:**", name.trim_end_matches(':'));
    for (key, value) in fields {
        let key = inline(key);
        if let Some(entries) = named_entries(value) {
            out.push_str("\n\n");
            for entry in entries {
                let mut inner = String::new();
                ability(entry, "- ", &mut inner);
                let _ = writeln!(out, "{}", inner.trim_end().replace('\n', "\n  "));
            }
        } else if matches!(&*key, "desc" | "description" | "text") {
            let _ = write!(out, " {}", inline(value));
        } else if key != "name" {
            let _ = write!(out, " {}: {}", titled_key(&key), inline(value));
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
            let field = |(key, value)| format!("{} {}", titled_key(&inline(key)), inline(value));
            fields.iter().map(field).collect::<Vec<_>>().join(", ")
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
    match words.char_indices().nth(1) {
        Some((second, _)) if words.len() > 3 => {
            words[..second].to_uppercase() + &words[second..].to_lowercase()
        }
        _ => words.to_uppercase(),
    }
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
    #[case("a::b ::c", "a::b ::c")]
    #[case("a ::: b :: c :::: d:::", "a ::: b :: c :::: d:::")]
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
