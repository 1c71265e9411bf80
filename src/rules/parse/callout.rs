//! Obsidian callouts: quotes with a kind, such as `[!tip]`.

use crate::rules::model::{Block, RichText, Style};

/// Replaces the first line of a callout, `[!tip]- Title`, with the title in bold. Without a title,
/// the kind becomes the title: `Tip`.
pub fn title(blocks: &mut Vec<Block>) {
    let opening = blocks.first().and_then(Block::as_paragraph);
    let Some((text, kind)) = opening.and_then(|text| Some((text, kind(&text.plain)?))) else {
        return;
    };
    let line_end = text.plain.find('\n').unwrap_or(text.plain.len());
    let title = text.plain["[!]".len() + kind.len()..line_end].trim_start_matches(['-', '+']);
    let title = match title.trim() {
        "" => kind[..1].to_uppercase() + &kind[1..],
        title => title.to_owned(),
    };
    let mut heading = RichText::default();
    heading.push(&title, Style::STRONG, None, text.span());
    let below = text.after(line_end);
    blocks[0] = Block::paragraph(heading);
    if !below.is_blank() {
        blocks.insert(1, Block::paragraph(below));
    }
}

/// Returns the kind of a callout: `tip` for `[!tip] Title`.
fn kind(text: &str) -> Option<&str> {
    let (kind, _) = text.strip_prefix("[!")?.split_once(']')?;
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '-';
    (!kind.is_empty() && kind.chars().all(is_letter)).then_some(kind)
}
