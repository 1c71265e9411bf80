//! The outline as bytes: all that a rulebook holds but for its texts, so that a start need not read them.
//!
//! It has a head, which a start reads, and the sections of each document, which are read when somebody asks for one of
//! them. What can be worked out of the rest is left out: children, and headings that read like their titles. A document's
//! sections name each other from its root on, so that they stay true when the documents before it change.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use super::assemble::Draft;
use super::outline::Place;
use super::{Document, DocumentRef, GameRef, Rulebook, Section, SectionRef};
use crate::bytes::{Reader, Stored, put_all, put_number, put_small, put_text, put_u32};
use crate::source::Source;
use parts::{cost, front_matter, game, put_cost, put_front_matter, put_game, put_section, section};

mod parts;

impl Rulebook {
    /// Writes the head of the outline behind `head`, and its sections behind `sections`. `file` says which of the files that
    /// [`Rulebook::restore`] will be given a document comes from, and `names` what [`Rulebook::stored_names`] will give back
    /// of a game; nothing where that is to be made again when it is asked for.
    pub fn store(
        &self,
        head: &mut Vec<u8>,
        sections: &mut Vec<u8>,
        file: impl Fn(&Source) -> u32,
        names: impl Fn(GameRef) -> Vec<u8>,
    ) {
        put_all(head, &self.games, put_game);
        put_small(head, self.outline.kinds);
        put_all(head, &self.outline.costs, |out, known| put_cost(out, *known));
        put_number(head, self.documents.len() as u64);
        let from = sections.len();
        for (at, document) in (0..).map(DocumentRef).zip(&self.documents) {
            put_small(head, file(&document.source));
            put_small(head, document.game.0);
            put_small(head, document.body);
            put_small(head, document.length);
            put_text(head, &document.id);
            put_text(head, &document.title);
            put_front_matter(head, &document.front_matter);
            let start = sections.len();
            let own = self.sections_of(at);
            for section in own {
                put_section(sections, document, section);
            }
            put_number(head, own.len() as u64);
            let bits = own.chunks(8).map(|eight| (0..).zip(eight).map(|(at, one)| u8::from(one.run_in) << at).sum());
            head.extend(bits.collect::<Vec<u8>>());
            put_place(head, from, &sections[start..], start);
        }
        for game in (0..).map(GameRef).take(self.games.len()) {
            let start = sections.len();
            sections.extend(names(game));
            put_place(head, from, &sections[start..], start);
        }
    }

    /// Reads an outline, its sections left where they are stored; `None` where the bytes are none, or are of other files.
    #[must_use]
    pub fn restore(head: &mut Reader<'_>, sections: Stored, files: &[Arc<Source>]) -> Option<Self> {
        let mut book = Self { games: head.all(game), ..Self::default() };
        book.outline.kinds = head.small();
        for _ in 0..head.count() {
            book.outline.costs.push(cost(head)?);
        }
        for _ in 0..head.count() {
            let source = files.get(head.small() as usize)?;
            book.restore_document(head, &sections, Arc::clone(source))?;
        }
        book.outline.names = book.games.iter().map(|_| place(head, &sections)).collect::<Option<_>>()?;
        book.outline.stored = Some(sections);
        Some(book)
    }

    /// What was stored beside the sections to find the names of a game by; nothing where nothing was, or where it is damaged.
    #[must_use]
    pub fn stored_names(&self, game: GameRef) -> Option<Cow<'_, [u8]>> {
        let place = self.outline.names.get(game.0 as usize).filter(|place| place.length > 0)?;
        self.outline.stored_at(*place)
    }

    fn restore_document(&mut self, head: &mut Reader<'_>, stored: &Stored, source: Arc<Source>) -> Option<()> {
        let (game, body, length) = (GameRef(head.small()), head.small(), head.small());
        self.games.get(game.0 as usize)?;
        let (id, title, front_matter) = (head.string(), head.string(), front_matter(head));
        let count = usize::try_from(head.number()).ok()?;
        let bits = head.take(count.div_ceil(8))?;
        let place = place(head, stored)?;
        // A section takes more than a byte: there are no more of them than that.
        let fits = count <= place.length && count > 0;
        u32::try_from(self.outline.len() + count).ok().filter(|_| fits)?;
        let root = self.outline.next_root();
        self.outline.push_stored((0..count).map(|at| bits[at / 8] >> (at % 8) & 1 == 1), place);
        self.by_id.insert(id.clone(), DocumentRef(u32::try_from(self.documents.len()).ok()?));
        let by_id = OnceLock::new();
        self.documents.push(Document { id, game, title, front_matter, root, body, length, source, by_id, whole: true });
        Some(())
    }

    /// The sections of a document as they were stored. Where that place is damaged, they are read from the text again; where
    /// that is another one now, nothing is known of them but how many there were, until the rules are loaded again.
    pub(super) fn unpack(&self, at: DocumentRef, place: Place) -> Vec<Section> {
        let (root, end) = self.outline.range(at);
        let count = (end.0 - root.0) as usize;
        let again = || self.read_again(at).filter(|sections| sections.len() == count);
        self.decode(at, place, count).or_else(again).unwrap_or_else(|| {
            self.mark_outdated();
            unknown(self.document(at), at, count)
        })
    }

    fn decode(&self, at: DocumentRef, place: Place, count: usize) -> Option<Vec<Section>> {
        let document = self.document(at);
        let bytes = self.outline.stored_at(place)?;
        let mut input = Reader::new(&bytes);
        let root = document.root.0 as usize;
        let mut sections = Vec::with_capacity(count);
        for index in 0..count {
            sections.push(section(&mut input, at, document, root + index)?);
        }
        connect(&mut sections, document.root).then_some(sections)
    }
}

/// Writes where a piece is stored that starts at `start`, all of them having begun at `from`.
fn put_place(head: &mut Vec<u8>, from: usize, piece: &[u8], start: usize) {
    put_number(head, (start - from) as u64);
    put_number(head, piece.len() as u64);
    put_u32(head, crc32fast::hash(piece));
}

/// Where a piece is stored; `None` where less is stored than that.
fn place(head: &mut Reader<'_>, stored: &Stored) -> Option<Place> {
    let place = Place { start: head.number(), length: usize::try_from(head.number()).ok()?, sum: head.fixed() };
    (place.start.checked_add(place.length as u64)? <= stored.length()).then_some(place)
}

/// Sections without a name, as many as there were.
fn unknown(document: &Document, at: DocumentRef, count: usize) -> Vec<Section> {
    let draft = Draft::unread(document.body as usize);
    let (mut sections, _) = draft.into_sections(&document.title, at, document.root, document.length as usize);
    let Some(root) = sections.first_mut() else { return sections };
    root.id.clone_from(&document.id);
    root.end = SectionRef(document.root.0 + u32::try_from(count).unwrap_or(u32::MAX));
    let blank = Section { parent: Some(document.root), title: String::new(), level: 1, ..root.clone() };
    root.children = (document.root.0 + 1..root.end.0).map(SectionRef).collect();
    let inner = root.children.clone().into_iter().map(|own| {
        let id = format!("{}#{}", document.id, own.0 - document.root.0);
        Section { id, end: SectionRef(own.0 + 1), ..blank.clone() }
    });
    sections.extend(inner);
    sections
}

/// Fills in the children; whether the sections of a document form one tree.
fn connect(sections: &mut [Section], root: SectionRef) -> bool {
    let all = SectionRef(root.0.saturating_add(u32::try_from(sections.len()).unwrap_or(u32::MAX)));
    if sections.first().is_none_or(|first| first.parent.is_some() || first.end != all) {
        return false;
    }
    for index in 1..sections.len() {
        let (before, rest) = sections.split_at_mut(index);
        let (own, end) = (SectionRef(root.0 + u32::try_from(index).unwrap_or(u32::MAX)), rest[0].end);
        let parent = rest[0].parent.and_then(|parent| before.get_mut((parent.0 - root.0) as usize));
        let Some(parent) = parent.filter(|parent| end > own && end <= parent.end) else { return false };
        parent.children.push(own);
    }
    true
}

#[cfg(test)]
mod tests;
