//! Lays out blocks. The match on [`BlockKind`] is exhaustive, so the compiler reports a new kind
//! that has no layout.

use super::builder::Builder;
use super::heading::{facts, push_cost};
use super::line::Line;
use crate::rules::{Block, BlockKind, Provenance, RunInForm, SectionKind, SectionRef, Stat};
use crate::theme::{Face, Role};

impl Builder<'_> {
    /// Lays out blocks, separated by blank lines where necessary.
    pub fn blocks(&mut self, blocks: &[Block]) {
        for (index, block) in blocks.iter().enumerate() {
            if index > 0 && !is_tight(&blocks[index - 1], block) {
                self.gap();
            }
            self.block(block);
        }
    }

    fn block(&mut self, block: &Block) {
        let symbols = self.symbols();
        match &block.kind {
            _ if self.is_full() => {}
            BlockKind::Paragraph(text) if text.is_embed() => self.embed(text),
            BlockKind::Paragraph(text) | BlockKind::Heading { text, .. } => {
                let line = self.rich(text, false);
                self.set(line);
            }
            BlockKind::List { start, items } => self.list(*start, items),
            BlockKind::Table(table) => self.table(table),
            BlockKind::Effect(blocks) => {
                self.led(symbols.effect, Role::Effect, |builder| {
                    builder.blocks(blocks);
                });
            }
            BlockKind::Condition(blocks) => {
                self.led(symbols.condition, Role::Condition, |builder| {
                    builder.blocks(blocks);
                });
            }
            BlockKind::Note { provenance, blocks } => self.note(*provenance, blocks),
            BlockKind::Quote(blocks) => self.quoted(|builder| builder.blocks(blocks)),
            BlockKind::RunIn(section) => self.run_in(*section),
            BlockKind::Definition { term, blocks } => {
                let line = self.rich(term, false);
                self.set(line);
                self.indented(|builder| builder.blocks(blocks));
            }
            BlockKind::Stats(stats) => self.stats(stats),
            BlockKind::Keywords(keywords) => self.keywords(keywords),
            // Headings and blank lines already show the structure. A drawn line would only be
            // noise.
            BlockKind::Break => self.gap(),
            BlockKind::Code(code) => {
                for line in code.split('\n') {
                    let text = line.trim_start_matches(' ');
                    let indent = (line.len() - text.len()).min(self.room() / 2);
                    let indent = if self.is_linear() { 0 } else { indent };
                    self.beside(&" ".repeat(indent), Role::Text, |builder| {
                        builder.say(text, Role::default());
                    });
                }
            }
        }
    }

    /// Lays out content as a quotation.
    pub fn quoted(&mut self, set: impl FnOnce(&mut Self)) {
        let quote = self.symbols().quote;
        if self.is_linear() {
            self.introduced(quote, Role::Dim, set);
        } else {
            self.beside(quote, Role::Dim, set);
        }
    }

    fn list(&mut self, start: Option<u64>, items: &[Vec<Block>]) {
        let last = start.map(|start| start.saturating_add(items.len() as u64));
        let wide = last.map_or(2, |last| last.to_string().len() + 2);
        for (number, item) in (start.unwrap_or(0)..).zip(items) {
            let bullet = match start {
                Some(_) => format!("{number}."),
                None => self.symbols().bullet.to_owned(),
            };
            let bullet = format!("{bullet:<wide$}");
            self.hanging(&bullet, Role::Dim, |builder| builder.item(item));
        }
    }

    fn item(&mut self, item: &[Block]) {
        if item.is_empty() {
            self.set(Line::default());
        }
        for (index, block) in item.iter().enumerate() {
            if index > 0 && matches!(block.kind, BlockKind::Paragraph(_)) {
                self.gap();
            }
            self.blocks(std::slice::from_ref(block));
        }
    }

    /// Lays out a note, or only its label if notes are hidden. In linear mode, `End of note.`
    /// follows a note of several blocks.
    fn note(&mut self, provenance: Provenance, blocks: &[Block]) {
        let label = provenance.label();
        let blocks = if self.context.hide_notes { &[] } else { blocks };
        let is_inner = std::mem::replace(&mut self.in_note, true);
        if self.is_linear() {
            let label = format!("{label}: ");
            self.introduced(&label, Role::Note, |builder| builder.blocks(blocks));
            if blocks.len() > 1 {
                self.say("End of note.", Role::Note);
            }
        } else {
            self.beside(self.symbols().note, Role::Border, |builder| {
                builder.say(label, Role::Note);
                builder.blocks(blocks);
            });
        }
        self.in_note = is_inner;
    }

    /// Lays out a run-in rule: its title in bold, its first paragraph on the same line unless the
    /// title is a heading, and its other blocks below.
    fn run_in(&mut self, section: SectionRef) {
        let this = self.context.book.section(section);
        let outer = std::mem::replace(&mut self.from, section);
        if !self.embedding {
            self.anchor(section);
        }
        // In italics, so that the title of the page outweighs the names of its parts.
        let face = Face {
            emphasis: true,
            ..Face::of(Role::Heading)
        };
        let mut line = self.marked(&this.full_title(), face);
        if self.is_linear() {
            line.push(&facts(self.context.book, this), Role::Dim);
        } else {
            push_cost(&mut line, this);
        }
        let blocks = self.context.book.blocks(section);
        let mut rest = &blocks[..];
        if this.kind != SectionKind::Question && this.form != RunInForm::Heading {
            // The number of a rule is shown as printed, without a colon.
            if this.kind != SectionKind::Rule {
                line.push(":", face);
            }
            if let [first, others @ ..] = &blocks[..]
                && let BlockKind::Paragraph(text) = &first.kind
            {
                line.push(" ", Face::default());
                line.append(self.rich(text, false));
                rest = others;
            }
        }
        self.set(line);
        if !rest.is_empty() {
            self.indented(|builder| builder.blocks(rest));
        }
        self.changes(section);
        self.from = outer;
    }

    /// Lays out stats on as many lines as necessary: `APL 2    MOVE 6"    SAVE 5+    WOUNDS 10`.
    fn stats(&mut self, stats: &[Stat]) {
        let is_linear = self.is_linear();
        let (gap, quiet) = if is_linear {
            (self.symbols().gap, Role::Dim)
        } else {
            ("    ", Role::default())
        };
        let mut line = Line::default();
        for stat in stats {
            let mut field = Line::of(&stat.name.to_uppercase(), Role::Dim);
            field.push(" ", quiet);
            let matched = !self.matches(&stat.text).is_empty();
            let strong = Face::default().strong();
            field.push(&stat.text, Face { matched, ..strong });
            let wide = line.width() + gap.len() + field.width();
            if !is_linear && !line.pieces.is_empty() && wide > self.room() {
                self.set(std::mem::take(&mut line));
            }
            if !line.pieces.is_empty() {
                line.push(gap, quiet);
            }
            line.append(field);
        }
        self.set(line);
    }

    fn keywords(&mut self, keywords: &[String]) {
        if self.is_linear() {
            self.lead.push("Keywords: ", Role::Dim);
        }
        let mut line = Line::default();
        for keyword in keywords {
            line.separate(self.symbols().gap);
            line.append(self.marked(keyword, Role::Chip));
        }
        self.set(line);
    }
}

/// Whether a block follows `before` without a blank line: a list or table after a paragraph that
/// ends with a colon, or an effect or condition after an effect or condition.
fn is_tight(before: &Block, block: &Block) -> bool {
    use BlockKind::{Condition, Effect, List, Paragraph, Table};
    match (&before.kind, &block.kind) {
        (Paragraph(text), List { .. } | Table(_)) => text.plain.trim_end().ends_with(':'),
        (Effect(_) | Condition(_), Effect(_) | Condition(_)) => true,
        _ => false,
    }
}
