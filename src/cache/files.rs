//! The files that rules were made of: as long as they are the same, so is what was made of them.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::bytes::{Reader, put_all, put_number, put_text, put_texts};
use crate::diagnostic::{Diagnostic, Severity};
use crate::loader::{self, Entry, Listing, Loaded};
use crate::rules::Rulebook;
use crate::source::{Source, Stamp, digest};

/// A file that was changed so shortly before it was looked at may have been changed once more without its time telling: its
/// text is compared.
pub(super) const RACY: u64 = 2_000_000_000;

/// The files that rules were made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// When they were looked at, in nanoseconds since 1970.
    pub(super) looked: u64,
    pub(super) known: Vec<Known>,
    /// The paths of those that could not be read, in alphabetical order: the rules are without them, and each start tries them again.
    pub(super) left_out: Vec<String>,
}

/// A file as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub path: String,
    pub stamp: Stamp,
}

impl Files {
    /// The files that were found. Which of them could not be read is known when rules were made of them.
    #[must_use]
    pub fn of(loaded: &Loaded) -> Self {
        let known = loaded.sources.iter().map(|source| Known {
            path: source.path.clone(),
            stamp: stamp(source),
        });
        Self {
            looked: loaded.looked,
            known: known.collect(),
            left_out: Vec::new(),
        }
    }

    /// The same files as rules were made of them: with the digests of the documents, which those that were found and left unread
    /// had not yet, and without those that could not be read.
    pub(super) fn as_read(&self, book: &Rulebook) -> Self {
        let errors = book
            .diagnostics
            .iter()
            .filter(|fault| fault.severity == Severity::Error);
        let left_out: BTreeSet<_> = errors.map(|fault| fault.path.clone()).collect();
        let read = book
            .documents
            .iter()
            .map(|document| (document.source.path.as_str(), stamp(&document.source)));
        let read: HashMap<_, _> = read.collect();
        let known = self
            .known
            .iter()
            .filter(|known| !left_out.contains(&known.path))
            .map(|known| {
                let stamp = read
                    .get(known.path.as_str())
                    .copied()
                    .unwrap_or(known.stamp);
                Known {
                    path: known.path.clone(),
                    stamp,
                }
            });
        Self {
            looked: self.looked,
            known: known.collect(),
            left_out: left_out.into_iter().collect(),
        }
    }

    pub(super) fn store(&self, out: &mut Vec<u8>) {
        put_number(out, self.looked);
        put_all(out, &self.known, |out, known| {
            put_text(out, &known.path);
            put_number(out, known.stamp.length);
            put_number(out, known.stamp.modified);
            put_number(out, known.stamp.touched);
            put_number(out, known.stamp.content);
        });
        put_texts(out, &self.left_out);
    }

    pub(super) fn restore(input: &mut Reader<'_>) -> Self {
        let stamp = |input: &mut Reader<'_>| Stamp {
            length: input.number(),
            modified: input.number(),
            touched: input.number(),
            content: input.number(),
        };
        let looked = input.number();
        let known = input.all(|input| Known {
            path: input.string(),
            stamp: stamp(input),
        });
        Self {
            looked,
            known,
            left_out: input.texts(),
        }
    }

    /// Marks the files that are the same as before with the digests of their texts: these need not be read to know what they
    /// say. Those that cannot be read any more than before become faults. Whether all of them are the same, and in the same order.
    pub(super) fn recognise(&self, listing: &mut Listing) -> bool {
        let (mut same, mut place) = (true, 0);
        let mut elsewhere = None;
        for entry in &mut listing.entries {
            // What cannot be looked into, now as then, holds none of the files.
            let Entry::File(source) = entry else { continue };
            if self.left_out.binary_search(&source.path).is_ok() {
                match fault(source) {
                    Some(fault) => *entry = Entry::Fault(fault),
                    None => same = false,
                }
                continue;
            }
            let here = self
                .known
                .get(place)
                .filter(|known| known.path == source.path);
            place += 1;
            same &= here.is_some();
            let known = here.or_else(|| {
                let by_path = || {
                    self.known
                        .iter()
                        .map(|known| (known.path.as_str(), known))
                        .collect()
                };
                let elsewhere: &HashMap<&str, &Known> = elsewhere.get_or_insert_with(by_path);
                elsewhere.get(source.path.as_str()).copied()
            });
            let content = known.and_then(|known| self.content(source, &known.stamp));
            same &= content.is_some();
            if let (Some(stamp), Some(content)) = (&mut Arc::make_mut(source).stamp, content) {
                stamp.content = content;
            }
        }
        same && place == self.known.len()
    }

    /// The digest of a text if it is the same as before.
    fn content(&self, source: &Source, before: &Stamp) -> Option<u64> {
        let now = stamp(source);
        if !now.is_as_before(before) {
            return None;
        }
        let racy = now.modified.max(now.touched).saturating_add(RACY) >= self.looked;
        let content = match now.content {
            0 if racy => stamp(&loader::read(source.clone(), &mut Vec::new())?).content,
            0 => before.content,
            content => content,
        };
        (content == before.content).then_some(content)
    }

    /// The sources of these files, as they were marked; of a file that is another one now, or gone, no more than its path.
    pub(super) fn sources(&self, listing: &Listing) -> Vec<Arc<Source>> {
        let files = listing.entries.iter().filter_map(|entry| match entry {
            Entry::File(source) => Some(source),
            Entry::Fault(_) => None,
        });
        let mut in_order = files.clone();
        let mut elsewhere = None;
        let mut source = |known: &Known| {
            let here = in_order.next().filter(|source| source.path == known.path);
            let found = here.or_else(|| {
                let by_path = || {
                    files
                        .clone()
                        .map(|source| (source.path.as_str(), source))
                        .collect()
                };
                let elsewhere: &HashMap<&str, &Arc<Source>> = elsewhere.get_or_insert_with(by_path);
                elsewhere.get(known.path.as_str()).copied()
            });
            let same = |source: &&Arc<Source>| stamp(source).content == known.stamp.content;
            let gone = || {
                Arc::new(Source::new(
                    known.path.clone(),
                    String::new(),
                    String::new(),
                    "",
                ))
            };
            found.filter(same).cloned().unwrap_or_else(gone)
        };
        self.known.iter().map(&mut source).collect()
    }
}

/// Why a file cannot be read; nothing where it can.
fn fault(source: &Source) -> Option<Diagnostic> {
    let mut faults = Vec::new();
    let read = loader::read(source.clone(), &mut faults);
    faults.pop().filter(|_| read.is_none())
}

/// What a source is known by; a bundled one by its text.
pub(super) fn stamp(source: &Source) -> Stamp {
    let bundled = || Stamp {
        length: source.text.len() as u64,
        content: digest(&source.text),
        ..Stamp::default()
    };
    source.stamp.unwrap_or_else(bundled)
}
