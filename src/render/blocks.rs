//! Blocks: an exhaustive match, so that a new kind of block cannot be forgotten.

use super::flow::Flow;
use super::heading::push_marked;
use super::{Builder, wrap};
use crate::rules::{Block, BlockKind, List, Provenance, RichText, Stat};
use crate::theme::{Face, Role};

impl Builder<'_> {
    /// Sets blocks, a blank line between them.
    pub(super) fn blocks(&mut self, blocks: &[Block]) {
        let mut rest = blocks;
        let mut before: Option<&Block> = None;
        while let Some((block, after)) = rest.split_first() {
            if before.is_some_and(|before| !is_tight(before, block)) {
                self.gap();
            }
            let notes = rest
                .iter()
                .take_while(|block| matches!(block.kind, BlockKind::Note { .. }))
                .count();
            if notes > 0 && !self.in_note {
                self.notes(&rest[..notes]);
                rest = &rest[notes..];
            } else {
                self.block(block);
                rest = after;
            }
            before = Some(block);
        }
    }

    /// Sets notes that follow each other, or the mark that says how many are hidden.
    fn notes(&mut self, notes: &[Block]) {
        let start = self.page.lines.len();
        if self.context.form.hide_notes {
            self.hidden_notes(notes);
        } else {
            self.in_note = true;
            self.blocks(notes);
            self.in_note = false;
        }
        self.page.notes.push(start..self.page.lines.len());
    }

    /// A quiet mark in place of notes; where the search matches what is hidden, the mark says so.
    fn hidden_notes(&mut self, notes: &[Block]) {
        let marks = |text: &RichText| {
            self.context
                .highlight
                .is_some_and(|look| !look.marks(&text.plain).is_empty())
        };
        let matched = notes.iter().flat_map(Block::texts).any(marks);
        let mut count = if notes.len() == 1 {
            "1 note".to_owned()
        } else {
            format!("{} notes", notes.len())
        };
        if self.is_linear() {
            count.push_str(" hidden");
        }
        self.within(
            None,
            self.symbols().note,
            Face::of(Role::Border),
            |builder| {
                builder.set(&Flow::of(
                    &count,
                    Face {
                        matched,
                        ..Face::of(Role::Note)
                    },
                ));
            },
        );
    }

    fn block(&mut self, block: &Block) {
        match &block.kind {
            BlockKind::Paragraph(text) => self.paragraph(text, Face::default()),
            BlockKind::List(list) => self.list(list),
            BlockKind::Table(table) => self.table(table),
            BlockKind::Effect(blocks) => self.marked(self.symbols().effect, Role::Effect, blocks),
            BlockKind::Condition(blocks) => {
                self.marked(self.symbols().condition, Role::Condition, blocks)
            }
            BlockKind::Note { provenance, blocks } => self.note(*provenance, blocks),
            BlockKind::Quote(blocks) if self.is_linear() => {
                self.introduced(self.symbols().quote, Role::Dim, blocks)
            }
            BlockKind::Quote(blocks) => {
                self.within(None, self.symbols().quote, Face::of(Role::Dim), |builder| {
                    builder.blocks(blocks)
                });
            }
            BlockKind::RunIn(section) => self.run_in(*section),
            BlockKind::Stats(stats) => self.stats(stats),
            BlockKind::Keywords(keywords) => self.keywords(keywords),
            // White space and headings carry the structure; a line of its own would only be noise.
            BlockKind::Break => self.gap(),
            BlockKind::Code(code) => self.code(code),
        }
    }

    pub(super) fn paragraph(&mut self, text: &RichText, face: Face) {
        let mut flow = Flow::default();
        flow.push_rich(self, text, face);
        self.set(&flow);
    }

    fn marked(&mut self, mark: &str, role: Role, blocks: &[Block]) {
        if self.is_linear() {
            return self.introduced(mark, role, blocks);
        }
        self.within(
            Some((mark, Face::of(role))),
            "  ",
            Face::default(),
            |builder| builder.blocks(blocks),
        );
    }

    fn list(&mut self, list: &List) {
        let last = list
            .start
            .map_or(0, |start| start.saturating_add(list.items.len() as u64));
        let wide = if list.start.is_some() {
            last.to_string().len() + 2
        } else {
            2
        };
        for (number, item) in (list.start.unwrap_or(0)..).zip(&list.items) {
            let bullet = if list.start.is_some() {
                format!("{number}.")
            } else {
                self.symbols().bullet.to_owned()
            };
            let bullet = format!("{bullet:<wide$}");
            self.within(
                Some((&bullet, Face::of(Role::Dim))),
                &" ".repeat(wide),
                Face::default(),
                |builder| {
                    builder.item(item);
                },
            );
        }
    }

    fn item(&mut self, item: &[Block]) {
        if item.is_empty() {
            let line = self.begin();
            self.end(line);
        }
        for (index, block) in item.iter().enumerate() {
            if index > 0 && matches!(block.kind, BlockKind::Paragraph(_)) {
                self.gap();
            }
            self.blocks(std::slice::from_ref(block));
        }
    }

    fn note(&mut self, provenance: Provenance, blocks: &[Block]) {
        if self.is_linear() {
            return self.note_in_words(provenance.label(), blocks);
        }
        self.within(
            None,
            self.symbols().note,
            Face::of(Role::Border),
            |builder| {
                builder.set(&Flow::of(provenance.label(), Face::of(Role::Note)));
                builder.blocks(blocks);
            },
        );
    }

    /// `APL 2     MOVE 6"     SAVE 5+     WOUNDS 10`, in as many lines as it takes.
    fn stats(&mut self, stats: &[Stat]) {
        if self.is_linear() {
            return self.stats_in_words(stats);
        }
        let room = self.room();
        let mut line = self.begin();
        let start = line.width();
        for stat in stats {
            let name = stat.name.to_uppercase();
            let wide = wrap::width(&name) + 1 + wrap::width(&stat.text);
            if line.width() > start && line.width() - start + 4 + wide > room {
                self.end(line);
                line = self.begin();
            }
            if line.width() > start {
                line.push("    ", Face::default());
            }
            line.push(name, Face::of(Role::Dim));
            line.push(" ", Face::default());
            let matched = self
                .context
                .highlight
                .is_some_and(|highlight| !highlight.marks(&stat.text).is_empty());
            line.push(
                stat.text.as_str(),
                Face {
                    matched,
                    ..Face::default().strong()
                },
            );
        }
        self.end(line);
    }

    fn keywords(&mut self, keywords: &[String]) {
        if self.is_linear() {
            self.lead("Keywords: ", Face::of(Role::Dim));
        }
        let mut flow = Flow::default();
        for (index, keyword) in keywords.iter().enumerate() {
            flow.push(
                if index > 0 { self.symbols().gap } else { "" },
                Face::of(Role::Dim),
                None,
            );
            let marks = self
                .context
                .highlight
                .map(|highlight| highlight.marks(keyword))
                .unwrap_or_default();
            push_marked(&mut flow, keyword, Face::of(Role::Chip), &marks);
        }
        self.set(&flow);
    }

    fn code(&mut self, code: &str) {
        for text in code.split('\n') {
            self.set(&Flow::of(&text.replace('\t', "    "), Face::default()));
        }
    }
}

/// Whether a block follows the one before it without a blank line: a list right below the words that introduce it, and
/// effects and conditions of one action.
fn is_tight(before: &Block, block: &Block) -> bool {
    let introduces = |text: &RichText| text.plain.trim_end().ends_with(':');
    match (&before.kind, &block.kind) {
        (BlockKind::Paragraph(text), BlockKind::List(_) | BlockKind::Table(_)) => introduces(text),
        (
            BlockKind::Effect(_) | BlockKind::Condition(_),
            BlockKind::Effect(_) | BlockKind::Condition(_),
        ) => true,
        _ => false,
    }
}
