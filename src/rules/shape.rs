//! From plain blocks to what they are in a rules document: effects, conditions, notes, run-in rules, datacard parts.

use super::model::block::{Block, BlockKind, List, Provenance};
use super::model::text::RichText;
use super::slug::fold;
use super::{heading, table};
use crate::source::Span;
use read::{
    bullet, is_answer_label, label, mark, note_label, opening_of_note, split_answer,
    tagged_question,
};
use stats::{base, base_stat, inline_stats, is_stats_table, stats_of};

mod read;
mod stats;

pub(super) use read::provenance_line;

/// A run-in rule that was found: its label and what belongs to it.
pub(super) struct RunIn {
    pub label: RichText,
    pub blocks: Vec<Block>,
    pub span: Span,
}

/// Labels that are parts of a datacard or asides, not names of rules.
const RESERVED: [&str; 15] = [
    "stats",
    "weapons",
    "abilities",
    "keywords",
    "base",
    "copies",
    "behaviour",
    "behavior",
    "note",
    "notes",
    "example",
    "examples",
    "important",
    "answer",
    "a",
];

/// Shapes the blocks of one section. Every run-in rule is handed to `run_in`, which gives the block that stands for it.
pub(super) fn shape(blocks: Vec<Block>, run_in: &mut dyn FnMut(RunIn) -> Block) -> Vec<Block> {
    let mut shaper = Shaper {
        out: Vec::new(),
        run_in,
    };
    shaper.blocks(blocks);
    shaper.out
}

struct Shaper<'a> {
    out: Vec<Block>,
    run_in: &'a mut dyn FnMut(RunIn) -> Block,
}

impl Shaper<'_> {
    fn blocks(&mut self, blocks: Vec<Block>) {
        let mut blocks = blocks.into_iter().flat_map(split_lines).peekable();
        while let Some(block) = blocks.next() {
            let Block { kind, span } = block;
            match kind {
                BlockKind::Paragraph(text) => {
                    if let Some(provenance) = provenance_line(&text.plain) {
                        let mut note: Vec<_> =
                            opening_of_note(&text, provenance).into_iter().collect();
                        while provenance != Provenance::Editor
                            && let Some(next) = blocks.next_if(belongs_to_note)
                        {
                            note.push(next);
                        }
                        self.note(provenance, note, span);
                    } else if let Some(marked) = marked(&text, span, &mut blocks) {
                        self.out.push(marked);
                    } else {
                        self.paragraph(text, span, &mut blocks);
                    }
                }
                BlockKind::List(list) => {
                    let list = self.list(list);
                    self.push_list(list, span);
                }
                BlockKind::Quote(blocks) => self.quote(blocks, span),
                kind @ BlockKind::Table(_) if is_stats_table(&kind) => {
                    let stats = stats_of(&Block { kind, span });
                    self.out.push(Block {
                        kind: BlockKind::Stats(stats),
                        span,
                    });
                }
                other => self.out.push(plain(Block { kind: other, span })),
            }
        }
    }

    fn paragraph(
        &mut self,
        text: RichText,
        span: Span,
        rest: &mut std::iter::Peekable<impl Iterator<Item = Block>>,
    ) {
        match label(tagged_question(&text).as_ref().unwrap_or(&text)) {
            Some((name, after)) => match fold(&name.plain).as_str() {
                "stats" => self.stats(text, &after, span, rest),
                "keywords" => {
                    let words = after.plain.split(',').map(|word| word.trim().to_owned());
                    let words = words.filter(|word| !word.is_empty()).collect();
                    self.out.push(Block {
                        kind: BlockKind::Keywords(words),
                        span,
                    });
                }
                "weapons"
                    if after.is_blank()
                        && rest
                            .peek()
                            .is_some_and(|next| matches!(next.kind, BlockKind::Table(_))) => {}
                "designer's note" | "designer's commentary" | "editor's note" => {
                    let provenance = note_label(&name.plain).unwrap_or(Provenance::Designer);
                    self.note(
                        provenance,
                        vec![Block {
                            kind: BlockKind::Paragraph(after),
                            span,
                        }],
                        span,
                    );
                }
                reserved if RESERVED.contains(&reserved) => {
                    self.out.push(Block {
                        kind: BlockKind::Paragraph(text),
                        span,
                    });
                }
                "question" | "q" if !after.is_blank() => self.question(&text, span, rest),
                "question" | "q" => match rest.next_if(is_plain_paragraph) {
                    Some(Block {
                        kind: BlockKind::Paragraph(below),
                        span: own,
                    }) => {
                        let mut whole = text;
                        append(&mut whole, " ", &below);
                        self.question(&whole, span.to(own), rest);
                    }
                    _ => self.out.push(Block {
                        kind: BlockKind::Paragraph(text),
                        span,
                    }),
                },
                _ => self.run_in(name, after, span, rest),
            },
            None => self.out.push(Block {
                kind: BlockKind::Paragraph(text),
                span,
            }),
        }
    }

    /// A run-in rule owns its paragraph and the lists and tables right below; where its label stands alone, the next
    /// paragraph too.
    fn run_in(
        &mut self,
        label: RichText,
        text: RichText,
        span: Span,
        rest: &mut std::iter::Peekable<impl Iterator<Item = Block>>,
    ) {
        let mut own = Vec::new();
        // What an ability with a cost does and what forbids it are marked, as they are below an action's heading.
        let mut marks = text.is_blank() || heading::cost(&label.plain).is_some();
        if let Some(marked) = marked(&text, span, rest) {
            own.push(marked);
            marks = true;
        } else if !text.is_blank() {
            own.push(Block {
                kind: BlockKind::Paragraph(text),
                span,
            });
        } else if let Some(next) = rest.next_if(is_plain_paragraph) {
            own.push(next);
        }
        while let Some(next) =
            rest.next_if(|next| belongs_to_rule(next) || (marks && is_marked(next)))
        {
            own.push(match &next.kind {
                BlockKind::Paragraph(text) => marked(text, next.span, rest).unwrap_or(next),
                _ => plain(next),
            });
        }
        let span = cover(span, &own);
        let block = (self.run_in)(RunIn {
            label,
            blocks: own,
            span,
        });
        self.out.push(block);
    }

    /// A question owns its answer: the rest of its paragraph from `Answer` on, or the paragraphs, lists and tables below up
    /// to the next label, mark or break.
    fn question(
        &mut self,
        text: &RichText,
        span: Span,
        rest: &mut std::iter::Peekable<impl Iterator<Item = Block>>,
    ) {
        let (label, answer) = split_answer(&text.after(usize::from(text.plain.starts_with('*'))));
        let asked = fold(&label.plain);
        if matches!(
            asked.rsplit(']').next().map(str::trim),
            Some("question:" | "q:")
        ) {
            self.out.push(Block {
                kind: BlockKind::Paragraph(text.clone()),
                span,
            });
            return;
        }
        let mut own = Vec::new();
        match answer {
            Some(answer) => own.push(Block {
                kind: BlockKind::Paragraph(answer),
                span,
            }),
            None => own.extend(rest.next_if(is_answer)),
        }
        if !own.is_empty() {
            while let Some(next) =
                rest.next_if(|next| is_plain_paragraph(next) || is_list_or_table(next))
            {
                own.push(plain(next));
            }
        }
        let span = cover(span, &own);
        let block = (self.run_in)(RunIn {
            label,
            blocks: own,
            span,
        });
        self.out.push(block);
    }

    /// `**Stats:**` with a list or a table of one row below it, or with the stats right behind it.
    fn stats(
        &mut self,
        text: RichText,
        after: &RichText,
        span: Span,
        rest: &mut std::iter::Peekable<impl Iterator<Item = Block>>,
    ) {
        let listed =
            |next: &Block| matches!(next.kind, BlockKind::List(_)) || is_stats_table(&next.kind);
        let found = if after.is_blank() {
            rest.next_if(listed)
                .map(|block| (stats_of(&block), span.to(block.span)))
        } else {
            inline_stats(&after.plain).map(|stats| (stats, span))
        };
        let Some((mut stats, span)) = found else {
            self.out.push(Block {
                kind: BlockKind::Paragraph(text),
                span,
            });
            return;
        };
        if let Some(base) = rest.next_if(|next| base(next).is_some()) {
            stats.extend(base_stat(&base));
        }
        self.out.push(Block {
            kind: BlockKind::Stats(stats),
            span,
        });
    }

    /// Bullets with blank lines between them are one list.
    fn push_list(&mut self, mut list: List, span: Span) {
        match self.out.last_mut() {
            Some(Block {
                kind: BlockKind::List(above),
                span: above_span,
            }) if above.start.or(list.start).is_none() => {
                above.items.append(&mut list.items);
                *above_span = above_span.to(span);
            }
            _ => self.out.push(Block {
                kind: BlockKind::List(list),
                span,
            }),
        }
    }

    fn list(&mut self, list: List) -> List {
        let items = list.items.into_iter().map(|item| {
            let mut shaper = Shaper {
                out: Vec::new(),
                run_in: &mut *self.run_in,
            };
            shaper.blocks(item);
            shaper.out
        });
        List {
            start: list.start,
            items: items.collect(),
        }
    }

    fn quote(&mut self, mut blocks: Vec<Block>, span: Span) {
        let opening = blocks.first().and_then(|block| match &block.kind {
            BlockKind::Paragraph(text) => label(text),
            _ => None,
        });
        match opening.and_then(|(name, after)| Some((note_label(&name.plain)?, after))) {
            Some((provenance, after)) => {
                blocks[0].kind = BlockKind::Paragraph(after);
                self.note(provenance, blocks, span);
            }
            None => self.out.push(Block {
                kind: BlockKind::Quote(blocks.into_iter().map(plain).collect()),
                span,
            }),
        }
    }

    fn note(&mut self, provenance: Provenance, blocks: Vec<Block>, span: Span) {
        let blocks: Vec<_> = blocks
            .into_iter()
            .filter(|block| !is_blank(block))
            .map(plain)
            .collect();
        let span = cover(span, &blocks);
        self.out.push(Block {
            kind: BlockKind::Note { provenance, blocks },
            span,
        });
    }
}

/// Types the tables in a block, and leaves the rest as it is: inside notes and effects nothing is a rule of its own.
fn plain(mut block: Block) -> Block {
    match &mut block.kind {
        BlockKind::Table(table) => table::type_cells(table),
        BlockKind::List(list) => list.items.iter_mut().flatten().for_each(retype),
        BlockKind::Quote(blocks) => blocks.iter_mut().for_each(retype),
        _ => {}
    }
    block
}

fn retype(block: &mut Block) {
    let kind = std::mem::replace(&mut block.kind, BlockKind::Break);
    *block = plain(Block {
        kind,
        span: block.span,
    });
}

/// A paragraph's lines become paragraphs of their own where a line opens with a mark, a bullet or a provenance.
fn split_lines(block: Block) -> Vec<Block> {
    let BlockKind::Paragraph(text) = &block.kind else {
        return vec![block];
    };
    if !text.plain.contains('\n')
        && provenance_line(&text.plain).is_none()
        && bullet(text).is_none()
    {
        return vec![block];
    }
    let mut parts: Vec<RichText> = Vec::new();
    for line in text.lines() {
        let opens = mark(&line).is_some()
            || bullet(&line).is_some()
            || label(&line).is_some()
            || provenance_line(&line.plain).is_some();
        let after_note = parts
            .last()
            .is_some_and(|part| provenance_line(&part.plain).is_some());
        match parts.last_mut() {
            Some(_) if line.is_blank() => {}
            Some(part) if !opens && !after_note => append(part, "\n", &line),
            _ => parts.push(line),
        }
    }
    gather_bullets(
        parts
            .iter()
            .map(RichText::trimmed)
            .filter(|part| !part.is_blank()),
    )
}

fn append(part: &mut RichText, between: &str, line: &RichText) {
    part.push(between, super::Style::default(), None, line.span());
    for run in &line.runs {
        part.push(
            &line.plain[run.start as usize..run.end as usize],
            run.style,
            run.link.clone(),
            run.span,
        );
    }
}

/// Lines that open with a bullet character, which is no list to `CommonMark`, are one.
fn gather_bullets(parts: impl Iterator<Item = RichText>) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for part in parts {
        let span = part.span();
        let Some(item) = bullet(&part) else {
            blocks.push(Block {
                kind: BlockKind::Paragraph(part),
                span,
            });
            continue;
        };
        let item = Some(item).filter(|item| !item.is_blank());
        let item = item
            .into_iter()
            .map(|item| Block {
                kind: BlockKind::Paragraph(item),
                span,
            })
            .collect();
        match blocks.last_mut() {
            Some(Block {
                kind: BlockKind::List(list),
                span: list_span,
            }) => {
                list.items.push(item);
                *list_span = list_span.to(span);
            }
            _ => blocks.push(Block {
                kind: BlockKind::List(List {
                    start: None,
                    items: vec![item],
                }),
                span,
            }),
        }
    }
    blocks
}

/// A paragraph that opens with a mark, as the effect or condition it is, with the lists right below.
fn marked(
    text: &RichText,
    span: Span,
    rest: &mut std::iter::Peekable<impl Iterator<Item = Block>>,
) -> Option<Block> {
    let (effect, text) = mark(text)?;
    let mut own = vec![Block {
        kind: BlockKind::Paragraph(text),
        span,
    }];
    while let Some(next) =
        rest.next_if(|next| matches!(next.kind, BlockKind::List(_)) && !lists_abilities(next))
    {
        own.push(plain(next));
    }
    let span = cover(span, &own);
    let kind = if effect {
        BlockKind::Effect(own)
    } else {
        BlockKind::Condition(own)
    };
    Some(Block { kind, span })
}

fn is_marked(block: &Block) -> bool {
    matches!(&block.kind, BlockKind::Paragraph(text) if mark(text).is_some())
}

fn is_list_or_table(block: &Block) -> bool {
    matches!(block.kind, BlockKind::List(_) | BlockKind::Table(_))
}

/// Whether a block right below a run-in rule is a part of it.
fn belongs_to_rule(block: &Block) -> bool {
    is_list_or_table(block) && !lists_abilities(block)
}

/// Whether a list starts with a name and a cost: its items are rules of their own, whatever stands above.
fn lists_abilities(block: &Block) -> bool {
    let BlockKind::List(list) = &block.kind else {
        return false;
    };
    let first = list.items.first().and_then(|item| item.first());
    first.is_some_and(|block| match &block.kind {
        BlockKind::Paragraph(text) => {
            label(text).is_some_and(|(name, _)| heading::cost(&name.plain).is_some())
        }
        _ => false,
    })
}

fn belongs_to_note(block: &Block) -> bool {
    match &block.kind {
        BlockKind::Paragraph(text) => {
            mark(text).is_none() && provenance_line(&text.plain).is_none()
        }
        BlockKind::List(_) | BlockKind::Table(_) | BlockKind::Code(_) => true,
        _ => false,
    }
}

fn is_plain_paragraph(block: &Block) -> bool {
    match &block.kind {
        BlockKind::Paragraph(text) => {
            label(text).is_none()
                && tagged_question(text).is_none()
                && mark(text).is_none()
                && provenance_line(&text.plain).is_none()
        }
        _ => false,
    }
}

fn is_answer(block: &Block) -> bool {
    let BlockKind::Paragraph(text) = &block.kind else {
        return false;
    };
    label(text).is_some_and(|(name, _)| is_answer_label(&name.plain))
}

fn is_blank(block: &Block) -> bool {
    matches!(&block.kind, BlockKind::Paragraph(text) if text.is_blank())
}

fn cover(span: Span, blocks: &[Block]) -> Span {
    blocks.iter().fold(span, |span, block| span.to(block.span))
}
