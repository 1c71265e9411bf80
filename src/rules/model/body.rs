//! The body of a document: the headings and blocks of its sections.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::block::{Block, BlockKind, Table};
use super::document::Document;
use super::section::{DocumentRef, SectionRef};
use super::text::RichText;
use super::vocabulary::Vocabulary;

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

/// Supplies the bodies of a rulebook's documents.
///
/// The rulebook itself reads no files. Whoever loads it decides whether bodies stay in memory or are
/// parsed again when they are needed.
pub trait Bodies: fmt::Debug + Send + Sync {
    /// Returns the body of the document at position `at` of the rulebook, whose vocabulary is `words`.
    ///
    /// # Errors
    /// Fails if the document is unreadable.
    fn body(
        &self,
        at: DocumentRef,
        document: &Document,
        words: &Vocabulary,
    ) -> Result<Arc<Body>, Unreadable>;

    /// Whether the body of a document is in memory, so that its file need not be parsed.
    fn is_in_memory(&self, _at: DocumentRef) -> bool {
        true
    }
}

/// The bodies of documents whose texts are in memory.
impl Bodies for Vec<Arc<Body>> {
    fn body(
        &self,
        at: DocumentRef,
        document: &Document,
        _: &Vocabulary,
    ) -> Result<Arc<Body>, Unreadable> {
        let body = self.get(at.0 as usize).cloned();
        body.ok_or_else(|| Unreadable::new(document, "its text has not been loaded"))
    }
}

/// Why the body of a document is not available: `docs/a.md: it has changed since it was loaded`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    path: String,
    reason: String,
}

impl Unreadable {
    /// Creates the error of a document.
    pub fn new(document: &Document, reason: &str) -> Self {
        Self {
            path: document.path.clone(),
            reason: reason.to_owned(),
        }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.reason)
    }
}

impl std::error::Error for Unreadable {}

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

    /// Returns the number of sections, the document's root included.
    pub(crate) fn section_count(&self) -> usize {
        self.sections.len()
    }

    /// Moves the body to the final position of its document's root in the rulebook.
    pub(crate) fn move_to(&mut self, root: SectionRef) {
        let from = std::mem::replace(&mut self.root, root.0);
        let mut move_rule = |rule: &mut SectionRef| rule.0 = rule.0 - from + root.0;
        for (_, blocks) in &mut self.sections {
            for block in blocks {
                move_rules(block, &mut move_rule);
            }
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

/// Calls `change` for every run-in rule of a block.
fn move_rules(block: &mut Block, change: &mut impl FnMut(&mut SectionRef)) {
    if let BlockKind::RunIn(rule) = &mut block.kind {
        change(rule);
    }
    block
        .parts_mut()
        .for_each(|block| move_rules(block, change));
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

    /// Returns the texts in which names are linked: those of [`Self::texts`], after the heading if it is
    /// a rule itself (see [`is_sentence`]).
    pub fn linked_texts(&self) -> impl Iterator<Item = &RichText> {
        let heading = Some(self.heading()).filter(|heading| is_sentence(&heading.plain));
        heading.into_iter().chain(self.texts())
    }

    /// Returns the tables of the section's own blocks.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.iter().flat_map(Block::tables)
    }
}

/// The minimum number of words of a sentence.
const MIN_WORDS: usize = 5;

/// Whether a heading is a sentence: a rule, and no name of one.
pub fn is_sentence(heading: &str) -> bool {
    heading.trim_end().ends_with('.') && heading.split_whitespace().count() >= MIN_WORDS
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
