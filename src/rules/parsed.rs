//! Parsed documents before they are added to a rulebook, and unique ids.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::games::GameFiles;
use super::model::{Body, Document, FrontMatter, Section, SectionRef, Vocabulary, title_above};
use super::parse::reading::DocumentReading;
use super::parse::{assemble, format};
use super::slug::slug;
use crate::analyzer::Language;
use crate::diagnostic::Diagnostic;
use crate::source::{Source, Span, clamped};

/// If a file changed less than this time before it was read, a later change may have the same time
/// stamp. The file therefore counts as changed when the rules are next loaded.
const UNSETTLED: Duration = Duration::from_secs(2);

/// Of each section, about this many bytes of source text can be searched, and the rest is only
/// shown: while a section is added to the index, its text is in memory several times.
pub const MAX_SEARCHED: u32 = 1024 * 1024;

/// The maximum number of ancestors whose slugs an id contains. Ids that are still equal get a
/// number.
const MAX_PREFIXES: usize = 6;

/// A document and its sections before they are added to a rulebook. After parsing, the document's
/// id is empty, and its root is section 0.
pub struct ParsedDocument {
    pub document: Document,
    pub sections: Vec<Section>,
    /// The body, unless the document comes from an earlier rulebook.
    pub body: Option<Body>,
}

/// Parses the text of a document again. `source` has the text that the document was loaded from.
pub fn parse_body(source: &Source, document: &Document, words: &Vocabulary) -> Body {
    let mut reading = format::read(source, &mut Vec::new());
    assemble::assemble(&mut reading, document.root, words).1
}

impl ParsedDocument {
    /// If the file has not changed, returns `before` with the source and the body of this document.
    /// This is the usual case for a file that is read again only because a change might have gone
    /// unnoticed.
    pub fn or_unchanged(self, before: Option<Self>) -> Self {
        match before {
            Some(mut before) if before.document.stamp == self.document.stamp => {
                before.document.source = self.document.source;
                before.body = self.body.map(|mut body| {
                    body.move_to(before.document.root);
                    body
                });
                before
            }
            _ => self,
        }
    }

    /// Parses a document into its head, its sections and its body. The document keeps `unread`, the
    /// source before its file was read, otherwise the source with its text. `has_error` says whether
    /// reading the file has found an error.
    pub fn parse(
        source: &Source,
        unread: Option<Source>,
        games: &GameFiles,
        has_error: bool,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> (Document, Vec<Section>, Body) {
        let before = diagnostics.len();
        let mut reading = format::read(source, diagnostics);
        let vocabulary = games.vocabulary_of(&reading.source, &reading.front_matter);
        let words = games.vocabulary(vocabulary);
        let (mut sections, body) = assemble::assemble(&mut reading, SectionRef(0), words);
        let DocumentReading {
            source,
            front_matter,
            start,
            anchors,
            summary,
            ..
        } = reading;
        let source = &*source;
        if body.plain < u32::MAX {
            diagnostics.push(too_much_markup(source, body.plain));
        }
        name_sections(&mut sections);
        for section in &mut sections {
            section.line = source.line(section.heading_span.start);
            section.line_end = source.last_line(section.span);
            if section.span.end - section.span.start > MAX_SEARCHED {
                diagnostics.push(long_section(source, section));
            }
        }
        // Without a time, the document is parsed again when the rules are next loaded.
        let has_error = has_error || diagnostics[before..].iter().any(Diagnostic::is_error);
        let is_settled = |time: &SystemTime| *time + UNSETTLED < SystemTime::now() && !has_error;
        let mut stamp = source.stamp;
        stamp.modified = stamp.modified.filter(is_settled);
        let document = Document {
            title: sections[0].title.clone(),
            language: language(&front_matter, &source.text[start..]),
            vocabulary,
            front_matter,
            body: clamped(start),
            anchors,
            place_kind: source.place_kind(),
            summary,
            length: clamped(source.text.len()),
            path: source.path.clone(),
            stamp,
            source: Arc::new(unread.unwrap_or_else(|| source.clone())),
            ..Document::default()
        };
        (document, sections, body)
    }
}

/// Returns the language that the front matter names, otherwise that of the text.
fn language(front_matter: &FrontMatter, text: &str) -> Language {
    let named = ["language", "lang"]
        .into_iter()
        .find_map(|key| front_matter.get(key));
    named
        .and_then(Language::named)
        .unwrap_or_else(|| Language::detect(text))
}

fn too_much_markup(source: &Source, start: u32) -> Diagnostic {
    let message = "from here on, this file is shown as plain text: it has too many headings, cells \
        and other marks";
    let rest = Span::new(start as usize, source.text.len());
    let fault = Diagnostic::at(source, rest, "too-much-markup", message);
    fault.error().help("split it into several files")
}

fn long_section(source: &Source, section: &Section) -> Diagnostic {
    let message = "search finds only the first megabyte of this section";
    let fault = Diagnostic::at(source, section.heading_span, "long-section", message);
    fault.help("divide it with headings")
}

/// Gives each section except the root an id: `#` and the slug of its title. Repeated slugs are
/// prefixed with the slugs of their parents (see [`title_above`]), because numbers would depend on
/// the order of the sections. Only slugs that are still equal get a number.
fn name_sections(sections: &mut [Section]) {
    let slugs: Vec<_> = sections
        .iter()
        .map(|section| slug(&section.title))
        .collect();
    let parent = |at: usize| Some(sections[at].parent?.0 as usize).filter(|at| *at > 0);
    let mut wanted = slugs.clone();
    let mut above: Vec<_> = (0..sections.len()).map(parent).collect();
    for _ in 0..MAX_PREFIXES {
        let mut count: HashMap<String, usize> = HashMap::new();
        for slug in &wanted[1..] {
            *count.entry(slug.clone()).or_default() += 1;
        }
        for index in 1..wanted.len() {
            if let Some(prefix) = above[index]
                && count[&wanted[index]] > 1
            {
                wanted[index] = format!("{}-{}", title_above(&slugs[prefix]), wanted[index]);
                above[index] = parent(prefix);
            }
        }
    }
    let mut ids = UniqueIds::default();
    for (section, wanted) in sections.iter_mut().zip(wanted).skip(1) {
        section.id = ids.take(&format!("#{wanted}"));
    }
}

/// The ids that are already used, each with the next number to append. Without these stored
/// numbers, each of a hundred thousand equal ids would try all numbers from 2.
#[derive(Default)]
pub struct UniqueIds(HashMap<String, u32>);

impl UniqueIds {
    /// Returns the first unused id of `wanted`, `wanted-2`, `wanted-3` and so on, and marks it as
    /// used.
    pub fn take(&mut self, wanted: &str) -> String {
        let mut id = wanted.to_owned();
        while self.0.contains_key(&id) {
            let number = self.0.entry(wanted.to_owned()).or_insert(2);
            id = format!("{wanted}-{number}");
            *number += 1;
        }
        self.0.insert(id.clone(), 2);
        id
    }
}
