//! Turns parsed blocks into the blocks of rules documents: effects, conditions, notes, run-in
//! rules, stats and keywords.

use std::iter::{self, Peekable};
use std::vec::IntoIter;

use super::heading;
use super::limit::split_long;
use super::number::rule_number;
use crate::rules::model::{
    Block, BlockKind, LabelRole, Provenance, RichText, RunInForm, Table, Vocabulary,
};
use crate::source::Span;
use block::{
    are_numbered, belongs_to_note, belongs_to_rule, cover, defines_terms, is_answer,
    is_editors_note, is_list, is_marked, is_plain, is_plain_paragraph, is_table, number, paragraph,
    split_lines,
};
use label::{entry, label, mark, provenance_line, split_answer, tagged_question};
use stats::{is_stats_table, stats_below, stats_of_table};

mod block;
mod label;
mod run_in;
mod stats;

pub use label::is_bracketed_line;
pub use run_in::{RunIn, Shaping};

/// Shapes the blocks of one section. `run_in` stores each run-in rule, and returns the block that
/// refers to it.
pub fn shape(
    blocks: Vec<Block>,
    shaping: Shaping<'_>,
    run_in: &mut dyn FnMut(RunIn) -> Block,
) -> Vec<Block> {
    let words = shaping.words;
    let blocks = blocks
        .into_iter()
        .flat_map(|block| split_lines(block, words));
    let lines: Vec<_> = blocks.flat_map(split_long).collect();
    let mut shaper = Shaper {
        are_numbered: shaping.are_numbered || are_numbered(&lines),
        defines: shaping.defines,
        out: Vec::new(),
        rest: lines.into_iter().peekable(),
        words,
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
            BlockKind::Table(table) if defines_terms(&table, words) => {
                shaper.definitions(&table);
                shaper.push(BlockKind::Table(table), span);
            }
            BlockKind::Table(table) if is_stats_table(&table, words) => {
                shaper.push(BlockKind::Stats(stats_of_table(&table)), span);
            }
            other => shaper.push(other, span),
        }
    }
    shaper.out
}

struct Shaper<'a> {
    /// See [`Shaping::are_numbered`].
    are_numbered: bool,
    /// See [`Shaping::defines`].
    defines: bool,
    rest: Peekable<IntoIter<Block>>,
    out: Vec<Block>,
    words: &'a Vocabulary,
    run_in: &'a mut dyn FnMut(RunIn) -> Block,
}

impl Shaper<'_> {
    fn push(&mut self, kind: BlockKind, span: Span) {
        self.out.push(Block::new(kind, span));
    }

    fn paragraph(&mut self, text: RichText, span: Span) {
        if let Some((provenance, rest)) = provenance_line(&text.plain, self.words) {
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
        if self.defines
            && let Some((name, after)) = entry(&text)
            && self.words.label_role(&name.plain).is_none()
        {
            let after = vec![paragraph(after, span)];
            return self.push_section(RunInForm::Definition, name, after, span);
        }
        let question = tagged_question(&text, self.words);
        let Some((name, after)) = label(question.as_ref().unwrap_or(&text), self.words) else {
            return self.push(BlockKind::Paragraph(text), span);
        };
        let alone = after.is_blank();
        match self.words.label_role(&name.plain) {
            Some(LabelRole::Stats) if alone => self.stats(text, span),
            Some(LabelRole::Keywords) => {
                let words = after
                    .plain
                    .split(',')
                    .map(str::trim)
                    .filter(|word| !word.is_empty())
                    .map(str::to_owned);
                self.push(BlockKind::Keywords(words.collect()), span);
            }
            // Drop the label of a weapons table, because the table needs none.
            Some(LabelRole::Weapons) if alone && self.rest.peek().is_some_and(is_table) => {}
            Some(role @ (LabelRole::DesignersNote | LabelRole::EditorsNote)) => {
                let provenance = role.provenance().unwrap_or(Provenance::Editor);
                self.note(provenance, vec![paragraph(after, span)], span);
            }
            Some(LabelRole::Question) => self.question(text, span),
            None if self.defines && !alone => {
                let after = vec![paragraph(after, span)];
                self.push_section(RunInForm::Definition, name, after, span);
            }
            None | Some(LabelRole::Illustration | LabelRole::Summary) => {
                self.run_in(name, after, span);
            }
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
        let mut accepts_marks =
            text.is_blank() || heading::cost(&label.plain, self.words).is_some();
        if let Some(marked) = self.marked(&text, span) {
            own.push(marked);
            accepts_marks = true;
        } else if text.is_blank() {
            own.extend(
                self.rest
                    .next_if(|next| is_plain_paragraph(next, self.words)),
            );
        } else {
            own.push(paragraph(text, span));
        }
        while let Some(next) = self.rest.next_if(|next| {
            belongs_to_rule(next, self.words) || accepts_marks && is_marked(next, self.words)
        }) {
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
        let words = self.words;
        self.take(&mut own, |next| {
            is_plain(next, words) && self::number(next).is_none()
        });
        let start = text.plain.find(number).unwrap_or(0);
        let token = text.plain[start..].split_whitespace().next();
        // `**4.6:**` is the label of rule 4.6.
        let token = token.map(|token| token.trim_end_matches([':', '：']));
        let end = start + token.map_or(0, str::len);
        let label = text.slice(start..end);
        self.push_run_in(label, own, span);
    }

    /// Adds a question and its answer as a run-in rule. The label `Answer` is in the same paragraph
    /// or the next one. The plain paragraphs, lists and tables right after the answer belong to it.
    fn question(&mut self, text: RichText, span: Span) {
        let words = self.words;
        let start = usize::from(text.plain.starts_with('*'));
        let (label, answer) = split_answer(&text.after(start), words);
        let asked = label.plain.rsplit(']').next();
        if asked.and_then(|asked| words.label_role(asked)) == Some(LabelRole::Question) {
            return self.push(BlockKind::Paragraph(text), span);
        }
        let mut own: Vec<_> = match answer {
            Some(answer) => vec![paragraph(answer, span)],
            None => self
                .rest
                .next_if(|next| is_answer(next, words))
                .into_iter()
                .collect(),
        };
        if !own.is_empty() {
            self.take(&mut own, |next| is_plain(next, words));
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

    /// Adds the rows of a table of definitions as run-in rules. The table shows them.
    fn definitions(&mut self, table: &Table) {
        for row in &table.rows {
            let (term, meaning) = (&row.cells[0].text, &row.cells[1].text);
            if !term.is_blank() && !meaning.is_blank() {
                (self.run_in)(RunIn {
                    label: term.clone(),
                    form: RunInForm::Definition,
                    blocks: vec![paragraph(meaning.clone(), row.span)],
                    inner: Vec::new(),
                    span: row.span,
                });
            }
        }
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
        let words = self.words;
        match self
            .rest
            .next_if(|next| !stats_below(next, words).is_empty())
        {
            Some(below) => {
                let stats = stats_below(&below, words);
                self.push(BlockKind::Stats(stats), span.to(below.span));
            }
            None => self.push(BlockKind::Paragraph(text), span),
        }
    }

    fn list(&mut self, start: Option<u64>, items: Vec<Vec<Block>>, span: Span) {
        let firsts = items.iter().filter_map(|item| item.first());
        let mut shaping = Shaping::new(self.words, self.defines);
        shaping.are_numbered = are_numbered(firsts);
        let items = items
            .into_iter()
            .map(|item| match &item[..] {
                // An item that is only text in brackets is a name, not an editor's note.
                [only]
                    if only
                        .as_paragraph()
                        .is_some_and(|text| is_editors_note(text, self.words)) =>
                {
                    item
                }
                _ => shape(item, shaping, self.run_in),
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
        let opening = blocks.first().and_then(Block::as_paragraph);
        let opening = opening.and_then(|text| label(text, self.words));
        if let Some((name, after)) = opening
            && let Some(role) = self.words.label_role(&name.plain)
            && let Some(provenance) = role.provenance()
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
                let shaping = Shaping::new(self.words, false);
                blocks = shape(blocks, shaping, self.run_in);
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
            let words = self.words;
            self.take(&mut note, |next| belongs_to_note(next, words));
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
        let words = self.words;
        let (is_effect, text) = mark(text, words)?;
        let mut own = vec![paragraph(text, span)];
        self.take(&mut own, |next| {
            is_list(next) && belongs_to_rule(next, words)
        });
        let span = cover(span, &own);
        let kind = if is_effect {
            BlockKind::Effect(own)
        } else {
            BlockKind::Condition(own)
        };
        Some(Block::new(kind, span))
    }
}
