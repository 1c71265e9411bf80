//! Obsidian callouts: quotes with a kind, such as `[!tip]`.

use crate::rules::model::{Block, RichText, Style};

/// Replaces the first line of a callout, `[!tip]- Title`, with the title in bold. Without a title,
/// the kind becomes the title: `Tip`.
pub fn title(blocks: &mut Vec<Block>) {
    let opening = blocks.first().and_then(Block::as_paragraph);
    let Some((text, rest)) = opening.and_then(|text| Some((text, text.plain.strip_prefix("[!")?)))
    else {
        return;
    };
    let Some((kind, _)) = rest.split_once(']') else {
        return;
    };
    let is_kind = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if kind.is_empty() || !kind.chars().all(is_kind) {
        return;
    }
    let end = "[!]".len() + kind.len();
    let end = end + usize::from(text.plain[end..].starts_with(['-', '+']));
    let line_end = text.plain.find('\n').unwrap_or(text.plain.len());
    let title = text.slice(end.min(line_end)..line_end).trimmed();
    let title = if title.is_blank() {
        kind[..1].to_uppercase() + &kind[1..]
    } else {
        title.plain
    };
    let mut heading = RichText::default();
    heading.push(&title, Style::STRONG, None, text.span());
    let below = text.slice(line_end..text.plain.len()).trimmed();
    blocks[0] = Block::paragraph(heading);
    if !below.is_blank() {
        blocks.insert(1, Block::paragraph(below));
    }
}
