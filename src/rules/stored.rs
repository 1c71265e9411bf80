//! The outline as bytes: all that a rulebook holds but for its texts, so that a start need not read them.
//!
//! What can be worked out of the rest is left out: children, and headings that read like their titles. A document's
//! sections name each other from its root on, so that they stay true when the documents before it change.

use std::sync::{Arc, OnceLock};

use super::assemble::Draft;
use super::{Document, DocumentRef, GameRef, Rulebook, Section, SectionRef};
use crate::bytes::{Reader, put_all, put_number, put_small, put_text};
use crate::source::Source;
use parts::{front_matter, game, put_front_matter, put_game, put_section, section};

mod parts;

/// A document as it was stored.
pub(super) struct Record<'a> {
    game: GameRef,
    id: &'a str,
    head: Head,
    count: usize,
    sections: Reader<'a>,
}

/// What stands in a record about the document itself.
struct Head {
    body: u32,
    length: u32,
    title: String,
    front_matter: super::FrontMatter,
}

impl Rulebook {
    /// Writes the outline behind `out`. `file` says which of the files that [`Rulebook::restore`] will be given a
    /// document comes from.
    pub fn store(&self, out: &mut Vec<u8>, file: impl Fn(&Source) -> u32) {
        put_all(out, &self.games, put_game);
        put_number(out, self.documents.len() as u64);
        let mut sections = Vec::new();
        for document in &self.documents {
            put_small(out, file(&document.source));
            put_small(out, document.game.0);
            put_small(out, document.body);
            put_small(out, document.length);
            put_text(out, &document.id);
            put_text(out, &document.title);
            put_front_matter(out, &document.front_matter);
            let end = self.section(document.root).end;
            put_small(out, end.0 - document.root.0);
            sections.clear();
            for section in &self.sections[document.root.0 as usize..end.0 as usize] {
                put_section(&mut sections, document, section);
            }
            put_number(out, sections.len() as u64);
            out.extend_from_slice(&sections);
        }
    }

    /// Reads an outline; `None` where the bytes are none, or are of other files. Where `only` is given, no other document's
    /// sections are read than those of the first that it wants, else of the first of all: a glance.
    #[must_use]
    pub fn restore(input: &mut Reader<'_>, files: &[Arc<Source>], only: Option<&str>) -> Option<Self> {
        let mut book = Self { games: input.all(game), ..Self::default() };
        let count = input.count();
        let mut records = Vec::with_capacity(count);
        for _ in 0..count {
            let source = files.get(input.small() as usize)?;
            records.push((source, record(input)));
        }
        let wanted =
            |game: GameRef| only.is_some_and(|id| book.games.get(game.0 as usize).is_some_and(|game| game.id == id));
        let open = records.iter().position(|(_, record)| wanted(record.game)).unwrap_or(0);
        for (at, (source, record)) in records.into_iter().enumerate() {
            book.games.get(record.game.0 as usize)?;
            let (game, id) = (record.game, record.id.to_owned());
            book.add_stored(Arc::clone(source), game, id, record, only.is_none() || at == open)?;
        }
        Some(book)
    }

    /// Adds a document as it was stored; without its sections at a glance.
    fn add_stored(
        &mut self,
        source: Arc<Source>,
        game: GameRef,
        id: String,
        record: Record<'_>,
        whole: bool,
    ) -> Option<()> {
        let at = DocumentRef(u32::try_from(self.documents.len()).ok()?);
        let root = SectionRef(u32::try_from(self.sections.len()).ok()?);
        let Record { head: Head { body, length, title, front_matter }, count, mut sections, .. } = record;
        let document =
            Document { id, game, title, front_matter, root, body, length, source, by_id: OnceLock::new(), whole };
        if whole {
            self.sections.reserve(count);
            for index in 0..count.min(sections.left()) {
                let section = section(&mut sections, at, &document, root.0 as usize + index)?;
                self.sections.push(section);
            }
            if !connect(&mut self.sections[root.0 as usize..], root) {
                return None;
            }
        } else {
            let draft = Draft::unread(body as usize);
            let (mut only_root, _) = draft.into_sections(&document.title, at, root, length as usize);
            for section in &mut only_root {
                section.id.clone_from(&document.id);
            }
            self.sections.append(&mut only_root);
        }
        self.by_id.insert(document.id.clone(), at);
        self.documents.push(document);
        Some(())
    }
}

fn record<'a>(input: &mut Reader<'a>) -> Record<'a> {
    let (game, body, length) = (GameRef(input.small()), input.small(), input.small());
    let (id, title, front_matter) = (input.text(), input.string(), front_matter(input));
    let head = Head { body, length, title, front_matter };
    let count = input.small() as usize;
    Record { game, id, head, count, sections: input.part() }
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
