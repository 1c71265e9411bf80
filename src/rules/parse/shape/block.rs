//! What blocks are, before they are shaped.

use super::label::{has_label, label, mark, provenance_line, tagged_question};
use crate::rules::model::{
    Block, BlockKind, ColumnRole, LabelRole, Provenance, RichText, Table, Vocabulary,
};
use crate::rules::parse::heading;
use crate::rules::parse::number::rule_number;
use crate::source::Span;

pub fn is_editors_note(text: &RichText, words: &Vocabulary) -> bool {
    matches!(
        provenance_line(&text.plain, words),
        Some((Provenance::Editor, _))
    )
}

/// Splits a paragraph before each line that starts with a mark or a label, and before and after
/// each line such as `[Summary]`.
pub fn split_lines(block: Block, words: &Vocabulary) -> Vec<Block> {
    let text = match block.as_paragraph() {
        Some(text) if text.plain.contains('\n') => text,
        _ => return vec![block],
    };
    let mut parts: Vec<RichText> = Vec::new();
    for line in text.lines() {
        match parts.last_mut() {
            Some(part)
                if !opens_block(&line, words) && provenance_line(&part.plain, words).is_none() =>
            {
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

pub fn paragraph(text: RichText, span: Span) -> Block {
    Block::new(BlockKind::Paragraph(text), span)
}

/// Whether a text is the start of a new block: it starts with a mark or a label, or is a provenance
/// such as `[Summary]`.
pub fn opens_block(text: &RichText, words: &Vocabulary) -> bool {
    mark(text, words).is_some()
        || label(text, words).is_some()
        || provenance_line(&text.plain, words).is_some()
}

/// Whether at least two paragraphs start with a rule number.
pub fn are_numbered<'a>(blocks: impl IntoIterator<Item = &'a Block>) -> bool {
    let mut numbered = blocks.into_iter().filter(|block| number(block).is_some());
    numbered.nth(1).is_some()
}

/// Whether the rows of a table are terms with their meanings.
pub fn defines_terms(table: &Table, words: &Vocabulary) -> bool {
    let first = table.columns.first();
    let role = first.and_then(|column| words.column_role(&column.name.plain));
    table.columns.len() == 2 && role == Some(ColumnRole::Term)
}

/// Returns the rule number at the start of a paragraph.
pub fn number(block: &Block) -> Option<&str> {
    let text = block.as_paragraph()?;
    rule_number(&text.plain).map(|(number, _)| number)
}

pub fn is_plain_paragraph(block: &Block, words: &Vocabulary) -> bool {
    let text = block.as_paragraph();
    text.is_some_and(|text| !opens_block(text, words) && tagged_question(text, words).is_none())
}

pub fn is_marked(block: &Block, words: &Vocabulary) -> bool {
    let text = block.as_paragraph();
    text.is_some_and(|text| mark(text, words).is_some())
}

pub fn is_answer(block: &Block, words: &Vocabulary) -> bool {
    let text = block.as_paragraph();
    text.is_some_and(|text| has_label(text, LabelRole::Answer, words))
}

pub fn is_list(block: &Block) -> bool {
    matches!(block.kind, BlockKind::List { .. })
}

pub fn is_table(block: &Block) -> bool {
    block.as_table().is_some()
}

pub fn is_plain(block: &Block, words: &Vocabulary) -> bool {
    is_plain_paragraph(block, words) || is_list(block) || is_table(block)
}

/// Whether a block belongs to the rule right above: a table, or a list whose first item does not
/// start with a name and a cost. The items of such a list are rules of their own.
pub fn belongs_to_rule(block: &Block, words: &Vocabulary) -> bool {
    let BlockKind::List { items, .. } = &block.kind else {
        return is_table(block);
    };
    let first = items.first().and_then(|item| item.first());
    let first = first.and_then(Block::as_paragraph);
    let label = first.and_then(|text| label(text, words));
    label.is_none_or(|(name, _)| heading::cost(&name.plain, words).is_none())
}

pub fn belongs_to_note(block: &Block, words: &Vocabulary) -> bool {
    match &block.kind {
        BlockKind::Paragraph(text) => {
            mark(text, words).is_none() && provenance_line(&text.plain, words).is_none()
        }
        BlockKind::List { .. } | BlockKind::Table(_) | BlockKind::Code(_) => true,
        _ => false,
    }
}

pub fn cover(span: Span, blocks: &[Block]) -> Span {
    blocks.iter().fold(span, |span, block| span.to(block.span))
}
