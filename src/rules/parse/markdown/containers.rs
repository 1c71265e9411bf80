//! Recognises the containers of the dialects of markdown, and turns each into a quote: admonitions,
//! hints, notes, panels, divs.
//!
//! | dialect | container |
//! |---|---|
//! | `MkDocs` | `!!! note "Title"`, `??? tip`, `=== "Tab"` above an indented block |
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

use super::openings::{self, End, Opening, closing_mark};
use super::plugins::{closes_fence, title_edit};

/// The maximum nesting of containers. A line that would open a deeper one is text.
const MAX_DEPTH: usize = 24;

struct OpenContainer {
    /// The indentation of the container's first line inside the container around it.
    base: usize,
    end: End,
    is_box: bool,
    is_comment: bool,
}

/// What becomes of a line.
pub enum ContainerLine {
    /// The line is content: its first bytes are replaced with the prefix of its containers.
    Content { cut: usize, prefix: String },
    /// The line is replaced.
    Replaced(String),
}

/// The containers that are open at a line.
#[derive(Default)]
pub struct Containers {
    open: Vec<OpenContainer>,
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
    pub fn line(&mut self, line: &str, at: usize, below: &str, is_code: bool) -> ContainerLine {
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
                return ContainerLine::Replaced(format!("{}\n", self.prefix().trim_end()));
            }
            let opening = Some(())
                .filter(|()| !is_full)
                .and_then(|()| self.opening(content, at, below));
            if let Some(opening) = opening {
                return self.opened(content, opening);
            }
        }
        if self.open.iter().any(|open| open.is_comment) {
            return ContainerLine::Replaced(format!("{}\n", prefix.trim_end()));
        }
        // The lines of an Obsidian admonition about its look.
        let is_plugin = |open: &OpenContainer| matches!(open.end, End::Fence(_));
        if !is_code
            && self.open.last().is_some_and(is_plugin)
            && let Some((range, new)) = title_edit(content.trim_end())
        {
            // The title goes on; a line about the look is left out.
            let prefix = if new.is_empty() {
                prefix.trim_end()
            } else {
                &prefix
            };
            let prefix = format!("{prefix}{new}");
            return ContainerLine::Content {
                cut: cut + range.end,
                prefix,
            };
        }
        let prefix = if is_blank {
            prefix.trim_end().to_owned()
        } else {
            prefix
        };
        ContainerLine::Content { cut, prefix }
    }

    /// Returns the prefix of a line in the open containers.
    fn prefix(&self) -> String {
        let mark = |open: &OpenContainer| if open.is_box { "> " } else { "" };
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
        let opening = openings::opening(line)?;
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
    fn opened(&mut self, line: &str, opening: Opening) -> ContainerLine {
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
        self.open.push(OpenContainer {
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
        ContainerLine::Replaced(format!("{}\n{title}", outer.trim_end()))
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
