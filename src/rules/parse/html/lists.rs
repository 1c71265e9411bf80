//! Tells lists of terms from lists that only fold the sections of a page: their texts have headings.

use rustc_hash::FxHashMap;

use super::hidden::is_heading;
use super::tree::{NodeId, Tree};

/// The lists whose texts have headings, each with the element that its terms are shown as: the heading
/// above those headings.
pub struct FoldingLists(FxHashMap<NodeId, &'static str>);

impl FoldingLists {
    /// Returns the heading as which the terms of the list around an element are shown, if the list only
    /// folds sections.
    pub fn heading(&self, tree: &Tree, at: NodeId) -> Option<&'static str> {
        if self.0.is_empty() {
            return None;
        }
        let list = match tree.name(at) {
            "dl" => at,
            _ => nearest(tree, at, "dl")?,
        };
        self.0.get(&list).copied()
    }

    /// Finds the lists inside an element.
    pub fn find(tree: &Tree, inside: NodeId) -> Self {
        Self(found(tree, inside))
    }
}

fn found(tree: &Tree, inside: NodeId) -> FxHashMap<NodeId, &'static str> {
    let mut lists = FxHashMap::default();
    // The texts around the current node, the innermost last.
    let mut open: Vec<NodeId> = Vec::new();
    for at in tree.descendants(inside) {
        let name = tree.name(at);
        if name != "dd" && !is_heading(name) {
            continue;
        }
        while open
            .last()
            .is_some_and(|text| nearest(tree, at, "dd") != Some(*text))
        {
            open.pop();
        }
        if name == "dd" {
            open.push(at);
            continue;
        }
        let list = open.last().and_then(|text| nearest(tree, *text, "dl"));
        if let Some(list) = list {
            let above = above(name);
            let known = lists.entry(list).or_insert(above);
            *known = above.min(*known);
        }
    }
    lists
}

/// Returns the nearest element around a node with a name.
fn nearest(tree: &Tree, at: NodeId, name: &str) -> Option<NodeId> {
    tree.ancestors(at).find(|at| tree.name(*at) == name)
}

/// Returns the heading one level above a heading.
fn above(name: &str) -> &'static str {
    match name {
        "h6" => "h5",
        "h5" => "h4",
        "h4" => "h3",
        "h3" => "h2",
        _ => "h1",
    }
}
