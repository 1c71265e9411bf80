//! From headings and blocks to the sections of a document.

use super::body::Body;
use super::datacard::Datacard;
use super::heading::{self, Heading};
use super::item::Item;
use super::model::block::{Block, BlockKind};
use super::model::front_matter::FrontMatter;
use super::model::section::{DocumentRef, Section, SectionKind, SectionRef};
use super::model::text::RichText;
use super::shape::{self, RunIn};
use super::slug::{fold, title_case};
use super::{markdown, plain_text};
use crate::quantity::{Quantity, Value};
use crate::source::{Source, Span};

/// A document that is parsed, but has no place in a rulebook yet.
pub(super) struct Draft {
    items: Vec<Item>,
    body: usize,
}

impl Draft {
    /// Parses a source from where its body begins; content decides whether it is markdown.
    pub(super) fn parse(source: &Source, body: usize) -> Self {
        let markdown = body > 0 || plain_text::is_markdown(&source.text);
        let items = if markdown {
            markdown::parse(&source.text, body)
        } else {
            plain_text::parse(&source.text, body)
        };
        Self { items, body }
    }

    /// A document whose text has not been read.
    pub(super) fn unread(body: usize) -> Self {
        Self {
            items: Vec::new(),
            body,
        }
    }

    /// The document's title: front matter, else the only H1, else `section` in title case, else the file's name.
    pub(super) fn title(&self, front: &FrontMatter, file_stem: &str) -> String {
        front
            .title
            .clone()
            .or_else(|| self.only_h1().map(|text| one_line(&text.plain)))
            .or_else(|| front.section.as_deref().map(title_case))
            .unwrap_or_else(|| title_case(file_stem))
    }

    fn only_h1(&self) -> Option<&RichText> {
        let mut h1 = self.items.iter().filter_map(|item| match item {
            Item::Heading { level: 1, text, .. } if !text.is_blank() => Some(text),
            _ => None,
        });
        h1.next().filter(|_| h1.next().is_none())
    }

    /// The sections, the document's root first, and what stands under them. `root` is the place of the root in the rulebook.
    pub(super) fn into_sections(
        self,
        title: &str,
        document: DocumentRef,
        root: SectionRef,
        length: usize,
    ) -> (Vec<Section>, Body) {
        let only_h1 = self.only_h1().is_some();
        let mut assembler = Assembler::new(title, document, root, Span::new(self.body, length));
        let mut items = self.items.into_iter().peekable();
        // The only H1, where nothing stands before it, is the document itself.
        if let Some(Item::Heading { text, span, .. }) =
            items.next_if(|item| only_h1 && matches!(item, Item::Heading { level: 1, .. }))
        {
            assembler.head_root(text, span);
        }
        for item in items {
            match item {
                Item::Heading { level, text, span } => assembler.heading(level.max(1), text, span),
                Item::Block(block) => assembler.pending.push(block),
            }
        }
        assembler.finish()
    }
}

/// A heading as a title: in one line, with straight quotes.
fn one_line(heading: &str) -> String {
    super::slug::straighten(&heading.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// What stands under such a heading defines a term.
const TERMS_ABOVE: [&str; 6] = [
    "weapon rules",
    "terrain types",
    "core terms",
    "glossary",
    "terms",
    "definitions",
];

/// What stands under such a heading is a ploy.
const PLOYS_ABOVE: [&str; 4] = [
    "strategy ploys",
    "firefight ploys",
    "strategic ploys",
    "tactical ploys",
];

struct Assembler {
    sections: Vec<Section>,
    /// What stands under each of them.
    blocks: Vec<Vec<Block>>,
    /// The open sections, the root first: indexes into `sections`.
    open: Vec<usize>,
    pending: Vec<Block>,
    first: u32,
    end: u32,
}

impl Assembler {
    fn new(title: &str, document: DocumentRef, root: SectionRef, body: Span) -> Self {
        let mut section = blank(document, None, 0);
        title.clone_into(&mut section.title);
        section.heading = RichText::plain(
            title,
            Span {
                start: body.start,
                end: body.start,
            },
        );
        section.heading_span = section.heading.span();
        section.span = body;
        section.kind = SectionKind::Document;
        Self {
            sections: vec![section],
            blocks: vec![Vec::new()],
            open: vec![0],
            pending: Vec::new(),
            first: root.0,
            end: body.end,
        }
    }

    fn head_root(&mut self, heading: RichText, span: Span) {
        let root = &mut self.sections[0];
        let printed = one_line(&heading.plain);
        if fold(&printed) != fold(&root.title) {
            root.aliases.push(printed);
        }
        root.heading = heading;
        root.heading_span = span;
        root.span.start = span.start;
    }

    fn heading(&mut self, level: u8, text: RichText, span: Span) {
        self.flush(span.start);
        while self.open.len() > 1 && self.sections[self.open[self.open.len() - 1]].level >= level {
            self.open.pop();
        }
        let parent = self.open[self.open.len() - 1];
        let parts = heading::parse(&text.plain);
        let mut section = blank(
            self.sections[0].document,
            Some(self.reference(parent)),
            level,
        );
        section.heading = text;
        section.heading_span = span;
        section.span = Span {
            start: span.start,
            end: self.end,
        };
        apply(&mut section, parts);
        self.open.push(self.sections.len());
        self.sections.push(section);
        self.blocks.push(Vec::new());
    }

    /// Shapes the blocks that were collected for the innermost open section.
    fn flush(&mut self, end: u32) {
        let at = self.open[self.open.len() - 1];
        let blocks = std::mem::take(&mut self.pending);
        let (document, level) = (self.sections[at].document, self.sections[at].level);
        let parent = self.reference(at);
        let (sections, texts) = (&mut self.sections, &mut self.blocks);
        let first = self.first;
        let mut run_in = |mut found: RunIn| {
            let reference = SectionRef(first + u32::try_from(sections.len()).unwrap_or(u32::MAX));
            let span = found.span;
            texts.push(std::mem::take(&mut found.blocks));
            sections.push(run_in_section(
                blank(document, Some(parent), level + 1),
                found,
            ));
            Block {
                kind: BlockKind::RunIn(reference),
                span,
            }
        };
        let blocks = shape::shape(blocks, &mut run_in);
        let section = &mut self.sections[at];
        section.span.end = blocks
            .iter()
            .map(|block| block.span.end)
            .max()
            .unwrap_or(end)
            .min(end);
        self.blocks[at] = blocks;
    }

    fn reference(&self, index: usize) -> SectionRef {
        SectionRef(self.first + u32::try_from(index).unwrap_or(u32::MAX))
    }

    fn finish(mut self) -> (Vec<Section>, Body) {
        self.flush(self.end);
        self.connect();
        for index in 0..self.sections.len() {
            self.name_group(index);
            let kind = self.kind(index);
            self.sections[index].kind = kind;
            self.sections[index].has_text = !self.blocks[index].is_empty();
        }
        let body = Body::new(SectionRef(self.first), self.blocks);
        (self.sections, body)
    }

    /// Fills in children and ends, last section first, so that a section's end is known before its parent's.
    fn connect(&mut self) {
        for index in (0..self.sections.len()).rev() {
            let own = self.reference(index);
            let end = self.sections[index].end.max(SectionRef(own.0 + 1));
            self.sections[index].end = end;
            self.sections[index].children.reverse();
            if let Some(parent) = self.sections[index].parent {
                let parent = &mut self.sections[(parent.0 - self.first) as usize];
                parent.children.push(own);
                parent.end = parent.end.max(end);
            }
        }
    }

    /// `SWAMP RATS - FACTION EQUIPMENT` with nothing but headings below it is the group, and not equipment of that name.
    fn name_group(&mut self, index: usize) {
        let section = &mut self.sections[index];
        let headed = self.blocks[index].is_empty()
            && !section.children.is_empty()
            && section.scope.is_none();
        if let Some((team, group)) = heading::group(&section.heading.plain).filter(|_| headed) {
            section.title = one_line(group);
            section.scope = Some(one_line(team));
            section.kind = SectionKind::Rule;
        }
    }

    /// What a section is: by its own shape first, then by its place.
    fn kind(&self, index: usize) -> SectionKind {
        let (section, blocks) = (&self.sections[index], &self.blocks[index]);
        if !matches!(section.kind, SectionKind::Rule) {
            return section.kind;
        }
        if Datacard::of(blocks).is_some() {
            return SectionKind::Datacard;
        }
        let place = self.place_of(section, blocks);
        if blocks.is_empty() {
            return place
                .filter(|kind| *kind == SectionKind::Mission)
                .unwrap_or(SectionKind::Group);
        }
        if is_key_numbers(section, blocks) {
            return SectionKind::KeyNumbers;
        }
        place.unwrap_or(SectionKind::Rule)
    }

    /// What the heading above makes of a section: what stands under `Missions` is a mission.
    fn place_of(&self, section: &Section, blocks: &[Block]) -> Option<SectionKind> {
        let parent = &self.sections[(section.parent?.0 - self.first) as usize];
        let bare = self.blocks[(section.parent?.0 - self.first) as usize].is_empty();
        let above = fold(&parent.title);
        let ends = |word: &str| above == word || above.ends_with(&format!(" {word}"));
        // A document's title may name several things (`Core Terms, Actions and Weapon Rules`): it has to be the word alone.
        let root = parent.parent.is_none();
        if ends("missions") {
            Some(SectionKind::Mission)
        } else if ends("event cards") && !root {
            Some(SectionKind::EventCard {
                copies: copies(blocks),
            })
        } else if !blocks.is_empty() && PLOYS_ABOVE.into_iter().any(ends) {
            Some(SectionKind::Ploy { cost: None })
        } else if !blocks.is_empty()
            && (ends("faction equipment")
                || ends("universal equipment")
                || above == "equipment" && bare)
        {
            Some(SectionKind::Equipment { cost: None })
        } else if TERMS_ABOVE
            .into_iter()
            .any(|word| if root { above == word } else { ends(word) })
            || section.parameter.is_some()
        {
            Some(SectionKind::Term)
        } else {
            None
        }
    }
}

fn blank(document: DocumentRef, parent: Option<SectionRef>, level: u8) -> Section {
    Section {
        id: String::new(),
        document,
        parent,
        children: Vec::new(),
        end: SectionRef(0),
        title: String::new(),
        heading: RichText::default(),
        level,
        kind: SectionKind::Rule,
        run_in: false,
        tags: Vec::new(),
        aliases: Vec::new(),
        scope: None,
        parameter: None,
        has_text: false,
        heading_span: Span::default(),
        span: Span::default(),
        line: 0,
        line_end: 0,
    }
}

/// Fills in what a heading says.
fn apply(section: &mut Section, parts: Heading) {
    section.title = parts.title;
    section.tags = parts.tags;
    section.scope = parts.scope;
    section.parameter = parts.parameter;
    section.kind = parts.kind;
}

fn run_in_section(mut section: Section, found: RunIn) -> Section {
    let parts = heading::parse(&found.label.plain);
    section.title = parts.title;
    section.tags = parts.tags;
    section.parameter = parts.parameter;
    section.kind = match parts.kind {
        SectionKind::Question => SectionKind::Question,
        _ => SectionKind::Ability { cost: parts.cost },
    };
    section.run_in = true;
    section.heading_span = found.label.span();
    section.heading = found.label;
    section.span = section.heading_span.to(found.span);
    section
}

fn is_key_numbers(section: &Section, blocks: &[Block]) -> bool {
    let mut tables = blocks.iter().flat_map(Block::tables);
    let by_columns = tables.next().is_some_and(|table| {
        let names: Vec<_> = table
            .columns
            .iter()
            .map(|column| fold(&column.name.plain))
            .collect();
        matches!(names.as_slice(), [first, second] if first.contains("rule") && second == "value")
    });
    by_columns || fold(&section.title).starts_with("key num")
}

/// `**Copies:** 2x`
fn copies(blocks: &[Block]) -> Option<u32> {
    blocks.iter().flat_map(Block::texts).find_map(|text| {
        let rest = fold(&text.plain);
        let count = Quantity::find(rest.strip_prefix("copies:")?)?;
        match count.value {
            Value::Count(copies) => Some(copies),
            Value::Number(copies) if copies.fract() == 0.0 => format!("{copies}").parse().ok(),
            _ => None,
        }
    })
}
