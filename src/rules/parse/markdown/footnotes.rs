//! Moves the text of each footnote to the end of the section with the first reference to the
//! footnote. A footnote that no reference precedes moves to the end of its own section.

use std::collections::HashMap;

use crate::rules::model::{Block, BlockKind, RichText};
use crate::rules::parse::item::Item;

#[derive(Default)]
pub struct Footnotes {
    /// The index of the item with the first reference, by the footnote's name in lower case.
    references: HashMap<String, usize>,
    /// The names of the open footnotes, outermost first.
    open: Vec<String>,
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

    pub fn open(&mut self, name: &str) {
        self.open.push(name.to_owned());
    }

    /// Ends the innermost open footnote, whose blocks are in `container`. `container` is `None` if
    /// the footnote is nested too deep; its blocks are then in an enclosing container.
    ///
    /// `here` is the index of the next item. A footnote that is not referenced before this point
    /// goes to the end of the current section.
    pub fn close(&mut self, container: Option<Block>, here: usize) {
        let name = self.open.pop().unwrap_or_default();
        let Some(Block {
            kind: BlockKind::Quote(mut blocks),
            span,
        }) = container
        else {
            return;
        };
        let mut marked = RichText::plain(&format!("[{name}]"), span);
        if let Some(BlockKind::Paragraph(first)) = blocks.first_mut().map(|block| &mut block.kind) {
            marked.push_plain(" ", span);
            marked.extend(first);
            *first = marked;
        } else {
            blocks.insert(0, Block::paragraph(marked));
        }
        let at = self.references.get(&name.to_lowercase()).copied();
        self.notes.push((at.unwrap_or(here), blocks));
    }

    /// Returns the items with the footnotes at the ends of their sections.
    pub fn insert_into(mut self, items: Vec<Item>) -> Vec<Item> {
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
