//! Builds the headings and blocks of a document from its elements, whatever its format.

use std::mem;

use super::callout;
use super::inline::Inline;
use super::item::Item;
use super::table::finish;
use crate::rules::model::{Block, BlockKind, RichText, Style};
use crate::source::Span;

/// The maximum nesting of containers. The content of a deeper container is added to the innermost
/// container within the limit, because deep nesting could exhaust the stack.
pub const MAX_DEPTH: usize = 24;

/// Gives a running text its final form. The characters are marks that the author escaped.
pub type FinishText = fn(RichText, &str) -> RichText;

/// The containers of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContainerKind {
    /// A quote, including an admonition.
    Quote,
    /// A list, ordered or not.
    List,
    /// A table.
    Table,
    /// The definition of a term.
    Definition,
}

/// An open container.
pub struct Container {
    pub kind: ContainerKind,
    /// `None` if the container is nested too deep.
    pub block: Option<Block>,
    /// Whether a tag opened it. Its closing tag may be missing.
    pub is_tag: bool,
    /// For each column of a table, the number of rows, from the open one on, that its last cell covers.
    pub covered: Vec<usize>,
    /// The index of the open cell in its row.
    pub cell: usize,
    /// The caption of a table.
    pub caption: Option<RichText>,
    /// The text of the cell around the container, up to the container.
    outer: Option<Inline>,
}

/// Collects the items of a document.
pub struct BlockBuilder {
    /// The finished items.
    pub items: Vec<Item>,
    /// The running text of the open block.
    pub inline: Inline,
    /// The level of the heading that a tag opened.
    pub tag_heading: Option<u8>,
    /// Whether a heading is open.
    pub in_heading: bool,
    /// Whether a tag opened a term.
    pub in_term: bool,
    /// The length of the text when the last component ended.
    pub component_end: Option<usize>,
    /// The term that the next definition defines.
    term: Option<RichText>,
    /// The open containers, outermost first.
    pub open: Vec<Container>,
    finish_text: FinishText,
}

impl BlockBuilder {
    /// Creates a builder without items.
    pub fn new(finish_text: FinishText) -> Self {
        Self {
            items: Vec::new(),
            inline: Inline::default(),
            tag_heading: None,
            in_heading: false,
            in_term: false,
            component_end: None,
            term: None,
            open: Vec::new(),
            finish_text,
        }
    }

    /// Ends everything that is open, and returns the items.
    pub fn finish(mut self) -> Vec<Item> {
        self.end_tag_heading(Span::default());
        while !self.open.is_empty() {
            self.close_innermost();
        }
        self.paragraph();
        self.end_term();
        self.items
    }

    /// Returns the running text in its final form, and starts an empty text.
    pub fn take_text(&mut self) -> RichText {
        let inline = mem::take(&mut self.inline);
        let text = (self.finish_text)(inline.text, &inline.escaped);
        let is_trimmed = |text: &str| text.trim().len() == text.len();
        if is_trimmed(&text.plain) && text.plain.split('\n').all(is_trimmed) {
            return text;
        }
        // Without its emphasis marks and markers, a line may start or end with a space.
        let mut lines = RichText::default();
        for line in text.lines() {
            lines.push_plain("\n", line.span());
            lines.extend(&line.trimmed());
        }
        lines.trimmed()
    }

    /// Ends the running text, and adds it to the innermost container as a paragraph. In a table,
    /// only adds a space, because a cell has a single text.
    pub fn paragraph(&mut self) {
        if self.in_heading || self.is_in_table() {
            return self.inline.gap();
        }
        let text = self.take_text();
        if !text.is_blank() {
            self.add(Block::paragraph(text));
        }
    }

    /// Adds the running text as a heading. In a quote, the heading is a block of the quote; in a list, it
    /// is a paragraph.
    pub fn heading(&mut self, level: u8, span: Span) {
        self.in_heading = false;
        if self.is_in_table() {
            return self.inline.gap();
        }
        let text = self.take_text();
        let is_boxed = |open: &Container| {
            matches!(open.kind, ContainerKind::Quote | ContainerKind::Definition)
        };
        if self.open.is_empty() {
            self.end_term();
            self.items.push(Item::Heading { level, text, span });
        } else if text.is_blank() {
        } else if self.open.iter().all(is_boxed) {
            self.add(Block::new(BlockKind::Heading { level, text }, span));
        } else {
            self.add(Block::paragraph(text));
        }
    }

    /// Ends the heading that a tag opened.
    pub fn end_tag_heading(&mut self, span: Span) {
        if let Some(level) = self.tag_heading.take() {
            let text = &self.inline.text;
            let span = if text.is_blank() { span } else { text.span() };
            self.heading(level, span);
        }
    }

    /// Ends the running text, which is a term. The next definition defines it.
    pub fn term(&mut self) {
        let text = self.take_text();
        if text.is_blank() {
            return;
        }
        match &mut self.term {
            Some(term) => {
                term.push_plain(", ", text.span());
                term.extend(&text);
            }
            None => self.term = Some(text),
        }
    }

    /// Adds a term without a definition as a paragraph.
    fn end_term(&mut self) {
        if let Some(term) = self.term.take() {
            self.add(Block::paragraph(strong(&term)));
        }
    }

    /// Adds a block to the innermost container.
    pub fn add(&mut self, block: Block) {
        let blocks = match self.innermost() {
            None => return self.items.push(Item::Block(block)),
            Some(BlockKind::Quote(blocks) | BlockKind::Definition { blocks, .. }) => blocks,
            Some(BlockKind::List { items, .. }) => {
                if items.is_empty() {
                    items.push(Vec::new());
                }
                let last = items.len() - 1;
                &mut items[last]
            }
            Some(_) => return self.add_to_cell(&block),
        };
        blocks.push(block);
    }

    /// Whether the innermost container is a table.
    pub fn is_in_table(&self) -> bool {
        self.open
            .last()
            .is_some_and(|open| open.kind == ContainerKind::Table)
    }

    /// Whether the innermost container is a table that a tag opened. Unlike those of a table in
    /// markdown, its columns are not known before it ends.
    pub fn is_in_tag_table(&self) -> bool {
        self.is_in_table() && self.open.last().is_some_and(|open| open.is_tag)
    }

    /// Whether the innermost container is of a kind and a tag opened it.
    pub fn is_in_tag(&self, kind: ContainerKind) -> bool {
        self.open
            .last()
            .is_some_and(|open| open.is_tag && open.kind == kind)
    }

    pub fn innermost(&mut self) -> Option<&mut BlockKind> {
        let depth = self.open.len().min(MAX_DEPTH);
        let container = self.open[..depth].last_mut()?;
        container.block.as_mut().map(|block| &mut block.kind)
    }

    /// Opens a container. `is_tag` tells that a tag opens it.
    pub fn open(&mut self, kind: ContainerKind, block: BlockKind, span: Span, is_tag: bool) {
        self.paragraph();
        let mut block = block;
        match &mut block {
            BlockKind::Definition { term, .. } => *term = self.term.take().unwrap_or_default(),
            _ if self.open.is_empty() || kind != ContainerKind::Definition => self.end_term(),
            _ => {}
        }
        let outer = self.is_in_table().then(|| mem::take(&mut self.inline));
        let is_shown = self.open.len() < MAX_DEPTH;
        self.open.push(Container {
            kind,
            block: is_shown.then(|| Block::new(block, span)),
            is_tag,
            covered: Vec::new(),
            cell: 0,
            caption: None,
            outer,
        });
    }

    /// Closes the innermost container that no tag opened, and those that tags opened inside it.
    pub fn close(&mut self) {
        self.close_tags();
        self.close_innermost();
    }

    /// Closes the containers that tags opened inside the innermost other container.
    pub fn close_tags(&mut self) {
        while self.open.last().is_some_and(|open| open.is_tag) {
            self.close_innermost();
        }
    }

    /// Closes the lists and tables that tags opened and that nothing else contains, because a heading
    /// follows.
    pub fn close_before_heading(&mut self) {
        let ends = |open: &Container| {
            open.is_tag && matches!(open.kind, ContainerKind::List | ContainerKind::Table)
        };
        while self.open.last().is_some_and(ends) {
            self.close_innermost();
        }
    }

    /// Closes the nearest container of a kind that a tag opened, and those inside it. Nothing is
    /// closed if another container is in between.
    pub fn close_tag(&mut self, kind: ContainerKind) {
        let tags = self.open.iter().rev().take_while(|open| open.is_tag);
        let Some(inside) = tags.map(|open| open.kind).position(|open| open == kind) else {
            return;
        };
        for _ in 0..=inside {
            self.close_innermost();
        }
    }

    fn close_innermost(&mut self) {
        if self.is_in_tag_table() {
            self.end_cell();
        }
        self.paragraph();
        let Some(mut container) = self.open.pop() else {
            return;
        };
        if let Some(outer) = container.outer.take() {
            self.inline = outer;
        }
        let Some(mut block) = container.block else {
            return;
        };
        match &mut block.kind {
            BlockKind::Quote(blocks) if blocks.is_empty() => return,
            BlockKind::Quote(blocks) if !container.is_tag => callout::title(blocks),
            BlockKind::List { items, .. } if items.is_empty() => return,
            BlockKind::Table(table) if table.rows.is_empty() => return,
            BlockKind::Table(table) => {
                let rows = table.rows.iter();
                block.span = rows.fold(block.span, |span, row| span.to(row.span));
                finish(table);
            }
            BlockKind::Definition { term, blocks } => {
                let blocks = mem::take(blocks);
                // A further definition of the same term.
                if term.is_blank() {
                    return self.define_further(blocks);
                }
                let term = mem::take(term);
                let span = blocks
                    .iter()
                    .fold(block.span, |span, block| span.to(block.span));
                return self.add(Block::new(BlockKind::Definition { term, blocks }, span));
            }
            _ => {}
        }
        if let Some(caption) = container.caption {
            self.add(Block::paragraph(caption));
        }
        self.add(block);
    }

    /// Adds blocks to the definition above, or, if there is none, to the innermost container.
    fn define_further(&mut self, blocks: Vec<Block>) {
        let above = match self.innermost() {
            None => match self.items.last_mut() {
                Some(Item::Block(block)) => Some(&mut block.kind),
                _ => None,
            },
            Some(BlockKind::Quote(inside) | BlockKind::Definition { blocks: inside, .. }) => {
                inside.last_mut().map(|block| &mut block.kind)
            }
            Some(BlockKind::List { items, .. }) => {
                let item = items.last_mut().and_then(|item| item.last_mut());
                item.map(|block| &mut block.kind)
            }
            Some(_) => None,
        };
        if let Some(BlockKind::Definition { blocks: above, .. }) = above {
            above.extend(blocks);
        } else {
            for block in blocks {
                self.add(block);
            }
        }
    }

    /// Starts an item of the innermost list. Without a list, an item of HTML starts one.
    pub fn open_item(&mut self, span: Span, is_tag: bool) {
        if is_tag && !self.is_in_tag(ContainerKind::List) {
            let list = BlockKind::List {
                start: None,
                items: Vec::new(),
            };
            self.open(ContainerKind::List, list, span, true);
        }
        self.paragraph();
        if self.open.len() <= MAX_DEPTH
            && let Some(BlockKind::List { items, .. }) = self.innermost()
        {
            items.push(Vec::new());
        }
    }
}

/// Returns a text in bold.
pub fn strong(text: &RichText) -> RichText {
    let mut bold = RichText::default();
    for run in &text.runs {
        let style = Style {
            strong: true,
            ..run.style
        };
        bold.push(&text.plain[run.range()], style, run.link.clone(), run.span);
    }
    bold
}
