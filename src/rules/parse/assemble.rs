//! Assembles the sections of a document from its headings and blocks.

use std::collections::HashMap;

use super::fields;
use super::heading;
use super::item::Item;
use super::kind;
use super::limit;
use super::number;
use super::reading::DocumentReading;
use super::shape::{self, RunIn, Shaping};
use super::table;
use super::title::{title, title_heading, titled};
use super::title_role::title_role;
use crate::rules::model::{
    Block, BlockKind, Body, NamedKind, RichText, RunInForm, Section, SectionKind, SectionRef,
    Vocabulary, title_above,
};
use crate::rules::slug::fold;
use crate::source::{Span, clamped};

/// Assembles a document that its format has read.
///
/// Returns the sections, starting with the document's root, and the document's body. `root` is the
/// root's position in the rulebook.
pub fn assemble(
    reading: &mut DocumentReading<'_>,
    root: SectionRef,
    words: &Vocabulary,
) -> (Vec<Section>, Body) {
    let mut items = reading.take_items(words);
    let (source, front_matter) = (&*reading.source, &reading.front_matter);
    let (start, plain) = (reading.start, reading.plain);
    let title = title(&items, front_matter, source.stem());
    let span = Span::new(start, source.text.len());
    let end = plain.map_or(u32::MAX, clamped);
    let kind = front_matter.get("document_type").map(fold);
    let kind = kind.and_then(|name| words.find_kind(|kind| kind.document_types.contains(&name)));
    let mut assembler = Assembler::new(title, root, span, end, words);
    if let Some(at) = title_heading(&items, &assembler.sections[0].title)
        && let Item::Heading { text, span, .. } = items.remove(at)
    {
        assembler.head_root(text, span, at == 0);
    }
    assembler.sections[0].kind = kind.unwrap_or(SectionKind::Document);
    assembler.pending = fields::blocks(front_matter, &source.text[start..]);
    for item in items {
        match item {
            Item::Heading { level, text, span } => assembler.heading(level.max(1), text, span),
            Item::Block(mut block) => {
                table::add_types(&mut block, words);
                assembler.pending.push(block);
            }
        }
    }
    assembler.finish(&source.text)
}

struct Assembler<'a> {
    words: &'a Vocabulary,
    sections: Vec<Section>,
    /// The heading and the blocks of each section, parallel to `sections`.
    texts: Vec<(RichText, Vec<Block>)>,
    /// Indexes into `sections` of the open sections, from the root to the innermost.
    open: Vec<usize>,
    /// The blocks read since the last heading, before [`shape::shape`] turns them into effects,
    /// notes and run-in rules.
    pending: Vec<Block>,
    first: u32,
    end: u32,
    /// The maximum number of sections.
    limit: usize,
    /// The byte offset from which the rest of the text becomes plain paragraphs, because there is
    /// too much markup or there are too many sections. `u32::MAX` if there is no such offset.
    plain: u32,
}

impl<'a> Assembler<'a> {
    fn new(title: String, root: SectionRef, body: Span, plain: u32, words: &'a Vocabulary) -> Self {
        let place = Span {
            end: body.start,
            ..body
        };
        let heading = RichText::plain(&title, place);
        let section = Section {
            heading: title.clone(),
            title,
            heading_span: heading.span(),
            span: body,
            kind: SectionKind::Document,
            ..Section::default()
        };
        Self {
            words,
            sections: vec![section],
            texts: vec![(heading, Vec::new())],
            open: vec![0],
            pending: Vec::new(),
            first: root.0,
            end: body.end,
            limit: limit::max_sections(body),
            plain,
        }
    }

    /// Sets the heading of the root. `is_first` tells that no block is above it.
    fn head_root(&mut self, heading: RichText, span: Span, is_first: bool) {
        let root = &mut self.sections[0];
        let printed = titled(&heading.plain);
        if fold(&printed) != fold(&root.title) {
            root.aliases.push(printed);
        }
        root.heading.clone_from(&heading.plain);
        root.heading_span = span;
        if is_first {
            root.span.start = span.start;
        }
        self.texts[0].0 = heading;
    }

    fn heading(&mut self, level: u8, text: RichText, span: Span) {
        self.flush(span.start);
        if self.sections.len() >= self.limit {
            self.plain = self.plain.min(span.start);
        }
        if span.start >= self.plain {
            return;
        }
        self.open
            .retain(|at| *at == 0 || self.sections[*at].level < level);
        let parent = self.reference(self.innermost());
        self.open.push(self.sections.len());
        self.sections.push(Section {
            parent: Some(parent),
            level,
            heading_span: span,
            span,
            ..heading::parse(&text.plain, self.words)
        });
        self.texts.push((text, Vec::new()));
    }

    /// Shapes the pending blocks, and adds them to the innermost open section. `end` is the byte
    /// offset of the next heading, or of the end of the text.
    fn flush(&mut self, end: u32) {
        let at = self.innermost();
        let blocks = std::mem::take(&mut self.pending);
        let shaping = Shaping::new(self.words, self.defines_terms());
        let mut blocks = shape::shape(blocks, shaping, &mut |found| self.run_in(at, found));
        blocks.retain(|block| block.span.start < self.plain);
        let last = blocks.iter().map(|block| block.span.end).max();
        // A note about missing text may be above the heading, and a paragraph may go on below the
        // next one if that is the header of a page.
        let section = &mut self.sections[at];
        let start = section.span.start.max(section.heading_span.end);
        section.span.end = last.unwrap_or(end).min(end).max(start);
        self.texts[at].1.extend(blocks);
    }

    /// Adds a run-in rule of the section `parent`, and returns the block that refers to it.
    fn run_in(&mut self, parent: usize, found: RunIn) -> Block {
        if self.sections.len() >= self.limit {
            self.plain = self.plain.min(found.span.start);
            return Block::new(BlockKind::Break, found.span);
        }
        let reference = self.reference(self.sections.len());
        let index = self.sections.len();
        let section = heading::parse(&found.label.plain, self.words);
        let heading_span = found.label.span();
        self.sections.push(Section {
            parent: Some(self.reference(parent)),
            level: self.sections[parent].level + 1,
            kind: match section.kind {
                SectionKind::Question => SectionKind::Question,
                kind if found.form == RunInForm::Heading => kind,
                _ if found.form == RunInForm::Definition => SectionKind::Term,
                _ if number::rule_number(&section.heading).is_some() => SectionKind::Rule,
                _ => SectionKind::Ability,
            },
            run_in: true,
            form: found.form,
            scope: None,
            heading_span,
            span: heading_span.to(found.span),
            ..section
        });
        self.texts.push((found.label, found.blocks));
        // The sections inside this one come after it.
        let shaping = Shaping::new(self.words, false);
        let inner = shape::shape(found.inner, shaping, &mut |inner| self.run_in(index, inner));
        self.texts[index].1.extend(inner);
        Block::new(BlockKind::RunIn(reference), found.span)
    }

    /// Whether the open section is a glossary, or a letter of one.
    fn defines_terms(&self) -> bool {
        let mut open = self.open.iter().rev().map(|at| &self.sections[*at].title);
        let is_letter = |title: &&String| title.chars().count() <= 3;
        let first = open.find(|title| !is_letter(title));
        first.is_some_and(|title| self.words.defines_terms(title_above(title)))
    }

    fn innermost(&self) -> usize {
        self.open[self.open.len() - 1]
    }

    fn reference(&self, index: usize) -> SectionRef {
        SectionRef(self.first + clamped(index))
    }

    fn finish(mut self, source: &str) -> (Vec<Section>, Body) {
        self.flush(self.end);
        // The text beyond the limits.
        let (at, start) = (self.innermost(), self.plain as usize);
        let rest = source.get(start..).unwrap_or_default();
        self.texts[at].1.extend(limit::parts(rest).map(|part| {
            let span = Span::new(start + part.start, start + part.end);
            Block::paragraph(RichText::plain(&rest[part], span))
        }));
        if !rest.is_empty() {
            self.sections[at].span.end = self.end;
        }
        self.connect();
        self.number_chapters();
        let labelled = self.labelled();
        for index in 0..self.sections.len() {
            let (section, blocks) = (&self.sections[index], &self.texts[index].1);
            let parent = section.parent;
            let parent = parent.map(|parent| &self.sections[(parent.0 - self.first) as usize]);
            let kind = match labelled.get(&index) {
                Some(kind) if section.kind == SectionKind::Rule => *kind,
                _ => kind::of(section, blocks, parent, self.words),
            };
            let section = &mut self.sections[index];
            section.kind = kind;
            section.has_text = !blocks.is_empty();
            section.title_role = title_role(section, blocks);
        }
        let body = Body::new(SectionRef(self.first), self.texts, self.plain);
        (self.sections, body)
    }

    /// Parts the number of a chapter from its name, if rules of the chapter are below: `9 Playing the Ball`
    /// above `9.1 Team Hits`.
    fn number_chapters(&mut self) {
        for index in 0..self.sections.len() {
            let section = &self.sections[index];
            let Some((number, name)) = number::chapter(&section.title) else {
                continue;
            };
            let blocks = self.texts[index].1.iter();
            // A number alone may be a value.
            let texts = blocks.flat_map(Block::texts).map(|text| &*text.plain);
            let texts = texts.filter(|text| text.contains(' '));
            let below = self.sections[index + 1..(section.end.0 - self.first) as usize].iter();
            let headings = below.map(|section| &*section.heading);
            let mut rules = texts
                .take(number::CHAPTER_TEXTS)
                .chain(headings.take(number::CHAPTER_TEXTS));
            if rules.any(|text| number::is_in_chapter(text, number)) {
                let (number, name) = (number.to_owned(), name.to_owned());
                let printed = section.full_title();
                let section = &mut self.sections[index];
                section.title = name;
                let said = heading::said(&number);
                section.aliases.extend([number, said, printed.clone()]);
                section.printed.get_or_insert(printed.into());
            }
        }
    }

    /// Returns the kinds of the sections that have a run-in rule with a label that gives them one.
    fn labelled(&self) -> HashMap<usize, SectionKind> {
        let has_labels = |kind: &NamedKind| !kind.labels.is_empty();
        if !self.words.kinds.iter().any(has_labels) {
            return HashMap::new();
        }
        let run_ins = self.sections.iter().filter(|section| section.run_in);
        let kinds = run_ins.filter_map(|section| {
            let label = fold(&section.title);
            let kind = self.words.find_kind(|kind| kind.labels.contains(&label))?;
            Some(((section.parent?.0 - self.first) as usize, kind))
        });
        kinds.collect()
    }

    /// Sets the end of every section. Starts with the last section, because a section's end depends
    /// on the ends of its subsections.
    fn connect(&mut self) {
        for index in (0..self.sections.len()).rev() {
            let end = self.sections[index].end.max(self.reference(index + 1));
            self.sections[index].end = end;
            if let Some(parent) = self.sections[index].parent {
                let parent = &mut self.sections[(parent.0 - self.first) as usize];
                parent.end = parent.end.max(end);
            }
        }
    }
}
