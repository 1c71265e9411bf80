//! Parsed documents that have no place in a rulebook yet.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::ids::name_sections;
use super::model::document::Document;
use super::model::section::{Section, SectionRef};
use super::parse::assemble::ParsedText;
use super::parse::front_matter;
use crate::diagnostic::{Diagnostic, Severity};
use crate::loader;
use crate::source::{Source, Stamp, clamped};

/// A file changed this shortly before it was read may change again without a new time.
const UNSETTLED: Duration = Duration::from_secs(2);

/// A document and its sections. Until they have a place in a rulebook, the ids of the sections begin with the document's
/// id, and their references count from its root.
pub(super) struct ParsedDocument {
    pub document: Document,
    pub sections: Vec<Section>,
}

impl ParsedDocument {
    /// Reads and parses a document. The text of a source that comes unread is not kept.
    pub fn read(source: Source, diagnostics: &mut Vec<Diagnostic>) -> Option<Self> {
        let before = diagnostics.len();
        let unread = Some(source.clone()).filter(|source| source.is_unread);
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
        let (mut sections, _) = text.into_sections(&title, SectionRef(0));
        name_sections(&mut sections);
        for section in &mut sections {
            section.line = source.line(section.heading_span.start);
            section.line_end = source.last_line(section.span);
        }
        let document = Document {
            title,
            front_matter,
            body: clamped(body),
            length: clamped(source.text.len()),
            path: source.path.clone(),
            stamp,
            source: Arc::new(unread.unwrap_or(source)),
            ..Document::default()
        };
        Some(Self { document, sections })
    }
}

/// Whether a file was changed so recently that it may change again without a new time.
fn is_unsettled(stamp: &Stamp) -> bool {
    let changed = UNIX_EPOCH + Duration::from_nanos(stamp.modified.max(stamp.touched));
    changed + UNSETTLED >= SystemTime::now()
}
