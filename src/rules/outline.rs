//! The sections of all documents: one flat list in reading order to whoever asks, held a document at a time.
//!
//! An outline that was stored leaves the sections of a document where they are until somebody asks for one of them: of
//! thousands of documents a reader sees a few. What is asked of very many sections at once (which are run-in rules, which
//! kinds and costs there are) is known without them.

use std::borrow::Cow;
use std::sync::OnceLock;

use super::{Cost, DocumentRef, Section, SectionKind, SectionRef};
use crate::bytes::Stored;

/// The sections of all documents.
#[derive(Debug, Default)]
pub(super) struct Outline {
    parts: Vec<Part>,
    count: u32,
    /// A bit a section.
    run_in: Vec<u64>,
    /// A bit a kind, in the order of their names.
    pub kinds: u32,
    /// Every cost that there is, once.
    pub costs: Vec<Cost>,
    /// Where the sections are that nobody has asked for yet.
    pub stored: Option<Stored>,
    /// Where the names of each game's links are beside them; empty unless they are stored.
    pub names: Vec<Place>,
}

/// The sections of one document.
#[derive(Debug)]
struct Part {
    root: u32,
    sections: OnceLock<Vec<Section>>,
    place: Place,
}

/// Where something is stored: the sections of a document, the names of a game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    pub start: u64,
    pub length: usize,
    /// A checksum of those bytes.
    pub sum: u32,
}

impl Outline {
    /// How many sections there are.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// The first section of the next document.
    pub fn next_root(&self) -> SectionRef {
        SectionRef(self.count)
    }

    /// Adds the sections of the next document.
    pub fn push(&mut self, sections: Vec<Section>) {
        for section in &sections {
            self.note(section.run_in);
            self.kinds |= 1 << SectionKind::NAMES.iter().position(|name| *name == section.kind.name()).unwrap_or(0);
            self.costs.extend(section.kind.cost().filter(|cost| !self.costs.contains(cost)));
        }
        let root = self.count - u32::try_from(sections.len()).unwrap_or(u32::MAX);
        self.parts.push(Part { root, sections: OnceLock::from(sections), place: Place::default() });
    }

    /// Adds the next document, whose sections stay where they are stored; for each it is said whether it is a run-in rule.
    pub fn push_stored(&mut self, run_in: impl Iterator<Item = bool>, place: Place) {
        let root = self.count;
        run_in.for_each(|run_in| self.note(run_in));
        self.parts.push(Part { root, sections: OnceLock::new(), place });
    }

    fn note(&mut self, run_in: bool) {
        let (word, bit) = (self.count as usize / 64, self.count % 64);
        if word == self.run_in.len() {
            self.run_in.push(0);
        }
        self.run_in[word] |= u64::from(run_in) << bit;
        self.count += 1;
    }

    /// Whether a section is a run-in rule.
    pub fn is_run_in(&self, section: SectionRef) -> bool {
        self.run_in.get(section.0 as usize / 64).is_some_and(|word| word >> (section.0 % 64) & 1 == 1)
    }

    /// The document that a section stands in.
    pub fn document_of(&self, section: SectionRef) -> DocumentRef {
        let behind = self.parts.partition_point(|part| part.root <= section.0);
        DocumentRef(u32::try_from(behind).unwrap_or(u32::MAX).saturating_sub(1))
    }

    /// The sections of a document as a range: its root, and one past its last.
    pub fn range(&self, document: DocumentRef) -> (SectionRef, SectionRef) {
        let at = document.0 as usize;
        let end = self.parts.get(at + 1).map_or(self.count, |next| next.root);
        (SectionRef(self.parts[at].root), SectionRef(end))
    }

    /// The sections of a document; `unpack` gets them where nobody has asked for them before.
    pub fn sections(&self, document: DocumentRef, unpack: impl FnOnce(Place) -> Vec<Section>) -> &[Section] {
        let part = &self.parts[document.0 as usize];
        part.sections.get_or_init(|| unpack(part.place))
    }

    /// What is stored at a place; nothing where that is damaged or cannot be read.
    pub fn stored_at(&self, place: Place) -> Option<Cow<'_, [u8]>> {
        let bytes = self.stored.as_ref()?.read(place.start, place.length)?;
        (crc32fast::hash(&bytes) == place.sum).then_some(bytes)
    }

    /// Whether somebody has asked for a section of a document.
    #[cfg(test)]
    pub fn is_read(&self, document: DocumentRef) -> bool {
        self.parts[document.0 as usize].sections.get().is_some()
    }
}
