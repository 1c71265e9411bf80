//! Recognises the containers of the dialects of markdown, and turns each into a quote: admonitions,
//! hints, notes, panels, divs.
//!
//! | dialect | container |
//! |---|---|
//! | MkDocs | `!!! note "Title"`, `??? tip`, `=== "Tab"` above an indented block |
//! | pymdownx | `/// note | Title` to `///` |
//! | Docusaurus, pandoc, GitLab | `:::note Title`, `::: {.box}` to `:::` |
//! | Retype | `!!!warning Title` to `!!!`, `==- Title` to `===`, `+++ Tab` to `+++` |
//! | GitLab | `>>>` to `>>>` |
//! | GitBook, Jekyll | `{% hint style="info" %}` to `{% endhint %}` |
//! | Hugo | `{{< hint info >}}` to `{{< /hint >}}`, `{{% notice tip %}}` to `{{% /notice %}}` |
//! | Homebrewery | `{{note` to `}}` |
//! | MyST, mdBook, Obsidian | a code block `{note}`, `admonish note`, `ad-note` |
//!
//! A container that no reader sees as a box, such as a tab or a div with a class, only loses its
//! marks, and the content of a comment is dropped.

use std::collections::HashMap;

use super::plugins::{Fence, closes_fence, fence, title_edit};
use super::shortcodes::{self, Shortcode};

/// The maximum nesting of containers. A line that would open a deeper one is text.
const MAX_DEPTH: usize = 24;

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
enum End {
    /// At the first line with less indentation.
    Outdent,
    /// At a line with this mark.
    Mark(String),
    /// At the end of a code block.
    Fence(Fence),
}

/// A container that starts on a line.
struct Opening {
    end: End,
    /// The kind and the title of a box. `None` if the container only loses its marks.
    title: Option<(String, Option<String>)>,
    /// Whether the content is dropped.
    is_comment: bool,
}

struct Container {
    /// The indentation of the container's first line inside the container around it.
    base: usize,
    end: End,
    is_box: bool,
    is_comment: bool,
}

/// What becomes of a line.
pub enum Line {
    /// The line is content: its first bytes are replaced with the prefix of its containers.
    Content { cut: usize, prefix: String },
    /// The line is replaced.
    Replaced(String),
}

/// The containers that are open at a line.
#[derive(Default)]
pub struct Containers {
    open: Vec<Container>,
    /// The byte offsets at which the last line with each mark starts. A container without a closing
    /// mark is text.
    last_marks: HashMap<String, usize>,
}

impl Containers {
    /// Finds the marks that close containers in a text.
    pub fn new(text: &str) -> Self {
        let mut last_marks = HashMap::new();
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            if let Some(mark) = closing_mark(line.trim()) {
                last_marks.insert(mark, at);
            }
            at += line.len();
        }
        Self {
            open: Vec::new(),
            last_marks,
        }
    }

    /// Returns the content of a line inside the open containers, or `None` if it ends one of them.
    pub fn content<'a>(&self, line: &'a str) -> Option<&'a str> {
        let mut rest = line;
        for container in &self.open {
            let spaces = rest.len() - rest.trim_start_matches(' ').len();
            rest = &rest[spaces.min(container.base)..];
            if container.end == End::Outdent {
                rest = &rest[indentation(rest)?..];
            }
        }
        let is_open = self.open.is_empty() || self.closed_by(rest.trim()).is_none();
        is_open.then_some(rest)
    }

    /// Returns what becomes of the line that starts at the byte offset `at`. `below` is the text
    /// after it. In a code block, no container starts or ends, except by indentation.
    pub fn line(&mut self, line: &str, at: usize, below: &str, is_code: bool) -> Line {
        let is_blank = line.trim().is_empty();
        let (mut cut, mut prefix) = (0, String::new());
        let mut count = 0;
        for container in &self.open {
            let spaces = |text: &str| text.len() - text.trim_start_matches(' ').len();
            let base = spaces(&line[cut..]).min(container.base);
            prefix.extend(std::iter::repeat_n(' ', base));
            let mut inner = cut + base;
            if container.end == End::Outdent && !is_blank {
                match indentation(&line[inner..]) {
                    Some(length) => inner += length,
                    None => break,
                }
            }
            cut = inner.min(line.len());
            prefix.push_str(if container.is_box { "> " } else { "" });
            count += 1;
        }
        if count < self.open.len() {
            self.open.truncate(count);
            prefix = self.prefix();
        }
        let content = &line[cut..];
        let is_full = self.open.len() >= MAX_DEPTH;
        if !is_code && !is_blank {
            if let Some(closed) = self.closed_by(content.trim()) {
                self.open.truncate(closed);
                return Line::Replaced(format!("{}\n", self.prefix().trim_end()));
            }
            let opening = Some(())
                .filter(|()| !is_full)
                .and_then(|()| self.opening(content, at, below));
            if let Some(opening) = opening {
                return self.opened(content, opening);
            }
        }
        if self.open.iter().any(|open| open.is_comment) {
            return Line::Replaced(format!("{}\n", prefix.trim_end()));
        }
        // The lines of an Obsidian admonition about its look.
        let is_plugin = |open: &Container| matches!(open.end, End::Fence(_));
        if !is_code
            && self.open.last().is_some_and(is_plugin)
            && let Some((range, new)) = title_edit(content.trim_end())
        {
            let title = format!("{new}{}", &content.trim_end()[range.end..]);
            return Line::Replaced(format!("{prefix}{title}\n"));
        }
        let prefix = if is_blank {
            prefix.trim_end().to_owned()
        } else {
            prefix
        };
        Line::Content { cut, prefix }
    }

    /// Returns the prefix of a line in the open containers.
    fn prefix(&self) -> String {
        let mark = |open: &Container| if open.is_box { "> " } else { "" };
        self.open
            .iter()
            .map(|open| " ".repeat(open.base) + mark(open))
            .collect()
    }

    /// Returns the index of the innermost container that a line closes.
    fn closed_by(&self, line: &str) -> Option<usize> {
        let mark = closing_mark(line);
        self.open.iter().rposition(|open| match &open.end {
            End::Outdent => false,
            End::Mark(end) => mark.as_ref() == Some(end),
            End::Fence(end) => closes_fence(line, *end),
        })
    }

    fn opening(&self, line: &str, at: usize, below: &str) -> Option<Opening> {
        let line = line.trim();
        let opening = opening(line)?;
        let is_closed = |end: &End| match end {
            End::Mark(mark) => self.last_marks.get(mark).is_some_and(|last| *last > at),
            _ => true,
        };
        match opening.end {
            // MkDocs indents the content; Retype closes it with a mark.
            End::Outdent if !line.starts_with("===") => {
                let next = below.lines().find(|line| !line.trim().is_empty());
                let end = End::Mark("!!!".to_owned());
                let is_indented = next.is_none_or(|next| indentation(next).is_some());
                let is_marked = !is_indented && line.starts_with("!!!") && is_closed(&end);
                let end = if is_marked { end } else { End::Outdent };
                Some(Opening { end, ..opening })
            }
            _ => is_closed(&opening.end).then_some(opening),
        }
    }

    /// Opens a container. Returns its title as the first line of a callout.
    fn opened(&mut self, line: &str, opening: Opening) -> Line {
        // A tab ends the tab above it.
        if opening.end == End::Mark("+++".to_owned())
            && self
                .open
                .last()
                .is_some_and(|above| above.end == opening.end)
        {
            self.open.pop();
        }
        let outer = self.prefix();
        self.open.push(Container {
            base: line.len() - line.trim_start_matches(' ').len(),
            end: opening.end,
            is_box: opening.title.is_some(),
            is_comment: opening.is_comment,
        });
        let prefix = self.prefix();
        let title = match opening.title {
            Some((kind, Some(title))) if !title.is_empty() => {
                let kind = if kind.is_empty() { "note" } else { &kind };
                format!("{prefix}[!{kind}] {title}\n{}\n", prefix.trim_end())
            }
            Some((kind, None)) if !kind.is_empty() => {
                format!("{prefix}[!{kind}]\n{}\n", prefix.trim_end())
            }
            _ => String::new(),
        };
        Line::Replaced(format!("{}\n{title}", outer.trim_end()))
    }
}

/// Returns the byte length of four columns of white space at the start of a line.
fn indentation(line: &str) -> Option<usize> {
    let spaces = line.len() - line.trim_start_matches(' ').len();
    match spaces {
        4.. => Some(4),
        _ if line[spaces..].starts_with('\t') => Some(spaces + 1),
        _ => None,
    }
}

/// Returns the mark that a line closes containers with, if it is only that.
fn closing_mark(line: &str) -> Option<String> {
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

fn opening(line: &str) -> Option<Opening> {
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
    let (words, title) = match text.split_once('"') {
        Some((words, title)) => (
            words,
            Some(title.trim_end().trim_end_matches('"').to_owned()),
        ),
        None => {
            let (kind, title) = text.split_once(' ').unwrap_or((text, ""));
            (kind, given(title))
        }
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
