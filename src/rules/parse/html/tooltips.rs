//! Finds the definitions that a page shows only while the pointer is on a term.

use rustc_hash::{FxHashMap, FxHashSet};

use super::tree::{NodeId, ROOT, Tree};
use crate::rules::slug::one_line;

/// Attributes with the id of the element that explains a term.
const REFERENCES: [&str; 3] = [
    "data-tooltip-content",
    "aria-describedby",
    "data-tippy-content",
];

/// The longest term, in bytes.
const MAX_TERM: usize = 80;

/// Elements that explain terms.
#[derive(Default)]
pub struct Tooltips {
    /// The elements, with the first term of each, in the order of the page.
    found: Vec<(String, NodeId)>,
    seen: FxHashSet<NodeId>,
    /// The terms that an attribute explains, with their definitions.
    texts: Vec<(String, String)>,
}

impl Tooltips {
    /// Collects the terms inside an element, and the elements of the page that explain them.
    pub fn collect(tree: &Tree, inside: NodeId) -> Self {
        let mut terms: FxHashMap<&str, String> = FxHashMap::default();
        for at in tree.descendants(inside) {
            let element = tree.element(at);
            let id = element.and_then(|element| REFERENCES.iter().find_map(|key| element.get(key)));
            let Some(id) = id.map(|id| id.trim_start_matches('#')) else {
                continue;
            };
            let term = one_line(tree.text(at).trim());
            if !term.is_empty() && term.len() <= MAX_TERM {
                terms.entry(id).or_insert(term);
            }
        }
        let mut tooltips = Self::default();
        if terms.is_empty() {
            return tooltips;
        }
        for at in tree.descendants(ROOT) {
            let id = tree.element(at).and_then(|element| element.get("id"));
            if let Some(term) = id.and_then(|id| terms.remove(id)) {
                tooltips.found.push((term, at));
                tooltips.seen.insert(at);
            }
        }
        tooltips
    }

    /// Whether an element explains a term. It is then shown once, after the text of the page.
    pub fn explains(&self, at: NodeId) -> bool {
        self.seen.contains(&at)
    }

    /// Notes a term with the text of an attribute that explains it.
    pub fn explain(&mut self, term: &str, text: &str) {
        let [term, text] = [term, text].map(|text| one_line(text.trim()));
        if !term.is_empty() && !text.is_empty() && term != text && term.len() <= MAX_TERM {
            self.texts.push((term, text));
        }
    }

    /// Returns the terms that attributes explain. Each definition of a term comes once.
    pub fn take_texts(&mut self) -> Vec<(String, String)> {
        let mut known = FxHashSet::default();
        let mut texts = std::mem::take(&mut self.texts);
        texts.retain(|text| known.insert(text.clone()));
        texts
    }

    /// Returns the terms with the elements that explain them. Of several with the same text, only
    /// the first.
    pub fn take(&mut self, tree: &Tree) -> Vec<(String, NodeId)> {
        let mut known = FxHashSet::default();
        let mut found = std::mem::take(&mut self.found);
        found.retain(|(term, at)| known.insert((term.to_lowercase(), one_line(&tree.text(*at)))));
        found
    }
}
