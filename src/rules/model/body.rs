//! The body of a document: the headings and blocks of its sections.

use std::ops::Deref;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::block::{Block, Table};
use super::section::SectionRef;
use super::text::RichText;

/// The heading returned for a section that is not in the body: the section is in another document,
/// or in a file that has changed or cannot be read.
static NO_HEADING: RichText = RichText {
    plain: String::new(),
    runs: Vec::new(),
};

/// The headings and blocks of all sections of one document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    root: u32,
    /// The byte offset from which the rest of the text is plain, because the document has too much
    /// markup or too many sections. `u32::MAX` if there is no such offset.
    pub(crate) plain: u32,
    sections: Vec<(RichText, Vec<Block>)>,
}

/// The blocks of one section, up to the next heading. They keep the whole document's body in
/// memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Blocks {
    body: Arc<Body>,
    section: SectionRef,
}

impl Body {
    /// Creates a body from the heading and the blocks of each section. `sections` is in reading
    /// order and starts with the document's root.
    pub(crate) fn new(root: SectionRef, sections: Vec<(RichText, Vec<Block>)>, plain: u32) -> Self {
        Self {
            root: root.0,
            plain,
            sections,
        }
    }

    /// Returns the blocks of a section, or no blocks if the section is not in the body.
    pub fn blocks(&self, section: SectionRef) -> &[Block] {
        self.section(section)
            .map_or(&[], |(_, blocks)| blocks.as_slice())
    }

    /// Returns the heading of a section as printed, with its styles.
    pub fn heading(&self, section: SectionRef) -> &RichText {
        self.section(section)
            .map_or(&NO_HEADING, |(heading, _)| heading)
    }

    fn section(&self, section: SectionRef) -> Option<&(RichText, Vec<Block>)> {
        self.sections
            .get(section.0.checked_sub(self.root)? as usize)
    }
}

impl Blocks {
    pub(crate) fn new(body: Arc<Body>, section: SectionRef) -> Self {
        Self { body, section }
    }

    /// Returns the heading of the section as printed, with its styles.
    pub fn heading(&self) -> &RichText {
        self.body.heading(self.section)
    }

    /// Returns the texts of the section's own blocks in reading order, without the heading and the
    /// run-in rules.
    pub fn texts(&self) -> impl Iterator<Item = &RichText> {
        self.iter().flat_map(Block::texts)
    }

    /// Returns the tables of the section's own blocks.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.iter().flat_map(Block::tables)
    }
}

impl Deref for Blocks {
    type Target = [Block];

    fn deref(&self) -> &[Block] {
        self.body.blocks(self.section)
    }
}

impl Serialize for Blocks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.deref().serialize(serializer)
    }
}
