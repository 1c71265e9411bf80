//! The tree of a page, built by a browser's parser.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};

use html5ever::interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{Attribute, LocalName, Namespace, ParseOpts, QualName, ns, parse_document};

use crate::rules::parse::elements::Attributes;
use crate::source::clamped;

/// The number of bytes that the parser takes at a time. After each part, the nodes are counted.
const PART: usize = 1024;

/// A page may have this many nodes, and one more per byte. A few bytes of broken markup could
/// otherwise make the parser repeat thousands of open elements again and again.
const MIN_NODES: usize = 100_000;

/// The maximum nesting of a page. The parser looks through all open elements again and again.
const MAX_DEPTH: usize = 3000;

/// The index of a node in its tree.
pub type NodeId = usize;

/// The root of every tree.
pub const ROOT: NodeId = 0;

/// A node of a page.
#[derive(Default)]
pub struct Node {
    pub parent: Option<NodeId>,
    previous: Option<NodeId>,
    pub next: Option<NodeId>,
    pub first: Option<NodeId>,
    last: Option<NodeId>,
    /// The number of nodes around the node when it was inserted.
    depth: usize,
    pub content: NodeContent,
    /// The 1-based line of the file on which the node starts.
    pub line: u32,
}

/// What a node is.
#[derive(Default)]
pub enum NodeContent {
    /// The root, or a comment's place.
    #[default]
    Other,
    Comment(String),
    Text(String),
    Element(Element),
}

/// An element with its attributes.
pub struct Element {
    full_name: QualName,
    attributes: Vec<Attribute>,
}

impl Element {
    /// Returns the name without its namespace.
    pub fn name(&self) -> &str {
        &self.full_name.local
    }

    /// Returns the value of an attribute.
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|a| &*a.name.local == name)?;
        Some(&found.value)
    }
}

impl Attributes for Element {
    fn value(&self, name: &str) -> Option<String> {
        self.get(name).map(str::to_owned)
    }
}

/// The tree of a page.
pub struct Tree {
    nodes: Vec<Node>,
    /// The number of bytes that were parsed. It is less than the length of the page if the tree has
    /// too many nodes or is too deep.
    pub parsed: usize,
}

impl Tree {
    /// Parses a page. Any text has a tree.
    pub fn parse(html: &str) -> Self {
        let builder = TreeBuilder {
            nodes: RefCell::new(vec![Node::default()]),
            line: Cell::new(1),
            depth: Cell::new(0),
        };
        let mut parser = parse_document(builder, ParseOpts::default());
        let mut parsed = 0;
        while parsed < html.len() {
            let ends = parsed + PART..html.len();
            let end = ends.into_iter().find(|at| html.is_char_boundary(*at));
            let end = end.unwrap_or(html.len());
            parser.process(StrTendril::from(&html[parsed..end]));
            parsed = end;
            let builder = &parser.tokenizer.sink.sink;
            let node_count = builder.nodes.borrow().len();
            if node_count > MIN_NODES + parsed || builder.depth.get() > MAX_DEPTH {
                break;
            }
        }
        Self {
            nodes: parser.finish(),
            parsed,
        }
    }

    pub fn node(&self, at: NodeId) -> &Node {
        &self.nodes[at]
    }

    /// Returns an element, if the node is one.
    pub fn element(&self, at: NodeId) -> Option<&Element> {
        match &self.nodes[at].content {
            NodeContent::Element(element) => Some(element),
            _ => None,
        }
    }

    /// Returns the name of an element; empty for other nodes.
    pub fn name(&self, at: NodeId) -> &str {
        self.element(at).map_or("", Element::name)
    }

    /// Returns a node and all nodes inside it, in the order of the page.
    pub fn descendants(&self, from: NodeId) -> impl Iterator<Item = NodeId> {
        let mut next = Some(from);
        std::iter::from_fn(move || {
            let at = next?;
            next = self.nodes[at].first.or_else(|| self.after(at, from));
            Some(at)
        })
    }

    /// Returns the node after a node and all nodes inside it, within `inside`.
    pub fn after(&self, mut at: NodeId, inside: NodeId) -> Option<NodeId> {
        while at != inside {
            if let Some(next) = self.nodes[at].next {
                return Some(next);
            }
            at = self.nodes[at].parent?;
        }
        None
    }

    /// Returns the nodes that contain a node, the innermost first.
    pub fn ancestors(&self, at: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.nodes[at].parent, |at| self.nodes[*at].parent)
    }

    /// Returns the text inside a node, with its white space as it is.
    pub fn text(&self, of: NodeId) -> String {
        let texts = self.descendants(of);
        let texts = texts.filter_map(|at| match &self.nodes[at].content {
            NodeContent::Text(text) => Some(text.as_str()),
            _ => None,
        });
        texts.collect()
    }
}

/// Receives the tree from the parser.
struct TreeBuilder {
    nodes: RefCell<Vec<Node>>,
    line: Cell<u64>,
    /// The greatest depth of a node.
    depth: Cell<usize>,
}

impl TreeBuilder {
    fn create(&self, content: NodeContent) -> NodeId {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(Node {
            content,
            line: clamped(usize::try_from(self.line.get()).unwrap_or(0)),
            ..Node::default()
        });
        nodes.len() - 1
    }

    fn detach(&self, at: NodeId) {
        let mut nodes = self.nodes.borrow_mut();
        let (parent, previous, next) = (nodes[at].parent, nodes[at].previous, nodes[at].next);
        match (previous, parent) {
            (Some(previous), _) => nodes[previous].next = next,
            (None, Some(parent)) => nodes[parent].first = next,
            (None, None) => {}
        }
        match (next, parent) {
            (Some(next), _) => nodes[next].previous = previous,
            (None, Some(parent)) => nodes[parent].last = previous,
            (None, None) => {}
        }
        (nodes[at].parent, nodes[at].previous, nodes[at].next) = (None, None, None);
    }

    /// Returns the node before `next`, or the last in `parent`.
    fn before(&self, parent: NodeId, next: Option<NodeId>) -> Option<NodeId> {
        let nodes = self.nodes.borrow();
        next.map_or(nodes[parent].last, |next| nodes[next].previous)
    }

    /// Inserts a node into `parent`, before `next` or as the last.
    fn insert(&self, parent: NodeId, next: Option<NodeId>, child: NodeOrText<NodeId>) {
        let at = match child {
            NodeOrText::AppendNode(at) => at,
            NodeOrText::AppendText(text) => {
                if let Some(previous) = self.before(parent, next)
                    && let NodeContent::Text(known) = &mut self.nodes.borrow_mut()[previous].content
                {
                    known.push_str(&text);
                    return;
                }
                self.create(NodeContent::Text(text.to_string()))
            }
        };
        self.detach(at);
        let previous = self.before(parent, next);
        let mut nodes = self.nodes.borrow_mut();
        (nodes[at].parent, nodes[at].previous, nodes[at].next) = (Some(parent), previous, next);
        nodes[at].depth = nodes[parent].depth + 1;
        self.depth.set(self.depth.get().max(nodes[at].depth));
        match previous {
            Some(previous) => nodes[previous].next = Some(at),
            None => nodes[parent].first = Some(at),
        }
        match next {
            Some(next) => nodes[next].previous = Some(at),
            None => nodes[parent].last = Some(at),
        }
    }
}

/// The name of an element.
#[derive(Debug)]
pub struct OwnedName(QualName);

impl ElemName for OwnedName {
    fn ns(&self) -> &Namespace {
        &self.0.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.0.local
    }
}

impl TreeSink for TreeBuilder {
    type Handle = NodeId;
    type Output = Vec<Node>;
    type ElemName<'a> = OwnedName;

    fn finish(self) -> Vec<Node> {
        self.nodes.into_inner()
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> NodeId {
        ROOT
    }

    fn elem_name<'a>(&'a self, target: &'a NodeId) -> OwnedName {
        OwnedName(match &self.nodes.borrow()[*target].content {
            NodeContent::Element(element) => element.full_name.clone(),
            _ => QualName::new(None, ns!(), LocalName::from("")),
        })
    }

    fn create_element(
        &self,
        full_name: QualName,
        attributes: Vec<Attribute>,
        _: ElementFlags,
    ) -> NodeId {
        self.create(NodeContent::Element(Element {
            full_name,
            attributes,
        }))
    }

    fn create_comment(&self, text: StrTendril) -> NodeId {
        self.create(NodeContent::Comment(text.to_string()))
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> NodeId {
        self.create(NodeContent::Other)
    }

    fn append(&self, parent: &NodeId, child: NodeOrText<NodeId>) {
        self.insert(*parent, None, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &NodeId,
        previous: &NodeId,
        child: NodeOrText<NodeId>,
    ) {
        let parent = self.nodes.borrow()[*element].parent;
        match parent {
            Some(parent) => self.insert(parent, Some(*element), child),
            None => self.insert(*previous, None, child),
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    /// The content of a template is never shown, so it stays inside its element.
    fn get_template_contents(&self, target: &NodeId) -> NodeId {
        *target
    }

    fn same_node(&self, x: &NodeId, y: &NodeId) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &NodeId, child: NodeOrText<NodeId>) {
        let parent = self.nodes.borrow()[*sibling].parent;
        if let Some(parent) = parent {
            self.insert(parent, Some(*sibling), child);
        }
    }

    fn add_attrs_if_missing(&self, target: &NodeId, attributes: Vec<Attribute>) {
        if let NodeContent::Element(element) = &mut self.nodes.borrow_mut()[*target].content {
            let known = &mut element.attributes;
            for attribute in attributes {
                if known.iter().all(|other| other.name != attribute.name) {
                    known.push(attribute);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &NodeId) {
        self.detach(*target);
    }

    fn reparent_children(&self, node: &NodeId, parent: &NodeId) {
        let first = |node: NodeId| self.nodes.borrow()[node].first;
        while let Some(child) = first(*node) {
            self.insert(*parent, None, NodeOrText::AppendNode(child));
        }
    }

    fn set_current_line(&self, line: u64) {
        self.line.set(line);
    }
}
