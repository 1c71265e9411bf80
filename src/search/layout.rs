//! How the documents of a rulebook fall into groups. A group is indexed by itself, so that no more than one of them has to be
//! held in memory, and one that has not changed need not be made again.
//!
//! Where a group ends depends on the documents near its end alone: a document that is added, taken away or changed moves the
//! borders of its own group and seldom of a few more. Small rules are one group.

use std::ops::Range;

use crate::bytes::{Reader, put_number, put_small};
use crate::rules::{Document, DocumentRef, Rulebook};
use crate::source::digest;

/// How much text a group has, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Volume {
    /// A group ends behind the first border that leaves it at least so much. The less this is beside the spacing, the sooner
    /// groups are the same again behind a change.
    pub least: u64,
    /// It ends in any case when it has so much.
    pub most: u64,
    /// So much text lies between two borders on average.
    pub spacing: u64,
}

impl Default for Volume {
    fn default() -> Self {
        Self {
            least: 2 << 20,
            most: 12 << 20,
            spacing: 5 << 20,
        }
    }
}

/// Which documents and sections the groups of an index hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The first section of each document, and one past the last of all.
    starts: Vec<u32>,
    /// One past the last document of each group.
    ends: Vec<u32>,
}

impl Layout {
    /// The groups of a rulebook.
    pub(crate) fn of(book: &Rulebook, volume: Volume) -> Self {
        let sections = u32::try_from(book.section_count()).unwrap_or(u32::MAX);
        let roots = book.documents.iter().map(|document| document.root.0);
        let mut ends = Vec::new();
        let mut size = 0;
        for (end, document) in (1..).zip(&book.documents) {
            size += u64::from(document.length);
            if size >= volume.most || size >= volume.least && is_border(document, volume.spacing) {
                ends.push(end);
                size = 0;
            }
        }
        let all = u32::try_from(book.documents.len()).unwrap_or(u32::MAX);
        if ends.last().is_none_or(|end| *end < all) {
            ends.push(all);
        }
        Self {
            starts: roots.chain([sections]).collect(),
            ends,
        }
    }

    /// How many groups there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// How many sections there are in all.
    pub(crate) fn sections(&self) -> u32 {
        self.starts.last().copied().unwrap_or(0)
    }

    /// The documents of a group.
    pub(crate) fn documents(&self, group: usize) -> Range<u32> {
        let end = |group: usize| self.ends.get(group).copied().unwrap_or(0);
        group.checked_sub(1).map_or(0, end)..end(group)
    }

    /// The sections of a group.
    pub(crate) fn sections_of_group(&self, group: usize) -> Range<u32> {
        let Range { start, end } = self.documents(group);
        self.start(start)..self.start(end)
    }

    /// The sections of a document.
    pub(crate) fn sections_of(&self, document: DocumentRef) -> Range<u32> {
        self.start(document.0)..self.start(document.0 + 1)
    }

    fn start(&self, document: u32) -> u32 {
        self.starts
            .get(document as usize)
            .copied()
            .unwrap_or_else(|| self.sections())
    }

    /// The group that holds exactly these documents.
    pub(crate) fn group_of(&self, documents: &Range<u32>) -> Option<usize> {
        let group = self.ends.binary_search(&documents.end).ok()?;
        (self.documents(group) == *documents).then_some(group)
    }

    /// Stores it: the number of documents of each group, and the number of sections of each of them.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        for group in 0..self.len() {
            let documents = self.documents(group);
            put_small(out, documents.end - documents.start);
            documents
                .map(DocumentRef)
                .for_each(|at| put_number(out, self.sections_of(at).len() as u64));
        }
    }

    /// Reads what was stored.
    pub(crate) fn read(bytes: &[u8]) -> Self {
        let mut rest = Reader::new(bytes);
        let mut layout = Self {
            starts: vec![0],
            ends: Vec::new(),
        };
        let (mut sections, mut documents) = (0_u32, 0_u32);
        while !rest.is_empty() {
            for _ in 0..rest.count() {
                sections = sections.saturating_add(rest.small());
                layout.starts.push(sections);
                documents = documents.saturating_add(1);
            }
            layout.ends.push(documents);
        }
        layout
    }
}

/// Whether a group may end behind a document: by its name, the likelier the longer it is.
fn is_border(document: &Document, spacing: u64) -> bool {
    digest(&document.id) < (u64::MAX / spacing.max(1)).saturating_mul(u64::from(document.length))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::source::Source;

    const SMALL: Volume = Volume {
        least: 100,
        most: 900,
        spacing: 250,
    };

    fn book(names: impl IntoIterator<Item = u32>) -> Rulebook {
        let files = names.into_iter().map(|name| {
            let text = format!(
                "# N{name}\n\n{}",
                "## Rule\n\ntext\n\n".repeat(1 + name as usize % 7)
            );
            Source::in_memory(&format!("n{name:03}.md"), &text)
        });
        Rulebook::load(files.collect(), Vec::new())
    }

    fn groups(book: &Rulebook) -> Vec<Vec<String>> {
        let layout = Layout::of(book, SMALL);
        let names = |at: u32| book.documents[at as usize].id.clone();
        (0..layout.len())
            .map(|group| layout.documents(group).map(names).collect())
            .collect()
    }

    #[test]
    fn a_document_that_is_taken_away_leaves_far_groups_as_they_are() {
        let before = groups(&book(0..200));
        assert!(before.len() > 10, "{}", before.len());
        for gone in (0..200).step_by(9) {
            let after = groups(&book((0..200).filter(|name| *name != gone)));
            let other = after.iter().filter(|group| !before.contains(group)).count();
            assert!(other <= 4, "without {gone} {other} groups are others");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn every_document_is_in_one_group_and_what_is_stored_is_read(names in prop::collection::btree_set(0..300_u32, 0..80)) {
            let book = book(names);
            let layout = Layout::of(&book, SMALL);
            let all: Vec<_> = (0..layout.len()).flat_map(|group| layout.documents(group)).collect();
            prop_assert!(all.into_iter().eq(0..u32::try_from(book.documents.len()).unwrap()));
            for (at, document) in (0..).map(DocumentRef).zip(&book.documents) {
                prop_assert_eq!(layout.sections_of(at).start, document.root.0);
            }
            prop_assert_eq!(layout.sections() as usize, book.section_count());
            let mut bytes = Vec::new();
            layout.write(&mut bytes);
            prop_assert_eq!(Layout::read(&bytes), layout);
        }
    }
}
