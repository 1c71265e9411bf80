//! Makes an index, a group of documents after the other, straight into where it is kept: no more than a group is held in
//! memory. What an index of before knows of documents that have not changed is taken from there, and their texts are not
//! read. What comes out is the same, byte for byte, however it was made.

mod reading;

use std::collections::HashMap;
use std::io::{self, Seek, Write};
use std::ops::Range;

use super::entry::told::Told;
use super::entry::write::EntriesWriter;
use super::layout::{Layout, Volume};
use super::schema::Facet;
use super::schema::write::{self, TextWriter};
use super::store::{self, GroupPart, Output, Part, StoreWriter};
use super::synonyms::Keys;
use super::vocabulary::{Words, read_uses};
use super::{Bytes, SearchError, SearchIndex, filter};
use crate::rules::{Document, DocumentRef, Rulebook, bundled_synonyms};
use crate::source::Source;
use reading::{Piece, Reader};

/// What is known from before.
pub struct Before<'a> {
    /// The index of the rules as they were.
    pub index: &'a SearchIndex,
    /// For each document of the rules as they are, the document that it was, if its source, its id, its title and the name
    /// of its game are the same.
    pub same: Vec<Option<DocumentRef>>,
}

/// Makes the index of a rulebook.
pub struct Indexer<'a> {
    book: &'a Rulebook,
    volume: Volume,
    before: Option<Before<'a>>,
    tell: Option<&'a mut dyn FnMut(usize)>,
    apart: Option<bool>,
}

impl<'a> Indexer<'a> {
    /// One that reads everything.
    #[must_use]
    pub fn new(book: &'a Rulebook) -> Self {
        Self {
            book,
            volume: Volume::default(),
            before: None,
            tell: None,
            apart: None,
        }
    }

    /// Takes what has not changed from an index of before.
    #[must_use]
    pub fn after(mut self, before: Option<Before<'a>>) -> Self {
        self.before = before;
        self
    }

    /// Tells after each document how many have been read.
    #[must_use]
    pub fn telling(mut self, tell: &'a mut dyn FnMut(usize)) -> Self {
        self.tell = Some(tell);
        self
    }

    /// Makes groups of another size, to measure or test what that changes.
    #[must_use]
    pub fn in_groups(mut self, volume: Volume) -> Self {
        self.volume = volume;
        self
    }

    /// Has texts read by a thread of its own, or not, however many there are.
    #[cfg(test)]
    #[must_use]
    pub(super) fn reading_apart(mut self, apart: bool) -> Self {
        self.apart = Some(apart);
        self
    }

    /// Makes the index in memory.
    ///
    /// # Errors
    /// Where tantivy fails, or the index of before turns out to be damaged.
    pub fn build(self) -> Result<SearchIndex, SearchError> {
        let bytes = self.write(io::Cursor::new(Vec::new()))?.into_inner();
        SearchIndex::open(Bytes::Memory(bytes))
    }

    /// Writes the index, to be opened by [`SearchIndex::open`]; gives back what it was written to. What stands there when
    /// this fails is no index.
    ///
    /// # Errors
    /// Where tantivy or the writer fails, or the index of before turns out to be damaged.
    pub fn write<W: Write + Seek>(self, mut out: W) -> Result<W, SearchError> {
        self.write_to(&mut out)?;
        Ok(out)
    }

    fn write_to(mut self, out: &mut dyn Output) -> Result<(), SearchError> {
        let layout = Layout::of(self.book, self.volume);
        let before = self.before.as_ref();
        let known = |group| {
            before.and_then(|before| {
                Some((
                    before.index,
                    before.group(&layout, &layout.documents(group))?,
                ))
            })
        };
        let known: Vec<_> = (0..layout.len()).map(known).collect();
        let anew: Vec<_> = known.iter().map(Option::is_none).collect();
        let reader = Reader {
            book: self.book,
            layout: &layout,
            before,
            anew: &anew,
        };
        let mut making = Making {
            out: StoreWriter::new(out)?,
            words: Words::default(),
            codes: Vec::new(),
        };
        let mut writer = None;
        let mut take = |piece: &Piece<'_>| {
            match piece {
                Piece::Section(told, facets) => {
                    let group = match &mut writer {
                        Some(group) => group,
                        none => none.insert(GroupWriter::new()?),
                    };
                    group.section(told, facets)?;
                }
                Piece::Document(at) => {
                    if let Some(tell) = &mut self.tell {
                        tell(*at as usize);
                    }
                }
                Piece::Group(group) => match known[*group] {
                    Some((index, was)) => making.copy(index, was)?,
                    None => making.add(writer.take().map_or_else(GroupWriter::new, Ok)?)?,
                },
            }
            Ok(())
        };
        if self.apart.unwrap_or_else(|| reader.is_long()) {
            reader.read_apart(&mut take)?;
        } else {
            reader.read(&mut take)?;
        }
        making.finish(self.book, &layout)
    }
}

impl<'a> Before<'a> {
    /// What is known by the index of some rules, of rules that were made of nearly the same files. Sources are compared by
    /// their digests.
    #[must_use]
    pub fn of(index: &'a SearchIndex, was: &Rulebook, now: &Rulebook) -> Self {
        let known: HashMap<_, _> = was
            .documents
            .iter()
            .map(|document| document.id.as_str())
            .zip(0..)
            .collect();
        let same = |document: &Document| {
            let at = DocumentRef(*known.get(document.id.as_str())?);
            let before = was.document(at);
            let game = was.game(before.game).name == now.game(document.game).name;
            (before.title == document.title && game && is_same(&before.source, &document.source))
                .then_some(at)
        };
        Self {
            index,
            same: now.documents.iter().map(same).collect(),
        }
    }

    /// The sections that a document was, if they are as many as it has now.
    fn known(
        &self,
        layout: &Layout,
        document: DocumentRef,
    ) -> Option<(&'a SearchIndex, Range<u32>)> {
        let was = (*self.same.get(document.0 as usize)?)?;
        let sections = self.index.layout.sections_of(was);
        (sections.len() == layout.sections_of(document).len()).then_some((self.index, sections))
    }

    /// The group that some documents were, if none of them has changed and it held no others.
    fn group(&self, layout: &Layout, documents: &Range<u32>) -> Option<usize> {
        let first = (*self.same.get(documents.start as usize)?)?.0;
        let were = first..first + (documents.end - documents.start);
        let same = documents.clone().zip(were.clone()).all(|(now, was)| {
            let known = self.same.get(now as usize).copied().flatten() == Some(DocumentRef(was));
            known && self.known(layout, DocumentRef(now)).is_some()
        });
        self.index.layout.group_of(&were).filter(|_| same)
    }
}

/// Whether two sources are known to have the same text.
fn is_same(a: &Source, b: &Source) -> bool {
    let known = |source: &Source| {
        source
            .stamp
            .map(|stamp| (stamp.length, stamp.content))
            .filter(|(_, content)| *content > 0)
    };
    known(a).is_some() && known(a) == known(b)
}

/// A group, being made.
struct GroupWriter {
    entries: EntriesWriter,
    text: TextWriter,
}

impl GroupWriter {
    fn new() -> Result<Self, SearchError> {
        Ok(Self {
            entries: EntriesWriter::default(),
            text: TextWriter::new()?,
        })
    }

    /// Adds the next section.
    fn section(&mut self, told: &Told<'_>, facets: &[(Facet, String)]) -> Result<(), SearchError> {
        self.entries.add(told);
        Ok(self.text.add(&self.entries.told, facets)?)
    }
}

/// An index, being made.
struct Making<'a> {
    out: StoreWriter<'a>,
    words: Words,
    /// For each group the words of all that its own codes stand for.
    codes: Vec<Vec<u32>>,
}

impl Making<'_> {
    /// Writes a group that was made.
    fn add(&mut self, group: GroupWriter) -> Result<(), SearchError> {
        let GroupWriter { entries, text } = group;
        self.codes.push(self.words.add_all(&entries.words));
        entries.write(&mut self.out)?;
        Ok(text.write(&mut self.out)?)
    }

    /// Writes a group of an index of before once more.
    fn copy(&mut self, index: &SearchIndex, group: usize) -> Result<(), SearchError> {
        let uses = store::read(&index.store.of_group(group, GroupPart::WordUses))?;
        let words = index
            .entries
            .words(group)
            .map(|word| index.vocabulary.text(word));
        let codes = words
            .zip(read_uses(&uses))
            .map(|(text, (sections, places))| self.words.add(text, sections, places));
        self.codes.push(codes.collect());
        for part in GroupPart::ALL {
            for chunk in index.store.of_group(group, part).stream_file_chunks() {
                self.out.add(&chunk?)?;
            }
            self.out.end_group_part(part);
        }
        Ok(())
    }

    /// Writes what is of no group.
    fn finish(mut self, book: &Rulebook, layout: &Layout) -> Result<(), SearchError> {
        let synonyms = Keys::new(book, &bundled_synonyms(), &mut self.words);
        self.words.write(&self.codes, &mut self.out)?;
        synonyms.write(&mut self.out)?;
        self.out
            .part(Part::Costs, |out| filter::write_costs(book, out))?;
        self.out.part(Part::Layout, |out| layout.write(out))?;
        let mut meta = write::meta(layout)?;
        self.out.part(Part::Meta, |out| out.append(&mut meta))?;
        Ok(self.out.finish()?)
    }
}
