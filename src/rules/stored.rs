//! The outline as bytes: all that a rulebook holds but for its texts, so that a start need not read them.
//!
//! It has a head, which a start reads, and the packed sections of each document, which are read when somebody asks for one
//! of them; rules that have just been loaded hold them packed as well. What can be worked out of the rest is left out:
//! children, and headings that read like their titles. A document's sections name each other from its root on, so that they
//! stay true when the documents before it change.

use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::{Arc, OnceLock};

use super::assemble::Draft;
use super::outline::{Outline, Place};
use super::{Document, DocumentRef, GameRef, Rulebook, Section, SectionRef};
use crate::bytes::{Reader, Stored, put_all, put_number, put_small, put_text, put_u32};
use crate::source::Source;
use parts::{cost, front_matter, game, put_cost, put_front_matter, put_game, put_section, section};

mod parts;

impl Rulebook {
    /// Writes the head of the outline behind `head`: all but the sections, which [`Rulebook::store_sections`] writes, and what
    /// belongs behind them, which is given back. `file` says which of the files that [`Rulebook::restore`] will be given a
    /// document comes from, and `names` what [`Rulebook::stored_names`] will give back of a game; nothing where that is to be
    /// made again when it is asked for.
    pub fn store(
        &self,
        head: &mut Vec<u8>,
        file: impl Fn(&Source) -> u32,
        names: impl Fn(GameRef) -> Vec<u8>,
    ) -> Vec<u8> {
        put_all(head, &self.games, put_game);
        put_number(head, self.documents.len() as u64);
        let mut start = 0;
        for (at, document) in (0..).map(DocumentRef).zip(&self.documents) {
            put_small(head, file(&document.source));
            put_small(head, document.game.0);
            put_small(head, document.body);
            put_small(head, document.length);
            put_text(head, &document.id);
            put_text(head, &document.title);
            put_front_matter(head, &document.front_matter);
            let (kinds, costs) = self.outline.facts(at);
            put_small(head, kinds);
            put_all(head, costs, |out, cost| put_cost(out, *cost));
            let (root, end) = self.outline.range(at);
            put_small(head, end.0 - root.0);
            let sections: Vec<_> = (root.0..end.0).map(SectionRef).collect();
            let bit = |(at, one): (u8, &SectionRef)| u8::from(self.is_run_in(*one)) << at;
            head.extend(
                sections
                    .chunks(8)
                    .map(|eight| (0..).zip(eight).map(bit).sum::<u8>()),
            );
            start = put_place(
                head,
                Place {
                    start,
                    ..self.outline.place(at)
                },
            );
        }
        let mut behind = Vec::new();
        for game in (0..).map(GameRef).take(self.games.len()) {
            let names = names(game);
            start = put_place(
                head,
                Place {
                    store: 0,
                    start,
                    length: names.len(),
                    sum: crc32fast::hash(&names),
                },
            );
            behind.extend(names);
        }
        behind
    }

    /// Writes the sections, as the head says where they are.
    ///
    /// # Errors
    /// Those of the writer, and where packed sections cannot be read any more.
    pub fn store_sections(&self, out: &mut impl Write) -> io::Result<()> {
        (0..)
            .map(DocumentRef)
            .take(self.documents.len())
            .try_for_each(|at| {
                let packed = self
                    .outline
                    .stored_at(self.outline.place(at))
                    .ok_or(io::ErrorKind::InvalidData)?;
                out.write_all(&packed)
            })
    }

    /// Reads an outline, its sections left where they are stored; `None` where the bytes are none, or are of other files.
    #[must_use]
    pub fn restore(head: &mut Reader<'_>, sections: Stored, files: &[Arc<Source>]) -> Option<Self> {
        let stored = sections.length();
        let mut book = Self {
            games: head.all(game),
            outline: Outline::of_store(sections),
            ..Self::default()
        };
        let count = head.count();
        book.documents.reserve(count.min(files.len()));
        book.by_id.reserve(count.min(files.len()));
        for _ in 0..count {
            let source = files.get(head.small() as usize)?;
            book.restore_document(head, stored, Arc::clone(source))?;
        }
        book.outline.names = book
            .games
            .iter()
            .map(|_| place(head, stored))
            .collect::<Option<_>>()?;
        Some(book)
    }

    /// What was stored beside the sections to find the names of a game by; nothing where nothing was, or where it is damaged.
    #[must_use]
    pub fn stored_names(&self, game: GameRef) -> Option<Cow<'_, [u8]>> {
        let place = self
            .outline
            .names
            .get(game.0 as usize)
            .filter(|place| place.length > 0)?;
        self.outline.stored_at(*place)
    }

    fn restore_document(
        &mut self,
        head: &mut Reader<'_>,
        stored: u64,
        source: Arc<Source>,
    ) -> Option<()> {
        let (game, body, length) = (GameRef(head.small()), head.small(), head.small());
        self.games.get(game.0 as usize)?;
        let (id, title, front_matter) = (head.string(), head.string(), front_matter(head));
        let kinds = head.small();
        let costs: Option<Vec<_>> = (0..head.count()).map(|_| cost(head)).collect();
        let count = usize::try_from(head.number()).ok()?;
        let bits = head.take(count.div_ceil(8))?;
        let place = place(head, stored)?;
        // A section takes more than a byte: there are no more of them than that.
        let fits = count <= place.length && count > 0;
        u32::try_from(self.outline.len() + count)
            .ok()
            .filter(|_| fits)?;
        let root = self.outline.next_root();
        let run_in = (0..count).map(|at| bits[at / 8] >> (at % 8) & 1 == 1);
        self.outline.push_packed(run_in, (kinds, &costs?), place);
        self.by_id.insert(
            id.clone(),
            DocumentRef(u32::try_from(self.documents.len()).ok()?),
        );
        let by_id = OnceLock::new();
        self.documents.push(Document {
            id,
            game,
            title,
            front_matter,
            root,
            body,
            length,
            source,
            by_id,
            whole: true,
        });
        Some(())
    }

    /// The sections of a document as they were packed. Where these are damaged, they are read from the text again; where
    /// that is another one now, nothing is known of them but how many there were, until the rules are loaded again.
    pub(super) fn unpack(&self, at: DocumentRef) -> Vec<Section> {
        let (root, end) = self.outline.range(at);
        let count = (end.0 - root.0) as usize;
        if !self.document(at).whole {
            return unknown(self.document(at), at, count);
        }
        let again = || {
            self.read_again(at)
                .filter(|sections| sections.len() == count)
        };
        self.decode(at, count).or_else(again).unwrap_or_else(|| {
            self.mark_outdated();
            unknown(self.document(at), at, count)
        })
    }

    fn decode(&self, at: DocumentRef, count: usize) -> Option<Vec<Section>> {
        let document = self.document(at);
        let bytes = self.outline.stored_at(self.outline.place(at))?;
        let mut input = Reader::new(&bytes);
        let root = document.root.0 as usize;
        let mut sections = Vec::with_capacity(count);
        for index in 0..count {
            sections.push(section(&mut input, at, document, root + index)?);
        }
        connect(&mut sections, document.root).then_some(sections)
    }
}

/// Writes where something is stored; gives where the next begins.
fn put_place(head: &mut Vec<u8>, place: Place) -> u64 {
    put_number(head, place.start);
    put_number(head, place.length as u64);
    put_u32(head, place.sum);
    place.start + place.length as u64
}

/// Where something is stored; `None` where less is stored than that.
fn place(head: &mut Reader<'_>, stored: u64) -> Option<Place> {
    let (start, length) = (head.number(), usize::try_from(head.number()).ok()?);
    let place = Place {
        store: 0,
        start,
        length,
        sum: head.fixed(),
    };
    (place.start.checked_add(place.length as u64)? <= stored).then_some(place)
}

/// Packs the sections of a document, whose root and id are given.
pub(super) fn pack(out: &mut Vec<u8>, root: SectionRef, id: &str, sections: &[Section]) {
    for section in sections {
        put_section(out, root, id, section);
    }
}

/// Sections without a name, as many as there were.
fn unknown(document: &Document, at: DocumentRef, count: usize) -> Vec<Section> {
    let draft = Draft::unread(document.body as usize);
    let (mut sections, _) =
        draft.into_sections(&document.title, at, document.root, document.length as usize);
    let Some(root) = sections.first_mut() else {
        return sections;
    };
    root.id.clone_from(&document.id);
    (root.line, root.line_end) = (1, 1);
    root.end = SectionRef(document.root.0 + u32::try_from(count).unwrap_or(u32::MAX));
    let blank = Section {
        parent: Some(document.root),
        title: String::new(),
        level: 1,
        ..root.clone()
    };
    root.children = (document.root.0 + 1..root.end.0).map(SectionRef).collect();
    let inner = root.children.clone().into_iter().map(|own| {
        let id = format!("{}#{}", document.id, own.0 - document.root.0);
        Section {
            id,
            end: SectionRef(own.0 + 1),
            ..blank.clone()
        }
    });
    sections.extend(inner);
    sections
}

/// Fills in the children; whether the sections of a document form one tree.
fn connect(sections: &mut [Section], root: SectionRef) -> bool {
    let all = SectionRef(
        root.0
            .saturating_add(u32::try_from(sections.len()).unwrap_or(u32::MAX)),
    );
    if sections
        .first()
        .is_none_or(|first| first.parent.is_some() || first.end != all)
    {
        return false;
    }
    for index in 1..sections.len() {
        let (before, rest) = sections.split_at_mut(index);
        let (own, end) = (
            SectionRef(root.0 + u32::try_from(index).unwrap_or(u32::MAX)),
            rest[0].end,
        );
        let parent = rest[0]
            .parent
            .and_then(|parent| before.get_mut((parent.0 - root.0) as usize));
        let Some(parent) = parent.filter(|parent| end > own && end <= parent.end) else {
            return false;
        };
        parent.children.push(own);
    }
    true
}

#[cfg(test)]
mod tests;
