//! Bodies: what stands under the headings of a document, parsed when somebody reads it.
//!
//! The outline of all documents is small and always there; their texts, taken apart into blocks, are large. So a body is
//! made of a document's source when it is asked for, and only those that were read last are kept. Parsing is a function
//! of the text alone: the same source gives the same sections in the same order, each time.

use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Serialize, Serializer};

use super::assemble::Draft;
use super::{Block, Document, DocumentRef, RichText, Rulebook, Section, SectionRef, Table};
use crate::loader;

/// Bodies are kept up to so many bytes of text in all: their blocks take about ten times that.
const MOST_TEXT: usize = 1024 * 1024;

/// And no more of them than this, however short they are: they are looked for one by one.
const MOST_BODIES: usize = 128;

/// The blocks of all sections of one document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    first: u32,
    sections: Vec<Vec<Block>>,
}

/// What stands under one heading before the next one. It keeps its document's body in memory, and no longer than it is
/// held.
#[derive(Clone, Debug, PartialEq)]
pub struct Blocks {
    body: Arc<Body>,
    section: SectionRef,
}

/// The bodies that were read last.
#[derive(Debug, Default)]
pub(super) struct Bodies {
    /// The latest at the end, each with the bytes of its text.
    kept: Mutex<Vec<(DocumentRef, Arc<Body>, usize)>>,
    outdated: AtomicBool,
}

impl Body {
    /// The blocks of a document's sections, its root's first, `root` being its place in the rulebook.
    pub(super) fn new(root: SectionRef, sections: Vec<Vec<Block>>) -> Self {
        Self {
            first: root.0,
            sections,
        }
    }

    /// What stands under a heading; nothing where the section is of another document.
    #[must_use]
    pub fn blocks(&self, section: SectionRef) -> &[Block] {
        let index = section
            .0
            .checked_sub(self.first)
            .map(|index| index as usize);
        index
            .and_then(|index| self.sections.get(index))
            .map_or(&[], Vec::as_slice)
    }
}

impl Blocks {
    /// The body they are a part of: run-in rules among the blocks have theirs there.
    #[must_use]
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// Every text of the section's own blocks, in reading order, headings and run-in rules' texts left out.
    pub fn texts(&self) -> impl Iterator<Item = &RichText> {
        self.iter().flat_map(Block::texts)
    }

    /// Every table among the section's own blocks.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.iter().flat_map(Block::tables)
    }
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

impl Bodies {
    /// Keeps a body, and lets go of those that nobody has read for the longest time.
    pub fn keep(&self, document: DocumentRef, body: &Arc<Body>, bytes: usize) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(known, ..)| *known != document);
        kept.push((document, Arc::clone(body), bytes));
        let mut all: usize = kept.iter().map(|(.., bytes)| bytes).sum();
        // The one that is being read stays, however long it is.
        let surplus = kept.iter().enumerate().take_while(|(index, (.., bytes))| {
            let too_many =
                *index + 1 < kept.len() && (all > MOST_TEXT || kept.len() - index > MOST_BODIES);
            all = all.saturating_sub(*bytes);
            too_many
        });
        let surplus = surplus.count();
        kept.drain(..surplus);
    }

    fn get(&self, document: DocumentRef) -> Option<Arc<Body>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().rposition(|(known, ..)| *known == document)?;
        let found = kept.remove(at);
        let body = Arc::clone(&found.1);
        kept.push(found);
        Some(body)
    }
}

impl Rulebook {
    /// What stands under a heading before the next one.
    ///
    /// # Panics
    /// Where the reference is of another rulebook.
    #[must_use]
    pub fn blocks(&self, section: SectionRef) -> Blocks {
        Blocks {
            body: self.body(self.outline.document_of(section)),
            section,
        }
    }

    /// What stands under all headings of a document; it is kept for whoever reads on in it.
    ///
    /// # Panics
    /// Where the reference is of another rulebook.
    #[must_use]
    pub fn body(&self, document: DocumentRef) -> Arc<Body> {
        self.bodies.get(document).unwrap_or_else(|| {
            let body = Arc::new(self.parse(self.document(document)));
            self.bodies
                .keep(document, &body, self.document(document).length as usize);
            body
        })
    }

    /// All sections with what stands under them, in reading order. One document after the other is parsed and let go of
    /// again; their sections stay unpacked, so that whoever goes through large rules uses [`Rulebook::reading`].
    pub fn walk(&self) -> impl Iterator<Item = (SectionRef, &Section, Blocks)> {
        (0..)
            .map(DocumentRef)
            .take(self.documents.len())
            .flat_map(|document| self.walk_document(document))
    }

    /// The same of one document.
    pub(super) fn walk_document(
        &self,
        at: DocumentRef,
    ) -> impl Iterator<Item = (SectionRef, &Section, Blocks)> + use<'_> {
        let document = self.document(at);
        let body = self
            .bodies
            .get(at)
            .unwrap_or_else(|| Arc::new(self.parse(document)));
        let blocks = move |section| Blocks {
            body: Arc::clone(&body),
            section,
        };
        let sections = (document.root.0..)
            .map(SectionRef)
            .zip(self.sections_of(at));
        sections.map(move |(at, section)| (at, section, blocks(at)))
    }

    /// Whether a file was found to have changed since its outline was made: the rules have to be loaded again.
    #[must_use]
    pub fn is_outdated(&self) -> bool {
        self.bodies.outdated.load(Ordering::Relaxed)
    }

    /// Parses a document again. Where that does not give the sections of the outline, there is nothing to read: blocks
    /// must not stand under another heading than theirs.
    fn parse(&self, document: &Document) -> Body {
        let body = if document.whole {
            self.parse_again(document)
        } else {
            None
        };
        if body.is_none() && document.whole {
            self.mark_outdated();
        }
        body.unwrap_or_default()
    }

    /// Notes that a file was found to have changed since its outline was made.
    pub(super) fn mark_outdated(&self) {
        self.bodies.outdated.store(true, Ordering::Relaxed);
    }

    fn parse_again(&self, document: &Document) -> Option<Body> {
        let unread = document.source.is_unread;
        let read = if unread {
            Some(loader::reread(&document.source)?)
        } else {
            None
        };
        let source = read.as_ref().unwrap_or(&document.source);
        // An outline that was stored may be of a longer text.
        let start =
            Some(document.body as usize).filter(|start| source.text.is_char_boundary(*start))?;
        let draft = Draft::parse(source, start);
        let at = self.outline.document_of(document.root);
        let (sections, body) =
            draft.into_sections(&document.title, at, document.root, source.text.len());
        let known = self.sections_of(at);
        let is_same = |(section, known): (&Section, &Section)| {
            (section.heading_span, section.level, section.run_in)
                == (known.heading_span, known.level, known.run_in)
        };
        let same = sections.len() == known.len() && sections.iter().zip(known).all(is_same);
        same.then_some(body)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::source::Source;

    /// Pieces of documents, of all kinds of blocks.
    fn piece() -> impl Strategy<Value = String> {
        let pieces = [
            "# Title",
            "## Part",
            "### Open 1AP",
            "**Name:** text of it",
            "**Stats:**",
            "- item",
            "  - inner",
            "> quoted",
            "> **Designer's Note:** why",
            "| a | b |\n|---|---|\n| 1 | 2 |",
            "▶ Do it.",
            "◆ Not so.",
            "---",
            "text",
            "**Question:** Why?",
            "```\ncode\n```",
            "[x]: y.md",
            "Term: text",
        ];
        (
            prop::sample::select(pieces.to_vec()),
            prop::sample::select(vec!["\n", "\n\n"]),
        )
            .prop_map(|(piece, gap)| format!("{piece}{gap}"))
    }

    proptest! {
        #[test]
        fn a_document_that_is_parsed_again_has_the_same_blocks(
            pieces in prop::collection::vec(piece(), 0..30),
            head in prop::sample::select(vec!["", "---\ntitle: Head\n---\n"]),
        ) {
            let text = format!("{head}{}", pieces.concat());
            let other = Source::in_memory("other.md", "# Other\n\ntext\n");
            let book = Rulebook::load(vec![other, Source::in_memory("a.md", &text)], Vec::new());
            for (at, document) in (0..).map(DocumentRef).zip(&book.documents) {
                let kept = book.body(at);
                prop_assert_eq!(&book.parse(document), kept.as_ref());
                let sections = (book.section(document.root).end.0 - document.root.0) as usize;
                prop_assert_eq!(kept.sections.len(), sections);
            }
        }
    }

    #[test]
    fn walking_gives_the_same_as_asking_for_each() {
        let book = Rulebook::load(loader::bundled().collect(), Vec::new());
        let walked: Vec<_> = book
            .walk()
            .map(|(at, _, blocks)| (at, blocks.to_vec()))
            .collect();
        let asked: Vec<_> = book
            .iter()
            .map(|(at, _)| (at, book.blocks(at).to_vec()))
            .collect();
        assert!(walked.iter().any(|(_, blocks)| !blocks.is_empty()));
        assert_eq!(walked, asked);
        assert!(
            book.iter()
                .all(|(at, section)| section.has_text != book.blocks(at).is_empty())
        );
    }

    #[test]
    fn only_the_bodies_that_were_read_last_are_kept() {
        let text = format!("# A\n\n{}", "word ".repeat(MOST_TEXT / 20));
        let sources = (0..9)
            .map(|number| Source::in_memory(&format!("{number}.md"), &text))
            .collect();
        let book = Rulebook::load(sources, Vec::new());
        let kept = || {
            book.bodies
                .kept
                .lock()
                .unwrap()
                .iter()
                .map(|(at, ..)| at.0)
                .collect::<Vec<_>>()
        };
        assert_eq!(kept(), [6, 7, 8]);
        assert_eq!(book.blocks(SectionRef(0)).len(), 1);
        assert_eq!(book.blocks(book.documents[7].root).len(), 1);
        assert_eq!(kept(), [8, 0, 7]);
        assert_eq!(book.walk().count(), 9);
        // Walking took what was there, in its own order, and kept none of the others.
        assert_eq!(kept(), [0, 7, 8]);
    }

    #[test]
    fn many_short_bodies_are_not_all_kept() {
        let sources = (0..MOST_BODIES + 9)
            .map(|number| Source::in_memory(&format!("{number}.md"), "# A\n\nx\n"));
        let book = Rulebook::load(sources.collect(), Vec::new());
        assert_eq!(book.bodies.kept.lock().unwrap().len(), MOST_BODIES);
    }

    #[test]
    fn a_document_that_no_longer_fits_its_outline_has_no_text() {
        let mut book = Rulebook::load(
            vec![Source::in_memory("a.md", "# A\n\nx\n\n## B\n\ny\n")],
            Vec::new(),
        );
        book.documents[0].source = Arc::new(Source::in_memory(
            "a.md",
            "# A\n\nx\n\n## B\n\ny\n\n## C\n\nz\n",
        ));
        assert!(!book.is_outdated());
        assert_eq!(book.parse(&book.documents[0]), Body::default());
        for outside in [2, 3, 100, u32::MAX] {
            book.documents[0].body = outside;
            book.documents[0].source = Arc::new(Source::in_memory("a.md", "# ▶"));
            assert_eq!(book.parse(&book.documents[0]), Body::default(), "{outside}");
        }
        assert!(book.is_outdated());
        assert!(Body::default().blocks(SectionRef(1)).is_empty());
    }

    #[test]
    fn texts_that_are_left_in_their_files_are_read_when_they_are_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.md");
        std::fs::write(&file, "# A\n\nx\n\n## B\n\ny\n").unwrap();
        let found = loader::find(&[loader::Origin::Path(folder.path().to_owned())]).unwrap();
        let sources = found.entries.into_iter().map(|entry| match entry {
            loader::Entry::File(source) => Arc::unwrap_or_clone(source),
            loader::Entry::Fault(fault) => panic!("{fault}"),
        });
        let book = Rulebook::load(sources.collect(), Vec::new());
        assert!(book.documents[0].source.text.is_empty());
        assert_eq!(
            (
                book.parse(&book.documents[0]).sections.len(),
                book.is_outdated()
            ),
            (2, false)
        );
        // As many sections in the same places, but another text.
        std::fs::write(&file, "# A\n\nz\n\n## B\n\ny\n").unwrap();
        assert_eq!(
            (
                book.parse(&book.documents[0]).sections.len(),
                book.is_outdated()
            ),
            (0, true)
        );
    }
}
