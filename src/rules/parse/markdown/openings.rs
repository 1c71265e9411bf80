//! The lines that open and close containers, in all dialects.

use super::plugins::{Fence, fence};
use super::shortcodes::{self, Shortcode};

/// Kinds of admonitions, which stand as the title of one that has no other.
const KINDS: &[&str] = &[
    "abstract",
    "attention",
    "bug",
    "caution",
    "check",
    "danger",
    "definition",
    "error",
    "example",
    "failure",
    "faq",
    "help",
    "hint",
    "important",
    "info",
    "memo",
    "monster",
    "note",
    "notice",
    "question",
    "quote",
    "seealso",
    "sidebar",
    "spoiler",
    "statblock",
    "success",
    "summary",
    "tip",
    "todo",
    "tldr",
    "warn",
    "warning",
];

/// Names of containers that are boxes, whatever their kind.
const BOXES: &[&str] = &[
    "admonition",
    "admonish",
    "alert",
    "box",
    "callout",
    "details",
    "expand",
    "hint",
    "notice",
    "panel",
];

/// Where a container ends.
#[derive(Clone, PartialEq)]
pub enum End {
    /// At the first line with less indentation.
    Outdent,
    /// At a line with this mark.
    Mark(String),
    /// At the end of a code block.
    Fence(Fence),
}

/// A container that starts on a line.
pub struct Opening {
    pub end: End,
    /// The kind and the title of a box. `None` if the container only loses its marks.
    pub title: Option<(String, Option<String>)>,
    /// Whether the content is dropped.
    pub is_comment: bool,
}

/// Returns the mark that a line closes containers with, if it is only that.
pub fn closing_mark(line: &str) -> Option<String> {
    match line.as_bytes().first()? {
        b':' if line.len() >= 3 && line.bytes().all(|byte| byte == b':') => Some(":::".to_owned()),
        b'/' | b'>' | b'!' | b'=' | b'+'
            if matches!(line, "///" | ">>>" | "!!!" | "===" | "+++") =>
        {
            Some(line.to_owned())
        }
        b'}' if line == "}}" => Some(line.to_owned()),
        b'{' => shortcodes::whole_line(line)?.closes(),
        _ => None,
    }
}

/// Returns the container that a line opens.
pub fn opening(line: &str) -> Option<Opening> {
    let shown = |end: End, title| Opening {
        end,
        title,
        is_comment: false,
    };
    let marked = |mark: &str, title| Some(shown(End::Mark(mark.to_owned()), title));
    match line.as_bytes().first()? {
        b'!' | b'?' => {
            let rest = line
                .strip_prefix("!!!")
                .or_else(|| line.strip_prefix("???"))?;
            let rest = rest.trim_start_matches('+').trim();
            (!rest.is_empty()).then(|| shown(End::Outdent, Some(kind_and_title(rest))))
        }
        b'=' => {
            let rest = line
                .strip_prefix("===")
                .or_else(|| line.strip_prefix("==-"))?
                .trim();
            let quoted = rest.trim_start_matches(['!', '+']).trim();
            if line.starts_with("===") && quoted.starts_with('"') {
                let title = quoted.trim_matches('"').to_owned();
                return Some(shown(End::Outdent, Some((String::new(), Some(title)))));
            }
            let is_title = !rest.is_empty() && !rest.starts_with('=');
            let title = (String::new(), Some(rest.to_owned()));
            is_title.then(|| marked("===", Some(title)))?
        }
        b'+' => {
            let rest = line.strip_prefix("+++ ")?.trim();
            marked("+++", Some((String::new(), Some(rest.to_owned()))))
        }
        b':' => {
            let rest = line.trim_start_matches(':');
            let is_open = line.len() - rest.len() >= 3 && !rest.trim().is_empty();
            is_open.then(|| marked(":::", div(rest.trim().trim_end_matches(':').trim())))?
        }
        b'/' => {
            let rest = line.strip_prefix("///")?.strip_prefix(' ')?.trim();
            let (kind, title) = rest.split_once('|').unwrap_or((rest, ""));
            let title = Some(title.trim().to_owned()).filter(|title| !title.is_empty());
            marked("///", Some((word(kind), title)))
        }
        b'>' => {
            let rest = line.strip_prefix(">>>")?.trim();
            let title = match rest
                .strip_prefix("[!")
                .and_then(|rest| rest.split_once(']'))
            {
                Some((kind, title)) => (word(kind), given(title)),
                None if rest.is_empty() => Default::default(),
                None => return None,
            };
            marked(">>>", Some(title))
        }
        b'`' | b'~' => {
            let (end, info) = fence(line)?;
            let kind = match info.strip_prefix('{').and_then(|info| info.split_once('}')) {
                Some((kind, title)) => {
                    let kind = word(kind.trim_start_matches("admonition"));
                    let is_known = kind.is_empty() || KINDS.contains(&&*kind);
                    is_known.then(|| (kind, given(title)))?
                }
                None if info.starts_with("ad-") => Default::default(),
                None => kind_and_title(info.strip_prefix("admonish")?.trim()),
            };
            Some(shown(End::Fence(end), Some(kind)))
        }
        b'{' if line.starts_with("{{") && !line.contains("}}") && !line.starts_with("{{<") => {
            let name = line[2..].split([',', ' ']).next()?;
            let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
            is_name.then(|| marked("}}", known(name).map(|kind| (kind, Some(String::new())))))?
        }
        b'{' => {
            let code = shortcodes::whole_line(line)?;
            let mark = code.opens()?;
            let is_comment = code.name == "comment";
            let title = if is_comment { None } else { box_of(&code) };
            Some(Opening {
                end: End::Mark(mark),
                title,
                is_comment,
            })
        }
        _ => None,
    }
}

/// Returns the letters and dashes of the first word, in lower case.
fn word(text: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or("");
    let letters = first
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '-');
    letters.collect::<String>().to_lowercase()
}

fn known(name: &str) -> Option<String> {
    let kind = word(name);
    (KINDS.contains(&&*kind) || BOXES.contains(&&*kind)).then_some(kind)
}

fn given(title: &str) -> Option<String> {
    Some(title.trim().to_owned()).filter(|title| !title.is_empty())
}

/// Splits `note "Title"` or `note Title` into the kind and the title. The title `""` is empty.
fn kind_and_title(text: &str) -> (String, Option<String>) {
    let (words, title) = if let Some((words, title)) = text.split_once('"') {
        let title = title.trim_end().trim_end_matches('"');
        (words, Some(title.to_owned()))
    } else {
        let (kind, title) = text.split_once(' ').unwrap_or((text, ""));
        (kind, given(title))
    };
    (word(words), title)
}

/// Reads what follows `:::`: `note Title`, `note[Title]`, `{.note}`, `{note} Title`.
fn div(text: &str) -> Option<(String, Option<String>)> {
    if let Some((attributes, title)) = text.strip_prefix('{').and_then(|text| text.split_once('}'))
    {
        let mut classes = attributes.split_whitespace();
        let kind = classes.find_map(|class| known(class.trim_start_matches('.')));
        return kind.map(|kind| (kind, Some(title.trim().to_owned())));
    }
    let name = word(text.split(['[', '{']).next().unwrap_or(text));
    let rest = text[text.len().min(name.len())..].trim_start();
    let rest = rest.split('{').next().unwrap_or(rest).trim();
    let title = rest
        .strip_prefix('[')
        .map_or(rest, |rest| rest.trim_end_matches(']'));
    Some((name, given(title)))
}

/// Returns the kind and title of a box that a shortcode opens. `None` if it is no box.
fn box_of(code: &Shortcode<'_>) -> Option<(String, Option<String>)> {
    let is_box = BOXES.contains(&code.name) || KINDS.contains(&code.name);
    let titled = ["title", "summary", "header", "label", "caption"];
    let title = titled.iter().find_map(|key| code.value(key));
    let mut words = code.words();
    let kind = ["style", "type", "kind", "color", "context"]
        .iter()
        .find_map(|key| code.value(key));
    let kind = kind.or_else(|| words.next_if(|word| known(word).is_some()));
    let title = title.or_else(|| words.next().filter(|_| is_box));
    if !is_box && title.is_none() {
        return None;
    }
    let kind = kind.map(word).filter(|kind| !kind.is_empty());
    let own = known(code.name)
        .filter(|name| KINDS.contains(&&**name) && name != "hint" && name != "notice");
    Some((kind.or(own).unwrap_or_default(), title.map(str::to_owned)))
}
