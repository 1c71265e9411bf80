//! A section taken apart for a comparison: its headings, sentences, items and rows, each with its links.

use crate::render::builder::{Builder, split_paragraph};
use crate::render::flow::Flow;
use crate::render::heading::push_cost_and_tags;
use crate::render::wrap;
use crate::rules::{Block, BlockKind, List, RichText, Section, SectionRef, Stat, Table};
use crate::theme::{Face, Role};

/// A part as it is set.
pub(super) struct SectionPart {
    /// Its text.
    pub flow: Flow,
    /// What its first line begins with: the mark of an effect, a bullet.
    pub mark: (String, Role),
    /// Columns that it is indented by.
    pub indent: usize,
    /// Whether it is a heading.
    pub heading: bool,
    /// Whether it follows the part before it without a blank line.
    pub tight: bool,
}

/// Takes sections apart.
struct Gatherer<'a, 'b> {
    builder: &'b mut Builder<'a>,
    parts: Vec<SectionPart>,
    indent: usize,
    mark: Option<(String, Role)>,
    tight: bool,
}

/// The parts of a section with everything below it.
pub(super) fn gather(builder: &mut Builder<'_>, section: SectionRef) -> Vec<SectionPart> {
    let mut gatherer = Gatherer {
        builder,
        parts: Vec::new(),
        indent: 0,
        mark: None,
        tight: false,
    };
    gatherer.section(section);
    gatherer.parts
}

impl Gatherer<'_, '_> {
    fn section(&mut self, section: SectionRef) {
        let book = self.builder.context.book;
        let this = book.section(section);
        self.builder.from = section;
        self.push(title(this), true);
        self.blocks(&book.blocks(section));
        for child in book.children(section) {
            if !book.section(child).run_in {
                self.section(child);
            }
        }
    }

    fn push(&mut self, flow: Flow, heading: bool) {
        let part = SectionPart {
            flow,
            mark: self.mark.take().unwrap_or_default(),
            indent: self.indent,
            heading,
            tight: self.tight && !self.parts.is_empty(),
        };
        self.tight = false;
        self.parts.push(part);
    }

    fn say(&mut self, text: &str, role: Role) {
        self.push(Flow::of(text, role), false);
    }

    fn blocks(&mut self, blocks: &[Block]) {
        let mut after_mark = false;
        for (index, block) in blocks.iter().enumerate() {
            let list = matches!(block.kind, BlockKind::List(_) | BlockKind::Table(_));
            let marked = matches!(block.kind, BlockKind::Effect(_) | BlockKind::Condition(_));
            self.tight |= index > 0 && list || marked && after_mark;
            after_mark = marked;
            self.block(block);
        }
    }

    fn block(&mut self, block: &Block) {
        let symbols = self.builder.symbols();
        match &block.kind {
            BlockKind::Paragraph(text) => self.text(text),
            BlockKind::List(list) => self.list(list),
            BlockKind::Table(table) => self.table(table),
            BlockKind::Effect(blocks) => self.marked(symbols.effect, Role::Effect, blocks),
            BlockKind::Condition(blocks) => self.marked(symbols.condition, Role::Condition, blocks),
            BlockKind::Quote(blocks) => self.marked(symbols.quote, Role::Dim, blocks),
            BlockKind::Note { provenance, blocks } => {
                self.mark = Some((symbols.note.to_owned(), Role::Border));
                self.say(provenance.label(), Role::Note);
                self.tight = true;
                self.marked(symbols.note, Role::Border, blocks);
            }
            BlockKind::RunIn(section) => self.run_in(*section),
            BlockKind::Stats(stats) => self.stats(stats),
            BlockKind::Keywords(keywords) => self.say(&keywords.join(symbols.gap), Role::Chip),
            BlockKind::Break => {}
            BlockKind::Code(code) => self.say(&code.replace('\t', "    "), Role::default()),
        }
    }

    fn text(&mut self, text: &RichText) {
        let flow = self.builder.rich(text, Face::default());
        self.push(flow, false);
    }

    /// Blocks behind a mark; all but the first stand below it without one.
    fn marked(&mut self, mark: &str, role: Role, blocks: &[Block]) {
        self.mark = Some((mark.to_owned(), role));
        self.indented(mark, blocks);
        // A mark without text is nothing that could differ.
        self.mark = None;
    }

    fn indented(&mut self, mark: &str, blocks: &[Block]) {
        let columns = wrap::width(mark);
        self.indent += columns;
        self.blocks(blocks);
        self.indent -= columns;
    }

    fn list(&mut self, list: &List) {
        for (number, item) in (list.start.unwrap_or(0)..).zip(&list.items) {
            let bullet = match list.start {
                Some(_) => format!("{number}. "),
                None => self.builder.symbols().bullet.to_owned(),
            };
            self.marked(&bullet, Role::Dim, item);
            self.tight = true;
        }
        self.tight = false;
    }

    /// A row is a part: the cells with their links, one behind the other.
    fn table(&mut self, table: &Table) {
        for row in &table.rows {
            let mut flow = Flow::default();
            for cell in row.cells.iter().filter(|cell| !cell.text.is_blank()) {
                flow.separate(self.builder.symbols().gap);
                flow.append(&self.builder.rich(&cell.text, Face::default()));
            }
            self.push(flow, false);
            self.tight = true;
        }
        self.tight = false;
    }

    fn run_in(&mut self, section: SectionRef) {
        let book = self.builder.context.book;
        let outer = std::mem::replace(&mut self.builder.from, section);
        let blocks = book.blocks(section);
        let mut flow = title(book.section(section));
        let (text, rest) = split_paragraph(&blocks);
        if let Some(text) = text {
            flow.push(": ", Role::Heading);
            flow.append(&self.builder.rich(text, Face::default()));
        }
        self.push(flow, false);
        self.indented("  ", rest);
        self.builder.from = outer;
    }

    fn stats(&mut self, stats: &[Stat]) {
        let mut flow = Flow::default();
        for stat in stats {
            if !flow.text.is_empty() {
                flow.push("    ", Role::default());
            }
            flow.push(&stat.name.to_uppercase(), Role::Dim);
            flow.push(&format!(" {}", stat.text), Face::default().strong());
        }
        self.push(flow, false);
    }
}

fn title(this: &Section) -> Flow {
    let mut flow = Flow::of(&this.full_title(), Role::Heading);
    push_cost_and_tags(&mut flow, this);
    flow
}
