//! Footnotes: the text of each comes at the end of the section that refers to it first.

use std::collections::HashMap;

use crate::rules::model::{Block, BlockKind};
use crate::rules::parse::item::Item;

/// The footnotes of a document.
#[derive(Default)]
pub(super) struct Footnotes {
    /// Before which item the first reference to each stands.
    references: HashMap<String, usize>,
    /// The names of those that are open.
    open: Vec<String>,
    /// What the next paragraph starts with.
    pub mark: Option<String>,
    /// Their blocks, and before which item they stand.
    notes: Vec<(usize, Vec<Block>)>,
}

impl Footnotes {
    pub fn refer(&mut self, name: &str, at: usize) {
        self.references.entry(name.to_owned()).or_insert(at);
    }

    pub fn open(&mut self, name: &str) {
        self.open.push(name.to_owned());
        self.mark = Some(format!("[{name}] "));
    }

    /// Ends the innermost footnote, whose blocks were read into a container.
    pub fn close(&mut self, container: Option<Block>, at: usize) {
        let name = self.open.pop().unwrap_or_default();
        if let Some(BlockKind::Quote(blocks)) = container.map(|block| block.kind) {
            let at = self.references.get(&name).copied().unwrap_or(at);
            self.notes.push((at, blocks));
        }
    }

    /// The items of the document with the footnotes at the ends of their sections.
    pub fn place(mut self, items: Vec<Item>) -> Vec<Item> {
        let headings = items.iter().enumerate();
        let headings = headings.filter(|(_, item)| matches!(item, Item::Heading { .. }));
        let headings: Vec<_> = headings.map(|(at, _)| at).collect();
        for (at, _) in &mut self.notes {
            let next = headings.partition_point(|heading| heading < at);
            *at = headings.get(next).copied().unwrap_or(items.len());
        }
        self.notes.sort_by_key(|(at, _)| *at);
        let mut notes = self.notes.into_iter().peekable();
        let mut placed = Vec::with_capacity(items.len());
        let length = items.len();
        let mut items = items.into_iter();
        for at in 0..=length {
            while let Some((_, blocks)) = notes.next_if(|(place, _)| *place == at) {
                placed.extend(blocks.into_iter().map(Item::Block));
            }
            placed.extend(items.next());
        }
        placed
    }
}
