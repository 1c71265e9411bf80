//! What the elements of HTML are: turns tags into headings, containers and running text.

use super::builder::{BlockBuilder, ContainerKind};
use crate::rules::model::{Block, BlockKind, LinkTarget, RichText, Table, placeholder};
use crate::source::{Span, clean};

/// Elements at which a paragraph starts or ends.
pub const BLOCKS: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "caption",
    "center",
    "dd",
    "details",
    "dialog",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "legend",
    "li",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "summary",
    "table",
    "td",
    "th",
    "tr",
    "ul",
];

/// Elements that are not blocks.
const INLINE: &[&str] = &[
    "a", "abbr", "audio", "b", "bdi", "bdo", "br", "cite", "code", "col", "colgroup", "del", "dfn",
    "em", "font", "g", "i", "iframe", "img", "input", "ins", "kbd", "label", "mark", "noscript",
    "path", "picture", "q", "rp", "rt", "ruby", "s", "samp", "script", "small", "source", "span",
    "strike", "strong", "style", "sub", "sup", "svg", "tbody", "template", "tfoot", "thead", "tt",
    "u", "var", "video", "wbr",
];

/// Whether an element is one of those of HTML that texts have. Other elements are components of a site.
pub fn is_known(name: &str) -> bool {
    INLINE.contains(&name) || BLOCKS.contains(&name)
}

/// The attributes of an element.
pub trait Attributes {
    /// Returns the value of an attribute, with its entities decoded.
    fn value(&self, name: &str) -> Option<String>;
}

/// Returns the value of an attribute, without decoding its entities. `attributes` is the text of a
/// tag after its name.
pub fn attribute<'a>(attributes: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = attributes;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
        let end = rest.find(|c: char| c.is_ascii_whitespace() || matches!(c, '=' | '/'));
        let (key, after) = rest.split_at(end.unwrap_or(rest.len()));
        if key.is_empty() && !after.starts_with('=') {
            return None;
        }
        let (value, after) = match after.trim_start().strip_prefix('=') {
            Some(value) => quoted(value.trim_start()),
            None => ("", after),
        };
        if key.eq_ignore_ascii_case(name) {
            return Some(value);
        }
        rest = after;
    }
}

/// Splits a text after the attribute value at its start, with or without quotes.
fn quoted(text: &str) -> (&str, &str) {
    if let Some(mark) = text.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        return text[1..].split_once(mark).unwrap_or((&text[1..], ""));
    }
    let end = text.find(|c: char| c.is_ascii_whitespace());
    text.split_at(end.unwrap_or(text.len()))
}

/// Whether no reader sees an element.
pub fn is_hidden(name: &str, attributes: &dyn Attributes) -> bool {
    let style = attributes.value("style").unwrap_or_default();
    let style: String = style.split_ascii_whitespace().collect();
    matches!(name, "svg" | "template")
        || attributes.value("hidden").is_some()
        || style.contains("display:none")
        || style.contains("visibility:hidden")
}

fn heading_level(name: &str) -> Option<u8> {
    let level = name.strip_prefix('h')?.parse().ok()?;
    (1..=6).contains(&level).then_some(level)
}

impl BlockBuilder {
    /// Opens an element.
    pub fn open_element(&mut self, name: &str, attributes: &dyn Attributes, span: Span) {
        let number = |key| attributes.value(key)?.trim().parse::<u64>().ok();
        if let Some(level) = heading_level(name) {
            self.end_tag_heading(span);
            self.paragraph();
            self.tag_heading = Some(level);
            self.in_heading = true;
            return;
        }
        match name {
            "b" | "strong" => self.inline.strong = 1,
            "i" | "em" | "var" | "cite" | "dfn" => self.inline.emphasis = 1,
            "code" | "kbd" | "samp" | "tt" => self.inline.code_tags += 1,
            "sup" => self.inline.open_script('^'),
            "sub" => self.inline.open_script('_'),
            "q" => self.inline.push("\"", span),
            "a" => {
                if let Some(path) = attributes.value("href") {
                    self.inline.links.push(LinkTarget::Path(path));
                }
            }
            "img" => self.image(attributes, span),
            "br" if self.inline.code.is_some() => self.inline.code_line(),
            "br" => self.inline.line_break(span),
            "input" => self.checkbox(attributes, span),
            "audio" | "iframe" | "video" => self.inline.push(&placeholder(name), span),
            "hr" if !self.is_in_table() => {
                self.paragraph();
                self.add(Block::new(BlockKind::Break, span));
            }
            "pre" => {
                self.paragraph();
                self.inline.code = Some(String::new());
            }
            "ul" | "ol" | "menu" => {
                let start = (name == "ol").then(|| number("start").unwrap_or(1));
                let items = Vec::new();
                let list = BlockKind::List { start, items };
                self.open(ContainerKind::List, list, span, true);
            }
            "li" => self.open_item(span, true),
            "blockquote" if !self.is_in_table() => {
                self.open(
                    ContainerKind::Quote,
                    BlockKind::Quote(Vec::new()),
                    span,
                    true,
                );
            }
            "dt" => {
                self.close_tag(ContainerKind::Definition);
                self.end_term_tag();
                self.paragraph();
                self.in_term = true;
            }
            "dd" => {
                self.close_tag(ContainerKind::Definition);
                self.end_term_tag();
                self.paragraph();
                let definition = BlockKind::Definition {
                    term: RichText::default(),
                    blocks: Vec::new(),
                };
                self.open(ContainerKind::Definition, definition, span, true);
            }
            "table" => {
                let table = BlockKind::Table(Table::default());
                self.open(ContainerKind::Table, table, span, true);
            }
            "tr" => self.open_row(span),
            "td" | "th" => {
                let size = |key| number(key).and_then(|size| usize::try_from(size).ok());
                let [columns, rows] = ["colspan", "rowspan"].map(|key| size(key).unwrap_or(1));
                self.open_cell(span, columns, rows);
            }
            name if BLOCKS.contains(&name) => self.paragraph(),
            // Two components in a row are two words: `<Tag>Desert</Tag><Tag>Road</Tag>`.
            _ if self.component_end == Some(self.inline.text.plain.len()) => self.inline.gap(),
            _ => {}
        }
    }

    /// Closes an element.
    pub fn close_element(&mut self, name: &str, span: Span) {
        if heading_level(name).is_some() {
            return self.end_tag_heading(span);
        }
        match name {
            "b" | "strong" => self.inline.strong = 0,
            "i" | "em" | "var" | "cite" | "dfn" => self.inline.emphasis = 0,
            "code" | "kbd" | "samp" | "tt" => {
                self.inline.code_tags = self.inline.code_tags.saturating_sub(1);
            }
            "sup" | "sub" => self.inline.close_script(),
            "q" => self.inline.push("\"", span),
            "a" => drop(self.inline.links.pop()),
            "pre" => {
                // HTML drops a line break right after the opening tag.
                if let Some(code) = self
                    .inline
                    .code
                    .as_mut()
                    .filter(|code| code.starts_with('\n'))
                {
                    code.remove(0);
                }
                self.code_block(span);
            }
            "ul" | "ol" | "menu" => self.close_tag(ContainerKind::List),
            "blockquote" => self.close_tag(ContainerKind::Quote),
            "dt" => self.end_term_tag(),
            "dd" | "dl" => self.close_tag(ContainerKind::Definition),
            "table" => self.close_tag(ContainerKind::Table),
            "td" | "th" => self.end_cell(),
            "caption" => self.caption(),
            name if BLOCKS.contains(&name) => self.paragraph(),
            name if !is_known(name) => {
                self.component_end = Some(self.inline.text.plain.len());
            }
            _ => {}
        }
    }

    /// Ends the term whose tag is open.
    fn end_term_tag(&mut self) {
        if std::mem::take(&mut self.in_term) {
            self.term();
        }
    }

    /// Adds the open code block.
    pub fn code_block(&mut self, span: Span) {
        let Some(code) = self.inline.code.take() else {
            return;
        };
        let lines: Vec<_> = code
            .lines()
            .map(|line| clean(&to_tab_stops(line)).into_owned())
            .collect();
        let code = lines.join("\n").trim_end().to_owned();
        if !code.is_empty() {
            self.add(Block::new(BlockKind::Code(code), span));
        }
    }

    fn image(&mut self, attributes: &dyn Attributes, span: Span) {
        let path = attributes.value("src").filter(|path| !path.is_empty());
        let Some(path) = path else { return };
        self.inline.open_image(LinkTarget::Path(path), span);
        let text = attributes.value("alt").unwrap_or_default();
        self.inline.push(&text, span);
        self.inline.close_image(span);
    }

    /// Shows a checkbox or a radio button. Other inputs are not shown.
    fn checkbox(&mut self, attributes: &dyn Attributes, span: Span) {
        let kind = attributes.value("type").unwrap_or_default();
        if ["checkbox", "radio"]
            .iter()
            .any(|box_kind| kind.eq_ignore_ascii_case(box_kind))
        {
            let is_checked = attributes.value("checked").is_some();
            let mark = if is_checked { "[x] " } else { "[ ] " };
            self.inline.push(mark, span);
        }
    }
}

/// The distance of tab stops, in columns, as in `CommonMark`.
const TAB: usize = 4;

/// Replaces each tab with spaces up to the next tab stop.
fn to_tab_stops(line: &str) -> String {
    let mut shown = String::with_capacity(line.len());
    let mut column = 0;
    for c in line.chars() {
        if c == '\t' {
            let spaces = TAB - column % TAB;
            shown.extend(std::iter::repeat_n(' ', spaces));
            column += spaces;
        } else {
            shown.push(c);
            column += 1;
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(" start=\"4\" class=x", "start", Some("4"))]
    #[case(" class=x START='4'", "start", Some("4"))]
    #[case(" data-start=4", "start", None)]
    #[case(" hidden", "hidden", Some(""))]
    #[case(" a = b/c /", "a", Some("b/c"))]
    #[case(" alt=\"a > b", "alt", Some("a > b"))]
    #[case("", "a", None)]
    fn attributes_are_found(#[case] text: &str, #[case] name: &str, #[case] value: Option<&str>) {
        assert_eq!(attribute(text, name), value);
    }

    #[rstest]
    #[case("a\tb", "a   b")]
    #[case("abcd\te", "abcd    e")]
    #[case("\t|\t|", "    |   |")]
    fn tabs_go_to_tab_stops(#[case] line: &str, #[case] shown: &str) {
        assert_eq!(to_tab_stops(line), shown);
    }

    proptest::proptest! {
        #[test]
        fn any_attributes_are_read(text in "[a-c=\"' /]{0,20}") {
            attribute(&text, "a");
        }
    }
}
