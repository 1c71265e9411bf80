//! Checks a rulebook that was read from a file. Somebody else may have written the file, so nothing in
//! it is trusted: no reference may lead out of the rulebook, and no text may control the terminal.

use super::model::{Document, DocumentRef, Game, Section, SectionRef, Vocabulary};
use super::rulebook::Rulebook;
use crate::source::{Span, clamped, is_unsafe};

impl Rulebook {
    /// Whether the rulebook could be the result of loading files: its documents and their sections
    /// form the tree that the rest of the program relies on, and no text contains a character that
    /// must not reach the terminal.
    pub fn is_sound(&self) -> bool {
        let mut next = SectionRef(0);
        let documents = (0..).map(DocumentRef).zip(&self.documents);
        let are_sound = documents.into_iter().all(|(at, document)| {
            let start = std::mem::replace(&mut next, self.end_of(document));
            document.root == start && start < next && self.is_document(at, document, next)
        });
        let mut words = self.vocabularies.iter().flat_map(Vocabulary::kind_names);
        are_sound
            && next.0 as usize == self.section_count()
            && self.games.iter().all(is_safe_game)
            && words.all(is_safe)
    }

    /// Returns the section after the last one of a document, or the document's root if there is no
    /// such section.
    fn end_of(&self, document: &Document) -> SectionRef {
        let root = self.sections.get(document.root.0 as usize);
        let end = root.map_or(document.root, |root| root.end);
        end.min(SectionRef(clamped(self.sections.len())))
    }

    fn is_document(&self, at: DocumentRef, document: &Document, end: SectionRef) -> bool {
        let head = &document.front_matter;
        let values = head.values.iter().flat_map(|(key, value)| [key, value]);
        let texts = [&document.id, &document.title].into_iter();
        let mut texts = texts.chain(values).chain(&head.aliases);
        let sections = (document.root.0..end.0).map(SectionRef);
        (document.game.0 as usize) < self.games.len()
            && (document.vocabulary.0 as usize) < self.vocabularies.len()
            && document.body <= document.length
            && texts.all(|text| is_safe(text))
            && sections.into_iter().all(|section| {
                let this = self.section(section);
                this.document == at
                    && this.id.starts_with(&document.id)
                    && this.end <= end
                    && self.is_nested(section, document.root)
                    && is_within(this.span, document)
                    && is_within(this.heading_span, document)
                    && is_safe_section(this)
            })
    }

    /// Whether a section is inside its parent. Only a root has none.
    fn is_nested(&self, section: SectionRef, root: SectionRef) -> bool {
        let this = self.section(section);
        let is_inside = |parent: SectionRef| {
            root <= parent && parent < section && this.end <= self.section(parent).end
        };
        section < this.end && this.parent.map_or(section == root, is_inside)
    }
}

fn is_within(span: Span, document: &Document) -> bool {
    span.start <= span.end && span.end <= document.length
}

fn is_safe_section(section: &Section) -> bool {
    let texts = [&section.id, &section.title, &section.heading].into_iter();
    let lists = section.tags.iter().chain(&section.aliases);
    let optional = section.scope.iter().chain(&section.parameter);
    let mut texts = texts.chain(lists).chain(optional);
    texts.all(|text| is_safe(text)) && section.printed.as_deref().is_none_or(is_safe)
}

fn is_safe_game(game: &Game) -> bool {
    let synonyms = game.synonyms.iter();
    let synonyms = synonyms.flat_map(|synonym| synonym.means.iter().chain([&synonym.word]));
    let lists = game.documents.iter().chain(&game.undefined);
    let lists = lists.chain(&game.never_link).chain(&game.always_link);
    let mut texts = [&game.id, &game.name]
        .into_iter()
        .chain(lists)
        .chain(synonyms);
    texts.all(|text| is_safe(text))
}

/// Whether a text can be shown. A heading may have a line break.
fn is_safe(text: &str) -> bool {
    let is_plain = |byte: u8| (b' '..=b'~').contains(&byte);
    text.bytes().all(is_plain) || !text.chars().any(|c| is_unsafe(c) && c != '\n')
}
