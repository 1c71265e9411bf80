//! Reads the commands of site generators: `{{< ref "a.md" >}}` and `{{% notice %}}` of Hugo,
//! `{% link a.md %}` and `{{ page.title }}` of Jekyll, `{% hint %}` of `GitBook`, and the inline boxes
//! of Homebrewery.
//!
//! A command that gives an address becomes the address, a picture becomes a picture, a variable
//! becomes its value in the front matter, and the command for a list of contents goes. Of the others,
//! those that lay out the page go, and the rest are named.

use std::iter::Peekable;
use std::vec::IntoIter;

use super::markers::LineEdit;
use crate::rules::model::placeholder;

/// The maximum length of a command, in bytes.
const MAX_LENGTH: usize = 1000;

/// Commands whose first value is the address of a document.
const ADDRESSES: &[&str] = &[
    "asset_path",
    "baseurl",
    "link",
    "page-ref",
    "post_url",
    "ref",
    "relref",
    "url",
];

/// Commands that name something which a page cannot show. All others go.
const NAMED: &[&str] = &[
    "asciinema",
    "audio",
    "chart",
    "drawio",
    "embed",
    "gist",
    "iframe",
    "include_cached",
    "instagram",
    "mermaid",
    "openapi",
    "swagger",
    "tweet",
    "video",
    "vimeo",
    "youtube",
];

/// How a command is marked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// `{{< name >}}` or `{{% name %}}`.
    Hugo,
    /// `{% name %}`.
    Liquid,
    /// `{{ value }}`.
    Value,
}

/// A command.
pub struct Shortcode<'a> {
    mark: Mark,
    /// The name, or the whole text of a value.
    pub name: &'a str,
    /// Whether the command closes the one of the same name.
    is_closing: bool,
    /// Whether the command has no content: `{{< name />}}`.
    is_empty: bool,
    arguments: Vec<(&'a str, &'a str)>,
}

impl<'a> Shortcode<'a> {
    /// Returns the value of an argument `key="value"`.
    pub fn value(&self, key: &str) -> Option<&'a str> {
        let (_, value) = self.arguments.iter().find(|(known, _)| *known == key)?;
        Some(value)
    }

    /// Returns the arguments without a key.
    pub fn words(&self) -> Peekable<IntoIter<&'a str>> {
        let words = self.arguments.iter().filter(|(key, _)| key.is_empty());
        let words: Vec<_> = words.map(|(_, word)| *word).collect();
        words.into_iter().peekable()
    }

    /// Returns the mark of the command that closes this one.
    pub fn opens(&self) -> Option<String> {
        match self.mark {
            _ if self.is_closing || self.is_empty => None,
            Mark::Hugo => Some(format!("{{{{<{}", self.name)),
            Mark::Liquid => Some(format!("{{%{}", self.name)),
            Mark::Value => None,
        }
    }

    /// Returns the mark of this command, if it closes another.
    pub fn closes(&self) -> Option<String> {
        match self.mark {
            Mark::Hugo if self.is_closing => Some(format!("{{{{<{}", self.name)),
            Mark::Liquid if self.is_closing => Some(format!("{{%{}", self.name)),
            _ => None,
        }
    }
}

/// Returns the command that is a whole line.
pub fn whole_line(line: &str) -> Option<Shortcode<'_>> {
    let (code, length) = read(line)?;
    (length == line.trim_end().len()).then_some(code)
}

/// Reads the command at the start of a text. Returns it with its length in bytes.
fn read(text: &str) -> Option<(Shortcode<'_>, usize)> {
    const MARKS: [(&str, &str, Mark); 5] = [
        ("{{<", ">}}", Mark::Hugo),
        ("{{%", "%}}", Mark::Hugo),
        ("{%", "%}", Mark::Liquid),
        ("{{-", "-}}", Mark::Value),
        ("{{", "}}", Mark::Value),
    ];
    let (open, close, mark) = MARKS
        .into_iter()
        .find(|(open, ..)| text.starts_with(open))?;
    let ends = (0..=text.len().min(MAX_LENGTH)).rev();
    let end = ends.into_iter().find(|at| text.is_char_boundary(*at))?;
    let inner = &text[open.len()..end];
    let inner = &inner[..inner.find(close)?];
    if inner.contains('\n') {
        return None;
    }
    let length = open.len() + inner.len() + close.len();
    let bare = inner.trim().trim_matches('-').trim();
    let is_empty = bare.ends_with('/');
    let bare = bare.trim_end_matches('/').trim_end();
    let (bare, is_closing) = match (mark, bare.strip_prefix('/'), bare.strip_prefix("end")) {
        (Mark::Hugo, Some(rest), _) => (rest.trim_start(), true),
        (Mark::Liquid, _, Some(rest)) if !rest.is_empty() => (rest, true),
        _ => (bare, false),
    };
    let split = bare
        .find(char::is_whitespace)
        .filter(|_| mark != Mark::Value);
    let (name, rest) = bare.split_at(split.unwrap_or(bare.len()));
    let code = Shortcode {
        mark,
        name,
        is_closing,
        is_empty,
        arguments: arguments(rest),
    };
    Some((code, length))
}

/// Splits arguments such as `info title="A b" c=d` into keys and values.
fn arguments(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '=' | '"' | '`'));
        let (key, after) = rest.split_at(end.unwrap_or(rest.len()));
        let (is_pair, after) = match after.strip_prefix('=') {
            Some(after) => (true, after),
            None => (false, after),
        };
        let value = match after.chars().next() {
            Some(mark @ ('"' | '`' | '\'')) if is_pair || key.is_empty() => {
                let (value, after) = after[1..].split_once(mark).unwrap_or((&after[1..], ""));
                rest = after.trim_start();
                value
            }
            _ if is_pair => {
                let end = after.find(char::is_whitespace).unwrap_or(after.len());
                rest = after[end..].trim_start();
                &after[..end]
            }
            _ => {
                // A mark in the middle of a word is skipped.
                let skipped = after.chars().next().map_or(0, char::len_utf8);
                rest = after[skipped..].trim_start();
                key
            }
        };
        found.push((if is_pair { key } else { "" }, value));
    }
    found
}

/// Returns the edits of the commands in a line. `value` returns the values of variables in the front
/// matter. Code spans are left out.
pub fn edits<'v>(line: &str, value: impl Fn(&str) -> Option<&'v str>) -> Vec<LineEdit> {
    let mut edits = Vec::new();
    let (mut at, mut is_code) = (0, false);
    while let Some(found) = line[at..].find('{') {
        is_code ^= line[at..at + found].matches('`').count() % 2 == 1;
        at += found;
        let Some((code, length)) = read(&line[at..]) else {
            at += 1;
            continue;
        };
        if !is_code {
            let (before, after) = (&line[..at], &line[at + length..]);
            let mut new = shown(&code, before, after, &value);
            // A cell that loses its text is still a cell.
            if new.is_empty() && before.trim().is_empty() && after.trim_start().starts_with('|') {
                new.push('|');
            }
            edits.push((at..at + length, new));
        }
        at += length;
    }
    edits
}

fn shown<'v>(
    code: &Shortcode<'_>,
    before: &str,
    after: &str,
    value: impl Fn(&str) -> Option<&'v str>,
) -> String {
    if code.mark == Mark::Value {
        return variable(code.name, value);
    }
    if code.is_closing {
        return String::new();
    }
    let mut words = code.words();
    let first = words.next();
    if ADDRESSES.contains(&code.name) {
        let path = code.value("path").or_else(|| code.value("page")).or(first);
        let path = path.unwrap_or_default().replace(' ', "%20");
        let is_address = before.ends_with(['(', '"', '\'']) || after.starts_with(')');
        return match code.name {
            "page-ref" if !is_address => format!("[{path}]({path})"),
            _ => path,
        };
    }
    let picture = code.value("src").or_else(|| code.value("image"));
    if let Some(path) = picture {
        let text = ["alt", "title", "caption"]
            .iter()
            .find_map(|key| code.value(key));
        let text = text.unwrap_or_default().replace(['[', ']'], "");
        return format!("![{text}]({})", path.replace(' ', "%20"));
    }
    if NAMED.contains(&code.name) {
        return placeholder(code.name);
    }
    // A tab, a step or a card has its name in its command.
    let title = code
        .value("title")
        .or_else(|| first.filter(|_| code.name == "tab"));
    title
        .map(|title| format!("**{title}** "))
        .unwrap_or_default()
}

/// Returns the text of `{{ value }}`: a text in quotes, the value of a field such as `page.title`, or
/// the text of an inline box of Homebrewery such as `{{red,big Danger}}`.
fn variable<'v>(text: &str, value: impl Fn(&str) -> Option<&'v str>) -> String {
    let text = text.trim();
    let name = text.split('|').next().unwrap_or(text).trim();
    if let Some(mark) = name.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        return name.trim_matches(mark).replace(' ', "%20");
    }
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '$');
    if name.chars().all(is_name) {
        let field = name.rsplit('.').next().unwrap_or(name).to_lowercase();
        let value = value(&field).filter(|value| !value.contains("{{"));
        return value
            .map(|value| value.replace('\n', " "))
            .unwrap_or_default();
    }
    let is_style =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, ',' | ':' | '-' | '#' | '%' | '_' | '=');
    match text.split_once(' ') {
        Some((style, inner)) if style.chars().all(is_style) && !text.contains('|') => {
            inner.to_owned()
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::hugo("[a]({{< ref \"a.md\" >}}) b", "[a](a.md) b")]
    #[case::hugo_heading("[a]({{% relref \"b c.md#d\" %}})", "[a](b%20c.md#d)")]
    #[case::jekyll("[a]({% link _x/a.md %})", "[a](_x/a.md)")]
    #[case::base("[a]({{ site.baseurl }}/a)", "[a](/a)")]
    #[case::filter("[a]({{ \"/b/\" | relative_url }})", "[a](/b/)")]
    #[case::title("# {{ page.title }}", "# Eel Hunt")]
    #[case::unknown("a {{ nothing }} b", "a  b")]
    #[case::first_cell("{{ spirit }} | 1 | 3", "| | 1 | 3")]
    #[case::picture("{{< figure src=\"m.png\" title=\"A map\" >}}", "![A map](m.png)")]
    #[case::named("{{< youtube abc >}}", "[not shown: youtube]")]
    #[case::layout("{{< columns >}}a{{< /columns >}}", "a")]
    #[case::tab("{% tab title=\"Eels\" %}", "**Eels** ")]
    #[case::homebrewery("{{red,big Danger}} here", "Danger here")]
    #[case::code("`{{< ref >}}` {b} {", "`{{< ref >}}` {b} {")]
    fn commands_are_never_half_shown(#[case] line: &str, #[case] expected: &str) {
        let value = |name: &str| (name == "title").then_some("Eel Hunt");
        let mut shown = line.to_owned();
        for (range, new) in edits(line, value).into_iter().rev() {
            shown.replace_range(range, &new);
        }
        assert_eq!(shown, expected);
    }

    proptest::proptest! {
        #[test]
        fn any_line_is_read(line in "[{}%<>\"'=/|a-b \u{e9}]{0,40}") {
            edits(&line, |_| None);
            whole_line(&line);
        }
    }
}
