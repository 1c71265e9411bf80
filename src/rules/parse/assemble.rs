//! Assembles the sections of a document from its headings and blocks.

use super::fields;
use super::heading;
use super::item::Item;
use super::kind;
use super::limit;
use super::markdown::{self, Queries};
use super::plain_text;
use super::shape::{self, RunIn};
use super::title::{title, title_heading, titled};
use crate::rules::model::{
    Block, BlockKind, Body, FrontMatter, RichText, Run, RunInForm, Section, SectionKind,
    SectionRef, TitleRole, is_placeholder, names_source,
};
use crate::rules::slug::fold;
use crate::source::{Source, Span, clamped};

/// The number of characters at the start of a text that are searched for words of its title.
const DEFINITION: usize = 200;
/// A text or a line is short if it has fewer bytes than this. A short text below a heading may define
/// the title without repeating it, as in a glossary.
const SHORT: usize = 80;

/// Parses a source whose text starts at the byte offset `start`. The source is markdown if it has
/// front matter or passes [`plain_text::is_markdown`], and plain text otherwise.
///
/// Returns the sections, starting with the document's root, and the document's body. `root` is the
/// root's position in the rulebook.
pub fn parse(
    source: &Source,
    start: usize,
    front_matter: &FrontMatter,
    root: SectionRef,
) -> (Vec<Section>, Body) {
    let plain = limit::end_of_markup(&source.text[start..]).map(|at| start + at);
    let text = &source.text[..plain.unwrap_or(source.text.len())];
    let is_mdx = source.has_extension(&["mdx"]);
    let is_markdown = source.has_extension(&["md", "markdown"]) && markdown::has_syntax(text);
    let mut items = if start > 0 || is_mdx || is_markdown || plain_text::is_markdown(text) {
        let queries = Queries::new(front_matter, source.stem(), source.text.len());
        markdown::parse(text, start, queries, is_mdx)
    } else {
        plain_text::parse(text, start)
    };
    let title = title(&items, front_matter, source.stem());
    let span = Span::new(start, source.text.len());
    let mut assembler = Assembler::new(title, root, span, plain.map_or(u32::MAX, clamped));
    if let Some(at) = title_heading(&items, &assembler.sections[0].title)
        && let Item::Heading { text, span, .. } = items.remove(at)
    {
        assembler.head_root(text, span, at == 0);
    }
    assembler.pending = fields::blocks(front_matter, &source.text[start..], span.start);
    for item in items {
        match item {
            Item::Heading { level, text, span } => assembler.heading(level.max(1), text, span),
            Item::Block(block) => assembler.pending.push(block),
        }
    }
    assembler.finish(&source.text)
}

struct Assembler {
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

impl Assembler {
    fn new(title: String, root: SectionRef, body: Span, plain: u32) -> Self {
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
            ..heading::parse(&text.plain)
        });
        self.texts.push((text, Vec::new()));
    }

    /// Shapes the pending blocks, and adds them to the innermost open section. `end` is the byte
    /// offset of the next heading, or of the end of the text.
    fn flush(&mut self, end: u32) {
        let at = self.innermost();
        let blocks = std::mem::take(&mut self.pending);
        let mut blocks = shape::shape(blocks, &mut |found| self.run_in(at, found));
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
        let section = heading::parse(&found.label.plain);
        let heading_span = found.label.span();
        self.sections.push(Section {
            parent: Some(self.reference(parent)),
            level: self.sections[parent].level + 1,
            kind: match section.kind {
                SectionKind::Question => SectionKind::Question,
                kind if found.form == RunInForm::Heading => kind,
                _ if found.form == RunInForm::Definition => SectionKind::Term,
                _ if heading::rule_number(&section.heading).is_some() => SectionKind::Rule,
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
        let inner = shape::shape(found.inner, &mut |inner| self.run_in(index, inner));
        self.texts[index].1.extend(inner);
        Block::new(BlockKind::RunIn(reference), found.span)
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
        for index in 0..self.sections.len() {
            let (section, blocks) = (&self.sections[index], &self.texts[index].1);
            let above = section.parent.map(|parent| {
                let parent = (parent.0 - self.first) as usize;
                (&self.sections[parent], self.texts[parent].1.is_empty())
            });
            let kind = kind::of(section, blocks, above);
            let section = &mut self.sections[index];
            section.kind = kind;
            section.has_text = !blocks.is_empty();
            section.title_role = title_role(section, blocks);
        }
        let body = Body::new(SectionRef(self.first), self.texts, self.plain);
        (self.sections, body)
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

/// Whether a block is a run-in rule, a note or a break, or consists of texts that say nothing.
/// In a quote, bold paragraphs, such as the title of a callout, do not count.
fn is_empty(block: &Block) -> bool {
    match &block.kind {
        BlockKind::RunIn(_) | BlockKind::Note { .. } | BlockKind::Break => true,
        BlockKind::Paragraph(text) => says_nothing(text),
        BlockKind::List { items, .. } => items.iter().flatten().all(is_empty),
        BlockKind::Quote(blocks) => {
            let is_title = |text: &RichText| text.runs.iter().all(|run| run.style.strong);
            let is_nothing =
                |block: &Block| is_empty(block) || block.as_paragraph().is_some_and(is_title);
            blocks.iter().all(is_nothing)
        }
        _ => false,
    }
}

/// Whether each line of a text is blank, or only names a source, a page, tags or an image, or refers
/// to another place: `CRB p. 436`, `#todo`, `See Running, page 24.` So does a text of only links.
fn says_nothing(text: &RichText) -> bool {
    // Tags are code, without the `#`.
    let is_tag = |run: &Run| {
        let word = &text.plain[run.range()];
        let has_letters = run.style.code && word.starts_with(char::is_alphabetic);
        word.trim().is_empty() || has_letters && !word.contains(char::is_whitespace)
    };
    let is_link = |run: &Run| run.link.is_some() && !run.style.embeds && !run.style.code;
    let mut lines = text.plain.lines().map(str::trim);
    text.runs.iter().all(|run| is_tag(run) || is_link(run))
        || lines.all(|line| {
            line.is_empty()
                || names_source(line) && !line.ends_with(['.', '!', '?'])
                || is_placeholder(line)
                || is_page(line)
                || line.len() < SHORT && refers(line)
        })
}

/// Whether a text is only a reference to a place that it names: `See Running.`, `See rule 113.`
fn names_place(text: &RichText) -> bool {
    let place = text.plain.trim().strip_prefix("See ");
    let is_name = |c: char| c.is_uppercase() || c.is_ascii_digit() || matches!(c, '"' | '“');
    text.plain.len() < SHORT
        && place.is_some_and(|place| place.starts_with(is_name) || place.starts_with("rule "))
}

/// Whether a line begins like a reference to another place.
fn refers(line: &str) -> bool {
    let line = fold(line.trim_start_matches('('));
    let line = line.strip_prefix("please ").unwrap_or(&line);
    line.starts_with("see ") || line.starts_with("visit ")
}

/// Whether a line is only a page of a book, whose title has no long words in lower case.
fn is_page(line: &str) -> bool {
    let page = line.rsplit_once("p. ").or(line.rsplit_once("pg. "));
    page.is_some_and(|(book, page)| {
        let is_title = |word: &str| word.len() <= 3 || !word.starts_with(char::is_lowercase);
        line.len() < SHORT
            && page.chars().all(|c| c.is_ascii_digit() || c == '-')
            && book.split_whitespace().all(is_title)
    })
}

/// Whether a text in lower case begins with a copyright notice: `: copyright ©2013`.
fn is_notice(text: &str) -> bool {
    let sign = |c: char| c.is_alphanumeric() || c == '©';
    let notice = text.find(sign).map_or("", |start| &text[start..]);
    let bare = notice.strip_prefix("copyright").unwrap_or(notice);
    bare.trim_start().starts_with('©')
}

/// Returns how a title relates to its text. The title is a stub if there is nothing to read, or if
/// the text of a section, not a document, begins with a copyright notice, perhaps after the title.
/// The title is a caption if the text has a table and no sentence. It is the subject if it is a
/// heading whose text is shorter than [`SHORT`], or if the first [`DEFINITION`] characters contain a
/// word of the title. Endings do not count: `allies` contains `Ally`, and `grapple` contains
/// `Grappling`. But an ending after fewer than three bytes does count, as in `Spy`. Words with fewer
/// than three bytes are ignored.
fn title_role(section: &Section, blocks: &[Block]) -> TitleRole {
    // The contents of a book say what is in it.
    let is_document = section.parent.is_none();
    let is_contents = |block: &Block| is_document && matches!(block.kind, BlockKind::List { .. });
    if blocks
        .iter()
        .all(|block| is_empty(block) && !is_contents(block))
    {
        let is_reference = |block: &Block| block.as_paragraph().is_some_and(names_place);
        return if !section.run_in && !blocks.is_empty() && blocks.iter().all(is_reference) {
            TitleRole::Reference
        } else {
            TitleRole::Stub
        };
    }
    let has_table = blocks.iter().flat_map(Block::tables).next().is_some();
    if has_table && !blocks.iter().any(Block::has_prose) {
        return TitleRole::Caption;
    }
    let texts = blocks.iter().flat_map(Block::texts);
    let characters = texts.flat_map(|text| text.plain.chars().chain([' ']));
    let start: String = characters.take(DEFINITION).collect();
    let (title, start) = (fold(&section.title), fold(&start));
    // The rest of a document may say more than the notice at its start.
    if !is_document && is_notice(start.strip_prefix(&title).unwrap_or(&start)) {
        return TitleRole::Stub;
    }
    let words = title.split(|c: char| !c.is_alphanumeric());
    let stems = words.map(|word| {
        let stem = word.strip_suffix("ing").filter(|stem| stem.len() > 2);
        let stem = stem.unwrap_or(word).trim_end_matches(['s', 'e', 'i', 'y']);
        if stem.len() > 2 { stem } else { word }
    });
    let mut stems = stems.filter(|stem| stem.len() > 2);
    if start.len() < SHORT && !section.run_in || stems.any(|stem| start.contains(stem)) {
        TitleRole::Subject
    } else {
        TitleRole::Label
    }
}
