//! A section taken apart for a comparison: its headings, sentences, items and rows, each with its links.

use super::super::flow::Flow;
use super::super::{Builder, heading};
use crate::rules::{Block, BlockKind, List, RichText, Section, SectionRef, Stat, Table};
use crate::theme::{Face, Role};

/// A part as it is set.
pub(super) struct Piece {
    /// Its text.
    pub flow: Flow,
    /// What stands before its first line: the mark of an effect, a bullet.
    pub mark: (String, Face),
    /// Columns that it is indented by.
    pub indent: usize,
    /// Whether it is a heading.
    pub heading: bool,
    /// Whether it follows the part before it without a blank line.
    pub tight: bool,
}

/// Takes sections apart.
pub(super) struct Gatherer<'a, 'b> {
    builder: &'b mut Builder<'a>,
    pieces: Vec<Piece>,
    indent: usize,
    mark: Option<(String, Face)>,
    tight: bool,
}

/// The parts of a section with everything below it.
pub(super) fn gather(builder: &mut Builder<'_>, section: SectionRef) -> Vec<Piece> {
    let mut gatherer = Gatherer {
        builder,
        pieces: Vec::new(),
        indent: 0,
        mark: None,
        tight: false,
    };
    gatherer.section(section);
    gatherer.pieces
}

impl Gatherer<'_, '_> {
    fn section(&mut self, section: SectionRef) {
        let book = self.builder.context.book;
        let this = book.section(section);
        self.builder.from = section;
        let flow = title(this);
        self.push(flow, true);
        self.blocks(&book.blocks(section));
        for child in this
            .children
            .iter()
            .filter(|child| !book.section(**child).run_in)
        {
            self.section(*child);
        }
    }

    fn push(&mut self, flow: Flow, heading: bool) {
        let mark = self.mark.take().unwrap_or_default();
        let tight = std::mem::replace(&mut self.tight, false) && !self.pieces.is_empty();
        self.pieces.push(Piece {
            flow,
            mark,
            indent: self.indent,
            heading,
            tight,
        });
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for (index, block) in blocks.iter().enumerate() {
            let marked = |block: &Block| {
                matches!(block.kind, BlockKind::Effect(_) | BlockKind::Condition(_))
            };
            let list = matches!(block.kind, BlockKind::List(_) | BlockKind::Table(_));
            self.tight |= index > 0 && (list || marked(block) && marked(&blocks[index - 1]));
            self.block(block);
        }
    }

    fn block(&mut self, block: &Block) {
        let symbols = self.builder.symbols();
        match &block.kind {
            BlockKind::Paragraph(text) => self.text(text),
            BlockKind::List(list) => self.list(list),
            BlockKind::Table(table) => self.table(table),
            BlockKind::Effect(blocks) => {
                self.marked(symbols.effect, Face::of(Role::Effect), blocks)
            }
            BlockKind::Condition(blocks) => {
                self.marked(symbols.condition, Face::of(Role::Condition), blocks)
            }
            BlockKind::Quote(blocks) => self.marked(symbols.quote, Face::of(Role::Dim), blocks),
            BlockKind::Note { provenance, blocks } => {
                self.mark = Some((symbols.note.to_owned(), Face::of(Role::Border)));
                self.push(Flow::of(provenance.label(), Face::of(Role::Note)), false);
                self.tight = true;
                self.marked(symbols.note, Face::of(Role::Border), blocks);
            }
            BlockKind::RunIn(section) => self.run_in(*section),
            BlockKind::Stats(stats) => self.push(stats_line(stats), false),
            BlockKind::Keywords(keywords) => {
                self.push(
                    Flow::of(&keywords.join(symbols.gap), Face::of(Role::Chip)),
                    false,
                );
            }
            BlockKind::Break => {}
            BlockKind::Code(code) => self.push(
                Flow::of(&code.replace('\t', "    "), Face::default()),
                false,
            ),
        }
    }

    fn text(&mut self, text: &RichText) {
        let mut flow = Flow::default();
        flow.push_rich(self.builder, text, Face::default());
        self.push(flow, false);
    }

    /// Blocks behind a mark; all but the first stand below it without one.
    fn marked(&mut self, mark: &str, face: Face, blocks: &[Block]) {
        self.mark = Some((mark.to_owned(), face));
        self.indented(mark, |gatherer| gatherer.blocks(blocks));
        // A mark without text is nothing that could differ.
        self.mark = None;
    }

    fn indented(&mut self, mark: &str, gather: impl FnOnce(&mut Self)) {
        let columns = super::super::wrap::width(mark);
        self.indent += columns;
        gather(self);
        self.indent -= columns;
    }

    fn list(&mut self, list: &List) {
        for (number, item) in (list.start.unwrap_or(0)..).zip(&list.items) {
            let numbered = list.start.is_some();
            let bullet = if numbered {
                format!("{number}. ")
            } else {
                self.builder.symbols().bullet.to_owned()
            };
            self.marked(&bullet, Face::of(Role::Dim), item);
            self.tight = true;
        }
        self.tight = false;
    }

    /// A row is a part: the cells with their links, one behind the other.
    fn table(&mut self, table: &Table) {
        let gap = self.builder.symbols().gap;
        for row in &table.rows {
            let mut flow = Flow::default();
            for cell in row.cells.iter().filter(|cell| !cell.text.is_blank()) {
                flow.push(
                    if flow.text.is_empty() { "" } else { gap },
                    Face::of(Role::Dim),
                    None,
                );
                flow.push_rich(self.builder, &cell.text, Face::default());
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
        let rest = match blocks.split_first() {
            Some((
                Block {
                    kind: BlockKind::Paragraph(text),
                    ..
                },
                rest,
            )) => {
                flow.push(": ", Face::of(Role::Heading), None);
                flow.push_rich(self.builder, text, Face::default());
                rest
            }
            _ => &blocks[..],
        };
        self.push(flow, false);
        self.indented("  ", |gatherer| gatherer.blocks(rest));
        self.builder.from = outer;
    }
}

fn title(this: &Section) -> Flow {
    let mut flow = Flow::default();
    heading::push_marked(&mut flow, &this.full_title(), Face::of(Role::Heading), &[]);
    if let Some(cost) = this.kind.cost() {
        flow.push(&format!("  {cost}"), Face::of(Role::Chip), None);
    }
    for tag in &this.tags {
        flow.push(
            &format!("  {}", tag.to_lowercase()),
            Face::of(Role::Dim),
            None,
        );
    }
    flow
}

fn stats_line(stats: &[Stat]) -> Flow {
    let mut flow = Flow::default();
    for stat in stats {
        flow.push(
            if flow.text.is_empty() { "" } else { "    " },
            Face::default(),
            None,
        );
        flow.push(&stat.name.to_uppercase(), Face::of(Role::Dim), None);
        flow.push(&format!(" {}", stat.text), Face::default().strong(), None);
    }
    flow
}
