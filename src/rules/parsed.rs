//! Parsed documents that have no place in a rulebook yet.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::ids::name_sections;
use super::model::document::Document;
use super::model::front_matter::FrontMatter;
use super::model::section::{DocumentRef, GameRef, Section, SectionRef};
use super::parse::assemble::ParsedText;
use super::parse::front_matter;
use crate::diagnostic::{Diagnostic, Severity};
use crate::loader;
use crate::source::{Source, Stamp};

/// A file changed this shortly before it was read may change again without a new time.
const UNSETTLED: Duration = Duration::from_secs(2);

/// A parsed document. Its sections refer to each other from any first section on, and their ids begin with any
/// document's id.
pub(super) struct ParsedDocument {
    pub source: Source,
    pub stamp: Stamp,
    pub front_matter: FrontMatter,
    pub title: String,
    pub body: u32,
    pub length: u32,
    pub sections: Vec<Section>,
}

impl ParsedDocument {
    /// Reads and parses a document. The text of a source that comes unread is not kept.
    pub fn read(source: Source, diagnostics: &mut Vec<Diagnostic>) -> Option<Self> {
        let (is_unread, before) = (source.is_unread, diagnostics.len());
        let source = loader::read(source, diagnostics)?;
        let (front_matter, body) = front_matter::read(&source, diagnostics);
        let is_error = |fault: &Diagnostic| fault.severity == Severity::Error;
        let mut stamp = source.stamp();
        if is_unsettled(&stamp) || diagnostics[before..].iter().any(is_error) {
            // The document is parsed again at the next start.
            stamp.modified = 0;
        }
        let text = ParsedText::parse(&source, body);
        let title = text.title(&front_matter, source.stem());
        let length = source.text.len();
        let (mut sections, _) = text.into_sections(&title, DocumentRef(0), SectionRef(0), length);
        name_sections(&mut sections);
        for section in &mut sections {
            section.line = source.line(section.heading_span.start);
            section.line_end = source.last_line(section.span);
        }
        Some(Self {
            source: if is_unread {
                source.without_text()
            } else {
                source
            },
            stamp,
            front_matter,
            title,
            body: small(body),
            length: small(length),
            sections,
        })
    }

    /// An unchanged document of another rulebook.
    pub fn unchanged(mut source: Source, known: &Document, sections: &[Section]) -> Self {
        if let Some(stamp) = &mut source.stamp {
            stamp.content = known.stamp.content;
        }
        Self {
            source,
            stamp: known.stamp,
            front_matter: known.front_matter.clone(),
            title: known.title.clone(),
            body: known.body,
            length: known.length,
            sections: sections.to_vec(),
        }
    }

    /// The document with an id and a game, and its sections from a root on.
    pub fn place(
        self,
        id: String,
        game: GameRef,
        at: DocumentRef,
        root: SectionRef,
    ) -> (Document, Vec<Section>) {
        let mut sections = self.sections;
        let old_root = sections[0].end.0 - small(sections.len());
        let old_id = sections[0].id.len();
        let moved = |section: SectionRef| SectionRef(section.0 - old_root + root.0);
        for section in &mut sections {
            section.id.replace_range(..old_id, &id);
            section.document = at;
            section.parent = section.parent.map(moved);
            section.end = moved(section.end);
            for child in &mut section.children {
                *child = moved(*child);
            }
        }
        let document = Document {
            id,
            game,
            title: self.title,
            front_matter: self.front_matter,
            root,
            body: self.body,
            length: self.length,
            path: self.source.path.clone(),
            stamp: self.stamp,
            source: Arc::new(self.source),
        };
        (document, sections)
    }
}

/// Whether a file was changed so recently that it may change again without a new time.
fn is_unsettled(stamp: &Stamp) -> bool {
    let changed = UNIX_EPOCH + Duration::from_nanos(stamp.modified.max(stamp.touched));
    changed + UNSETTLED >= SystemTime::now()
}

fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
