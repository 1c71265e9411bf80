//! Walks through the tree of a page, and turns its elements into headings and blocks.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::hidden::{self, LeftOut, is_heading};
use super::lists::FoldingLists;
use super::tables;
use super::text::ShownText;
use super::tooltips::Tooltips;
use super::tree::{Element, NodeContent, NodeId, Tree};
use crate::rules::model::BlockKind;
use crate::rules::parse::builder::BlockBuilder;
use crate::rules::parse::elements::{Attributes, BLOCKS};
use crate::rules::parse::item::Item;
use crate::rules::parse::limit;
use crate::source::{FilePlaces, PlaceKind, is_ignorable};

/// The heading above the definitions that a page shows only while the pointer is on a term.
const DEFINITIONS: &str = "Definitions";

/// The text and the structure of a page.
pub struct PageText {
    pub items: Vec<Item>,
    /// The text that the page shows. All spans refer to it.
    pub text: String,
    pub places: FilePlaces,
    /// The ids of elements, each with the byte offset at which its element starts.
    pub anchors: BTreeMap<String, u32>,
    /// The byte offset from which the rest is plain text, because there is too much markup.
    pub plain: Option<usize>,
    pub headings: usize,
    pub tables: usize,
    /// Whether the page has exactly one heading of the highest level.
    pub has_one_title: bool,
    /// The number of words that were left out, by what they are.
    pub left_out: BTreeMap<&'static str, usize>,
}

/// Reads the text of a page. Links to places in the page itself may start with its `address`.
pub fn read(tree: &Tree, address: Option<&str>) -> PageText {
    let main = hidden::main_element(tree);
    let mut reader = PageReader {
        tree,
        address: address.unwrap_or("").split('#').next().unwrap_or(""),
        builder: BlockBuilder::new(|text, _| text),
        shown: ShownText::new(),
        anchors: BTreeMap::new(),
        left_out: BTreeMap::new(),
        layout: tables::layout_tables(tree, main),
        folding: FoldingLists::find(tree, main),
        tooltips: Tooltips::collect(tree, main),
        pieces: limit::max_pieces(tree.parsed),
        plain: None,
    };
    reader.read(main);
    reader.read_definitions();
    let around = tree.ancestors(main).last().unwrap_or(main);
    let outside = hidden::words(tree, around).saturating_sub(hidden::words(tree, main));
    reader.leave_out(LeftOut::Outside, outside);
    reader.finish()
}

struct PageReader<'a> {
    tree: &'a Tree,
    address: &'a str,
    builder: BlockBuilder,
    shown: ShownText,
    anchors: BTreeMap<String, u32>,
    left_out: BTreeMap<&'static str, usize>,
    layout: FxHashSet<NodeId>,
    folding: FoldingLists,
    tooltips: Tooltips,
    /// The number of pieces of markup that the page may still have.
    pieces: usize,
    plain: Option<usize>,
}

impl<'a> PageReader<'a> {
    /// Reads an element with everything inside it.
    fn read(&mut self, from: NodeId) {
        let mut at = from;
        loop {
            if self.enter(at) {
                if let Some(first) = self.tree.node(at).first {
                    at = first;
                    continue;
                }
                self.leave(at);
            }
            // The next node, after leaving those that end here.
            loop {
                if at == from {
                    return;
                }
                let node = self.tree.node(at);
                if let Some(next) = node.next {
                    at = next;
                    break;
                }
                let Some(parent) = node.parent else { return };
                self.leave(parent);
                at = parent;
            }
        }
    }

    /// Reads the start of a node. Returns whether to read what is inside it.
    fn enter(&mut self, at: NodeId) -> bool {
        let tree = self.tree;
        let element = match &tree.node(at).content {
            NodeContent::Text(text) => {
                self.push(text);
                return false;
            }
            NodeContent::Element(element) => {
                self.shown.line = tree.node(at).line;
                element
            }
            NodeContent::Comment(_) => {
                self.shown.line = tree.node(at).line;
                return false;
            }
            NodeContent::Other => return true,
        };
        self.place(element, at);
        if is_page_break(element) || self.tooltips.explains(at) {
            return false;
        }
        if let Some(reason) = hidden::reason(tree, at) {
            self.leave_out(reason, hidden::words(tree, at));
            return false;
        }
        if self.builder.in_heading && self.is_note(at) {
            return false;
        }
        self.explain(element, at);
        self.open(at, element);
        true
    }

    fn open(&mut self, at: NodeId, element: &Element) {
        let name = self.shown_name(at);
        if BLOCKS.contains(&name) || name == "br" {
            self.shown.end_line();
        } else if self.builder.in_heading && self.starts_cost(at) {
            self.builder.inline.gap();
        }
        if self.is_plain() {
            return;
        }
        let span = self.shown.here();
        if is_heading(name) {
            self.builder.close_before_heading();
        }
        if name == "a" {
            self.builder
                .open_element(name, &LocalLink(element, self.address), span);
        } else {
            self.builder.open_element(name, element, span);
        }
    }

    fn leave(&mut self, at: NodeId) {
        if self.tree.element(at).is_none() {
            return;
        }
        let name = self.shown_name(at);
        let is_cost = self.builder.in_heading && is_cost(self.tree.text(at).trim());
        if !(self.is_plain() || name == "a" && self.has_no_target(at)) {
            let span = self.shown.here();
            self.builder.close_element(name, span);
        }
        if BLOCKS.contains(&name) {
            self.shown.end_line();
        } else if is_cost && !is_heading(name) {
            self.builder.inline.gap();
        }
    }

    /// Returns the name of the element that an element is shown as.
    fn shown_name(&self, at: NodeId) -> &'a str {
        let name = self.tree.name(at);
        let is_layout = || {
            let mut tables = std::iter::once(at).chain(self.tree.ancestors(at));
            let table = tables.find(|at| self.tree.name(*at) == "table");
            table.is_some_and(|table| self.layout.contains(&table))
        };
        let element = self.tree.element(at);
        let style = element
            .and_then(|element| element.get("style"))
            .unwrap_or("");
        match name {
            "table" | "tr" | "td" | "th" | "caption" if is_layout() => "div",
            "dl" | "dt" | "dd" => match self.folding.heading(self.tree, at) {
                Some(heading) if name == "dt" => heading,
                Some(_) => "div",
                None => name,
            },
            "span" | "font" if is_bold(style) => "b",
            "span" | "font" if style.contains("italic") => "i",
            _ => name,
        }
    }

    /// Whether an element is a link without a target, which opens nothing.
    fn has_no_target(&self, at: NodeId) -> bool {
        let element = self.tree.element(at);
        element.is_none_or(|element| element.get("href").is_none())
    }

    /// Whether an element in a heading refers to a footnote.
    fn is_note(&self, at: NodeId) -> bool {
        let text = || self.tree.text(at);
        self.tree.name(at) == "sup"
            && self
                .tree
                .descendants(at)
                .any(|at| self.tree.name(at) == "a")
            && text().trim().trim_matches(['[', ']']).len() <= 3
    }

    /// Whether an element in a heading starts with a number right after a word, as that of a cost does:
    /// `EMBER STRIKE<span>1AP</span>`.
    fn starts_cost(&self, at: NodeId) -> bool {
        let before = self.builder.inline.text.plain.chars().rev();
        before.take_while(|c| c.is_alphabetic()).count() > 1
            && self.tree.text(at).starts_with(|c: char| c.is_ascii_digit())
    }

    /// Notes where an element is: its ids, and the place in the file.
    fn place(&mut self, element: &Element, at: NodeId) {
        let offset = self.shown.offset();
        let name = element.get("name").filter(|_| element.name() == "a");
        for id in element.get("id").into_iter().chain(name) {
            self.anchors.entry(id.to_owned()).or_insert(offset);
        }
        if let Some(Ok(chapter)) = element.get("data-chapter").map(str::parse) {
            self.shown.start_place(PlaceKind::Chapter, chapter);
        }
        if is_page_break(element) {
            let number = ["title", "aria-label", "id"]
                .into_iter()
                .filter_map(|key| element.get(key));
            let texts = number.map(str::to_owned).chain([self.tree.text(at)]);
            let digits = |text: String| {
                let start = text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
                text[start..].parse::<u32>().ok()
            };
            if let Some(page) = texts.into_iter().find_map(digits) {
                self.shown.start_place(PlaceKind::Page, page);
            }
        }
    }

    fn push(&mut self, text: &str) {
        let text: Cow<'_, str> = if text.contains(is_ignorable) {
            text.replace(is_ignorable, "").into()
        } else {
            text.into()
        };
        let code = self.builder.inline.code.as_mut();
        let span = self.shown.push(&text, code.is_some());
        match code {
            Some(code) => code.push_str(&text),
            None if self.plain.is_none() => self.builder.inline.push_spaced(&text, span),
            None => {}
        }
    }

    /// Counts a piece of markup, and returns whether there is too much, so that the rest is plain text.
    fn is_plain(&mut self) -> bool {
        self.pieces = self.pieces.saturating_sub(1);
        if self.pieces == 0 && self.plain.is_none() {
            self.plain = Some(self.shown.text.len());
        }
        self.plain.is_some()
    }

    fn leave_out(&mut self, reason: LeftOut, words: usize) {
        if let Some(name) = reason.name() {
            *self.left_out.entry(name).or_default() += words;
        }
    }

    /// Notes the definition of an abbreviation: `<abbr title="Game Master">GM</abbr>`.
    fn explain(&mut self, element: &Element, at: NodeId) {
        if matches!(element.name(), "abbr" | "dfn" | "acronym")
            && let Some(title) = element.get("title")
        {
            self.tooltips.explain(&self.tree.text(at), title);
        }
    }

    /// Adds the definitions that only the pointer shows.
    fn read_definitions(&mut self) {
        let nodes = self.tooltips.take(self.tree);
        let texts = self.tooltips.take_texts();
        if nodes.is_empty() && texts.is_empty() || self.plain.is_some() {
            return;
        }
        self.builder.paragraph();
        self.shown.end_line();
        self.element("h2", |reader| reader.push(DEFINITIONS));
        for (term, at) in nodes {
            self.element("dt", |reader| reader.push(&term));
            self.element("dd", |reader| {
                let mut child = reader.tree.node(at).first;
                while let Some(at) = child {
                    reader.read(at);
                    child = reader.tree.node(at).next;
                }
            });
        }
        for (term, text) in texts {
            self.element("dt", |reader| reader.push(&term));
            self.element("dd", |reader| reader.push(&text));
        }
    }

    fn element(&mut self, name: &str, read: impl FnOnce(&mut Self)) {
        let span = self.shown.here();
        self.builder.open_element(name, &NoAttributes, span);
        read(self);
        let span = self.shown.here();
        self.builder.close_element(name, span);
        self.shown.end_line();
    }

    fn finish(self) -> PageText {
        let items = tables::join_boxes(self.builder.finish());
        let levels = items.iter().filter_map(|item| match item {
            Item::Heading { level, .. } => Some(*level),
            Item::Block(_) => None,
        });
        let highest = levels.clone().min();
        let is_table = |item: &&Item| matches!(item, Item::Block(block) if matches!(block.kind, BlockKind::Table(_)));
        PageText {
            has_one_title: highest == Some(1)
                && levels.clone().filter(|level| *level == 1).count() == 1,
            headings: levels.count(),
            tables: items.iter().filter(is_table).count(),
            items,
            text: self.shown.text,
            places: self.shown.places,
            anchors: self.anchors,
            plain: self.plain,
            left_out: self.left_out,
        }
    }
}

/// The attributes of a link. A link to a place in the page itself has only its fragment.
struct LocalLink<'a>(&'a Element, &'a str);

impl Attributes for LocalLink<'_> {
    fn value(&self, name: &str) -> Option<String> {
        let value = self.0.get(name)?;
        let fragment = value
            .strip_prefix(self.1)
            .filter(|rest| rest.starts_with('#'));
        Some(fragment.unwrap_or(value).to_owned())
    }
}

struct NoAttributes;

impl Attributes for NoAttributes {
    fn value(&self, _: &str) -> Option<String> {
        None
    }
}

/// Whether an element marks the start of a printed page.
fn is_page_break(element: &Element) -> bool {
    ["epub:type", "role"].into_iter().any(|key| {
        let value = element.get(key);
        value.is_some_and(|value| value == "pagebreak" || value == "doc-pagebreak")
    })
}

/// Whether a text is a cost, such as `1AP`.
fn is_cost(text: &str) -> bool {
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit());
    unit.len() < text.len()
        && (1..=3).contains(&unit.len())
        && unit.bytes().all(|b| b.is_ascii_uppercase())
}

fn is_bold(style: &str) -> bool {
    let weight = style.split("font-weight:").nth(1).map(str::trim_start);
    weight.is_some_and(|weight| {
        ["bold", "600", "700", "800", "900"]
            .iter()
            .any(|bold| weight.starts_with(bold))
    })
}
