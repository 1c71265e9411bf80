//! Parsed documents before they join a rulebook, and unique ids.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::model::{Document, Section, SectionRef};
use super::parse::assemble::ParsedText;
use super::parse::front_matter;
use super::slug::slug;
use crate::diagnostic::{Diagnostic, Severity};
use crate::loader;
use crate::source::{Source, Stamp, clamped};

/// A file that changed this shortly before it was read may change again without a new time stamp.
const UNSETTLED: Duration = Duration::from_secs(2);

/// An id names at most this many ancestors of its section.
const MOST_PREFIXES: usize = 6;

/// A document and its sections. Before they join a rulebook, the section ids begin with the document's id, and
/// references count from its root.
pub(super) struct ParsedDocument {
    pub document: Document,
    pub sections: Vec<Section>,
}

impl ParsedDocument {
    /// Reads and parses a document. The text of an unread source is not kept.
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

/// Gives each section of a document its id, without the document's id in front. If a slug occurs more than once, each
/// occurrence gets its parents' slugs in front until it is unique, so that no id depends on the order of the sections.
pub(super) fn name_sections(sections: &mut [Section]) {
    let slugs: Vec<_> = sections
        .iter()
        .map(|section| slug(&section.title))
        .collect();
    let parent = |index: usize| {
        sections[index]
            .parent
            .map(|parent| parent.0 as usize)
            .filter(|at| *at > 0)
    };
    let mut wanted = slugs.clone();
    let mut above: Vec<_> = (0..sections.len()).map(parent).collect();
    for _ in 0..MOST_PREFIXES {
        let mut count: HashMap<&str, usize> = HashMap::new();
        for slug in &wanted[1..] {
            *count.entry(slug).or_default() += 1;
        }
        let repeated: Vec<_> = (1..wanted.len())
            .filter(|index| count[wanted[*index].as_str()] > 1)
            .collect();
        let mut longer = false;
        for index in repeated {
            if let Some(prefix) = above[index] {
                wanted[index] = format!("{}-{}", slugs[prefix], wanted[index]);
                above[index] = parent(prefix);
                longer = true;
            }
        }
        if !longer {
            break;
        }
    }
    let mut ids = UniqueIds::default();
    for (section, wanted) in sections.iter_mut().zip(wanted).skip(1) {
        section.id = ids.take(&format!("#{wanted}"));
    }
}

/// Ids that are taken.
#[derive(Default)]
pub(super) struct UniqueIds {
    taken: HashSet<String>,
    /// The next number for each id that was wanted: a hundred thousand equal names do not try every number again.
    numbers: HashMap<String, u32>,
}

impl UniqueIds {
    /// Takes an id if it is free, else the first free one with a number after it.
    pub fn take(&mut self, wanted: &str) -> String {
        let mut id = wanted.to_owned();
        let number = self.numbers.entry(wanted.to_owned()).or_insert(2);
        while !self.taken.insert(id.clone()) {
            id = format!("{wanted}-{number}");
            *number += 1;
        }
        id
    }
}
