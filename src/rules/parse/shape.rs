//! Turns parsed blocks into the blocks of rules documents: effects, conditions, notes, run-in
//! rules, stats and keywords.

use std::iter::{self, Peekable};
use std::vec::IntoIter;

use super::heading::{self, rule_number};
use super::limit::split_long;
use crate::rules::model::{Block, BlockKind, Provenance, RichText, RunInForm};
use crate::source::Span;
use label::{LabelKind, has_label, label, mark, split_answer, tagged_question};
use stats::{is_stats_table, stats_below, stats_of_table};

mod label;
mod stats;

pub use label::provenance_line;

pub struct RunIn {
    pub label: RichText,
    pub form: RunInForm,
    pub blocks: Vec<Block>,
    /// Blocks after `blocks` that are not shaped yet, because they may contain run-in rules below
    /// this one.
    pub inner: Vec<Block>,
    pub span: Span,
}

/// Shapes the blocks of one section. `run_in` stores each run-in rule, and returns the block that
/// refers to it.
pub fn shape(blocks: Vec<Block>, run_in: &mut dyn FnMut(RunIn) -> Block) -> Vec<Block> {
    let blocks = blocks.into_iter().flat_map(split_lines);
    let lines: Vec<_> = blocks.flat_map(split_long).collect();
    let mut shaper = Shaper {
        are_numbered: lines.iter().filter(|block| number(block).is_some()).count() > 1,
        out: Vec::new(),
        rest: lines.into_iter().peekable(),
        run_in,
    };
    while let Some(Block { kind, span }) = shaper.rest.next() {
        match kind {
            BlockKind::Paragraph(text) => shaper.paragraph(text, span),
            BlockKind::List { start, items } => shaper.list(start, items, span),
            BlockKind::Quote(blocks) => shaper.quote(blocks, span),
            BlockKind::Heading { level, text } => shaper.heading(level, text, span),
            BlockKind::Definition { term, blocks } => {
                shaper.push_section(RunInForm::Definition, term, blocks, span);
            }
            BlockKind::Table(table) if is_stats_table(&table) => {
                shaper.push(BlockKind::Stats(stats_of_table(&table)), span);
            }
            other => shaper.push(other, span),
        }
    }
    shaper.out
}

struct Shaper<'a> {
    /// Whether at least two paragraphs start with a rule number. A single number may be a quantity.
    are_numbered: bool,
    rest: Peekable<IntoIter<Block>>,
    out: Vec<Block>,
    run_in: &'a mut dyn FnMut(RunIn) -> Block,
}

impl Shaper<'_> {
    fn push(&mut self, kind: BlockKind, span: Span) {
        self.out.push(Block::new(kind, span));
    }

    fn paragraph(&mut self, text: RichText, span: Span) {
        if let Some((provenance, rest)) = provenance_line(&text.plain) {
            return self.bracketed_note(&text, provenance, rest, span);
        }
        if let Some(marked) = self.marked(&text, span) {
            return self.out.push(marked);
        }
        if self.are_numbered
            && let Some(number) = rule_number(&text.plain)
        {
            return self.numbered(&text, number, span);
        }
        let question = tagged_question(&text);
        let Some((name, after)) = label(question.as_ref().unwrap_or(&text)) else {
            return self.push(BlockKind::Paragraph(text), span);
        };
        let alone = after.is_blank();
        match LabelKind::of(&name.plain) {
            LabelKind::Stats if alone => self.stats(text, span),
            LabelKind::Keywords => {
                let words = after
                    .plain
                    .split(',')
                    .map(str::trim)
                    .filter(|word| !word.is_empty())
                    .map(str::to_owned);
                self.push(BlockKind::Keywords(words.collect()), span);
            }
            // Drop the label of a weapons table, because the table needs none.
            LabelKind::Weapons if alone && self.rest.peek().is_some_and(is_table) => {}
            LabelKind::Note(provenance @ (Provenance::Designer | Provenance::Editor)) => {
                self.note(provenance, vec![paragraph(after, span)], span);
            }
            LabelKind::Question => self.question(text, span),
            LabelKind::Name | LabelKind::Note(_) => self.run_in(name, after, span),
            _ => self.push(BlockKind::Paragraph(text), span),
        }
    }

    /// Moves the next blocks to `own` as long as they belong to it.
    fn take(&mut self, own: &mut Vec<Block>, belongs: impl Fn(&Block) -> bool) {
        own.extend(iter::from_fn(|| self.rest.next_if(&belongs)));
    }

    /// Adds a run-in rule. It contains the text after its label, or the next plain paragraph if
    /// there is no such text, and then the lists and tables right below.
    fn run_in(&mut self, label: RichText, text: RichText, span: Span) {
        let mut own = Vec::new();
        // Effects and conditions below belong to the rule if its label has a cost, as the label of
        // an action does, or if the label is followed by no text or by an effect or condition.
        let mut accepts_marks = text.is_blank() || heading::cost(&label.plain).is_some();
        if let Some(marked) = self.marked(&text, span) {
            own.push(marked);
            accepts_marks = true;
        } else if text.is_blank() {
            own.extend(self.rest.next_if(is_plain_paragraph));
        } else {
            own.push(paragraph(text, span));
        }
        while let Some(next) = self
            .rest
            .next_if(|next| belongs_to_rule(next) || accepts_marks && is_marked(next))
        {
            let marked = next.as_paragraph();
            let marked = marked.and_then(|text| self.marked(text, next.span));
            own.push(marked.unwrap_or(next));
        }
        self.push_run_in(label, own, span);
    }

    /// Adds a numbered rule as a run-in rule whose label is the number. The run-in rule contains
    /// the text after the number and the plain paragraphs, lists and tables that follow, up to the
    /// next numbered rule or the next block of any other kind.
    fn numbered(&mut self, text: &RichText, (number, after): (&str, &str), span: Span) {
        let mut own = Vec::new();
        if !after.is_empty() {
            let after = text.after(text.plain.trim_end().len() - after.len());
            own.push(paragraph(after, span));
        }
        self.take(&mut own, |next| {
            is_plain(next) && self::number(next).is_none()
        });
        let start = text.plain.find(number).unwrap_or(0);
        let label = text.slice(start..start + number.len());
        self.push_run_in(label, own, span);
    }

    /// Adds a question and its answer as a run-in rule. The label `Answer` is in the same paragraph
    /// or the next one. The plain paragraphs, lists and tables right after the answer belong to it.
    fn question(&mut self, text: RichText, span: Span) {
        let (label, answer) = split_answer(&text.after(usize::from(text.plain.starts_with('*'))));
        let asked = label.plain.rsplit(']').next();
        if asked.map(LabelKind::of) == Some(LabelKind::Question) {
            return self.push(BlockKind::Paragraph(text), span);
        }
        let mut own: Vec<_> = match answer {
            Some(answer) => vec![paragraph(answer, span)],
            None => self.rest.next_if(is_answer).into_iter().collect(),
        };
        if !own.is_empty() {
            self.take(&mut own, is_plain);
        }
        self.push_run_in(label, own, span);
    }

    fn push_run_in(&mut self, label: RichText, blocks: Vec<Block>, span: Span) {
        let span = cover(span, &blocks);
        let block = (self.run_in)(RunIn {
            label,
            form: RunInForm::Label,
            blocks,
            inner: Vec::new(),
            span,
        });
        self.out.push(block);
    }

    fn push_section(&mut self, form: RunInForm, label: RichText, inner: Vec<Block>, span: Span) {
        let span = cover(span, &inner);
        let block = (self.run_in)(RunIn {
            label,
            form,
            blocks: Vec::new(),
            inner,
            span,
        });
        self.out.push(block);
    }

    /// Adds a heading in a container as a run-in rule. It contains the blocks up to the next heading
    /// that is not below it.
    fn heading(&mut self, level: u8, text: RichText, span: Span) {
        let mut own = Vec::new();
        let ends = |block: &Block| matches!(block.kind, BlockKind::Heading { level: next, .. } if next <= level);
        self.take(&mut own, |block| !ends(block));
        self.push_section(RunInForm::Heading, text, own, span);
    }

    /// Adds the stats below the label `**Stats:**`, from a list or a table of one row. If there are
    /// no stats, `text` stays a paragraph.
    fn stats(&mut self, text: RichText, span: Span) {
        match self.rest.next_if(|next| !stats_below(next).is_empty()) {
            Some(below) => self.push(BlockKind::Stats(stats_below(&below)), span.to(below.span)),
            None => self.push(BlockKind::Paragraph(text), span),
        }
    }

    fn list(&mut self, start: Option<u64>, items: Vec<Vec<Block>>, span: Span) {
        let items = items
            .into_iter()
            .map(|item| match &item[..] {
                // An item that is only text in brackets is a name, not an editor's note.
                [only] if only.as_paragraph().is_some_and(is_editors_note) => item,
                _ => shape(item, self.run_in),
            })
            .collect();
        // Adjacent bulleted lists become one list.
        if start.is_none()
            && let Some(above) = self.out.last_mut()
            && let BlockKind::List {
                start: None,
                items: joined,
            } = &mut above.kind
        {
            joined.extend::<Vec<_>>(items);
            above.span = above.span.to(span);
        } else {
            self.push(BlockKind::List { start, items }, span);
        }
    }

    fn quote(&mut self, mut blocks: Vec<Block>, span: Span) {
        let opening = blocks.first().and_then(Block::as_paragraph).and_then(label);
        if let Some((name, after)) = opening
            && let LabelKind::Note(provenance) = LabelKind::of(&name.plain)
        {
            blocks[0].kind = BlockKind::Paragraph(after);
            self.note(provenance, blocks, span);
        } else {
            let is_section = |block: &Block| {
                matches!(
                    block.kind,
                    BlockKind::Heading { .. } | BlockKind::Definition { .. }
                )
            };
            if blocks.iter().any(is_section) {
                blocks = shape(blocks, self.run_in);
            }
            self.push(BlockKind::Quote(blocks), span);
        }
    }

    /// Adds a note that starts with a line in brackets, in which `opening` is the end of the text
    /// between the brackets. A note such as `[Summary]` also contains the blocks after that line;
    /// an editor's note does not.
    fn bracketed_note(
        &mut self,
        text: &RichText,
        provenance: Provenance,
        opening: &str,
        span: Span,
    ) {
        let end = text.plain.trim_end().len() - 1;
        let opening = text.slice(end - opening.len()..end).trimmed();
        let mut note = vec![paragraph(opening.clone(), opening.span())];
        if provenance != Provenance::Editor {
            self.take(&mut note, belongs_to_note);
        }
        self.note(provenance, note, span);
    }

    fn note(&mut self, provenance: Provenance, mut blocks: Vec<Block>, span: Span) {
        blocks.retain(|block| !block.as_paragraph().is_some_and(RichText::is_blank));
        let span = cover(span, &blocks);
        self.push(BlockKind::Note { provenance, blocks }, span);
    }

    /// Turns a paragraph that starts with a mark (▶ or ◆) into an effect or condition, together
    /// with the lists right after it.
    fn marked(&mut self, text: &RichText, span: Span) -> Option<Block> {
        let (is_effect, text) = mark(text)?;
        let mut own = vec![paragraph(text, span)];
        self.take(&mut own, |next| is_list(next) && belongs_to_rule(next));
        let span = cover(span, &own);
        let kind = if is_effect {
            BlockKind::Effect(own)
        } else {
            BlockKind::Condition(own)
        };
        Some(Block::new(kind, span))
    }
}

fn is_editors_note(text: &RichText) -> bool {
    matches!(provenance_line(&text.plain), Some((Provenance::Editor, _)))
}

/// Splits a paragraph before each line that starts with a mark or a label, and before and after
/// each line such as `[Summary]`.
fn split_lines(block: Block) -> Vec<Block> {
    let text = match block.as_paragraph() {
        Some(text) if text.plain.contains('\n') => text,
        _ => return vec![block],
    };
    let mut parts: Vec<RichText> = Vec::new();
    for line in text.lines() {
        match parts.last_mut() {
            Some(part) if !opens_block(&line) && provenance_line(&part.plain).is_none() => {
                part.push_plain("\n", line.span());
                part.extend(&line);
            }
            _ => parts.push(line),
        }
    }
    parts
        .iter()
        .filter(|part| !part.is_blank())
        .map(|part| Block::paragraph(part.trimmed()))
        .collect()
}

fn paragraph(text: RichText, span: Span) -> Block {
    Block::new(BlockKind::Paragraph(text), span)
}

/// Whether a text is the start of a new block: it starts with a mark or a label, or is a provenance
/// such as `[Summary]`.
fn opens_block(text: &RichText) -> bool {
    mark(text).is_some() || label(text).is_some() || provenance_line(&text.plain).is_some()
}

/// Returns the rule number at the start of a paragraph.
fn number(block: &Block) -> Option<&str> {
    let text = block.as_paragraph()?;
    rule_number(&text.plain).map(|(number, _)| number)
}

fn is_plain_paragraph(block: &Block) -> bool {
    let text = block.as_paragraph();
    text.is_some_and(|text| !opens_block(text) && tagged_question(text).is_none())
}

fn is_marked(block: &Block) -> bool {
    block.as_paragraph().and_then(mark).is_some()
}

fn is_answer(block: &Block) -> bool {
    let text = block.as_paragraph();
    text.is_some_and(|text| has_label(text, LabelKind::Answer))
}

fn is_list(block: &Block) -> bool {
    matches!(block.kind, BlockKind::List { .. })
}

fn is_table(block: &Block) -> bool {
    block.as_table().is_some()
}

fn is_plain(block: &Block) -> bool {
    is_plain_paragraph(block) || is_list(block) || is_table(block)
}

/// Whether a block belongs to the rule right above: a table, or a list whose first item does not
/// start with a name and a cost. The items of such a list are rules of their own.
fn belongs_to_rule(block: &Block) -> bool {
    let BlockKind::List { items, .. } = &block.kind else {
        return is_table(block);
    };
    let first = items.first().and_then(|item| item.first());
    let label = first.and_then(Block::as_paragraph).and_then(label);
    label.is_none_or(|(name, _)| heading::cost(&name.plain).is_none())
}

fn belongs_to_note(block: &Block) -> bool {
    match &block.kind {
        BlockKind::Paragraph(text) => {
            mark(text).is_none() && provenance_line(&text.plain).is_none()
        }
        BlockKind::List { .. } | BlockKind::Table(_) | BlockKind::Code(_) => true,
        _ => false,
    }
}

fn cover(span: Span, blocks: &[Block]) -> Span {
    blocks.iter().fold(span, |span, block| span.to(block.span))
}
