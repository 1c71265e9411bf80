//! What an index is told of documents, section by section: read from their texts, or from an index of before; of many
//! sections by a thread of its own, while those before are written.

use std::io;
use std::mem;
use std::ops::Range;
use std::sync::mpsc::{channel, sync_channel};
use std::thread;

use super::super::entry::told::Told;
use super::super::layout::Layout;
use super::super::schema::Facet;
use super::super::store::StoreError;
use super::super::{SearchError, filter};
use super::Before;
use crate::rules::{Opened, Rulebook, Section};

/// What is told, in the order of the rules.
pub(super) enum Piece<'a> {
    /// The next section.
    Section(Told<'a>, Vec<(Facet, String)>),
    /// A document has been read, this one.
    Document(u32),
    /// All of a group has.
    Group(usize),
}

/// From this many sections on a thread of its own is worth while.
const MANY: usize = 1000;

/// At most this many sections are handed over together.
const TOGETHER: usize = 64;

/// At most this many such handfuls wait to be taken: what is read is held in memory until then.
const AHEAD: usize = 4;

/// Reads the documents of the groups that are made anew.
pub(super) struct Reader<'r, 'a> {
    pub book: &'r Rulebook,
    pub layout: &'r Layout,
    pub before: Option<&'r Before<'a>>,
    /// For each group, whether it is made anew.
    pub anew: &'r [bool],
}

impl<'a> Reader<'_, 'a> {
    /// Whether reading is worth a thread of its own.
    pub fn is_long(&self) -> bool {
        let sections = (0..self.anew.len()).filter(|group| self.anew[*group]);
        sections
            .map(|group| self.layout.sections_of_group(group).len())
            .sum::<usize>()
            > MANY
    }

    /// Reads, and shows each piece.
    pub fn read(
        &self,
        take: &mut dyn FnMut(&Piece<'a>) -> Result<(), SearchError>,
    ) -> Result<(), SearchError> {
        self.each(&mut |piece| take(&piece))
    }

    /// The same, in a thread of its own, which gets back what was taken: memory is given back most cheaply by who took it.
    pub fn read_apart(
        &self,
        take: &mut dyn FnMut(&Piece<'a>) -> Result<(), SearchError>,
    ) -> Result<(), SearchError> {
        thread::scope(|scope| {
            let (sender, batches) = sync_channel(AHEAD);
            let (back, taken) = channel::<Vec<Piece<'a>>>();
            let read = move || {
                let mut batch = Vec::new();
                self.each(&mut |piece| {
                    let ends = !matches!(piece, Piece::Section(..));
                    batch.push(piece);
                    if ends || batch.len() >= TOGETHER {
                        // Where nobody takes it any more, writing has failed, and that is told.
                        let sent = sender.send(mem::take(&mut batch));
                        taken.try_iter().for_each(drop);
                        return sent.map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe).into());
                    }
                    Ok(())
                })
            };
            let Ok(reader) = thread::Builder::new().spawn_scoped(scope, read) else {
                return self.read(take);
            };
            for batch in batches {
                batch.iter().try_for_each(&mut *take)?;
                let _ = back.send(batch);
            }
            reader
                .join()
                .unwrap_or(Err(SearchError::from(StoreError::Damaged)))
        })
    }

    fn each(
        &self,
        give: &mut dyn FnMut(Piece<'a>) -> Result<(), SearchError>,
    ) -> Result<(), SearchError> {
        let mut reading = self.book.reading(None);
        for (group, anew) in self.anew.iter().enumerate() {
            for at in self.layout.documents(group) {
                let Some(open) = reading.turn() else { break };
                if *anew {
                    self.document(open, give)?;
                }
                give(Piece::Document(at))?;
            }
            give(Piece::Group(group))?;
        }
        Ok(())
    }

    /// A document: from what is known of it, else from its text.
    fn document(
        &self,
        open: Opened<'_>,
        give: &mut dyn FnMut(Piece<'a>) -> Result<(), SearchError>,
    ) -> Result<(), SearchError> {
        if let Some((index, sections)) = self
            .before
            .and_then(|before| before.known(self.layout, open.document))
        {
            let sections: Range<u32> = sections;
            for (was, (_, section)) in sections.zip(open.headings()) {
                let told = index
                    .entries
                    .told(was, &index.vocabulary)
                    .ok_or(StoreError::Damaged)?;
                give(Piece::Section(told, facets(section)))?;
            }
            return Ok(());
        }
        for (at, section, blocks) in open.sections() {
            give(Piece::Section(
                Told::of(open.book, blocks.body(), at),
                facets(section),
            ))?;
        }
        Ok(())
    }
}

/// The exact values of a section.
fn facets(section: &Section) -> Vec<(Facet, String)> {
    let cost = section
        .kind
        .cost()
        .map(|cost| (Facet::Cost, filter::cost_facet(cost.currency, cost.amount)));
    [(Facet::Kind, section.kind.name().to_owned())]
        .into_iter()
        .chain(cost)
        .collect()
}
