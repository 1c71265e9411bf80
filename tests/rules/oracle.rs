//! Compares pages with those of an independent renderer, token by token.
//!
//! The reference is `comrak` (`CommonMark` and GFM, as GitHub has them), whose HTML a browser's parser
//! (`html5ever`) reads. What a page may lack is the list [`PERMITTED`]: each difference has a name, and
//! removes its text from the document before the reference reads it. The program reads the document
//! unchanged.

use std::collections::HashMap;

use comrak::{Options, markdown_to_html};
use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use tableside::links::LinkGraph;
use tableside::render::{Page, PageContext};
use tableside::rules::{Block, BlockKind, DocumentRef, Rulebook, RunInForm};
use unicode_normalization::UnicodeNormalization;

use crate::permitted::PERMITTED;

/// The width of the pages, in columns. No table is so wide that its cells wrap.
const WIDTH: u16 = 60_000;

/// What a reader sees of a document.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// The words, numbers and raised figures in reading order, in lower case. The numbers of ordered
    /// lists are tokens; a raised figure starts with `^`.
    pub tokens: Vec<String>,
    /// The tokens of each heading, with its level. The level is 0 in a container.
    pub headings: Vec<(u8, String)>,
    /// The tokens of each cell of each table, row by row. Covered places are empty.
    pub tables: Vec<Vec<Vec<String>>>,
    /// The terms of definition lists.
    pub terms: Vec<String>,
    /// The lines of code blocks.
    pub code: Vec<String>,
}

/// What the reference shows of a markdown text.
pub fn reference(text: &str) -> Seen {
    let text = PERMITTED
        .iter()
        .fold(text.to_owned(), |text, (_, remove)| remove(&text));
    let mut options = Options::default();
    let extension = &mut options.extension;
    extension.table = true;
    extension.strikethrough = true;
    extension.footnotes = true;
    extension.description_lists = true;
    extension.autolink = true;
    extension.wikilinks_title_after_pipe = text.contains("[[");
    options.render.r#unsafe = true;
    let html = markdown_to_html(&text, &options);
    let dom = parse_document(RcDom::default(), ParseOpts::default()).one(html);
    let mut walk = Walk::default();
    walk.node(&dom.document);
    walk.seen.tokens = tokens(&walk.text).collect();
    walk.seen
}

/// What the page of a document shows, and the structure of its tree.
pub fn page(links: &LinkGraph, document: DocumentRef) -> Seen {
    let book = &links.book;
    let root = book.document(document).root;
    let page = Page::of(PageContext::new(links, WIDTH), root);
    let mut seen = Seen::default();
    for line in &page.lines {
        seen.tokens.extend(tokens(&line.text()));
    }
    structure(book, document, &mut seen);
    seen
}

fn structure(book: &Rulebook, document: DocumentRef, seen: &mut Seen) {
    let root = book.document(document).root;
    for at in book.subtree(root) {
        let section = book.section(at);
        let is_heading = section.heading_span.start < section.heading_span.end;
        match section.form {
            _ if !section.run_in && is_heading => {
                let start = section.heading_span.start as usize;
                let source = book
                    .document(document)
                    .source
                    .text
                    .get(start..)
                    .unwrap_or("");
                let marks = source.len() - source.trim_start_matches('#').len();
                // A title keeps no level; without marks, it is underlined or in HTML.
                let level = match u8::try_from(marks) {
                    Ok(marks @ 1..=6) if at == root => marks,
                    _ if at == root => 1,
                    _ => section.level,
                };
                seen.headings.push((level, joined(&section.heading)));
            }
            RunInForm::Heading => seen.headings.push((0, joined(&section.heading))),
            RunInForm::Definition => seen.terms.push(joined(&section.heading)),
            RunInForm::Label => {}
        }
        let blocks = book.blocks(at);
        for table in blocks.tables() {
            let head = table
                .columns
                .iter()
                .map(|column| joined(&column.name.plain));
            let rows = table.rows.iter();
            let rows = rows.map(|row| {
                row.cells
                    .iter()
                    .map(|cell| joined(&cell.text.plain))
                    .collect()
            });
            seen.tables
                .push(std::iter::once(head.collect()).chain(rows).collect());
        }
        blocks.iter().for_each(|block| code(block, &mut seen.code));
    }
}

fn code(block: &Block, lines: &mut Vec<String>) {
    if let BlockKind::Code(text) = &block.kind {
        lines.extend(text.lines().map(str::to_owned));
    }
    block.parts().flatten().for_each(|inner| code(inner, lines));
}

/// Elements that do not part words.
const INLINE: [&str; 27] = [
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "del", "dfn", "em", "font", "i", "ins", "kbd",
    "label", "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "tt",
    "u",
];

#[derive(Default)]
struct Walk {
    seen: Seen,
    /// The text so far. Raised figures are superscript digits.
    text: String,
    /// Whether a raised or lowered text is open.
    is_raised: bool,
    /// The number of open containers.
    depth: usize,
}

impl Walk {
    fn children(&mut self, node: &Handle) {
        for child in node.children.borrow().iter() {
            self.node(child);
        }
    }

    /// Walks the children, and returns their tokens.
    fn inner(&mut self, node: &Handle) -> String {
        let start = self.text.len();
        self.children(node);
        joined(&self.text[start..])
    }

    fn push(&mut self, text: &str) {
        const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
        let is_figure = self.is_raised && text.trim().starts_with(|c: char| c.is_ascii_digit());
        for c in text.chars() {
            let digit = c.to_digit(10).filter(|_| is_figure);
            self.text
                .push(digit.map_or(c, |digit| RAISED[digit as usize]));
        }
    }

    fn node(&mut self, node: &Handle) {
        match &node.data {
            NodeData::Text { contents } => self.push(&contents.borrow()),
            NodeData::Element { name, attrs, .. } => {
                let attributes: Vec<_> = attrs
                    .borrow()
                    .iter()
                    .map(|attribute| {
                        (
                            attribute.name.local.to_string(),
                            attribute.value.to_string(),
                        )
                    })
                    .collect();
                let is_block = !INLINE.contains(&&*name.local);
                self.text.push_str(if is_block { "\n" } else { "" });
                self.element(&name.local, &attributes, node);
                self.text.push_str(if is_block { "\n" } else { "" });
            }
            _ => self.children(node),
        }
    }

    fn element(&mut self, tag: &str, attributes: &[(String, String)], node: &Handle) {
        let attribute = |key: &str| {
            let found = attributes.iter().find(|(name, _)| name == key);
            found.map(|(_, value)| value.as_str())
        };
        let style = attribute("style").unwrap_or_default().replace(' ', "");
        if attribute("hidden").is_some() || style.contains("display:none") {
            return;
        }
        match tag {
            "head" | "script" | "style" | "template" | "svg" | "title" => {}
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                let level = if self.depth == 0 {
                    tag.as_bytes()[1] - b'0'
                } else {
                    0
                };
                let text = self.inner(node);
                if !text.is_empty() {
                    self.seen.headings.push((level, text));
                }
            }
            "sup" | "sub" if attribute("class").is_none() => {
                self.is_raised = true;
                self.children(node);
                self.is_raised = false;
            }
            "ol" => {
                let start = attribute("start").and_then(|start| start.parse().ok());
                let mut number: u64 = start.unwrap_or(1);
                self.depth += 1;
                for child in node.children.borrow().iter() {
                    if is_element(child, &["li"]) {
                        self.text.extend(["\n", &number.to_string(), " "]);
                        number += 1;
                    }
                    self.node(child);
                }
                self.depth -= 1;
            }
            "table" => self.table(node),
            "dt" => {
                let term = self.inner(node);
                self.seen.terms.push(term);
            }
            "pre" => {
                let text = text(node);
                let text = text.strip_prefix('\n').unwrap_or(&text).trim_end();
                self.seen.code.extend(text.lines().map(str::to_owned));
                self.children(node);
            }
            "ul" | "blockquote" | "dd" | "section" => {
                self.depth += 1;
                self.children(node);
                self.depth -= 1;
            }
            _ => self.children(node),
        }
    }

    fn table(&mut self, node: &Handle) {
        let mut grid: Vec<Vec<Option<String>>> = Vec::new();
        let mut rows = Vec::new();
        collect(node, "tr", &mut rows);
        self.depth += 1;
        // A caption and text between the rows.
        for child in node.children.borrow().iter() {
            if !is_element(child, &["thead", "tbody", "tfoot", "tr"]) {
                self.node(child);
            }
        }
        for (at, row) in rows.iter().enumerate() {
            let mut column = 0;
            for cell in row
                .children
                .borrow()
                .iter()
                .filter(|cell| is_element(cell, &["td", "th"]))
            {
                self.text.push('\n');
                let text = self.inner(cell);
                let [width, height] = ["colspan", "rowspan"].map(|key| span(cell, key));
                while grid
                    .get(at)
                    .and_then(|row| row.get(column))
                    .is_some_and(Option::is_some)
                {
                    column += 1;
                }
                for y in at..at + height {
                    for x in column..column + width {
                        grid.resize(grid.len().max(y + 1), Vec::new());
                        let wide = grid[y].len().max(x + 1);
                        grid[y].resize(wide, None);
                        let is_start = (y, x) == (at, column);
                        grid[y][x] = Some(if is_start {
                            text.clone()
                        } else {
                            String::new()
                        });
                    }
                }
                column += width;
            }
        }
        self.depth -= 1;
        grid.truncate(rows.len());
        let width = grid.iter().map(Vec::len).max().unwrap_or(0);
        let filled = |mut row: Vec<Option<String>>| {
            row.resize(width, None);
            row.into_iter().map(Option::unwrap_or_default).collect()
        };
        self.seen
            .tables
            .push(grid.into_iter().map(filled).collect());
    }
}

fn is_element(node: &Handle, names: &[&str]) -> bool {
    matches!(&node.data, NodeData::Element { name, .. } if names.contains(&&*name.local))
}

/// Returns the number of rows or columns that a cell covers.
fn span(cell: &Handle, key: &str) -> usize {
    let NodeData::Element { attrs, .. } = &cell.data else {
        return 1;
    };
    let attributes = attrs.borrow();
    let found = attributes
        .iter()
        .find(|attribute| &*attribute.name.local == key);
    let size = found.and_then(|found| found.value.trim().parse().ok());
    size.unwrap_or(1).clamp(1, 64)
}

/// Collects the elements of a name, without those in nested tables.
fn collect(node: &Handle, wanted: &str, found: &mut Vec<Handle>) {
    for child in node.children.borrow().iter() {
        match &child.data {
            NodeData::Element { name, .. } if &*name.local == wanted => found.push(child.clone()),
            NodeData::Element { name, .. } if &*name.local == "table" => {}
            _ => collect(child, wanted, found),
        }
    }
}

fn text(node: &Handle) -> String {
    match &node.data {
        NodeData::Text { contents } => contents.borrow().to_string(),
        _ => node.children.borrow().iter().map(text).collect(),
    }
}

fn joined(text: &str) -> String {
    tokens(text).collect::<Vec<_>>().join(" ")
}

/// Splits a text into words and numbers in lower case. Raised and lowered figures are tokens that
/// start with `^`, a ligature is its letters, and marks and composed letters are one. Each letter of a
/// script without spaces is a token, because a page breaks its lines anywhere.
pub fn tokens(text: &str) -> impl Iterator<Item = String> {
    const SCRIPTS: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉";
    let mut found: Vec<String> = Vec::new();
    let mut word = String::new();
    let end = |word: &mut String, found: &mut Vec<String>| {
        if !word.is_empty() {
            found.push(std::mem::take(word));
        }
    };
    let letters = text.nfc().flat_map(|c| {
        match c {
            '\u{fb00}'..='\u{fb06}' => [c].into_iter().nfkc().collect(),
            c => c.to_string(),
        }
        .chars()
        .collect::<Vec<_>>()
    });
    for c in letters {
        if is_cjk(c) {
            end(&mut word, &mut found);
            found.push(c.to_string());
            continue;
        }
        let mut scripts = SCRIPTS.chars().zip(('0'..='9').cycle());
        let script = scripts.find(|(script, _)| *script == c);
        if let Some((_, digit)) = script {
            if !word.starts_with('^') {
                end(&mut word, &mut found);
                word.push('^');
            }
            word.push(digit);
        } else if c.is_alphanumeric() && !word.starts_with('^') {
            word.extend(c.to_lowercase());
        } else if c.is_alphanumeric() {
            end(&mut word, &mut found);
            word.extend(c.to_lowercase());
        } else if !matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{fe0f}' | '\u{300}'..='\u{36f}')
        {
            end(&mut word, &mut found);
        }
    }
    end(&mut word, &mut found);
    found.into_iter()
}

/// The tokens of `reference` that `page` lacks, each as often as it lacks it, in their order.
pub fn lost<'a>(reference: &'a [String], page: &[String]) -> Vec<(usize, &'a str)> {
    let mut left: HashMap<&str, usize> = HashMap::new();
    for token in page {
        *left.entry(token).or_default() += 1;
    }
    let mut lost = Vec::new();
    for (at, token) in reference.iter().enumerate() {
        match left.get_mut(token.as_str()) {
            Some(count) if *count > 0 => *count -= 1,
            _ => lost.push((at, token.as_str())),
        }
    }
    lost
}

/// Whether a letter is of a script without spaces: ideographs and kana.
fn is_cjk(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}
