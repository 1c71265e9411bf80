//! The sections of all documents: one flat list in reading order to whoever asks, held packed, a document at a time.
//!
//! The sections of a document stay packed, in memory or in the file of a stored outline, until somebody asks for one of
//! them: of thousands of documents a reader sees a few, and packed they take a tenth of the room. What is asked of very many
//! sections at once (which are run-in rules, which kinds and costs there are) is known without them.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use super::{Cost, DocumentRef, Section, SectionKind, SectionRef};
use crate::bytes::Stored;

/// The first so many sections stay as they were read: small rules are never unpacked.
pub(super) const KEPT: usize = 4096;

/// When so many sections have been unpacked, it is time to let go of them.
const MOST_UNPACKED: usize = 16 * 1024;

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
    /// The costs of each document, one document after the other.
    own_costs: Vec<Cost>,
    /// Where packed sections are.
    stores: Vec<Arc<Stored>>,
    /// Where the names of each game's links are; empty unless they are stored.
    pub names: Vec<Place>,
    /// Those that were packed since, until [`Outline::seal`] makes a store of them.
    packed: Vec<u8>,
    /// How many sections have been unpacked.
    unpacked: AtomicUsize,
}

/// The sections of one document.
#[derive(Debug)]
struct Part {
    root: u32,
    sections: OnceLock<Vec<Section>>,
    place: Place,
    /// A bit a kind.
    kinds: u32,
    /// Its costs, as a part of all.
    costs: Range<u32>,
}

/// Where something is stored: the sections of a document, the names of a game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    /// In which of the stores.
    pub store: u32,
    pub start: u64,
    pub length: usize,
    /// A checksum of those bytes.
    pub sum: u32,
}

impl Outline {
    /// An outline whose packed sections are in a store.
    pub fn of_store(stored: Stored) -> Self {
        Self {
            stores: vec![Arc::new(stored)],
            ..Self::default()
        }
    }

    /// An outline that may take documents over from another one.
    pub fn after(before: &Self) -> Self {
        Self {
            stores: before.stores.clone(),
            ..Self::default()
        }
    }

    /// Adds the next document, of which nothing is known but that it has a root.
    pub fn push_unread(&mut self) {
        self.push_packed(
            std::iter::once(false),
            (kind_bit(SectionKind::Document), &[]),
            Place::default(),
        );
    }

    /// Adds the next document as the outline has it that this one comes after.
    pub fn take_over(&mut self, before: &Self, document: DocumentRef) {
        let (root, end) = before.range(document);
        let run_in = (root.0..end.0).map(|at| before.is_run_in(SectionRef(at)));
        self.push_packed(run_in, before.facts(document), before.place(document));
    }

    /// The same outline with nothing unpacked.
    pub fn copy(&self) -> Self {
        let packed = |part: &Part| Part {
            sections: OnceLock::new(),
            costs: part.costs.clone(),
            ..*part
        };
        Self {
            parts: self.parts.iter().map(packed).collect(),
            count: self.count,
            run_in: self.run_in.clone(),
            kinds: self.kinds,
            costs: self.costs.clone(),
            own_costs: self.own_costs.clone(),
            stores: self.stores.clone(),
            names: self.names.clone(),
            packed: Vec::new(),
            unpacked: AtomicUsize::new(0),
        }
    }

    /// How many sections there are.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// The first section of the next document.
    pub fn next_root(&self) -> SectionRef {
        SectionRef(self.count)
    }

    /// Adds the sections of the next document, which `pack` packs.
    pub fn push(&mut self, sections: Vec<Section>, pack: impl FnOnce(&mut Vec<u8>, &[Section])) {
        let (mut kinds, mut costs) = (0, Vec::new());
        for section in &sections {
            kinds |= kind_bit(section.kind);
            costs.extend(section.kind.cost().filter(|cost| !costs.contains(cost)));
        }
        let start = self.packed.len();
        pack(&mut self.packed, &sections);
        let place = Place {
            // The one that `seal` makes.
            store: small(self.stores.len()),
            start: start as u64,
            length: self.packed.len() - start,
            sum: crc32fast::hash(&self.packed[start..]),
        };
        self.push_packed(
            sections.iter().map(|section| section.run_in),
            (kinds, &costs),
            place,
        );
        if let Some(part) = self
            .parts
            .last_mut()
            .filter(|_| self.count as usize <= KEPT)
        {
            part.sections = OnceLock::from(sections);
        }
    }

    /// Adds the next document, whose sections are packed already; for each it is said whether it is a run-in rule, and of
    /// all of them which kinds and costs there are.
    pub fn push_packed(
        &mut self,
        run_in: impl Iterator<Item = bool>,
        (kinds, costs): (u32, &[Cost]),
        place: Place,
    ) {
        let root = self.count;
        run_in.for_each(|run_in| self.note(run_in));
        self.kinds |= kinds;
        for cost in costs {
            if !self.costs.contains(cost) {
                self.costs.push(*cost);
            }
        }
        let first = small(self.own_costs.len());
        self.own_costs.extend_from_slice(costs);
        let costs = first..small(self.own_costs.len());
        self.parts.push(Part {
            root,
            sections: OnceLock::new(),
            place,
            kinds,
            costs,
        });
    }

    /// Makes a store of what was packed: there will be no more of it.
    pub fn seal(&mut self) {
        let mut packed = std::mem::take(&mut self.packed);
        packed.shrink_to_fit();
        self.stores.push(Arc::new(Stored::Memory(packed)));
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
        self.run_in
            .get(section.0 as usize / 64)
            .is_some_and(|word| word >> (section.0 % 64) & 1 == 1)
    }

    /// The document that a section stands in.
    pub fn document_of(&self, section: SectionRef) -> DocumentRef {
        let behind = self.parts.partition_point(|part| part.root <= section.0);
        DocumentRef(small(behind).saturating_sub(1))
    }

    /// The sections of a document as a range: its root, and one past its last.
    pub fn range(&self, document: DocumentRef) -> (SectionRef, SectionRef) {
        let at = document.0 as usize;
        let end = self.parts.get(at + 1).map_or(self.count, |next| next.root);
        (SectionRef(self.parts[at].root), SectionRef(end))
    }

    /// The kinds and the costs of the sections of a document.
    pub fn facts(&self, document: DocumentRef) -> (u32, &[Cost]) {
        let part = &self.parts[document.0 as usize];
        (
            part.kinds,
            &self.own_costs[part.costs.start as usize..part.costs.end as usize],
        )
    }

    /// The sections of a document; `unpack` gets them where nobody has asked for them before.
    pub fn sections(
        &self,
        document: DocumentRef,
        unpack: impl FnOnce() -> Vec<Section>,
    ) -> &[Section] {
        self.parts[document.0 as usize].sections.get_or_init(|| {
            let sections = unpack();
            self.unpacked.fetch_add(sections.len(), Ordering::Relaxed);
            sections
        })
    }

    /// Where the packed sections of a document are.
    pub fn place(&self, document: DocumentRef) -> Place {
        self.parts[document.0 as usize].place
    }

    /// What is stored at a place; nothing where that is damaged or cannot be read.
    pub fn stored_at(&self, place: Place) -> Option<Cow<'_, [u8]>> {
        let bytes = self
            .stores
            .get(place.store as usize)?
            .read(place.start, place.length)?;
        (crc32fast::hash(&bytes) == place.sum).then_some(bytes)
    }

    /// Whether so much has been unpacked that it is time to let go of it.
    pub fn is_full(&self) -> bool {
        self.unpacked.load(Ordering::Relaxed) > MOST_UNPACKED
    }

    /// Whether the sections of a document are unpacked.
    #[cfg(test)]
    pub fn is_read(&self, document: DocumentRef) -> bool {
        self.parts[document.0 as usize].sections.get().is_some()
    }
}

/// The bit of a kind.
fn kind_bit(kind: SectionKind) -> u32 {
    1 << SectionKind::NAMES
        .iter()
        .position(|name| *name == kind.name())
        .unwrap_or(0)
}

fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
