//! Bodies: the headings and texts of one document.

use std::ops::Deref;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::block::{Block, Table};
use super::section::SectionRef;
use super::text::RichText;

/// The heading of a section without one, or of a document that could not be read.
static NO_HEADING: RichText = RichText {
    plain: String::new(),
    runs: Vec::new(),
};

/// The headings and blocks of all sections of one document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    root: u32,
    sections: Vec<(RichText, Vec<Block>)>,
}

/// The text of one section, up to the next heading. It keeps the document's body in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Blocks {
    body: Arc<Body>,
    section: SectionRef,
}

impl Body {
    /// The headings and blocks of a document's sections, beginning with its root.
    pub(crate) fn new(root: SectionRef, sections: Vec<(RichText, Vec<Block>)>) -> Self {
        Self {
            root: root.0,
            sections,
        }
    }

    /// The blocks of a section; empty if the section is of another document.
    pub fn blocks(&self, section: SectionRef) -> &[Block] {
        self.section(section)
            .map_or(&[], |(_, blocks)| blocks.as_slice())
    }

    /// The heading of a section as printed.
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

    /// The section's heading as printed.
    pub fn heading(&self) -> &RichText {
        self.body.heading(self.section)
    }

    /// All texts of the section's own blocks in reading order, without headings and run-in rules.
    pub fn texts(&self) -> impl Iterator<Item = &RichText> {
        self.iter().flat_map(Block::texts)
    }

    /// All tables of the section's own blocks.
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
