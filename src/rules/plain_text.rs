//! Plain text, as out of a PDF or a web page, to headings and blocks.

use super::assemble::Item;
use super::block::{Block, BlockKind};
use super::text::RichText;
use crate::source::Span;

/// Whether a text is markdown: it has a heading, a table's delimiter row or bold text.
pub(super) fn is_markdown(text: &str) -> bool {
    text.lines().any(|line| {
        let hashes = line.bytes().take_while(|byte| *byte == b'#').count();
        let heading = (1..=6).contains(&hashes) && line[hashes..].starts_with(' ');
        let delimiter = line.trim_start().starts_with("|-") || line.trim_start().starts_with("|:-");
        heading || delimiter
    })
}

/// Parses `text[from..]`; spans are offsets into `text`.
pub(super) fn parse(text: &str, from: usize) -> Vec<Item> {
    let mut items = Vec::new();
    let mut at = from;
    for line in text[from..].split_inclusive('\n') {
        let span = Span::new(at, at + line.trim_end().len());
        at += line.len();
        if !line.trim().is_empty() {
            let rich = RichText::plain(line.trim(), span);
            items.push(Item::Block(Block { kind: BlockKind::Paragraph(rich), span }));
        }
    }
    items
}
