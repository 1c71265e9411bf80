//! Moves the text of each footnote to the end of the section with the first reference to the
//! footnote. A footnote that no reference precedes moves to the end of its own section.

use std::collections::HashMap;

use crate::rules::model::Block;
use crate::rules::parse::item::Item;

#[derive(Default)]
pub struct Footnotes {
    /// The index of the item with the first reference, by the footnote's name in lower case.
    references: HashMap<String, usize>,
    /// The index of an item for each open footnote, outermost first.
    open: Vec<usize>,
    pub in_heading: bool,
    /// The blocks of each footnote, and the index of an item. The blocks move in front of the first
    /// heading at or after this index, or to the end of the document if there is no such heading.
    notes: Vec<(usize, Vec<Block>)>,
}

impl Footnotes {
    /// Records that the item at index `at` refers to a footnote. A reference in a heading belongs
    /// to the section that the heading starts.
    pub fn refer(&mut self, name: &str, at: usize) {
        let at = at + usize::from(self.in_heading);
        self.references.entry(name.to_lowercase()).or_insert(at);
    }

    /// Starts the text of a footnote. `here` is the index of the next item.
    pub fn open(&mut self, name: &str, here: usize) {
        let at = self.references.get(&name.to_lowercase());
        self.open.push(at.copied().unwrap_or(here));
    }

    /// Ends the innermost open footnote.
    pub fn close(&mut self, blocks: Vec<Block>) {
        self.notes.extend(self.open.pop().map(|at| (at, blocks)));
    }

    /// Returns the items with the footnotes at the ends of their sections.
    pub fn insert_into(mut self, items: Vec<Item>) -> Vec<Item> {
        self.notes.sort_by_key(|(at, _)| *at);
        let mut notes = self.notes.into_iter().peekable();
        let mut placed = Vec::with_capacity(items.len());
        for (at, item) in items.into_iter().enumerate() {
            let is_heading = matches!(item, Item::Heading { .. });
            while let Some((_, blocks)) = notes.next_if(|(note, _)| is_heading && *note <= at) {
                placed.extend(blocks.into_iter().map(Item::Block));
            }
            placed.push(item);
        }
        placed.extend(notes.flat_map(|(_, blocks)| blocks).map(Item::Block));
        placed
    }
}
