//! What the authors of a file say: its headings, and its words as another program reads them.

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use pdfboss_core::{Document, OutlineItem};

/// A heading.
pub struct Title {
    /// Its letters and digits, in lower case, without its number.
    pub key: String,
    pub level: u8,
    /// The key of the heading above it.
    pub parent: String,
}

/// What a file contains.
pub struct Truth {
    pub titles: Vec<Title>,
    pub words: Vec<String>,
}

/// Returns the letters and digits of a heading, without its number.
pub fn key(title: &str) -> String {
    let title = title.replace(['\u{a0}', '\n', '\t'], " ");
    let title = title.trim();
    let is_number = |word: &str| {
        let word = word.trim_end_matches(['.', ')', '〉', ':']);
        word.chars().any(|c| c.is_ascii_digit())
            && word.split(['.', '-']).all(|part| part.len() <= 3)
    };
    let rest = title
        .split_once(' ')
        .filter(|(first, _)| is_number(first))
        .map_or(title, |(_, rest)| rest);
    rest.to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric())
        .collect()
}

/// Returns the words of a text in lower case.
pub fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

impl Truth {
    /// Returns the bookmarks of a PDF, and its words as `pdftotext` reads them.
    pub fn of_pdf(path: &Path, bytes: &[u8]) -> Result<Self, String> {
        let document = Document::load(bytes.to_vec()).map_err(|error| error.to_string())?;
        let mut titles = Vec::new();
        bookmarks(&document.outline(), 1, "", &mut titles);
        let output = Command::new("pdftotext").arg(path).arg("-").output();
        let text = output
            .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
            .unwrap_or_default();
        Ok(Self {
            titles,
            words: words(&without_furniture(&text)),
        })
    }

    /// Returns the headings and words of a page that a reader sees.
    pub fn of_page(html: &str) -> Self {
        let tree = parse_document(RcDom::default(), ParseOpts::default()).one(html);
        let mut truth = Self {
            titles: Vec::new(),
            words: Vec::new(),
        };
        let mut text = String::new();
        let mut open = Vec::new();
        truth.walk(&tree.document, &mut text, &mut open);
        truth.words = words(&text);
        truth
    }

    /// Returns the headings and words of an EPUB as `pandoc` reads them.
    pub fn of_epub(path: &Path) -> Result<Self, String> {
        let output = Command::new("pandoc")
            .args(["-t", "html"])
            .arg(path)
            .output();
        let output = output.map_err(|error| format!("pandoc: {error}"))?;
        Ok(Self::of_page(&String::from_utf8_lossy(&output.stdout)))
    }

    fn walk(&mut self, node: &Handle, text: &mut String, open: &mut Vec<(u8, String)>) {
        match &node.data {
            NodeData::Text { contents } => text.push_str(&contents.borrow()),
            NodeData::Element { name, attrs, .. } => {
                let get = |key: &str| {
                    let attrs = attrs.borrow();
                    let found = attrs.iter().find(|attr| &*attr.name.local == key);
                    found.map(|attr| attr.value.to_string())
                };
                let name = &*name.local;
                let is_left_out = matches!(
                    name,
                    "script"
                        | "style"
                        | "noscript"
                        | "head"
                        | "nav"
                        | "template"
                        | "svg"
                        | "button"
                        | "select"
                        | "textarea"
                ) || get("hidden").is_some()
                    || get("role").is_some_and(|role| role == "navigation" || role == "search")
                    || get("aria-hidden").is_some_and(|value| value == "true");
                if is_left_out {
                    return;
                }
                let level = name
                    .strip_prefix('h')
                    .and_then(|level| level.parse::<u8>().ok());
                if let Some(level) = level.filter(|level| (1..=6).contains(level)) {
                    let mut title = String::new();
                    content(node, &mut title);
                    let key = key(&title);
                    open.retain(|(above, _)| *above < level);
                    if !key.is_empty() {
                        self.titles.push(Title {
                            parent: open.last().map(|(_, key)| key.clone()).unwrap_or_default(),
                            key: key.clone(),
                            level,
                        });
                        open.push((level, key));
                    }
                }
                let is_inline = matches!(
                    name,
                    "a" | "b"
                        | "i"
                        | "em"
                        | "strong"
                        | "span"
                        | "sup"
                        | "sub"
                        | "code"
                        | "font"
                        | "u"
                        | "small"
                        | "abbr"
                        | "cite"
                        | "q"
                        | "tt"
                        | "var"
                        | "kbd"
                        | "samp"
                        | "dfn"
                );
                if !is_inline {
                    text.push(' ');
                }
                for child in node.children.borrow().iter() {
                    self.walk(child, text, open);
                }
                if !is_inline {
                    text.push(' ');
                }
            }
            _ => {
                for child in node.children.borrow().iter() {
                    self.walk(child, text, open);
                }
            }
        }
    }
}

fn content(node: &Handle, text: &mut String) {
    if let NodeData::Text { contents } = &node.data {
        text.push_str(&contents.borrow());
    }
    for child in node.children.borrow().iter() {
        content(child, text);
    }
}

fn bookmarks(items: &[OutlineItem], level: u8, parent: &str, titles: &mut Vec<Title>) {
    for item in items {
        let key = key(&item.title);
        bookmarks_of(item, level, parent, &key, titles);
    }
}

fn bookmarks_of(item: &OutlineItem, level: u8, parent: &str, key: &str, titles: &mut Vec<Title>) {
    if !key.is_empty() {
        titles.push(Title {
            key: key.to_owned(),
            level,
            parent: parent.to_owned(),
        });
    }
    bookmarks(&item.children, level.saturating_add(1), key, titles);
}

/// Removes the lines at the edges of pages that repeat on at least three, whatever their numbers, and
/// those that are only a number.
fn without_furniture(text: &str) -> String {
    let pattern = |line: &str| -> String {
        let line = line.trim();
        line.chars().filter(|c| !c.is_ascii_digit()).collect()
    };
    let mut count: HashMap<String, usize> = HashMap::new();
    let edges = |page: &str| -> Vec<usize> {
        let lines: Vec<_> = page
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty())
            .map(|(at, _)| at)
            .collect();
        let last = lines.len().saturating_sub(3);
        lines
            .iter()
            .enumerate()
            .filter(|(at, _)| *at < 3 || *at >= last)
            .map(|(_, line)| *line)
            .collect()
    };
    for page in text.split('\u{c}') {
        let lines: Vec<_> = page.lines().collect();
        for at in edges(page) {
            *count.entry(pattern(lines[at])).or_default() += 1;
        }
    }
    let mut kept = String::new();
    for page in text.split('\u{c}') {
        let edges = edges(page);
        for (at, line) in page.lines().enumerate() {
            if !edges.contains(&at) || count[&pattern(line)] < 3 {
                kept.push_str(line);
                kept.push('\n');
            }
        }
    }
    kept
}
